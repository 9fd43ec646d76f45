//! A file with an exclusive lock.
//!
//! The lock is on the file itself, so there is no lock file. A replacement of the file is locked before it is renamed into place.

use super::replace::write_buffered;
use super::target::Target;
use anyhow::{Context as _, bail, ensure};
use atomic_write_file::AtomicWriteFile;
use same_file::Handle;
use std::fs::{self, File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The number of attempts to lock a folder, and the time between two of them: two seconds in all.
const MAX_LOCK_ATTEMPTS: u32 = 1000;
const LOCK_RETRY_INTERVAL: Duration = Duration::from_millis(2);

/// A regular file with an exclusive lock: no other Emilia writes to it until this value is dropped.
pub struct LockedFile {
    /// The path as given, for messages.
    path: PathBuf,
    /// The path without symbolic links.
    target: PathBuf,
    /// Open for reading and writing, and locked; none if there is no file yet.
    file: Option<File>,
    /// The length of the valid content in bytes. After a failed write the file can be longer.
    length: u64,
    /// Whether [`LockedFile::open_or_create`] created the file.
    is_created: bool,
}

impl LockedFile {
    /// Opens and locks a file. A missing file is created by the first [`LockedFile::replace`], and locked only then.
    ///
    /// # Errors
    /// If the path is a folder, a device or a pipe, the file cannot be opened for writing, or another program has locked it.
    pub fn open(path: &Path) -> anyhow::Result<LockedFile> {
        LockedFile::open_path(path, false).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Opens and locks a file. A missing file is created and locked at once, empty. It is removed on drop if it is still empty.
    ///
    /// # Errors
    /// The same as [`LockedFile::open`], or if the file cannot be created.
    pub fn open_or_create(path: &Path) -> anyhow::Result<LockedFile> {
        LockedFile::open_path(path, true).with_context(|| format!("cannot write {}", path.display()))
    }

    fn open_path(path: &Path, creates: bool) -> anyhow::Result<LockedFile> {
        let Target::File(target) = Target::resolve(path)? else { bail!("it is a device or a pipe") };
        loop {
            let is_created = creates && !target.exists();
            let (path, target) = (path.to_owned(), target.clone());
            let file = match File::options().read(true).write(true).create(creates).truncate(false).open(&target) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Ok(LockedFile { path, target, file: None, length: 0, is_created: false });
                }
                file => file?,
            };
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => bail!("another program is writing to it"),
                Err(TryLockError::Error(error)) => return Err(error.into()),
            }
            // Otherwise it was replaced or removed before it was locked.
            if is_same_file(&file, &target) {
                let length = file.metadata()?.len();
                return Ok(LockedFile { path, target, file: Some(file), length, is_created });
            }
        }
    }

    /// Whether the file is empty or missing.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The length of the content in bytes.
    pub fn len(&self) -> u64 {
        self.length
    }

    /// Whether the file exists.
    pub fn exists(&self) -> bool {
        self.file.is_some()
    }

    /// A reader of the content from its start.
    ///
    /// # Errors
    /// If the file is missing or cannot be read.
    pub fn reader(&self) -> io::Result<impl io::Read + io::Seek + use<'_>> {
        let mut file = self.file.as_ref().ok_or(io::ErrorKind::NotFound)?;
        file.seek(SeekFrom::Start(0))?;
        Ok(file)
    }

    /// Replaces the content atomically with what `write` writes, and waits until it is on disk, see [`super::replace()`].
    ///
    /// # Errors
    /// The errors of `write`, or if the file cannot be created or another program has replaced it; the old content is unchanged then.
    pub fn replace(&mut self, write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>) -> anyhow::Result<()> {
        let unwritable = || format!("cannot write {}", self.path.display());
        let mut new = AtomicWriteFile::options().read(true).open(&self.target).with_context(unwritable)?;
        let file = new.as_file().try_clone().with_context(unwritable)?;
        file.try_lock().context("cannot lock the new file").with_context(unwritable)?;
        write_buffered(&mut new, &self.path, write)?;
        let folder_lock = lock_folder(&self.target);
        self.check_not_replaced(true).with_context(unwritable)?;
        let committed = new.commit();
        drop(folder_lock);
        // An error can occur after the rename.
        if committed.is_ok() || is_same_file(&file, &self.target) {
            self.length = file.metadata().with_context(unwritable)?.len();
            self.file = Some(file);
        }
        committed.with_context(unwritable)
    }

    /// Appends bytes and waits until they are on disk.
    ///
    /// # Errors
    /// If they cannot be written, or another program has removed or replaced the file. The content is unchanged then, but some of the
    /// bytes can be left behind its end.
    pub fn append(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let appended = self.check_not_replaced(false).and_then(|()| Ok(self.try_append(bytes)?));
        if let (Err(_), Some(file)) = (&appended, &self.file) {
            // If this fails too, readers skip the incomplete record.
            let _ = file.set_len(self.length);
        }
        appended.with_context(|| format!("cannot write {}", self.path.display()))
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

    /// Checks that the path still leads to this file; with `may_be_missing` also that it leads to no file at all.
    fn check_not_replaced(&self, may_be_missing: bool) -> anyhow::Result<()> {
        let is_ours = self.file.as_ref().is_some_and(|file| is_same_file(file, &self.target));
        let is_free = may_be_missing && !self.target.exists();
        ensure!(is_ours || is_free || self.file.is_some(), "another program has created it in the meantime");
        ensure!(is_ours || is_free, "another program has removed or replaced it");
        Ok(())
    }

    /// Shortens the content to its first `length` bytes. The next write overwrites the rest.
    ///
    /// # Errors
    /// If the content is shorter.
    pub fn truncate(&mut self, length: u64) -> anyhow::Result<()> {
        ensure!(length <= self.length, "{} has only {} bytes", self.path.display(), self.length);
        self.length = length;
        Ok(())
    }

    /// Removes the file.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(self) -> anyhow::Result<()> {
        fs::remove_file(&self.target).with_context(|| format!("cannot remove {}", self.path.display()))
    }

    /// The path as given.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        if self.is_created && self.is_empty() && self.check_not_replaced(false).is_ok() {
            // If this fails, an empty file is left. It is treated like a missing one.
            let _ = fs::remove_file(&self.target);
        }
    }
}

/// Locks the folder of this path until the returned file is dropped, so that no other program renames a file into it. Without the lock,
/// two programs can both see that a name is free and then both rename.
///
/// None if folders cannot be locked, or another program keeps the lock for two seconds.
fn lock_folder(path: &Path) -> Option<File> {
    let folder = File::open(path.parent()?).ok()?;
    for _ in 0..MAX_LOCK_ATTEMPTS {
        match folder.try_lock() {
            Ok(()) => return Some(folder),
            Err(TryLockError::WouldBlock) => std::thread::sleep(LOCK_RETRY_INTERVAL),
            Err(TryLockError::Error(_)) => break,
        }
    }
    None
}

/// Whether the path leads to this open file. Only a regular file is opened for the comparison: opening a pipe would block.
fn is_same_file(file: &File, path: &Path) -> bool {
    if !fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        return false;
    }
    let open = file.try_clone().and_then(Handle::from_file);
    matches!((open, Handle::from_path(path)), (Ok(open), Ok(named)) if open == named)
}
