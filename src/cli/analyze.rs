//! `emilia analyze`: judges the moves of games.
//!
//! ```text
//!   input ──► workers ──► in the order of the games ──► results file, table, JSON, CSV, records, page
//! ```

mod display;
mod input;
mod outputs;
mod players;
mod report;
mod results;
mod workers;

use super::signals::{INTERRUPTED, handle_signals};
use crate::analysis::JudgeOptions;
use crate::eval::Weights;
use crate::search::{Level, Stop};
use crate::session::Options;
use anyhow::ensure;
use clap::{Args, value_parser};
use display::Display;
use input::Input;
use outputs::Outputs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use workers::Workers;

/// The options of the engine that the command takes, and their defaults where they differ.
pub(super) const OPTIONS: [&str; 5] = ["level", "threads", "hash", "nodes", "movetime"];
pub(super) const DEFAULTS: [(&str, &str); 1] = [("level", "16, or 12 for more than 20 games")];

/// The level of a few games, and of many.
const LEVEL: u8 = 16;
const LEVEL_OF_MANY: u8 = 12;
/// The level at which all moves are scored for a page.
const ALL_MOVES_LEVEL: u8 = 8;
/// So many games are many.
const MANY: u64 = 20;
/// The levels of the first analyses of a single game, which are shown until the next one is done.
const FIRST_LEVELS: [u8; 2] = [6, 12];

/// Arguments of `emilia analyze`.
#[derive(Args)]
pub(super) struct Analyze {
    /// Files of games in any notation that `emilia` reads, results of `--out`, the moves of a game such as `f5d6c3`, or `-` for standard input
    #[arg(value_name = "FILE|MOVES", required = true)]
    games: Vec<String>,
    /// Solve positions with at most N empty squares at any level [default: set by the level]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(0..=60), default_value_t = 0, hide_default_value = true)]
    exact: u32,
    /// Time for each game in seconds, divided among its positions
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    game_time: Option<Duration>,
    /// Score every legal move at this level, not only the best one and the one played at the level of the analysis [default: 8 with --report for up to
    /// 20 games, otherwise off]
    #[arg(long, value_name = "LEVEL", value_parser = value_parser!(u8).range(1..=60))]
    all_moves: Option<u8>,
    /// Games to analyse at once, each on its share of the threads and of the table [default: as many as threads]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=256))]
    jobs: Option<u32>,
    /// Write JSON, one game a line, instead of tables
    #[arg(long)]
    json: bool,
    /// Print the table of each game, however many there are
    #[arg(long, conflicts_with = "json")]
    tables: bool,
    /// Write the time of each search to JSON; without it the same games give the same bytes
    #[arg(long)]
    times: bool,
    /// Write JSON, one game a line, to this file as games are finished; an existing file is refused
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Continue the file of --out after an interruption
    #[arg(long, requires = "out")]
    resume: bool,
    /// Write a row for each move to this file, comma separated
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the games with their values to this file, which ends in .ggf or .sgf
    #[arg(long, value_name = "FILE")]
    annotated: Option<PathBuf>,
    /// Write a page for a browser to this file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Replace existing files
    #[arg(long, conflicts_with = "resume")]
    overwrite: bool,
}

/// Parses a positive number of seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero()).ok_or_else(|| "expected a positive number of seconds".to_owned())
}

impl Analyze {
    fn options(&self, options: &Options, given: &[&str], games: u64) -> JudgeOptions {
        let default = if games > MANY { LEVEL_OF_MANY } else { LEVEL };
        let number = if given.contains(&"level") { options.level } else { default };
        let level = Level::new(number).unwrap_or(Level::DEFAULT);
        let for_page = (self.report.is_some() && games <= MANY).then_some(ALL_MOVES_LEVEL);
        JudgeOptions {
            exact: self.exact,
            all_moves: self.all_moves.or(for_page).and_then(Level::new),
            nodes: (options.nodes > 0).then_some(options.nodes),
            move_time: (options.movetime > 0).then(|| Duration::from_millis(options.movetime)),
            game_time: self.game_time,
            ..JudgeOptions::level(level)
        }
    }
}

/// Analyses the games. Exits with 1 if a game cannot be read or searched, and with 130 if it was interrupted.
///
/// # Errors
/// If there are no games, or a file cannot be read or written.
pub(super) fn run(
    arguments: &Analyze,
    options: &Options,
    given: &[&str],
    weights: &Arc<Weights>,
) -> anyhow::Result<ExitCode> {
    let input = Input::open(&arguments.games)?;
    let games = input.count();
    ensure!(games > 0, "there are no games");
    let judge = arguments.options(options, given, games);
    let mut outputs = Outputs::open(arguments, &input, &judge, options.hash)?;
    let stop = Stop::new();
    handle_signals(&stop)?;
    let is_single = games == 1 && arguments.out.is_none();
    let jobs =
        arguments.jobs.map_or(options.threads, |jobs| jobs as usize).min(usize::try_from(games).unwrap_or(usize::MAX));
    let threads = if is_single { options.threads } else { (options.threads / jobs).max(1) };
    let workers = Workers { weights, jobs, threads, hash: (options.hash / jobs).max(1), stop: &stop };
    let mut display = Display::new(games, outputs.done());
    if is_single {
        for level in FIRST_LEVELS.into_iter().filter_map(Level::new).filter(|level| *level < judge.level) {
            if !outputs.wants_first_looks() || stop.is_requested() {
                break;
            }
            let first = JudgeOptions { exact: 0, level, ..judge.clone() };
            workers.run(&input, 0, &first, &mut display, |_, result| outputs.first_look(level, &result?))?;
        }
    }
    let done = outputs.done();
    workers.run(&input, done, &judge, &mut display, |number, result| outputs.add(number, result))?;
    display.finish();
    let is_good = outputs.finish(stop.is_requested())?;
    Ok(match is_good {
        _ if stop.is_requested() => ExitCode::from(INTERRUPTED),
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}
