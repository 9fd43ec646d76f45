//! A searcher that is created when it is first needed and follows the options.

use super::analysis::Analysis;
use super::{EngineOptions, Subject};
use crate::eval::Weights;
use crate::search::{Limits, Observer, Report, ResumeState, SavedEntry, Searcher, Stop};
use crate::solver::reports_in_moves;
use crate::variant::VariantSearcher;
use emilia_core::{Game, Position, Square};
use std::sync::Arc;

/// The searchers of an engine; one search runs at a time.
pub(super) struct Core {
    weights: Arc<Weights>,
    searcher: Option<(Searcher, EngineOptions)>,
    /// That of games that the fast board does not play.
    variants: Option<(VariantSearcher, EngineOptions)>,
    /// Whether the tables of the searcher are cleared before they are used again. To clear a table can take milliseconds, and a client
    /// may ask for it many times between two searches.
    searcher_forgets: bool,
    /// The same for the tables of `variants`.
    variants_forget: bool,
}

impl Core {
    pub(super) fn new(weights: Arc<Weights>) -> Core {
        Core { weights, searcher: None, variants: None, searcher_forgets: false, variants_forget: false }
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
        if std::mem::take(&mut self.searcher_forgets) {
            searcher.clear();
        }
        searcher.set_clock(options.clock);
        *present = options;
        searcher
    }

    /// The searcher of games that the fast board does not play, with these options.
    pub(super) fn variants(&mut self, options: EngineOptions) -> &mut VariantSearcher {
        let fits = |of: &EngineOptions| (of.hash, of.threads) == (options.hash, options.threads);
        if self.variants.as_ref().is_some_and(|(_, present)| !fits(present)) {
            self.variants = None;
        }
        let new = || (VariantSearcher::new(options.hash, options.threads), options);
        let (searcher, _) = self.variants.get_or_insert_with(new);
        if std::mem::take(&mut self.variants_forget) {
            searcher.clear();
        }
        searcher.set_clock(options.clock);
        searcher
    }

    /// The next search of this root uses these entries, if it is one of the fast board.
    pub(super) fn set_known(&mut self, options: EngineOptions, root: &Root, known: Vec<SavedEntry>) {
        if let Root::Fast(_) = root {
            self.searcher(options).set_known(known);
        }
    }

    /// Clears the tables before they are used again.
    pub(super) fn clear(&mut self) {
        (self.searcher_forgets, self.variants_forget) = (true, true);
    }

    /// Drops the searchers after a panic, as their state is unknown.
    pub(super) fn abandon(&mut self) {
        (self.searcher, self.variants) = (None, None);
    }
}

/// What is searched.
pub(super) enum Root {
    /// A position of the fast board.
    Fast(Position),
    /// The position now of a game that the fast board does not play.
    Variant(Box<Game>),
}

impl Root {
    pub(super) fn of(subject: impl Subject) -> Root {
        subject.position().map_or_else(|| Root::Variant(Box::new(subject.game())), Root::Fast)
    }
}

/// Searches what the root is, resuming from this state where that is possible, and passes each iteration to `watch`. None without
/// lines, which does not happen.
pub(super) fn search_root(
    core: &mut Core,
    options: EngineOptions,
    root: &Root,
    limits: &Limits,
    stop: &Stop,
    resume: &ResumeState,
    mut watch: impl FnMut(&[Report<Square>], Analysis) + Send,
) -> Option<Analysis> {
    match root {
        Root::Fast(position) => search(core.searcher(options), *position, limits, stop, resume, watch),
        Root::Variant(game) => {
            let lines = core.variants(options).search(game, limits, stop, |lines| {
                if let Some(analysis) = Analysis::new(lines.to_vec(), false) {
                    watch(&[], analysis);
                }
            });
            Analysis::new(lines, false)
        }
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
