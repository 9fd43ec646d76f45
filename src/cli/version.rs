//! `emilia --version`: the program, and the training data of the weights in use.

use super::files;
use super::message::shown;
use emilia::internal::eval::Stages;
use serde_json::Value;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

/// Prints the version; if it is to be long, with the weights in this file or the embedded ones.
pub(super) fn print(is_long: bool, weights: Option<&Path>) -> anyhow::Result<ExitCode> {
    let mut text = concat!("emilia ", env!("CARGO_PKG_VERSION")).to_owned();
    if is_long {
        let _ = write!(text, "\nkernels: {}", emilia::KERNELS);
        if let Some(path) = weights {
            let _ = write!(text, "\nweights of {}", shown(path));
        }
        let description = |bytes: &[u8]| match weights {
            Some(_) => Stages::read(bytes).map(|stages| stages.description),
            None => Ok(Stages::description_in(bytes).unwrap_or_default().to_owned()),
        };
        match files::read_weights(weights, description) {
            Ok(description) => describe(&description, &mut text),
            Err(_) if cfg!(not(feature = "weights")) && weights.is_none() => text.push_str("\nno weights embedded"),
            Err(error) => return Err(error),
        }
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Adds a line for each source of the training data; a description in another form adds nothing.
fn describe(description: &str, text: &mut String) {
    let description: Value = serde_json::from_str(description).unwrap_or_default();
    let Some(positions) = description["positions"].as_u64() else { return };
    let _ = write!(text, "\nweights trained on {positions} positions");
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
    use super::{Stages, describe};

    fn described(description: &str) -> String {
        let mut text = "1.0".to_owned();
        describe(description, &mut text);
        text
    }

    #[test]
    fn each_source_of_the_training_data_has_a_line() {
        let sources = r#"{ "positions": 30, "sources": [{ "file": "a.gz", "positions": 10 }, { "positions": 20 }] }"#;
        assert_eq!(described(sources), "1.0\nweights trained on 30 positions\n  a.gz: 10");
        assert_eq!(described("\"by hand\""), "1.0");
        assert_eq!(described("by hand"), "1.0");
    }

    #[test]
    #[cfg(feature = "weights")]
    fn the_embedded_weights_have_a_description() {
        let text = described(Stages::description_in(emilia::internal::eval::EMBEDDED).unwrap_or_default());
        assert!(text.contains("\nweights trained on "), "{text}");
    }
}
