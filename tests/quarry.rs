//! Recorded sessions of Quarry, replayed to the program.

use crate::common::program::{done, run};
use std::fs;
use std::path::{Path, PathBuf};

/// What Quarry sent, and what the engine of the recording answered.
struct Exchange {
    command: String,
    answer: String,
}

fn recordings() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the recordings")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("quarry_")))
        .collect();
    files.sort();
    files
}

/// The commands of a recording with their answers. Quarry sends ahead, so the nth answer belongs to the nth command.
fn exchanges(path: &Path) -> Vec<Exchange> {
    let text = fs::read_to_string(path).expect("a recording");
    let said = |mark: &str| {
        let lines = text.lines().filter_map(|line| line.split_once(mark)).map(|(_, said)| said.trim().to_owned());
        lines.collect::<Vec<_>>()
    };
    let answers = said(" < ").into_iter().filter(|line| line.starts_with(['=', '?'])).map(Some);
    // The window may have been closed while the engine thought.
    let answers = answers.chain(std::iter::repeat(None));
    let pairs = said(" > ").into_iter().zip(answers);
    pairs.map(|(command, answer)| Exchange { command, answer: answer.unwrap_or_default() }).collect()
}

/// The lines to send: the program is asked for its moves, but those of the recording are played, so that what follows is legal.
fn lines(exchanges: &[Exchange]) -> Vec<String> {
    let mut lines = Vec::new();
    for Exchange { command, answer } in exchanges {
        match (command.strip_prefix("genmove "), answer.strip_prefix("= ")) {
            (Some(colour), Some(played)) => {
                lines.extend([format!("reg_genmove {colour}"), format!("play {colour} {played}")])
            }
            _ => lines.push(command.clone()),
        }
    }
    lines
}

#[test]
fn every_command_of_a_recorded_session_is_answered_in_order() {
    let setup = ["emilia-level 1", "emilia-set hash 1", "emilia-set threads 1"].map(str::to_owned);
    let files = recordings();
    assert!(files.len() >= 5);
    for file in files {
        let exchanges = exchanges(&file);
        assert!(exchanges.len() >= 5, "{}", file.display());
        let sent: Vec<String> = setup.iter().cloned().chain(lines(&exchanges)).chain(["quit".to_owned()]).collect();
        let written = done(&run(&["gtp"], &(sent.join("\n") + "\n")));
        let heard: Vec<&str> = written.split_terminator("\n\n").collect();
        let until_quit = sent.iter().position(|line| line == "quit").map_or(sent.len(), |quit| quit + 1);
        assert_eq!(heard.len(), until_quit, "{}: {heard:?}", file.display());
        for (line, response) in sent.iter().zip(&heard) {
            let expected = match line.as_str() {
                "protocol_version" => "= 2",
                "name" => "= Emilia",
                "list_games" => "= Othello",
                line if line.contains("genmove") => "= ",
                line if line.starts_with("version") || line.starts_with("list_commands") => "= ",
                _ => "=",
            };
            let is_right = if expected == "= " {
                response.len() > 2 && response.starts_with(expected)
            } else {
                *response == expected
            };
            assert!(is_right, "{}: {line}: {response}", file.display());
        }
    }
}
