//! What a file of games contains.

use super::tools::each;
use super::{LONGEST, Reader, Record};
use anyhow::Context as _;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Sums over the games of a file.
#[derive(Clone, Debug)]
pub struct Summary {
    /// How the games were made: a JSON object.
    pub settings: Value,
    /// Bytes of the file.
    pub bytes: u64,
    /// The number of games.
    pub games: u64,
    /// Games won by black, drawn, and won by white.
    pub outcomes: [u64; 3],
    /// Games without scores.
    pub without_scores: u64,
    /// For each number of empty squares the positions after the random moves, and how many of them have an exact score.
    pub positions: Vec<[u64; 2]>,
}

impl Summary {
    /// Reads all games of the file.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or has a game against the rules.
    pub fn of(path: &Path) -> anyhow::Result<Summary> {
        let mut summary = Summary {
            settings: Reader::open(path)?.settings().clone(),
            bytes: fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?.len(),
            games: 0,
            outcomes: [0; 3],
            without_scores: 0,
            positions: vec![[0; 2]; LONGEST + 1],
        };
        each(&[path.to_owned()], |game| summary.add(&game).with_context(|| format!("a game of {}", path.display())))?;
        Ok(summary)
    }

    fn add(&mut self, game: &Record) -> anyhow::Result<()> {
        self.games += 1;
        self.outcomes[(1 - game.score.signum()) as usize] += 1;
        self.without_scores += u64::from(game.scores.is_empty());
        for (number, (position, _)) in game.replay()?.turns.iter().enumerate().skip(game.random_plies) {
            let [all, exact] = &mut self.positions[position.empties() as usize];
            *all += 1;
            *exact += u64::from(number >= game.exact_from);
        }
        Ok(())
    }
}
