//! The password: from a file, the environment, or a prompt without echo. It is never an argument, and never printed.

use anyhow::{Context as _, bail};
#[cfg(unix)]
use emilia::internal::solver::lock;
#[cfg(unix)]
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::Path;
#[cfg(unix)]
use std::sync::{Arc, Mutex};

/// The environment variable with the password.
const VARIABLE: &str = "EMILIA_GGS_PASSWORD";
/// Bytes of a password that are read at most.
const MOST_BYTES: u64 = 256;

/// A password. It cannot be printed: there is no `Debug` nor `Display`.
pub(super) struct Secret(String);

impl Secret {
    /// The password in the first line of this file, or in the environment; none if it must be typed.
    ///
    /// # Errors
    /// If it cannot be read, or is none.
    pub fn given(path: Option<&Path>) -> anyhow::Result<Option<Secret>> {
        let Some(path) = path else { return std::env::var(VARIABLE).ok().as_deref().map(Secret::new).transpose() };
        let unreadable = || format!("cannot read {}", path.display());
        let text = first_line(File::open(path).with_context(unreadable)?).with_context(unreadable)?;
        Secret::new(text.trim_start_matches('\u{feff}')).map(Some)
    }

    /// The password that is typed at the terminal.
    ///
    /// # Errors
    /// If there is no terminal, or the text is no password.
    pub fn typed(user: &str, echo: &Echo) -> anyhow::Result<Secret> {
        Secret::new(&ask(user, echo)?)
    }

    fn new(text: &str) -> anyhow::Result<Secret> {
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
fn ask(user: &str, echo: &Echo) -> anyhow::Result<String> {
    if !io::stdin().is_terminal() {
        bail!("there is no password; name a file with --password-file, or set {VARIABLE}");
    }
    // Before the prompt, after which the person types.
    echo.turn_off()?;
    let _ = write!(io::stderr(), "Password of {user} on GGS: ").and_then(|()| io::stderr().flush());
    let read = first_line(io::stdin());
    echo.restore();
    let _ = writeln!(io::stderr());
    read.context("cannot read the password")
}

/// Whether the terminal shows what is typed. It is shared with the handler of Ctrl-C, which must not leave a terminal without echo.
#[derive(Clone, Default)]
pub(super) struct Echo {
    /// The settings of the terminal before the echo was turned off.
    #[cfg(unix)]
    before: Arc<Mutex<Option<Termios>>>,
}

#[cfg(unix)]
impl Echo {
    fn turn_off(&self) -> anyhow::Result<()> {
        let input = io::stdin();
        let before = tcgetattr(&input).context("cannot turn the echo off")?;
        let mut silent = before.clone();
        silent.local_modes.remove(LocalModes::ECHO);
        *lock(&self.before) = Some(before);
        tcsetattr(&input, OptionalActions::Flush, &silent).context("cannot turn the echo off")
    }

    /// Turns the echo on, if it was turned off. Returns whether it was.
    pub fn restore(&self) -> bool {
        let Some(before) = lock(&self.before).take() else { return false };
        // If this fails, the terminal is gone.
        let _ = tcsetattr(io::stdin(), OptionalActions::Flush, &before);
        true
    }
}

#[cfg(not(unix))]
impl Echo {
    fn turn_off(&self) -> anyhow::Result<()> {
        bail!("the password cannot be typed here; name a file with --password-file, or set {VARIABLE}")
    }

    pub fn restore(&self) -> bool {
        false
    }
}
