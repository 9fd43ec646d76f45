//! The examples in Python of `docs/json.md`, run.

use crate::common::documents::document;
use crate::common::skip;
use std::path::Path;
use std::process::Command;

#[test]
fn the_examples_in_python_run() {
    let page = document("docs/json.md");
    let (_, blocks) = page.parts();
    let code: String = blocks.iter().filter(|block| block.language == "python").map(|block| block.text()).collect();
    let files = tempfile::tempdir().expect("a folder");
    let folder = Path::new(env!("CARGO_BIN_EXE_emilia")).parent().expect("a folder");
    let others = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&others));
    let path = std::env::join_paths(folders).expect("folders");
    let output = match Command::new("python3").args(["-c", &code]).env("PATH", path).current_dir(&files).output() {
        Ok(output) => output,
        Err(error) => return skip("json", &format!("python3 does not start: {error}")),
    };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let proof = std::fs::read(files.path().join("draw.proof")).expect("the proof");
    assert!(proof.starts_with(b"Emilia proof 1 "));
    let moves = ["f5", "d6", "c3", "d3", "c4", "f4"];
    assert_eq!(text.lines().count(), moves.len(), "{text}");
    for (line, (number, mv)) in text.lines().zip((1..).zip(moves)) {
        let is_row = line.starts_with(&format!("{number}. {mv} loses ")) && line.ends_with(" for Black");
        assert!(is_row, "{text}");
    }
}
