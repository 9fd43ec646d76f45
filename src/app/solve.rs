//! `emilia solve`: positions, their scores, and whether these are what the file says.
//!
//! Every position is searched by a fresh searcher, so that its node count does not depend on the positions before it. Its table is
//! no larger than a search of so many plies can fill, since a fresh table costs time.

mod answer;
mod desk;
mod read;
mod sums;
mod write;

use crate::eval::Weights;
use crate::game::obf::Problem;
use crate::score::Score;
use crate::search::{Limits, Searcher, Selectivity, Stop};
use crate::session::{Options, of_moves};
use answer::Answer;
use anyhow::Context as _;
use clap::{Args, value_parser};
use desk::Desk;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use write::Writer;

/// Stack of a thread that solves: enough for a search from the first move.
const STACK_BYTES: usize = 16 << 20;

/// What `emilia solve` is told.
#[derive(Args)]
pub(super) struct Solve {
    /// A file of positions, one a line in OBF, such as `----...OX X; F5:+2;`; one such line; or `-` for standard input
    #[arg(value_name = "FILE|POSITION", allow_hyphen_values = true)]
    positions: String,
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
}

impl Solve {
    /// The bounds of the search of a position.
    fn limits(&self, options: &Options, has_level: bool, problem: &Problem) -> Limits {
        let empties = problem.position.empties();
        let of_options = options.limits(problem.to_move, empties);
        let chosen = self.selectivity.and_then(Selectivity::from_percent);
        let (depth, selectivity) = match self.depth {
            None if has_level => (of_options.depth, chosen.unwrap_or(of_options.selectivity)),
            Some(depth) if depth < empties => (depth, chosen.unwrap_or(Selectivity::P73)),
            _ => (empties, chosen.unwrap_or(Selectivity::Full)),
        };
        let window = if self.wld { (-1, 1) } else { (self.alpha, self.beta) };
        let window = (Score::discs(window.0), Score::discs(window.1));
        let lines = if self.all_moves { usize::MAX } else { 1 };
        Limits { depth, selectivity, window, lines, ..of_options }
    }

    /// What is wrong with the arguments together, if anything.
    pub(super) fn fault(&self) -> Option<String> {
        let Solve { alpha, beta, .. } = self;
        (alpha >= beta).then(|| format!("no score is above --alpha {alpha} and below --beta {beta}"))
    }

    /// What the set of positions is called.
    fn name(&self) -> String {
        match Path::new(&self.positions).file_name() {
            Some(name) if Path::new(&self.positions).is_file() => name.to_string_lossy().into_owned(),
            _ if self.positions == "-" => "standard input".to_owned(),
            _ => "position".to_owned(),
        }
    }
}

/// Solves the positions, several at once if asked to, then writes the sums. Fails if a line cannot be read, or if a proved score
/// or its move is not what the file says; an estimate proves nothing.
///
/// # Errors
/// If there is nothing to read, or the results cannot be written.
pub(super) fn run(
    request: &Solve,
    options: &Options,
    has_level: bool,
    weights: &Arc<Weights>,
) -> anyhow::Result<ExitCode> {
    let began = Instant::now();
    let writer = Writer::new(io::stdout(), request.json, request.wld, request.name());
    let desk = Desk::new(read::problems(&request.positions)?, writer);
    let jobs = request.jobs as usize;
    let share =
        Options { threads: (options.threads / jobs).max(1), hash: (options.hash / jobs).max(1), ..options.clone() };
    let work = || {
        while let Some((number, problem)) = desk.take() {
            let limits = request.limits(options, has_level, &problem);
            desk.answer(number, solve(problem, &limits, request.wld, &share, weights));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..jobs {
            std::thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, work)
                .context("cannot solve at once")?;
        }
        work();
        anyhow::Ok(())
    })?;
    let is_good = desk.finish(began.elapsed().as_secs_f64())?;
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn solve(problem: Problem, limits: &Limits, wld: bool, options: &Options, weights: &Arc<Weights>) -> Answer {
    let mut searcher = Searcher::new(weights.clone(), options.hash.min(useful_table(limits.depth)), options.threads);
    let began = Instant::now();
    let reports = searcher.think(problem.position, limits, &Stop::new(), &mut |_: &[_]| {});
    let seconds = began.elapsed().as_secs_f64();
    let reports = of_moves(problem.position, &reports);
    Answer { problem, limits: limits.clone(), reports, seconds, wld }
}

/// The MiB that a search of so many plies can make use of: the positions of an ending that are worth remembering about double
/// with every ply, and 20 plies seldom fill 256 MiB.
fn useful_table(plies: u32) -> usize {
    1 << plies.saturating_sub(12).clamp(2, 20)
}
