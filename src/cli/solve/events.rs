//! The events of a solve as JSON, one object per line on standard error.

use crate::cli::message::{line, proof};
use emilia::internal::{
    search::{Proof, Snapshot, Step},
    solver::{JobProgress, JobStart, reports_in_moves},
};
use emilia::notation::obf::Problem;
use emilia::{Answer, Board, Report, Square, Turn};
use emilia_analysis::internal::json::{number, rounded};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Writes the events of one position.
pub(super) struct Events {
    /// The number of the position in its file, from 1.
    position: usize,
}

impl Events {
    pub fn new(number: usize) -> Events {
        Events { position: number + 1 }
    }

    fn emit(&self, event: &str, mut object: Value) {
        object["event"] = json!(event);
        object["number"] = json!(self.position);
        // Standard error may be closed.
        let _ = writeln!(io::stderr(), "{object}");
    }

    /// The search of a position begins or continues.
    pub fn begin(&self, &JobStart { problem, resume, nodes, seconds }: &JobStart<'_>) {
        let turn = Turn { board: Board::from_position(problem.position, problem.to_move), to_move: problem.to_move };
        let is_new = resume.lines.is_empty();
        let mut object = json!({ "position": turn.to_string(), "empties": problem.position.empties() });
        if !is_new {
            object["iterations"] = json!(resume.iterations);
            object["moves"] = resume.proofs.iter().map(proof).collect();
            object["nodes"] = json!(nodes);
            object["seconds"] = json!(rounded(seconds, 1e3));
        }
        self.emit(if is_new { "begin" } else { "resume" }, object);
    }

    /// A step of the search.
    pub fn step(&self, step: Step, snapshot: &Snapshot<'_>) {
        let proves = snapshot.iterations.first().is_some_and(|iteration| iteration.proves(snapshot.root.empties()));
        match step {
            Step::Begins => {
                let Some(iteration) = snapshot.iterations.first() else { return };
                let (depth, selectivity) = (iteration.depth, iteration.selectivity.percent());
                self.emit(
                    "iteration",
                    json!({ "depth": depth, "selectivity": selectivity, "left": snapshot.iterations.len() }),
                );
            }
            Step::Searching { at, alpha, beta } => {
                let (alpha, beta) = (number(alpha), number(beta));
                self.emit(
                    "searching",
                    json!({ "move": at.to_string(), "alpha": alpha, "beta": beta, "proves": proves }),
                );
            }
            Step::Searched { at } => {
                let mut object = json!({ "move": at.to_string(), "proves": proves, "nodes": snapshot.nodes });
                if let Some(Proof { lower, upper, .. }) = snapshot.proofs.iter().find(|proof| proof.at == at) {
                    object["lower"] = json!(lower);
                    object["upper"] = json!(upper);
                }
                self.emit("searched", object);
            }
            Step::Tick | Step::Ends => {}
        }
    }

    /// A finished iteration.
    pub fn report(&self, problem: &Problem, lines: &[Report<Square>]) {
        for report in reports_in_moves(problem.position, lines) {
            let (score, status, pv) = (number(report.score()), report.certainty().to_string(), line(&report.line));
            self.emit("line", json!({ "score": score, "status": status, "pv": pv, "nodes": report.nodes }));
        }
    }

    /// The progress of the search: the bounds of the position, the nodes and seconds of all searches of it, and the estimate of the rest.
    pub fn progress(&self, &JobProgress { bounds: (lower, upper), nodes, seconds, left, .. }: &JobProgress<'_>) {
        let left = left.map(|(from, to)| json!([rounded(from.as_secs_f64(), 1e1), rounded(to.as_secs_f64(), 1e1)]));
        let seconds = rounded(seconds, 1e3);
        self.emit(
            "progress",
            json!({ "lower": lower, "upper": upper, "nodes": nodes, "seconds": seconds, "left": left }),
        );
    }

    /// The solve was written to its file.
    pub fn saved(&self) {
        self.emit("saved", json!({}));
    }

    /// The search has ended.
    pub fn end(&self, answer: &Answer) {
        let report = answer.report();
        let event = if answer.stopped.is_some() { "stopped" } else { "end" };
        let (score, status) = (number(answer.value.score()), answer.value.certainty().to_string());
        let seconds = rounded(answer.seconds, 1e3);
        self.emit(event, json!({ "score": score, "status": status, "nodes": report.nodes, "seconds": seconds }));
    }
}
