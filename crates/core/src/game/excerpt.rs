//! Text from outside in error messages.

use alloc::string::String;

/// The first 40 characters of the text, those beyond ASCII as `?`.
pub fn excerpt(text: &str) -> String {
    text.chars().take(40).map(|letter| if letter.is_ascii() { letter } else { '?' }).collect()
}
