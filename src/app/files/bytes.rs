//! Bytes as files have them.

use flate2::Crc;
use std::io::{self, BufRead, Read};

/// So many bytes, fewer at the end. Takes no more memory than there are bytes, whatever is asked for.
///
/// # Errors
/// If they cannot be read.
pub(in crate::app) fn take(from: &mut impl Read, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether nothing but zero bytes follows, as after a loss of power.
///
/// # Errors
/// If it cannot be read.
pub(in crate::app) fn has_only_zeros(from: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let bytes = from.fill_buf()?;
        if bytes.is_empty() || bytes.iter().any(|byte| *byte != 0) {
            return Ok(bytes.is_empty());
        }
        let length = bytes.len();
        from.consume(length);
    }
}

/// The CRC-32 of these bytes.
pub(in crate::app) fn crc(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}
