//! The moves that prove a bound: one for the side that has it wherever it is to move. With all answers of the other side a checker can follow
//! them to the end.

use super::bits::{Bits, places};
use super::eval::UNIT;
use super::node::{Duty, Node, Play};
use super::words::OnWords;
use super::worker::{Means, Shared, Stopped, Worker};
use crate::game::{Cell, EmptySquares, Game};
use crate::score::Value;
use crate::search::Stop;
use std::collections::HashSet;

/// Why there is no proof.
///
/// # Examples
/// ```
/// use emilia::variant::{ProofError, VariantSearcher};
/// use emilia::{Game, Rules, Stop, Value};
///
/// let game = Game::new(Rules::sized(4)?);
/// let mut searcher = VariantSearcher::new(1, 1);
/// let won = searcher.prove(&game, Value::at_least(1), 4, &Stop::new());
/// assert_eq!(won, Err(ProofError::False));
/// assert!(searcher.prove(&game, Value::at_least(-10), 4, &Stop::new()).is_ok());
/// # Ok::<(), emilia::game::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProofError {
    /// The bound does not hold, or it is no bound.
    #[error("the bound does not hold")]
    False,
    /// The search was stopped.
    #[error("the proof was stopped")]
    Stopped,
    /// The game has rules that a checker does not know.
    #[error(
        "only games with passes, without a placement or a supply of discs, and with the empty squares for the winner are proved"
    )]
    Rules,
}

/// The search for the moves of a proof. The position is that of the game now.
pub(super) struct Prove<'a> {
    pub game: &'a Game,
    pub bound: Value,
    /// The number of empty squares from which on the checker finishes by itself.
    pub finish: u32,
    pub means: Means<'a>,
    pub stop: &'a Stop,
}

impl OnWords for Prove<'_> {
    type Output = Result<Vec<Cell>, ProofError>;

    fn run<B: Bits>(self, play: &Play<B>) -> Self::Output {
        let (target, is_prover) = match (self.bound.lower(), self.bound.upper()) {
            (Some(least), _) => (least, true),
            (None, Some(most)) => (-most, false),
            (None, None) => return Err(ProofError::False),
        };
        if !play.is_plain || self.game.rules().conditions().empties != EmptySquares::ToWinner {
            return Err(ProofError::Rules);
        }
        let shared = Shared { play, means: self.means, stop: self.stop, is_out: &|_| false };
        let worker = Worker::new(&shared, None);
        let mut walk = Walk { worker, target, finish: self.finish, seen: HashSet::new(), moves: Vec::new() };
        walk.from(&play.node(self.game), is_prover)?;
        Ok(walk.moves)
    }
}

/// The way through the proof, in which every position is visited once.
struct Walk<'a, B> {
    worker: Worker<'a, B>,
    /// What the side that has the bound gets at least, in discs.
    target: i32,
    finish: u32,
    seen: HashSet<(B, B, bool)>,
    moves: Vec<Cell>,
}

impl<B: Bits> Walk<'_, B> {
    /// Adds the moves from this position; `is_prover` says whether the side to move has the bound.
    fn from(&mut self, node: &Node<B>, is_prover: bool) -> Result<(), ProofError> {
        let play = self.worker.shared.play;
        let empties = play.empties(node);
        if empties <= self.finish || !self.seen.insert((node.own, node.opp, is_prover)) {
            return Ok(());
        }
        match play.duty(node) {
            Duty::Over => Ok(()),
            Duty::Pass => self.from(&node.pass(), !is_prover),
            Duty::Move(moves) if is_prover => {
                let (cell, next) = self.keeping(node, moves, empties)?;
                self.moves.push(cell);
                self.from(&next, false)
            }
            Duty::Move(moves) => places(moves).try_for_each(|place| self.from(&play.play(node, place).0, true)),
        }
    }

    /// A move that keeps the bound, and the position after it. Those that leave the other side few moves are tried first: the proof is shorter.
    fn keeping(&mut self, node: &Node<B>, moves: B, empties: u32) -> Result<(Cell, Node<B>), ProofError> {
        let play = self.worker.shared.play;
        let mut list = Vec::new();
        self.worker.collect(&mut list, node, moves);
        list.sort_by_cached_key(|candidate| play.moves(&candidate.next).len());
        let raw = self.target * UNIT;
        for candidate in &list {
            let found = self.worker.child(candidate, empties, (raw - 1, raw), true);
            if found.map_err(|Stopped| ProofError::Stopped)? >= raw {
                return Ok((play.cell(candidate.place).ok_or(ProofError::False)?, candidate.next));
            }
        }
        Err(ProofError::False)
    }
}
