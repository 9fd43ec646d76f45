//! What was compared so far, and what was wrong.

use super::claims::Claim;
use super::positions::Position;
use super::search::{Solver, Truth};
use serde_json::json;
use std::fs;
use std::path::Path;

/// Faults that a test shows when it fails.
const MOST_SHOWN: usize = 30;

/// A position with what is true of it.
pub struct Question {
    pub position: Position,
    pub truth: Truth,
}

impl Question {
    /// The position with what the solver finds.
    pub fn new(position: Position, solver: &mut Solver) -> Question {
        Question { position, truth: solver.truth(position.board) }
    }
}

/// Counts and faults.
#[derive(Default)]
pub struct Tally {
    /// Positions whose truth was found.
    pub positions: u64,
    /// Proved results that were compared.
    pub comparisons: u64,
    /// Results that claimed nothing.
    pub estimates: u64,
    /// A sentence each: the position, how to repeat it, and what is wrong.
    pub faults: Vec<String>,
}

impl Tally {
    /// Takes note of something wrong.
    pub fn fault(&mut self, question: &Question, command: &str, what: &str) {
        self.faults.push(format!("{}: {what}: {command}", question.position));
    }

    /// Compares a claim with the truth. If `whole` is a window, the claim must prove all there is to prove in it.
    pub fn compare(&mut self, question: &Question, command: &str, claim: &Claim, whole: Option<(i32, i32)>) {
        let count = if claim.status.is_proved() { &mut self.comparisons } else { &mut self.estimates };
        *count += 1;
        let truth = &question.truth;
        let fault = claim.fault(truth).or_else(|| claim.lack(truth, whole?));
        if let Some(what) = fault {
            self.fault(question, command, &what);
        }
    }

    /// Compares what was read, or takes note that it could not be read.
    pub fn compare_read(
        &mut self,
        question: &Question,
        command: &str,
        read: Result<Claim, String>,
        whole: Option<(i32, i32)>,
    ) {
        match read {
            Ok(claim) => self.compare(question, command, &claim, whole),
            Err(what) => self.fault(question, command, &what),
        }
    }

    /// Adds what another one counted.
    pub fn add(&mut self, other: Tally) {
        self.positions += other.positions;
        self.comparisons += other.comparisons;
        self.estimates += other.estimates;
        self.faults.extend(other.faults);
    }

    /// Fails with the faults if there are any, or if next to nothing was compared.
    pub fn assert_good(&self, least: u64) {
        let some: Vec<&str> = self.faults.iter().map(String::as_str).take(MOST_SHOWN).collect();
        assert!(self.faults.is_empty(), "{} faults, of which the first are:\n{}", self.faults.len(), some.join("\n"));
        assert!(self.comparisons >= least, "only {} comparisons", self.comparisons);
    }

    /// The line that the long form ends with.
    pub fn line(&self) -> String {
        let Tally { positions, comparisons, estimates, faults } = self;
        let object =
            json!({ "positions": positions, "comparisons": comparisons, "estimates": estimates, "faults": faults });
        format!("oracle: {object}")
    }
}

/// Compares the answers of a conversation. If there are faults, the lines of the whole conversation are kept in a file, as an
/// answer may depend on what was asked before.
pub fn with_script(tally: &mut Tally, language: &str, script: &str, compare: impl FnOnce(&mut Tally)) {
    let before = tally.faults.len();
    compare(tally);
    if tally.faults.len() > before {
        let name = format!("oracle-{}-{before}.{language}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&path, script).expect("the conversation is kept");
        for fault in &mut tally.faults[before..] {
            *fault += &format!(" (all lines: {})", path.display());
        }
    }
}
