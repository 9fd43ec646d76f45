//! `emilia perft`: counts the paths of moves from the start.

use super::files;
use crate::cli::{CliCommand, Invocation};
use clap::{Args, ValueEnum, value_parser};
use emilia::{Game, Passes, Position};
use rayon::prelude::*;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

/// Below this many plies a count is too short to be shared between threads.
const SHARED_PLIES: u32 = 7;

/// Count the paths of moves from the start
#[derive(Args)]
pub(super) struct Perft {
    /// Plies of the paths
    #[arg(value_name = "PLIES", value_parser = value_parser!(u32).range(0..=60))]
    plies: u32,
    /// Whether a pass counts as a ply
    #[arg(long, value_enum, default_value_t = Convention::Counted)]
    passes: Convention,
    /// Count by these rules, slowly: the name of a variant, words such as '6x6 anti', or a file with a picture of the board
    #[arg(long, value_name = "RULES")]
    variant: Option<OsString>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Convention {
    /// A pass is a ply
    Counted,
    /// A pass costs no ply
    Free,
}

impl CliCommand for Perft {
    /// Counts and prints the count, the time, and millions of paths a second.
    fn run(&self, invocation: &Invocation) -> anyhow::Result<ExitCode> {
        let threads = invocation.options.threads;
        let passes = match self.passes {
            Convention::Counted => Passes::Counted,
            Convention::Free => Passes::Free,
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        let began = Instant::now();
        let count = match &self.variant {
            Some(rules) => Game::new(files::rules(rules)?).perft(self.plies, passes),
            None => pool.install(|| shared_perft(Position::START, self.plies, passes)),
        };
        let seconds = began.elapsed().as_secs_f64();
        let speed = count as f64 / seconds.max(1e-9) / 1e6;
        writeln!(io::stdout(), "perft {}: {count} paths, {seconds:.3} s, {speed:.1} Mn/s", self.plies)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The same number as [`Position::perft`], counted by the threads of the current pool.
fn shared_perft(position: Position, depth: u32, passes: Passes) -> u64 {
    let moves = position.moves();
    if depth < SHARED_PLIES || moves.is_empty() {
        return position.perft(depth, passes);
    }
    let moves: Vec<_> = moves.collect();
    moves.into_par_iter().map(|at| shared_perft(position.play(at, position.flips(at)), depth - 1, passes)).sum()
}
