//! `emilia book`: builds, inspects, checks and converts opening books.

mod arguments;
mod conversation;
mod remote;
mod report;
mod tools;

use super::message::name_of;
use super::progress::Progress;
use super::signals::{INTERRUPTED, handle_signals};
use crate::cli::input::{Games, Source};
use crate::cli::{CliCommand, Invocation};
pub(super) use arguments::Book;
use arguments::{Tool, Work};
pub(super) use conversation::ConsoleCommand;
use emilia::book::{
    BookError, BuildObserver, Builder, Evaluate, Evaluation, GameFilter, GamePositions, Request, Store, Verification,
};
use emilia::{BookSearches, Level, Stop, Weights};
use remote::Remote;
use std::collections::HashSet;
use std::io::{Write as _, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

impl CliCommand for Book {
    fn run(&self, invocation: &Invocation) -> anyhow::Result<ExitCode> {
        super::start_threads()?;
        run(self, || invocation.weights(), None)
    }
}

/// Runs the command until it ends or the stop is requested; without a stop Ctrl-C requests it.
pub(super) fn run(
    arguments: &Book,
    weights: impl FnOnce() -> anyhow::Result<Arc<Weights>>,
    stop: Option<&Stop>,
) -> anyhow::Result<ExitCode> {
    match &arguments.tool {
        Tool::New { book, level } => {
            Store::create(book, Level::new(*level).unwrap_or(Level::MAX))?;
            Ok(ExitCode::SUCCESS)
        }
        Tool::Add { book, files, min_games, depth, work } => {
            let choice = GameFilter { max_plies: *depth, min_games: *min_games };
            add(book, files, choice, (work, stop), weights()?)
        }
        Tool::Learn { book, game } => tools::learn(book, game),
        Tool::Deviate { book, lines, work } => {
            let lines = lines.lines()?;
            build(book, work, stop, ADDED, weights()?, |builder| builder.deviate(&lines))
        }
        Tool::Prune { book, lines } => {
            let lines = lines.lines()?;
            tools::remove(book, lines.from.0, |store| store.prune(&lines))
        }
        Tool::Subtree { book, position } => tools::subtree(book, position),
        Tool::Solve { book, empties, threads } => {
            let work = Work { level: Some(Level::MAX.get()), threads: *threads, remote: false };
            build(book, &work, stop, SEARCHED, weights()?, |builder| builder.deepen(*empties))
        }
        Tool::Extend { book, size, depth, work } => {
            build(book, work, stop, ADDED, weights()?, |builder| builder.extend(*size, 4 + depth))
        }
        Tool::Evaluate { threads } => {
            let mut searches =
                BookSearches::new(weights()?, threads.map_or_else(num_threads, |threads| threads as usize));
            remote::evaluate(&mut searches)
        }
        Tool::Show { position, book } => tools::show(book.as_deref(), position),
        Tool::Report(arguments) => report::report(arguments),
        Tool::Stats { book } => tools::stats(book),
        Tool::Check { book } => tools::check(book),
        Tool::Fix { book, work } => {
            build(book, work, stop, "positions and leaves repaired", weights()?, |builder| builder.fix())
        }
        Tool::Merge { book, others } => tools::merge(book, others),
        Tool::Export { book, out, form, overwrite } => tools::export(book, out, *form, *overwrite),
        Tool::Import { book, text } => tools::import(book, text),
        Tool::Verify { book, count, plies, loss, again, seed, work } => {
            let mut verified = Vec::new();
            let (count, seed, plies, max_loss, plies_again) = (*count, *seed, *plies, *loss, *again);
            let verification = Verification { count, seed, plies, max_loss, plies_again };
            let code = build(book, work, stop, "moves searched", weights()?, |builder| {
                verified = builder.verify(verification)?;
                Ok(verified.len() as u64)
            })?;
            let is_done = code == ExitCode::SUCCESS;
            Ok(if is_done && !tools::write_verified(&verified, verification)? { ExitCode::FAILURE } else { code })
        }
        Tool::Deepen { book, played, margin, work } => {
            build(book, work, stop, SEARCHED, weights()?, |builder| match played {
                true => builder.deepen_played(*margin),
                false => builder.deepen(60),
            })
        }
    }
}

/// What most commands change.
const ADDED: &str = "positions added";
const SEARCHED: &str = "leaves searched";

/// Adds the games in these files.
fn add(
    book: &Path,
    files: &[PathBuf],
    choice: GameFilter,
    (work, stop): (&Work, Option<&Stop>),
    weights: Arc<Weights>,
) -> anyhow::Result<ExitCode> {
    let names: HashSet<String> = files.iter().map(|file| name_of(file)).collect();
    anyhow::ensure!(
        names.len() == files.len(),
        "two files have the same name, so their games would count as the same collection"
    );
    if let Some((_, known)) = Store::open(book)?.sources()?.iter().find(|(_, known)| names.contains(known)) {
        super::message::print_message(&format!(
            "games of {known} were added before; of both counts of a position the larger one stays"
        ));
    }
    let collections = files.iter().map(|file| Ok((name_of(file), collect(file, choice)?)));
    let collections = collections.collect::<anyhow::Result<Vec<_>>>()?;
    build(book, work, stop, ADDED, weights, |builder| {
        let mut added = 0;
        for (name, games) in &collections {
            added += builder.learn(games, choice, name)?;
        }
        Ok(added)
    })
}

/// Builds, and prints what has changed.
fn build(
    path: &Path,
    work: &Work,
    stop: Option<&Stop>,
    what: &str,
    weights: Arc<Weights>,
    command: impl FnOnce(&mut Builder<'_>) -> Result<u64, BookError>,
) -> anyhow::Result<ExitCode> {
    let began = Instant::now();
    let mut store = Store::open_verified(path)?;
    let threads = work.threads.map_or_else(num_threads, |threads| threads as usize);
    let mut progress = BuildProgress { shown: Progress::new(0), positions: 0, searches: 0, steps: (0, 0) };
    let stop = match stop {
        Some(stop) => stop.clone(),
        None => {
            let stop = Stop::new();
            handle_signals(&stop)?;
            stop
        }
    };
    let mut searches: Box<dyn Evaluate> =
        if work.remote { Box::new(Remote) } else { Box::new(BookSearches::new(weights, threads)) };
    let mut builder = Builder::new(&store, searches.as_mut(), &mut progress, &stop)?;
    if let Some(level) = work.level.and_then(Level::new) {
        builder = builder.at_level(level);
    }
    let done = command(&mut builder);
    drop(progress);
    match done {
        Ok(changed) => {
            store.compact()?;
            writeln!(stdout(), "{changed} {what}, {} positions, {:.1} s", store.len()?, began.elapsed().as_secs_f64())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(BookError::Stopped) => {
            super::message::print_message("interrupted; the same command continues");
            Ok(ExitCode::from(INTERRUPTED))
        }
        Err(error) => Err(error.into()),
    }
}

/// Shows how many searches of a step are made.
struct BuildProgress {
    shown: Progress,
    positions: u64,
    /// The searches of this command.
    searches: u64,
    /// The searches of the step that are done, and all.
    steps: (u64, u64),
}

impl BuildObserver for BuildProgress {
    fn began(&mut self, searches: usize, known: usize) {
        self.steps = (known as u64, searches as u64);
        self.shown.set_steps(self.steps.1);
    }

    fn searched(&mut self, _: &Request, _: &Evaluation) {
        (self.searches, self.steps.0) = (self.searches + 1, self.steps.0 + 1);
        let (positions, (done, all)) = (self.positions, self.steps);
        let pace = self.shown.pace(self.searches, all.saturating_sub(done), "searches");
        self.shown.show(done, || format!("{positions} positions; {done} of {all} searches, {pace} of this step"));
    }

    fn stepped(&mut self, positions: u64) {
        self.positions = positions;
    }
}

fn num_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The positions of the games in a file.
fn collect(file: &Path, choice: GameFilter) -> anyhow::Result<GamePositions> {
    let (mut collection, mut games, mut unread, mut first) = (GamePositions::default(), 0, 0, None);
    let dropped = Games::read(Source::File(file.to_owned()))?.for_each(|game| {
        match game {
            Ok(game) if collection.add(&game, choice) => games += 1,
            Ok(_) => unread += 1,
            Err(error) => {
                unread += 1;
                first.get_or_insert(error);
            }
        }
        true
    })?;
    super::message::print_left_out(file.display(), &dropped);
    if unread > 0 {
        let why = first.map_or("they do not start from the start position".to_owned(), |error| error.to_string());
        super::message::print_message(&format!("{}: {unread} games were left out: {why}", file.display()));
    }
    anyhow::ensure!(games > 0, "{} has no game that can be added", file.display());
    Ok(collection)
}
