//! `emilia solve`: solves positions and compares the scores with those of the file.
//!
//! ```text
//!   read ──► JobQueue ──► write, sums     positions, then rows or JSON
//!               └─► observe ──► events
//!   variant                               one position of another game
//!   certificate                           a file with the proof of a value
//! ```

mod certificate;
mod events;
mod observe;
mod read;
mod sums;
mod variant;
mod write;

use super::args::seconds;
use super::files;
use super::input::Source;
use super::message::{self, text_of};
use super::signals::{INTERRUPTED, handle_signals};
use crate::cli::{CliCommand, Invocation};
use crate::session::Options;
use anyhow::Context as _;
use certificate::Wanted;
use clap::{Args, value_parser};
use emilia::internal::{
    search::SavedEntry,
    solver::{Entries, Item, JobQueue, Journal, SaveFile, Saved, Saver, State, load, lock},
};
use emilia::{Certificate, Engine, EngineOptions, Game, Solver, SolverSettings, Stop};
use indicatif::MultiProgress;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};
use variant::Task;
use write::Writer;

/// The options of the engine that the command takes, and their defaults where they differ.
pub(super) const OPTIONS: [&str; 6] = ["level", "threads", "hash", "contempt", "nodes", "movetime"];
pub(super) const DEFAULTS: [(&str, &str); 1] = [("level", "none: positions are solved")];

/// Entries of the table that are saved take at most this part of its memory.
const SAVED_PART: usize = 8;

/// Solve or analyse positions, and compare the results with the answers in the file
#[derive(Args)]
pub(super) struct Solve {
    /// File of positions in OBF, one per line, such as `----...OX X; F5:+2;`; a single position; the moves to
    /// it, such as f5d6c3; or `-` for standard input
    #[arg(value_name = "FILE|POSITION|MOVES", allow_hyphen_values = true, required_unless_present_any = ["resume", "variant"])]
    positions: Option<OsString>,
    /// Solve the start of the game by these rules, or the position after the moves that are given: the name of a variant, words such as
    /// '6x6 anti', or a file with a picture of the board; without --jobs, --events and --selectivity
    #[arg(long, value_name = "RULES", conflicts_with_all = ["selectivity", "jobs", "events"])]
    variant: Option<OsString>,
    /// Plies to search; 0 gives the static evaluation [default: to the end, unless --level is given]
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(0..=60))]
    depth: Option<u32>,
    /// Confidence of the forward pruning in percent; below 100 nothing is called exact [default: 100, or 73 if --depth is less
    /// than the number of empty squares]
    #[arg(long, value_name = "PERCENT", value_parser = value_parser!(u32).range(1..=100))]
    selectivity: Option<u32>,
    /// Prove wins, draws and losses only: scores are bounds, compared by their sign; the window is -1 to +1
    #[arg(long, conflicts_with_all = ["alpha", "beta"])]
    wld: bool,
    /// Report scores up to N discs as "at most" [default: -64]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = value_parser!(i32).range(-64..=63))]
    alpha: Option<i32>,
    /// Report scores from N discs on as "at least" [default: 64]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = value_parser!(i32).range(-63..=64))]
    beta: Option<i32>,
    /// Score every legal move, and compare every one that the file lists with a score
    #[arg(long)]
    all_moves: bool,
    /// Positions to solve at once, each with its share of the threads and of the table
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=256), default_value_t = 1)]
    jobs: u32,
    /// Write JSON, one object per line
    #[arg(long)]
    json: bool,
    /// Show the progress of a search and the time it will probably take, even if standard error is not a terminal
    #[arg(long)]
    progress: bool,
    /// Print each step as JSON on standard error, one object per line
    #[arg(long, conflicts_with = "progress")]
    events: bool,
    /// Save what is solved and proved to this file, so that the work can be resumed; an existing file is refused
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Seconds between two saves of the table; what is proved is saved at once, but with --variant with the table
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "180")]
    save_every: Duration,
    /// Continue the solve saved in this file, and keep the file up to date unless --save names another one; the positions are optional
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Let --save or --certificate replace an existing file
    #[arg(long)]
    overwrite: bool,
    /// Write a proof of the value of one position to this file, which `emilia-check` and scripts/check_proof.py check; of other boards than
    /// 8x8 only the second one does
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all_moves", "depth", "selectivity", "jobs"])]
    certificate: Option<PathBuf>,
    /// Empty squares from which on the checker of the certificate finishes by itself: more make the file smaller and the check longer
    #[arg(long, value_name = "N", requires = "certificate", value_parser = value_parser!(u32).range(0..=12))]
    #[arg(default_value_t = Certificate::FINISH)]
    checker_empties: u32,
}

impl Solve {
    /// Scores up to the first and from the second on are only bounded.
    fn window(&self) -> (i32, i32) {
        (self.alpha.unwrap_or(-64), self.beta.unwrap_or(64))
    }

    /// The proof that is asked for.
    fn wanted(&self) -> Option<Wanted> {
        let &Solve { overwrite, checker_empties: finish, .. } = self;
        self.certificate.clone().map(|path| Wanted { path, overwrite, finish })
    }

    /// Checks that no file is written twice or over one that is read. The file of --resume may be that of --save.
    ///
    /// # Errors
    /// If one is.
    fn check_files(&self, weights: Option<&Path>) -> anyhow::Result<()> {
        let Solve { certificate, save, resume, positions, variant, .. } = self;
        let is_saved_to = |path: &Path| save.as_deref().is_some_and(|save| is_same(save, path));
        let resumed = resume.as_deref().filter(|path| !is_saved_to(path));
        let outputs: Vec<&PathBuf> = [certificate, save].into_iter().flatten().collect();
        let inputs = [positions.as_deref().map(Path::new), variant.as_deref().map(Path::new), resumed, weights];
        files::check_distinct(&outputs, inputs.into_iter().flatten())
    }

    /// The solve that only the search of variants can do, if it is one: of the game that is given, or of the saved one.
    ///
    /// # Errors
    /// If its rules or moves cannot be read, or the saved solve is another one.
    fn of_variant(&self, saved: Option<&Saved>) -> anyhow::Result<Option<Task>> {
        let (moves, has_certificate) = (self.positions.as_deref().unwrap_or_default(), self.certificate.is_some());
        let saved_game = saved.map(|saved| saved.state.game()).transpose()?.flatten();
        let given = match &self.variant {
            Some(rules) => Some((text_of(Path::new(rules)), variant::game_by(rules, moves)?)),
            None if has_certificate || saved_game.is_some() => {
                certificate::other_board(moves).map(|game| ("position".to_owned(), game))
            }
            None => None,
        };
        let task = match (given, saved, saved_game) {
            (Some((name, game)), saved, saved_game) => {
                let is_same =
                    saved.is_none() || saved_game.is_some_and(|saved| variant::is_same_position(&game, &saved));
                anyhow::ensure!(is_same, "the saved solve is one of another position or by other rules");
                self.task(name, game)
            }
            (None, Some(Saved { state, .. }), Some(game)) => {
                anyhow::ensure!(
                    moves.is_empty(),
                    "the saved solve is one of a variant; give its rules with --variant, or neither rules nor positions"
                );
                anyhow::ensure!(
                    self.has_no_settings(),
                    "a saved solve of a variant is continued as it began; name its rules with --variant to solve it in another way"
                );
                Task { name: state.name.clone(), game, settings: state.settings.clone() }
            }
            (None, ..) => return Ok(None),
        };
        let is_refused = self.jobs > 1 || self.selectivity.is_some() || self.events;
        anyhow::ensure!(!is_refused, "a variant is solved without --jobs, --selectivity and --events");
        anyhow::ensure!(!has_certificate || task.settings.depth.is_none(), "a solve with --depth has no certificate");
        Ok(Some(task))
    }

    /// Whether no option says how to solve, so that a saved solve is continued as it began.
    fn has_no_settings(&self) -> bool {
        let &Solve { depth, wld, alpha, beta, all_moves, .. } = self;
        depth.is_none() && alpha.is_none() && beta.is_none() && !wld && !all_moves
    }

    /// What is to be solved of this game.
    fn task(&self, name: String, game: Game) -> Task {
        let &Solve { depth, wld, all_moves, .. } = self;
        let (alpha, beta) = if wld { game.rules().win_window(game.to_move()) } else { self.window() };
        Task { name, game, settings: SolverSettings { depth, alpha, beta, all_moves, ..SolverSettings::default() } }
    }

    fn settings(&self, options: &Options, level: Option<u8>) -> SolverSettings {
        let &Solve { depth, selectivity, wld, all_moves, .. } = self;
        let (alpha, beta) = self.window();
        let &Options { nodes, movetime, contempt, .. } = options;
        SolverSettings { depth, selectivity, wld, alpha, beta, all_moves, level, contempt, nodes, movetime }
    }
}

impl CliCommand for Solve {
    fn fault(&self) -> Option<String> {
        let (alpha, beta) = self.window();
        let is_unused = self.overwrite && self.save.is_none() && self.certificate.is_none();
        match () {
            () if alpha >= beta => Some(format!("--alpha {alpha} is not below --beta {beta}")),
            () if is_unused => Some("--overwrite needs --save or --certificate".to_owned()),
            () => None,
        }
    }

    /// Solves the positions, then prints the sums. Exits with 1 if a line cannot be read, or if a proved score or its move differs from
    /// the file; estimates prove nothing.
    ///
    /// # Errors
    /// If there is nothing to read or to resume, or the results cannot be written.
    fn run(&self, invocation: &Invocation) -> anyhow::Result<ExitCode> {
        let options = &invocation.options;
        let level = invocation.is_explicit("level").then_some(options.level);
        let (weights, weights_file) = (&invocation.weights()?, invocation.weights.as_deref());
        self.check_files(weights_file)?;
        let kept = self.save.as_deref().or(self.resume.as_deref()).map(|place| open(self, place)).transpose()?;
        if let Some(task) = self.of_variant(kept.as_ref().and_then(|(_, saved)| saved.as_ref()))? {
            return variant::run(self, &task, kept, options, level);
        }
        let wanted = self.wanted();
        let began = Instant::now();
        let jobs = self.jobs as usize;
        let Work { items, settings, name, saver, entries } = work(self, options, level, kept)?;
        // The time of an earlier run is not part of the time of this one.
        let at_once = jobs > 1 && self.resume.is_none();
        let bars = (io::stderr().is_terminal() && !self.events).then(MultiProgress::new);
        let writer = Writer::new(io::stdout(), self.json, settings.wld, name, bars.clone());
        let items = match &wanted {
            Some(wanted) => wanted.only(items)?,
            None => items,
        };
        let queue = JobQueue::new(items, writer);
        let saver = saver.map(Mutex::new);
        let make_observer = |number| observe::observer(number, self.events, self.progress, bars.as_ref());
        let mut solver = Solver::new(weights.clone(), settings)
            .jobs(jobs)
            .threads(options.threads)
            .hash(options.hash)
            .observed(&make_observer);
        if let Some(saver) = &saver {
            solver = solver.journaled(saver, entries);
        }
        let stop = Stop::new();
        handle_signals(&stop)?;
        solver.run(&queue, &stop).context("cannot start a thread")?;
        let is_saved = saver.as_ref().is_none_or(|saver| {
            let mut saver = lock(saver);
            saver.close();
            !saver.is_behind()
        });
        let writer = queue.finish()?;
        let answer = writer.last();
        let is_good = writer.finish(began.elapsed().as_secs_f64(), at_once)?;
        if let (Some(wanted), Some((game, value))) = (wanted, answer.filter(|_| !stop.is_requested())) {
            let options = EngineOptions::default().with_hash(options.hash).with_threads(options.threads);
            wanted.prove(&game, value, Engine::with_weights(weights.clone(), options), &stop)?;
        }
        Ok(match is_good && is_saved {
            _ if stop.is_requested() && is_saved => ExitCode::from(INTERRUPTED),
            true => ExitCode::SUCCESS,
            false => ExitCode::FAILURE,
        })
    }
}

/// What is to be solved, and where it is kept.
struct Work {
    items: Receiver<io::Result<Item>>,
    settings: SolverSettings,
    name: String,
    saver: Option<Saver>,
    /// Entries of the table of an earlier search.
    entries: Vec<SavedEntry>,
}

/// The work: new positions, or those of a saved solve.
fn work(
    arguments: &Solve,
    options: &Options,
    level: Option<u8>,
    kept: Option<(SaveFile, Option<Saved>)>,
) -> anyhow::Result<Work> {
    let settings = arguments.settings(options, level);
    let positions = arguments.positions.as_deref();
    let name = positions.map_or(String::new(), name_of);
    let Some((file, saved)) = kept else {
        let items = read::problems(positions.context("there are no positions")?)?;
        return Ok(Work { items, settings, name, saver: None, entries: Vec::new() });
    };
    let read_all = |from: &OsStr| -> anyhow::Result<Vec<Item>> {
        Ok(read::problems(from)?.into_iter().collect::<Result<_, _>>()?)
    };
    let given = || positions.map(read_all).transpose();
    let (state, entries) = match saved {
        Some(saved) => {
            let about =
                || format!("cannot resume from {}", arguments.resume.as_deref().unwrap_or(file.path()).display());
            check(&saved.state, given()?.as_deref(), &settings).with_context(about)?;
            let entries = saved.entries();
            (saved.state, entries)
        }
        None => {
            let items = given()?.context("there are no positions")?;
            (State::new(settings, name, &items), Vec::new())
        }
    };
    let (items, settings, name) = (state.items()?, state.settings.clone(), state.name.clone());
    let (sender, receiver) = sync_channel(items.len().max(1));
    items.into_iter().try_for_each(|item| sender.send(Ok(item))).context("cannot read")?;
    let most_entries = if arguments.jobs > 1 { 0 } else { (options.hash << 20) / SAVED_PART / SavedEntry::BYTES };
    let saver = Saver::begin(file, state, Entries::AsBefore, arguments.save_every, most_entries)?;
    Ok(Work { items: receiver, settings, name, saver: Some(saver), entries })
}

/// The file at this place, which the solve is kept in, and the saved solve to continue, if there is one.
fn open(arguments: &Solve, place: &Path) -> anyhow::Result<(SaveFile, Option<Saved>)> {
    let resume = arguments.resume.as_deref();
    if let Some(resume) = resume.filter(|resume| is_same(place, resume)) {
        let unusable = || format!("cannot resume from {}", resume.display());
        if arguments.save.is_none() {
            // For a missing file the error is clearer here.
            fs::metadata(resume).with_context(unusable)?;
        }
        let mut file = SaveFile::open(resume).with_context(unusable)?;
        // With --save and an empty file the solve begins.
        let saved = if file.is_empty() && arguments.save.is_some() { None } else { Some(file.read()?) };
        return Ok((file, saved));
    }
    let saved = resume.map(load).transpose()?;
    let file = SaveFile::open(place)?;
    files::check_new(place, file.is_empty() || arguments.overwrite, files::CONTINUE_OR_REPLACE)?;
    Ok((file, saved))
}

/// Whether two paths are equal or lead to one regular file.
fn is_same(one: &Path, other: &Path) -> bool {
    one == other || files::is_one_file(one, other)
}

/// Whether a saved solve is the one that is asked for, as far as anything is asked for.
fn check(state: &State, given: Option<&[Item]>, settings: &SolverSettings) -> anyhow::Result<()> {
    anyhow::ensure!(
        given.is_none_or(|items| state.has_items(items)),
        "it is a solve of other positions: {}",
        state.name
    );
    let is_silent = given.is_none() && *settings == SolverSettings::default();
    let is_same = is_silent || *settings == state.settings;
    anyhow::ensure!(is_same, "it was made with other settings: {}, not {settings}", state.settings);
    Ok(())
}

/// What a set of positions is called.
fn name_of(positions: &OsStr) -> String {
    match Source::of(positions) {
        Ok(source @ (Source::File(_) | Source::StandardInput)) => message::name_of(source.path()),
        _ => "position".to_owned(),
    }
}
