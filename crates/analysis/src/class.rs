//! The size of a mistake, the phase of a game, and results that were thrown away.

use emilia::{Score, Value};
use std::fmt;

/// A move by its loss against the best one. The limits are in discs.
///
/// # Examples
/// ```
/// use emilia::Score;
/// use emilia_analysis::Class;
///
/// assert_eq!(Class::of(Score::from_discs(0.4)), Class::Best);
/// assert_eq!(Class::of(Score::from_discs(8.0)).mark(), "??");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// It loses less than half a disc. Among exact values it is a best move.
    Best,
    /// It loses less than [`Class::INACCURACY`].
    Good,
    /// It loses at least [`Class::INACCURACY`].
    Inaccuracy,
    /// It loses at least [`Class::MISTAKE`].
    Mistake,
    /// It loses at least [`Class::BLUNDER`].
    Blunder,
}

impl Class {
    /// All, from the best one.
    pub const ALL: [Class; 5] = [Class::Best, Class::Good, Class::Inaccuracy, Class::Mistake, Class::Blunder];
    /// The least loss of an inaccuracy, in discs.
    pub const INACCURACY: i32 = 2;
    /// The least loss of a mistake, in discs.
    pub const MISTAKE: i32 = 4;
    /// The least loss of a blunder, in discs.
    pub const BLUNDER: i32 = 8;

    /// The class of a move with this loss.
    pub fn of(loss: Score) -> Class {
        match loss {
            loss if loss >= Score::discs(Class::BLUNDER) => Class::Blunder,
            loss if loss >= Score::discs(Class::MISTAKE) => Class::Mistake,
            loss if loss >= Score::discs(Class::INACCURACY) => Class::Inaccuracy,
            loss if loss.raw() * 2 >= Score::UNIT => Class::Good,
            _ => Class::Best,
        }
    }

    /// The mark of annotators: `?!`, `?`, `??`, or nothing.
    pub const fn mark(self) -> &'static str {
        match self {
            Class::Best | Class::Good => "",
            Class::Inaccuracy => "?!",
            Class::Mistake => "?",
            Class::Blunder => "??",
        }
    }
}

/// `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Class::Best => "best",
            Class::Good => "good",
            Class::Inaccuracy => "inaccuracy",
            Class::Mistake => "mistake",
            Class::Blunder => "blunder",
        })
    }
}

/// A third of a game of 60 moves, by the empty squares before a move.
///
/// # Examples
/// ```
/// use emilia_analysis::Phase;
///
/// assert_eq!([60, 40, 20].map(Phase::of), [Phase::Opening, Phase::Midgame, Phase::Endgame]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// Moves with more than 40 empty squares.
    Opening,
    /// Moves with 21 to 40 empty squares.
    Midgame,
    /// Moves with at most 20 empty squares.
    Endgame,
}

impl Phase {
    /// All, in the order of a game.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Midgame, Phase::Endgame];

    /// The phase of a move with this number of empty squares before it.
    pub const fn of(empties: u32) -> Phase {
        match empties {
            0..=20 => Phase::Endgame,
            21..=40 => Phase::Midgame,
            _ => Phase::Opening,
        }
    }
}

/// `opening`, `midgame` or `endgame`.
impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Phase::Opening => "opening",
            Phase::Midgame => "midgame",
            Phase::Endgame => "endgame",
        })
    }
}

/// A result that a move threw away, proved: the value before it and that of the move are exact or bounds that suffice.
///
/// # Examples
/// ```
/// use emilia::Value;
/// use emilia_analysis::Thrown;
///
/// assert_eq!(Thrown::between(Value::exact(6), Value::exact(-2)), Some(Thrown::WinToLoss));
/// assert_eq!(Thrown::between(Value::exact(6), Value::exact(2)), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Thrown {
    /// A won position became a drawn one.
    WinToDraw,
    /// A won position became a lost one.
    WinToLoss,
    /// A drawn position became a lost one.
    DrawToLoss,
}

impl Thrown {
    /// What is thrown away from the value before a move to the value of the move, both for the side that moves; none if nothing is, or it
    /// is not proved.
    pub fn between(before: Value, of_played: Value) -> Option<Thrown> {
        let upper = of_played.upper()?;
        let is_win = before.lower().is_some_and(|lower| lower > 0);
        let is_draw = before.lower() == Some(0) && before.upper() == Some(0);
        match upper {
            0 if is_win && of_played.lower() == Some(0) => Some(Thrown::WinToDraw),
            ..0 if is_win => Some(Thrown::WinToLoss),
            ..0 if is_draw => Some(Thrown::DrawToLoss),
            _ => None,
        }
    }
}

/// `win to draw`, `win to loss` or `draw to loss`.
impl fmt::Display for Thrown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Thrown::WinToDraw => "win to draw",
            Thrown::WinToLoss => "win to loss",
            Thrown::DrawToLoss => "draw to loss",
        })
    }
}
