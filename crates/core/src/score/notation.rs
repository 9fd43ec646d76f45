//! Certainty as text, the same in every output and file: `exact`, `at least`, `at most`, or `12@73%`.

use super::Certainty;
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
///
/// # Examples
/// ```
/// use emilia_core::Certainty;
///
/// let error = "certain".parse::<Certainty>().unwrap_err();
/// assert!(error.to_string().ends_with("got \"certain\""));
/// ```
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
