//! SGF, the Smart Game Format, in its use for Othello: `GM[2]`.
//!
//! Read tolerantly: places as `f5` or as two letters, set-up or the standard start, passes written or left out. Of
//! variations the main line is read.

use super::properties::{self, Property, SyntaxError, figure, is_foreign};
use crate::game::replay::replay;
use crate::game::{
    Board, Cell, Cells, Colour, Conditions, Ending, Game, Goal, Move, Outcome, ParseConditionsError, ParseMoveError,
    Played, ReplayError, Rules, RulesError, Shape, Tags, TimeControl, Turn, excerpt,
};
use std::time::Duration;

/// The properties with a place of their own in a [`Game`], or that are about the file; others are kept as they are.
const OWN_NAMES: [&str; 22] = [
    "FF", "GM", "SZ", "CA", "AP", "ST", "PB", "PW", "BR", "WR", "PC", "DT", "RE", "TM", "RU", "AB", "AW", "AE", "PL",
    "B", "W", CUT_OFF,
];

/// The property for the squares of the rectangle that are not on the board; SGF has none.
const CUT_OFF: &str = "CUT";

/// The property for a comment.
const COMMENT: &str = "C";

/// The value of `RU` if the fewest discs win.
const FEWEST: &str = "fewest discs";

/// The text is not a game of Othello in SGF.
///
/// # Examples
/// ```
/// use emilia::sgf;
///
/// assert!(sgf::read("no game here").is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SgfError {
    /// The text cannot be taken apart.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// There is no `(;` in the text.
    #[error("there is no game in {0:?}")]
    NoGame(String),
    /// Another game than Othello, which has the number 2.
    #[error("only Othello, game 2, is played here, not {0:?}")]
    OtherGame(String),
    /// A board size that is not supported.
    #[error("not a size from 4 to 10, or two of them as \"8:6\": {0:?}")]
    Size(String),
    /// A board size that is not supported.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The conditions in `RU`.
    #[error(transparent)]
    Conditions(#[from] ParseConditionsError),
    /// A place of the set-up that is none.
    #[error("set-up: {0}")]
    SetUp(ParseMoveError),
    /// Discs put on the board or taken away in the middle of a game.
    #[error("discs are set up after move {0}")]
    LateSetUp(usize),
    /// A move that cannot be played.
    #[error(transparent)]
    Move(#[from] ReplayError),
}

/// Reads the main line of the first game of a text.
///
/// # Errors
/// If there is no game, it cannot be parsed, or a move is not legal.
pub fn read(text: &str) -> Result<Game, SgfError> {
    games(text).next().unwrap_or_else(|| Err(SgfError::NoGame(excerpt(text))))
}

/// Reads the main lines of all games of a text one by one.
///
/// # Errors
/// Each game that cannot be parsed or has an illegal move is an error.
pub fn games(text: &str) -> impl Iterator<Item = Result<Game, SgfError>> {
    properties::games(text).map(|properties| game_of(&properties?))
}

fn game_of(properties: &[Property]) -> Result<Game, SgfError> {
    let is_move = |property: &Property| matches!(property.name.as_str(), "B" | "W");
    let first_move = properties.iter().position(is_move).unwrap_or(properties.len());
    let (head, line) = properties.split_at(first_move);
    let find = |name| head.iter().find(|property| property.name == name).map(|property| property.value().trim());
    if let Some(number) = find("GM").filter(|number| *number != "2") {
        return Err(SgfError::OtherGame(excerpt(number)));
    }
    let first_colour = line.first().and_then(|property| property.name.parse().ok());
    let start = start(head, find("SZ").unwrap_or("8"), first_colour)?;
    let conditions = match find("RU") {
        Some(FEWEST) => Conditions { goal: Goal::Fewest, ..Conditions::default() },
        text => Conditions::of_record(text.unwrap_or_default())?,
    };
    let mut game = Game::new(Rules::from_start(start).with_conditions(conditions));
    let root_length = head.iter().skip(1).position(|property| property.opens_node).map_or(head.len(), |rest| rest + 1);
    for property in head.iter().take(root_length) {
        note(&mut game.tags, property);
    }
    // A comment may stand before the move of its node.
    let mut comments = Vec::new();
    for (index, property) in properties.iter().enumerate().skip(root_length) {
        if property.opens_node {
            add_comments(&mut game, &mut comments);
        }
        match property.name.as_str() {
            "AB" | "AW" | "AE" | "PL" if index > first_move => return Err(SgfError::LateSetUp(game.moves().len())),
            "B" => replay(&mut game, Some(Colour::Black), point(property.value()).map(Played::from))?,
            "W" => replay(&mut game, Some(Colour::White), point(property.value()).map(Played::from))?,
            COMMENT => comments.push(property.value().to_owned()),
            _ => {}
        }
    }
    add_comments(&mut game, &mut comments);
    Ok(game)
}

/// Moves the comments of a node to the game, behind the moves so far.
fn add_comments(game: &mut Game, texts: &mut Vec<String>) {
    let moves = game.moves().len();
    game.tags.comments.extend(texts.drain(..).map(|text| (moves, text)));
}

/// The start: the discs that are set up, or the standard ones where none are. Without `PL` the first move's colour begins
/// from a set-up, and black from the standard start.
fn start(head: &[Property], size: &str, first_move: Option<Colour>) -> Result<Turn, SgfError> {
    let wrong_size = || SgfError::Size(excerpt(size));
    let (columns, rows) = size.split_once(':').unwrap_or((size, size));
    let side = |text: &str| text.trim().parse::<u8>().map_err(|_| wrong_size());
    let (columns, rows) = (side(columns)?, side(rows)?);
    let mut shape = Shape::rectangle(columns, rows).ok_or(RulesError::of_sides(columns, rows))?;
    for property in head.iter().filter(|property| property.name == CUT_OFF) {
        shape = shape.without(points(property)?);
    }
    let is_set_up = head.iter().any(|property| matches!(property.name.as_str(), "AB" | "AW" | "AE"));
    let mut turn = match is_set_up {
        true => Turn { board: Board::empty(shape), to_move: first_move.unwrap_or(Colour::Black) },
        false => *Rules::diagonal(shape)?.start(),
    };
    for property in head {
        match property.name.as_str() {
            "AB" => turn.board = turn.board.with(Colour::Black, points(property)?),
            "AW" => turn.board = turn.board.with(Colour::White, points(property)?),
            "PL" => turn.to_move = property.value().trim().parse().unwrap_or(turn.to_move),
            _ => {}
        }
    }
    Ok(turn)
}

/// The places of a set-up, among them rectangles as `aa:cc`.
fn points(property: &Property) -> Result<Cells, SgfError> {
    let mut cells = Cells::EMPTY;
    for text in &property.values {
        let (first, last) = text.split_once(':').unwrap_or((text, text));
        let cell = |text| point(text)?.cell().ok_or_else(|| ParseMoveError::new(text));
        let corner = |text| cell(text).map_err(SgfError::SetUp);
        let (first, last): (Cell, Cell) = (corner(first)?, corner(last)?);
        for row in first.row()..=last.row() {
            cells =
                (first.column()..=last.column()).filter_map(|column| Cell::at(column, row)).fold(cells, Cells::with);
        }
    }
    Ok(cells)
}

/// A place as `f5` or `fe`, or a pass: nothing, `tt`, or the word.
fn point(text: &str) -> Result<Move, ParseMoveError> {
    let text = text.trim().to_ascii_lowercase();
    match text.as_bytes() {
        [] | [b't', b't'] => Ok(Move::Pass),
        [column @ b'a'..=b'j', row @ b'a'..=b'j'] => {
            Cell::at(column - b'a', row - b'a').map(Move::At).ok_or_else(|| ParseMoveError::new(&text))
        }
        _ => text.parse(),
    }
}

/// Keeps a property of the header; a value that should be a number and is not is dropped.
fn note(tags: &mut Tags, property: &Property) {
    let value = property.value();
    match property.name.as_str() {
        "PC" => tags.place = value.to_owned(),
        "DT" => tags.date = value.to_owned(),
        "PB" => tags.black.name = value.to_owned(),
        "PW" => tags.white.name = value.to_owned(),
        "BR" => tags.black.rating = figure(value),
        "WR" => tags.white.rating = figure(value),
        "RE" => tags.outcome = outcome(value.trim()),
        "TM" => (tags.black.time, tags.white.time) = (main_time(value), main_time(value)),
        name if OWN_NAMES.contains(&name) => {}
        name => tags.others.push((name.to_owned(), value.to_owned())),
    }
}

/// The time as written in `TM`: seconds for the whole game.
fn main_time(text: &str) -> Option<TimeControl> {
    let main = Duration::try_from_secs_f64(figure(text)?).ok()?;
    Some(TimeControl { main, ..TimeControl::default() })
}

/// The outcome as written in `RE`: `B+12`, `W+R`, `B+Time`, `0`, `Draw`.
fn outcome(text: &str) -> Option<Outcome> {
    let Some((colour, how)) = text.split_once('+') else {
        return matches!(text, "0" | "Draw").then_some(Outcome {
            winner: None,
            margin: Some(0.0),
            ending: Ending::Played,
        });
    };
    let winner = Some(colour.parse().ok()?);
    let margin = how.parse().ok().filter(|margin: &f32| margin.is_finite() && *margin >= 0.0);
    let ending = match how.chars().next() {
        Some('R' | 'r') => Ending::Resigned,
        Some('T' | 't') => Ending::TimedOut,
        _ => Ending::Played,
    };
    Some(Outcome { winner, margin, ending })
}

/// What is written beside a move in SGF. See [`write_annotated`] for an example.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotation {
    /// Properties of the node, each a name and a value.
    pub properties: Vec<(&'static str, String)>,
    /// A line of play in place of the move, written as a variation; may be empty.
    pub variation: Vec<Move>,
}

/// Writes a game, a node a move; notes beside the moves and what a player's clock adds have no place in SGF.
pub fn write(game: &Game) -> String {
    write_annotated(game, |_| Annotation::default())
}

/// Writes a game with annotations for the moves by their number, counted from 0 with the passes. The game is the main line: where there
/// is a variation it is the first one.
///
/// # Examples
/// ```
/// use emilia::sgf::{Annotation, write_annotated};
/// use emilia::transcript;
///
/// let game = transcript::read("f5d6").unwrap();
/// let line = vec!["f6".parse().unwrap()];
/// let text = write_annotated(&game, |ply| match ply {
///     1 => Annotation { properties: vec![("C", "or f6".into())], variation: line.clone() },
///     _ => Annotation::default(),
/// });
/// assert!(text.ends_with(";B[f5](;W[d6]C[or f6])(;W[f6]))\n"));
/// ```
pub fn write_annotated(game: &Game, annotation: impl Fn(usize) -> Annotation) -> String {
    let mut out = String::from("(;");
    head(game, &mut out);
    // Each move with a variation opens a tree, which ends after the game and is followed by the variation.
    let mut variations = Vec::new();
    for ((ply, turn), played) in game.turns().zip(game.moves()) {
        let Annotation { properties, variation } = annotation(ply);
        if !variation.is_empty() {
            out.push('(');
            variations.push((turn, variation));
        }
        out.push_str(&node(turn.to_move, played.mv));
        let own = (COMMENT, game.tags.comment(ply + 1));
        put(&mut out, std::iter::once(own).filter(|(_, text)| !text.is_empty()).chain(properties));
    }
    for (turn, variation) in variations.into_iter().rev() {
        out.push_str(")(");
        // The discs left are not counted on the way to this turn.
        let conditions = Conditions { supply: None, ..*game.rules().conditions() };
        let mut line = Game::new(Rules::from_start(*turn).with_conditions(conditions));
        for mv in variation {
            let colour = line.to_move();
            if line.play(mv).is_err() {
                break;
            }
            out.push_str(&node(colour, mv));
        }
        out.push(')');
    }
    out + ")\n"
}

/// Writes the properties of a node. A name may be used once in a node, so values of the same name, such as the comments of the record and
/// of an annotation, become one text.
fn put<'a>(out: &mut String, properties: impl Iterator<Item = (&'a str, String)>) {
    let mut merged: Vec<(&str, String)> = Vec::new();
    for (name, value) in properties {
        match merged.iter_mut().find(|(other, _)| *other == name) {
            Some((_, text)) => *text = format!("{text}\n{value}"),
            None => merged.push((name, value)),
        }
    }
    for (name, value) in merged {
        properties::write(out, name, &value);
    }
}

fn node(colour: Colour, mv: Move) -> String {
    let place = if mv == Move::Pass { String::new() } else { mv.to_string() };
    format!(";{}[{place}]", initial(colour))
}

/// The properties of a game before its first move.
fn head(game: &Game, out: &mut String) {
    let (rules, tags) = (game.rules(), &game.tags);
    for (name, value) in [("FF", "4"), ("GM", "2"), ("CA", "UTF-8"), ("SZ", &size_text(rules.shape()))] {
        properties::write(out, name, value);
    }
    let rating = |rating: Option<f64>| rating.map_or_else(String::new, |rating| rating.to_string());
    let time = tags.black.time.filter(|_| tags.black.time == tags.white.time);
    let named = [
        ("PB", tags.black.name.clone()),
        ("BR", rating(tags.black.rating)),
        ("PW", tags.white.name.clone()),
        ("WR", rating(tags.white.rating)),
        ("PC", tags.place.clone()),
        ("DT", tags.date.clone()),
        ("RE", game.outcome().as_ref().map_or_else(String::new, outcome_text)),
        ("TM", time.map_or_else(String::new, |time| time.main.as_secs_f64().to_string())),
        ("RU", rules_text(rules.conditions())),
    ];
    let named = named.into_iter().filter(|(_, value)| !value.is_empty());
    let others = tags.others.iter().map(|(name, value)| (name.as_str(), value.clone()));
    let comment = std::iter::once((COMMENT, tags.comment(0))).filter(|(_, text)| !text.is_empty());
    put(out, named.chain(others.filter(|(name, _)| is_foreign(name, &OWN_NAMES))).chain(comment));
    let shape = rules.shape();
    if !shape.is_whole() {
        let cut_off = shape.places().filter(|&cell| !shape.has(cell));
        out.push_str(&format!("{CUT_OFF}{}", cut_off.map(|cell| format!("[{cell}]")).collect::<String>()));
    }
    if Rules::diagonal(*shape).is_ok_and(|standard| standard.start() == rules.start()) {
        return;
    }
    out.push_str(&set_up(rules.start()));
}

/// `8`, or `10:8` with columns and rows.
fn size_text(shape: &Shape) -> String {
    let (columns, rows) = (shape.columns(), shape.rows());
    if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") }
}

fn rules_text(conditions: &Conditions) -> String {
    let is_fewest = *conditions == Conditions { goal: Goal::Fewest, ..Conditions::default() };
    if is_fewest { FEWEST.to_owned() } else { conditions.to_string() }
}

const fn initial(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "B",
        Colour::White => "W",
    }
}

fn set_up(start: &Turn) -> String {
    let places = |colour| -> String { start.board.discs(colour).map(|cell| format!("[{cell}]")).collect() };
    let named = [("AB", places(Colour::Black)), ("AW", places(Colour::White))];
    let mut text = String::new();
    for (name, places) in named.iter().filter(|(_, places)| !places.is_empty()) {
        text += name;
        text += places;
    }
    // Without any set-up a reader would take the standard start.
    if text.is_empty() {
        text += "AE[a1]";
    }
    text + "PL[" + initial(start.to_move) + "]"
}

fn outcome_text(outcome: &Outcome) -> String {
    let Some(winner) = outcome.winner else { return "0".to_owned() };
    let how = match (outcome.ending, outcome.margin) {
        (Ending::Resigned, _) => "R".to_owned(),
        (Ending::TimedOut, _) => "T".to_owned(),
        (_, Some(margin)) => margin.to_string(),
        (_, None) => String::new(),
    };
    format!("{}+{how}", initial(winner))
}
