//! `emilia man`: the manual pages.

use super::message::shown;
use crate::cli::{CliCommand, Invocation, args};
use anyhow::Context as _;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// Write the manual pages, one for each command, into a folder
#[derive(Args)]
pub(super) struct Man {
    /// The folder, which must exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl CliCommand for Man {
    /// Writes `emilia.1`, `emilia-solve.1` and so on; replaces older ones.
    fn run(&self, _: &Invocation) -> anyhow::Result<ExitCode> {
        let command = args::command().version(env!("CARGO_PKG_VERSION"));
        clap_mangen::generate_to(command, &self.folder)
            .with_context(|| format!("cannot write to {}", shown(&self.folder)))?;
        Ok(ExitCode::SUCCESS)
    }
}
