//! Reading files that may be compressed.

use anyhow::Context as _;
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::path::Path;

/// The bytes of a file, decompressed as its name says: `.gz` and `.xz` files are compressed, others are not.
///
/// A `.xz` file is decompressed into memory at once.
///
/// # Errors
/// If the file cannot be read.
pub fn unpacked(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    let unreadable = || format!("cannot read {}", path.display());
    let mut file = BufReader::new(File::open(path).with_context(unreadable)?);
    Ok(match path.extension().and_then(|ending| ending.to_str()) {
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
