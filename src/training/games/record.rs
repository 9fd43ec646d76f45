//! A training game: its moves, and what was thought of them.

use crate::board::{Position, Square};
use crate::game::Colour;
use crate::score::Score;
use arrayvec::ArrayVec;

/// Moves of a game at most, passes not counted.
pub const LONGEST: usize = 60;

/// A game from the start of Othello that was played to learn from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// How many moves at the beginning were not chosen for being good: the positions before them say nothing about its end.
    pub random_plies: usize,
    /// The moves; passes are left out.
    pub moves: ArrayVec<Square, LONGEST>,
    /// What the search found the game to be worth for the side that makes the move: one score for each move after the random ones,
    /// or none at all.
    pub scores: ArrayVec<Score, LONGEST>,
    /// The number of the move, counted from 0, from which on all scores are exact; the number of moves if there are no such scores.
    pub exact_from: usize,
    /// Black's discs less white's at the end, the empty squares counted for the winner.
    pub score: i32,
}

/// A position of a game with the side to move, passes made.
pub type Turn = (Position, Colour);

/// A game played through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The positions in which the moves were made, in their order.
    pub turns: ArrayVec<Turn, LONGEST>,
    /// Black's discs less white's after the last move, the empty squares counted for the winner.
    pub score: i32,
    /// Whether nobody can move after the last move.
    pub is_over: bool,
}

/// A game is against the rules, or says something false of itself.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalGame {
    /// A move that cannot be made.
    #[error("move {0} is not legal: {1}")]
    Move(usize, Square),
    /// There are moves left.
    #[error("the game is not over after {0} moves")]
    Unfinished(usize),
    /// The final score is another one.
    #[error("the game ends with a score of {0}, not {1}")]
    Score(i32, i32),
}

impl Record {
    /// Whether the numbers go with each other, legal or not.
    pub(super) fn is_sound(&self) -> bool {
        let Record { random_plies, moves, scores, exact_from, score } = self;
        let numbers = *random_plies..=moves.len();
        let is_scored = !scores.is_empty();
        numbers.contains(exact_from)
            && scores.len() == if is_scored { moves.len() - random_plies } else { 0 }
            && (is_scored || *exact_from == moves.len())
            && scores.iter().all(|score| (Score::MIN..=Score::MAX).contains(score))
            && score.abs() <= 64
    }

    /// The score that the search gave the move of this number, counted from 0, if it has one.
    pub fn score_of(&self, number: usize) -> Option<Score> {
        self.scores.get(number.checked_sub(self.random_plies)?).copied()
    }

    /// Plays the game through.
    ///
    /// # Errors
    /// If a move is not legal.
    pub fn replay(&self) -> Result<Replay, IllegalGame> {
        let (mut position, mut to_move) = (Position::START, Colour::Black);
        let mut turns = ArrayVec::new();
        for (number, &at) in self.moves.iter().enumerate() {
            if position.moves().is_empty() {
                (position, to_move) = (position.pass(), to_move.other());
            }
            let next = position.try_play(at).ok_or(IllegalGame::Move(number + 1, at))?;
            turns.push((position, to_move));
            (position, to_move) = (next, to_move.other());
        }
        Ok(Replay { turns, score: to_move.sign() * position.final_discs(), is_over: position.is_over() })
    }

    /// Plays the game through, and checks that it is over and that its score is right.
    ///
    /// # Errors
    /// If the game is not what it says.
    pub fn check(&self) -> Result<Replay, IllegalGame> {
        let replay = self.replay()?;
        if !replay.is_over {
            return Err(IllegalGame::Unfinished(self.moves.len()));
        }
        if replay.score != self.score {
            return Err(IllegalGame::Score(replay.score, self.score));
        }
        Ok(replay)
    }
}
