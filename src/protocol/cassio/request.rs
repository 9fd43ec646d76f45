//! The arguments of searches, and of results that are fed to the engine.

use crate::session::KnownResult;
use emilia::notation::transcript;
use emilia::{Game, Limits, Move, Rules, Score, Selectivity, Turn};
use std::str::SplitWhitespace;

/// Squares of a board, and the letter of the side to move.
const LETTERS: usize = 65;
/// The precision where none is given.
const FULL: f64 = 100.0;

/// The two searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SearchKind {
    /// To a depth.
    Midgame,
    /// To the end of the game.
    Endgame,
}

impl SearchKind {
    /// The command.
    pub(super) const fn name(self) -> &'static str {
        match self {
            SearchKind::Midgame => "midgame-search",
            SearchKind::Endgame => "endgame-search",
        }
    }
}

/// A search that is asked for.
pub(super) struct Request {
    /// The position as the client wrote it.
    pub(super) name: String,
    pub(super) game: Box<Game>,
    /// The window, in whole discs.
    pub(super) window: (Score, Score),
    pub(super) limits: Box<Limits>,
}

/// Reads `POS ALPHA BETA DEPTH PRECISION` of a midgame search, or the same without the depth of an endgame search.
///
/// # Errors
/// If something is missing or wrong. The text is for a person.
pub(super) fn search(kind: SearchKind, arguments: &str) -> Result<Request, String> {
    let mut words = arguments.split_whitespace();
    let (name, turn) = position(&mut words)?;
    let (alpha, beta) = (number(&mut words, "alpha")?, number(&mut words, "beta")?);
    let depth = match kind {
        SearchKind::Midgame => words.next().map_or(Ok(Limits::MOST_PLIES), depth)?,
        SearchKind::Endgame => Limits::MOST_PLIES,
    };
    let selectivity = precision(words.next())?;
    // A window between whole discs is widened to them, and is at least one disc wide.
    let alpha = alpha.floor().clamp(-64.0, 63.0) as i32;
    let beta = beta.ceil().clamp(f64::from(alpha) + 1.0, 64.0) as i32;
    let limits = Limits::new(depth, selectivity).with_window(alpha, beta);
    let game = Box::new(Game::new(Rules::from_start(turn)));
    Ok(Request { name, game, window: limits.window, limits: Box::new(limits) })
}

/// Reads `POS LOWER UPPER DEPTH PRECISION PV`, a result that the client found elsewhere.
///
/// # Errors
/// If something is missing or wrong. The text is for a person.
pub(super) fn fed(arguments: &str) -> Result<KnownResult, String> {
    let mut words = arguments.split_whitespace();
    let (_, turn) = position(&mut words)?;
    let (lower, upper) = (number(&mut words, "the lower bound")?, number(&mut words, "the upper bound")?);
    if lower > upper {
        return Err(format!("the bounds {lower} and {upper}"));
    }
    let plies = words.next().map_or_else(|| Err("the depth, which is missing".to_owned()), depth)?;
    let selectivity = precision(words.next())?;
    let mut game = Game::new(Rules::from_start(turn));
    let line = words.collect::<Vec<_>>().join(" ");
    transcript::play(&mut game, &line).map_err(|error| format!("the variation: {error}"))?;
    let score = |discs: f64| Score::from_discs(discs.clamp(-64.0, 64.0) as f32);
    let best = game.moves().first().map(|played| played.mv).filter(|mv| *mv != Move::Pass);
    Ok(KnownResult {
        turn,
        lower: score(lower),
        upper: score(upper),
        depth: plies,
        percent: selectivity.percent(),
        best,
    })
}

/// The position as one word of 65 letters, or with a blank before the side to move; as it is written, and as a board.
fn position(words: &mut SplitWhitespace<'_>) -> Result<(String, Turn), String> {
    let board = words.next().unwrap_or_default();
    let glued = board.char_indices().nth(LETTERS - 1).map(|(side, _)| board.split_at(side));
    let (name, text) = match glued {
        Some((squares, side)) => (board.to_owned(), format!("{squares} {side}")),
        None if board.chars().count() + 1 == LETTERS => {
            let name = format!("{board} {}", words.next().unwrap_or_default());
            (name.clone(), name)
        }
        None => (board.to_owned(), board.to_owned()),
    };
    let letters = name.chars().filter(|letter| *letter != ' ');
    let is_board = letters.clone().count() == LETTERS && letters.clone().all(|letter| "XxOo-.".contains(letter));
    let turn = Turn::read(&text).ok().filter(|_| is_board);
    turn.map(|turn| (name, turn)).ok_or_else(|| format!("the position {board:?}"))
}

fn number(words: &mut SplitWhitespace<'_>, what: &str) -> Result<f64, String> {
    let word = words.next().unwrap_or_default();
    word.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| format!("{what}: not a number: {word:?}"))
}

fn depth(word: &str) -> Result<u32, String> {
    let depth: u32 = word.parse().map_err(|_| format!("the depth: not a number: {word:?}"))?;
    Ok(depth.min(Limits::MOST_PLIES))
}

/// The lowest confidence of at least this precision in percent.
fn precision(word: Option<&str>) -> Result<Selectivity, String> {
    let percent = match word.map(|word| word.trim_end_matches('%')) {
        Some(word) => word.parse().map_err(|_| format!("the precision: not a number: {word:?}"))?,
        None => FULL,
    };
    let is_percent = (0.0..=FULL).contains(&percent);
    let selectivity = Selectivity::from_percent(percent.ceil() as u32).filter(|_| is_percent);
    selectivity.ok_or_else(|| format!("the precision: not a percentage: {percent}"))
}
