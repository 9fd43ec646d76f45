//! The statistics of a file of games.

use super::tools::for_each_game;
use super::{GameRecord, MAX_MOVES, Reader};
use anyhow::Context as _;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The statistics of a file of games.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The settings that the games were made with: a JSON object.
    pub settings: Value,
    /// The length of the file in bytes.
    pub bytes: u64,
    /// The number of games.
    pub games: u64,
    /// The numbers of black wins, draws and white wins.
    pub outcomes: [u64; 3],
    /// The number of games without search scores.
    pub without_scores: u64,
    /// By number of empty squares: the number of positions after the random moves, and how many of these have an exact score.
    pub positions: Vec<[u64; 2]>,
}

impl Summary {
    /// Reads all games of a file.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or has a game with an illegal move.
    pub fn read(path: &Path) -> anyhow::Result<Summary> {
        let mut summary = Summary {
            settings: Reader::open(path)?.settings().clone(),
            bytes: fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?.len(),
            games: 0,
            outcomes: [0; 3],
            without_scores: 0,
            positions: vec![[0; 2]; MAX_MOVES + 1],
        };
        for_each_game(&[path.to_owned()], |game| {
            summary.add(&game).with_context(|| format!("game {} of {}", summary.games, path.display()))
        })?;
        Ok(summary)
    }

    fn add(&mut self, game: &GameRecord) -> anyhow::Result<()> {
        self.games += 1;
        self.outcomes[(1 - game.score.signum()) as usize] += 1;
        self.without_scores += u64::from(game.scores.is_empty());
        for (index, (position, _)) in game.replay()?.positions.iter().enumerate().skip(game.random_plies) {
            let [all, exact] = &mut self.positions[position.empties() as usize];
            *all += 1;
            *exact += u64::from(index >= game.exact_from);
        }
        Ok(())
    }
}
