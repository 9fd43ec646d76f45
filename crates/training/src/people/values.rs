//! The values of all moves of the samples, kept in files while the training lasts.

use super::samples::Sample;
use anyhow::Context as _;
use emilia::internal::{container::crc32_of_parts, storage};
use emilia::{Score, Square, Weights};
use emilia_analysis::people::{MoveValues, VIEWS, Values};
use log::info;
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

/// The samples of a file.
const SAMPLES: usize = 25_000;
/// The samples of a unit of parallel work.
const PART: usize = 250;

/// The folder of the values of a training.
pub(super) fn folder(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".values");
    name.into()
}

/// The values of the moves of each sample. Files that an earlier run of the same training wrote are read.
pub(super) fn of_samples(samples: &[Sample], folder: &Path, name: &str) -> anyhow::Result<Vec<Vec<MoveValues>>> {
    fs::create_dir_all(folder).with_context(|| format!("cannot write {}", folder.display()))?;
    let mut all = Vec::with_capacity(samples.len());
    for (number, samples) in samples.chunks(SAMPLES).enumerate() {
        let path = folder.join(format!("{name}-{number:03}"));
        let sum = checksum(samples);
        let known = fs::read(&path).ok().and_then(|bytes| read(&bytes, sum, samples));
        let values = match known {
            Some(values) => values,
            None => {
                let values = search(samples);
                let bytes = postcard::to_stdvec(&(sum, numbers(&values)))?;
                storage::replace(&path, |file| Ok(file.write_all(&bytes)?))?;
                values
            }
        };
        all.extend(values);
        info!("{name}: {} positions searched", all.len());
    }
    Ok(all)
}

fn search(samples: &[Sample]) -> Vec<Vec<MoveValues>> {
    let weights = Weights::embedded();
    let parts = samples.par_chunks(PART).map(|samples| {
        let mut values = Values::new(weights.clone());
        samples.iter().map(|sample| values.of(sample.situation.position)).collect::<Vec<_>>()
    });
    parts.flatten_iter().collect()
}

/// The values as numbers in 1/128 disc, move after move.
fn numbers(values: &[Vec<MoveValues>]) -> Vec<i32> {
    values.iter().flatten().flat_map(|of| of.values).map(Score::raw).collect()
}

/// A number that tells these positions, searched by this version of the program, from others.
fn checksum(samples: &[Sample]) -> u32 {
    let positions = samples.iter().map(|sample| sample.situation.position);
    let bytes = positions.flat_map(|position| [position.own().0, position.opp().0]).flat_map(u64::to_le_bytes);
    crc32_of_parts(&[env!("CARGO_PKG_VERSION").as_bytes(), &bytes.collect::<Vec<u8>>()])
}

/// The values of a file; none if it is not that of these samples.
fn read(bytes: &[u8], sum: u32, samples: &[Sample]) -> Option<Vec<Vec<MoveValues>>> {
    let (of, numbers): (u32, Vec<i32>) = postcard::from_bytes(bytes).ok()?;
    let mut numbers = numbers.as_chunks::<VIEWS>().0.iter();
    let mut of_move = |square: Square| {
        let values = numbers.next()?.map(Score::clamped);
        Some(MoveValues { square, values })
    };
    let values = samples.iter().map(|sample| sample.situation.position.moves().map(&mut of_move).collect());
    let values: Option<Vec<Vec<MoveValues>>> = values.collect();
    values.filter(|_| of == sum && numbers.next().is_none())
}

/// Removes the files.
pub(super) fn remove(folder: &Path) -> anyhow::Result<()> {
    fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))
}
