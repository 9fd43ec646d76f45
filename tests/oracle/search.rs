//! A small alpha-beta search of its own, which gives the exact score of every legal move.

use super::board::{Board, squares};
use super::claims::Move;

/// From this number of empty squares on results are stored and moves are ordered by the opponent's replies.
const ORDERED_FROM: u32 = 6;
/// Entries of the table of results, a power of two.
const ENTRIES: usize = 1 << 18;

/// What perfect play makes of a position, in discs for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Truth {
    /// The score of the position.
    pub value: i32,
    /// The score of each legal move; a forced pass is the only move. None if the game is over.
    pub moves: Vec<(Move, i32)>,
    /// After a forced pass the scores of the moves of the other side, as that side sees them.
    pub replies: Vec<(Move, i32)>,
}

impl Truth {
    /// The score of a move; none if it is not legal.
    pub fn of(&self, mv: Move) -> Option<i32> {
        self.moves.iter().find(|(other, _)| *other == mv).map(|(_, score)| *score)
    }
}

/// Bounds of a position that were found.
#[derive(Clone, Copy)]
struct Entry {
    board: Board,
    lower: i8,
    upper: i8,
}

/// Searches positions and remembers what it found.
pub struct Solver {
    table: Vec<Entry>,
}

impl Solver {
    /// A solver that remembers nothing.
    pub fn new() -> Solver {
        let nothing = Entry { board: Board { own: 0, opp: 0 }, lower: -64, upper: 64 };
        Solver { table: vec![nothing; ENTRIES] }
    }

    /// Solves a position and all its moves.
    pub fn truth(&mut self, board: Board) -> Truth {
        if board.is_over() {
            return Truth { value: board.result(), moves: Vec::new(), replies: Vec::new() };
        }
        if board.must_pass() {
            let after = self.truth(board.pass());
            return Truth { value: -after.value, moves: vec![(Move::Pass, -after.value)], replies: after.moves };
        }
        let moves: Vec<(Move, i32)> =
            squares(board.moves()).map(|square| (Move::At(square), -self.exact(board.play(square)))).collect();
        let value = moves.iter().map(|(_, score)| *score).max().expect("a move");
        Truth { value, moves, replies: Vec::new() }
    }

    /// The score of a position: windows without a score between their ends halve the range until one score is left.
    /// Scores are even.
    fn exact(&mut self, board: Board) -> i32 {
        let (mut lower, mut upper) = (-64, 64);
        while lower < upper {
            let middle = lower + (upper - lower) / 4 * 2;
            if self.search(board, middle, middle + 1) > middle {
                lower = middle + 2;
            } else {
                upper = middle;
            }
        }
        lower
    }

    /// Fail-hard alpha-beta: the score of the position, or the end of the window beyond which it lies.
    fn search(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let moves = board.moves();
        if moves == 0 {
            return if board.pass().moves() == 0 {
                board.result().clamp(alpha, beta)
            } else {
                -self.search(board.pass(), -beta, -alpha)
            };
        }
        if board.empties() >= ORDERED_FROM {
            return self.search_remembered(board, moves, alpha, beta);
        }
        let mut best = alpha;
        for square in squares(moves) {
            best = best.max(-self.search(board.play(square), -beta, -best));
            if best >= beta {
                return beta;
            }
        }
        best
    }

    /// The same, with the table and with the moves first that leave the fewest replies.
    fn search_remembered(&mut self, board: Board, moves: u64, alpha: i32, beta: i32) -> i32 {
        let hash =
            (board.own.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ board.opp.wrapping_mul(0xC2B2_AE3D_27D4_EB4F)) >> 40;
        let index = hash as usize % ENTRIES;
        let known = self.table[index];
        let known = if known.board == board { known } else { Entry { board, lower: -64, upper: 64 } };
        let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
        if lower >= beta {
            return beta;
        }
        if upper <= alpha {
            return alpha;
        }
        if lower == upper {
            return lower;
        }
        let mut children: Vec<Board> = squares(moves).map(|square| board.play(square)).collect();
        children.sort_by_key(|child| child.moves().count_ones());
        let mut best = alpha;
        for child in children {
            best = best.max(-self.search(child, -beta, -best));
            if best >= beta {
                best = beta;
                break;
            }
        }
        let lower = if best > alpha { lower.max(best) } else { lower };
        let upper = if best < beta { upper.min(best) } else { upper };
        self.table[index] = Entry { board, lower: lower as i8, upper: upper as i8 };
        best
    }
}

/// The score by trying everything, without any pruning.
#[cfg(test)]
fn minimax(board: Board) -> i32 {
    match board.moves() {
        0 if board.pass().moves() == 0 => board.result(),
        0 => -minimax(board.pass()),
        moves => squares(moves).map(|square| -minimax(board.play(square))).max().expect("a move"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::positions::{self, Position};
    use super::{Move, Solver, minimax};
    use crate::random::Random;

    #[test]
    fn the_search_finds_what_trying_everything_finds() {
        let (mut random, mut solver) = (Random::new(7), Solver::new());
        for number in 0..150 {
            let board = positions::random(number % 9, &mut random).board;
            let truth = solver.truth(board);
            assert_eq!(truth.value, minimax(board), "{board:?}");
            for (mv, score) in truth.moves {
                let after = match mv {
                    Move::At(square) => board.play(square),
                    Move::Pass => board.pass(),
                };
                assert_eq!(score, -minimax(after), "{mv} of {board:?}");
            }
        }
    }

    #[test]
    fn the_search_finds_the_known_scores_of_solved_positions() {
        let files = ["data/problems/exact-6-16.obf", "data/problems/ffo-1-59.obf"];
        let mut solver = Solver::new();
        let mut count = 0;
        for file in files {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
            let text = std::fs::read_to_string(path).expect("the problems");
            for line in text.lines() {
                let position: Position = line.parse().expect("a position");
                if position.board.empties() > 10 {
                    continue;
                }
                count += 1;
                let truth = solver.truth(position.board);
                for answer in line.split(';').skip(1).filter(|answer| answer.contains(':')) {
                    let (mv, score) = answer.trim().split_once(':').expect("an answer");
                    let mv = mv.parse().expect("a move");
                    assert_eq!(truth.of(mv), score.parse().ok(), "{line}");
                }
            }
        }
        assert!(count >= 200, "{count}");
    }
}
