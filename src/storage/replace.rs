//! Replacing a file in one step: whoever looks finds the old file or the new one, whatever ends the program in between.

use super::target::Target;
use anyhow::Context as _;
use atomic_write_file::AtomicWriteFile;
use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file under another name beside its place, waits until it is on the disk, and moves it there.
///
/// Symbolic links are followed; the permissions of a file that is replaced are kept. Devices and pipes are written to as they are.
/// A program that is killed may leave the unfinished file, `.NAME.` with six letters behind it.
///
/// # Errors
/// Those of `write` as they are, or if the file cannot be made; an old one is left as it was then. Errors of the writer name the file.
pub fn replace<T>(path: &Path, write: impl FnOnce(&mut dyn Write) -> anyhow::Result<T>) -> anyhow::Result<T> {
    let unwritable = || format!("cannot write {}", path.display());
    match Target::of(path).with_context(unwritable)? {
        Target::Stream => write_to(OpenOptions::new().write(true).open(path).with_context(unwritable)?, path, write),
        Target::File(target) => {
            let mut file = AtomicWriteFile::open(target).with_context(unwritable)?;
            let written = write_to(&mut file, path, write)?;
            file.commit().with_context(unwritable)?;
            Ok(written)
        }
    }
}

/// Finds out early whether a path can lead to a file to be written, before hours of work.
///
/// # Errors
/// If it leads to a folder, or nowhere.
pub fn check(path: &Path) -> anyhow::Result<()> {
    Target::of(path).map(drop).with_context(|| format!("cannot write {}", path.display()))
}

/// Has `write` write to this, and sees to it that everything arrives.
pub fn write_to<T>(
    out: impl Write,
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let mut out = BufWriter::new(Named { out, path });
    let written = write(&mut out)?;
    out.flush()?;
    Ok(written)
}

/// A writer whose errors name the file.
struct Named<'a, W> {
    out: W,
    path: &'a Path,
}

impl<W> Named<'_, W> {
    fn named<T>(&self, result: io::Result<T>) -> io::Result<T> {
        let path = self.path.display();
        result.map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => error,
            kind => io::Error::new(kind, format!("cannot write {path}: {error}")),
        })
    }
}

impl<W: Write> Write for Named<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.out.write(bytes);
        self.named(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.out.flush();
        self.named(result)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::replace;
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::{Path, PathBuf};

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("emilia-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        path
    }

    fn write(path: &Path, text: &str) -> Result<(), String> {
        replace(path, |out| Ok(out.write_all(text.as_bytes())?)).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn a_file_is_replaced_where_links_lead_and_keeps_its_permissions() {
        let at = folder("replace");
        fs::write(at.join("file"), "old").expect("a file");
        fs::set_permissions(at.join("file"), fs::Permissions::from_mode(0o604)).expect("permissions");
        symlink("file", at.join("one")).expect("a link");
        symlink("one", at.join("two")).expect("a link");
        symlink("circle", at.join("circle")).expect("a link");
        symlink("gone/file", at.join("lost")).expect("a link");
        symlink("new", at.join("three")).expect("a link");
        assert_eq!((write(&at.join("two"), "new"), write(&at.join("three"), "new")), (Ok(()), Ok(())));
        assert_eq!(fs::read(at.join("file")).expect("the file"), b"new");
        assert_eq!(fs::read(at.join("new")).expect("the file"), b"new");
        assert_eq!(fs::metadata(at.join("file")).expect("the file").permissions().mode() & 0o777, 0o604);
        for wrong in ["circle", "lost", "gone/file", "."] {
            let error = write(&at.join(wrong), "new").expect_err("an error");
            assert!(error.starts_with("cannot write "), "{error}");
        }
        assert_eq!(fs::read_dir(&at).expect("the folder").count(), 7, "nothing else is left");
        fs::remove_dir_all(at).expect("the folder");
    }

    #[test]
    fn a_write_that_fails_names_the_file_and_leaves_the_old_one() {
        let at = folder("fail");
        fs::write(at.join("file"), "old").expect("a file");
        let failed = replace(&at.join("file"), |out| -> anyhow::Result<()> {
            out.write_all(b"half")?;
            anyhow::bail!("no more")
        });
        assert_eq!(failed.map_err(|error| error.to_string()), Err("no more".to_owned()));
        assert_eq!(fs::read(at.join("file")).expect("the file"), b"old");
        assert_eq!(fs::read_dir(&at).expect("the folder").count(), 1, "nothing else is left");
        fs::remove_dir_all(at).expect("the folder");
        if Path::new("/dev/full").exists() {
            let error = write(Path::new("/dev/full"), "new").expect_err("it is full");
            assert!(error.starts_with("cannot write /dev/full: "), "{error}");
        }
    }
}
