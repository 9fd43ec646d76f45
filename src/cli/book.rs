//! `emilia book`: builds, inspects, checks and converts opening books.

mod progress;
mod remote;
mod report;
mod tools;

use super::signals::{INTERRUPTED, handle_signals};
use crate::book::{BookError, Builder, Evaluate, GameFilter, GamePositions, Lines, Store};
use crate::engine::BookSearches;
use crate::eval::Weights;
use crate::game::Colour;
use crate::game::notation::any;
use crate::score::Score;
use crate::search::{Level, Stop};
use crate::storage::open_decompressed;
use anyhow::Context as _;
use clap::{Args, Subcommand, value_parser};
use progress::Progress;
use remote::Remote;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use tools::{Form, discs, name};

/// Arguments of `emilia book`.
#[derive(Args)]
pub(super) struct Book {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand)]
enum Tool {
    /// Create an empty book
    New {
        /// File to create
        book: PathBuf,
        /// Level of the searches
        #[arg(long, value_name = "LEVEL", value_parser = value_parser!(u8).range(1..=60), default_value_t = Level::DEFAULT.get())]
        level: u8,
    },
    /// Add the positions of games, and count their results
    ///
    /// Games can be transcripts, one a line, GGF, SGF or WTHOR; the files can be compressed, .gz or .xz.
    Add {
        /// Book to change
        book: PathBuf,
        /// Files of games
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// Add only positions through which this number of games of a file passed
        #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..), default_value_t = 1)]
        min_games: u64,
        /// Add only positions after this number of moves at most
        #[arg(long, value_name = "MOVES", value_parser = value_parser!(u8).range(0..=59), default_value_t = 36)]
        depth: u8,
        #[command(flatten)]
        work: Work,
    },
    /// Explore alternatives: add all moves within a loss per move and in sum, and the best play after them
    ///
    /// The losses of both sides are added along a line. With --side only one side may lose something, and the other plays its best moves.
    Deviate {
        /// Book to change
        book: PathBuf,
        #[command(flatten)]
        lines: LineLimits,
        #[command(flatten)]
        work: Work,
    },
    /// Remove all positions that play with these losses does not reach
    Prune {
        /// Book to change
        book: PathBuf,
        #[command(flatten)]
        lines: LineLimits,
    },
    /// Keep only what follows a position
    Subtree {
        /// Book to change
        book: PathBuf,
        /// Moves such as f5d6c3, a board of 64 squares with the side to move, or a file with a game
        position: String,
    },
    /// Prove the leaves of positions with few empty squares
    Solve {
        /// Book to change
        book: PathBuf,
        /// The most empty squares
        #[arg(long, value_name = "SQUARES", value_parser = value_parser!(u32).range(1..=60))]
        empties: u32,
        /// Threads, each for another position; all processors by default
        #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=256))]
        threads: Option<u32>,
    },
    /// Add the best moves outside the book, those that good play reaches first
    Extend {
        /// Book to change
        book: PathBuf,
        /// The number of positions that the book has at the end
        #[arg(long, value_name = "POSITIONS")]
        size: u64,
        /// Add only positions after this number of moves at most
        #[arg(long, value_name = "MOVES", value_parser = value_parser!(u8).range(0..=59), default_value_t = 36)]
        depth: u8,
        #[command(flatten)]
        work: Work,
    },
    /// Make the searches that `--remote` prints: lines on standard input, results on standard output
    Evaluate {
        /// Threads, each for another position; all processors by default
        #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=256))]
        threads: Option<u32>,
    },
    /// Show what a book knows of a position: moves, scores with their certainty, games, lines
    Show {
        /// Moves such as f5d6c3, a board of 64 squares with the side to move, or a file with a game; the start position by default
        #[arg(default_value = "")]
        position: String,
        /// Book to look into instead of the embedded one
        #[arg(long, value_name = "FILE")]
        book: Option<PathBuf>,
    },
    /// Write a page for a browser: walk through the book, drawn lines, lines to remember, coverage of games
    ///
    /// The page is one file that needs no network.
    Report(report::Arguments),
    /// Print the numbers of a book: positions, links, certainty, moves
    Stats {
        /// Book to read
        book: PathBuf,
    },
    /// Check everything in a book: pages, positions, links, leaves, passes, values
    Check {
        /// Book to read
        book: PathBuf,
    },
    /// Repair links and values, and search the leaves that are not known
    Fix {
        /// Book to change
        book: PathBuf,
        #[command(flatten)]
        work: Work,
    },
    /// Add all positions of other books
    Merge {
        /// Book to change
        book: PathBuf,
        /// Books to add
        #[arg(value_name = "FILE", required = true)]
        others: Vec<PathBuf>,
    },
    /// Write a book to a file of another form
    Export {
        /// Book to read
        book: PathBuf,
        /// File to create
        out: PathBuf,
        /// Form of the file
        #[arg(long, value_enum, default_value = "text")]
        form: Form,
        /// Replace an existing file
        #[arg(long)]
        overwrite: bool,
    },
    /// Add the positions of a book in text, or of a book of Edax (.dat) or Egaroucid (.egbk3)
    Import {
        /// Book to change, or to create
        book: PathBuf,
        /// File to read; it can be compressed, .gz or .xz
        text: PathBuf,
    },
    /// Search again what was searched at a lower level or not at all
    Deepen {
        /// Book to change
        book: PathBuf,
        #[command(flatten)]
        work: Work,
    },
}

/// Lines of play with bounded losses.
#[derive(Args)]
struct LineLimits {
    /// Discs that a move may lose
    #[arg(long, value_name = "DISCS", value_parser = discs, default_value = "0")]
    loss: Score,
    /// Discs that all moves of a line may lose
    #[arg(long, value_name = "DISCS", value_parser = discs, default_value = "0")]
    total: Score,
    /// The side that may lose something
    #[arg(long, value_enum, default_value = "both")]
    side: Side,
    /// The position from which the lines begin; the start position by default
    #[arg(long, default_value = "")]
    position: String,
    /// The most moves from the start of the game
    #[arg(long, value_name = "MOVES", value_parser = value_parser!(u8).range(0..=59), default_value_t = 36)]
    depth: u8,
}

/// The sides that may lose something.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Side {
    Black,
    White,
    Both,
}

impl LineLimits {
    fn lines(&self) -> anyhow::Result<Lines> {
        let side = match self.side {
            Side::Black => Some(Colour::Black),
            Side::White => Some(Colour::White),
            Side::Both => None,
        };
        let from = tools::position_of(&self.position)?;
        Ok(Lines { from, max_loss: self.loss, max_total: self.total, side, max_plies: self.depth })
    }
}

/// How a book is built.
#[derive(Args)]
struct Work {
    /// Level of the searches, the level of the book by default
    #[arg(long, value_name = "LEVEL", value_parser = value_parser!(u8).range(1..=60))]
    level: Option<u8>,
    /// Threads, each for another position; all processors by default
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// Print the searches and read their results, for other programs that make them; scripts/book does this on several machines
    #[arg(long, conflicts_with = "threads")]
    remote: bool,
}

/// Runs the command.
///
/// # Errors
/// If a file cannot be read or written.
pub(super) fn run(
    arguments: &Book,
    weights: impl FnOnce() -> anyhow::Result<Arc<Weights>>,
) -> anyhow::Result<ExitCode> {
    match &arguments.tool {
        Tool::New { book, level } => {
            Store::create(book, Level::new(*level).unwrap_or(Level::MAX))?;
            Ok(ExitCode::SUCCESS)
        }
        Tool::Add { book, files, min_games, depth, work } => {
            let choice = GameFilter { max_plies: *depth, min_games: *min_games };
            let collections = files.iter().map(|file| Ok((name(file), collect(file, choice)?)));
            let collections = collections.collect::<anyhow::Result<Vec<_>>>()?;
            build(book, work, ADDED, weights()?, |builder| {
                let mut added = 0;
                for (name, games) in &collections {
                    added += builder.learn(games, choice, name)?;
                }
                Ok(added)
            })
        }
        Tool::Deviate { book, lines, work } => {
            let lines = lines.lines()?;
            build(book, work, ADDED, weights()?, |builder| builder.deviate(&lines))
        }
        Tool::Prune { book, lines } => tools::prune(book, &lines.lines()?),
        Tool::Subtree { book, position } => {
            let all = Score::MAX + Score::MAX;
            let from = tools::position_of(position)?;
            tools::prune(
                book,
                &Lines { from, max_loss: all, max_total: Score::from_raw(i16::MAX), side: None, max_plies: 60 },
            )
        }
        Tool::Solve { book, empties, threads } => {
            let work = Work { level: Some(Level::MAX.get()), threads: *threads, remote: false };
            build(book, &work, SEARCHED, weights()?, |builder| builder.deepen(*empties))
        }
        Tool::Extend { book, size, depth, work } => {
            build(book, work, ADDED, weights()?, |builder| builder.extend(*size, 4 + depth))
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
            build(book, work, "positions and leaves repaired", weights()?, |builder| builder.fix())
        }
        Tool::Merge { book, others } => tools::merge(book, others),
        Tool::Export { book, out, form, overwrite } => tools::export(book, out, *form, *overwrite),
        Tool::Import { book, text } => tools::import(book, text),
        Tool::Deepen { book, work } => build(book, work, SEARCHED, weights()?, |builder| builder.deepen(60)),
    }
}

/// What most commands change.
const ADDED: &str = "positions added";
const SEARCHED: &str = "leaves searched";

/// Builds, and prints what has changed.
fn build(
    path: &Path,
    work: &Work,
    what: &str,
    weights: Arc<Weights>,
    command: impl FnOnce(&mut Builder<'_>) -> Result<u64, BookError>,
) -> anyhow::Result<ExitCode> {
    let began = Instant::now();
    let mut store = Store::open_verified(path)?;
    let threads = work.threads.map_or_else(num_threads, |threads| threads as usize);
    let (mut progress, stop) = (Progress::new(), Stop::new());
    let mut searches: Box<dyn Evaluate> =
        if work.remote { Box::new(Remote) } else { Box::new(BookSearches::new(weights, threads)) };
    handle_signals(&stop)?;
    let mut builder = Builder::new(&store, searches.as_mut(), &mut progress, &stop)?;
    if let Some(level) = work.level.and_then(Level::new) {
        builder = builder.at_level(level);
    }
    let done = command(&mut builder);
    progress.finish();
    match done {
        Ok(changed) => {
            store.compact()?;
            println!("{changed} {what}, {} positions, {:.1} s", store.len()?, began.elapsed().as_secs_f64());
            Ok(ExitCode::SUCCESS)
        }
        Err(BookError::Stopped) => {
            super::message::print_message("interrupted; the same command continues");
            Ok(ExitCode::from(INTERRUPTED))
        }
        Err(error) => Err(error.into()),
    }
}

fn num_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The positions of the games in a file.
fn collect(file: &Path, choice: GameFilter) -> anyhow::Result<GamePositions> {
    let unreadable = || format!("cannot read {}", file.display());
    let mut bytes = Vec::new();
    open_decompressed(file)?.read_to_end(&mut bytes).with_context(unreadable)?;
    let (mut collection, mut games, mut unread, mut first) = (GamePositions::default(), 0, 0, None);
    any::for_each_game(&bytes, |game| {
        match game {
            Ok(game) if collection.add(&game, choice) => games += 1,
            Ok(_) => unread += 1,
            Err(error) => {
                unread += 1;
                first.get_or_insert(error);
            }
        }
        true
    })
    .with_context(unreadable)?;
    if unread > 0 {
        let why = first.map_or("they do not start from the start position".to_owned(), |error| error.to_string());
        super::message::print_message(&format!("{}: {unread} games were left out: {why}", file.display()));
    }
    anyhow::ensure!(games > 0, "{} has no game that can be added", file.display());
    Ok(collection)
}
