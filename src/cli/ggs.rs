//! `emilia ggs`: plays on the server GGS.
//!
//! ```text
//!   reading thread ── lines of the server ──► Reader ─► Client ──► lines to the server
//!                                                         ├─► searches    a session for each game
//!   searches ── moves ────────────────────────────────────┤
//!                                                         ├─► records     GGF files
//!                                                         └─► terminal    what happens
//! ```
//!
//! One thread owns everything; another one reads the connection, and each session has that of its engine.

mod conversation;
mod records;
mod searches;
mod secret;

use super::signals::{INTERRUPTED, set_handler};
use crate::cli::{CliCommand, Invocation};
use crate::protocol::ggs::{Config, is_name};
use crate::session::Options;
use anyhow::Context as _;
use clap::{Args, ValueEnum};
use conversation::{Conversation, Message};
use records::Records;
use searches::Searches;
use secret::{Echo, Secret};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::channel;

/// The defaults that differ from the declared ones.
pub(super) const DEFAULTS: [(&str, &str); 1] = [("ponder", "1")];
/// Bytes of a configuration that are read at most.
const MOST_CONFIG: u64 = 1 << 16;

/// The arguments of `emilia ggs`.
#[derive(Args)]
pub(crate) struct Ggs {
    /// The address of the server
    #[arg(long, value_name = "NAME", default_value = "skatgame.net")]
    host: String,
    /// The port of the server
    #[arg(long, value_name = "N", default_value_t = 5000)]
    port: u16,
    /// The name at the login, 2 to 8 characters
    #[arg(long, value_name = "NAME", value_parser = user)]
    user: String,
    /// Read the password from the first line of this file; else from the environment variable EMILIA_GGS_PASSWORD, else it is asked for
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,
    /// What to accept and to ask for; see docs/ggs.md
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Keep each game as a GGF file in this folder, and a line for it in games.jsonl
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,
    /// Leave after this number of matches
    #[arg(long, value_name = "N")]
    matches: Option<usize>,
    /// What to print
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = View::Lines)]
    view: View,
}

/// What is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum View {
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

impl CliCommand for Ggs {
    /// Plays until the matches are over, the server refuses the login, or Ctrl-C.
    ///
    /// # Errors
    /// If a file or the password cannot be read, the records cannot be written at the start, or the server refuses the name or the password.
    fn run(&self, invocation: &Invocation) -> anyhow::Result<ExitCode> {
        super::start_threads()?;
        let (weights, book) = (invocation.weights()?, invocation.books().open()?);
        let config = self.config.as_deref().map_or_else(|| Ok(Config::default()), read_config)?;
        let records = self.records.as_deref().map(Records::open).transpose()?;
        let options = invocation.options.clone();
        let options = Options { ponder: options.ponder || !invocation.is_explicit("ponder"), ..options };
        // Before signals are handled, so that Ctrl-C ends a read that waits.
        let given_password = Secret::given(self.password_file.as_deref())?;
        let (sender, messages) = channel();
        let (on_signal, echo) = (sender.clone(), Echo::default());
        let typing = echo.clone();
        let interrupt = move || {
            if typing.restore() {
                std::process::exit(INTERRUPTED.into());
            }
            drop(on_signal.send(Message::Interrupt));
        };
        set_handler(interrupt)?;
        let password = given_password.map_or_else(|| Secret::typed(&self.user, &echo), Ok)?;
        let searches = Searches::new(options, weights, book, sender.clone());
        let mut conversation = Conversation::new(self, config, password, records, searches, sender);
        match conversation.run(&messages) {
            Ok(true) => Ok(ExitCode::SUCCESS),
            Ok(false) => Ok(ExitCode::from(INTERRUPTED)),
            Err(reason) => Err(anyhow::anyhow!(reason)),
        }
    }
}

fn read_config(path: &Path) -> anyhow::Result<Config> {
    use std::io::Read;
    let unreadable = || format!("cannot read {}", path.display());
    let mut text = String::new();
    let file = std::fs::File::open(path).with_context(unreadable)?;
    file.take(MOST_CONFIG).read_to_string(&mut text).with_context(unreadable)?;
    Config::read(&text).with_context(|| path.display().to_string())
}
