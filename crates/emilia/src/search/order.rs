//! Move ordering: first the hints, which are the table's moves or refutations, then by an evaluation or a shallow search and the opponent's
//! mobility, in endings also by other signs of a small tree.

use super::params::{
    OrderEffort, mobility_weight, order_effort, order_margin, solving_corner_weight, solving_disc_weight,
    solving_empty_beside_weight, solving_frontier_weight, solving_mobility_weight,
};
use super::search_node::Null;
use super::search_node::SearchNode;
use super::worker::{Stopped, Worker};
use arrayvec::ArrayVec;
use emilia_core::{Bitboard, Position, Score, Square};

/// A move, the position after it with its moves, and its priority.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub at: Square,
    pub next: Position,
    replies: Bitboard,
    priority: i32,
}

impl Candidate {
    /// The discs that the move flips in the position before it.
    #[inline]
    pub(super) fn flips(&self, before: Position) -> Bitboard {
        before.opp() - self.next.own()
    }

    /// The node after the move, which is one of the node `before`.
    #[inline]
    pub(super) fn play(&self, before: &SearchNode) -> SearchNode {
        before.after(self.at, self.flips(before.position), self.next, self.replies)
    }

    /// The part of the priority that stands for a small tree, in searches to the end of the game. The priority so far is that of the
    /// mobility.
    fn solving_priority(&self, before: Position) -> i32 {
        let at = Bitboard::from(self.at);
        let empty_beside = at.spread() & self.next.empty();
        let is_corner = !(at & Bitboard::CORNERS).is_empty();
        solving_mobility_weight() * self.priority + solving_corner_weight() * i32::from(is_corner)
            - solving_frontier_weight() * frontier(self.next)
            - solving_empty_beside_weight() * empty_beside.len() as i32
            - solving_disc_weight() * self.flips(before).len() as i32
    }

    /// The sort key: all candidates of a node have different ones.
    #[inline]
    fn key(&self) -> (i32, std::cmp::Reverse<u8>) {
        (self.priority, std::cmp::Reverse(self.at as u8))
    }
}

/// The moves of a node in the order of their priority, sorted as far as they are needed.
pub(super) struct Candidates {
    list: ArrayVec<Candidate, 64>,
    tried: usize,
    is_scored: bool,
}

impl Candidates {
    /// An empty list.
    #[inline]
    pub(super) fn new() -> Candidates {
        Candidates { list: ArrayVec::new_const(), tried: 0, is_scored: false }
    }

    /// Adds the moves of a position: hints first, then by the number of the opponent's replies, corners doubly.
    #[inline]
    pub(super) fn sort_by_mobility(&mut self, position: Position, moves: Bitboard, hints: [Option<Square>; 2]) {
        for at in moves {
            let next = position.play(at, position.flips(at));
            let replies = next.moves();
            let priority = hinted(at, hints).unwrap_or_else(|| -mobility(replies));
            self.list.push(Candidate { at, next, replies, priority });
        }
    }

    /// The next move by priority, after scoring the moves with the effort that suits the depth. The table's move is returned before the
    /// others are scored, as it mostly cuts off.
    pub(super) fn next_scored(
        &mut self,
        worker: &mut Worker,
        node: &SearchNode,
        depth: u32,
        alpha: Score,
    ) -> Result<Option<Candidate>, Stopped> {
        if self.tried > 0 || self.list.iter().all(|candidate| candidate.priority < HINTED) {
            self.score_moves(worker, node, depth, alpha)?;
        }
        Ok(self.next())
    }

    /// The remaining moves in the order of their priority.
    pub(super) fn rest_scored(
        &mut self,
        worker: &mut Worker,
        node: &SearchNode,
        depth: u32,
        alpha: Score,
    ) -> Result<&[Candidate], Stopped> {
        self.score_moves(worker, node, depth, alpha)?;
        let rest = &mut self.list[self.tried..];
        rest.sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.key()));
        Ok(rest)
    }

    /// Scores the remaining moves, once. A shallow search resolves no difference between moves more than `order_margin` below `alpha`.
    fn score_moves(&mut self, worker: &mut Worker, node: &SearchNode, depth: u32, alpha: Score) -> Result<(), Stopped> {
        let Some(effort) = order_effort(depth, node.empties) else { return Ok(()) };
        let rest = &mut self.list[self.tried..];
        if std::mem::replace(&mut self.is_scored, true) || rest.len() < 2 {
            return Ok(());
        }
        let is_solving = depth >= node.empties;
        for candidate in rest.iter() {
            match effort {
                OrderEffort::Linear => worker.tables.eval_cache.prefetch_linear(candidate.next),
                OrderEffort::Search(_) => worker.tables.eval_cache.prefetch(candidate.next),
            }
        }
        let enough = -(alpha - Score::discs(order_margin())).max(-Score::INFINITY);
        for candidate in rest {
            if candidate.priority < HINTED {
                let score = -match effort {
                    OrderEffort::Linear => worker.linear_eval(node, candidate),
                    OrderEffort::Search(depth) => {
                        worker.value::<Null>(&candidate.play(node), -Score::INFINITY, enough, depth)?
                    }
                };
                let small_tree = if is_solving {
                    candidate.solving_priority(node.position)
                } else {
                    mobility_weight() * candidate.priority
                };
                candidate.priority = score.raw() + small_tree;
            }
        }
        Ok(())
    }

    /// The next move by priority; of equal moves the first square.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Candidate> {
        let rest = &mut self.list[self.tried..];
        let best = (0..rest.len()).max_by_key(|&i| rest[i].key())?;
        rest.swap(0, best);
        self.tried += 1;
        Some(rest[0])
    }

    /// The remaining moves, in no order.
    pub(super) fn rest(&self) -> &[Candidate] {
        &self.list[self.tried..]
    }
}

/// The moves in a static order: first the hints, then corners, then squares far from corners, then C-squares and X-squares.
#[inline]
pub(super) fn by_square(moves: Bitboard, hints: [Option<Square>; 2]) -> impl Iterator<Item = Square> {
    let hinted = hints.map(|hint| moves & hint.map_or(Bitboard::EMPTY, Bitboard::from));
    let rest = moves - hinted[0] - hinted[1];
    let safe = rest - Bitboard::CORNERS - Bitboard::C_SQUARES - Bitboard::X_SQUARES;
    [hinted[0], hinted[1], rest & Bitboard::CORNERS, safe, rest & Bitboard::C_SQUARES, rest & Bitboard::X_SQUARES]
        .into_iter()
        .flatten()
}

/// The least priority of a hinted move: above all others.
const HINTED: i32 = i32::MAX - 1;

/// The priority of a hinted move.
#[inline]
fn hinted(at: Square, hints: [Option<Square>; 2]) -> Option<i32> {
    if hints[0] == Some(at) {
        Some(HINTED + 1)
    } else if hints[1] == Some(at) {
        Some(HINTED)
    } else {
        None
    }
}

/// The frontier: the number of empty squares next to the discs of the side that just moved.
#[inline]
fn frontier(next: Position) -> i32 {
    (next.opp().spread() & next.empty()).len() as i32
}

/// The number of replies, corners counted twice.
#[inline]
fn mobility(replies: Bitboard) -> i32 {
    (replies.len() + (replies & Bitboard::CORNERS).len()) as i32
}
