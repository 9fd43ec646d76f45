//! Reading files that may be compressed.

use anyhow::Context as _;
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::path::Path;

/// Opens a file for reading and decompresses it according to its first bytes: those of gzip, of xz, or none of these for an uncompressed
/// file.
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
    Ok(match file.fill_buf().with_context(unreadable)? {
        [0x1F, 0x8B, ..] => Box::new(BufReader::new(MultiGzDecoder::new(file))),
        [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => {
            let mut bytes = Vec::new();
            lzma_rs::xz_decompress(&mut file, &mut bytes)
                .map_err(|error| anyhow::anyhow!("{error:?}"))
                .with_context(unreadable)?;
            Box::new(Cursor::new(bytes))
        }
        _ => Box::new(file),
    })
}

#[cfg(test)]
mod tests {
    use super::open_decompressed;
    use flate2::{Compression, write::GzEncoder};
    use std::io::{Read, Write};

    #[test]
    fn the_content_decides_and_not_the_name() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
        gzip.write_all(b"f5d6").expect("memory");
        for (name, bytes) in [("book.cmp.z", gzip.finish().expect("memory")), ("plain.gz", b"f5d6".to_vec())] {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).expect("a file");
            let mut text = String::new();
            open_decompressed(&path).and_then(|mut file| Ok(file.read_to_string(&mut text)?)).expect("a text");
            assert_eq!(text, "f5d6", "{name}");
        }
    }
}
