//! The client in Python of `docs/json.md`, run.

use crate::common::documents::document;
use std::path::Path;
use std::process::Command;

#[test]
fn the_client_in_python_runs() {
    let page = document("docs/json.md");
    let (_, blocks) = page.parts();
    let code = blocks.iter().find(|block| block.language == "python").expect("the client").text();
    let shown = blocks.iter().find(|block| block.language == "text").expect("its output").text();
    let folder = Path::new(env!("CARGO_BIN_EXE_emilia")).parent().expect("a folder");
    let others = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&others));
    let path = std::env::join_paths(folders).expect("folders");
    let output = match Command::new("python3").args(["-c", &code]).env("PATH", path).output() {
        Ok(output) => output,
        Err(error) => return println!("there is no Python here: {error}"),
    };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(text.lines().count(), shown.lines().count(), "{text}");
    for (line, shown) in text.lines().zip(shown.lines()) {
        let words = |line: &str| line.split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(line), words(shown), "{text}");
    }
}
