//! The two players.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// One of the two players.
///
/// # Examples
/// ```
/// use emilia_core::Colour;
///
/// assert_eq!("x".parse(), Ok(Colour::Black));
/// assert_eq!((Colour::Black.other(), Colour::White.sign()), (Colour::White, -1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// Dark, the first to move in the standard game; `X` or `*` on paper.
    Black,
    /// Light; `O` on paper.
    White,
}

impl Colour {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// The letter of the colour's discs on paper: `X` or `O`.
    pub const fn letter(self) -> char {
        match self {
            Colour::Black => 'X',
            Colour::White => 'O',
        }
    }

    /// 1 for black, -1 for white: turns a value of one view into the other.
    pub const fn sign(self) -> i32 {
        match self {
            Colour::Black => 1,
            Colour::White => -1,
        }
    }
}

/// `black` or `white`.
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Colour::Black => "black",
            Colour::White => "white",
        })
    }
}

/// The text is not a colour.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a colour: {0:?}")]
pub struct ParseColourError(String);

/// Reads `black`, `b`, `x`, `*` or `white`, `w`, `o` in any case.
impl FromStr for Colour {
    type Err = ParseColourError;
    fn from_str(text: &str) -> Result<Colour, ParseColourError> {
        match text.to_ascii_lowercase().as_str() {
            "black" | "b" | "x" | "*" => Ok(Colour::Black),
            "white" | "w" | "o" => Ok(Colour::White),
            _ => Err(ParseColourError(super::excerpt(text))),
        }
    }
}
