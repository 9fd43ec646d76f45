//! Questions about the positions of one tree: whether a bound holds.

use super::endgame::MOST_EMPTIES;
use super::proof::{fewest_discs, is_reached, most_discs};
use super::searcher::{Searcher, search_after_pass};
use super::worker::{Ends, Worker};
use super::{Limits, ResumeState, Selectivity, Stop};
use emilia_core::{Position, Score};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Answers questions with the tables of a searcher, whose entries do not age from one to the next. Each is proved.
pub struct Prover<'a> {
    searcher: &'a Searcher,
    stop: &'a Stop,
    ends: Ends,
    nodes: AtomicU64,
}

impl<'a> Prover<'a> {
    /// Of the limits only nodes and time count: they are those of all questions together.
    pub fn new(searcher: &'a Searcher, limits: &Limits, stop: &'a Stop) -> Prover<'a> {
        let ends = Ends::of(limits, searcher.clock());
        Prover { searcher, stop, ends, nodes: AtomicU64::new(0) }
    }

    /// The nodes of all questions.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Whether the side to move gets at least this number of discs (-64..=64), proved; none if a limit was reached or the stop requested.
    pub fn reaches(&self, position: Position, discs: i32) -> Option<bool> {
        if !(-63..=64).contains(&discs) {
            return Some(discs < 0);
        }
        let nodes = self.nodes();
        if self.stop.is_requested() || self.ends.are_reached(nodes) {
            return None;
        }
        let ends = Ends { nodes: self.ends.nodes - nodes, ..self.ends };
        if position.empties() <= MOST_EMPTIES as u32 {
            let shared = self.searcher.shared(self.stop, ends);
            let mut worker = Worker::new(&shared, Selectivity::Full);
            let found = worker.solve(position, discs - 1, discs);
            worker.flush_nodes();
            self.nodes.fetch_add(shared.nodes(), Relaxed);
            return found.ok().map(|score| score >= discs);
        }
        let limits = Limits { window: (Score::discs(discs - 1), Score::discs(discs)), ..Limits::exact() };
        let found = search_after_pass(position, &limits, &mut |_: &[_]| {}, |root, limits, watch| {
            self.searcher.run(root, limits, (self.stop, ends), watch, None, &ResumeState::default())
        });
        let found = found.first()?;
        self.nodes.fetch_add(found.nodes, Relaxed);
        is_reached(found.value.lower().unwrap_or(-64), found.value.upper().unwrap_or(64), discs)
    }

    /// The same as far as the tables know.
    pub fn knows(&self, position: Position, discs: i32) -> Option<bool> {
        let empties = position.empties();
        let shared = self.searcher.shared(self.stop, self.ends);
        let endings = Worker::new(&shared, Selectivity::Full).table_for(empties);
        [shared.table, endings].into_iter().find_map(|table| {
            let entry = table.get(position).filter(|entry| entry.serves(empties, Selectivity::Full))?;
            is_reached(fewest_discs(entry.lower), most_discs(entry.upper), discs)
        })
    }
}
