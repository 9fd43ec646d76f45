//! The response to any line of GTP.

/// Whether this is the one response that the line demands, or none if the line has no command; else what is wrong.
pub fn check(line: &str, response: &str) -> Result<(), String> {
    let fault = |what: &str| Err(format!("{what}: {line:?}: {response:?}"));
    let command = line.split('#').next().unwrap_or_default();
    let command = command.replace(|letter: char| letter.is_control() && letter != '\t' || letter == '\u{feff}', "");
    if command.trim().is_empty() {
        return if response.is_empty() { Ok(()) } else { fault("a response to no command") };
    }
    if !response.is_ascii() {
        return fault("not ASCII");
    }
    if !response.starts_with(['=', '?']) || !response.ends_with("\n\n") || response.matches("\n\n").count() != 1 {
        return fault("not one response");
    }
    let id: String = response[1..].chars().take_while(char::is_ascii_digit).collect();
    if command.trim_start().starts_with(&id) { Ok(()) } else { fault("another id") }
}
