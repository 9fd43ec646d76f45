//! Files of weights, and of games in the notations that are known.

use crate::eval::{Stages, Weights};
use crate::game::notation::{ggf, obf, sgf, transcript};
use crate::game::{Game, Rules};
use crate::storage::{Target, replace};
use anyhow::Context as _;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// Bytes of a game file that are read at most; a collection of every game ever played at a tournament is smaller.
const MOST_GAMES: u64 = 64 << 20;
/// Bytes of a file of weights that are read at most, about ten times as many as one has.
const MOST_WEIGHTS: u64 = 64 << 20;

/// The weights in this file, or the embedded ones.
///
/// # Errors
/// If the file cannot be read or holds no such weights.
pub(super) fn weights(path: Option<&Path>) -> anyhow::Result<Arc<Weights>> {
    Ok(Arc::new(Weights::new(&stages(path)?)))
}

/// The same as they stand in the file.
///
/// # Errors
/// If the file cannot be read or holds no such weights.
pub(super) fn stages(path: Option<&Path>) -> anyhow::Result<Stages> {
    let Some(path) = path else { return embedded() };
    let unreadable = || format!("cannot read {}", path.display());
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(MOST_WEIGHTS + 1).read_to_end(&mut bytes)).with_context(unreadable)?;
    if bytes.len() as u64 > MOST_WEIGHTS {
        return Err(anyhow::anyhow!("a file of weights has at most {} MiB", MOST_WEIGHTS >> 20))
            .with_context(unreadable);
    }
    Stages::read(&bytes).with_context(|| format!("cannot use {}", path.display()))
}

#[cfg(feature = "weights")]
fn embedded() -> anyhow::Result<Stages> {
    Stages::embedded().context("the embedded weights")
}

#[cfg(not(feature = "weights"))]
fn embedded() -> anyhow::Result<Stages> {
    anyhow::bail!("this build has no embedded weights; name a file with --weights")
}

/// The first game in a file, with so many of its moves at most: a GGF or SGF record, an OBF position, or a transcript.
///
/// # Errors
/// If it is no regular file, which might keep the reader waiting, or cannot be read, has more than 64 MiB, or holds no game.
pub(super) fn game(path: &str, plies: usize) -> anyhow::Result<Game> {
    let unreadable = || format!("cannot read {path:?}");
    let mut bytes = Vec::new();
    let file = open_without_waiting(path).with_context(unreadable)?;
    file.take(MOST_GAMES + 1).read_to_end(&mut bytes).with_context(unreadable)?;
    if bytes.len() as u64 > MOST_GAMES {
        return Err(anyhow::anyhow!("it has more than {} MiB", MOST_GAMES >> 20)).with_context(unreadable);
    }
    let text = String::from_utf8_lossy(&bytes);
    let mut game = read(&text).with_context(|| format!("no game in {path:?}"))?;
    while game.moves().len() > plies {
        game.undo();
    }
    Ok(game)
}

/// Opens a regular file for reading. Whoever opened a pipe would wait for somebody to write to it.
fn open_without_waiting(path: &str) -> anyhow::Result<File> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        options.read(true),
        rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
    );
    let file = options.read(true).open(path)?;
    anyhow::ensure!(file.metadata()?.is_file(), "it is not a regular file");
    Ok(file)
}

/// Writes the game to a file, in the place of one that is there: its name's ending says whether as a GGF or SGF record, as a
/// transcript (`.txt`) or as the board alone (`.obf`).
///
/// # Errors
/// If the ending is another one, if the game did not begin as a transcript supposes, or if the file cannot be written.
pub(super) fn save(path: &str, game: &Game) -> anyhow::Result<()> {
    let ending = Path::new(path).extension().map(|ending| ending.to_ascii_lowercase());
    let text = match ending.as_ref().and_then(|ending| ending.to_str()) {
        Some("ggf") => ggf::write(game),
        Some("sgf") => sgf::write(game),
        Some("obf") => format!("{};", game.turn()),
        Some("txt") if *game.rules() == Rules::default() => game.transcript(),
        Some("txt") => {
            anyhow::bail!("the moves alone do not tell where this game began; save it as .ggf or .sgf, not {path:?}")
        }
        _ => anyhow::bail!("a file for a game ends in .ggf, .sgf, .txt or .obf, not {path:?}"),
    };
    // Whoever opened a pipe would wait for somebody to read from it.
    let is_stream = matches!(Target::resolve(Path::new(path)), Ok(Target::Stream));
    anyhow::ensure!(!is_stream, "cannot write {path}: it is a device or a pipe");
    replace(Path::new(path), |out| Ok(writeln!(out, "{text}")?))
}

fn read(text: &str) -> anyhow::Result<Game> {
    anyhow::ensure!(!text.trim().is_empty(), "it is empty");
    if text.contains("(;") {
        // Both look alike, but GGF names its game and SGF numbers it.
        return if text.contains("GM[2]") { Ok(sgf::read(text)?) } else { Ok(ggf::read(text)?) };
    }
    match (obf::problems(text).next(), transcript::read(text)) {
        (Some(Ok(problem)), _) => Ok(problem.game()),
        (_, Ok(game)) => Ok(game),
        (_, Err(error)) => Err(error.into()),
    }
}
