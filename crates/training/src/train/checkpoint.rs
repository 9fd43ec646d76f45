//! The checkpoint of a training, so that an interrupted training can be continued.

use super::net::TrainableNet;
use anyhow::Context as _;
use emilia::internal::storage::{LockedFile, MOST_BYTES, read_at_most};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

/// The first line of a checkpoint. The version changes with the fields of the states.
const MAGIC: &[u8] = b"state of a training, version 3\n";

/// The error of the linear part in one stage.
#[derive(Serialize, Deserialize)]
pub(super) struct StageError {
    /// The first and the last ply of the positions. The last ply of a stage is the first one of the next.
    pub plies: [usize; 2],
    /// The number of positions.
    pub count: usize,
    /// The weighted mean error in discs.
    pub mean: f64,
}

/// The state of a training after the linear part and a number of epochs. The order of the fields is the format of the file.
#[derive(Serialize, Deserialize)]
pub(super) struct Checkpoint {
    /// The file of weights with the linear part.
    pub linear: Vec<u8>,
    pub stage_errors: Vec<StageError>,
    /// The mean error in discs during each finished epoch.
    pub epoch_errors: Vec<f64>,
    pub net: TrainableNet,
}

impl Checkpoint {
    /// The number of finished epochs.
    pub(super) fn epochs(&self) -> u32 {
        self.epoch_errors.len() as u32
    }
}

/// The checkpoint of the training that writes these weights.
pub fn checkpoint_path(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".training");
    name.into()
}

/// The file of a checkpoint, locked during the training: the data and the options of the training, and its state.
pub(crate) struct CheckpointFile(LockedFile);

impl CheckpointFile {
    /// Opens and locks the file `OUT.training` for the weights `out`. A missing file is created.
    ///
    /// # Errors
    /// If the file cannot be written, or another training has locked it.
    pub(crate) fn open(out: &Path) -> anyhow::Result<CheckpointFile> {
        Ok(CheckpointFile(LockedFile::open_or_create(&checkpoint_path(out))?))
    }

    /// Reads the checkpoint of an earlier run; none if there is none.
    ///
    /// # Errors
    /// If it cannot be read, or belongs to a training by another version of the program, with other data or options, or on another device.
    pub(crate) fn read<T: DeserializeOwned>(&self, description: &str) -> anyhow::Result<Option<T>> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let name = self.0.path().display();
        let file = self.0.reader().with_context(|| format!("cannot read {name}"))?;
        let decompressed = read_at_most(GzDecoder::new(BufReader::new(file)), MOST_BYTES).map_err(anyhow::Error::from);
        let (of, state): (String, T) = decompressed
            .and_then(|bytes| Ok(postcard::from_bytes(bytes.strip_prefix(MAGIC).context("unknown version")?)?))
            .with_context(|| format!("not a checkpoint of a training: {name}"))?;
        anyhow::ensure!(
            of == description,
            "{name} is the checkpoint of a training with another version, other data, options or device; remove it to start a new training"
        );
        Ok(Some(state))
    }

    /// Replaces the checkpoint.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn write(&mut self, description: &str, state: &impl Serialize) -> anyhow::Result<()> {
        self.0.replace(|out| {
            let mut encoder = GzEncoder::new(out, Compression::fast());
            encoder.write_all(MAGIC)?;
            encoder.write_all(&postcard::to_stdvec(&(description, state))?)?;
            encoder.finish()?;
            Ok(())
        })
    }

    /// Removes the file at the end of the training.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub(crate) fn remove(self) -> anyhow::Result<()> {
        self.0.remove()
    }
}
