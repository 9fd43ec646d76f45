//! A training game: its moves and the scores of the searches that chose them.

use arrayvec::ArrayVec;
use emilia::{Colour, Position, Score, Square};

/// The maximum number of moves of a game, without passes.
pub const MAX_MOVES: usize = 60;

/// A training game from the start position of Othello.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The number of random or opening moves at the beginning. The final score says little about the positions before them.
    pub random_plies: usize,
    /// The moves, without passes.
    pub moves: ArrayVec<Square, MAX_MOVES>,
    /// The scores of the search for the side that moves: one for each move after the random ones, or none at all.
    pub scores: ArrayVec<Score, MAX_MOVES>,
    /// The index of the first move from which all scores are exact; the number of moves if there is none.
    pub exact_from: usize,
    /// The final score: black's discs minus white's, empty squares counted for the winner.
    pub score: i32,
}

/// The positions of a game. See [`GameRecord::replay`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The position before each move, with the side to move. Passes are made.
    pub positions: ArrayVec<(Position, Colour), MAX_MOVES>,
    /// The score after the last move: black's discs minus white's, empty squares counted for the winner.
    pub score: i32,
    /// Whether neither side can move after the last move.
    pub is_over: bool,
}

/// A game breaks the rules or contradicts its final score. Moves are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// The move of this number is illegal.
    #[error("move {0} is not legal: {1}")]
    IllegalMove(usize, Square),
    /// The game is not over after its last move.
    #[error("the game is not over after {0} moves")]
    NotOver(usize),
    /// The final score is the first number, the record has the second.
    #[error("the game ends with a score of {0}, not {1}")]
    WrongScore(i32, i32),
}

impl GameRecord {
    /// Whether the lengths and indices fit each other and the scores are in range. The moves may be illegal.
    pub(super) fn is_consistent(&self) -> bool {
        let GameRecord { random_plies, moves, scores, exact_from, score } = self;
        let chosen = *random_plies..=moves.len();
        let is_scored = !scores.is_empty();
        chosen.contains(exact_from)
            && scores.len() == if is_scored { moves.len() - random_plies } else { 0 }
            && (is_scored || *exact_from == moves.len())
            && scores.iter().all(|score| (Score::MIN..=Score::MAX).contains(score))
            && score.abs() <= 64
    }

    /// The search score of the move with this index, from 0; none for a random move or without scores.
    pub fn score_of_move(&self, index: usize) -> Option<Score> {
        self.scores.get(index.checked_sub(self.random_plies)?).copied()
    }

    /// Replays the game.
    ///
    /// # Errors
    /// If a move is illegal.
    pub fn replay(&self) -> Result<Replay, GameError> {
        replay_moves(&self.moves)
    }

    /// Replays the game and checks that it is over and its score is right.
    ///
    /// # Errors
    /// If a move is illegal, the game is not over, or its score is wrong.
    pub fn check(&self) -> Result<Replay, GameError> {
        let replay = self.replay()?;
        if !replay.is_over {
            return Err(GameError::NotOver(self.moves.len()));
        }
        if replay.score != self.score {
            return Err(GameError::WrongScore(replay.score, self.score));
        }
        Ok(replay)
    }
}

/// Replays moves without passes from the start position.
///
/// # Errors
/// If a move is illegal.
pub(crate) fn replay_moves(moves: &[Square]) -> Result<Replay, GameError> {
    let (mut position, mut to_move) = (Position::START, Colour::Black);
    let mut positions = ArrayVec::new();
    for (index, &at) in moves.iter().enumerate() {
        if position.moves().is_empty() {
            (position, to_move) = (position.pass(), to_move.other());
        }
        let next = position.try_play(at).ok_or(GameError::IllegalMove(index + 1, at))?;
        positions.push((position, to_move));
        (position, to_move) = (next, to_move.other());
    }
    Ok(Replay { positions, score: to_move.sign() * position.final_discs(), is_over: position.is_over() })
}
