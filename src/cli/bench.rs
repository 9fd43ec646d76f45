//! `emilia bench`: a fixed amount of work.
//!
//! Every position is searched by a fresh searcher, so that with one thread the number of nodes is the same on every machine:
//! it changes only when the search or the evaluation does.

use crate::cli::{CliCommand, Invocation};
use crate::session::Options;
use anyhow::Context as _;
use clap::Args;
use emilia::notation::obf::{self, Problem};
use emilia::{Bitboard, Engine, EngineOptions, Limits};
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The positions, from the start to 14 empty squares.
const POSITIONS: &str = include_str!("../../data/bench.obf");
/// The endings to solve exactly, by their names.
const PROBLEMS: &str = include_str!("../../data/problems/ffo-1-59.obf");
const SOLVED: [&str; 1] = ["FFO #44,"];
/// The level where none is given: some seconds of work.
const LEVEL: u8 = 12;
/// The table in MiB where none is given. Its size changes the number of nodes.
const HASH: usize = 64;

/// Search a fixed set of positions; with one thread the node count is the same on every machine
#[derive(Args)]
pub(super) struct Bench {}

/// The defaults of the options, as the help shows them.
pub(super) const DEFAULTS: [(&str, &str); 3] = [("level", "12"), ("threads", "1"), ("hash", "64")];

impl CliCommand for Bench {
    /// Searches all positions and prints what each one took, then the sum.
    fn run(&self, invocation: &Invocation) -> anyhow::Result<ExitCode> {
        let weights = invocation.weights()?;
        let options = &invocation.options;
        let is_given = |name| invocation.is_explicit(name);
        let level = if is_given("level") { options.level } else { LEVEL };
        let hash = if is_given("hash") { options.hash } else { HASH };
        let threads = if is_given("threads") { options.threads } else { 1 };
        let options = Options { level, hash, threads, ..options.clone() };
        let (mut nodes, mut time) = (0, Duration::ZERO);
        let mut out = io::stdout().lock();
        let is_solved = |problem: &Problem| SOLVED.iter().any(|name| problem.comment.starts_with(name));
        let endings = obf::problems(PROBLEMS).filter(|problem| problem.as_ref().map_or(true, is_solved));
        for problem in obf::problems(POSITIONS).chain(endings) {
            let problem = problem.context("the positions of the bench")?;
            let limits = match is_solved(&problem) {
                true => Limits::exact(),
                false => options.limits(problem.to_move),
            };
            // All moves, also those that mirror each other: the node counts of older versions had them.
            let limits = Limits { root_moves: Some(Bitboard::ALL), ..limits };
            let mut engine = Engine::with_weights(
                weights.clone(),
                EngineOptions::default().with_threads(options.threads).with_hash(options.hash),
            );
            let began = Instant::now();
            let analysis = engine.search(problem.position, &limits);
            let took = began.elapsed();
            let best = analysis.best();
            let mv = best.line.first().map_or_else(String::new, ToString::to_string);
            let seconds = took.as_secs_f64();
            writeln!(
                out,
                "{:>6} {:>6} {mv:4} {:11} nodes {seconds:8.3} s  {}",
                best.certainty().to_string(),
                best.score().to_string(),
                best.nodes,
                problem.comment
            )?;
            out.flush()?;
            nodes += best.nodes;
            time += took;
        }
        let seconds = time.as_secs_f64();
        writeln!(out, "{nodes} nodes, {seconds:.3} s, {:.0} nodes/s", nodes as f64 / seconds.max(1e-9))?;
        Ok(ExitCode::SUCCESS)
    }
}
