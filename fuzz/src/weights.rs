//! The reader of weights files.

use super::sealed::seal;
use emilia::internal::eval::{SearchErrors, Stages};
use emilia::{Position, Weights};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;
use std::sync::LazyLock;

/// The offset of the description's length, where the checksummed part begins.
const BODY: usize = 20;
/// The offset of the checksum.
const SUM: usize = 16;
/// Input that begins so is laid over the numbers of a sound file.
const OVERLAY: &[u8] = b"numbers:";
/// The same, and the file is written and read again, which takes much longer.
const ROUND_TRIP: &[u8] = b"written:";

/// The header of a file of this build, and the numbers of one with all weights zero, unpacked.
static ZERO: LazyLock<(Vec<u8>, Vec<u8>)> = LazyLock::new(|| {
    let file = written(&Stages::zero());
    let mut numbers = Vec::new();
    flate2::write::ZlibDecoder::new(&mut numbers).write_all(&file[BODY + 4..]).expect("a file that was just written");
    (file[..BODY].to_vec(), numbers)
});

/// Reads the bytes as a file, as what follows a sound header, and as the numbers of a sound file.
pub fn weights(data: &[u8]) {
    let (header, numbers) = &*ZERO;
    if let Some(overlay) = data.strip_prefix(OVERLAY) {
        read(&with_numbers(header, numbers, overlay)).expect("any numbers are weights");
    } else if let Some(overlay) = data.strip_prefix(ROUND_TRIP) {
        survives(&read(&with_numbers(header, numbers, overlay)).expect("any numbers are weights"));
    } else {
        let _ = (read(data), read(&sealed([header, data].concat())));
    }
}

/// Reads a file, and estimates with it if it is sound.
fn read(file: &[u8]) -> Option<Stages> {
    let description = Stages::description_in(file).map(str::to_owned);
    let stages = Stages::read(file).ok()?;
    assert_eq!(description.as_deref(), Some(stages.description.as_str()));
    let weights = Weights::new(&stages);
    let after = Position::START.moves().into_iter().filter_map(|at| Position::START.try_play(at));
    for position in after.chain([Position::START]) {
        let _ = (weights.eval_position(position), weights.eval_linear_position(position));
    }
    Some(stages)
}

/// The same weights must be read from the file that is written.
fn survives(stages: &Stages) {
    let again = Stages::read(&written(stages)).expect("what was written is read");
    // As text, because an error that is not a number is not equal to itself.
    assert_eq!(format!("{:?}", again.errors), format!("{:?}", stages.errors));
    let without_errors = |stages: &Stages| Stages { errors: SearchErrors::default(), ..stages.clone() };
    assert!(without_errors(&again) == without_errors(stages), "other weights are read than were written");
}

fn written(stages: &Stages) -> Vec<u8> {
    let mut file = Vec::new();
    stages.write(&mut file).expect("memory takes everything");
    file
}

/// The file with the right checksum.
fn sealed(mut file: Vec<u8>) -> Vec<u8> {
    let end = file.len();
    seal(&mut file, SUM, BODY..end);
    file
}

/// A file of these numbers under the overlay, which is repeated from the last number back to the first.
fn with_numbers(header: &[u8], numbers: &[u8], overlay: &[u8]) -> Vec<u8> {
    let mut numbers = numbers.to_vec();
    numbers.iter_mut().rev().zip(overlay.iter().rev().cycle()).for_each(|(number, byte)| *number = *byte);
    let mut packer = ZlibEncoder::new([header, &[0; 4]].concat(), Compression::none());
    packer.write_all(&numbers).expect("memory takes everything");
    sealed(packer.finish().expect("memory takes everything"))
}
