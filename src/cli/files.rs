//! Files of weights, rules and books, and what a command may write.

use super::input;
use super::message::shown;
use anyhow::Context as _;
use emilia::book::{Book, CompactBook, Store};
use emilia::internal::storage::{Target, check_writable, read_up_to, replace};
use emilia::notation::{ggf, pgn, sgf};
use emilia::{Conditions, Game, Rules, Shape, Weights, WeightsError};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Bytes of a file of rules that are read at most.
const MOST_RULES: u64 = 1 << 16;
/// The ending of a file for a game whose name has none.
const GAME_ENDING: &str = "ggf";
/// Bytes of a file of weights that are read at most, about seven times the size of the embedded ones.
const MOST_WEIGHTS: u64 = 64 << 20;

/// The weights in this file, or the embedded ones.
///
/// # Errors
/// If the file cannot be read or is not a weights file.
pub(super) fn weights(path: Option<&Path>) -> anyhow::Result<Arc<Weights>> {
    Ok(Arc::new(read_weights(path, Weights::read)?))
}

/// What is read of the bytes of the weights in this file, or of the embedded ones.
///
/// # Errors
/// If the file cannot be read or is not a weights file.
pub(super) fn read_weights<T>(
    path: Option<&Path>,
    read: impl FnOnce(&[u8]) -> Result<T, WeightsError>,
) -> anyhow::Result<T> {
    let Some(path) = path else { return read(embedded()?).context("the embedded weights") };
    let unreadable = || format!("cannot read {}", path.display());
    let bytes =
        File::open(path).and_then(|mut file| read_up_to(&mut file, MOST_WEIGHTS + 1)).with_context(unreadable)?;
    let most = || format!("a file of weights has at most {} MiB", MOST_WEIGHTS >> 20);
    (bytes.len() as u64 <= MOST_WEIGHTS).then_some(()).with_context(most).with_context(unreadable)?;
    read(&bytes).with_context(|| format!("cannot use {}", path.display()))
}

#[cfg(feature = "weights")]
fn embedded() -> anyhow::Result<&'static [u8]> {
    Ok(emilia::internal::eval::EMBEDDED)
}

#[cfg(not(feature = "weights"))]
fn embedded() -> anyhow::Result<&'static [u8]> {
    anyhow::bail!("this build has no embedded weights; name a file with --weights")
}

/// The rules of this name or in these words, or of the file with this name if there is one.
///
/// # Errors
/// If the file cannot be read, or it or the text is not rules.
pub(super) fn rules(from: &OsStr) -> anyhow::Result<Rules> {
    if !Path::new(from).is_file() {
        return Ok(Rules::read(input::text(from)?)?);
    }
    let unreadable = || format!("cannot read {}", shown(from));
    let bytes = File::open(from).and_then(|mut file| read_up_to(&mut file, MOST_RULES)).with_context(unreadable)?;
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

/// The file that a line of a conversation names.
///
/// # Errors
/// If the line was not UTF-8: its text has U+FFFD for bytes that are lost, and names another file.
pub(super) fn named(name: &str) -> anyhow::Result<&Path> {
    let is_whole = !name.contains(char::REPLACEMENT_CHARACTER);
    anyhow::ensure!(is_whole, "a line can name only files whose names are UTF-8 without U+FFFD, not {name:?}");
    Ok(Path::new(name))
}

/// The file for a game that a line of a conversation names; one without an ending gets [`GAME_ENDING`].
///
/// # Errors
/// As [`named`].
pub(super) fn game_to_save(name: &str) -> anyhow::Result<PathBuf> {
    let path = named(name)?;
    let is_without = path.extension().is_none() && path.file_name().is_some();
    Ok(if is_without { path.with_extension(GAME_ENDING) } else { path.to_owned() })
}

/// The same of a game to be read, where a file of the name itself comes first.
///
/// # Errors
/// As [`named`].
pub(super) fn game_to_load(name: &str) -> anyhow::Result<PathBuf> {
    let (path, saved) = (named(name)?, game_to_save(name)?);
    Ok(if !path.exists() && saved.exists() { saved } else { path.to_owned() })
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
pub(super) fn check_free(path: &Path, overwrite: bool) -> anyhow::Result<()> {
    check_named(path)?;
    check_writable(path)?;
    let is_file = matches!(Target::resolve(path), Ok(Target::File(_))) && fs::symlink_metadata(path).is_ok();
    check_new(path, overwrite || !is_file, "use --overwrite to replace it")
}

/// The error of a file that exists already, with this advice, unless it may be written.
pub(super) fn check_new(path: &Path, is_allowed: bool, advice: &str) -> anyhow::Result<()> {
    anyhow::ensure!(is_allowed, "{} already exists; {advice}", shown(path));
    Ok(())
}

/// The advice where work can be continued.
pub(super) const CONTINUE_OR_REPLACE: &str = "use --resume to continue it or --overwrite to replace it";

/// Checks the files that a command writes: they are different ones, none is an input, and they can be written.
pub(super) fn check_outputs<'a>(
    outputs: &[&PathBuf],
    inputs: impl Iterator<Item = &'a Path>,
    overwrite: bool,
) -> anyhow::Result<()> {
    check_distinct(outputs, inputs)?;
    outputs.iter().try_for_each(|path| check_free(path, overwrite))
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

/// Writes the game to a file. The ending of its name is the notation: `.ggf`, `.sgf`, `.pgn`, `.txt` for a transcript or `.obf` for the
/// board.
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
    check_new(path, is_free, &format!("save --overwrite {name} replaces it"))?;
    replace(path, |out| Ok(writeln!(out, "{text}")?))
}
