//! Bytes as files have them.

use flate2::Crc;
use std::io::{self, BufRead, Read};

/// The next `length` bytes, fewer at the end. Takes no more memory than there are bytes, whatever is asked for.
///
/// # Errors
/// If they cannot be read.
pub fn take(from: &mut impl Read, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// How many bytes follow if all of them are zero, as after a loss of power; none if another one is among them.
///
/// # Errors
/// If they cannot be read.
pub fn zeros_to_the_end(from: &mut impl BufRead) -> io::Result<Option<usize>> {
    let mut zeros = 0;
    loop {
        let bytes = from.fill_buf()?;
        if bytes.is_empty() || bytes.iter().any(|byte| *byte != 0) {
            return Ok(bytes.is_empty().then_some(zeros));
        }
        let length = bytes.len();
        zeros += length;
        from.consume(length);
    }
}

/// The CRC-32 of these bytes.
pub fn crc(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}
