//! The search of a node: principal variation search with everything that spares work.
//!
//! Knows nothing of clocks and iterations. Values are scores for the side to move; all searches are fail-soft alpha-beta.
//! The kinds of nodes are types, so that one function serves them all and costs none of them a test.

use super::endgame::stability_bound;
use super::order::{Candidate, Candidates, by_square};
use super::params::{ENDGAME_BLIND, ETC_DEPTH, SHALLOW_DEPTH, SPLIT_DEPTH};
use super::table::Entry;
use super::tree::{Stopped, Tree};
use crate::board::{Bitboard, Position, Square};
use crate::eval::Features;
use crate::score::Score;

/// A kind of node.
pub(super) trait Node {
    /// Whether the exact score in an open window is wanted, with a line.
    const PV: bool;
    /// Whether the moves to search are chosen by the root.
    const ROOT: bool;
}

/// The root of the tree.
pub(super) struct Root;
/// A node on a line that may become the principal variation.
pub(super) struct Principal;
/// A node searched with a null window: is it good enough or not?
pub(super) struct Null;

impl Node for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl Node for Principal {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl Node for Null {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// A position with what is kept beside it on the way down.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub position: Position,
    pub features: Features,
    pub empties: u32,
    /// The move that led here; none at the root and after a pass.
    pub last: Option<Square>,
    /// What a drawn game is worth to the side to move.
    pub draw: Score,
}

impl Place {
    pub(super) fn new(position: Position, draw: Score) -> Place {
        Place { position, features: Features::new(position), empties: position.empties(), last: None, draw }
    }

    #[inline]
    pub(super) fn play(&self, at: Square, flips: Bitboard) -> Place {
        Place {
            position: self.position.play(at, flips),
            features: self.features.play(at, flips),
            empties: self.empties - 1,
            last: Some(at),
            draw: -self.draw,
        }
    }

    #[inline]
    pub(super) fn pass(&self) -> Place {
        Place {
            position: self.position.pass(),
            features: self.features.pass(),
            empties: self.empties,
            last: None,
            draw: -self.draw,
        }
    }

    /// The score of so many discs at the end of a game.
    pub(super) fn score(&self, discs: i32) -> Score {
        if discs == 0 { self.draw } else { Score::discs(discs) }
    }

    /// The most discs a game can end with whose score is not above this: final scores are even.
    pub(super) fn most_discs_within(&self, score: Score) -> i32 {
        let even = score.floor() & !1;
        match even {
            0 if score < self.draw => -2,
            -2 if score >= self.draw => 0,
            even => even,
        }
    }
}

/// The best of the moves of a node so far.
#[derive(Clone, Copy)]
pub(super) struct Best {
    pub score: Score,
    pub at: Option<Square>,
}

impl<'a> Tree<'a> {
    /// The value of a place, by the cheapest search that answers for this depth.
    #[inline]
    pub(super) fn value<N: Node>(
        &mut self,
        place: &Place,
        alpha: Score,
        beta: Score,
        depth: u32,
    ) -> Result<Score, Stopped> {
        if place.empties <= ENDGAME_BLIND && depth >= place.empties {
            let (low, high) = (place.most_discs_within(alpha), -place.pass().most_discs_within(-beta));
            Ok(place.score(self.solve(place.position, low, high.max(low + 1))?))
        } else if depth == 0 {
            self.visit();
            Ok(self.leaf(place))
        } else if depth <= SHALLOW_DEPTH && !N::ROOT {
            self.shallow(place, alpha, beta, depth)
        } else {
            self.search::<N>(place, alpha, beta, depth)
        }
    }

    /// The static evaluation.
    #[inline]
    pub(super) fn estimate(&self, place: &Place) -> Score {
        self.local.estimates.full(place.position, || self.shared.weights.eval(&place.features, place.position))
    }

    /// The value of a leaf: on average what a search one ply deeper finds, and what perfect play does with the last move.
    #[inline]
    pub(super) fn leaf(&self, place: &Place) -> Score {
        self.beyond(self.estimate(place), place.empties)
    }

    /// An estimate with what leaves are worth beyond it.
    #[inline]
    fn beyond(&self, estimate: Score, empties: u32) -> Score {
        Score::clamped(estimate.raw() + self.shared.margins.at_leaf(empties).raw())
    }

    /// The linear part of the static evaluation.
    #[inline]
    pub(super) fn quick(&mut self, place: &Place) -> Score {
        self.visit();
        self.local.estimates.linear(place.position, || self.shared.weights.eval_linear(&place.features, place.position))
    }

    /// A pass, or the end of the game.
    fn value_without_moves<N: Node>(
        &mut self,
        place: &Place,
        alpha: Score,
        beta: Score,
        depth: u32,
    ) -> Result<Score, Stopped> {
        let passed = place.pass();
        if passed.position.moves().is_empty() {
            Ok(place.score(place.position.final_discs()))
        } else {
            Ok(-self.value::<N>(&passed, -beta, -alpha, depth)?)
        }
    }

    /// The last plies above the leaves: no table; first what refuted the same move elsewhere, then by mobility alone.
    fn shallow(&mut self, place: &Place, mut alpha: Score, beta: Score, depth: u32) -> Result<Score, Stopped> {
        self.visit();
        let moves = place.position.moves();
        if moves.is_empty() {
            return self.value_without_moves::<Null>(place, alpha, beta, depth);
        }
        if depth == 1 {
            return Ok(self.last_ply(place, moves, beta));
        }
        if let Some(bound) = self.static_cut(place, alpha, beta, depth) {
            return Ok(bound);
        }
        let mut best = -Score::INFINITY;
        let mut candidates = Candidates::new();
        candidates.sort_by_mobility(place.position, moves, self.refutations[depth as usize - 1].of(place.last));
        while let Some(candidate) = candidates.next() {
            let next = place.play(candidate.at, candidate.flips(place.position));
            let score = -self.value::<Null>(&next, -beta, -alpha, depth - 1)?;
            if score > best {
                best = score;
                if score >= beta {
                    self.refutations[depth as usize - 1].note(place.last, candidate.at);
                    break;
                }
                alpha = alpha.max(score);
            }
        }
        Ok(best)
    }

    /// The best of these moves, which all lead to leaves, or one that is good enough. The features after them are never made.
    fn last_ply(&mut self, place: &Place, moves: Bitboard, beta: Score) -> Score {
        let mut best = -Score::INFINITY;
        let estimates = &self.local.estimates;
        let mut moves = by_square(moves, self.refutations[0].of(place.last)).map(|at| {
            let flips = place.position.flips(at);
            let next = place.position.play(at, flips);
            estimates.prefetch(next);
            (at, flips, next)
        });
        let mut coming = moves.next();
        while let Some((at, flips, next)) = coming {
            coming = moves.next(); // a move ahead, as its estimate takes a while to come
            self.visit();
            let estimate = estimates
                .full(next, || self.shared.weights.eval_contents(&place.features.contents_after(at, flips), next));
            let score = -self.beyond(estimate, place.empties - 1);
            if score > best {
                best = score;
                if score >= beta {
                    self.refutations[0].note(place.last, at);
                    break;
                }
            }
        }
        best
    }

    /// The full search of a node.
    pub(super) fn search<N: Node>(
        &mut self,
        place: &Place,
        mut alpha: Score,
        mut beta: Score,
        depth: u32,
    ) -> Result<Score, Stopped> {
        self.visit();
        self.check()?;
        let depth = depth.min(place.empties);
        if !N::PV
            && let Some(bound) = stability_bound(place.position, place.empties, alpha.floor())
        {
            return Ok(Score::discs(bound));
        }
        let mut moves = place.position.moves();
        if N::ROOT {
            moves &= self.shared.root_moves;
        }
        if moves.is_empty() {
            return self.value_without_moves::<N>(place, alpha, beta, depth);
        }
        let known = self.shared.table.get(place.position);
        if !N::PV
            && let Some(entry) = known.filter(|entry| entry.serves(depth, self.selectivity))
        {
            if entry.lower >= beta || entry.lower == entry.upper {
                return Ok(entry.lower);
            }
            if entry.upper <= alpha {
                return Ok(entry.upper);
            }
            alpha = alpha.max(entry.lower);
            beta = beta.min(entry.upper);
        }
        if !N::PV
            && let Some(score) = self.probcut(place, alpha, beta, depth)?
        {
            return Ok(score);
        }
        let hints = known.map_or([None; 2], |entry| entry.moves);
        let mut candidates = Candidates::new();
        candidates.sort_by_mobility(place.position, moves, hints);
        if !N::PV
            && depth >= ETC_DEPTH
            && let Some(score) = self.transposition_cut(candidates.rest(), depth - 1, beta)
        {
            return Ok(score);
        }
        let low = alpha;
        let mut best = Best { score: -Score::INFINITY, at: None };
        if N::ROOT
            && let Some(proved) = self.proved(place, moves, low, depth)
        {
            best = proved;
            if best.score >= beta {
                return Ok(best.score);
            }
        }
        while let Some(candidate) = candidates.next_judged(self, place, depth, alpha)? {
            let first = best.at.is_none();
            let score = self.child::<N>(place, &candidate, best.score.max(low), beta, depth, first)?;
            if score > best.score {
                best = Best { score, at: Some(candidate.at) };
                if N::ROOT && score > low {
                    self.shared.note_root(best);
                }
                if score >= beta {
                    break;
                }
            }
            if self.shared.threads > 1 && depth >= SPLIT_DEPTH && candidates.rest().len() > 1 {
                let rest = candidates.rest_judged(self, place, depth, alpha)?;
                best = self.brothers::<N>(place, rest, best, (low, beta), depth)?;
                break;
            }
        }
        if !N::ROOT || moves == place.position.moves() {
            self.remember(place, depth, best, low, beta);
        }
        Ok(best.score)
    }

    /// The value of a move, for the side that makes it.
    pub(super) fn child<N: Node>(
        &mut self,
        place: &Place,
        candidate: &Candidate,
        alpha: Score,
        beta: Score,
        depth: u32,
        first: bool,
    ) -> Result<Score, Stopped> {
        if N::ROOT {
            return self.root_child(place, candidate, (alpha, beta), depth, first);
        }
        self.search_child::<N>(place, candidate, alpha, beta, depth, first)
    }

    /// The same, searched in any case.
    #[inline]
    pub(super) fn search_child<N: Node>(
        &mut self,
        place: &Place,
        candidate: &Candidate,
        alpha: Score,
        beta: Score,
        depth: u32,
        first: bool,
    ) -> Result<Score, Stopped> {
        // The last plies have no table.
        if depth > SHALLOW_DEPTH + 1 {
            self.shared.table.prefetch(candidate.next);
        }
        self.local.estimates.prefetch(candidate.next);
        let next = place.play(candidate.at, candidate.flips(place.position));
        if !N::PV {
            return Ok(-self.value::<Null>(&next, -beta, -alpha, depth - 1)?);
        }
        if first {
            return Ok(-self.value::<Principal>(&next, -beta, -alpha, depth - 1)?);
        }
        let score = -self.value::<Null>(&next, -alpha.next(), -alpha, depth - 1)?;
        if alpha < score && score < beta {
            Ok(-self.value::<Principal>(&next, -beta, -alpha, depth - 1)?)
        } else {
            Ok(score)
        }
    }

    /// A move whose result is known to be good enough already, without searching any (enhanced transposition cut-off).
    /// Source: Plaat et al. (1996).
    fn transposition_cut(&self, candidates: &[Candidate], depth: u32, beta: Score) -> Option<Score> {
        candidates.iter().find_map(|candidate| {
            let entry = self.shared.table.get(candidate.next)?;
            (-entry.upper >= beta && entry.serves(depth, self.selectivity)).then_some(-entry.upper)
        })
    }

    fn remember(&self, place: &Place, depth: u32, best: Best, low: Score, beta: Score) {
        self.shared.table.put(
            place.position,
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
