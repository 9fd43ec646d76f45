//! `emilia analyze`: judges the moves of games.
//!
//! ```text
//!   input ──► workers ──► in the order of the games ──► results file, table, JSON, CSV, records, page
//! ```

mod outputs;
mod report;
mod results;

use super::input::{Collection, Entry};
use super::progress::Progress;
use super::signals::{INTERRUPTED, handle_signals};
use super::workers::Workers;
use crate::cli::args::seconds;
use crate::cli::{CliCommand, Invocation};
use crate::session::Options;
use anyhow::{bail, ensure};
use clap::{Args, value_parser};
use emilia::book::Book;
use emilia::internal::container::crc32;
use emilia::{Level, Stop};
use emilia_analysis::JudgeOptions;
use emilia_analysis::people::People;
use outputs::Outputs;
use results::header;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// The options of the engine that the command takes, and their defaults where they differ.
pub(super) const OPTIONS: [&str; 7] = ["level", "threads", "hash", "nodes", "movetime", "book", "bookdepth"];
pub(super) const DEFAULTS: [(&str, &str); 2] =
    [("level", "16, or 12 for more than 20 games"), ("hash", "256, or 32 for each of several games at once")];

/// The table of each of several games in MiB. The result of a game does not depend on how many are analysed at once.
const HASH_OF_MANY: usize = 32;

/// The level of a few games, and of many.
const LEVEL: u8 = 16;
const LEVEL_OF_MANY: u8 = 12;
/// The level at which all moves are scored for a page.
const ALL_MOVES_LEVEL: u8 = 8;
/// More games than this number are many.
const MANY: u64 = 20;
/// The levels of the first analyses of a single game, which its page shows until the next one is done.
const FIRST_LEVELS: [u8; 2] = [6, 12];

/// Judge the moves of games: what each lost, what was better, and where the game was decided
#[derive(Args)]
pub struct Analyze {
    /// Files of games in any notation that `emilia` reads, results of `--out`, the moves of a game such as `f5d6c3`, or `-` for standard
    /// input
    #[arg(value_name = "FILE|MOVES", required = true)]
    pub(super) games: Vec<OsString>,
    /// Solve positions with at most N empty squares at any level [default: set by the level]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(0..=60), default_value_t = 0, hide_default_value = true)]
    pub(super) exact: u32,
    /// Time for each game in seconds, divided among its positions
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) game_time: Option<Duration>,
    /// Score every legal move at this level, not only the best one and the one played at the level of the analysis [default: 8 with
    /// --report for up to 20 games, otherwise off]
    #[arg(long, value_name = "LEVEL", value_parser = value_parser!(u8).range(1..=60))]
    pub(super) all_moves: Option<u8>,
    /// Games to analyse at once, each on its share of the threads [default: as many as threads]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=256))]
    pub(super) jobs: Option<u32>,
    /// The rating of the people of whom it is said how many find each move, 800 to 2200 [default: that of the player in the record if it
    /// is one of these, otherwise 1600]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(800..=2200))]
    pub(super) rating: Option<u32>,
    /// Write JSON, one game a line, instead of tables
    #[arg(long)]
    pub(super) json: bool,
    /// Print the table of each game, however many there are
    #[arg(long, conflicts_with = "json")]
    pub(super) tables: bool,
    /// Write the time of each search to JSON; without it the same games give the same bytes
    #[arg(long)]
    pub(super) times: bool,
    /// Write JSON, one game a line, to this file as games are finished, each searched by one thread; an existing file is refused
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Continue the file of --out after an interruption; the other files are written anew
    #[arg(long, requires = "out")]
    pub(super) resume: bool,
    /// Write a row for each move to this file, comma separated
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,
    /// Write the games with their values to this file, which ends in .ggf or .sgf
    #[arg(long, value_name = "FILE")]
    pub(super) annotated: Option<PathBuf>,
    /// Leave the passes out of an .sgf file of --annotated; Edax and other programs stop reading at them
    #[arg(long, requires = "annotated")]
    pub(super) no_passes: bool,
    /// Write a page for a browser to this file
    #[arg(long, value_name = "FILE")]
    pub(super) report: Option<PathBuf>,
    /// Replace existing files
    #[arg(long, conflicts_with = "resume")]
    pub(super) overwrite: bool,
}

impl Analyze {
    /// An option of this command or, of those that are set, of the engine that says how games are searched; none if there is none.
    pub(super) fn search_option<'a>(&self, explicit: &[&'a str]) -> Option<&'a str> {
        let own = [
            ("exact", self.exact > 0),
            ("all-moves", self.all_moves.is_some()),
            ("game-time", self.game_time.is_some()),
        ];
        let of_engine = explicit.iter().copied().find(|name| ["level", "nodes", "movetime"].contains(name));
        of_engine.or_else(|| own.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name))
    }

    /// How games are judged, by the number of games.
    pub(super) fn options(&self, options: &Options, explicit: &[&str], games: u64) -> JudgeOptions {
        let default = if games > MANY { LEVEL_OF_MANY } else { LEVEL };
        let number = if explicit.contains(&"level") { options.level } else { default };
        let level = Level::new(number).unwrap_or(Level::DEFAULT);
        let for_page = (self.report.is_some() && games <= MANY).then_some(ALL_MOVES_LEVEL);
        JudgeOptions {
            exact: self.exact,
            // Not deeper than the analysis itself.
            all_moves: self.all_moves.or(for_page).and_then(Level::new).map(|all_moves| all_moves.min(level)),
            nodes: (options.nodes > 0).then_some(options.nodes),
            move_time: (options.movetime > 0).then(|| Duration::from_millis(options.movetime)),
            game_time: self.game_time,
            ..JudgeOptions::level(level)
        }
    }
}

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
        let header = header(&input, &judge, (hash, self.rating), checksum, &book)?;
        let stop = Stop::new();
        handle_signals(&stop)?;
        let mut outputs = Outputs::open(self, &input, &judge, &header, weights_file)?;
        let jobs =
            self.jobs.map_or(options.threads, |jobs| jobs as usize).min(usize::try_from(games).unwrap_or(usize::MAX));
        // With several threads two analyses of a game differ.
        let threads = if is_single || self.out.is_none() { (options.threads / jobs).max(1) } else { 1 };
        let workers = Workers {
            weights,
            book,
            jobs,
            threads,
            hash,
            stop: &stop,
            people: People::embedded(),
            rating: self.rating,
            delivers_part: self.out.is_none(),
        };
        let read = |from: u64| {
            let input = &input;
            move |each: &mut dyn FnMut(u64, Entry) -> bool| input.for_each(from, each)
        };
        let mut progress = Progress::new(games);
        if is_single {
            for level in FIRST_LEVELS.into_iter().filter_map(Level::new).filter(|level| *level < judge.level) {
                if !outputs.has_page() || stop.is_requested() {
                    break;
                }
                let first = JudgeOptions { exact: 0, level, ..judge.clone() };
                workers
                    .run((games, 0), read(0), &first, &mut progress, |_, result| outputs.first_look(level, &result?))?;
            }
        }
        let done = outputs.done();
        workers.run((games, done), read(done), &judge, &mut progress, |number, result| outputs.add(number, result))?;
        drop(progress);
        let is_good = outputs.finish(stop.is_requested())?;
        Ok(match is_good {
            _ if stop.is_requested() => ExitCode::from(INTERRUPTED),
            true => ExitCode::SUCCESS,
            false => ExitCode::FAILURE,
        })
    }
}
