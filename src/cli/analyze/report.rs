//! The page of an analysis: one game or a collection, to be stepped through in a browser.
//!
//! The numbers are computed here; the page replays the moves itself. A game takes 2 KB, so that a collection of 1,000 games opens at once.

use crate::cli::page::{self, Labels};
use emilia::internal::engine::is_provisional;
use emilia::{
    Cell, Colour, Conditions, EmptySquares, Game, Goal, Level, Move, Position, Rules, Score, Shape, Square, Value,
};
use emilia_analysis::{Class, JudgedGame, JudgedMove, Phase, Tally};
use serde_json::{Map, json};
use std::collections::HashMap;

const BODY: &str = include_str!("report/report.html");
const STYLE: &str = include_str!("report/report.css");
const SCRIPTS: [&str; 5] = [
    include_str!("report/games.js"),
    include_str!("report/game.js"),
    include_str!("report/graph.js"),
    include_str!("report/collection.js"),
    include_str!("report/report.js"),
];
/// The label of values of a book.
const BOOK: &str = "book";
/// Games up to which the page has all lines and explanations.
const MOST_DETAILED: u64 = 20;
/// The rows of the most common mistakes at most.
const MOST_COMMON: usize = 25;

/// A page that is being put together.
pub(super) struct Page {
    title: String,
    games: Vec<serde_json::Value>,
    /// The games of the input.
    expected: u64,
    left_out: u64,
    labels: Labels,
    mistakes: HashMap<(Position, Square), Mistake>,
    /// Whether the page has the lines of all moves, not only those that are better than the move played, and explanations.
    is_detailed: bool,
}

/// A move that loses two discs or more, in any orientation.
struct Mistake {
    games: u64,
    /// The losses in hundredths of a disc.
    lost: i64,
    /// Where it was first played.
    game: usize,
    ply: usize,
    moves: String,
    at: Square,
    best: Option<Square>,
}

impl Page {
    /// An empty page with this title, for this number of games.
    pub(super) fn new(title: String, games: u64) -> Page {
        let (labels, mistakes) = (Labels::default(), HashMap::new());
        Page {
            title,
            games: Vec::new(),
            expected: games,
            left_out: 0,
            labels,
            mistakes,
            is_detailed: games <= MOST_DETAILED,
        }
    }

    /// Counts a game that is not on the page.
    pub(super) fn leave_out(&mut self) {
        self.left_out += 1;
    }

    /// Adds the game of this number of the input, counted from 1.
    pub(super) fn add(&mut self, number_of_input: u64, judged: &JudgedGame) {
        let number = self.games.len();
        for judged_move in judged.moves.iter().filter(|judged_move| judged_move.class() >= Class::Inaccuracy) {
            self.add_mistake(number, &judged.game, judged_move);
        }
        let mut game = self.game(judged);
        game["number"] = json!(number_of_input);
        self.games.push(game);
    }

    /// The page with this game alone; the games that were added stay out of it.
    pub(super) fn with_only(&mut self, judged: &JudgedGame, level: Level) -> anyhow::Result<String> {
        let games = std::mem::take(&mut self.games);
        self.add(1, judged);
        let page = self.whole(&[level.get()]);
        self.games = games;
        self.mistakes.clear();
        page
    }

    /// The page with all games that were added, which were analysed at these levels.
    pub(super) fn whole(&self, levels: &[u8]) -> anyhow::Result<String> {
        let data = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "levels": levels,
            "left_out": self.left_out,
            "missing": self.expected.saturating_sub(self.games.len() as u64 + self.left_out),
            "labels": self.labels.texts(),
            "common": self.common(),
            "games": self.games,
        });
        let data = serde_json::to_string(&data)?;
        let (title, kind) = (self.title.as_str(), "analysis");
        Ok(page::Page { title, kind, body: BODY, style: STYLE, scripts: &SCRIPTS, data: &data }.text())
    }

    fn add_mistake(&mut self, number: usize, game: &Game, judged: &JudgedMove) {
        let (Some(root), Some(at)) = (game.position_at(judged.ply), judged.mv.square()) else { return };
        let (key, symmetry) = root.canonical();
        let mistake = self.mistakes.entry((key, symmetry.square(at))).or_insert_with(|| Mistake {
            games: 0,
            lost: 0,
            game: number,
            ply: judged.ply,
            moves: game.moves()[..judged.ply].iter().filter_map(|played| Some(played.mv.cell()?.to_string())).collect(),
            at,
            best: judged.best.square(),
        });
        mistake.games += 1;
        mistake.lost += hundredths(judged.loss);
    }

    /// The mistakes of at least two games, the ones first that cost the most in all.
    fn common(&self) -> Vec<serde_json::Value> {
        let mut mistakes: Vec<&Mistake> = self.mistakes.values().filter(|mistake| mistake.games > 1).collect();
        mistakes.sort_by_key(|mistake| (std::cmp::Reverse(mistake.lost), mistake.game, mistake.ply));
        let row = |mistake: &&Mistake| {
            json!({
                "moves": mistake.moves,
                "at": mistake.at.index(),
                "best": mistake.best.map_or(-1, |best| best.index() as i64),
                "games": mistake.games,
                "loss": mistake.lost / mistake.games as i64,
                "game": mistake.game,
                "ply": mistake.ply,
            })
        };
        mistakes.iter().take(MOST_COMMON).map(row).collect()
    }

    fn game(&mut self, judged: &JudgedGame) -> serde_json::Value {
        let (game, moves) = (&judged.game, &judged.moves);
        let mut labels = |value: fn(&JudgedMove) -> Value| -> Vec<usize> {
            moves.iter().map(|judged_move| self.labels.number_of(label(judged_move, value(judged_move)))).collect()
        };
        let (before_labels, after_labels) = (labels(|judged| judged.before), labels(|judged| judged.after));
        let scores = |score: fn(&JudgedMove) -> Score| -> Vec<i64> {
            moves.iter().map(|judged_move| hundredths(score(judged_move))).collect()
        };
        let has_line = |judged_move: &&JudgedMove| self.is_detailed || judged_move.class() >= Class::Good;
        let lines = moves.iter().filter(has_line).map(|judged_move| (judged_move.ply, squares(&judged_move.line)));
        let thrown = moves.iter().filter_map(|judged_move| Some((judged_move.ply, judged_move.thrown()?.to_string())));
        let deviations = moves.iter().map(|judged_move| (100.0 * judged_move.deviation).round() as i64);
        let tags = &game.tags;
        let tallies = [Colour::Black, Colour::White].map(|colour| tally(judged, colour));
        let mut object = json!({
            "black": tags.black.name,
            "white": tags.white.name,
            "date": tags.date,
            "place": tags.place,
            "opening": judged.opening,
            "moves": squares(&game.moves().iter().map(|played| played.mv).collect::<Vec<_>>()),
            "from": moves.first().map_or(game.moves().len(), |first| first.ply),
            "before": scores(|judged| judged.before.score()),
            "after": scores(|judged| judged.after.score()),
            "loss": scores(|judged| judged.loss),
            "labels": before_labels,
            "after_labels": after_labels,
            "deviation": deviations.collect::<Vec<_>>(),
            "best": squares(&moves.iter().map(|judged_move| judged_move.best).collect::<Vec<_>>()),
            "lines": by_ply(lines),
            "thrown": by_ply(thrown),
            "end": judged.end.map(|end| (hundredths(end.score()), self.labels.number_of(end_label(judged, end)))),
            "tally": tallies,
        });
        if judged.is_graded() {
            let shares = moves.iter().map(|judged_move| Some((100.0 * judged_move.difficulty?.found).round() as i64));
            object["found"] = json!(shares.collect::<Vec<_>>());
            object["ratings"] = json!([Colour::Black, Colour::White].map(|colour| {
                let mut of_side = moves.iter().filter(|judged_move| judged_move.colour == colour);
                of_side.find_map(|judged_move| Some(judged_move.difficulty?.rating))
            }));
            let mistakes = moves.iter().filter(|judged_move| judged_move.class() >= Class::Inaccuracy);
            object["likely"] = by_ply(
                mistakes.filter_map(|judged_move| Some((judged_move.ply, judged_move.difficulty?.of_mistake()))),
            );
        }
        if !is_known_to_the_page(game.rules()) {
            object["columns"] = json!(game.rules().shape().columns());
            object["turns"] = json!(turns(game));
        } else if *game.rules() != Rules::default() {
            object["start"] = json!(game.rules().start().to_string());
        }
        if game.moves().iter().any(|played| played.seconds.is_some()) {
            let seconds = game.moves().iter().map(|played| played.seconds).collect::<Vec<_>>();
            object["seconds"] = json!(seconds);
        }
        if self.is_detailed {
            let reasons = moves.iter().map(|judged_move| (judged_move.ply, reasons(game, judged_move)));
            object["reasons"] = by_ply(reasons.filter(|(_, reasons)| !reasons.is_empty()));
        }
        if moves.iter().any(|judged_move| !judged_move.moves.is_empty()) {
            object["all"] =
                by_ply(moves.iter().map(|judged_move| (judged_move.ply, self.all_moves(game.rules(), judged_move))));
        }
        object
    }

    /// The number of the square of each legal move, with Black's score and the number of its certainty.
    fn all_moves(&mut self, rules: &Rules, judged: &JudgedMove) -> Vec<Vec<i64>> {
        let mut all = Vec::with_capacity(judged.moves.len());
        for report in &judged.moves {
            let cell = report.line.first().and_then(|mv| mv.cell());
            let number =
                |cell: Cell| i64::from(cell.column()) + i64::from(rules.shape().columns()) * i64::from(cell.row());
            let label = self.labels.number(report.value);
            all.extend(cell.map(|cell| vec![number(cell), hundredths(report.value.score()), label as i64]));
        }
        all
    }
}

/// What a value of a judged move rests on.
fn label(judged: &JudgedMove, value: Value) -> String {
    match judged.from_book {
        true => BOOK.to_owned(),
        false if is_provisional(value, judged.empties) => format!("{}, provisional", value.certainty()),
        false => value.certainty().to_string(),
    }
}

/// The same for the value of the last position.
fn end_label(judged: &JudgedGame, end: Value) -> String {
    if judged.end_from_book { BOOK.to_owned() } else { end.certainty().to_string() }
}

/// Whether the page can replay a game: it knows how discs are turned over on 8x8 from any start, not who wins.
fn is_known_to_the_page(rules: &Rules) -> bool {
    let of_end = Conditions { goal: Goal::Most, empties: EmptySquares::ToWinner, tie: None, ..*rules.conditions() };
    *rules.shape() == Shape::STANDARD && of_end == Conditions::default()
}

/// The board with the side to move before each move and at the end, and the legal moves there.
fn turns(game: &Game) -> Vec<(String, String)> {
    let mut replayed = Game::new(game.rules().clone());
    let turn = |game: &Game| {
        let mut legal = game.legal();
        // The page knows squares, not lines.
        legal.dedup_by_key(|mv| mv.cell());
        (game.turn().to_string().replace('/', ""), squares(&legal))
    };
    let mut turns = vec![turn(&replayed)];
    turns.extend(game.moves().iter().map_while(|played| {
        replayed.play(played.mv).ok()?;
        Some(turn(&replayed))
    }));
    turns
}

/// Why the best move is better than the one played, in sentences with the squares that they are about.
fn reasons(game: &Game, judged: &JudgedMove) -> Vec<serde_json::Value> {
    let explanations = game.at_ply(judged.ply).map_or_else(Vec::new, |turn| judged.explanations(turn));
    explanations.iter().map(|reason| json!({ "text": reason.text, "squares": reason.squares })).collect()
}

/// The sums of a side for each phase.
fn tally(judged: &JudgedGame, colour: Colour) -> [serde_json::Value; 3] {
    let tally = Tally::of(judged, colour);
    Phase::ALL.map(|phase| {
        let part = tally.phase(phase);
        json!({ "lost": (100.0 * part.discs_lost()).round(), "classes": part.classes })
    })
}

/// An object whose keys are numbers of moves.
fn by_ply<T: Into<serde_json::Value>>(values: impl Iterator<Item = (usize, T)>) -> serde_json::Value {
    values.map(|(ply, value)| (ply.to_string(), value.into())).collect::<Map<_, _>>().into()
}

/// The moves one after the other, a pass as `--`.
fn squares(moves: &[Move]) -> String {
    moves.iter().map(|mv| mv.cell().map_or_else(|| "--".to_owned(), |cell| cell.to_string())).collect()
}

fn hundredths(score: Score) -> i64 {
    (f64::from(score.to_discs()) * 100.0).round() as i64
}
