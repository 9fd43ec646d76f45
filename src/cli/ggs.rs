//! `emilia ggs`: plays on the server GGS.
//!
//! ```text
//!   link ── bytes of the server ──► LineBuffer ─► Reader ─► Client ──► lines to the server
//!                                                              ├─► searches    a session for each game
//!   searches ── news ──────────────────────────────────────────┤
//!                                                              ├─► records     GGF files
//!                                                              └─► terminal    what happens
//! ```
//!
//! One thread owns everything; another one reads the connection, and each session has that of its engine.

mod arguments;
mod conversation;
mod link;
mod records;
mod searches;
mod secret;

use super::signals::{INTERRUPTED, set_handler};
use crate::protocol::ggs::Config;
use crate::session::Options;
use anyhow::Context as _;
pub(super) use arguments::Ggs;
use conversation::Conversation;
use emilia::book::Book;
use emilia::eval::Weights;
use link::Arrival;
use records::Records;
use searches::Searches;
use secret::{Echo, Secret};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::channel;

/// The defaults that differ from the declared ones.
pub(super) const DEFAULTS: [(&str, &str); 1] = [("ponder", "1")];
/// Bytes of a configuration that are read at most.
const MOST_CONFIG: u64 = 1 << 16;

/// Plays until the matches are over, the server refuses the login, or Ctrl-C.
///
/// # Errors
/// If a file or the password cannot be read, the records cannot be written at the start, or the server refuses the name or the password.
pub(super) fn run(
    arguments: &Ggs,
    options: &Options,
    given: &[&str],
    weights: &Arc<Weights>,
    book: Book,
) -> anyhow::Result<ExitCode> {
    let config = arguments.config.as_deref().map_or_else(|| Ok(Config::default()), read_config)?;
    let records = arguments.records.as_deref().map(Records::open).transpose()?;
    let options = Options { ponder: options.ponder || !given.contains(&"ponder"), ..options.clone() };
    // Before signals are handled, so that Ctrl-C ends a read that waits.
    let given_password = Secret::given(arguments.password_file.as_deref())?;
    let (sender, arrivals) = channel();
    let (on_signal, echo) = (sender.clone(), Echo::default());
    let typing = echo.clone();
    let interrupt = move || {
        if typing.restore() {
            std::process::exit(INTERRUPTED.into());
        }
        drop(on_signal.send(Arrival::Interrupt));
    };
    set_handler(interrupt)?;
    let password = given_password.map_or_else(|| Secret::typed(&arguments.user, &echo), Ok)?;
    let searches = Searches::new(options, weights.clone(), book, sender.clone());
    let mut conversation = Conversation::new(arguments, config, password, records, searches, sender);
    match conversation.run(&arrivals) {
        Ok(true) => Ok(ExitCode::SUCCESS),
        Ok(false) => Ok(ExitCode::from(INTERRUPTED)),
        Err(reason) => Err(anyhow::anyhow!(reason)),
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
