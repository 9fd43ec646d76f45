//! Reading bytes.

use std::io::{self, BufRead, Read};

/// Reads `length` bytes, or fewer if the stream ends before. Allocates no more memory than the stream has bytes, however large `length`
/// is.
///
/// # Errors
/// The errors of the stream.
pub fn read_up_to(from: &mut impl Read, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a stream to its end.
///
/// # Errors
/// The errors of the stream, and if it has more than `most` bytes, which are whole MiB or KiB.
pub fn read_at_most(mut from: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let bytes = read_up_to(&mut from, most + 1)?;
    if bytes.len() as u64 <= most {
        return Ok(bytes);
    }
    let size = if most < 1 << 20 { format!("{} KiB", most >> 10) } else { format!("{} MiB", most >> 20) };
    Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it has more than {size}")))
}

/// The same for a text.
///
/// # Errors
/// As [`read_at_most`], and if it is not UTF-8.
pub fn read_text_at_most(from: impl Read, most: u64) -> io::Result<String> {
    let bytes = read_at_most(from, most)?;
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.utf8_error()))
}

/// The number of bytes up to the end of the stream if all of them are zero, else none. A file can end in zeros after a power failure.
///
/// # Errors
/// The errors of the stream.
pub fn remaining_zeros(from: &mut impl BufRead) -> io::Result<Option<usize>> {
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
