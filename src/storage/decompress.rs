//! Reading files that may be compressed.

use anyhow::Context as _;
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::path::Path;

/// Opens a file for reading and decompresses it according to its extension: `.gz`, `.xz`, or none of these for an uncompressed file.
///
/// A `.xz` file is decompressed into memory as a whole.
///
/// # Errors
/// If the file cannot be opened, or a `.xz` file is damaged. Damage of a `.gz` file is an error of the returned reader.
///
/// # Examples
/// ```
/// use std::io::Read;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("plain.txt");
/// std::fs::write(&path, "f5d6c3")?;
/// let mut text = String::new();
/// emilia::storage::open_decompressed(&path)?.read_to_string(&mut text)?;
/// assert_eq!(text, "f5d6c3");
/// # Ok::<(), anyhow::Error>(())
/// ```
pub fn open_decompressed(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    let unreadable = || format!("cannot read {}", path.display());
    let mut file = BufReader::new(File::open(path).with_context(unreadable)?);
    Ok(match path.extension().and_then(|extension| extension.to_str()) {
        Some("gz") => Box::new(BufReader::new(MultiGzDecoder::new(file))),
        Some("xz") => {
            let mut bytes = Vec::new();
            lzma_rs::xz_decompress(&mut file, &mut bytes)
                .map_err(|error| anyhow::anyhow!("{error:?}"))
                .with_context(unreadable)?;
            Box::new(Cursor::new(bytes))
        }
        _ => Box::new(file),
    })
}
