//! The score of a position for the side to move, in fractions of a disc, and its certainty.
//!
//! Knows nothing of boards or searches.

mod notation;
mod value;

pub use notation::{ParseCertaintyError, ParseValueError};
pub use value::{Certainty, Value};

use core::fmt;
use core::ops::{Add, Neg, Sub};

/// A value in 1/128 of a disc, from the view of the side to move. Games on 8x8 end between -64 and +64 discs, those on 10x10 between -100
/// and +100.
///
/// Fixed point, so that a null window is `(s, s.next())` and equal values compare equal on every machine.
///
/// # Examples
/// ```
/// use emilia_core::Score;
///
/// let score = Score::from_discs(-2.5);
/// assert_eq!((score.raw(), score.floor(), score.to_string().as_str()), (-320, -3, "-2.50"));
/// assert!(score < score.next() && -score > Score::ZERO);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i16);

impl Score {
    /// Steps to a disc.
    pub const UNIT: i32 = 128;
    /// The value of a drawn game.
    pub const ZERO: Score = Score(0);
    /// The best final score on 8x8: all 64 discs.
    pub const MAX: Score = Score::discs(64);
    /// The worst final score on 8x8: no disc.
    pub const MIN: Score = Score::discs(-64);
    /// Above every value a position on 8x8 can have; the upper end of a full window.
    pub const INFINITY: Score = Score(Score::MAX.0 + 1);

    /// The value of a whole number of discs.
    ///
    /// # Panics
    /// Outside of -100..=100, which no board has.
    pub const fn discs(discs: i32) -> Score {
        assert!(discs >= -100 && discs <= 100, "a number of discs from -100 to 100");
        Score((discs * Score::UNIT) as i16)
    }

    /// The value of `raw` steps of 1/128 disc, brought into the range of final scores on 8x8.
    pub const fn clamped(raw: i32) -> Score {
        let limit = Score::MAX.0 as i32;
        if raw > limit {
            Score::MAX
        } else if raw < -limit {
            Score::MIN
        } else {
            Score(raw as i16)
        }
    }

    /// The value nearest to this number of discs, within the final scores on 8x8.
    pub fn from_discs(discs: f32) -> Score {
        Score::clamped(Score::nearest(discs))
    }

    /// The value nearest to this number of discs; none if no board has so many.
    pub(crate) fn of_any_board(discs: f32) -> Option<Score> {
        (discs.abs() <= 100.0).then(|| Score(Score::nearest(discs) as i16))
    }

    /// The nearest number of steps.
    fn nearest(discs: f32) -> i32 {
        let (steps, whole) = (discs * Score::UNIT as f32, (discs * Score::UNIT as f32) as i32);
        // Halves away from zero, as f32::round has it, which needs the standard library.
        let rest = steps - whole as f32;
        whole.saturating_add(i32::from(rest >= 0.5)).saturating_sub(i32::from(rest <= -0.5))
    }

    /// The steps of 1/128 disc.
    pub const fn raw(self) -> i32 {
        self.0 as i32
    }

    /// The value that [`Score::raw`] gave, unchanged; for tables.
    pub const fn from_raw(raw: i16) -> Score {
        Score(raw)
    }

    /// The value in discs.
    pub fn to_discs(self) -> f32 {
        f32::from(self.0) / Score::UNIT as f32
    }

    /// The nearest whole number of discs, halves away from zero.
    pub const fn rounded(self) -> i32 {
        let half = Score::UNIT / 2 * if self.0 < 0 { -1 } else { 1 };
        (self.0 as i32 + half) / Score::UNIT
    }

    /// The largest whole number of discs not above this value.
    pub const fn floor(self) -> i32 {
        (self.0 as i32).div_euclid(Score::UNIT)
    }

    /// The smallest whole number of discs not below this value.
    pub const fn ceil(self) -> i32 {
        -(-(self.0 as i32)).div_euclid(Score::UNIT)
    }

    /// The least value above this one: the other end of a null window.
    pub const fn next(self) -> Score {
        Score(self.0.saturating_add(1))
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(self.0.saturating_neg())
    }
}

impl Add for Score {
    type Output = Score;
    fn add(self, other: Score) -> Score {
        Score(self.0.saturating_add(other.0))
    }
}

impl Sub for Score {
    type Output = Score;
    fn sub(self, other: Score) -> Score {
        Score(self.0.saturating_sub(other.0))
    }
}

/// In discs with a sign and two decimals, or as many as the format asks for: `+3.50`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, digits) = (f.width().unwrap_or(0), f.precision().unwrap_or(2));
        write!(f, "{:+width$.digits$}", self.to_discs())
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::Score;

    #[test]
    fn whole_discs_around_a_value() {
        for raw in -Score::MAX.raw()..=Score::MAX.raw() {
            let score = Score::clamped(raw);
            let discs = f64::from(raw) / 128.0;
            assert_eq!(f64::from(score.floor()), discs.floor());
            assert_eq!(f64::from(score.ceil()), discs.ceil());
            assert_eq!(f64::from(score.rounded()), discs.round());
        }
    }

    #[test]
    fn shown_in_discs_with_a_sign() {
        assert_eq!(Score::discs(4).to_string(), "+4.00");
        assert_eq!((-Score::from_discs(0.5)).to_string(), "-0.50");
        assert_eq!(format!("{:>7}|{:.1}", Score::discs(4), Score::from_discs(2.16)), "  +4.00|+2.2");
    }
}
