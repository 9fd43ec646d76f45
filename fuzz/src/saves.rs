//! The reader of saved solves.

use super::sealed::{number, seal};
use emilia::internal::solver::compacted;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;

/// Bytes before the sections.
const HEAD: usize = 36;
/// Input that begins so is a state as JSON, up to the first zero byte, and the entries of a table behind that.
const UNPACKED: &[u8] = b"state:";
/// Input that begins so is the text of a record behind a sound state.
const RECORD: &[u8] = b"record:";
/// A state of one position.
const STATE: &[u8] = br#"{"settings":{"depth":null,"selectivity":null,"wld":false,"alpha":-64,"beta":64,"all_moves":true,"level":null,"contempt":0,"nodes":0,"movetime":0},"name":"a","items":[{"problem":"XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X; B7:+0;"}],"answers":{},"under_way":{}}"#;

/// Reads the bytes as a file, as one whose checksums are right, as a state, and as a record.
pub fn saves(data: &[u8]) {
    if let Some(record) = data.strip_prefix(RECORD) {
        let head = (record.len() as u32).to_le_bytes();
        read(&sealed([with_state(STATE, &[]), head.to_vec(), vec![0; 4], record.to_vec()].concat()));
    } else if let Some(state) = data.strip_prefix(UNPACKED) {
        let end = state.iter().position(|byte| *byte == 0).unwrap_or(state.len());
        read(&sealed(with_state(&state[..end], &state[end..])));
    } else {
        read(data);
        read(&sealed(data.to_vec()));
    }
}

/// Reads a file and makes the snapshot that takes its journal in. The snapshot of that is the same.
fn read(file: &[u8]) {
    let Ok(snapshot) = compacted(file) else { return };
    let again = compacted(&snapshot).expect("a snapshot that was written is read");
    assert!(again == snapshot, "another state is read than was written");
}

/// A file with this state and these entries of a table, without checksums.
fn with_state(state: &[u8], entries: &[u8]) -> Vec<u8> {
    let pack = |content: &[u8]| {
        let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(content).expect("memory takes everything");
        packer.finish().expect("memory takes everything")
    };
    let sections = [pack(state), pack(entries)];
    let mut file = vec![0; HEAD];
    file[12..20].copy_from_slice(&(sections[0].len() as u64).to_le_bytes());
    file[24..32].copy_from_slice(&(sections[1].len() as u64).to_le_bytes());
    [file, sections.concat()].concat()
}

/// The file with its magic, its version and all checksums right, as far as its sections and records reach.
fn sealed(mut file: Vec<u8>) -> Vec<u8> {
    let (Some(state), Some(entries)) = (number(&file, 12), number(&file, 24)) else { return file };
    if file.len() < HEAD {
        return file;
    }
    file[..8].copy_from_slice(b"EMILIA-S");
    file[8..12].copy_from_slice(&4_u32.to_le_bytes());
    let middle = HEAD.saturating_add(state);
    let mut record = middle.saturating_add(entries);
    seal(&mut file, 20, HEAD..middle);
    seal(&mut file, 32, middle..record);
    while let Some(length) = number(&file, record) {
        let end = (record + 8).saturating_add(length);
        seal(&mut file, record + 4, record + 8..end);
        record = end;
    }
    file
}
