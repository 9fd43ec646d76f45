//! `emilia completions`: what a shell needs to complete the commands and options of the program.

use crate::cli::{CliCommand, Invocation, args};
use clap::Args;
use clap_complete::Shell;
use std::io::{self, Write};
use std::process::ExitCode;

/// Print the completions of commands and options for a shell
#[derive(Args)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

impl CliCommand for Completions {
    /// Prints the script, which the shell reads from a file or at its start.
    fn run(&self, _: &Invocation) -> anyhow::Result<ExitCode> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut args::command(), "emilia", &mut script);
        io::stdout().lock().write_all(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}
