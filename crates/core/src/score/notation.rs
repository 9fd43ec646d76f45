//! Scores and their certainty as text: `+3.50 (exact)`. The certainty is the same in every output and file: `exact`, `at least`, `at most`,
//! or `12@73%`.

use super::{Certainty, Score, Value};
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// `exact`, `at least`, `at most`, or the depth with its confidence: `12@73%`.
impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Certainty::Exact => f.pad("exact"),
            Certainty::AtLeast => f.pad("at least"),
            Certainty::AtMost => f.pad("at most"),
            Certainty::Depth { plies, percent } => f.pad(&format!("{plies}@{percent}%")),
        }
    }
}

/// The text is not a certainty.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected `exact`, `at least`, `at most` or a depth such as `12@73%`, got {0:?}")]
pub struct ParseCertaintyError(String);

impl FromStr for Certainty {
    type Err = ParseCertaintyError;

    fn from_str(text: &str) -> Result<Certainty, ParseCertaintyError> {
        let depth = || {
            let (plies, percent) = text.strip_suffix('%')?.split_once('@')?;
            Some(Certainty::Depth { plies: plies.parse().ok()?, percent: percent.parse().ok()? })
        };
        match text {
            "exact" => Ok(Certainty::Exact),
            "at least" => Ok(Certainty::AtLeast),
            "at most" => Ok(Certainty::AtMost),
            _ => depth().ok_or_else(|| ParseCertaintyError(text.chars().take(40).collect())),
        }
    }
}

/// The text is not a score, or not a value.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "expected discs such as `+3.50`, from -100 to 100, with a certainty as in `+4.00 (exact)` or `+3.50 (12@73%)`, got {0:?}"
)]
pub struct ParseValueError(String);

impl ParseValueError {
    fn of(text: &str) -> ParseValueError {
        ParseValueError(text.chars().take(40).collect())
    }
}

/// A number of discs that a board can have, brought to the nearest 1/128 of a disc.
impl FromStr for Score {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Score, ParseValueError> {
        text.parse().ok().and_then(Score::of_any_board).ok_or_else(|| ParseValueError::of(text))
    }
}

/// The score and its certainty: `+3.50 (12@73%)`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} ({})", self.score(), self.certainty()))
    }
}

/// The same text; an estimate comes back to the hundredth of a disc.
impl FromStr for Value {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Value, ParseValueError> {
        let parts = || {
            let (score, certainty) = text.strip_suffix(')')?.split_once(" (")?;
            Value::of_any_board(score.parse().ok()?, certainty.parse().ok()?)
        };
        parts().ok_or_else(|| ParseValueError::of(text))
    }
}

#[cfg(test)]
mod tests {
    use super::{Certainty, Score, Value};
    use alloc::string::ToString;

    #[test]
    fn values_are_read_as_they_are_shown() {
        for raw in -Score::MAX.raw()..=Score::MAX.raw() {
            for certainty in
                [Certainty::Exact, Certainty::AtLeast, Certainty::AtMost, Certainty::Depth { plies: 7, percent: 73 }]
            {
                let Some(value) = Value::from_parts(Score::clamped(raw), certainty) else { continue };
                let read: Value = value.to_string().parse().unwrap();
                assert_eq!((read.to_string(), read.certainty()), (value.to_string(), certainty));
                assert!((read.score() - value.score()).raw().abs() <= 1 && (read == value || !certainty.is_proved()));
            }
        }
    }

    #[test]
    fn text_that_is_no_value_is_refused() {
        for text in [
            "",
            "+4",
            "+4.00 exact",
            "+4.00 (exact",
            "+2.50 (at least)",
            "+101.00 (exact)",
            "NaN (12@73%)",
            "1e9 (exact)",
        ] {
            assert!(text.parse::<Value>().is_err(), "{text}");
        }
        for text in ["", "four", "NaN", "inf", "-100.01", "+ 4"] {
            assert!(text.parse::<Score>().is_err(), "{text}");
        }
    }
}
