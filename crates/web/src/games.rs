//! Files and text to games and back, and the positions of a line.

use emilia::notation::any::{self, ReadGameError};
use emilia::notation::dropped::Dropped;
use emilia::notation::ggf::{self, GgfError};
use emilia::notation::pgn::{self, PgnError};
use emilia::notation::sgf::{self, SgfError};
use emilia::notation::wthor::Names;
use emilia::{Colour, Ending, Game, Move, Outcome, ReplayError, Rules, Turn};
use emilia_analysis::Diagram;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The name of the tag for the event, in the notations that have one.
const EVENT: &str = "EVENT";

/// A game as pages have it.
#[derive(Serialize, Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Record {
    /// Empty for Othello, or as [`Rules`] are read and written.
    rules: String,
    moves: Vec<String>,
    black: String,
    white: String,
    black_rating: Option<f64>,
    white_rating: Option<f64>,
    event: String,
    place: String,
    date: String,
    /// Black's final score; none if it is not known.
    result: Option<i32>,
    comments: Vec<Comment>,
    /// Why the moves end, if the game has a fault there.
    #[serde(skip_deserializing)]
    fault: Option<Fault>,
}

/// A fault of a game.
#[derive(Serialize)]
struct Fault {
    /// The number of the move, passes not counted; none if it is no move that is wrong.
    number: Option<usize>,
    /// What is wrong.
    reason: String,
}

impl Fault {
    /// That of a game with these moves before it.
    fn of(error: &ReadGameError, part: &Game) -> Fault {
        let replayed: Option<&ReplayError> = match error {
            ReadGameError::Line { error, .. } | ReadGameError::Unknown { error, .. } => Some(error),
            ReadGameError::Ggf(GgfError::Move(error)) | ReadGameError::Sgf(SgfError::Move(error)) => Some(error),
            ReadGameError::Pgn(PgnError::Move { error, .. }) => Some(error),
            ReadGameError::Replay(error) => Some(error),
            _ => None,
        };
        let is_word = matches!(error, ReadGameError::Pgn(PgnError::Word { .. }));
        let discs = part.moves().iter().filter(|played| played.mv != Move::Pass).count();
        let reason = replayed.map_or_else(|| error.to_string(), |error| error.fault.to_string());
        Fault { number: (replayed.is_some() || is_word).then_some(discs + 1), reason }
    }
}

#[derive(Serialize, Deserialize)]
struct Comment {
    /// The number of moves before it, passes included.
    ply: usize,
    text: String,
}

impl Record {
    fn of(game: &Game) -> Record {
        let comment = |(ply, text): &(usize, String)| Comment { ply: *ply, text: text.clone() };
        let tags = &game.tags;
        Record {
            rules: rules_text(game.rules()),
            moves: game.moves().iter().map(|played| played.mv.to_string()).collect(),
            black: tags.black.name.clone(),
            white: tags.white.name.clone(),
            black_rating: tags.black.rating,
            white_rating: tags.white.rating,
            event: tags
                .others
                .iter()
                .find(|(name, _)| name == EVENT)
                .map(|(_, value)| value.clone())
                .unwrap_or_default(),
            place: tags.place.clone(),
            date: tags.date.clone(),
            result: game.outcome().and_then(|outcome| outcome.score()).map(|score| score.round() as i32),
            comments: tags.comments.iter().map(comment).collect(),
            fault: None,
        }
    }

    fn game(self) -> Result<Game, String> {
        let mut game = Game::new(rules(&self.rules)?);
        play(&mut game, &self.moves)?;
        game.tags.black.name = self.black;
        game.tags.white.name = self.white;
        game.tags.black.rating = self.black_rating;
        game.tags.white.rating = self.white_rating;
        game.tags.others.extend((!self.event.is_empty()).then(|| (EVENT.to_owned(), self.event)));
        game.tags.outcome = self.result.and_then(|score| Outcome::of_score(score as f32, Ending::Played));
        game.tags.place = self.place;
        game.tags.date = self.date;
        game.tags.comments = self.comments.into_iter().map(|comment| (comment.ply, comment.text)).collect();
        Ok(game)
    }
}

/// The rules of this text; those of Othello if it is empty.
pub(crate) fn rules(text: &str) -> Result<Rules, String> {
    if text.is_empty() { Ok(Rules::default()) } else { text.parse().map_err(|error| format!("{error}")) }
}

pub(crate) fn rules_text(rules: &Rules) -> String {
    if *rules == Rules::default() { String::new() } else { rules.to_string() }
}

/// Plays moves; forced passes may be left out.
fn play(game: &mut Game, moves: &[String]) -> Result<(), String> {
    for text in moves {
        let number = game.moves().len() + 1;
        let fault = |error: &dyn std::fmt::Display| format!("move {number}: {error}");
        let mv: Move = text.parse().map_err(|error| fault(&error))?;
        let colour = if mv != Move::Pass && game.must_pass() { game.to_move().other() } else { game.to_move() };
        game.play_implied(colour, mv).map_err(|error| fault(&error))?;
    }
    Ok(())
}

/// The game of these rules after these moves, a list in JSON.
pub(crate) fn game(rules_text: &str, moves: &str) -> Result<Game, String> {
    let mut game = Game::new(rules(rules_text)?);
    let moves: Vec<String> = serde_json::from_str(moves).map_err(|error| error.to_string())?;
    play(&mut game, &moves)?;
    Ok(game)
}

/// Passes each game of a file or of text in any notation to `handle`, up to its fault if it has one; what was left out. The readers are in
/// the module once, and not for each `handle`.
///
/// # Errors
/// If no notation is recognised: the reason, for a person.
pub(crate) fn each_game(bytes: &[u8], handle: &mut dyn FnMut(Game, Option<ReadGameError>)) -> Result<Dropped, String> {
    let pass_on = |game, fault| {
        handle(game, fault);
        true
    };
    any::for_each_part(bytes, &Names::default(), pass_on).map_err(|error| error.to_string())
}

/// The games of a file or of text in any notation: `{"games", "faults", "dropped"}`. A game with a fault is among the games if it has legal
/// moves before it, with `"fault": {"number", "reason"}`.
///
/// # Errors
/// If no notation is recognised: the reason, for a person.
pub fn read_games(bytes: &[u8]) -> Result<String, String> {
    let (mut games, mut faults, mut variations) = (Vec::new(), Vec::new(), 0);
    let mut number = 0;
    let dropped = each_game(bytes, &mut |game, fault| {
        number += 1;
        variations += game.tags.variations.len();
        if fault.is_none() || !game.moves().is_empty() {
            games.push(Record { fault: fault.as_ref().map(|error| Fault::of(error, &game)), ..Record::of(&game) });
        }
        faults.extend(fault.map(|error| format!("game {number}: {error}")));
    })?;
    let mut dropped = if dropped.is_empty() { Vec::new() } else { vec![dropped.to_string()] };
    dropped.extend((variations > 0).then(|| format!("variations ({variations})")));
    Ok(json!({ "games": games, "faults": faults, "dropped": dropped }).to_string())
}

/// The positions of a line of moves (a list in JSON) by these rules: `{"rules", "moves", "positions"}`, with the passes.
///
/// # Errors
/// If the rules cannot be read or a move is illegal.
pub fn line(rules: &str, moves: &str) -> Result<String, String> {
    let game = game(rules, moves)?;
    let mut at = Game::new(game.rules().clone());
    let mut positions = vec![position(&at)];
    let mut texts = Vec::new();
    for played in game.moves() {
        at.play(played.mv).map_err(|error| error.to_string())?;
        positions.push(position(&at));
        texts.push(played.mv.to_string());
    }
    Ok(json!({ "rules": rules_text(game.rules()), "moves": texts, "positions": positions }).to_string())
}

fn position(game: &Game) -> serde_json::Value {
    let Turn { board, to_move } = game.turn();
    let shape = game.rules().shape();
    let square = |cell| match board.colour_at(cell) {
        _ if !shape.has(cell) => '#',
        Some(Colour::Black) => 'X',
        Some(Colour::White) => 'O',
        None => '-',
    };
    let (is_over, winner) = (game.is_over(), game.winner());
    json!({
        "board": shape.places().map(square).collect::<String>(),
        "columns": shape.columns(),
        "rows": shape.rows(),
        "side": to_move.to_string(),
        "legal": game.legal().iter().map(Move::to_string).collect::<Vec<_>>(),
        "black": board.discs(Colour::Black).count(),
        "white": board.discs(Colour::White).count(),
        "over": is_over,
        "winner": is_over.then(|| winner.map_or_else(|| "draw".to_owned(), |winner| winner.to_string())),
        "result": is_over.then(|| game.score()),
    })
}

/// A game, as [`read_games`] has it, in a notation: `ggf`, `sgf`, `pgn`, `transcript`, or `obf` for the last position.
///
/// # Errors
/// If it is not a game, or the notation is another one.
pub fn write_game(record: &str, form: &str) -> Result<String, String> {
    let record: Record = serde_json::from_str(record).map_err(|error| error.to_string())?;
    let game = record.game()?;
    Ok(match form {
        "ggf" => ggf::write(&game),
        "sgf" => sgf::write(&game),
        "pgn" => pgn::write(&game),
        "transcript" => game.transcript(),
        "obf" => match game.position() {
            Some(_) => format!("{};", game.turn()),
            None => return Err("a position in OBF has 8x8 squares".to_owned()),
        },
        _ => return Err(format!("not a notation: {form}")),
    })
}

/// A node of a tree of variations.
#[derive(Deserialize)]
struct Node {
    #[serde(rename = "move")]
    mv: Option<String>,
    #[serde(default)]
    comment: String,
    #[serde(default)]
    children: Vec<Node>,
}

/// A game whose moves are a tree.
#[derive(Deserialize)]
struct Tree {
    #[serde(flatten)]
    record: Record,
    root: Node,
}

/// The most moves of a line of a tree.
const MOST_DEPTH: usize = 1000;

/// A tree of variations in SGF. The first child of each node is the main line.
///
/// # Errors
/// If it is not a tree, or a move is illegal.
pub fn write_tree(tree: &str) -> Result<String, String> {
    let Tree { record, root } = serde_json::from_str(tree).map_err(|error| error.to_string())?;
    let mut game = Record { moves: Vec::new(), comments: Vec::new(), ..record }.game()?;
    if !root.comment.is_empty() {
        game.tags.comments.push((0, root.comment.clone()));
    }
    let head = sgf::write(&game);
    let mut out = head.trim_end().strip_suffix(')').unwrap_or(&head).to_owned();
    write_children(&mut game, &root, &mut out)?;
    Ok(out + ")\n")
}

fn write_children(game: &mut Game, node: &Node, out: &mut String) -> Result<(), String> {
    if game.moves().len() > MOST_DEPTH {
        return Err("a line is too long".to_owned());
    }
    let is_fork = node.children.len() > 1;
    for child in &node.children {
        let played = game.moves().len();
        let text = child.mv.clone().ok_or("a node has no move")?;
        play(game, &[text])?;
        out.extend(is_fork.then_some('('));
        for (colour, mv) in
            game.turns().zip(game.moves()).skip(played).map(|((_, turn), played)| (turn.to_move, played.mv))
        {
            let place = if mv == Move::Pass { String::new() } else { mv.to_string() };
            *out += &format!(";{}[{place}]", if colour == Colour::Black { 'B' } else { 'W' });
        }
        if !child.comment.is_empty() {
            *out += &format!("C[{}]", child.comment.replace('\\', "\\\\").replace(']', "\\]"));
        }
        write_children(game, child, out)?;
        out.extend(is_fork.then_some(')'));
        while game.moves().len() > played {
            game.undo();
        }
    }
    Ok(())
}

/// A picture of a board with its side to move, as SVG.
///
/// # Errors
/// If it is not a board.
pub fn picture(board: &str) -> Result<String, String> {
    let turn = Turn::read(board).map_err(|error| error.to_string())?;
    Ok(Diagram::position(&turn).picture().to_svg())
}

#[cfg(test)]
mod tests {
    use super::{line, read_games, write_game, write_tree};
    use serde_json::{Value as Json, json};

    fn parsed(text: Result<String, String>) -> Json {
        serde_json::from_str(&text.expect("a result")).expect("JSON")
    }

    #[test]
    fn a_line_has_the_passes_and_the_result() {
        let moves = json!(["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]);
        let found = parsed(line("", &moves.to_string()));
        let positions = found["positions"].as_array().expect("a list");
        assert_eq!((positions.len(), &positions[9]["over"], &positions[9]["result"]), (10, &json!(true), &json!(64)));
        assert!(line("", r#"["f5","a1"]"#).expect_err("illegal").starts_with("move 2: "));
        assert!(line("no rules", "[]").is_err());
    }

    #[test]
    fn a_game_is_read_as_it_was_written() {
        let record = json!({ "moves": ["f5", "d6", "c3"], "black": "]<b>", "white": "\\", "event": "Cup" });
        for form in ["ggf", "sgf", "pgn"] {
            let text = write_game(&record.to_string(), form).expect(form);
            let game = &parsed(read_games(text.as_bytes()))["games"][0];
            assert_eq!(
                ["moves", "black", "white", "event"].map(|key| &game[key]),
                ["moves", "black", "white", "event"].map(|key| &record[key]),
                "{text}"
            );
        }
        assert!(read_games(b"\x00\xff nothing").is_err());
        assert!(write_game(&record.to_string(), "gif").is_err());
    }

    #[test]
    fn ratings_are_kept_in_every_notation_that_has_them() {
        let record = json!({ "moves": ["f5"], "blackRating": 1500.0, "whiteRating": 1720.5 });
        let tree = json!({ "blackRating": 1500.0, "whiteRating": 1720.5, "root": { "children": [{ "move": "f5" }] } });
        let written = ["ggf", "sgf", "pgn"].map(|form| write_game(&record.to_string(), form).expect(form));
        for text in written.iter().chain([&write_tree(&tree.to_string()).expect("SGF")]) {
            let game = &parsed(read_games(text.as_bytes()))["games"][0];
            assert_eq!([&game["blackRating"], &game["whiteRating"]], [&json!(1500.0), &json!(1720.5)], "{text}");
        }
        assert_eq!(parsed(read_games(b"f5d6"))["games"][0]["blackRating"], Json::Null);
    }

    #[test]
    fn a_game_with_a_fault_has_the_moves_before_it() {
        let ggf = "(;GM[Othello]PB[Anna]RB[1500]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[E4];)";
        for (text, reason) in [
            ("f5d6e9c4", "not on the board: e9"),
            ("1. f5 d6 2. f5", "there is already a disc on f5"),
            ("f5d6xx", "not a move: \"xx\""),
            (ggf, "there is already a disc on e4"),
            ("(;GM[2]FF[4];B[f5];W[d6];B[a1])", "no disc is flipped by a1"),
            ("[Black \"Anna\"]\n\n1. f5 d6 2. a1 *", "no disc is flipped by a1"),
            ("[Black \"Anna\"]\n\n1. f5 d6 2. k1 *", "not a move"),
        ] {
            let found = parsed(read_games(text.as_bytes()));
            let game = &found["games"][0];
            assert_eq!((&game["moves"], &game["fault"]["number"]), (&json!(["f5", "d6"]), &json!(3)), "{text} {found}");
            let told = game["fault"]["reason"].as_str().expect("a reason");
            assert!(told.contains(reason), "{text}: {told}");
            assert_eq!(found["faults"].as_array().map(Vec::len), Some(1), "{text}");
        }
        let found = parsed(read_games([ggf, &ggf.replace("E4", "C3")].join("\n").as_bytes()));
        assert_eq!([&found["games"][0]["black"], &found["games"][0]["blackRating"]], [&json!("Anna"), &json!(1500.0)]);
        assert_eq!((&found["games"][1]["fault"], &found["games"][1]["moves"][2]), (&Json::Null, &json!("c3")));
        // Nothing of it can be shown.
        assert!(read_games(b"a1f5").is_err() || parsed(read_games(b"a1f5"))["games"] == json!([]));
    }

    #[test]
    fn the_main_line_of_a_tree_is_the_game() {
        let tree = json!({ "black": "A", "result": -2, "root": { "comment": "start", "children": [
            { "move": "f5", "comment": "a ] b \\", "children": [{ "move": "d6", "children": [{ "move": "c3" }] }, { "move": "f6" }] },
        ] } });
        let text = write_tree(&tree.to_string()).expect("SGF");
        assert!(text.contains("RE[W+2]"), "{text}");
        assert!(text.ends_with("C[start];B[f5]C[a \\] b \\\\](;W[d6];B[c3])(;W[f6]))\n"), "{text}");
        assert_eq!(parsed(read_games(text.as_bytes()))["games"][0]["moves"], json!(["f5", "d6", "c3"]));
        assert!(write_tree(r#"{"root":{"children":[{"move":"a1"}]}}"#).is_err());
    }
}
