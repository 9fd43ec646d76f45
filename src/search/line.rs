//! The principal variation of a search, read from the table; the end of a proved line is solved again.

use super::Selectivity;
use super::params::ENDGAME_WITHOUT_EVAL;
use super::search_node::SearchNode;
use super::worker::{Shared, Worker};
use crate::board::{Position, Square};
use crate::score::Score;

/// The line that begins with the move `at`: at most `depth` plies, as far as the table has it. Passes are left out.
///
/// Small endings of a proved line are played out to the end by solving them again.
pub(super) fn follow(shared: &Shared, root: Position, at: Square, depth: u32, is_exact: bool) -> Vec<Square> {
    let mut line = vec![at];
    let Some(mut position) = root.try_play(at) else { return line };
    while line.len() < depth as usize {
        if position.moves().is_empty() {
            position = position.pass();
            if position.moves().is_empty() {
                break;
            }
        }
        let next = if is_exact && position.empties() <= ENDGAME_WITHOUT_EVAL {
            best_ending_move(shared, position)
        } else {
            // What the table of endings holds is proved, so it comes first.
            [shared.endgame_table, shared.table]
                .iter()
                .find_map(|table| table.get(position))
                .and_then(|entry| entry.moves[0])
        };
        let Some((at, after)) = next.and_then(|at| Some((at, position.try_play(at)?))) else { break };
        line.push(at);
        position = after;
    }
    line
}

/// A best move of a small ending, by solving all of them; none if the search is stopped.
fn best_ending_move(shared: &Shared, position: Position) -> Option<Square> {
    let mut worker = Worker::new(shared, Selectivity::Full);
    let node = SearchNode::new(position, Score::ZERO);
    let mut best = None;
    for at in position.moves() {
        let next = node.play(at, position.flips(at)).position;
        let alpha = best.map_or(-64, |(score, _)| score);
        let score = -worker.solve(next, -64, -alpha).ok()?;
        if best.is_none_or(|(least, _)| score > least) {
            best = Some((score, at));
        }
    }
    worker.flush_nodes();
    best.map(|(_, at)| at)
}
