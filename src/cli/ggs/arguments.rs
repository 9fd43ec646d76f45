//! The arguments of the command.

use crate::protocol::ggs::is_name;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The arguments of `emilia ggs`.
#[derive(Args)]
pub(crate) struct Ggs {
    /// The address of the server
    #[arg(long, value_name = "NAME", default_value = "skatgame.net")]
    pub(super) host: String,
    /// The port of the server
    #[arg(long, value_name = "N", default_value_t = 5000)]
    pub(super) port: u16,
    /// The name at the login, 2 to 8 characters
    #[arg(long, value_name = "NAME", value_parser = user)]
    pub(super) user: String,
    /// Read the password from the first line of this file; else from the environment variable EMILIA_GGS_PASSWORD, else it is asked for
    #[arg(long, value_name = "FILE")]
    pub(super) password_file: Option<PathBuf>,
    /// What to accept and to ask for; see docs/ggs.md
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// Keep each game as a GGF file in this folder, and a line for it in games.jsonl
    #[arg(long, value_name = "FOLDER")]
    pub(super) records: Option<PathBuf>,
    /// Leave after this number of matches
    #[arg(long, value_name = "N")]
    pub(super) matches: Option<usize>,
    /// What to print
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = View::Lines)]
    pub(super) view: View,
}

/// What is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum View {
    /// A line for each event
    Lines,
    /// The lines, and the boards of the running games after each move
    Boards,
    /// Nothing but errors
    None,
}

/// A name as the server has them.
fn user(text: &str) -> Result<String, String> {
    let refusal = "expected 2 to 8 characters without blanks, commas and backslashes, and no . or _ at the beginning";
    if is_name(text) { Ok(text.to_owned()) } else { Err(refusal.to_owned()) }
}
