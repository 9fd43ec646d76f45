//! `emilia analyze`: judges the moves of games.
//!
//! ```text
//!   input ──► workers ──► in the order of the games ──► results file, table, JSON, CSV, records, page
//! ```

mod arguments;
mod outputs;
mod players;
mod report;
mod results;
mod workers;

use super::input::Collection;
use super::progress::Progress;
use super::signals::{INTERRUPTED, handle_signals};
use crate::cli::{CliCommand, Invocation};
use anyhow::{bail, ensure};
pub(super) use arguments::Analyze;
use arguments::FIRST_LEVELS;
use emilia::book::Book;
use emilia::container::crc32;
use emilia::search::{Level, Stop};
use emilia_analysis::JudgeOptions;
use outputs::Outputs;
use results::header;
use std::fs;
use std::process::ExitCode;
use workers::Workers;

/// The options of the engine that the command takes, and their defaults where they differ.
pub(super) const OPTIONS: [&str; 7] = ["level", "threads", "hash", "nodes", "movetime", "book", "bookdepth"];
pub(super) const DEFAULTS: [(&str, &str); 2] =
    [("level", "16, or 12 for more than 20 games"), ("hash", "256, or 32 for each of several games at once")];

/// The table of each of several games in MiB. The result of a game does not depend on how many are analysed at once.
const HASH_OF_MANY: usize = 32;

impl CliCommand for Analyze {
    /// Analyses the games. Exits with 1 if a game cannot be read or searched, and with 130 if it was interrupted.
    ///
    /// # Errors
    /// If there are no games, or a file cannot be read or written.
    fn run(&self, invocation: &Invocation) -> anyhow::Result<ExitCode> {
        super::start_threads()?;
        let Invocation { options, explicit, .. } = invocation;
        let (weights, weights_file) = (&invocation.weights()?, invocation.weights.as_deref());
        let book = &invocation.books().open()?;
        let input = Collection::open(&self.games)?;
        let games = input.count();
        ensure!(games > 0, "there are no games");
        if let Some(option) = self.search_option(explicit).filter(|_| input.is_judged()) {
            bail!("{} has results already; --{option} takes games", input.with_results().unwrap_or_default());
        }
        let judge = self.options(options, explicit, games);
        let is_single = games == 1 && self.out.is_none();
        let hash = if is_single || explicit.contains(&"hash") { options.hash } else { HASH_OF_MANY };
        let checksum = weights_file.map(fs::read).transpose()?.map(|bytes| crc32(&bytes));
        let book = if options.book { (book.clone(), options.bookdepth) } else { (Book::default(), 0) };
        let header = header(&input, &judge, hash, checksum, &book)?;
        let stop = Stop::new();
        handle_signals(&stop)?;
        let mut outputs = Outputs::open(self, &input, &judge, &header, weights_file)?;
        let jobs =
            self.jobs.map_or(options.threads, |jobs| jobs as usize).min(usize::try_from(games).unwrap_or(usize::MAX));
        // With several threads two analyses of a game differ.
        let threads = if is_single || self.out.is_none() { (options.threads / jobs).max(1) } else { 1 };
        let workers = Workers { weights, book, jobs, threads, hash, stop: &stop, delivers_part: self.out.is_none() };
        let mut progress = Progress::new(games);
        if is_single {
            for level in FIRST_LEVELS.into_iter().filter_map(Level::new).filter(|level| *level < judge.level) {
                if !outputs.wants_first_looks() || stop.is_requested() {
                    break;
                }
                let first = JudgeOptions { exact: 0, level, ..judge.clone() };
                workers.run(&input, 0, &first, &mut progress, |_, result| outputs.first_look(level, &result?))?;
            }
        }
        let done = outputs.done();
        workers.run(&input, done, &judge, &mut progress, |number, result| outputs.add(number, result))?;
        drop(progress);
        let is_good = outputs.finish(stop.is_requested())?;
        Ok(match is_good {
            _ if stop.is_requested() => ExitCode::from(INTERRUPTED),
            true => ExitCode::SUCCESS,
            false => ExitCode::FAILURE,
        })
    }
}
