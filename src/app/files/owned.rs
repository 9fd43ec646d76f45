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

/// A regular file that no other Emilia writes to while this lives.
///
/// An empty file is as good as none: one that was made here and is still empty in the end is removed.
pub(in crate::app) struct OwnedFile {
    /// As it was given, for messages.
    name: PathBuf,
    /// Where it is, links followed.
    path: PathBuf,
    /// Open for reading and writing, and locked.
    file: File,
    /// Bytes that count; more are left of a write that failed.
    length: u64,
    /// Whether the file was not there before.
    is_new: bool,
}

impl OwnedFile {
    /// Takes possession of a file; one that is not there is made, empty.
    ///
    /// # Errors
    /// If the path leads to something else than a file, or the file cannot be written or belongs to another program.
    pub fn claim(path: &Path) -> anyhow::Result<OwnedFile> {
        let unwritable = || format!("cannot write {}", path.display());
        let Target::File(target) = Target::of(path).with_context(unwritable)? else {
            return Err(anyhow::anyhow!("it is a device or a pipe")).with_context(unwritable);
        };
        loop {
            let is_new = !target.exists();
            let file = File::options().read(true).write(true).create(true).truncate(false).open(&target);
            let file = file.with_context(unwritable)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(anyhow::anyhow!("another program is writing to it")).with_context(unwritable);
                }
                Err(TryLockError::Error(error)) => return Err(error).with_context(unwritable),
            }
            // Else it was replaced or removed before it was locked.
            if is_at(&file, &target) {
                let length = file.metadata().with_context(unwritable)?.len();
                return Ok(OwnedFile { name: path.to_owned(), path: target, file, length, is_new });
            }
        }
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Its content from the start on.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn reader(&self) -> io::Result<impl io::Read + io::Seek + use<'_>> {
        (&self.file).seek(SeekFrom::Start(0))?;
        Ok(&self.file)
    }

    /// Puts what `write` writes in the place of the content, in one step and on the disk, see [`super::replace`].
    ///
    /// # Errors
    /// Those of `write` as they are, or if the file cannot be made; the old content is left as it was then.
    pub fn replace(&mut self, write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>) -> anyhow::Result<()> {
        let unwritable = || format!("cannot write {}", self.name.display());
        let mut new = AtomicWriteFile::options().read(true).open(&self.path).with_context(unwritable)?;
        let file = new.as_file().try_clone().with_context(unwritable)?;
        ensure!(file.try_lock().is_ok(), "{}: another program has locked a new file", unwritable());
        write_to(&mut new, &self.name, write)?;
        let committed = new.commit();
        // What fails may fail after the file has its name.
        if committed.is_ok() || is_at(&file, &self.path) {
            self.length = file.metadata().with_context(unwritable)?.len();
            self.file = file;
        }
        committed.with_context(unwritable)
    }

    /// Adds bytes to the end and waits until they are on the disk.
    ///
    /// # Errors
    /// If that fails; then they do not count, and may be partly there.
    pub fn append(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let appended = self.try_append(bytes);
        if appended.is_err() {
            // If even this fails, readers leave aside what breaks off.
            let _ = self.file.set_len(self.length);
        }
        appended.with_context(|| format!("cannot write {}", self.name.display()))
    }

    fn try_append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        self.file.write_all(bytes)?;
        self.file.sync_data()?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Keeps so many bytes from the start on; what is behind them was no part of the content.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn keep(&mut self, length: u64) -> anyhow::Result<()> {
        if length > self.length {
            bail!("{} has only {} bytes", self.name.display(), self.length);
        }
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
        if self.is_new && self.is_empty() && is_at(&self.file, &self.path) {
            // If this fails an empty file is left, which is as good as none.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Whether this open file is the one of this name.
fn is_at(file: &File, path: &Path) -> bool {
    let open = file.try_clone().and_then(Handle::from_file);
    matches!((open, Handle::from_path(path)), (Ok(open), Ok(named)) if open == named)
}
