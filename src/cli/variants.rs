//! `emilia variants`: the catalogue of rules.

use super::files;
use crate::cli::{CliCommand, Invocation};
use clap::Args;
use emilia::{Game, Variant, diagram};
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

/// List the variants of the game, or show the rules and the start of one
#[derive(Args)]
pub(super) struct Variants {
    /// Show these rules: the name of a variant, words such as '6x6 anti', or a file with a picture of the board
    #[arg(value_name = "RULES")]
    rules: Option<OsString>,
}

impl CliCommand for Variants {
    /// Prints the catalogue, or the conditions and the start of one game.
    fn run(&self, _: &Invocation) -> anyhow::Result<ExitCode> {
        let text = match &self.rules {
            None => Variant::list(),
            Some(rules) => {
                let game = Game::new(files::rules(rules)?);
                let conditions = game.rules().conditions().to_string();
                let board = diagram::draw(&game, &game.legal());
                format!("{board}{} begins\n{conditions}\n", game.to_move()).trim_end().to_owned() + "\n"
            }
        };
        io::stdout().lock().write_all(text.as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}
