//! `emilia solve --certificate`: a proof that others can check.

use crate::cli::files;
use crate::cli::input::Source;
use crate::cli::message::print_message;
use anyhow::Context as _;
use emilia::internal::{solver::Item, storage::replace};
use emilia::variant::{ProofError, check_rules};
use emilia::{Certificate, Engine, Game, Limits, Rules, Stop, Turn, Value};
use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, sync_channel};

/// What is asked for.
#[derive(Clone)]
pub(super) struct Wanted {
    pub path: PathBuf,
    pub overwrite: bool,
    /// The number of empty squares from which on the checker finishes by itself.
    pub finish: u32,
}

impl Wanted {
    /// Checks, before a long search, that the file can be written and the rules are known to the checker.
    pub(super) fn check(&self, game: &Game) -> anyhow::Result<()> {
        check_rules(game)?;
        files::check_free(&self.path, self.overwrite)
    }

    /// The only position of a solve on 8x8, which goes on to be solved.
    ///
    /// # Errors
    /// If there is none or more than one, or the file cannot be written.
    pub(super) fn only(
        &self,
        items: Receiver<std::io::Result<Item>>,
    ) -> anyhow::Result<Receiver<std::io::Result<Item>>> {
        files::check_free(&self.path, self.overwrite)?;
        let mut items = items.into_iter().collect::<Result<Vec<_>, _>>()?;
        let item = match (items.pop(), items.len()) {
            (Some(item), 0) => item.map_err(|fault| anyhow::anyhow!(fault))?,
            (last, before) => {
                let count = before + usize::from(last.is_some());
                anyhow::bail!("a certificate is about one position, and there are {count}");
            }
        };
        let (sender, receiver) = sync_channel(1);
        sender.send(Ok(Ok(item))).context("cannot read")?;
        Ok(receiver)
    }

    /// Proves the value of a game of 8x8 by a search of its own, and writes the proof.
    ///
    /// # Errors
    /// As [`Wanted::write`].
    pub(super) fn prove(&self, game: &Game, value: Value, mut engine: Engine, stop: &Stop) -> anyhow::Result<()> {
        self.write(value, || engine.certify(game, value, self.finish, &Limits::exact(), stop))
    }

    /// Proves a value, writes the file and says what is in it. If the proof is stopped, there is no file.
    pub(super) fn write(
        &self,
        value: Value,
        prove: impl FnOnce() -> Result<Certificate, ProofError>,
    ) -> anyhow::Result<()> {
        anyhow::ensure!(value.certainty().is_proved(), "an estimate has no proof");
        let certificate = match prove() {
            Err(ProofError::Stopped) => {
                print_message(&format!("the proof was interrupted; {} is not written", self.path.display()));
                return Ok(());
            }
            proof => proof?,
        };
        let content = certificate.to_bytes()?;
        replace(&self.path, |out| Ok(out.write_all(&content)?))?;
        let (moves, bytes) = (certificate.len(), content.len());
        print_message(&format!("{}: {moves} moves, {bytes} bytes", self.path.display()));
        Ok(())
    }
}

/// The game that begins with a position of another board than 8x8: the text, or the only line of a file that is neither empty nor a comment.
/// None if it is anything else.
pub(super) fn other_board(from: &OsStr) -> Option<Game> {
    let text = match Source::of(from).ok()? {
        Source::Text(text) => text,
        // Others, such as a pipe, can be read only once.
        Source::File(path) => String::from_utf8_lossy(&Source::regular(&path).ok()?.bytes().ok()?).into_owned(),
        Source::StandardInput => return None,
    };
    // A board may begin with squares that are cut off.
    let is_comment =
        |line: &str| line.starts_with(['%', ';']) || line.starts_with('#') && line.parse::<Turn>().is_err();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !is_comment(line));
    let [line] = lines.collect::<Vec<_>>()[..] else { return None };
    let game = Game::new(Rules::from_start(line.split([';', '%']).next()?.parse().ok()?));
    game.position().is_none().then_some(game)
}
