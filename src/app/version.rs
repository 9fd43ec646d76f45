//! What `emilia --version` says: the program, and what its weights were raised on.

use crate::eval::Weights;
use serde_json::Value;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// The version, then a line for each source of what the weights were learnt from.
pub(super) fn long_version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let mut text = env!("CARGO_PKG_VERSION").to_owned();
        if let Ok(description) = serde_json::from_str::<Value>(Weights::embedded_description()) {
            describe(&description, &mut text);
        }
        text
    });
    &TEXT
}

/// Adds what is known; a description of another form adds nothing.
fn describe(description: &Value, text: &mut String) {
    let Some(positions) = description["positions"].as_u64() else { return };
    let _ = write!(text, "\nweights learnt from {positions} positions");
    for source in description["sources"].as_array().into_iter().flatten() {
        if let (Some(file), Some(positions)) = (source["file"].as_str(), source["positions"].as_u64()) {
            let _ = write!(text, "\n  {file}: {positions}");
            if let Some(level) = source["settings"]["level"].as_u64() {
                let _ = write!(text, " (self-play at level {level})");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{describe, long_version};
    use serde_json::json;

    #[test]
    fn what_the_weights_were_learnt_from_is_told_a_source_a_line() {
        let mut text = "1.0".to_owned();
        describe(
            &json!({ "positions": 30, "sources": [{ "file": "a.gz", "positions": 10 }, { "positions": 20 }] }),
            &mut text,
        );
        assert_eq!(text, "1.0\nweights learnt from 30 positions\n  a.gz: 10");
        let mut text = "1.0".to_owned();
        describe(&json!("by hand"), &mut text);
        assert_eq!(text, "1.0");
    }

    #[test]
    fn the_programs_own_weights_say_what_they_are() {
        assert!(long_version().contains("\nweights learnt from "), "{}", long_version());
    }
}
