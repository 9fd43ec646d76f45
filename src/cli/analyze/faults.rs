//! Lines of a file of results that are not judged games: the first one, and those of games that could not be judged.

use serde_json::{Value, json};

/// The line of a game that could not be judged.
pub(super) fn fault_line(fault: &anyhow::Error) -> String {
    json!({ "error": format!("{fault:#}") }).to_string()
}

/// The reason in a line of [`fault_line`].
pub(super) fn fault_of(line: &str) -> Option<String> {
    serde_json::from_str::<Value>(line).ok()?.get("error")?.as_str().map(str::to_owned)
}

/// Whether this is the first line of a file of results.
pub(super) fn is_results(line: &str) -> bool {
    let header: Option<Value> = serde_json::from_str(line).ok();
    header.is_some_and(|header| header["emilia"] == "analysis")
}
