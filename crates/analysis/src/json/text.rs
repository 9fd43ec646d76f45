//! Numbers and text as JSON on a line of ASCII.

use emilia::Score;
use serde_json::{Value, json};

/// The value on one line in printable ASCII: other characters of its strings are written as `\uXXXX`.
pub(super) fn ascii(value: &Value) -> String {
    let text = value.to_string();
    if text.bytes().all(is_plain) {
        return text;
    }
    let mut plain = String::with_capacity(2 * text.len());
    for letter in text.chars() {
        match u8::try_from(letter) {
            Ok(byte) if is_plain(byte) => plain.push(letter),
            _ => letter.encode_utf16(&mut [0; 2]).iter().for_each(|unit| plain += &format!("\\u{unit:04x}")),
        }
    }
    plain
}

/// Whether it is a printable character of ASCII. Control characters of a string are escaped already, but for the last one.
fn is_plain(byte: u8) -> bool {
    byte == b' ' || byte.is_ascii_graphic()
}

/// A whole number of discs where it is one, else with two decimals.
pub fn number(score: Score) -> Value {
    match score.raw() % Score::UNIT {
        0 => json!(score.rounded()),
        _ => json!(rounded(f64::from(score.to_discs()), 1e2)),
    }
}

/// The nearest multiple of 1/`steps`.
pub fn rounded(number: f64, steps: f64) -> f64 {
    (number * steps).round() / steps
}

#[cfg(test)]
mod tests {
    use super::ascii;
    use serde_json::{Value, json};

    #[test]
    fn any_text_reads_as_the_same() {
        let value = json!({ "\u{feff}a\u{7f}\n": "\u{1f600} \u{e9}\"\\ \u{0}\u{2028}", "b": [1.5, null] });
        let text = ascii(&value);
        assert!(text.bytes().all(|byte| (32..127).contains(&byte)), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), value);
    }
}
