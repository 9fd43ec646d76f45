//! A range of numbers of moves.

use crate::training::games::LONGEST;
use std::str::FromStr;

/// A number of random moves, uniform between two bounds; written `8:16`, or `8` for exactly 8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The least number.
    pub low: usize,
    /// The greatest number, below 60.
    pub high: usize,
}

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Span, String> {
        let (low, high) = text.split_once(':').unwrap_or((text, text));
        match (low.parse(), high.parse()) {
            (Ok(low), Ok(high)) if low <= high && high < LONGEST => Ok(Span { low, high }),
            _ => Err(format!("expected one or two numbers of moves from 0 to {}, such as 8:16", LONGEST - 1)),
        }
    }
}
