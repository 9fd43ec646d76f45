//! Positions to measure with: from games, spread over the stages, and solved ones from a file.

use super::measure::{MOST_EMPTIES, Subject};
use super::options::CalibrationOptions;
use crate::board::Position;
use crate::training::games::Reader;
use crate::training::random::Random;
use crate::training::train::read_solved;
use anyhow::{Context as _, ensure};
use std::collections::BinaryHeap;
use std::ops::RangeInclusive;

/// The empty squares of the positions that are taken from games.
const EMPTIES: RangeInclusive<u32> = 10..=MOST_EMPTIES;
/// The streams of chance beyond those of the games.
const SOLVED: u64 = u64::MAX;

/// A position with the number that chance gave it: those with the least are taken. The game's number decides between equals.
type Draw = (usize, u64, Position);

/// The positions that were asked for: at most one of each game, as many of one number of empty squares as of any other where there
/// are so many, and solved ones.
///
/// # Errors
/// If a file cannot be read or is damaged, or there is no position.
pub(super) fn positions(options: &CalibrationOptions) -> anyhow::Result<Vec<Subject>> {
    let kinds = EMPTIES.count();
    let each = (options.positions as usize).div_ceil(kinds);
    let mut drawn = vec![BinaryHeap::<Draw>::new(); kinds];
    let mut number = 0;
    for path in &options.games {
        for game in Reader::open(path)? {
            let game = game?;
            let mut random = Random::new(options.seed, number);
            let turns = game.replay().with_context(|| format!("a game of {}", path.display()))?.turns;
            let fitting: Vec<Position> = turns.iter().skip(game.random_plies).map(|turn| turn.0).collect();
            let fitting: Vec<&Position> = fitting.iter().filter(|at| EMPTIES.contains(&at.empties())).collect();
            if !fitting.is_empty() {
                let position = *fitting[random.below(fitting.len())];
                let heap = &mut drawn[(position.empties() - EMPTIES.start()) as usize];
                heap.push((random.below(1 << 30), number, position));
                if heap.len() > each {
                    heap.pop();
                }
            }
            number += 1;
        }
    }
    let mut taken: Vec<Subject> = Vec::new();
    for heap in drawn {
        taken.extend(heap.into_sorted_vec().into_iter().map(|(.., position)| Subject { position, exact: None }));
    }
    ensure!(!taken.is_empty(), "no positions with {} to {} empty squares", EMPTIES.start(), EMPTIES.end());
    if let Some(path) = &options.solved {
        let solved = read_solved(path)?;
        ensure!(!solved.is_empty(), "no solved positions in {}", path.display());
        let mut random = Random::new(options.seed, SOLVED);
        let chosen = (0..options.positions.div_ceil(2)).map(|_| solved[random.below(solved.len())]);
        taken.extend(chosen.map(|(position, score)| Subject { position, exact: Some(score) }));
    }
    Ok(taken)
}
