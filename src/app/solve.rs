//! `emilia solve`: positions, their scores, and whether these are what the file says.
//!
//! ```text
//!   read ──► desk ──► work ──► desk ──► write      problems handed out, answers written in their order
//!                      │
//!                    watch ──► events, progress    who looks on while a position is solved
//!                      └─────► save ◄── state      what is kept in a file, so that a solve can go on
//! ```

mod answer;
mod desk;
mod events;
mod forecast;
mod json;
mod progress;
mod read;
mod save;
mod state;
mod sums;
mod watch;
mod work;
mod write;

use crate::app::signals::{INTERRUPTED, heed_signals};
use crate::eval::Weights;
use crate::search::{Kept, Stop};
use crate::session::Options;
use anyhow::Context as _;
use clap::{Args, value_parser};
use desk::Desk;
use indicatif::MultiProgress;
use read::Item;
pub use save::with_journal_taken_in;
use save::{SaveFile, Saved};
use state::{Settings, State};
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use watch::Saver;
use work::Work;
use write::Writer;

/// Entries of the table that are saved take at most this part of its memory.
const SAVED_PART: usize = 8;

/// What `emilia solve` is told.
#[derive(Args)]
pub(super) struct Solve {
    /// A file of positions, one a line in OBF, such as `----...OX X; F5:+2;`; one such line; or `-` for standard input
    #[arg(value_name = "FILE|POSITION", allow_hyphen_values = true, required_unless_present = "resume")]
    positions: Option<String>,
    /// Plies to search; without it positions are solved, unless --level says otherwise; 0 gives the static evaluation
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(0..=60))]
    depth: Option<u32>,
    /// Confidence of the forward pruning in percent; below 100 nothing is called exact [default: 100, with --depth less than
    /// the empty squares 73]
    #[arg(long, value_name = "PERCENT", value_parser = value_parser!(u32).range(1..=100))]
    selectivity: Option<u32>,
    /// Only tell wins, draws and losses: scores are bounds, compared by their sign; the window from -1 to +1
    #[arg(long, conflicts_with_all = ["alpha", "beta"])]
    wld: bool,
    /// Tell scores of at most this many discs only as "at most"
    #[arg(long, value_name = "DISCS", allow_negative_numbers = true, default_value_t = -64)]
    #[arg(value_parser = value_parser!(i32).range(-64..=63))]
    alpha: i32,
    /// Tell scores of at least this many discs only as "at least"
    #[arg(long, value_name = "DISCS", allow_negative_numbers = true, default_value_t = 64)]
    #[arg(value_parser = value_parser!(i32).range(-63..=64))]
    beta: i32,
    /// Score every legal move, and compare every one that the file lists with a score
    #[arg(long)]
    all_moves: bool,
    /// Solve so many positions at once, each with its share of the threads and of the table
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=256), default_value_t = 1)]
    jobs: u32,
    /// Write JSON, an object a line
    #[arg(long)]
    json: bool,
    /// Show how far a search is and about how long it will take, also where standard error is no terminal
    #[arg(long)]
    progress: bool,
    /// Tell each step as JSON on standard error, an object a line
    #[arg(long, conflicts_with = "progress")]
    events: bool,
    /// Keep in this file what is solved and proved, so that the work can be resumed after any end; an existing file is refused
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Seconds between two savings of the table; what is proved is saved at once
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "180")]
    save_every: Duration,
    /// Go on with what this file holds, and keep it up to date unless --save names another one; the positions may be left out
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Let --save replace an existing file
    #[arg(long, requires = "save")]
    overwrite: bool,
}

impl Solve {
    /// What is wrong with the arguments together, if anything.
    pub(super) fn fault(&self) -> Option<String> {
        let Solve { alpha, beta, .. } = self;
        (alpha >= beta).then(|| format!("no score is above --alpha {alpha} and below --beta {beta}"))
    }

    fn settings(&self, options: &Options, has_level: bool) -> Settings {
        let &Solve { depth, selectivity, wld, alpha, beta, all_moves, .. } = self;
        let (level, contempt) = (has_level.then_some(options.level), options.contempt);
        let &Options { nodes, movetime, .. } = options;
        Settings { depth, selectivity, wld, alpha, beta, all_moves, level, contempt, nodes, movetime }
    }
}

/// A positive number of seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero()).ok_or_else(|| "not a positive number of seconds".to_owned())
}

/// Solves the positions, several at once if asked to, then writes the sums. Fails if a line cannot be read, or if a proved score
/// or its move is not what the file says; an estimate proves nothing.
///
/// # Errors
/// If there is nothing to read or to go on with, or the results cannot be written.
pub(super) fn run(
    request: &Solve,
    options: &Options,
    has_level: bool,
    weights: &Arc<Weights>,
) -> anyhow::Result<ExitCode> {
    let began = Instant::now();
    let jobs = request.jobs as usize;
    let Source { items, settings, name, saver, kept } = source(request, options, has_level, jobs)?;
    // What an earlier run did took none of the time of this one.
    let at_once = jobs > 1 && request.resume.is_none();
    let bars = (io::stderr().is_terminal() && !request.events).then(MultiProgress::new);
    let writer = Writer::new(io::stdout(), request.json, settings.wld, name);
    let work = Work {
        options: Options {
            threads: (options.threads / jobs).max(1),
            hash: (options.hash / jobs).max(1),
            level: settings.level.unwrap_or(options.level),
            contempt: settings.contempt,
            nodes: settings.nodes,
            movetime: settings.movetime,
            ..options.clone()
        },
        settings,
        weights: weights.clone(),
        desk: Desk::new(items, writer, bars.clone()),
        saver: saver.map(Mutex::new),
        kept: Mutex::new(kept),
        stop: Stop::new(),
        has_events: request.events,
        has_display: request.progress || bars.is_some(),
        bars,
    };
    heed_signals(&work.stop)?;
    work.run(jobs)?;
    let is_saved = work.saver.as_ref().is_none_or(|saver| {
        let mut saver = saver.lock().unwrap_or_else(PoisonError::into_inner);
        saver.close();
        !saver.is_behind()
    });
    let is_good = work.desk.finish(began.elapsed().as_secs_f64(), at_once)?;
    Ok(match is_good && is_saved {
        _ if work.stop.is_requested() && is_saved => ExitCode::from(INTERRUPTED),
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// What is to be solved, and how it is kept.
struct Source {
    items: Receiver<anyhow::Result<Item>>,
    settings: Settings,
    name: String,
    saver: Option<Saver>,
    /// Entries of the table of an earlier search.
    kept: Vec<Kept>,
}

/// Finds what is to be solved: positions anew, or those of a saved solve.
fn source(request: &Solve, options: &Options, has_level: bool, jobs: usize) -> anyhow::Result<Source> {
    let settings = request.settings(options, has_level);
    let positions = request.positions.as_deref();
    let name = positions.map_or(String::new(), name_of);
    let Some(place) = request.save.as_deref().or(request.resume.as_deref()) else {
        let items = read::problems(positions.context("there are no positions")?)?;
        return Ok(Source { items, settings, name, saver: None, kept: Vec::new() });
    };
    let given =
        || positions.map(|from| read::problems(from)?.into_iter().collect::<anyhow::Result<Vec<Item>>>()).transpose();
    let (file, state, kept) = match open(request, place)? {
        (file, Some(saved)) => {
            let about = || format!("cannot resume from {}", request.resume.as_deref().unwrap_or(file.name()).display());
            check(&saved.state, given()?.as_deref(), &settings).with_context(about)?;
            (file, saved.state, saved.kept)
        }
        (file, None) => {
            let items = given()?.context("there are no positions")?;
            (file, State::new(settings, name, &items), Vec::new())
        }
    };
    let (items, settings, name) = (state.items()?, state.settings.clone(), state.name.clone());
    let (sender, receiver) = sync_channel(items.len().max(1));
    items.into_iter().try_for_each(|item| sender.send(Ok(item))).context("cannot read")?;
    let most_entries = if jobs > 1 { 0 } else { (options.hash << 20) / SAVED_PART / Kept::BYTES };
    let saver = Saver::begin(file, state, request.save_every, most_entries)?;
    Ok(Source { items: receiver, settings, name, saver: Some(saver), kept })
}

/// The file at this place, which the solve is to be kept in, and the saved solve to go on with, if there is one.
fn open(request: &Solve, place: &Path) -> anyhow::Result<(SaveFile, Option<Saved>)> {
    let resume = request.resume.as_deref();
    if let Some(resume) = resume.filter(|resume| is_same(place, resume)) {
        if request.save.is_none() {
            // A file that is missing is not to be made.
            fs::metadata(resume).with_context(|| format!("cannot resume from {}", resume.display()))?;
        }
        let mut file = SaveFile::claim(resume)?;
        // With a file to save to and nothing in it yet, the solve is only about to begin.
        let saved = if file.is_empty() && request.save.is_some() { None } else { Some(file.read()?) };
        return Ok((file, saved));
    }
    let saved = resume.map(save::read).transpose()?;
    let unwritable = || format!("cannot save to {}", place.display());
    let holds_positions = request.positions.as_deref().is_some_and(|positions| is_same(place, Path::new(positions)));
    if holds_positions {
        return Err(anyhow::anyhow!("the positions are in it")).with_context(unwritable);
    }
    let file = SaveFile::claim(place)?;
    if !file.is_empty() && !request.overwrite {
        let advice = "it already exists; --resume goes on with a saved solve, --overwrite replaces the file";
        return Err(anyhow::anyhow!(advice)).with_context(unwritable);
    }
    Ok((file, saved))
}

/// Whether two paths lead to one regular file. Others are not opened: a pipe would keep us waiting.
fn is_same(one: &Path, other: &Path) -> bool {
    let is_file = |path: &Path| fs::metadata(path).is_ok_and(|found| found.is_file());
    one == other || is_file(one) && is_file(other) && same_file::is_same_file(one, other).unwrap_or(false)
}

/// Whether a saved solve is the one that is asked for, as far as anything is asked for.
fn check(state: &State, given: Option<&[Item]>, settings: &Settings) -> anyhow::Result<()> {
    anyhow::ensure!(
        given.is_none_or(|items| state.has_items(items)),
        "it is the solve of other positions: {}",
        state.name
    );
    let is_silent = given.is_none() && *settings == Settings::default();
    anyhow::ensure!(is_silent || *settings == state.settings, "it was made with other settings: {}", state.settings);
    Ok(())
}

/// What a set of positions is called.
fn name_of(positions: &str) -> String {
    match Path::new(positions).file_name() {
        Some(name) if Path::new(positions).exists() => name.to_string_lossy().into_owned(),
        _ if positions == "-" => "standard input".to_owned(),
        _ => "position".to_owned(),
    }
}
