//! A range of numbers of random moves.

use crate::games::MAX_MOVES;
use std::str::FromStr;

/// A range of numbers of random moves, from which a game uses one with equal probability. Its text is `8:16`, or `8` for exactly 8.
///
/// # Examples
/// ```
/// use emilia_training::selfplay::PlyRange;
///
/// assert_eq!("8:16".parse(), Ok(PlyRange { min: 8, max: 16 }));
/// assert_eq!("8".parse(), Ok(PlyRange { min: 8, max: 8 }));
/// assert!("16:8".parse::<PlyRange>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlyRange {
    /// The smallest number.
    pub min: usize,
    /// The largest number, `min` to 59.
    pub max: usize,
}

impl FromStr for PlyRange {
    type Err = String;

    fn from_str(text: &str) -> Result<PlyRange, String> {
        let (min, max) = text.split_once(':').unwrap_or((text, text));
        match (min.parse(), max.parse()) {
            (Ok(min), Ok(max)) if min <= max && max < MAX_MOVES => Ok(PlyRange { min, max }),
            _ => Err(format!("expected a number from 0 to {} or a range like 8:16", MAX_MOVES - 1)),
        }
    }
}
