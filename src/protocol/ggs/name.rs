//! The names of players.

/// Whether the server takes this name: 2 to 8 characters without blanks, commas and backslashes, the first one neither a dot nor an underscore.
pub(crate) fn is_name(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b',' | b'\\');
    (2..=8).contains(&text.len()) && text.bytes().all(is_letter) && !text.starts_with(['.', '_'])
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn names_are_those_that_the_server_takes() {
        for name in ["ot", "otto", "mira_2.0", "a+b-c"] {
            assert!(is_name(name), "{name:?}");
        }
        for text in ["", "o", "averylongname", ".x", "_mira", "a,b", "a b", "a\\b", "m\u{fc}ller"] {
            assert!(!is_name(text), "{text:?}");
        }
    }
}
