//! The line that a search expects: read from the table, and, of a proved score, checked move by move.

use super::Selectivity;
use super::order::Candidates;
use super::params::{ENDGAME_WITHOUT_EVAL, LINE_SEARCH};
use super::search_node::Null;
use super::search_node::SearchNode;
use super::table::Entry;
use super::worker::{Shared, Stopped, Worker};
use emilia_core::{Position, Score, Square};

/// The line that begins with the move `at`: at most `depth` plies, as far as the table has it. Passes are left out.
pub(super) fn expected(shared: &Shared, root: Position, at: Square, depth: u32) -> Vec<Square> {
    let mut line = vec![at];
    let Some(mut position) = root.try_play(at) else { return line };
    while line.len() < depth as usize {
        if position.moves().is_empty() {
            position = position.pass();
        }
        let next = shared.table.get(position).and_then(|entry| entry.moves[0]);
        let Some((at, after)) = next.and_then(|at| Some((at, position.try_play(at)?))) else { break };
        line.push(at);
        position = after;
    }
    line
}

/// The line of perfect play that begins with the move `at`, of which `score` is proved. Passes are left out.
///
/// The first move of a table entry may be that of an earlier and less certain search, so every move is checked: by the table's bound of
/// the position after it, or by a search. The line ends early if the search is stopped, or if the table has forgotten the proof of a
/// position with more than `LINE_SEARCH` empty squares.
pub(super) fn perfect(shared: &Shared, root: &SearchNode, at: Square, score: Score) -> Vec<Square> {
    let mut line = vec![at];
    let mut worker = Worker::new(shared, Selectivity::Full);
    let (mut node, mut score) = (root.play(at, root.position.flips(at)), -score);
    loop {
        if node.position.moves().is_empty() {
            (node, score) = (node.pass(), -score);
        }
        if node.empties <= ENDGAME_WITHOUT_EVAL {
            let discs = node.most_discs_within(score);
            line.extend(worker.perfect_line(node.position, discs).unwrap_or_default());
            break;
        }
        let Ok(Some((at, next))) = worker.proved_move(&node, score) else { break };
        line.push(at);
        (node, score) = (next, -score);
    }
    worker.flush_nodes();
    line
}

impl Worker<'_> {
    /// A move with at least this score, and the node after it; none if the position has none or the proof would take too long.
    fn proved_move(&mut self, node: &SearchNode, score: Score) -> Result<Option<(Square, SearchNode)>, Stopped> {
        let hints = self.shared.table.get(node.position).map_or([None; 2], |entry| entry.moves);
        let mut candidates = Candidates::new();
        candidates.sort_by_mobility(node.position, node.position.moves(), hints);
        let after = |at| (at, node.play(at, node.position.flips(at)));
        let mut moves = candidates.rest().iter().map(|candidate| after(candidate.at));
        if let Some(found) = moves.find(|(_, next)| self.is_at_most(next, -score)) {
            return Ok(Some(found));
        }
        while node.empties <= LINE_SEARCH
            && let Some(candidate) = candidates.next()
        {
            let (at, next) = after(candidate.at);
            if self.value::<Null>(&next, -score, (-score).next(), next.empties)? <= -score {
                return Ok(Some((at, next)));
            }
        }
        Ok(None)
    }

    /// Whether the end of the game, the table of positions or what is known from elsewhere proves that the score is at most this.
    fn is_at_most(&self, node: &SearchNode, score: Score) -> bool {
        if !node.position.moves().is_empty() {
            return self.proofs(node.position).any(|entry| entry.upper <= score);
        }
        let passed = node.position.pass();
        if passed.moves().is_empty() {
            node.score(node.position.final_discs()) <= score
        } else {
            self.proofs(passed).any(|entry| -entry.lower <= score)
        }
    }

    /// Entries whose bounds of the position are proved.
    fn proofs(&self, position: Position) -> impl Iterator<Item = Entry> {
        let known = self.shared.known.and_then(|known| known.get(position)).copied();
        let entries = self.shared.table.get(position).into_iter().chain(known);
        entries.filter(move |entry| entry.serves(position.empties(), Selectivity::Full))
    }
}
