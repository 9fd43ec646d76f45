//! Counting the paths of moves from a position: the classic test of a move generator.

use super::Position;

/// What a pass costs when paths are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passes {
    /// A pass is a ply like a move.
    Counted,
    /// A pass costs no depth.
    Free,
}

/// The number of paths of `depth` plies; a game that ends earlier counts as one path.
pub fn perft(position: Position, depth: u32, passes: Passes) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.moves();
    if moves.is_empty() {
        let passed = position.pass();
        if passed.moves().is_empty() {
            return 1;
        }
        return perft(passed, if passes == Passes::Counted { depth - 1 } else { depth }, passes);
    }
    if depth == 1 {
        return u64::from(moves.len());
    }
    moves.map(|at| perft(position.play(at, position.flips(at)), depth - 1, passes)).sum()
}
