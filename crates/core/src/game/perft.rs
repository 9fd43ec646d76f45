//! Counting the paths of moves of a game by any rules.
//!
//! Slow on purpose: the fast board has its own count, which is tested against this one.

use super::{Game, Move};
use crate::board::Passes;

impl Game {
    /// The number of paths of this many plies from now; a game that ends earlier counts as one path.
    ///
    /// # Examples
    /// ```
    /// use emilia_core::{Game, Passes, Rules};
    ///
    /// assert_eq!(Game::default().perft(5, Passes::Counted), 1396);
    /// assert_eq!(Game::new(Rules::read("reversi-1886")?).perft(4, Passes::Counted), 24);
    /// # Ok::<(), emilia_core::ParseRulesError>(())
    /// ```
    pub fn perft(&self, plies: u32, passes: Passes) -> u64 {
        count(&mut self.clone(), plies, passes)
    }
}

fn count(game: &mut Game, plies: u32, passes: Passes) -> u64 {
    if plies == 0 {
        return 1;
    }
    let moves = game.legal();
    if moves.is_empty() {
        return 1;
    }
    if plies == 1 && moves[0] != Move::Pass {
        return moves.len() as u64;
    }
    let mut sum = 0;
    for mv in moves {
        let cost = u32::from(mv != Move::Pass || passes == Passes::Counted);
        // A legal move is not refused.
        if game.play(mv).is_ok() {
            sum += count(game, plies - cost, passes);
            game.undo();
        }
    }
    sum
}
