//! `emilia train --variant`: learns the weights of a variant by self-play.

use crate::cli::files;
use crate::cli::message::print_message;
use crate::cli::signals::{INTERRUPTED, handle_signals};
use crate::search::Stop;
use crate::storage::{check_writable, replace};
use crate::training::variants::{LearnSettings, learn};
use crate::variant::WeightsSet;
use anyhow::Context;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

/// Learns the weights for these rules and puts them into the file, beside those of other variants that it has.
pub(super) fn run(rules: &str, out: &Path, settings: &LearnSettings) -> anyhow::Result<ExitCode> {
    let (words, rules) = (rules, files::rules(rules)?);
    check_writable(out)?;
    let mut set = match std::fs::read(out) {
        Ok(bytes) => WeightsSet::read(&bytes).with_context(|| out.display().to_string())?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => WeightsSet::default(),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", out.display())),
    };
    let stop = Stop::new();
    handle_signals(&stop)?;
    let (played, tenth) = (AtomicU64::new(0), (settings.games / 10).max(1));
    let learned = learn(&rules, settings, &stop, |round, _| {
        let games = played.fetch_add(1, Ordering::Relaxed) + 1 - u64::from(round) * settings.games;
        if games.is_multiple_of(tenth) {
            print_message(&format!("round {} of {}: {games} of {} games", round + 1, settings.rounds, settings.games));
        }
    });
    if stop.is_requested() {
        return Ok(ExitCode::from(INTERRUPTED));
    }
    let text = std::fs::read_to_string(words).unwrap_or_else(|_| words.to_owned());
    set.put(&text, &rules, learned.context("no games were played")?);
    let bytes = set.to_bytes()?;
    replace(out, |file| Ok(file.write_all(&bytes)?))?;
    Ok(ExitCode::SUCCESS)
}
