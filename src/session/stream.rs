//! A stream of results: what it is about, and what it reports.

use emilia::{Colour, Move, Report};

/// What a stream is about. The default is every move of the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// The side, if the client names one: a forced pass of the other side is inserted, any other mismatch refused.
    pub colour: Option<Colour>,
    /// The number of moves to report, best first, 1 or more.
    pub lines: usize,
    /// The only moves of a side to search, the last list of each side; a side without a list has all.
    pub allowed: Vec<(Colour, Vec<Move>)>,
    /// Moves of a side that are not searched.
    pub avoided: Vec<(Colour, Move)>,
    /// Whether a move is chosen and played under the limits of `Go`; the number of moves to report is without effect then.
    pub play: bool,
}

impl Default for Scope {
    fn default() -> Scope {
        Scope { colour: None, lines: usize::MAX, allowed: Vec::new(), avoided: Vec::new(), play: false }
    }
}

/// A move of a stream.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// Its value and line. The nodes are those of the whole search.
    pub report: Report<Move>,
    /// The standard deviation of the value's error in discs, see [`emilia::Engine::deviation`].
    pub deviation: f32,
    /// Its share among all legal moves by the static evaluation alone, before any search, from 0 to 1: a move's share is proportional to
    /// e to the power of half its evaluation in discs.
    pub prior: f32,
    /// What equal discs are worth to the side to move by the rules, from 0 for a loss over 0.5 for a draw to 1 for a win.
    pub tie: f32,
}
