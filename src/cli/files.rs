//! Files of weights, and of games in the notations that are known.

use super::message::shown;
use anyhow::Context as _;
use emilia::book::{Book, CompactBook, Store};
use emilia::eval::{Stages, Weights};
use emilia::game::notation::dropped::Dropped;
use emilia::game::notation::wthor::{self, Names};
use emilia::game::notation::{any, ggf, pgn, sgf};
use emilia::game::{Conditions, Game, Rules, Shape};
use emilia::storage::{Target, check_writable, replace};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Bytes of a game file that are read at most; a collection of every game ever played at a tournament is smaller.
const MOST_GAMES: u64 = 64 << 20;
/// Bytes of a file of names that are read at most, many times those of the 65,536 that there can be.
const MOST_NAMES: u64 = 1 << 24;
/// Bytes of a file of rules that are read at most.
const MOST_RULES: u64 = 1 << 16;
/// Bytes of a file of weights that are read at most, about seven times the size of the embedded ones.
const MOST_WEIGHTS: u64 = 64 << 20;

/// The weights in this file, or the embedded ones.
///
/// # Errors
/// If the file cannot be read or is not a weights file.
pub(super) fn weights(path: Option<&Path>) -> anyhow::Result<Arc<Weights>> {
    Ok(Arc::new(Weights::new(&stages(path)?)))
}

/// The weights of the file, not yet expanded.
///
/// # Errors
/// If the file cannot be read or is not a weights file.
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

/// The rules of this name or in these words, or of the file with this name if there is one.
///
/// # Errors
/// If the file cannot be read, or it or the text is not rules.
pub(super) fn rules(from: &OsStr) -> anyhow::Result<Rules> {
    if !Path::new(from).is_file() {
        return Ok(Rules::read(text(from)?)?);
    }
    let unreadable = || format!("cannot read {}", shown(from));
    let mut bytes = Vec::new();
    File::open(from).and_then(|file| file.take(MOST_RULES).read_to_end(&mut bytes)).with_context(unreadable)?;
    Rules::read(&String::from_utf8_lossy(&bytes)).with_context(unreadable)
}

/// The books of a conversation: one in a file, if one is named, above the embedded one.
pub(super) struct Books {
    pub file: Option<PathBuf>,
    embedded: Arc<CompactBook>,
}

impl Books {
    pub fn new(file: Option<PathBuf>) -> Books {
        Books { file, embedded: Arc::new(CompactBook::embedded()) }
    }

    /// Opens them. If the file is not a book, only the embedded one is used from now on, and the reason is given.
    pub fn open_usable(&mut self) -> (Book, Option<String>) {
        let opened = self.file.as_deref().map(Store::open).transpose();
        let (file, fault) = match opened {
            Ok(file) => (file, None),
            Err(error) => {
                self.file = None;
                (None, Some(format!("{error}; the embedded book is used")))
            }
        };
        (Book::new(file, Some(self.embedded.clone())), fault)
    }

    /// Opens them.
    ///
    /// # Errors
    /// If the file is not a book.
    pub fn open(&self) -> anyhow::Result<Book> {
        let file = self.file.as_deref().map(Store::open).transpose()?;
        Ok(Book::new(file, Some(self.embedded.clone())))
    }
}

/// The game of this number in a file, with at most this number of moves, and what was left out; see [`any::read`] for the notations.
///
/// # Errors
/// If it is not a regular file (a pipe would make the reader wait), cannot be read, has more than 64 MiB, or does not have this game.
pub(super) fn game(path: &Path, number: usize, plies: usize) -> anyhow::Result<(Game, Dropped)> {
    let unreadable = || format!("cannot read {path:?}");
    let mut bytes = Vec::new();
    let file = open_without_waiting(path).with_context(unreadable)?;
    file.take(MOST_GAMES + 1).read_to_end(&mut bytes).with_context(unreadable)?;
    if bytes.len() as u64 > MOST_GAMES {
        return Err(anyhow::anyhow!("it has more than {} MiB", MOST_GAMES >> 20)).with_context(unreadable);
    }
    let (names, mut dropped) = (names_beside(path, &bytes)?, Dropped::default());
    let game = any::read_counting(&bytes, &names, number, &mut dropped);
    let mut game = game.with_context(|| format!("no game {number} in {path:?}"))?;
    while game.moves().len() > plies {
        game.undo();
    }
    Ok((game, dropped))
}

/// The names that belong to a WTHOR database in this file with these bytes: those in files beside it that have its name or `WTHOR`, and
/// the endings `.jou` and `.trn`, in any case. None for other files.
///
/// # Errors
/// If a file beside it cannot be read or has no names.
pub(super) fn names_beside(path: &Path, bytes: &[u8]) -> anyhow::Result<Names> {
    let is_database = wthor::is_database(bytes) && path != Path::new("-");
    let (true, Some(stem)) = (is_database, path.file_stem()) else { return Ok(Names::default()) };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let beside: Vec<PathBuf> = entries.filter(|path| path.is_file()).collect();
    let find = |stem: &OsStr, ending: &str| {
        beside.iter().find(|path| {
            let is_same =
                |part: Option<&OsStr>, other: &OsStr| part.is_some_and(|part| part.eq_ignore_ascii_case(other));
            is_same(path.file_stem(), stem) && is_same(path.extension(), ending.as_ref())
        })
    };
    let read = |ending: &str, length: usize| {
        let Some(path) = find(stem, ending).or_else(|| find("wthor".as_ref(), ending)) else { return Ok(Vec::new()) };
        let unreadable = || format!("cannot read {}", path.display());
        let mut bytes = Vec::new();
        File::open(path).and_then(|file| file.take(MOST_NAMES).read_to_end(&mut bytes)).with_context(unreadable)?;
        wthor::names(&bytes, length).with_context(unreadable)
    };
    Ok(Names { players: read("jou", wthor::PLAYER_LENGTH)?, tournaments: read("trn", wthor::TOURNAMENT_LENGTH)? })
}

/// The bytes of a file, of standard input for `-`, or of the text itself if there is no file of this name.
///
/// # Errors
/// If it cannot be read or has more than 64 MiB.
pub(super) fn bytes(from: &OsStr) -> anyhow::Result<Vec<u8>> {
    let source: Box<dyn Read> = match from {
        from if from == "-" => Box::new(std::io::stdin()),
        path if fs::metadata(path).is_ok() => {
            Box::new(File::open(path).with_context(|| format!("cannot read {path:?}"))?)
        }
        from => return Ok(text(from)?.as_bytes().to_vec()),
    };
    let mut bytes = Vec::new();
    source.take(MOST_GAMES + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {from:?}"))?;
    anyhow::ensure!(bytes.len() as u64 <= MOST_GAMES, "{from:?} has more than {} MiB", MOST_GAMES >> 20);
    Ok(bytes)
}

/// The text of an argument that is not the name of a file.
///
/// # Errors
/// If it is not UTF-8.
pub(super) fn text(argument: &OsStr) -> anyhow::Result<&str> {
    argument.to_str().with_context(|| format!("neither a file nor text: {argument:?}"))
}

/// The file that a line of a conversation names.
///
/// # Errors
/// If the line was not UTF-8: its text has U+FFFD for bytes that are lost, and names another file.
pub(super) fn named(name: &str) -> anyhow::Result<&Path> {
    let is_whole = !name.contains(char::REPLACEMENT_CHARACTER);
    anyhow::ensure!(is_whole, "a line can name only files whose names are UTF-8 without U+FFFD, not {name:?}");
    Ok(Path::new(name))
}

/// Writes a new file, or replaces one if `overwrite` is set.
///
/// # Errors
/// If the file exists and `overwrite` is not set, or it cannot be written.
pub(super) fn write(path: &Path, overwrite: bool, content: &[u8]) -> anyhow::Result<()> {
    check_free(path, overwrite)?;
    replace(path, |out| Ok(out.write_all(content)?))
}

/// Checks that this is the name of a file, and not meant as standard output.
///
/// # Errors
/// If it is `-`.
pub(super) fn check_named(path: &Path) -> anyhow::Result<()> {
    anyhow::ensure!(path != Path::new("-"), "expected a file to write, not \"-\"");
    Ok(())
}

/// Checks, before a long work, that a file can be written: it is no folder, its folder exists, and it may be replaced.
///
/// # Errors
/// If it cannot be written.
pub(super) fn check_free(path: &Path, overwrite: bool) -> anyhow::Result<()> {
    check_named(path)?;
    check_writable(path)?;
    let is_file = matches!(Target::resolve(path), Ok(Target::File(_))) && fs::symlink_metadata(path).is_ok();
    anyhow::ensure!(overwrite || !is_file, "{} already exists; use --overwrite to replace it", path.display());
    Ok(())
}

/// Checks that the files of a command are different ones, and none of them is one of its inputs.
///
/// # Errors
/// If one is named twice.
pub(super) fn check_distinct<'a>(
    outputs: &[&PathBuf],
    mut inputs: impl Iterator<Item = &'a Path>,
) -> anyhow::Result<()> {
    // A file that does not exist yet has no identity but its path.
    let place = |path: &Path| match Target::resolve(path) {
        Ok(Target::File(place)) => Some(place),
        _ => None,
    };
    for (index, path) in outputs.iter().enumerate() {
        let is_same = |other: &Path| other == *path || place(other).is_some_and(|other| place(path) == Some(other));
        let is_twice = outputs[..index].iter().any(|other| is_same(other) || is_one_file(path, other));
        anyhow::ensure!(!is_twice, "{} is named for two outputs", path.display());
    }
    let input = inputs.find(|name| outputs.iter().any(|path| is_one_file(path, name)));
    input.map_or(Ok(()), |name| Err(anyhow::anyhow!("cannot write over {}, which is to be read", name.display())))
}

/// Whether two paths lead to one regular file. Others are not opened: a pipe would keep us waiting.
pub(super) fn is_one_file(one: &Path, other: &Path) -> bool {
    let is_file = |path: &Path| fs::metadata(path).is_ok_and(|found| found.is_file());
    is_file(one) && is_file(other) && same_file::is_same_file(one, other).unwrap_or(false)
}

/// Opens a regular file for reading. Opening a pipe would wait for its writer.
fn open_without_waiting(path: &Path) -> anyhow::Result<File> {
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

/// Writes the game to a file. The ending of its name is the notation: `.ggf`, `.sgf`, `.pgn`, `.txt` for a transcript or `.obf` for the board.
///
/// # Errors
/// If the ending is another one, if a transcript cannot express the start of the game or OBF its rules, if the file exists and `overwrite`
/// is not set, or if it cannot be written.
pub(super) fn save(path: &Path, game: &Game, overwrite: bool) -> anyhow::Result<()> {
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    let text = match ending.as_ref().and_then(|ending| ending.to_str()) {
        Some("ggf") => ggf::write(game),
        Some("sgf") => sgf::write(game),
        Some("pgn") => pgn::write(game),
        Some("obf")
            if *game.rules().shape() == Shape::STANDARD && *game.rules().conditions() == Conditions::default() =>
        {
            format!("{};", game.turn())
        }
        Some("obf") => {
            anyhow::bail!("OBF cannot express the rules of this game; save it as .ggf or .sgf, not {path:?}")
        }
        Some("txt") if *game.rules() == Rules::default() => game.transcript(),
        Some("txt") => {
            anyhow::bail!("a transcript cannot express the start of this game; save it as .ggf or .sgf, not {path:?}")
        }
        _ => anyhow::bail!("a file for a game ends in .ggf, .sgf, .pgn, .txt or .obf, not {path:?}"),
    };
    // Opening a pipe would wait for its reader.
    let is_stream = matches!(Target::resolve(path), Ok(Target::Stream));
    let name = shown(path);
    anyhow::ensure!(!is_stream, "cannot write {name}: it is a device or a pipe");
    let is_free = overwrite || fs::symlink_metadata(path).is_err();
    anyhow::ensure!(is_free, "{name} already exists; save --overwrite {name} replaces it");
    replace(path, |out| Ok(writeln!(out, "{text}")?))
}
