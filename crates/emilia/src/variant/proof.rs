//! The moves of a proof: one for the side that has a bound wherever it is to move. With all moves of the other side, a checker can follow
//! them to the end.

use super::bits::Bits;
use super::eval::UNIT;
use super::node::OnWords;
use super::node::{Choice, Duty, Node, Play};
use super::think::is_out;
use super::worker::{Means, Shared, Stopped, Worker};
use crate::search::{Limits, Stop, Timer, is_reached};
use emilia_core::{Bitboard, EmptySquares, Game, Move, NoMove, Position, Value};
use std::collections::HashSet;

/// Why there is no proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The bound does not hold, or it is no bound.
    #[error("the bound does not hold")]
    False,
    /// The search was stopped.
    #[error("the proof was stopped")]
    Stopped,
    /// The game has rules that a checker does not know.
    #[error(
        "a proof needs a game in which the winner gets the empty squares, a side without a move passes, no disc is placed without flips, and discs do not run out"
    )]
    Rules,
}

/// Checks, before a long search, that a checker knows the rules.
///
/// # Errors
/// If it does not.
pub fn check_rules(game: &Game) -> Result<(), ProofError> {
    let conditions = game.rules().conditions();
    let is_known = conditions.placement.is_none()
        && conditions.supply.is_none()
        && conditions.no_move == NoMove::Pass
        && conditions.empties == EmptySquares::ToWinner;
    if is_known { Ok(()) } else { Err(ProofError::Rules) }
}

/// Says whether the side to move gets at least this number of discs. None if it was stopped or, where it must not search, does not know.
pub type Judge<'a> = dyn FnMut(Position, i32, Effort) -> Option<bool> + 'a;

/// What may be done for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Only to look into the tables.
    Look,
    /// Any search.
    Search,
}

/// The moves that prove a bound of the 8x8 game's position now, found with the help of another search. [`VariantSearcher::prove`] describes
/// their order.
///
/// # Errors
/// If the bound does not hold, the judge was stopped, or a checker does not know the rules.
///
/// [`VariantSearcher::prove`]: super::VariantSearcher::prove
pub fn proof_moves(game: &Game, bound: Value, finish: u32, judge: &mut Judge<'_>) -> Result<Vec<Move>, ProofError> {
    let play = Play::<u64>::of(game).filter(|_| game.position().is_some()).ok_or(ProofError::Rules)?;
    walk(&play, game, bound, finish, &mut |node, discs, effort| {
        // The discs of a node never overlap.
        let position = Position::new(Bitboard(node.own), Bitboard(node.opp)).ok_or(ProofError::Rules)?;
        match (judge(position, discs, effort), effort) {
            (None, Effort::Search) => Err(ProofError::Stopped),
            (answer, _) => Ok(answer),
        }
    })
}

/// The search for the moves of a proof. The position is that of the game now.
pub(super) struct Prove<'a> {
    pub game: &'a Game,
    pub bound: Value,
    /// The number of empty squares from which on the checker finishes by itself.
    pub finish: u32,
    pub means: Means<'a>,
    pub limits: &'a Limits,
    pub timer: Timer,
    pub stop: &'a Stop,
}

impl OnWords for Prove<'_> {
    type Output = Result<Vec<Move>, ProofError>;

    fn run<B: Bits>(self, play: &Play<B>) -> Self::Output {
        let Prove { game, bound, finish, means, limits, timer, stop } = self;
        let is_out = |nodes| is_out(limits, timer, nodes);
        let shared = Shared { play, means, stop, is_out: &is_out };
        let mut worker = Worker::new(&shared, None);
        walk(play, game, bound, finish, &mut |node, discs, effort| {
            let (raw, empties) = (discs * UNIT, play.empties(node));
            if effort == Effort::Look {
                let entry = means.table.get(node.hash()).filter(|entry| entry.is_of(empties, empties));
                return Ok(entry.and_then(|entry| is_reached(entry.lower.into(), entry.upper.into(), raw)));
            }
            let found = worker.search(node, empties, (raw - 1, raw));
            found.map(|score| Some(score >= raw)).map_err(|Stopped| ProofError::Stopped)
        })
    }
}

/// Says whether the side to move gets at least this number of discs; always, if it may search.
type Reaches<'a, B> = dyn FnMut(&Node<B>, i32, Effort) -> Result<Option<bool>, ProofError> + 'a;

fn walk<B: Bits>(
    play: &Play<B>,
    game: &Game,
    bound: Value,
    finish: u32,
    reaches: &mut Reaches<'_, B>,
) -> Result<Vec<Move>, ProofError> {
    let (target, has_bound) = match (bound.lower(), bound.upper()) {
        (Some(least), _) => (least, true),
        (None, Some(most)) => (-most, false),
        (None, None) => return Err(ProofError::False),
    };
    check_rules(game)?;
    let mut walk = Walk { play, reaches, target, finish, seen: Default::default(), moves: Vec::new() };
    let root = play.node(game);
    if !walk.holds(&root, has_bound, Effort::Search)? {
        return Err(ProofError::False);
    }
    walk.from(&root, has_bound)?;
    Ok(walk.moves)
}

/// The way through the proof, which visits every position once.
struct Walk<'a, B> {
    play: &'a Play<B>,
    reaches: &'a mut Reaches<'a, B>,
    /// What the side that has the bound gets at least, in discs.
    target: i32,
    finish: u32,
    /// The positions visited with more empty squares than that: those where the side to move does not have the bound, and those where it does.
    seen: [HashSet<(B, B)>; 2],
    moves: Vec<Move>,
}

impl<B: Bits> Walk<'_, B> {
    /// Adds the moves from this position; `has_bound` says whether the side to move is the one that has the bound.
    fn from(&mut self, node: &Node<B>, has_bound: bool) -> Result<(), ProofError> {
        // Most positions are those that the checker finishes. Nothing is written for them, so that they need not be known again.
        if self.play.empties(node) <= self.finish || !self.seen[usize::from(has_bound)].insert((node.own, node.opp)) {
            return Ok(());
        }
        match self.play.duty(node) {
            Duty::Over => Ok(()),
            Duty::Pass => self.from(&node.pass(), !has_bound),
            Duty::Move(moves) if has_bound => {
                let (choice, next) = self.keeping(node, moves)?;
                self.moves.push(self.play.mv(choice).ok_or(ProofError::False)?);
                self.from(&next, false)
            }
            Duty::Move(moves) => self.after(node, moves).iter().try_for_each(|(_, next)| self.from(next, true)),
        }
    }

    /// The moves with the positions after them. No side moves twice in a row.
    fn after(&self, node: &Node<B>, moves: B) -> Vec<(Choice, Node<B>)> {
        let mut list = Vec::new();
        self.play.visit(node, moves, |choice, next, _| list.push((choice, next)));
        list
    }

    /// A move that keeps the bound, with the position after it: one that leads to a position of the proof if there is one, else one that the
    /// table knows to keep it, else any. Of several it is the one that leaves the other side the fewest moves, which makes the proof short.
    fn keeping(&mut self, node: &Node<B>, moves: B) -> Result<(Choice, Node<B>), ProofError> {
        let play = self.play;
        let mut list = self.after(node, moves);
        let is_last = play.empties(node) <= self.finish + 1;
        if let Some(known) = list.iter().find(|(_, next)| !is_last && self.seen[0].contains(&(next.own, next.opp))) {
            return Ok(*known);
        }
        list.sort_by_cached_key(|(_, next)| play.moves(next).len());
        for effort in [Effort::Look, Effort::Search] {
            for (choice, next) in &list {
                if self.holds(next, false, effort)? {
                    return Ok((*choice, *next));
                }
            }
        }
        Err(ProofError::False)
    }

    /// Whether the bound holds, as far as is known after this effort.
    fn holds(&mut self, node: &Node<B>, has_bound: bool, effort: Effort) -> Result<bool, ProofError> {
        let target = if has_bound { self.target } else { 1 - self.target };
        Ok((self.reaches)(node, target, effort)? == Some(has_bound))
    }
}
