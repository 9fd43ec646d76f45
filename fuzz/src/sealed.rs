//! Repairs checksums: otherwise a reader would reject nearly every mutated input.

/// Writes the checksum of the bytes from `from` on to `at`; nothing if there are too few bytes.
pub fn seal(bytes: &mut [u8], at: usize, from: std::ops::Range<usize>) {
    let mut crc = flate2::Crc::new();
    if let Some(covered) = bytes.get(from) {
        crc.update(covered);
        if let Some(field) = bytes.get_mut(at..at + 4) {
            field.copy_from_slice(&crc.sum().to_le_bytes());
        }
    }
}

/// The little-endian number at this place, if the bytes reach that far.
pub fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let field = bytes.get(at..)?.first_chunk()?;
    usize::try_from(u32::from_le_bytes(*field)).ok()
}
