//! Reading files that may be compressed.

use super::read_at_most;
use anyhow::Context as _;
use flate2::read::MultiGzDecoder;
use lzma_rust2::XzReader;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// The most bytes of a file that is read as a whole.
pub const MOST_BYTES: u64 = 1 << 30;
/// The same of what a compressed one expands to: a few KiB can expand to anything.
const MOST_EXPANDED: u64 = 64 << 20;
/// The most memory for decompressing a `.xz` file, in KiB: enough for what `xz -9` writes.
const XZ_MEMORY: u32 = 80 << 10;

/// Opens a file for reading and decompresses it according to its first bytes: those of gzip, of xz, or none of these for an uncompressed
/// file. It is decompressed as it is read.
///
/// # Errors
/// If the file cannot be opened. Damage is an error of the returned reader, and so is a `.xz` file that needs more than 80 MiB of memory.
pub fn open_decompressed(path: &Path) -> anyhow::Result<Box<dyn BufRead + Send>> {
    open(path).map(|(reader, _)| reader)
}

/// Reads a file that may be compressed as a whole.
///
/// # Errors
/// If it cannot be read, has more than 1 GiB, or expands to more than 64 MiB.
pub fn read_decompressed(path: &Path) -> anyhow::Result<Vec<u8>> {
    let (reader, is_compressed) = open(path)?;
    let most = if is_compressed { MOST_EXPANDED } else { MOST_BYTES };
    read_at_most(reader, most).with_context(|| format!("cannot read {}", path.display()))
}

/// The reader, with whether the file is compressed.
fn open(path: &Path) -> anyhow::Result<(Box<dyn BufRead + Send>, bool)> {
    let unreadable = || format!("cannot read {}", path.display());
    let mut file = BufReader::new(File::open(path).with_context(unreadable)?);
    let expanding: Box<dyn Read + Send> = match file.fill_buf().with_context(unreadable)? {
        [0x1F, 0x8B, ..] => Box::new(MultiGzDecoder::new(file)),
        [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Box::new(XzReader::new_mem_limit(file, true, XZ_MEMORY)),
        _ => return Ok((Box::new(file), false)),
    };
    Ok((Box::new(BufReader::new(expanding)), true))
}

#[cfg(test)]
mod tests {
    use super::{MOST_EXPANDED, open_decompressed, read_decompressed};
    use flate2::{Compression, write::GzEncoder};
    use lzma_rust2::{XzOptions, XzWriter};
    use std::io::{Read, Write};
    use std::path::Path;

    fn gzip(content: impl Read) -> Vec<u8> {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        copy(content, &mut packed);
        packed.finish().expect("memory")
    }

    fn xz(content: impl Read, dictionary: u32) -> Vec<u8> {
        let mut options = XzOptions::with_preset(0);
        options.lzma_options.dict_size = dictionary;
        let mut packed = XzWriter::new(Vec::new(), options).expect("memory");
        copy(content, &mut packed);
        packed.finish().expect("memory")
    }

    fn copy(mut from: impl Read, to: &mut impl Write) {
        std::io::copy(&mut from, to).expect("memory");
    }

    fn written(folder: &Path, bytes: &[u8]) -> std::path::PathBuf {
        let path = folder.join("file");
        std::fs::write(&path, bytes).expect("a file");
        path
    }

    #[test]
    fn the_content_decides_and_not_the_name() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let text = &b"f5d6"[..];
        for bytes in [gzip(text), xz(text, 1 << 16), [xz(text, 1 << 16), xz(&b""[..], 1 << 16)].concat(), text.to_vec()]
        {
            let path = written(folder.path(), &bytes);
            assert_eq!(read_decompressed(&path).expect("a text"), text);
            let mut again = Vec::new();
            open_decompressed(&path).and_then(|mut file| Ok(file.read_to_end(&mut again)?)).expect("a text");
            assert_eq!(again, text);
        }
    }

    #[test]
    fn what_expands_too_far_is_refused() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let zeros = |more: u64| std::io::repeat(0).take(MOST_EXPANDED + more);
        for pack in [|content| gzip(content), |content| xz(content, 1 << 16)] {
            let bytes = pack(zeros(0));
            assert_eq!(read_decompressed(&written(folder.path(), &bytes)).expect("zeros").len() as u64, MOST_EXPANDED);
            let error = read_decompressed(&written(folder.path(), &pack(zeros(1)))).expect_err("too much");
            assert!(format!("{error:#}").ends_with("it has more than 64 MiB"), "{error:#}");
        }
    }

    #[test]
    fn a_dictionary_that_needs_too_much_memory_is_refused() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut bytes = xz(&b"f5d6"[..], 1 << 16);
        // The header of the block has the size of the dictionary, 39 for 3 GiB, and a checksum. `xz -9` has 64 MiB.
        let header = 12..20;
        for (size, is_taken) in [(28, true), (39, false)] {
            bytes[16] = size;
            let mut checksum = flate2::Crc::new();
            checksum.update(&bytes[header.clone()]);
            bytes[20..24].copy_from_slice(&checksum.sum().to_le_bytes());
            assert_eq!(read_decompressed(&written(folder.path(), &bytes)).is_ok(), is_taken, "{size}");
        }
    }

    #[test]
    fn damage_is_an_error() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for bytes in [gzip(&b"f5d6c3d3"[..]), xz(&b"f5d6c3d3"[..], 1 << 16)] {
            assert!(read_decompressed(&written(folder.path(), &bytes[..bytes.len() - 9])).is_err());
            let mut damaged = bytes.clone();
            // A byte of the content, which the checksum does not fit.
            let at = if bytes[0] == 0x1F { bytes.len() - 8 } else { 28 };
            damaged[at] ^= 1;
            assert!(read_decompressed(&written(folder.path(), &damaged)).is_err());
        }
    }
}
