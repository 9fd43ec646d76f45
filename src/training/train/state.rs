//! How far a training is, in a file: whatever ends it, the same command goes on where it was.

use super::net::NetFit;
use crate::storage::OwnedFile;
use anyhow::Context as _;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use std::io::{BufReader, Read, Write};
use std::path::Path;

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
}

/// The file that keeps the state while the weights are made. No other training writes to it.
pub(super) struct StateFile(OwnedFile);

impl StateFile {
    /// The file beside the weights that are to be made: `OUT.training`.
    ///
    /// # Errors
    /// If it cannot be written, or another training writes to it.
    pub(super) fn claim(out: &Path) -> anyhow::Result<StateFile> {
        let mut name = out.as_os_str().to_owned();
        name.push(".training");
        Ok(StateFile(OwnedFile::make(name.as_ref())?))
    }

    /// The state that an earlier run left, if there is one.
    ///
    /// # Errors
    /// If it cannot be read, or belongs to a training from other data or with other options.
    pub(super) fn read(&self, description: &str) -> anyhow::Result<Option<State>> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let name = self.0.name().display();
        let file = self.0.reader().with_context(|| format!("cannot read {name}"))?;
        let mut bytes = Vec::new();
        let unpacked = GzDecoder::new(BufReader::new(file)).read_to_end(&mut bytes).map_err(anyhow::Error::from);
        let state: State = unpacked
            .and_then(|_| Ok(postcard::from_bytes(bytes.strip_prefix(KIND).context("of another version")?)?))
            .with_context(|| format!("not the state of a training: {name}"))?;
        anyhow::ensure!(
            state.description == description,
            "{name} belongs to another training; remove it to begin anew"
        );
        Ok(Some(state))
    }

    /// Writes the state in the place of an older one.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn write(&mut self, state: &State) -> anyhow::Result<()> {
        self.0.replace(|out| {
            let mut packer = GzEncoder::new(out, Compression::fast());
            packer.write_all(KIND)?;
            packer.write_all(&postcard::to_stdvec(state)?)?;
            packer.finish()?;
            Ok(())
        })
    }

    /// Removes the file: the training is done.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub(super) fn remove(self) -> anyhow::Result<()> {
        self.0.remove()
    }
}
