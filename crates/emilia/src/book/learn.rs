//! Games in a book: the positions that they pass through, and their results.

use super::build::Builder;
use super::entry::{Entry, Games};
use super::error::BookError;
use super::key::Key;
use super::minimax::derive_from;
use super::store::Store;
use super::tree::Tree;
use emilia_core::{Colour, Game, Position, Rules};
use std::collections::HashMap;

/// Which positions of games belong in a book.
///
/// # Examples
/// ```
/// use emilia::book::GameFilter;
///
/// assert_eq!(GameFilter::default().max_plies, 36);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GameFilter {
    /// The most moves with a disc before a position.
    pub max_plies: u8,
    /// The fewest games that pass through a position.
    pub min_games: u64,
}

impl Default for GameFilter {
    fn default() -> GameFilter {
        GameFilter { max_plies: 36, min_games: 1 }
    }
}

/// The positions of games with their results.
///
/// # Examples
/// ```
/// use emilia::Position;
/// use emilia::notation::transcript;
/// use emilia::book::{GameFilter, GamePositions};
///
/// let mut collection = GamePositions::default();
/// assert!(collection.add(&transcript::read("f5d6c3")?, GameFilter::default()));
/// assert!(collection.positions(1).any(|position| position == Position::START));
/// # Ok::<(), emilia::ReplayError>(())
/// ```
#[derive(Default)]
pub struct GamePositions(HashMap<Key, Seen>);

/// How often games passed through a position.
#[derive(Default)]
struct Seen {
    /// All games.
    games: u64,
    /// Those with a result.
    results: Games,
}

impl GamePositions {
    /// Adds the positions of a game; false if it is not a game of 8x8 Othello from the start position.
    ///
    /// The result counts if the game is over or its record has one.
    pub fn add(&mut self, game: &Game, choice: GameFilter) -> bool {
        if *game.rules() != Rules::default() {
            return false;
        }
        let winner = game.outcome().map(|outcome| outcome.winner);
        let mut last = None;
        for (_, turn) in game.turns() {
            let Some(view) = turn.position().and_then(Key::of) else { continue };
            // The position before a pass is the one after it.
            if view.key.discs() > 4 + choice.max_plies || last == Some(view.key) {
                continue;
            }
            last = Some(view.key);
            let mover = if view.is_passed { turn.to_move.other() } else { turn.to_move };
            let seen = self.0.entry(view.key).or_default();
            seen.games += 1;
            seen.results = seen.results.plus(winner.map_or(Games::default(), |winner| result(winner, mover)));
        }
        true
    }

    /// The positions through which at least this number of games passed.
    pub fn positions(&self, min_games: u64) -> impl Iterator<Item = Position> {
        self.0.iter().filter(move |(_, seen)| seen.games >= min_games).map(|(key, _)| key.position())
    }
}

/// A game with this winner, for the side to move.
fn result(winner: Option<Colour>, mover: Colour) -> Games {
    match winner {
        None => Games { draws: 1, ..Games::default() },
        Some(winner) if winner == mover => Games { wins: 1, ..Games::default() },
        Some(_) => Games { losses: 1, ..Games::default() },
    }
}

impl Store {
    /// Sets the results of the games of this source at the positions of the book. Those of an earlier collection of the same name are
    /// replaced where this one has more games, so that nothing is counted twice.
    ///
    /// # Errors
    /// If the book cannot be written.
    pub fn count_games(&self, collection: &GamePositions, source: &str) -> Result<(), BookError> {
        let source = self.source(source)?;
        self.change(|tree| {
            for (key, Seen { results, .. }) in &collection.0 {
                let Some(mut entry) = tree.get(*key)?.filter(|_| results.count() > 0) else { continue };
                if entry.set_games(source, *results) {
                    tree.put(*key, &entry)?;
                }
            }
            Ok(())
        })
    }
}

/// The source of the games that the engine played or was shown.
pub const OWN_GAMES: &str = "own games";

impl Store {
    /// Adds the positions of a game, without searches, and its result; false if it is not a game of 8x8 Othello from the start position.
    /// `deepen` searches the positions later.
    ///
    /// # Errors
    /// If the book cannot be written.
    pub fn learn_game(&self, game: &Game, source: &str) -> Result<bool, BookError> {
        let mut collection = GamePositions::default();
        if !collection.add(game, GameFilter::default()) {
            return Ok(false);
        }
        let source = self.source(source)?;
        self.change(|tree| {
            for (key, Seen { results, .. }) in &collection.0 {
                let mut entry = tree.get(*key)?.unwrap_or_default();
                if results.count() > 0 {
                    entry.add_games(source, *results);
                }
                tree.put(*key, &entry)?;
            }
            derive_from(tree, collection.0.keys().copied())
        })?;
        Ok(true)
    }
}

impl Builder<'_> {
    /// Adds the chosen positions of the games with the results of a source. The number of new positions.
    ///
    /// # Errors
    /// If the book cannot be read or written, or the stop was requested.
    pub fn learn(&mut self, games: &GamePositions, choice: GameFilter, source: &str) -> Result<u64, BookError> {
        let added = self.add(games.positions(choice.min_games))?;
        self.store.count_games(games, source)?;
        Ok(added)
    }
}

impl Entry {
    /// Takes these results of a source unless more of its games are counted, or as many of which more are won or drawn: the order of two
    /// books does not matter. Whether anything has changed.
    pub(super) fn set_games(&mut self, source: u16, games: Games) -> bool {
        let rank = |games: Games| (games.count(), games.wins, games.draws);
        match self.games.binary_search_by_key(&source, |(source, _)| *source) {
            Ok(at) if rank(self.games[at].1) >= rank(games) => false,
            Ok(at) => {
                self.games[at].1 = games;
                true
            }
            Err(at) => {
                self.games.insert(at, (source, games));
                true
            }
        }
    }
}
