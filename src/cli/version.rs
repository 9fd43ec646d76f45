//! What `emilia --version` says: the program, and what the weights in use were learnt from.

use super::files;
use crate::eval::Weights;
use serde_json::Value;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

/// Prints the version; if it is to be long, with the weights in this file or the embedded ones.
///
/// # Errors
/// If the file cannot be read or holds no weights, or nobody can be told.
pub(super) fn print(is_long: bool, weights: Option<&Path>) -> anyhow::Result<ExitCode> {
    let mut text = concat!("emilia ", env!("CARGO_PKG_VERSION")).to_owned();
    if is_long {
        match weights {
            None => describe(Weights::embedded_description(), &mut text),
            Some(path) => {
                let _ = write!(text, "\nweights of {}", path.display());
                describe(&files::stages(Some(path))?.description, &mut text);
            }
        }
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Adds what is known, a line for each source of what the weights were learnt from; a description of another form adds nothing.
fn describe(description: &str, text: &mut String) {
    let description: Value = serde_json::from_str(description).unwrap_or_default();
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
    use super::{Weights, describe};

    fn described(description: &str) -> String {
        let mut text = "1.0".to_owned();
        describe(description, &mut text);
        text
    }

    #[test]
    fn what_the_weights_were_learnt_from_is_told_a_source_a_line() {
        let sources = r#"{ "positions": 30, "sources": [{ "file": "a.gz", "positions": 10 }, { "positions": 20 }] }"#;
        assert_eq!(described(sources), "1.0\nweights learnt from 30 positions\n  a.gz: 10");
        assert_eq!(described("\"by hand\""), "1.0");
        assert_eq!(described("by hand"), "1.0");
    }

    #[test]
    fn the_programs_own_weights_say_what_they_are() {
        let text = described(Weights::embedded_description());
        assert!(text.contains("\nweights learnt from "), "{text}");
    }
}
