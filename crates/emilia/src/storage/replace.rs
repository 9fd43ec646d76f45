//! Replacing a file atomically.

use super::target::Target;
use anyhow::Context as _;
use atomic_write_file::AtomicWriteFile;
use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Replaces a file atomically: writes a temporary file beside it, waits until the data is on disk, and renames it.
///
/// Symbolic links are followed, and the permissions of an existing file are kept. Devices and pipes are written to directly. A program
/// that is killed can leave the temporary file, named `.NAME.` and six letters.
///
/// # Errors
/// The errors of `write`, or if the file cannot be created; the old file is unchanged then. Errors of the writer name the file.
pub fn replace<T>(path: &Path, write: impl FnOnce(&mut dyn Write) -> anyhow::Result<T>) -> anyhow::Result<T> {
    let unwritable = || format!("cannot write {}", path.display());
    match Target::resolve(path).with_context(unwritable)? {
        Target::Stream => {
            write_buffered(OpenOptions::new().write(true).open(path).with_context(unwritable)?, path, write)
        }
        Target::File(target) => {
            let mut file = AtomicWriteFile::open(target).with_context(unwritable)?;
            let written = write_buffered(&mut file, path, write)?;
            file.commit().with_context(unwritable)?;
            Ok(written)
        }
    }
}

/// Checks before hours of work that a path can be written: that it is not a folder, and that a file can be created in its folder.
///
/// # Errors
/// If the path is a folder, or its folder does not exist or refuses a new file.
pub fn check_writable(path: &Path) -> anyhow::Result<()> {
    let unwritable = || format!("cannot write {}", path.display());
    match Target::resolve(path).with_context(unwritable)? {
        // Opening a pipe would wait for its reader.
        Target::Stream => Ok(()),
        Target::File(target) => {
            AtomicWriteFile::open(target).and_then(AtomicWriteFile::discard).with_context(unwritable)
        }
    }
}

/// Calls `write` with a buffered writer to `out`, and flushes it. Errors of the writer name the file `path`.
///
/// # Errors
/// The errors of `write`, and those of the last flush.
pub fn write_buffered<T>(
    out: impl Write,
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let mut out = BufWriter::new(NamedWriter { out, path });
    let written = write(&mut out)?;
    out.flush()?;
    Ok(written)
}

/// A writer whose errors name its file.
struct NamedWriter<'a, W> {
    out: W,
    path: &'a Path,
}

impl<W> NamedWriter<'_, W> {
    fn name_error<T>(&self, result: io::Result<T>) -> io::Result<T> {
        let path = self.path.display();
        result.map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => error,
            kind => io::Error::new(kind, format!("cannot write {path}: {error}")),
        })
    }
}

impl<W: Write> Write for NamedWriter<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.out.write(bytes);
        self.name_error(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.out.flush();
        self.name_error(result)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::replace;
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::Path;

    fn write(path: &Path, text: &str) -> Result<(), String> {
        replace(path, |out| Ok(out.write_all(text.as_bytes())?)).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn links_are_followed_and_permissions_kept() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let at = folder.path();
        fs::write(at.join("file"), "old").expect("a file");
        fs::set_permissions(at.join("file"), fs::Permissions::from_mode(0o604)).expect("permissions");
        symlink("file", at.join("one")).expect("a link");
        symlink("one", at.join("two")).expect("a link");
        symlink("loop", at.join("loop")).expect("a link");
        symlink("gone/file", at.join("lost")).expect("a link");
        symlink("new", at.join("three")).expect("a link");
        assert_eq!((write(&at.join("two"), "new"), write(&at.join("three"), "new")), (Ok(()), Ok(())));
        assert_eq!(fs::read(at.join("file")).expect("the file"), b"new");
        assert_eq!(fs::read(at.join("new")).expect("the file"), b"new");
        assert_eq!(fs::metadata(at.join("file")).expect("the file").permissions().mode() & 0o777, 0o604);
        for wrong in ["loop", "lost", "gone/file", "."] {
            let error = write(&at.join(wrong), "new").expect_err("an error");
            assert!(error.starts_with("cannot write "), "{error}");
        }
        assert_eq!(fs::read_dir(at).expect("the folder").count(), 7, "nothing else is left");
    }

    #[test]
    fn a_failed_write_keeps_the_old_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let at = folder.path();
        fs::write(at.join("file"), "old").expect("a file");
        let failed = replace(&at.join("file"), |out| -> anyhow::Result<()> {
            out.write_all(b"half")?;
            anyhow::bail!("no more")
        });
        assert_eq!(failed.map_err(|error| error.to_string()), Err("no more".to_owned()));
        assert_eq!(fs::read(at.join("file")).expect("the file"), b"old");
        assert_eq!(fs::read_dir(at).expect("the folder").count(), 1, "nothing else is left");
        if Path::new("/dev/full").exists() {
            let error = write(Path::new("/dev/full"), "new").expect_err("it is full");
            assert!(error.starts_with("cannot write /dev/full: "), "{error}");
        }
    }
}
