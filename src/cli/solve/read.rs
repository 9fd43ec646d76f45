//! Where problems come from: a file, standard input, or the command line itself.

use crate::game::notation::obf::{self, ObfError, Problem};
use crate::solver::Item;
use crate::storage;
use anyhow::Context as _;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// How many problems are read ahead of those that are solved.
const AHEAD: usize = 64;

/// The problems in their order, read as they are asked for. An error of the source itself comes last.
///
/// # Errors
/// If the file does not exist, or the text is not a position.
pub(super) fn problems(from: &str) -> anyhow::Result<Receiver<io::Result<Item>>> {
    let (sender, items) = sync_channel(AHEAD);
    // A pipe is as good as a file.
    if from != "-" && fs::metadata(from).map_or(true, |found| found.is_dir()) {
        sender.send(Ok(Ok(position(from)?))).context("cannot read")?;
        return Ok(items);
    }
    let (name, bytes): (String, Box<dyn Read + Send>) = match from {
        "-" => ("standard input".to_owned(), Box::new(io::stdin())),
        path => (path.to_owned(), Box::new(File::open(path).with_context(|| format!("cannot read {path:?}"))?)),
    };
    let read = move || {
        if let Err(error) = read(&name, bytes, &sender) {
            // The receiver may be gone.
            drop(sender.send(Err(io::Error::new(error.kind(), format!("cannot read {name}: {error}")))));
        }
    };
    std::thread::Builder::new().name("reader".into()).spawn(read).context("cannot read")?;
    Ok(items)
}

/// A position on the command line.
fn position(text: &str) -> anyhow::Result<Problem> {
    let is_board = |letter: char| letter.is_whitespace() || "-.*xXoO".contains(letter);
    text.parse::<Problem>().map_err(|error| match text.chars().take(8).all(is_board) {
        true => anyhow::anyhow!("column {}: {}", error.column, error.fault),
        false => anyhow::anyhow!("neither a file nor a position: {text:?}"),
    })
}

fn read(name: &str, bytes: impl Read, sender: &SyncSender<io::Result<Item>>) -> io::Result<()> {
    let mut number = 0;
    let line = |line: String| {
        number += 1;
        let at = |error: ObfError| format!("{name}: {}", ObfError { line: number, ..error });
        obf::problems(&line).all(|problem| sender.send(Ok(problem.map_err(at))).is_ok())
    };
    storage::for_each_line(BufReader::new(bytes), line)
}
