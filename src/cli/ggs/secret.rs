//! The password: from a file, the environment, or a prompt without echo. It is never an argument, and never printed.

use anyhow::{Context as _, bail};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::Path;

/// The environment variable with the password.
const VARIABLE: &str = "EMILIA_GGS_PASSWORD";
/// Bytes of a password that are read at most.
const MOST_BYTES: u64 = 256;

/// A password.
pub(super) struct Secret(String);

/// Never the password.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a password")
    }
}

impl Secret {
    /// The password in the first line of this file, or in the environment, or as it is typed.
    ///
    /// # Errors
    /// If it cannot be read, or there is none.
    pub fn read(path: Option<&Path>, user: &str) -> anyhow::Result<Secret> {
        let text = match (path, std::env::var(VARIABLE)) {
            (Some(path), _) => {
                let unreadable = || format!("cannot read {}", path.display());
                first_line(File::open(path).with_context(unreadable)?).with_context(unreadable)?
            }
            (None, Ok(text)) => text,
            (None, Err(_)) => ask(user)?,
        };
        let text = text.trim_end_matches(['\r', '\n']).to_owned();
        match text.as_str() {
            "" => bail!("there is no password; name a file with --password-file, or set {VARIABLE}"),
            text if text.contains(|letter: char| letter.is_control() || letter == '\\') => {
                bail!("the password has a character that the server does not take")
            }
            _ => Ok(Secret(text)),
        }
    }

    /// The line that is sent, and nothing else: this is the only way to the text.
    pub fn line(&self) -> String {
        format!("{}\n", self.0)
    }
}

fn first_line(from: impl Read) -> io::Result<String> {
    let mut line = String::new();
    BufReader::new(from.take(MOST_BYTES)).read_line(&mut line)?;
    Ok(line)
}

/// Asks for the password at the terminal.
fn ask(user: &str) -> anyhow::Result<String> {
    if !io::stdin().is_terminal() {
        bail!("there is no password; name a file with --password-file, or set {VARIABLE}");
    }
    let _ = write!(io::stderr(), "Password of {user} on GGS: ").and_then(|()| io::stderr().flush());
    let read = without_echo(|| first_line(io::stdin()));
    let _ = writeln!(io::stderr());
    read?.context("cannot read the password")
}

/// Reads while the terminal does not show what is typed.
#[cfg(unix)]
fn without_echo<T>(read: impl FnOnce() -> T) -> anyhow::Result<T> {
    use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
    let input = io::stdin();
    let before = tcgetattr(&input).context("cannot turn the echo off")?;
    let mut silent = before.clone();
    silent.local_modes.remove(LocalModes::ECHO);
    tcsetattr(&input, OptionalActions::Flush, &silent).context("cannot turn the echo off")?;
    let read = read();
    // If this fails, the terminal is gone.
    let _ = tcsetattr(&input, OptionalActions::Flush, &before);
    Ok(read)
}

#[cfg(not(unix))]
fn without_echo<T>(_: impl FnOnce() -> T) -> anyhow::Result<T> {
    bail!("the password cannot be typed here; name a file with --password-file, or set {VARIABLE}")
}
