//! What a saved solve consists of, as it is written and read.

use super::answer::{Answer, status};
use super::read::Item;
use crate::game::Move;
use crate::game::obf::Problem;
use crate::score::{Certainty, Score, Value};
use crate::search::{Limits, Past, Proof, Report};
use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// What is asked of every position. Two solves with the same settings have the same results.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Settings {
    pub depth: Option<u32>,
    pub selectivity: Option<u32>,
    pub wld: bool,
    pub alpha: i32,
    pub beta: i32,
    pub all_moves: bool,
    /// The level, if it was given.
    pub level: Option<u8>,
    pub contempt: i32,
}

impl Default for Settings {
    /// Those of a solve where nothing is said.
    fn default() -> Settings {
        let (depth, selectivity, level) = (None, None, None);
        Settings { depth, selectivity, wld: false, alpha: -64, beta: 64, all_moves: false, level, contempt: 0 }
    }
}

/// The flags that make them.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--alpha {} --beta {} --contempt {}", self.alpha, self.beta, self.contempt)?;
        let numbers = [("depth", self.depth), ("selectivity", self.selectivity), ("level", self.level.map(u32::from))];
        for (name, number) in numbers {
            number.map_or(Ok(()), |number| write!(f, " --{name} {number}"))?;
        }
        let flags = [("wld", self.wld), ("all-moves", self.all_moves)];
        flags.iter().filter(|(_, is_set)| *is_set).try_for_each(|(name, _)| write!(f, " --{name}"))
    }
}

/// All of a solve.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct State {
    pub settings: Settings,
    /// What the set of positions is called.
    pub name: String,
    /// The lines of the file as they were read, and what is wrong with those that cannot be.
    items: Vec<SavedItem>,
    answers: Vec<SavedAnswer>,
    under_way: Vec<UnderWay>,
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SavedItem {
    Problem(String),
    Fault(String),
}

#[derive(Clone, Serialize, Deserialize)]
struct SavedAnswer {
    number: usize,
    seconds: f64,
    reports: Vec<SavedReport>,
}

/// Where the search of a position stands.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct UnderWay {
    pub number: usize,
    pub nodes: u64,
    pub seconds: f64,
    /// How many passes are finished.
    passes: usize,
    lines: Vec<SavedReport>,
    /// Moves with the least and the greatest score that is proved of them.
    proofs: Vec<(String, i32, i32)>,
}

#[derive(Clone, Serialize, Deserialize)]
struct SavedReport {
    /// In 1/128 disc.
    score: i32,
    status: String,
    line: Vec<String>,
    nodes: u64,
}

impl State {
    pub fn new(settings: Settings, name: String, items: &[Item]) -> State {
        State {
            settings,
            name,
            items: items.iter().map(saved_item).collect(),
            answers: Vec::new(),
            under_way: Vec::new(),
        }
    }

    /// Whether these are the lines that were read.
    pub fn has_items(&self, items: &[Item]) -> bool {
        self.items.iter().eq(items.iter().map(saved_item).collect::<Vec<_>>().iter())
    }

    /// The lines.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn items(&self) -> anyhow::Result<Vec<Item>> {
        let item = |saved: &SavedItem| match saved {
            SavedItem::Problem(line) => line.parse().map(Ok).context("a position of the file"),
            SavedItem::Fault(fault) => Ok(Err(fault.clone())),
        };
        self.items.iter().map(item).collect()
    }

    /// Takes note of an answer.
    pub fn finish(&mut self, number: usize, answer: &Answer) {
        self.under_way.retain(|other| other.number != number);
        let reports = answer.reports.iter().map(SavedReport::new).collect();
        self.answers.push(SavedAnswer { number, seconds: answer.seconds, reports });
    }

    /// Takes note of where the search of a position stands.
    pub fn note(&mut self, under_way: UnderWay) {
        self.under_way.retain(|other| other.number != under_way.number);
        self.under_way.push(under_way);
    }

    /// The reports and the seconds of the answer to the position of this number; none if there is none, or it makes no sense.
    pub fn answer(&self, number: usize) -> Option<(Vec<Report<Move>>, f64)> {
        let answer = self.answers.iter().find(|answer| answer.number == number)?;
        let reports: Option<Vec<Report<Move>>> = answer.reports.iter().map(SavedReport::report).collect();
        reports.filter(|reports| !reports.is_empty()).map(|reports| (reports, answer.seconds))
    }

    /// Where the search of the position of this number stands, if it was begun.
    pub fn under_way(&self, number: usize) -> Option<&UnderWay> {
        self.under_way.iter().find(|under_way| under_way.number == number)
    }
}

impl UnderWay {
    pub fn new(number: usize, past: &Past, nodes: u64, seconds: f64) -> UnderWay {
        let proofs = past.proofs.iter().map(|proof| (proof.at.to_string(), proof.lower, proof.upper)).collect();
        let lines = past.lines.iter().map(SavedReport::new).collect();
        UnderWay { number, nodes, seconds, passes: past.passes, lines, proofs }
    }

    /// Where the search stood; what makes no sense in the position is left out.
    pub fn past(&self, problem: &Problem, limits: &Limits) -> Past {
        let root = if problem.position.moves().is_empty() { problem.position.pass() } else { problem.position };
        let lines: Option<Vec<_>> = self.lines.iter().map(SavedReport::report).collect();
        let lines = lines.unwrap_or_default();
        let is_legal = |report: &Report<_>| report.line.first().is_some_and(|at| root.moves().has(*at));
        if lines.is_empty() || lines.len() > limits.lines || !lines.iter().all(is_legal) {
            return Past::default();
        }
        let proof = |(at, lower, upper): &(String, i32, i32)| {
            let (at, lower, upper) = (at.parse().ok()?, *lower, *upper);
            let is_sound = -64 <= lower && lower <= upper && upper <= 64 && root.moves().has(at);
            is_sound.then_some(Proof { at, lower, upper })
        };
        Past { passes: self.passes, lines, proofs: self.proofs.iter().filter_map(proof).collect() }
    }
}

impl SavedReport {
    fn new<M: ToString>(report: &Report<M>) -> SavedReport {
        SavedReport {
            score: report.score().raw(),
            status: status(report.certainty()),
            line: report.line.iter().map(M::to_string).collect(),
            nodes: report.nodes,
        }
    }

    /// The report; none if it makes no sense.
    fn report<M: std::str::FromStr>(&self) -> Option<Report<M>> {
        let certainty = match self.status.as_str() {
            "exact" => Certainty::Exact,
            "at least" => Certainty::AtLeast,
            "at most" => Certainty::AtMost,
            searched => {
                let (plies, percent) = searched.strip_suffix('%')?.split_once('@')?;
                Certainty::Depth { plies: plies.parse().ok()?, percent: percent.parse().ok()? }
            }
        };
        Some(Report {
            value: Value::from_parts(Score::clamped(self.score), certainty)?,
            line: self.line.iter().map(|mv| mv.parse().ok()).collect::<Option<Vec<M>>>()?,
            nodes: self.nodes,
            time: Duration::ZERO,
        })
    }
}

fn saved_item(item: &Item) -> SavedItem {
    match item {
        Ok(problem) => SavedItem::Problem(problem.to_string()),
        Err(fault) => SavedItem::Fault(fault.clone()),
    }
}
