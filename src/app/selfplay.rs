//! `emilia selfplay`: games of the engine against itself, to learn from.
//!
//! A game follows from the settings and its number alone, so that games can be played in any order and by any number of threads,
//! and a file that breaks off can be continued. Games begin with random moves; all others are the best that the search finds.
//!
//! ```text
//!   opening ──► play ──► run ──► games::Writer      random moves, a game, games in their order, the file
//! ```

mod opening;
mod play;
mod progress;
mod run;
mod settings;

pub(super) use run::run;

use crate::app::games::LONGEST;
use clap::{Args, value_parser};
use std::path::PathBuf;
use std::str::FromStr;

/// What `emilia selfplay` is told.
#[derive(Args)]
pub(super) struct Selfplay {
    /// The file of games; an existing file is continued
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Games that the file is to have in the end
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    games: u64,
    /// Solve positions with at most so many empty squares exactly, and search others as deep as the midgame; without it the level
    /// decides, which solves endings selectively before it solves them exactly
    #[arg(long, value_name = "EMPTIES", value_parser = value_parser!(u32).range(0..=30))]
    solve_from: Option<u32>,
    /// Random moves at the beginning of a game, or ranges of their number, one of which chance chooses for each game [default:
    /// 8:16,8:30, with --openings 0:4]
    #[arg(long, value_name = "LOW:HIGH", value_delimiter = ',')]
    random: Vec<Span>,
    /// Begin each game with a line of this file, chosen by chance, before the random moves
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// What all chance follows from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// A number of random moves: from the one to the other, each number as likely.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Span {
    low: usize,
    high: usize,
}

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Span, String> {
        let (low, high) = text.split_once(':').unwrap_or((text, text));
        match (low.parse(), high.parse()) {
            (Ok(low), Ok(high)) if low <= high && high < LONGEST => Ok(Span { low, high }),
            _ => Err(format!("two numbers of moves from 0 to {}, such as 8:16, are wanted", LONGEST - 1)),
        }
    }
}
