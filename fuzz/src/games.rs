//! The reader of training games.

use super::sealed::{number, seal};
use emilia_training::games::{GameRecord, Reader, Writer};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;

/// Bytes before the settings.
const HEAD: usize = 20;
/// Bytes before the packed games of a block.
const BLOCK_HEAD: usize = 16;
/// Input that begins so is one block of games, not yet packed; the number of games follows.
const UNPACKED: &[u8] = b"games:";

/// Reads the bytes as a file, as one whose checksums are right, as the games of a block, and as lines of text.
pub fn games(data: &[u8]) {
    if let Some([count, columns @ ..]) = data.strip_prefix(UNPACKED) {
        read(&with_block(*count, columns));
        return;
    }
    read(data);
    read(&sealed(data.to_vec()));
    for line in String::from_utf8_lossy(data).lines() {
        if let Ok(record) = line.parse::<GameRecord>() {
            survives_as_text(&record);
        }
    }
}

/// Reads all games of a file, writes them to another one and reads that.
fn read(file: &[u8]) {
    let Ok(mut reader) = Reader::new(file, "the input") else { return };
    let settings = reader.settings().clone();
    let records: Vec<GameRecord> = reader.by_ref().map_while(Result::ok).collect();
    assert!(reader.next().is_none(), "a game follows an error");
    records.iter().filter(|record| record.check().is_ok()).for_each(survives_as_text);
    if records.is_empty() {
        return;
    }
    let mut copy = Vec::new();
    let mut writer = Writer::new(&mut copy, &settings).expect("a head");
    for record in &records {
        writer.push(record.clone()).expect("a game that was read can be written");
    }
    writer.finish().expect("the last block");
    let again = Reader::new(copy.as_slice(), "the copy").expect("a head that was written is read");
    assert_eq!(*again.settings(), settings);
    assert_eq!(again.collect::<Result<Vec<_>, _>>().expect("games that were written are read"), records);
}

fn survives_as_text(record: &GameRecord) {
    assert_eq!(record.to_string().parse().as_ref(), Ok(record));
}

/// The file with its magic, its version and all checksums right, as far as its blocks reach.
fn sealed(mut file: Vec<u8>) -> Vec<u8> {
    let Some(settings) = number(&file, 12).filter(|_| file.len() >= HEAD) else { return file };
    file[..12].copy_from_slice(&head()[..12]);
    let mut block = HEAD.saturating_add(settings);
    seal(&mut file, 16, HEAD..block);
    while let Some(length) = number(&file, block) {
        let end = (block + BLOCK_HEAD).saturating_add(length);
        seal(&mut file, block + 8, block + BLOCK_HEAD..end);
        seal(&mut file, block + 12, block..block + 12);
        block = end;
    }
    file
}

/// A file with one block of this number of games.
fn with_block(count: u8, columns: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new([0; BLOCK_HEAD].to_vec(), Compression::fast());
    packer.write_all(columns).expect("memory takes everything");
    let mut block = packer.finish().expect("memory takes everything");
    let length = (block.len() - BLOCK_HEAD) as u32;
    block[..4].copy_from_slice(&length.to_le_bytes());
    block[4] = count;
    sealed([head(), block].concat())
}

/// The header of a file with minimal settings.
fn head() -> Vec<u8> {
    let mut head = b"EMILIA-G".to_vec();
    for number in [1_u32, 2, 0] {
        head.extend_from_slice(&number.to_le_bytes());
    }
    head.extend_from_slice(b"{}");
    head
}
