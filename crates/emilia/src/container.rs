//! The container of the project's files: weights, games and saved solves.
//!
//! ```text
//!  0  8 bytes  the kind of file, for example "EMILIA-W"
//!  8  u32      the version of its format
//! 12  u32 …    numbers of the kind: lengths and CRC-32 checksums of the sections
//!     …        sections, compressed with zlib where they are large
//! ```
//!
//! All numbers are little-endian. Knows nothing of the content.

use flate2::Crc;
use flate2::read::ZlibDecoder;
use flate2::{Compression, write::ZlibEncoder};
use std::io::Write;
use std::io::{self, Read};
use zlib_rs::{DeflateConfig, ReturnCode, Strategy, compress_bound, compress_slice};

/// A kind of file, with the version that this program reads and writes.
pub struct Kind {
    /// The first bytes.
    pub magic: &'static [u8; 8],
    /// The version.
    pub version: u32,
    /// For messages: `a saved solve`.
    pub name: &'static str,
}

/// The bytes are not a file of the expected kind.
#[allow(missing_docs, reason = "the messages say what they are")]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HeaderError {
    #[error("not {name}: {}", beginning(start))]
    Kind { name: &'static str, start: Vec<u8> },
    #[error("the file is damaged: only {0} bytes")]
    Short(usize),
    #[error("unknown version of {name}: {found}; this program reads version {expected}")]
    Version { name: &'static str, found: u32, expected: u32 },
}

/// How a file begins, as a part of a message.
pub fn beginning(start: &[u8]) -> String {
    if start.is_empty() { "it is empty".to_owned() } else { format!("it begins with \"{}\"", start.escape_ascii()) }
}

impl Kind {
    /// The length of a header with this number of numbers, in bytes.
    pub const fn header_bytes(numbers: usize) -> usize {
        12 + 4 * numbers
    }

    /// A header with these numbers.
    pub fn header(&self, numbers: &[u32]) -> Vec<u8> {
        let mut header = self.magic.to_vec();
        header.extend([self.version].iter().chain(numbers).flat_map(|number| number.to_le_bytes()));
        header
    }

    /// The numbers of a header.
    ///
    /// # Errors
    /// If it is of another kind or version, or too short.
    pub fn numbers<const N: usize>(&self, bytes: &[u8]) -> Result<[u32; N], HeaderError> {
        if !bytes.starts_with(self.magic) {
            return Err(HeaderError::Kind { name: self.name, start: bytes.iter().take(8).copied().collect() });
        }
        let header = bytes.get(8..Kind::header_bytes(N)).ok_or(HeaderError::Short(bytes.len()))?;
        let word = |number: usize| u32::from_le_bytes(std::array::from_fn(|i| header[4 * number + i]));
        match word(0) {
            found if found == self.version => Ok(std::array::from_fn(|number| word(1 + number))),
            found => Err(HeaderError::Version { name: self.name, found, expected: self.version }),
        }
    }
}

/// The CRC-32 checksum (IEEE 802.3) of the bytes.
pub fn crc32(bytes: &[u8]) -> u32 {
    crc32_of_parts(&[bytes])
}

/// The CRC-32 checksum of these bytes, one after the other.
pub fn crc32_of_parts(parts: &[&[u8]]) -> u32 {
    let mut crc = Crc::new();
    parts.iter().for_each(|bytes| crc.update(bytes));
    crc.sum()
}

/// What `write` writes, compressed.
///
/// # Errors
/// Those of `write`.
pub fn compress(level: Compression, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), level);
    write(&mut encoder)?;
    encoder.finish()
}

/// Numbers, compressed. zlib's strategy for filtered data makes the embedded weights 5 % smaller: matches are rare and short in them.
///
/// # Errors
/// If zlib fails, which does not happen.
pub fn compress_numbers(content: &[u8]) -> io::Result<Vec<u8>> {
    let config = DeflateConfig { level: 6, strategy: Strategy::Filtered, ..DeflateConfig::default() };
    let mut packed = vec![0; compress_bound(content.len())];
    match compress_slice(&mut packed, content, config) {
        (written, ReturnCode::Ok) => Ok(written.to_vec()),
        (_, code) => Err(io::Error::other(format!("zlib: {code:?}"))),
    }
}

/// Decompresses at most one byte more than `most`, which bounds the memory for any compressed content.
///
/// # Errors
/// If the content is damaged, or those of the reader.
pub fn decompress(from: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    decompress_into(&mut content, from, most)?;
    Ok(content)
}

/// The same behind what is in `content`.
///
/// # Errors
/// As [`decompress`].
pub fn decompress_into(content: &mut Vec<u8>, from: impl Read, most: u64) -> io::Result<()> {
    ZlibDecoder::new(from).take(most + 1).read_to_end(content).map(drop)
}

#[cfg(test)]
mod tests {
    use super::{Compression, HeaderError, Kind, compress, compress_numbers, crc32, decompress};

    const KIND: Kind = Kind { magic: b"EMILIA-T", version: 2, name: "a test" };

    #[test]
    fn a_header_is_read_as_it_was_written() {
        let header = KIND.header(&[1, 0xDEAD_BEEF]);
        assert_eq!(header.len(), Kind::header_bytes(2));
        assert_eq!(KIND.numbers(&header), Ok([1, 0xDEAD_BEEF]));
        assert_eq!(KIND.numbers::<2>(&header[..19]), Err(HeaderError::Short(19)));
        let other = Kind { version: 3, ..KIND }.numbers::<2>(&header);
        assert_eq!(other.unwrap_err().to_string(), "unknown version of a test: 2; this program reads version 3");
        assert_eq!(KIND.numbers::<0>(b"other").unwrap_err().to_string(), "not a test: it begins with \"other\"");
    }

    #[test]
    fn compressed_content_is_read_up_to_a_limit() {
        let content = [7; 1000];
        let packed = compress(Compression::fast(), |out| out.write_all(&content)).expect("memory");
        assert_eq!(decompress(packed.as_slice(), 1000).expect("zlib"), content);
        let packed = compress_numbers(&content).expect("memory");
        assert_eq!(decompress(packed.as_slice(), 1000).expect("zlib"), content);
        assert_eq!(decompress(packed.as_slice(), 10).expect("zlib").len(), 11);
        assert!(decompress(&b"not zlib"[..], 10).is_err());
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    }
}
