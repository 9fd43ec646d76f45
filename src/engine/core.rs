//! A searcher that is created when it is first needed and follows the options.

use super::EngineOptions;
use super::analysis::Analysis;
use crate::board::{Position, Square};
use crate::eval::Weights;
use crate::search::{Limits, Observer, Report, ResumeState, Searcher, Stop};
use crate::solver::reports_in_moves;
use std::sync::Arc;

/// The searcher of an engine; one search runs at a time.
pub(super) struct Core {
    weights: Arc<Weights>,
    searcher: Option<(Searcher, EngineOptions)>,
}

impl Core {
    pub(super) fn new(weights: Arc<Weights>) -> Core {
        Core { weights, searcher: None }
    }

    /// The searcher with these options.
    pub(super) fn searcher(&mut self, options: EngineOptions) -> &mut Searcher {
        let new = || (Searcher::new(self.weights.clone(), options.hash, options.threads), options);
        let (searcher, present) = self.searcher.get_or_insert_with(new);
        if present.hash != options.hash {
            searcher.set_hash(options.hash);
        }
        if present.threads != options.threads {
            searcher.set_threads(options.threads);
        }
        searcher.set_clock(options.clock);
        *present = options;
        searcher
    }

    /// Clears the tables.
    pub(super) fn clear(&mut self) {
        if let Some((searcher, _)) = &mut self.searcher {
            searcher.clear();
        }
    }

    /// Drops the searcher after a panic, as its state is unknown.
    pub(super) fn abandon(&mut self) {
        self.searcher = None;
    }
}

/// Searches a position, resuming from this state, and passes each iteration to `watch`. None without lines, which does not happen.
pub(super) fn search(
    searcher: &mut Searcher,
    root: Position,
    limits: &Limits,
    stop: &Stop,
    resume: &ResumeState,
    mut watch: impl FnMut(&[Report<Square>], Analysis) + Send,
) -> Option<Analysis> {
    let is_complete = limits.root_moves.is_none() && limits.lines >= root.moves().len() as usize;
    let analysis = move |reports: &[Report<Square>]| Analysis::new(reports_in_moves(root, reports), is_complete);
    let mut observer = |reports: &[Report<Square>]| {
        if let Some(analysis) = analysis(reports) {
            watch(reports, analysis);
        }
    };
    let observer: &mut dyn Observer<Square> = &mut observer;
    analysis(&searcher.search_from(root, limits, stop, observer, resume))
}
