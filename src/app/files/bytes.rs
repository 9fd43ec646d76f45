//! Bytes as files have them.

use flate2::Crc;
use std::io::{self, Read};

/// So many bytes, fewer at the end. Takes no more memory than there are bytes, whatever is asked for.
///
/// # Errors
/// If they cannot be read.
pub(in crate::app) fn take(from: &mut impl Read, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The CRC-32 of these bytes.
pub(in crate::app) fn crc(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}
