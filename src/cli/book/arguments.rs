//! The arguments of `emilia book`.

use super::report;
use super::tools::{self, Form, discs};
use anyhow::ensure;
use clap::{Args, Subcommand, value_parser};
use emilia::book::Lines;
use emilia::{Colour, Level, Score};
use std::ffi::OsString;
use std::path::PathBuf;

/// Build, inspect, check and convert opening books
#[derive(Args)]
pub struct Book {
    #[command(subcommand)]
    pub tool: Tool,
}

#[derive(Subcommand)]
pub enum Tool {
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
    /// Games can be transcripts, one a line, GGF, SGF or WTHOR; the files can be compressed, .gz or .xz. The name of a file without its
    /// folder stands for its games: if it is added again, nothing is counted twice.
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
    /// Add the positions of the first 36 moves of a game without searches, and count its result as an own game
    ///
    /// `fix` searches the positions later. NBoard's `learn` does the same.
    Learn {
        /// Book to change
        book: PathBuf,
        /// Moves such as f5d6c3, or a file with a game
        #[arg(default_value = "")]
        game: OsString,
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
        #[arg(allow_hyphen_values = true)]
        position: OsString,
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
        #[arg(default_value = "", allow_hyphen_values = true)]
        position: OsString,
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
    /// Add the positions of a book in text or in the compact form, or of a book of another program
    ///
    /// The format is recognised by the content: Emilia's text and compact form, Edax (.dat), Egaroucid (.egbk3, .egbk2, .egbk), Zebra
    /// (text, .bin, .cmp), NTest (format 2).
    Import {
        /// Book to change, or to create
        book: PathBuf,
        /// File to read; it can be compressed, .gz or .xz
        #[arg(value_name = "FILE")]
        text: PathBuf,
    },
    /// Search random moves of a book deeper, and print those that lose more than is accepted
    ///
    /// The moves are those that Emilia plays from the book. A move that loses more
    /// is searched again, deeper still: two searches may err. The book does not change. Exit code 1 if a move loses more after that.
    Verify {
        /// Book to read; the results of an interrupted command are kept in it
        book: PathBuf,
        /// The number of moves
        #[arg(long, value_name = "N", default_value_t = 500)]
        count: usize,
        /// Plies above the level of the book
        #[arg(long, value_name = "PLIES", value_parser = value_parser!(u8).range(0..=59), default_value_t = 6)]
        plies: u8,
        /// Discs that a move may lose
        #[arg(long, value_name = "DISCS", value_parser = discs, default_value = "2")]
        loss: Score,
        /// Search a move that loses more again, this number of plies deeper; 0 does not
        #[arg(long, value_name = "PLIES", value_parser = value_parser!(u8).range(0..=59), default_value_t = 6)]
        again: u8,
        /// Random seed of the choice of moves
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        #[command(flatten)]
        work: Work,
    },
    /// Search again what was searched at a lower level or not at all
    Deepen {
        /// Book to change
        book: PathBuf,
        /// Only the positions on which the moves rest that the book plays, until all of those are searched
        #[arg(long)]
        played: bool,
        /// With --played, also those behind other moves that are less than this below the move that is played, in discs
        #[arg(long, value_name = "DISCS", value_parser = discs, default_value = "0", requires = "played")]
        margin: Score,
        #[command(flatten)]
        work: Work,
    },
}

/// Lines of play with bounded losses.
#[derive(Args)]
pub struct LineLimits {
    /// Discs that a move may lose
    #[arg(long, value_name = "DISCS", value_parser = discs, default_value = "0")]
    pub loss: Score,
    /// Discs that all moves of a line may lose
    #[arg(long, value_name = "DISCS", value_parser = discs, default_value = "0")]
    pub total: Score,
    /// The side that may lose something
    #[arg(long, value_enum, default_value = "both")]
    pub side: Side,
    /// The position from which the lines begin; the start position by default
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    pub position: OsString,
    /// The most moves from the start of the game
    #[arg(long, value_name = "MOVES", value_parser = value_parser!(u8).range(0..=59), default_value_t = 36)]
    pub depth: u8,
}

/// The sides that may lose something.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum Side {
    Black,
    White,
    Both,
}

impl LineLimits {
    /// The lines of play.
    ///
    /// # Errors
    /// If the position is none of 8x8 Othello, or the game is over there.
    pub fn lines(&self) -> anyhow::Result<Lines> {
        let side = match self.side {
            Side::Black => Some(Colour::Black),
            Side::White => Some(Colour::White),
            Side::Both => None,
        };
        let from = tools::position_of(&self.position)?;
        ensure!(!from.0.is_over(), "the game is over in this position");
        Ok(Lines { from, max_loss: self.loss, max_total: self.total, side, max_plies: self.depth })
    }
}

/// How a book is built.
#[derive(Args)]
pub struct Work {
    /// Level of the searches, the level of the book by default
    #[arg(long, value_name = "LEVEL", value_parser = value_parser!(u8).range(1..=60))]
    pub level: Option<u8>,
    /// Threads, each for another position; all processors by default
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=256))]
    pub threads: Option<u32>,
    /// Print the searches and read their results, for other programs that make them; scripts/book does this on several machines
    #[arg(long, conflicts_with = "threads")]
    pub remote: bool,
}
