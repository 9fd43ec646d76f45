//! Counting the paths of moves from a position: the classic test of a move generator.

use super::Position;

/// What a pass costs when paths are counted.
///
/// # Examples
/// ```
/// use emilia_core::{Passes, Position};
///
/// // Counts of the literature; the first pass comes at ply 9.
/// assert_eq!(Position::START.perft(5, Passes::Counted), 1396);
/// assert_eq!(Position::START.perft(5, Passes::Free), 1396);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passes {
    /// A pass is a ply like a move.
    Counted,
    /// A pass costs no depth.
    Free,
}

impl Position {
    /// The number of paths of `plies` plies; a game that ends earlier counts as one path.
    ///
    /// The moves of the last ply are counted without being played: 9 plies from the start take about 4 ms on Zen 4.
    pub fn perft(self, plies: u32, passes: Passes) -> u64 {
        let moves = self.moves();
        match plies {
            0 => 1,
            _ if moves.is_empty() => self.paths_beyond_pass(plies, passes),
            1 => u64::from(moves.len()),
            _ => moves.map(|at| self.play(at, self.flips(at)).perft(plies - 1, passes)).sum(),
        }
    }

    /// The paths of at least one ply from a position without moves: one if the game is over, else those after the pass.
    fn paths_beyond_pass(self, plies: u32, passes: Passes) -> u64 {
        let passed = self.pass();
        match passes {
            _ if passed.moves().is_empty() => 1,
            Passes::Counted => passed.perft(plies - 1, passes),
            Passes::Free => passed.perft(plies, passes),
        }
    }
}
