//! A score together with its certainty.
//!
//! Made in one step, so that neither can be changed without the other: a proved score is a whole number of discs, and only the
//! constructors of proved values give one.

use super::Score;
use core::ops::Neg;

/// The certainty of a score. A result never claims more than was proved.
///
/// # Examples
/// ```
/// use emilia_core::Certainty;
///
/// let estimate: Certainty = "12@73%".parse()?;
/// assert_eq!(estimate, Certainty::Depth { plies: 12, percent: 73 });
/// assert!(!estimate.is_proved() && Certainty::AtLeast.is_proved());
/// # Ok::<(), emilia_core::ParseCertaintyError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Certainty {
    /// The result of a search of this depth with forward pruning at this confidence, in percent.
    /// With 100 percent and fewer plies than empty squares it is a full-width search, and still an estimate.
    Depth {
        /// Plies searched; 0 is the static evaluation.
        plies: u8,
        /// Confidence of the forward pruning, 1..=100.
        percent: u8,
    },
    /// The proved result of perfect play.
    Exact,
    /// Proved: perfect play gets at least this score.
    AtLeast,
    /// Proved: perfect play gets at most this score.
    AtMost,
}

impl Certainty {
    /// Whether the score, or the bound, was proved.
    pub const fn is_proved(self) -> bool {
        !matches!(self, Certainty::Depth { .. })
    }
}

/// A score with its certainty. What is proved is a whole number of discs.
///
/// # Examples
/// ```
/// use emilia_core::{Certainty, Score, Value};
///
/// let won = Value::at_least(2);
/// assert_eq!((won.lower(), won.upper(), (-won).upper()), (Some(2), None, Some(-2)));
/// // What is called proved is a whole number of discs.
/// assert_eq!(Value::from_parts(Score::from_discs(2.5), Certainty::Exact), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value {
    score: Score,
    certainty: Certainty,
}

impl Value {
    /// An estimate by a search of `plies` plies with a confidence of `percent` percent.
    pub const fn estimate(score: Score, plies: u8, percent: u8) -> Value {
        Value { score, certainty: Certainty::Depth { plies, percent } }
    }

    /// The proved result in discs.
    ///
    /// # Panics
    /// Outside of -100..=100, which no board has.
    pub const fn exact(discs: i32) -> Value {
        Value { score: Score::discs(discs), certainty: Certainty::Exact }
    }

    /// A proved lower bound in discs.
    ///
    /// # Panics
    /// Outside of -100..=100, which no board has.
    pub const fn at_least(discs: i32) -> Value {
        Value { score: Score::discs(discs), certainty: Certainty::AtLeast }
    }

    /// A proved upper bound in discs.
    ///
    /// # Panics
    /// Outside of -100..=100, which no board has.
    pub const fn at_most(discs: i32) -> Value {
        Value { score: Score::discs(discs), certainty: Certainty::AtMost }
    }

    /// The value of two proved bounds in discs: the score if they are equal, else the lower bound, or the upper one if the lower is -64;
    /// none if both are the limits of the game.
    pub const fn within(lower: i32, upper: i32) -> Option<Value> {
        if lower == upper {
            Some(Value::exact(lower))
        } else if lower > Score::MIN.floor() {
            Some(Value::at_least(lower))
        } else if upper < Score::MAX.floor() {
            Some(Value::at_most(upper))
        } else {
            None
        }
    }

    /// The value of these two parts; none if the score is called proved and is not a whole number of discs from -64 to 64.
    pub const fn from_parts(score: Score, certainty: Certainty) -> Option<Value> {
        if certainty.is_proved() && score.raw().abs() > Score::MAX.raw() {
            return None;
        }
        Value::of_any_board(score, certainty)
    }

    /// The same, with any number of discs that a [`Score`] has.
    pub(crate) const fn of_any_board(score: Score, certainty: Certainty) -> Option<Value> {
        if certainty.is_proved() && score.raw() % Score::UNIT != 0 { None } else { Some(Value { score, certainty }) }
    }

    /// The score in fractions of a disc; of a bound, the bound.
    pub const fn score(self) -> Score {
        self.score
    }

    /// The certainty of the score.
    pub const fn certainty(self) -> Certainty {
        self.certainty
    }

    /// Whether this is the proved result of perfect play.
    pub const fn is_exact(self) -> bool {
        matches!(self.certainty, Certainty::Exact)
    }

    /// The proved lower bound in discs, if there is one.
    pub const fn lower(self) -> Option<i32> {
        match self.certainty {
            Certainty::Exact | Certainty::AtLeast => Some(self.score.floor()),
            Certainty::AtMost | Certainty::Depth { .. } => None,
        }
    }

    /// The proved upper bound in discs, if there is one.
    pub const fn upper(self) -> Option<i32> {
        match self.certainty {
            Certainty::Exact | Certainty::AtMost => Some(self.score.floor()),
            Certainty::AtLeast | Certainty::Depth { .. } => None,
        }
    }
}

/// The same as the other side sees it: lower bounds become upper ones.
impl Neg for Value {
    type Output = Value;
    fn neg(self) -> Value {
        let certainty = match self.certainty {
            Certainty::AtLeast => Certainty::AtMost,
            Certainty::AtMost => Certainty::AtLeast,
            other => other,
        };
        Value { score: -self.score, certainty }
    }
}

#[cfg(test)]
mod tests {
    use super::{Certainty, Score, Value};

    #[test]
    fn what_is_proved_is_a_whole_number_of_discs() {
        for raw in -Score::MAX.raw()..=Score::MAX.raw() {
            let score = Score::clamped(raw);
            for certainty in [Certainty::Exact, Certainty::AtLeast, Certainty::AtMost] {
                assert_eq!(
                    Value::from_parts(score, certainty).is_some(),
                    raw % Score::UNIT == 0,
                    "{score} {certainty:?}"
                );
            }
            assert!(Value::from_parts(score, Certainty::Depth { plies: 3, percent: 73 }).is_some());
        }
        assert_eq!(Value::from_parts(Score::INFINITY, Certainty::Exact), None);
    }

    #[test]
    fn bounds_that_meet_are_a_score_and_bounds_that_say_nothing_are_none() {
        assert_eq!(Value::within(-2, -2), Some(Value::exact(-2)));
        assert_eq!(Value::within(-2, 6), Some(Value::at_least(-2)));
        assert_eq!(Value::within(-64, 6), Some(Value::at_most(6)));
        assert_eq!(Value::within(-64, 64), None);
        assert_eq!(Value::within(64, 64), Some(Value::exact(64)));
    }

    #[test]
    fn the_other_side_sees_a_lower_bound_as_an_upper_one() {
        assert_eq!(-Value::at_least(6), Value::at_most(-6));
        assert_eq!(-Value::at_most(6), Value::at_least(-6));
        assert_eq!(-Value::exact(6), Value::exact(-6));
        assert_eq!((Value::at_least(6).lower(), Value::at_least(6).upper()), (Some(6), None));
        assert_eq!((Value::at_most(6).lower(), Value::at_most(6).upper()), (None, Some(6)));
        assert_eq!((Value::exact(6).lower(), Value::exact(6).upper()), (Some(6), Some(6)));
    }
}
