//! Text as every client can show it, for all protocols.

use emilia::{Move, Turn};
use std::time::Duration;

/// The most characters of a message: it may quote a client's text, which can have any length.
const MAX_MESSAGE: usize = 200;

/// A message on one line, in ASCII: other characters become `?`, and a long message is cut.
pub(super) fn plain(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(MAX_MESSAGE) {
        Some((cut, _)) => ascii(&text[..cut]) + "...",
        None => ascii(text),
    }
}

/// The text in printable ASCII: other characters become `?`.
pub(super) fn ascii(text: &str) -> String {
    text.chars().map(|c| if c == ' ' || c.is_ascii_graphic() { c } else { '?' }).collect()
}

/// A board row by row and the side to move. What is cut off is `~`, as `#` begins a comment in a command.
pub(super) fn board(turn: &Turn) -> String {
    turn.to_string().replace('#', "~")
}

/// The first word and the rest behind it, both without blanks around them; empty where there is nothing.
pub(super) fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

/// The whole number at the start of the text, clamped to the range of the type; text after it is skipped.
pub(super) fn number(text: &str) -> Option<i64> {
    let (word, _) = split_word(text);
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(word.parse().unwrap_or(if word.starts_with('-') { i64::MIN } else { i64::MAX }))
}

/// A requested count: at least 1, and 1 if the text is not a number.
pub(super) fn count(text: &str) -> usize {
    usize::try_from(number(text).unwrap_or(1).max(1)).unwrap_or(usize::MAX)
}

/// The cells of a principal variation without separators, each pass as `--`; in lower case.
pub(super) fn variation_text(line: &[Move]) -> String {
    line.iter().map(|mv| if *mv == Move::Pass { "--".to_owned() } else { mv.to_string() }).collect()
}

/// Seconds with two decimals: `0.52`.
pub(super) fn seconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64())
}

/// The name of an option with a capital letter. It is ASCII and not empty.
pub(super) fn capitalized(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_ascii_uppercase() + rest
}

#[cfg(test)]
mod tests {
    use super::{count, number, plain};

    #[test]
    fn numbers_are_read_as_far_as_they_make_sense() {
        assert_eq!(number(" 12 and more"), Some(12));
        assert_eq!(number("-3"), Some(-3));
        assert_eq!(number("99999999999999999999"), Some(i64::MAX));
        assert_eq!(number("-99999999999999999999"), Some(i64::MIN));
        for text in ["", "x", "1.5", "-", "+-1", "1e6"] {
            assert_eq!(number(text), None, "{text:?}");
        }
        assert_eq!(["", "0", "-7", "x", "3"].map(count), [1, 1, 1, 1, 3]);
    }

    #[test]
    fn a_message_is_one_short_line_of_ascii() {
        assert_eq!(plain(" not a move: \"\u{fc}\r\n\"\t"), "not a move: \"???\"");
        assert_eq!(plain(&"x".repeat(1000)).len(), 203);
    }
}
