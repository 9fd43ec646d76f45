//! How much of games is in a book: the share of the games whose position is in the book, move by move.

use super::error::BookError;
use emilia_core::{Game, Position, Rules};

/// The games that are in a book after each number of moves.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Coverage(Vec<Covered>);

/// The games after a number of moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Covered {
    /// The games that go as far.
    pub games: u64,
    /// Those of them whose position is in the book. A game can leave the book and reach it again.
    pub in_book: u64,
}

impl Coverage {
    /// Adds a game; false if it is not a game of 8x8 Othello from the start position. Passes are no moves; the end of a game is in no
    /// book and does not count.
    ///
    /// # Errors
    /// Those of `has`, which says whether a position is in the book.
    pub fn add(
        &mut self,
        game: &Game,
        mut has: impl FnMut(Position) -> Result<bool, BookError>,
    ) -> Result<bool, BookError> {
        if *game.rules() != Rules::default() {
            return Ok(false);
        }
        let mut last = None;
        for (_, turn) in game.turns() {
            let Some(position) = turn.position().filter(|position| !position.is_over()) else { continue };
            let plies = 60_usize.saturating_sub(position.empties() as usize);
            // The position before a pass is the one after it.
            if last == Some(plies) {
                continue;
            }
            last = Some(plies);
            if self.0.len() <= plies {
                self.0.resize(plies + 1, Covered::default());
            }
            self.0[plies].games += 1;
            self.0[plies].in_book += u64::from(has(position)?);
        }
        Ok(true)
    }

    /// The games after 0, 1, 2 … moves with a disc.
    pub fn by_ply(&self) -> &[Covered] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::{Coverage, Covered};
    use crate::book::key::Key;
    use crate::random::Random;
    use emilia_core::notation::transcript;
    use emilia_core::{Game, Rules, Turn};
    use std::collections::HashSet;

    #[test]
    fn shares_are_those_of_the_positions_of_the_games() {
        let mut random = Random::new(4, 0);
        let mut games = Vec::new();
        for _ in 0..40 {
            let mut game = Game::default();
            for _ in 0..random.below(61) {
                let legal = game.legal();
                if legal.is_empty() {
                    break;
                }
                game.play(legal[random.below(legal.len())]).expect("legal");
            }
            games.push(game);
        }
        let keys = games[..10].iter().flat_map(|game| (0..=game.moves().len()).map(|ply| game.position_at(ply)));
        let book: HashSet<Key> = keys.flatten().filter_map(Key::of).map(|view| view.key).collect();
        let has = |position| Key::of(position).is_some_and(|view| book.contains(&view.key));
        let mut coverage = Coverage::default();
        games.iter().for_each(|game| assert!(coverage.add(game, |position| Ok(has(position))).expect("memory")));
        for (plies, found) in coverage.by_ply().iter().enumerate() {
            let at = |game: &&Game| {
                let with = (0..=game.moves().len()).filter_map(|ply| game.position_at(ply));
                with.filter(|position| !position.is_over()).find(|position| position.empties() as usize == 60 - plies)
            };
            let there: Vec<_> = games.iter().filter_map(|game| at(&game)).collect();
            let in_book = there.iter().filter(|position| has(**position)).count() as u64;
            assert_eq!(*found, Covered { games: there.len() as u64, in_book }, "{plies}");
        }
        assert_eq!(coverage.by_ply()[0], Covered { games: 40, in_book: 40 });
    }

    #[test]
    fn games_from_other_positions_are_refused() {
        let turn: Turn = *transcript::read("f5").expect("a game").turn();
        let game = Game::new(Rules::from_start(turn));
        assert!(!Coverage::default().add(&game, |_| Ok(true)).expect("memory"));
    }
}
