//! The root node: a move whose proved bounds lie outside the window is not searched again.

use super::Selectivity;
use super::node::Best;
use super::node_kind::Root;
use super::order::Candidate;
use super::search_node::SearchNode;
use super::worker::{Stopped, Worker};
use emilia_core::{Bitboard, Score, Square};

impl Worker<'_> {
    /// The moves that the root may choose from.
    pub(super) fn root_moves(&self) -> Bitboard {
        self.shared.root.map_or(Bitboard::ALL, |root| root.moves())
    }

    /// Notes a root move that is better than those before it in this iteration.
    pub(super) fn note_root(&self, best: Best) {
        if let Some(root) = self.shared.root {
            root.note_best(best);
        }
    }

    /// Notes a root move that was found to be better and is now searched for its score, with a lower bound of it; none when that has ended.
    pub(super) fn note_better(&self, better: Option<Best>) {
        if let Some(root) = self.shared.root {
            root.note_better(better);
        }
    }

    /// Whether a search of the root to this depth proves its result.
    fn proves(&self, root: &SearchNode, depth: u32) -> bool {
        self.selectivity == Selectivity::Full && depth >= root.empties
    }

    /// The best proved lower bound among these moves, if it is above `alpha`.
    pub(super) fn proved(&self, root: &SearchNode, moves: Bitboard, alpha: Score, depth: u32) -> Option<Best> {
        let best =
            self.shared.root?.best_proved(moves).filter(|best| self.proves(root, depth) && best.score > alpha)?;
        self.note_root(best);
        Some(best)
    }

    /// The score of a root move if its proved bounds answer a search to this depth.
    pub(super) fn known_root_child(
        &self,
        root: &SearchNode,
        at: Square,
        window: (Score, Score),
        depth: u32,
    ) -> Option<Score> {
        self.shared.root.filter(|_| self.proves(root, depth))?.known(at, window)
    }

    /// The value of a root move, for the side that makes it: always searched, so that the table has its line.
    pub(super) fn root_child(
        &mut self,
        root: &SearchNode,
        candidate: &Candidate,
        window: (Score, Score),
        depth: u32,
        first: bool,
    ) -> Result<Score, Stopped> {
        let (alpha, beta) = window;
        let Some(hook) = self.shared.root.filter(|_| depth >= root.empties) else {
            return self.search_child::<Root>(root, candidate, alpha, beta, depth, first);
        };
        hook.begins(candidate.at, window, self.shared.nodes());
        let score = self.search_child::<Root>(root, candidate, alpha, beta, depth, first);
        if let Ok(score) = score
            && self.proves(root, depth)
        {
            hook.note_proved(candidate.at, score, window);
        }
        self.flush_nodes();
        // A better move of another thread ends it, too.
        if !self.shared.is_halted() {
            hook.ends(candidate.at, self.shared.nodes());
        }
        score
    }
}
