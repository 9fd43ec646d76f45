//! The content of a saved solve.

use super::answer::Answer;
use super::queue::Item;
use super::settings::SolverSettings;
use crate::search::{Limits, Proof, Report, ResumeState};
use anyhow::{Context as _, ensure};
use emilia_core::notation::{obf::Problem, transcript};
use emilia_core::{Game, Move, Rules, Score, Turn, Value};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// The settings, positions, answers and searches of a solve.
#[derive(Clone, Serialize, Deserialize)]
pub struct State {
    /// The settings.
    pub settings: SolverSettings,
    /// The name of the set of positions.
    pub name: String,
    /// The lines of the file: problems, and messages about lines that are not problems.
    items: Vec<SavedItem>,
    /// By the number of the position.
    answers: BTreeMap<usize, SavedAnswer>,
    /// Under the name of the first version of the format.
    #[serde(rename = "under_way")]
    in_progress: BTreeMap<usize, InProgress>,
    /// In place of the lines: a game by other rules, at the position that is solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<SavedGame>,
}

/// A game. Its moves are kept, and not the position after them, because they say which discs the sides have left.
#[derive(Clone, Serialize, Deserialize)]
struct SavedGame {
    conditions: String,
    start: String,
    moves: String,
}

/// What a solve of a variant was about in its own format.
#[derive(Deserialize)]
pub(super) struct OldVariant {
    variant: String,
    #[serde(flatten)]
    game: SavedGame,
    depth: Option<u32>,
    window: (i32, i32),
    all_moves: bool,
}

impl From<OldVariant> for State {
    fn from(old: OldVariant) -> State {
        let OldVariant { variant, game, depth, window: (alpha, beta), all_moves } = old;
        let settings = SolverSettings { depth, alpha, beta, all_moves, ..SolverSettings::default() };
        State { game: Some(game), ..State::new(settings, variant, &[]) }
    }
}

/// A change of a state.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Record {
    /// The position of this number has an answer.
    Answer(usize, SavedAnswer),
    /// How far the search of the position of this number is.
    #[serde(rename = "under_way")]
    InProgress(usize, InProgress),
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SavedItem {
    Problem(String),
    Fault(String),
}

#[derive(Clone, Serialize, Deserialize)]
pub(super) struct SavedAnswer {
    seconds: f64,
    reports: Vec<SavedReport>,
}

/// The state of the search of a position.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct InProgress {
    pub nodes: u64,
    pub seconds: f64,
    /// The number of finished iterations.
    #[serde(rename = "passes")]
    iterations: usize,
    lines: Vec<SavedReport>,
    /// Moves with their proved lower and upper bounds.
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
    /// A new solve of these items; `name` is that of the set of positions.
    pub fn new(settings: SolverSettings, name: String, items: &[Item]) -> State {
        State {
            settings,
            name,
            items: items.iter().map(saved_item).collect(),
            answers: BTreeMap::new(),
            in_progress: BTreeMap::new(),
            game: None,
        }
    }

    /// A new solve of the position that this game, by other rules, has now; `name` is that of the rules.
    pub fn of_game(settings: SolverSettings, name: String, game: &Game) -> State {
        let (conditions, start) = (game.rules().conditions().to_string(), game.rules().start().to_string());
        let game = SavedGame { conditions, start, moves: game.transcript() };
        State { game: Some(game), ..State::new(settings, name, &[]) }
    }

    /// Whether it is a solve by other rules.
    pub fn is_of_game(&self) -> bool {
        self.game.is_some()
    }

    /// The game by other rules, if it is a solve of one.
    ///
    /// # Errors
    /// If it cannot be read, or the window is none.
    pub fn game(&self) -> anyhow::Result<Option<Game>> {
        let Some(SavedGame { conditions, start, moves }) = &self.game else { return Ok(None) };
        let &SolverSettings { alpha, beta, .. } = &self.settings;
        ensure!(-64 <= alpha && alpha < beta && beta <= 64, "the window is {alpha} to {beta}");
        let rules = Rules::from_start(start.parse::<Turn>()?).with_conditions(conditions.parse()?);
        Ok(Some(transcript::read_by(rules, moves)?))
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

    /// Reads every part as the solve would.
    ///
    /// # Errors
    /// If a position cannot be read.
    pub fn check(&self) -> anyhow::Result<()> {
        self.game()?;
        for (number, item) in self.items()?.into_iter().enumerate() {
            let Ok(problem) = item else { continue };
            let _ = self.answer(number, problem.position.moves().len() as usize);
            let limits = Limits { lines: if self.settings.all_moves { usize::MAX } else { 1 }, ..Limits::exact() };
            let _ = self.in_progress(number).map(|in_progress| in_progress.resume(&problem, &limits));
        }
        Ok(())
    }

    /// Applies a change.
    pub(super) fn apply(&mut self, record: Record) {
        match record {
            Record::Answer(number, answer) => {
                self.in_progress.remove(&number);
                self.answers.insert(number, answer);
            }
            Record::InProgress(number, in_progress) => {
                self.in_progress.insert(number, in_progress);
            }
        }
    }

    /// Whether every problem has its answer.
    pub fn is_finished(&self) -> bool {
        let is_done = |(number, item): (usize, &SavedItem)| {
            matches!(item, SavedItem::Fault(_)) || self.answers.contains_key(&number)
        };
        self.game.is_none() && self.items.iter().enumerate().all(is_done)
    }

    /// The reports and the seconds of the answer to the position of this number: one report, or one for each of `moves`
    /// moves; none if there is no answer or it is invalid.
    pub fn answer(&self, number: usize, moves: usize) -> Option<(Vec<Report<Move>>, f64)> {
        let answer = self.answers.get(&number)?;
        let reports: Vec<Report<Move>> = answer.reports.iter().map(SavedReport::report).collect::<Option<_>>()?;
        let is_whole = reports.len() == if self.settings.all_moves { moves.max(1) } else { 1 };
        is_whole.then_some((reports, answer.seconds))
    }

    /// The state of the search of the position of this number, if it was begun.
    pub(super) fn in_progress(&self, number: usize) -> Option<&InProgress> {
        self.in_progress.get(&number)
    }
}

impl SavedAnswer {
    pub fn new(answer: &Answer) -> SavedAnswer {
        let reports = answer.reports.iter().map(SavedReport::new).collect();
        SavedAnswer { seconds: answer.seconds, reports }
    }
}

impl InProgress {
    pub fn new(resume: &ResumeState, nodes: u64, seconds: f64) -> InProgress {
        let proofs = resume.proofs.iter().map(|proof| (proof.at.to_string(), proof.lower, proof.upper)).collect();
        let lines = resume.lines.iter().map(SavedReport::new).collect();
        InProgress { nodes, seconds, iterations: resume.iterations, lines, proofs }
    }

    /// The state to resume from; parts that are invalid in the position are left out.
    pub fn resume(&self, problem: &Problem, limits: &Limits) -> ResumeState {
        let must_pass = problem.position.moves().is_empty();
        let root = if must_pass { problem.position.pass() } else { problem.position };
        let lines: Option<Vec<_>> = self.lines.iter().map(SavedReport::report).collect();
        let lines = lines.unwrap_or_default();
        let is_legal = |report: &Report<_>| report.line.first().is_some_and(|at| root.moves().has(*at));
        // Fewer lines than requested would be taken for all of them.
        let wanted = if must_pass { 1 } else { limits.lines.clamp(1, root.moves().len() as usize) };
        if lines.len() != wanted || !lines.iter().all(is_legal) {
            return ResumeState::default();
        }
        let proof = |(at, lower, upper): &(String, i32, i32)| {
            let (at, lower, upper) = (at.parse().ok()?, *lower, *upper);
            let is_sound = -64 <= lower && lower <= upper && upper <= 64 && root.moves().has(at);
            is_sound.then_some(Proof { at, lower, upper })
        };
        ResumeState { iterations: self.iterations, lines, proofs: self.proofs.iter().filter_map(proof).collect() }
    }
}

impl SavedReport {
    fn new<M: ToString>(report: &Report<M>) -> SavedReport {
        SavedReport {
            score: report.score().raw(),
            status: report.certainty().to_string(),
            line: report.line.iter().map(M::to_string).collect(),
            nodes: report.nodes,
        }
    }

    /// The report; none if it is invalid.
    fn report<M: std::str::FromStr>(&self) -> Option<Report<M>> {
        let certainty = self.status.parse().ok()?;
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
