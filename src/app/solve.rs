//! `emilia solve`: positions, their scores, and whether these are what the file says.
//!
//! Every position is searched by a fresh searcher, so that its node count does not depend on the positions before it. Its table is
//! no larger than a search of so many plies can fill, since a fresh table costs time.

mod answer;
mod write;

use crate::eval::Weights;
use crate::game::obf::{ObfError, Problem};
use crate::score::Score;
use crate::search::{Limits, Searcher, Selectivity, Stop};
use crate::session::{Options, of_moves};
use answer::Answer;
use anyhow::Context as _;
use clap::{Args, value_parser};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use write::Writer;

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
    /// Only tell wins, draws and losses: scores are bounds, compared by their sign
    #[arg(long)]
    wld: bool,
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
        let window = if self.wld { (Score::discs(-1), Score::discs(1)) } else { (Score::MIN, Score::MAX) };
        Limits { depth, selectivity, window, ..of_options }
    }
}

/// Solves the positions one by one, then writes the sums. Fails if a line cannot be read, or if a proved score or its move is
/// not what the file says; an estimate proves nothing.
///
/// # Errors
/// If there is nothing to read, or the results cannot be written.
pub(super) fn run(
    request: &Solve,
    options: &Options,
    has_level: bool,
    weights: &Arc<Weights>,
) -> anyhow::Result<ExitCode> {
    let mut writer = Writer::new(io::stdout(), request.json, request.wld);
    let mut is_good = true;
    let mut failure = Ok(());
    let each = |problem: Result<Problem, String>| {
        let result = match problem {
            Ok(problem) => {
                let limits = request.limits(options, has_level, &problem);
                let answer = solve(problem, &limits, request.wld, options, weights);
                is_good &= !(answer.report.certainty.is_proved() && answer.agrees() == Some(false));
                writer.answer(&answer)
            }
            Err(fault) => {
                is_good = false;
                super::complain(&fault);
                Ok(())
            }
        };
        failure = result;
        failure.is_ok()
    };
    read(&request.positions, each)?;
    failure?;
    writer.summary()?;
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn solve(problem: Problem, limits: &Limits, wld: bool, options: &Options, weights: &Arc<Weights>) -> Answer {
    let mut searcher = Searcher::new(weights.clone(), options.hash.min(useful_table(limits.depth)), options.threads);
    let began = Instant::now();
    let reports = searcher.think(problem.position, limits, &Stop::new(), &mut |_: &[_]| {});
    let seconds = began.elapsed().as_secs_f64();
    let report = of_moves(problem.position, &reports).swap_remove(0);
    Answer { problem, limits: limits.clone(), report, seconds, wld }
}

/// The MiB that a search of so many plies can make use of: the positions of an ending that are worth remembering about double
/// with every ply, and 20 plies seldom fill 256 MiB.
fn useful_table(plies: u32) -> usize {
    1 << plies.saturating_sub(12).clamp(2, 20)
}

/// Gives every problem of the file, of stdin, or of the text itself to `each`, until that says it wants no more.
fn read(from: &str, mut each: impl FnMut(Result<Problem, String>) -> bool) -> anyhow::Result<()> {
    if from != "-" && !Path::new(from).is_file() {
        let is_board = |letter: char| letter.is_whitespace() || "-.*xXoO".contains(letter);
        let problem = from.parse::<Problem>().map_err(|error| match from.chars().take(8).all(is_board) {
            true => anyhow::anyhow!("column {}: {}", error.column, error.fault),
            false => anyhow::anyhow!("neither a file nor a position: {from:?}"),
        });
        each(Ok(problem?));
        return Ok(());
    }
    let (name, bytes): (&str, Box<dyn Read>) = match from {
        "-" => ("standard input", Box::new(io::stdin().lock())),
        path => (path, Box::new(File::open(path).with_context(|| format!("cannot read {path:?}"))?)),
    };
    let mut number = 0;
    let line = |line: String| {
        number += 1;
        let at = |error: ObfError| format!("{name}: {}", ObfError { line: number, ..error });
        crate::game::obf::problems(&line).all(|problem| each(problem.map_err(at)))
    };
    super::input::lines(BufReader::new(bytes), line).with_context(|| format!("cannot read {name}"))
}
