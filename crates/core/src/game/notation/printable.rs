//! Text from outside, for people: nothing in it moves the cursor of a terminal, hides, or changes the order of what stands around it.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

/// Whether a character shows itself: no control character, no line separator, and none without width, that turns the direction of the
/// text, or that stands for bytes that are no text.
fn is_printable(letter: char) -> bool {
    !letter.is_control()
        && !matches!(
            letter,
            '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
                | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffd}' | '\u{e0000}'..='\u{e007f}'
        )
}

/// The text on one line: other characters become visible escapes, U+202E `\u{202e}`.
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, |letter, out| out.extend(letter.escape_unicode()))
}

/// The same for a line of JSON, whose meaning stays: U+202E becomes `\u202e`. In JSON these characters stand in strings only.
pub fn printable_json(line: &str) -> Cow<'_, str> {
    escaped(line, |letter, out| {
        letter.encode_utf16(&mut [0; 2]).iter().for_each(|unit| *out += &format!("\\u{unit:04x}"));
    })
}

fn escaped(text: &str, escape: impl Fn(char, &mut String)) -> Cow<'_, str> {
    if text.chars().all(is_printable) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(2 * text.len());
    for letter in text.chars() {
        if is_printable(letter) { out.push(letter) } else { escape(letter, &mut out) }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::{printable, printable_json};
    use std::borrow::Cow;

    #[test]
    fn what_does_not_show_itself_becomes_visible() {
        let shown = [
            ("\u{1b}[31mred\u{7}", r"\u{1b}[31mred\u{7}"),
            ("one\r\n\ttwo\u{7f}\u{9b}2J", r"one\u{d}\u{a}\u{9}two\u{7f}\u{9b}2J"),
            ("b\u{202e}kcalb\u{202c}\u{2066}x\u{2069}", r"b\u{202e}kcalb\u{202c}\u{2066}x\u{2069}"),
            ("a\u{200b}b\u{200f}\u{2028}\u{2029}\u{feff}", r"a\u{200b}b\u{200f}\u{2028}\u{2029}\u{feff}"),
            ("\u{e0041}", r"\u{e0041}"),
            ("g\u{fffd}.txt", r"g\u{fffd}.txt"),
        ];
        for (text, expected) in shown {
            assert_eq!(printable(text), expected);
        }
    }

    #[test]
    fn names_of_every_language_stay() {
        for name in ["Jos\u{e9} \u{142}", "\u{4e2d}\u{5cf6}", "\u{5d0}\u{5d1}", "\u{1f600}", r"C:\games"] {
            assert!(matches!(printable(name), Cow::Borrowed(same) if same == name));
        }
    }

    #[test]
    fn json_keeps_its_meaning() {
        let value = serde_json::json!({ "name": "\u{9b}2J\u{202e}\u{e0041} \u{e9}\n" });
        let line = printable_json(&value.to_string()).into_owned();
        assert_eq!(line, "{\"name\":\"\\u009b2J\\u202e\\udb40\\udc41 \u{e9}\\n\"}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&line).expect("JSON"), value);
    }
}
