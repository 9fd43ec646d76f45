//! How far a training is, in a file: whatever ends it, the same command goes on where it was.

use super::net::NetFit;
use crate::app::files;
use anyhow::Context as _;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// What a state begins with; the number grows whenever something else is kept.
const KIND: &[u8] = b"state of a training, version 3\n";

/// How far the linear part of a stage is from what it was fitted to.
#[derive(Serialize, Deserialize)]
pub(super) struct StageError {
    /// The first and the last ply of the positions; the last one of a stage is the first one of the next.
    pub plies: [usize; 2],
    /// The number of positions.
    pub count: usize,
    /// The weighted mean error, in discs.
    pub mean: f64,
}

/// A training after the linear part and some epochs.
#[derive(Serialize, Deserialize)]
pub(super) struct State {
    /// What is learnt from, and how.
    pub description: String,
    /// The file of weights with the linear part.
    pub linear: Vec<u8>,
    pub stage_errors: Vec<StageError>,
    /// The mean error of each epoch that is done, in discs, as it was on the way.
    pub epoch_errors: Vec<f64>,
    pub net: NetFit,
}

impl State {
    /// The number of epochs that are done.
    pub(super) fn epochs(&self) -> u32 {
        self.epoch_errors.len() as u32
    }

    /// Where the state lies while the weights are made.
    pub(super) fn path(out: &Path) -> PathBuf {
        let mut name = out.as_os_str().to_owned();
        name.push(".training");
        name.into()
    }

    /// The state that an earlier run left, if there is one.
    ///
    /// # Errors
    /// If it cannot be read, or belongs to a training from other data or with other options.
    pub(super) fn read(path: &Path, description: &str) -> anyhow::Result<Option<State>> {
        let file = match File::open(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            file => file.with_context(|| format!("cannot read {}", path.display()))?,
        };
        let mut bytes = Vec::new();
        let unpacked = GzDecoder::new(BufReader::new(file)).read_to_end(&mut bytes).map_err(anyhow::Error::from);
        let state: State = unpacked
            .and_then(|_| Ok(postcard::from_bytes(bytes.strip_prefix(KIND).context("of another version")?)?))
            .with_context(|| format!("not the state of a training: {}", path.display()))?;
        anyhow::ensure!(
            state.description == description,
            "{} belongs to another training; remove it to begin anew",
            path.display()
        );
        Ok(Some(state))
    }

    /// Writes the state in the place of an older one.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn write(&self, path: &Path) -> anyhow::Result<()> {
        files::replace(path, |file| {
            let mut packer = GzEncoder::new(BufWriter::new(file), Compression::fast());
            packer.write_all(KIND)?;
            packer.write_all(&postcard::to_stdvec(self)?)?;
            packer.finish()?.flush()?;
            Ok(())
        })
    }

    /// Removes the file: the training is done.
    ///
    /// # Errors
    /// If it is there but cannot be removed.
    pub(super) fn remove(path: &Path) -> anyhow::Result<()> {
        match fs::remove_file(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
            removed => removed.with_context(|| format!("cannot remove {}", path.display())),
        }
    }
}
