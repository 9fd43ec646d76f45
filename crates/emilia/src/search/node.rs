//! The search of a node: principal variation search with table, stability, ProbCut and ETC cut-offs.
//!
//! Knows nothing of clocks and iterations. Values are scores for the side to move; all searches are fail-soft alpha-beta.

use super::order::{Candidate, Candidates, by_square};
use super::params::{ENDGAME_WITHOUT_EVAL, ETC_DEPTH, SHALLOW_DEPTH};
use super::search_node::{NodeKind, Null, Principal, SearchNode};
use super::stability::stability_bound;
use super::table::{Entry, Table};
use super::worker::{Stopped, Worker};
use crate::eval::mobility;
use crate::eval::pattern::LANES;
use emilia_core::{Bitboard, Position, Score, Square};

impl<'a> Worker<'a> {
    /// The value of a node, by the search for its depth: ending, leaf, last plies, or full.
    #[inline]
    pub(super) fn value<N: NodeKind>(
        &mut self,
        node: &SearchNode,
        alpha: Score,
        beta: Score,
        depth: u32,
    ) -> Result<Score, Stopped> {
        if is_ending(node.empties, depth) {
            let (low, high) = (node.most_discs_within(alpha), -node.pass().most_discs_within(-beta));
            Ok(node.score(self.solve(node.position, low, high.max(low + 1))?))
        } else if depth == 0 {
            self.count_node();
            Ok(self.leaf(node, node.mobility()))
        } else if depth <= SHALLOW_DEPTH && !N::ROOT {
            self.shallow(node, alpha, beta, depth)
        } else if let Some(score) = self.known_score::<N>(node, depth) {
            Ok(score)
        } else {
            self.search::<N>(node, alpha, beta, depth)
        }
    }

    /// The score that is known from elsewhere, in the principal variation, where the table cuts nothing off.
    fn known_score<N: NodeKind>(&self, node: &SearchNode, depth: u32) -> Option<Score> {
        if !N::PV || N::ROOT {
            return None;
        }
        let entry = self.shared.known?.get(node.position)?;
        (entry.lower == entry.upper && entry.serves(depth, self.selectivity)).then_some(entry.lower)
    }

    /// The static evaluation.
    pub(super) fn estimate(&self, node: &SearchNode) -> Score {
        self.shared.weights.eval(&node.features, node.position)
    }

    /// The value of a node with this mobility as a leaf.
    #[inline]
    pub(super) fn leaf(&self, node: &SearchNode, mobility: [u32; 2]) -> Score {
        let compute = || self.leaf_value(node.features.contents(), node.position, mobility);
        self.tables.eval_cache.full(node.position, compute)
    }

    /// The value of a leaf: the final score, or the static evaluation, corrected by the mean error of searches.
    #[inline]
    fn leaf_value(&self, contents: &[u16; LANES], position: Position, mobility: [u32; 2]) -> Score {
        if mobility == [0, 0] {
            return position.final_score();
        }
        let estimate = self.shared.weights.eval_contents(contents, position, mobility);
        Score::clamped(estimate.raw() + self.shared.margins.at_leaf(position.empties()).raw())
    }

    /// The linear part of the static evaluation after a move.
    #[inline]
    pub(super) fn linear_eval(&mut self, before: &SearchNode, candidate: &Candidate) -> Score {
        self.count_node();
        self.tables.eval_cache.linear(candidate.next, || {
            let contents = before.features.contents_after(candidate.at, candidate.flips(before.position));
            self.shared.weights.eval_linear(&contents, candidate.next)
        })
    }

    /// A pass, or the end of the game.
    fn value_without_moves<N: NodeKind>(
        &mut self,
        node: &SearchNode,
        alpha: Score,
        beta: Score,
        depth: u32,
    ) -> Result<Score, Stopped> {
        let passed = node.pass();
        if passed.moves.is_empty() {
            Ok(node.score(node.position.final_discs()))
        } else {
            Ok(-self.value::<N>(&passed, -beta, -alpha, depth)?)
        }
    }

    /// The last plies above the leaves: moves are ordered by refutations and mobility. Two plies above the leaves, results are kept in the
    /// thread's own table: in the shared one they would displace all others.
    fn shallow(&mut self, node: &SearchNode, mut alpha: Score, beta: Score, depth: u32) -> Result<Score, Stopped> {
        self.count_node();
        if node.moves.is_empty() {
            return self.value_without_moves::<Null>(node, alpha, beta, depth);
        }
        if let Some(bound) = self.static_cut(node, alpha, beta, depth) {
            return Ok(bound);
        }
        if depth == 1 {
            return Ok(self.last_ply(node, beta));
        }
        let table = &self.tables.shallow_table;
        let known = table.get(node.position);
        let serving = known.filter(|entry| entry.serves(depth, self.selectivity));
        if let Some(score) = serving.and_then(|entry| entry.answer(alpha, beta)) {
            return Ok(score);
        }
        let hints = known.map_or_else(|| self.refutations[depth as usize - 1].of(node.last), |entry| entry.moves);
        let (low, mut best) = (alpha, Best { score: -Score::INFINITY, at: None });
        let mut candidates = Candidates::new();
        candidates.sort_by_mobility(node.position, node.moves, hints);
        while let Some(candidate) = candidates.next() {
            let score = -self.value::<Null>(&candidate.play(node), -beta, -alpha, depth - 1)?;
            if score > best.score {
                best = Best { score, at: Some(candidate.at) };
                if score >= beta {
                    self.refutations[depth as usize - 1].note(node.last, candidate.at);
                    break;
                }
                alpha = alpha.max(score);
            }
        }
        self.remember(table, node, depth, best, low, beta);
        Ok(best.score)
    }

    /// The best move where all lead to leaves, or one that causes a cut-off. The features after the moves are not needed.
    fn last_ply(&mut self, node: &SearchNode, beta: Score) -> Score {
        let mut best = -Score::INFINITY;
        let eval_cache = &self.tables.eval_cache;
        let mut moves = by_square(node.moves, self.refutations[0].of(node.last)).map(|at| {
            let flips = node.position.flips(at);
            let next = node.position.play(at, flips);
            eval_cache.prefetch(next);
            (at, flips, next)
        });
        let mut coming = moves.next();
        while let Some((at, flips, next)) = coming {
            coming = moves.next(); // one move ahead, to give the prefetch time
            self.count_node();
            let compute = || self.leaf_value(&node.features.contents_after(at, flips), next, mobility(next));
            let score = -eval_cache.full(next, compute);
            if score > best {
                best = score;
                if score >= beta {
                    self.refutations[0].note(node.last, at);
                    break;
                }
            }
        }
        best
    }

    /// The full search of a node.
    pub(super) fn search<N: NodeKind>(
        &mut self,
        node: &SearchNode,
        mut alpha: Score,
        mut beta: Score,
        depth: u32,
    ) -> Result<Score, Stopped> {
        self.count_node();
        self.check()?;
        let depth = depth.min(node.empties);
        if !N::PV
            && let Some(bound) = stability_bound(node.position, node.empties, alpha.floor())
        {
            return Ok(Score::discs(bound));
        }
        let moves = node.moves & if N::ROOT { self.root_moves() } else { Bitboard::ALL };
        if moves.is_empty() {
            return self.value_without_moves::<N>(node, alpha, beta, depth);
        }
        let known = self.shared.table.get(node.position);
        if !N::PV
            && let Some(entry) = known.filter(|entry| entry.serves(depth, self.selectivity))
        {
            if let Some(score) = entry.answer(alpha, beta) {
                return Ok(score);
            }
            alpha = alpha.max(entry.lower);
            beta = beta.min(entry.upper);
        }
        if !N::PV
            && let Some(score) = self.probcut(node, alpha, beta, depth)?
        {
            return Ok(score);
        }
        let hints = known.map_or([None; 2], |entry| entry.moves);
        let mut candidates = Candidates::new();
        candidates.sort_by_mobility(node.position, moves, hints);
        if !N::PV
            && depth >= ETC_DEPTH
            && let Some(score) = self.transposition_cut(candidates.rest(), node.empties - 1, depth - 1, beta)
        {
            return Ok(score);
        }
        let (low, fails_low) = (alpha, node.expects_no_cut(known, alpha));
        let mut best = Best { score: -Score::INFINITY, at: None };
        if N::ROOT
            && let Some(proved) = self.proved(node, moves, low, depth)
        {
            best = proved;
            if best.score >= beta {
                return Ok(best.score);
            }
        }
        for searched in 0.. {
            if self.is_split::<N>(node, depth, searched, fails_low, candidates.rest()) {
                let rest = candidates.rest_scored(self, node, depth, alpha)?;
                best = self.search_siblings::<N>(node, rest, best, (low, beta), depth)?;
                break;
            }
            let Some(candidate) = candidates.next_scored(self, node, depth, alpha)? else { break };
            let first = best.at.is_none();
            let score = self.child::<N>(node, &candidate, best.score.max(low), beta, depth, first)?;
            if score > best.score {
                best = Best { score, at: Some(candidate.at) };
                if N::ROOT && score > low {
                    self.note_root(best);
                }
                if score >= beta {
                    break;
                }
            }
        }
        if !N::ROOT || moves == node.moves {
            self.remember(self.shared.table, node, depth, best, low, beta);
        }
        Ok(best.score)
    }

    /// The value of a move, for the side that makes it.
    pub(super) fn child<N: NodeKind>(
        &mut self,
        node: &SearchNode,
        candidate: &Candidate,
        alpha: Score,
        beta: Score,
        depth: u32,
        first: bool,
    ) -> Result<Score, Stopped> {
        if N::ROOT {
            let known = self.known_root_child(node, candidate.at, (alpha, beta), depth);
            return known.map_or_else(|| self.root_child(node, candidate, (alpha, beta), depth, first), Ok);
        }
        self.search_child::<N>(node, candidate, alpha, beta, depth, first)
    }

    /// The same, always searched.
    #[inline]
    pub(super) fn search_child<N: NodeKind>(
        &mut self,
        node: &SearchNode,
        candidate: &Candidate,
        alpha: Score,
        beta: Score,
        depth: u32,
        first: bool,
    ) -> Result<Score, Stopped> {
        // The last plies have no table.
        if depth > SHALLOW_DEPTH + 1 {
            self.table_of(node.empties - 1, depth - 1).prefetch(candidate.next);
        }
        self.tables.eval_cache.prefetch(candidate.next);
        let mut next = candidate.play(node);
        // After the move that is to cut off, all moves must be searched; each other move is to be refuted.
        next.expects_cut = !(first && (N::PV || node.expects_cut));
        if !N::PV {
            return Ok(-self.value::<Null>(&next, -beta, -alpha, depth - 1)?);
        }
        if first {
            return Ok(-self.value::<Principal>(&next, -beta, -alpha, depth - 1)?);
        }
        let score = -self.value::<Null>(&next, -alpha.next(), -alpha, depth - 1)?;
        if score <= alpha || score >= beta {
            return Ok(score);
        }
        if N::ROOT {
            self.note_better(Some(Best { score, at: Some(candidate.at) }));
        }
        let score = -self.value::<Principal>(&next, -beta, -alpha, depth - 1)?;
        if N::ROOT {
            self.note_better(None);
        }
        Ok(score)
    }

    /// A cut-off by a table entry of a position after one of the moves (enhanced transposition cut-off).
    /// Source: Plaat et al. (1996).
    fn transposition_cut(&self, candidates: &[Candidate], empties: u32, depth: u32, beta: Score) -> Option<Score> {
        let table = self.table_of(empties, depth);
        candidates.iter().find_map(|candidate| {
            let entry = table.get(candidate.next)?;
            (-entry.upper >= beta && entry.serves(depth, self.selectivity)).then_some(-entry.upper)
        })
    }

    /// The table that keeps the results of searches of this depth with this number of empty squares.
    #[inline]
    fn table_of(&self, empties: u32, depth: u32) -> &'a Table {
        if is_ending(empties, depth) { self.table_for(empties) } else { self.shared.table }
    }

    /// Stores the result of a search with the window from `low` to `beta`.
    fn remember(&self, table: &Table, node: &SearchNode, depth: u32, best: Best, low: Score, beta: Score) {
        table.put(
            node.position,
            Entry {
                lower: if best.score > low { best.score } else { Score::MIN },
                upper: if best.score < beta { best.score } else { Score::MAX },
                depth: depth as u8,
                selectivity: self.selectivity,
                moves: [best.at, None],
            },
        );
    }
}

/// Whether a search of this depth is one to the end of the game, without evaluation.
#[inline]
fn is_ending(empties: u32, depth: u32) -> bool {
    empties <= ENDGAME_WITHOUT_EVAL && depth >= empties
}

/// The best of the moves of a node so far.
#[derive(Clone, Copy)]
pub(super) struct Best {
    /// Its score, or a bound of it.
    pub score: Score,
    /// The move; none before one was searched.
    pub at: Option<Square>,
}
