//! The records of the games: a GGF file for each, and a journal.
//!
//! A file is written to disk under another name and then renamed, so that a program that is killed leaves a whole file or none. A line of
//! the journal that a kill cut is removed when the journal is opened again.

use crate::cli::date::now;
use crate::cli::message::print_message;
use crate::protocol::ggs::GameRecord;
use anyhow::Context as _;
use emilia::internal::storage::{LockedFile, MOST_BYTES, read_at_most, replace};
use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The name of the journal.
const JOURNAL: &str = "games.jsonl";
/// What could not be written is tried again after this time.
const AGAIN: Duration = Duration::from_secs(10);
/// The most records that wait for a disk with room.
const MOST_WAITING: usize = 1000;

/// A folder of records.
pub(super) struct Records {
    folder: PathBuf,
    journal: LockedFile,
    /// What is not yet written, with the date.
    waiting: VecDeque<(Box<GameRecord>, String)>,
    /// When writing failed last.
    failed: Option<Instant>,
}

impl Records {
    /// Opens a folder, which is created if it does not exist.
    ///
    /// # Errors
    /// If it cannot be written to, or another program writes to its journal.
    pub fn open(folder: &Path) -> anyhow::Result<Records> {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let mut journal = LockedFile::open_or_create(&folder.join(JOURNAL))?;
        let bytes = read_at_most(journal.reader()?, MOST_BYTES)?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        journal.truncate(whole as u64)?;
        Ok(Records { folder: folder.to_owned(), journal, waiting: VecDeque::new(), failed: None })
    }

    /// Keeps a game.
    pub fn keep(&mut self, record: Box<GameRecord>) {
        if self.waiting.len() == MOST_WAITING {
            self.waiting.pop_front();
        }
        self.waiting.push_back((record, now()));
        self.write();
    }

    /// Writes what waits, unless that failed a moment ago.
    pub fn write(&mut self) {
        if self.failed.is_some_and(|failed| failed.elapsed() < AGAIN) {
            return;
        }
        while let Some((record, date)) = self.waiting.front() {
            let written = write_game(&self.folder, record, date);
            let written = written.and_then(|()| match record.journal(date) {
                Some(line) => self.journal.append(format!("{line}\n").as_bytes()),
                None => Ok(()),
            });
            if let Err(error) = written {
                if self.failed.is_none() {
                    print_message(&format!("{error:#}; the game is kept in memory, and written when that is possible"));
                }
                self.failed = Some(Instant::now());
                return;
            }
            self.failed = None;
            self.waiting.pop_front();
        }
    }

    /// Whether everything is written.
    pub fn is_written(&self) -> bool {
        self.waiting.is_empty()
    }
}

/// Writes the file of a game under a name that is free.
fn write_game(folder: &Path, record: &GameRecord, date: &str) -> anyhow::Result<()> {
    let name = format!("{}{}", date.replace(':', "-"), record.id);
    let text = record.ggf(date);
    for number in 1.. {
        let path = match number {
            1 => folder.join(format!("{name}.ggf")),
            number => folder.join(format!("{name}-{number}.ggf")),
        };
        match fs::read_to_string(&path) {
            // It was written before the journal failed.
            Ok(there) if there.trim_end() == text => return Ok(()),
            Ok(_) => {}
            Err(_) => return replace(&path, |out| Ok(writeln!(out, "{text}")?)),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{JOURNAL, Records};
    use crate::protocol::ggs::GameRecord;
    use emilia::{Ending, Game, Outcome};
    use std::fs;

    fn record() -> Box<GameRecord> {
        let (id, kind) = (".31".parse().expect("a game"), "8".parse().expect("a type"));
        let mut game = Game::default();
        game.tags.outcome = Outcome::of_score(4.0, Ending::Resigned);
        let ratings = vec![("otto".to_owned(), 1720.0, 1730.5)];
        Box::new(GameRecord { id, kind, komi: None, game, is_finished: true, archive: None, ratings })
    }

    #[test]
    fn a_line_that_a_kill_cut_is_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let journal = folder.path().join(JOURNAL);
        Records::open(folder.path()).expect("records").keep(record());
        let whole = fs::read_to_string(&journal).expect("the journal");
        assert!(whole.starts_with("{\"game\":{") && whole.ends_with("}}\n"), "{whole}");
        fs::write(&journal, format!("{whole}{{\"game\":")).expect("a cut line");
        let mut records = Records::open(folder.path()).expect("records");
        records.keep(record());
        assert!(records.is_written());
        let text = fs::read_to_string(&journal).expect("the journal");
        assert_eq!(text.lines().count(), 2);
        assert!(text.starts_with(&whole));
    }

    #[test]
    fn a_record_waits_for_a_folder_that_can_be_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let inner = folder.path().join("records");
        let mut records = Records::open(&inner).expect("records");
        fs::remove_dir_all(&inner).expect("it is gone");
        records.keep(record());
        assert!(!records.is_written());
    }
}
