//! The numbers that the server gives to requests, matches, stored games and the games of a match.

use crate::protocol::text::plain;
use std::fmt;
use std::str::FromStr;

/// The number of a request, a match or a stored game: `.27`.
///
/// # Examples
/// ```
/// use emilia_cli::protocol::ggs::Id;
///
/// assert_eq!(".27".parse::<Id>()?.to_string(), ".27");
/// # Ok::<(), emilia_cli::protocol::ggs::ParseIdError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Id(pub u64);

/// A game of a match: `.31`, or `.12.0` and `.12.1` for the two games of a synchro match.
///
/// # Examples
/// ```
/// use emilia_cli::protocol::ggs::GameId;
///
/// let id: GameId = ".12.1".parse()?;
/// assert_eq!((id.of.0, id.part), (12, Some(1)));
/// # Ok::<(), emilia_cli::protocol::ggs::ParseIdError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId {
    /// The match.
    pub of: Id,
    /// The number of the game in a synchro match.
    pub part: Option<u8>,
}

/// The text is not a number of the server.
///
/// # Examples
/// ```
/// use emilia_cli::protocol::ggs::Id;
///
/// assert_eq!("27".parse::<Id>().unwrap_err().to_string(), "not a number such as .27: \"27\"");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a number such as .27: {0:?}")]
pub struct ParseIdError(String);

impl FromStr for Id {
    type Err = ParseIdError;
    fn from_str(text: &str) -> Result<Id, ParseIdError> {
        let number = text.strip_prefix('.').and_then(digits);
        number.map(Id).ok_or_else(|| ParseIdError(plain(text)))
    }
}

impl FromStr for GameId {
    type Err = ParseIdError;
    fn from_str(text: &str) -> Result<GameId, ParseIdError> {
        let error = || ParseIdError(plain(text));
        let numbers = text.strip_prefix('.').ok_or_else(error)?;
        let (of, part) = match numbers.split_once('.') {
            None => (digits(numbers), None),
            Some((of, part)) => (digits(of), Some(digits(part).and_then(|part| u8::try_from(part).ok()))),
        };
        let part = part.map(|part| part.ok_or_else(error)).transpose()?;
        Ok(GameId { of: Id(of.ok_or_else(error)?), part })
    }
}

/// The number that a text of digits is; none for a sign, which `parse` would take.
fn digits(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ".{}", self.0)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.of.fmt(f)?;
        self.part.map_or(Ok(()), |part| write!(f, ".{part}"))
    }
}

#[cfg(test)]
mod tests {
    use super::{GameId, Id};

    #[test]
    fn numbers_are_written_as_they_are_read() {
        for text in [".1", ".31", ".12.0", ".90013.1"] {
            assert_eq!(text.parse::<GameId>().map(|id| id.to_string()).as_deref(), Ok(text));
        }
        for text in ["", ".", "1", ".x", ".1.", ".1.2.3", ".+1", ".1.256", ".99999999999999999999999"] {
            assert!(text.parse::<GameId>().is_err(), "{text:?}");
        }
        assert!(".12.1".parse::<Id>().is_err());
    }
}
