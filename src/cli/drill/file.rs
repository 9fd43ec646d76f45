//! The file of exercises. It is replaced as a whole after each answer, so that it survives a kill at any moment.

use crate::cli::message::shown;
use anyhow::Context as _;
use emilia::internal::storage::{LockedFile, read_text_at_most};
use emilia_analysis::drill::Deck;
use etcetera::BaseStrategy as _;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Bytes of the file that are read at most, those of some ten thousand exercises.
const MOST: u64 = 64 << 20;

/// The file, locked for this program, with its content.
pub(super) struct DeckFile {
    file: LockedFile,
    pub deck: Deck,
}

impl DeckFile {
    /// Opens the file of this name, or the user's own. A missing one has no exercises and is created by [`DeckFile::save`].
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or is in use. It is left as it is.
    pub fn open(named: Option<&Path>) -> anyhow::Result<DeckFile> {
        let path = path(named)?;
        if let (None, Some(folder)) = (named, path.parent()) {
            fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", shown(folder)))?;
        }
        let file = LockedFile::open(&path)?;
        let deck = if file.is_empty() { Deck::default() } else { parse(file.reader()?, &path)? };
        Ok(DeckFile { file, deck })
    }

    /// Writes the exercises to the file.
    ///
    /// # Errors
    /// If that fails; the file has its old content then.
    pub fn save(&mut self) -> anyhow::Result<()> {
        let deck = &self.deck;
        self.file.replace(|to| Ok(deck.write(to)?))
    }
}

/// Reads the exercises of the file of this name, or of the user's own, without locking it.
///
/// # Errors
/// If it is missing, cannot be read or is damaged.
pub(super) fn read(named: Option<&Path>) -> anyhow::Result<Deck> {
    let path = path(named)?;
    let missing = || format!("there are no exercises in {}; emilia drill add makes some", shown(&path));
    parse(File::open(&path).with_context(missing)?, &path)
}

fn parse(from: impl Read, path: &Path) -> anyhow::Result<Deck> {
    let text = read_text_at_most(from, MOST).with_context(|| format!("cannot read {}", shown(path)))?;
    let unusable = || format!("cannot use {}, which is left as it is; --file names another file", shown(path));
    Deck::read(&text).with_context(unusable)
}

/// The file of this name, or the user's own.
///
/// # Errors
/// If the user has no home folder.
pub(super) fn path(named: Option<&Path>) -> anyhow::Result<PathBuf> {
    if let Some(named) = named {
        return Ok(named.to_owned());
    }
    let folders = etcetera::base_strategy::choose_native_strategy();
    let folders = folders.context("there is no home folder; name the file of exercises with --file")?;
    Ok(folders.data_dir().join("emilia").join("drill.json"))
}
