//! What a file of games holds, for a person.

use super::tools::each;
use super::{LONGEST, Reader, Record};
use anyhow::Context as _;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Sums over the games of a file.
#[derive(Default)]
struct Sums {
    games: u64,
    /// Of these black won, drew, and lost.
    outcomes: [u64; 3],
    /// Games without scores.
    without_scores: u64,
    /// Positions by the number of empty squares in which a move was made for being good, and how many of their scores are exact.
    positions: Vec<[u64; 2]>,
}

/// Writes about each file how its games were made, how many there are, how they ended, and what there is to learn from.
///
/// # Errors
/// If a file cannot be read or is damaged, or nobody can be told.
pub(super) fn tell(files: &[PathBuf], out: &mut impl Write) -> anyhow::Result<()> {
    for path in files {
        let settings = Reader::open(path)?.settings().clone();
        let mut sums = Sums { positions: vec![[0; 2]; LONGEST + 1], ..Sums::default() };
        each(std::slice::from_ref(path), |game| {
            sums.add(&game).with_context(|| format!("a game of {}", path.display()))
        })?;
        let bytes = fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?.len();
        writeln!(out, "{}: {} games in {bytes} bytes", path.display(), sums.games)?;
        tell_settings(&settings, out)?;
        sums.tell(out)?;
    }
    Ok(())
}

/// A line for each source.
fn tell_settings(settings: &Value, out: &mut impl Write) -> anyhow::Result<()> {
    let Some(object) = settings.as_object() else { return Ok(writeln!(out, "{settings}")?) };
    for (name, value) in object {
        match value.as_array().filter(|_| name == "merged") {
            Some(sources) => sources.iter().try_for_each(|source| writeln!(out, "{name:<10} {source}"))?,
            None => writeln!(out, "{name:<10} {value}")?,
        }
    }
    Ok(())
}

impl Sums {
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

    fn tell(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let [won, drawn, lost] = self.outcomes;
        writeln!(out, "{:<10} {won} for black, {drawn} drawn, {lost} for white", "won")?;
        if self.without_scores > 0 {
            writeln!(out, "{:<10} of {} games", "no scores", self.without_scores)?;
        }
        let (all, exact) = self.positions.iter().fold((0, 0), |sum, [all, exact]| (sum.0 + all, sum.1 + exact));
        writeln!(out, "{:<10} {all} after the random moves, {exact} with an exact score", "positions")?;
        writeln!(out, "{:<10} positions      exact", "empty")?;
        for (empties, [all, exact]) in self.positions.iter().enumerate().rev().filter(|(_, [all, _])| *all > 0) {
            writeln!(out, "{empties:>10} {all:>9} {exact:>10}")?;
        }
        Ok(())
    }
}
