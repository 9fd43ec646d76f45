//! The readers of books: of other programs, and compact ones.

use emilia::book::{CompactBook, ForeignBook};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;

/// Input that begins so is the number of positions of a compact book, one byte, and its content, without header and compression.
const COMPACT: &[u8] = b"compact:";

/// Reads the bytes as a book of each kind, and as the content of a compact one.
pub fn books(data: &[u8]) {
    match data.strip_prefix(COMPACT) {
        Some([positions, content @ ..]) => read_compact(&packed(*positions, content)),
        _ => {
            let _ = ForeignBook::read(data);
            read_compact(data);
        }
    }
}

/// Reads a compact book and looks the start position up.
fn read_compact(file: &[u8]) {
    if let Ok(book) = CompactBook::read(file) {
        book.entry(emilia::Position::START);
    }
}

/// A compact book whose lengths and checksum are right.
fn packed(positions: u8, content: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(content).expect("memory takes everything");
    let content = packer.finish().expect("memory takes everything");
    let mut crc = flate2::Crc::new();
    crc.update(&content);
    let numbers = [1, u32::from(positions), content.len() as u32, crc.sum()].map(u32::to_le_bytes);
    [&b"EMILIA-B"[..], numbers.as_flattened(), &content].concat()
}
