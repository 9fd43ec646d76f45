//! Files that one program alone writes to, for as long as it runs.
//!
//! The lock is on the file itself, so no other file is left behind. A file that takes its place is locked before it has the name.

use super::replace::write_to;
use super::target::Target;
use anyhow::{Context as _, bail, ensure};
use atomic_write_file::AtomicWriteFile;
use same_file::Handle;
use std::fs::{self, File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often, and how long apart, it is tried to lock a folder: two seconds in all.
const MOST_TRIES: u32 = 1000;
const TRY_EVERY: Duration = Duration::from_millis(2);

/// A regular file that no other Emilia writes to while this lives.
pub struct OwnedFile {
    /// As it was given, for messages.
    name: PathBuf,
    /// Where it is, links followed.
    path: PathBuf,
    /// Open for reading and writing, and locked; none before there is a file.
    file: Option<File>,
    /// Bytes that count; more are left of a write that failed.
    length: u64,
    /// Whether the file was made here, empty.
    is_made: bool,
}

impl OwnedFile {
    /// Takes possession of a file. One that is not there is made by the first [`OwnedFile::replace`], unless somebody else is quicker.
    ///
    /// # Errors
    /// If the path leads to something else than a file, or the file cannot be written or belongs to another program.
    pub fn claim(path: &Path) -> anyhow::Result<OwnedFile> {
        OwnedFile::open(path, false).with_context(|| format!("cannot write {}", path.display()))
    }

    /// The same, but a file that is not there is made at once, empty, so that nobody else takes possession of it. It is removed if
    /// it is still empty in the end.
    ///
    /// # Errors
    /// As [`OwnedFile::claim`].
    pub fn make(path: &Path) -> anyhow::Result<OwnedFile> {
        OwnedFile::open(path, true).with_context(|| format!("cannot write {}", path.display()))
    }

    fn open(name: &Path, makes: bool) -> anyhow::Result<OwnedFile> {
        let Target::File(path) = Target::of(name)? else { bail!("it is a device or a pipe") };
        loop {
            let is_made = makes && !path.exists();
            let name = name.to_owned();
            let file = match File::options().read(true).write(true).create(makes).truncate(false).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Ok(OwnedFile { name, path, file: None, length: 0, is_made: false });
                }
                file => file?,
            };
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => bail!("another program is writing to it"),
                Err(TryLockError::Error(error)) => return Err(error.into()),
            }
            // Else it was replaced or removed before it was locked.
            if is_at(&file, &path) {
                let length = file.metadata()?.len();
                return Ok(OwnedFile { name, path, file: Some(file), length, is_made });
            }
        }
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The bytes in it.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Whether there is a file.
    pub fn exists(&self) -> bool {
        self.file.is_some()
    }

    /// Its content from the start on.
    ///
    /// # Errors
    /// If there is no file, or it cannot be read.
    pub fn reader(&self) -> io::Result<impl io::Read + io::Seek + use<'_>> {
        let mut file = self.file.as_ref().ok_or(io::ErrorKind::NotFound)?;
        file.seek(SeekFrom::Start(0))?;
        Ok(file)
    }

    /// Puts what `write` writes in the place of the content, in one step and on the disk, see [`super::replace()`].
    ///
    /// # Errors
    /// Those of `write` as they are, or if the file cannot be made, or somebody else has put another one in its place; the old
    /// content is left as it was then.
    pub fn replace(&mut self, write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>) -> anyhow::Result<()> {
        let unwritable = || format!("cannot write {}", self.name.display());
        let mut new = AtomicWriteFile::options().read(true).open(&self.path).with_context(unwritable)?;
        let file = new.as_file().try_clone().with_context(unwritable)?;
        file.try_lock().context("cannot lock the new file").with_context(unwritable)?;
        write_to(&mut new, &self.name, write)?;
        let turn = take_turn(&self.path);
        self.check_place(true).with_context(unwritable)?;
        let committed = new.commit();
        drop(turn);
        // What fails may fail after the file has its name.
        if committed.is_ok() || is_at(&file, &self.path) {
            self.length = file.metadata().with_context(unwritable)?.len();
            self.file = Some(file);
        }
        committed.with_context(unwritable)
    }

    /// Adds bytes to the end and waits until they are on the disk.
    ///
    /// # Errors
    /// If that fails, or the file is not at its place any more; then they do not count, and may be partly there.
    pub fn append(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let appended = self.check_place(false).and_then(|()| Ok(self.try_append(bytes)?));
        if let (Err(_), Some(file)) = (&appended, &self.file) {
            // If even this fails, readers leave aside what breaks off.
            let _ = file.set_len(self.length);
        }
        appended.with_context(|| format!("cannot write {}", self.name.display()))
    }

    fn try_append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let file = self.file.as_mut().ok_or(io::ErrorKind::NotFound)?;
        file.set_len(self.length)?;
        file.seek(SeekFrom::Start(self.length))?;
        file.write_all(bytes)?;
        file.sync_data()?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Whether what is at the path is this file; or, where that `may_be_nothing`, whether nothing else is.
    fn check_place(&self, may_be_nothing: bool) -> anyhow::Result<()> {
        let is_ours = self.file.as_ref().is_some_and(|file| is_at(file, &self.path));
        let is_free = may_be_nothing && !self.path.exists();
        ensure!(is_ours || is_free || self.file.is_some(), "another program has made it in the meantime");
        ensure!(is_ours || is_free, "another program has removed or replaced it");
        Ok(())
    }

    /// Keeps the first `length` bytes; what is behind them was no part of the content.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn keep(&mut self, length: u64) -> anyhow::Result<()> {
        ensure!(length <= self.length, "{} has only {} bytes", self.name.display(), self.length);
        self.length = length;
        Ok(())
    }

    /// Removes it.
    ///
    /// # Errors
    /// If that fails.
    pub fn remove(self) -> anyhow::Result<()> {
        fs::remove_file(&self.path).with_context(|| format!("cannot remove {}", self.name.display()))
    }

    /// The path as it was given.
    pub fn name(&self) -> &Path {
        &self.name
    }
}

impl Drop for OwnedFile {
    fn drop(&mut self) {
        if self.is_made && self.is_empty() && self.check_place(false).is_ok() {
            // If this fails an empty file is left, which is as good as none.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Waits until no other program puts a new file in this folder, and keeps others from it until what is returned is dropped.
/// Between the look whether a name is free and the renaming there is time for two programs to find it so.
///
/// Where folders cannot be locked, or another program holds on to one, nothing is waited for.
fn take_turn(path: &Path) -> Option<File> {
    let folder = File::open(path.parent()?).ok()?;
    for _ in 0..MOST_TRIES {
        match folder.try_lock() {
            Ok(()) => return Some(folder),
            Err(TryLockError::WouldBlock) => std::thread::sleep(TRY_EVERY),
            Err(TryLockError::Error(_)) => break,
        }
    }
    None
}

/// Whether this open file is the one of this name. Only a regular file is opened for that: a pipe would keep us waiting.
fn is_at(file: &File, path: &Path) -> bool {
    if !fs::metadata(path).is_ok_and(|found| found.is_file()) {
        return false;
    }
    let open = file.try_clone().and_then(Handle::from_file);
    matches!((open, Handle::from_path(path)), (Ok(open), Ok(named)) if open == named)
}
