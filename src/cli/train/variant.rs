//! `emilia train --variant`: learns the weights of a variant by self-play.

use crate::cli::progress::Progress;
use crate::cli::signals::{INTERRUPTED, handle_signals};
use crate::cli::{files, input};
use anyhow::Context;
use emilia::Stop;
use emilia::internal::{
    solver::lock,
    storage::{LockedFile, MOST_BYTES, read_at_most, read_text_at_most},
};
use emilia::variant::WeightsSet;
use emilia_training::variants::{LearnSettings, learn};
use std::ffi::OsStr;
use std::fs::File;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The attempts to lock the file, and the time between two of them: two seconds in all. Who writes to it has it for milliseconds.
const ATTEMPTS: u32 = 40;
const INTERVAL: Duration = Duration::from_millis(50);

/// Learns the weights for these rules and puts them into the file, beside those of other variants that it has.
pub(super) fn run(rules: &OsStr, out: &Path, settings: &LearnSettings) -> anyhow::Result<ExitCode> {
    let (words, rules) = (rules, files::rules(rules)?);
    // A file that cannot be read is refused before the games are played.
    weights_of(&locked(out)?, out)?;
    let stop = Stop::new();
    handle_signals(&stop)?;
    let (all, played) = (u64::from(settings.rounds) * settings.games, AtomicU64::new(0));
    let progress = Mutex::new(Progress::new(all));
    let learned = learn(&rules, settings, &stop, |round, _| {
        let games = played.fetch_add(1, Ordering::Relaxed) + 1;
        let text = || format!("round {} of {}: {games} of {all} games", round + 1, settings.rounds);
        lock(&progress).show(games, text);
    });
    drop(progress);
    if stop.is_requested() {
        return Ok(ExitCode::from(INTERRUPTED));
    }
    let text = File::open(words).and_then(|file| read_text_at_most(file, MOST_BYTES));
    let text = match text {
        Ok(text) => text,
        Err(_) => input::text(words)?.to_owned(),
    };
    // Another program may have put other variants into the file meanwhile.
    let mut file = locked(out)?;
    let mut set = weights_of(&file, out)?;
    set.put(&text, &rules, learned.context("no games were played")?);
    let bytes = set.to_bytes()?;
    file.replace(|to| Ok(to.write_all(&bytes)?))?;
    Ok(ExitCode::SUCCESS)
}

/// The file, for this program alone; waits for another one that writes to it.
fn locked(path: &Path) -> anyhow::Result<LockedFile> {
    for _ in 1..ATTEMPTS {
        match LockedFile::open_or_create(path) {
            Ok(file) => return Ok(file),
            Err(_) => std::thread::sleep(INTERVAL),
        }
    }
    LockedFile::open_or_create(path)
}

/// The weights in the file; none if it is new.
fn weights_of(file: &LockedFile, path: &Path) -> anyhow::Result<WeightsSet> {
    if file.is_empty() {
        return Ok(WeightsSet::default());
    }
    let bytes = read_at_most(file.reader()?, MOST_BYTES).with_context(|| format!("cannot read {}", path.display()))?;
    WeightsSet::read(&bytes).with_context(|| path.display().to_string())
}
