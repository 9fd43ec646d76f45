//! Where problems come from: a file, standard input, or the command line itself.

use crate::cli::input::{Games, Source, is_board};
use crate::cli::message::shown;
use anyhow::Context as _;
use emilia::internal::{
    solver::Item,
    storage::{self, open_decompressed},
};
use emilia::notation::{
    dropped::Dropped,
    encoding,
    obf::{self, ObfError, Problem},
};
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// How many problems are read ahead of those that are solved.
const AHEAD: usize = 64;
/// Bytes of a text in UTF-16 that are read at most. Others are read line by line, and may be endless.
const MOST_UTF_16: u64 = 64 << 20;
/// A text that begins with this number of invalid lines is not one of positions. The rest may be endless and is not read.
const MOST_INVALID: usize = 20;

/// The problems in their order, read as they are asked for. An error of the source itself comes last.
///
/// # Errors
/// If the text is neither a file nor a position nor the moves of a game.
pub(super) fn problems(from: &OsStr) -> anyhow::Result<Receiver<io::Result<Item>>> {
    let (sender, items) = sync_channel(AHEAD);
    let (name, bytes): (String, Box<dyn Read + Send>) = match Source::of(from)? {
        source @ Source::Text(_) => {
            sender.send(Ok(Ok(position(source)?))).context("cannot read")?;
            return Ok(items);
        }
        Source::StandardInput => ("standard input".to_owned(), Box::new(io::stdin())),
        Source::File(path) => (shown(&path), open_decompressed(&path)?),
    };
    // A person at a terminal sees each fault at once.
    let is_typed = from == "-" && io::stdin().is_terminal();
    let read = move || {
        if let Err(error) = read(&name, bytes, is_typed, &sender) {
            // The receiver may be gone.
            drop(sender.send(Err(io::Error::new(error.kind(), format!("cannot read {name}: {error}")))));
        }
    };
    std::thread::Builder::new().name("reader".into()).spawn(read).context("cannot read")?;
    Ok(items)
}

/// A position on the command line, or the last one of a game.
fn position(source: Source) -> anyhow::Result<Problem> {
    let text = source.path().to_string_lossy().into_owned();
    let error = match text.parse::<Problem>() {
        Ok(problem) => return Ok(problem),
        Err(error) => error,
    };
    let begins_as_board = is_board(&text.chars().take(8).collect::<String>());
    anyhow::ensure!(!begins_as_board, "column {}: {}", error.column, error.fault);
    let (game, _) = Games::read(source)?.game(1)?;
    let position = game.position().with_context(|| format!("not a game of 8x8 Othello; see --variant: {text:?}"))?;
    Ok(Problem { position, to_move: game.to_move(), answers: Vec::new(), comment: String::new() })
}

/// Sends the problems and the faults of invalid lines. Unless the text surely `has_problems`, faults are held back until the first
/// problem, so that a file of something else gives one error.
///
/// # Errors
/// If the text cannot be read, or begins with [`MOST_INVALID`] invalid lines.
fn read(name: &str, bytes: impl Read, mut has_problems: bool, sender: &SyncSender<io::Result<Item>>) -> io::Result<()> {
    let (mut number, mut faults) = (0, Vec::new());
    let send =
        |item: Result<Problem, ObfError>| sender.send(Ok(item.map_err(|error| format!("{name}: {error}")))).is_ok();
    let mut line = |line: &str| {
        number += 1;
        obf::problems(line).all(|problem| {
            let problem = problem.map_err(|error| ObfError { line: number, ..error });
            has_problems |= problem.is_ok();
            match problem {
                Err(fault) if !has_problems => {
                    faults.push(fault);
                    faults.len() < MOST_INVALID
                }
                problem => faults.drain(..).map(Err).chain([problem]).all(send),
            }
        })
    };
    let mut bytes = BufReader::new(bytes);
    if encoding::is_utf_16(bytes.fill_buf()?) {
        let mut all = Vec::new();
        bytes.take(MOST_UTF_16).read_to_end(&mut all)?;
        encoding::decode(&all, &mut Dropped::default()).lines().all(line);
    } else {
        // Old files of the Macintosh have no line feeds.
        storage::for_each_line(bytes, |lines| lines.split('\r').all(&mut line))?;
    }
    if faults.len() == MOST_INVALID {
        let message = format!("it is not a file of positions: {}", faults[0]);
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    faults.into_iter().map(Err).all(send);
    Ok(())
}
