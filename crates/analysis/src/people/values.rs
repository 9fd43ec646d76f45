//! What searches say of each move.

use emilia::{Bitboard, Engine, EngineOptions, Limits, Position, Score, Square, Stop, Weights};
use std::sync::Arc;

/// The searches whose values are kept: one to four plies, and the last one.
pub const VIEWS: usize = 5;
/// The plies of the last search, and the number of empty squares from which on it proves the values, which takes 3 ms.
pub const LAST_PLIES: (u8, u8) = (6, 10);
const PLIES: u32 = LAST_PLIES.0 as u32;
const SOLVED: u32 = LAST_PLIES.1 as u32;
/// The most empty squares with which best moves are proved.
const MOST_PROVED: u32 = 16;

/// A legal move with its values for the side to move, by [view](VIEWS).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveValues {
    /// The move.
    pub square: Square,
    /// Its value one, two, three and four plies ahead, and by the last search: six plies, or exact with ten empty squares and fewer.
    pub values: [Score; VIEWS],
}

/// Finds the values. They follow from the position alone.
pub struct Values(Engine);

impl Values {
    /// With these weights.
    pub fn new(weights: Arc<Weights>) -> Values {
        Values(Engine::with_weights(weights, EngineOptions::default().with_hash(1)))
    }

    /// The moves that are proved to be best, with 16 empty squares and fewer; none with more. A few milliseconds, at most 50.
    pub fn proved_best(&mut self, position: Position) -> Bitboard {
        if position.empties() > MOST_PROVED {
            return Bitboard::EMPTY;
        }
        self.0.clear();
        let limits = Limits { root_moves: Some(position.moves()), lines: usize::MAX, ..Limits::exact() };
        let analysis = self.0.search(position, &limits);
        let squares = analysis.lines().iter().filter(|line| line.value == analysis.value());
        squares.filter_map(|line| line.line.first()?.square()).collect()
    }

    /// The legal moves with their values, in the order of their squares; none where the side to move has no move. About 1 ms, at most 10.
    pub fn of(&mut self, position: Position) -> Vec<MoveValues> {
        let moves = position.moves();
        let mut found: Vec<MoveValues> =
            moves.map(|square| MoveValues { square, values: [Score::ZERO; VIEWS] }).collect();
        if found.is_empty() {
            return found;
        }
        self.0.clear();
        let last = if position.empties() <= SOLVED { Limits::exact() } else { Limits::depth(PLIES) };
        for limits in [Limits::depth(VIEWS as u32 - 1), last] {
            // Mirror images are searched too, so that each move has a value.
            let limits = Limits { root_moves: Some(moves), lines: usize::MAX, ..limits };
            let is_last = limits.depth > PLIES - 1;
            let mut depth = 0;
            self.0.search_with(position, &limits, &Stop::new(), |analysis| {
                // What an iteration finds is the best guess of the later ones too: near the end there are fewer.
                let from = if is_last { VIEWS - 1 } else { depth.min(VIEWS - 1) };
                depth += 1;
                for line in analysis.lines() {
                    let square = line.line.first().and_then(|mv| mv.square());
                    let of_move = found.iter_mut().find(|of_move| Some(of_move.square) == square);
                    of_move.into_iter().for_each(|of_move| of_move.values[from..].fill(line.score()));
                }
            });
        }
        found
    }
}
