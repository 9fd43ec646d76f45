//! Samples the positions of a calibration: from games, spread evenly over the numbers of empty squares, and from a file of solved ones.

use super::CalibrationOptions;
use super::measure::{MAX_EMPTIES, SampledPosition};
use crate::games::for_each_game;
use crate::train::read_solved;
use anyhow::{Context as _, ensure};
use emilia::Position;
use emilia::internal::random::Random;
use std::collections::BinaryHeap;
use std::ops::RangeInclusive;
use std::path::Path;
use std::slice;

/// The number of empty squares of positions from games.
const EMPTIES: RangeInclusive<u32> = 10..=MAX_EMPTIES;
/// The random stream of the solved positions. A game has the stream of its number.
const SOLVED_STREAM: u64 = u64::MAX;

/// A random priority, the number of the game, and the position. The smallest ones are sampled.
type Candidate = (usize, u64, Position);

/// Samples the positions: at most one per game and about the same number for each number of empty squares, and the solved ones.
///
/// # Errors
/// If a file cannot be read or is damaged, or there is no position.
pub(super) fn sample_positions(options: &CalibrationOptions) -> anyhow::Result<Vec<SampledPosition>> {
    let solved = options.solved.as_deref().map(read_unfinished).transpose()?;
    let kinds = EMPTIES.count();
    let max_of_kind = (options.positions as usize).div_ceil(kinds);
    let mut candidates = vec![BinaryHeap::<Candidate>::new(); kinds];
    let mut number = 0;
    for path in &options.games {
        for_each_game(slice::from_ref(path), |game| {
            let mut random = Random::new(options.seed, number);
            let replay = game.replay().with_context(|| format!("invalid game in {}", path.display()))?;
            let positions = replay.positions.iter().skip(game.random_plies).map(|entry| entry.0);
            let positions: Vec<Position> = positions.filter(|at| EMPTIES.contains(&at.empties())).collect();
            if !positions.is_empty() {
                let position = positions[random.below(positions.len())];
                let heap = &mut candidates[(position.empties() - EMPTIES.start()) as usize];
                heap.push((random.below(1 << 30), number, position));
                if heap.len() > max_of_kind {
                    heap.pop();
                }
            }
            number += 1;
            Ok(())
        })?;
    }
    let mut sampled: Vec<SampledPosition> = Vec::new();
    for heap in candidates {
        sampled
            .extend(heap.into_sorted_vec().into_iter().map(|(.., position)| SampledPosition { position, exact: None }));
    }
    ensure!(!sampled.is_empty(), "no positions with {} to {} empty squares", EMPTIES.start(), EMPTIES.end());
    if let Some(solved) = solved {
        let mut random = Random::new(options.seed, SOLVED_STREAM);
        let drawn = (0..options.positions.div_ceil(2)).map(|_| solved[random.below(solved.len())]);
        sampled.extend(drawn.map(|(position, score)| SampledPosition { position, exact: Some(score) }));
    }
    Ok(sampled)
}

/// Reads the solved positions with empty squares, one or more. There is nothing to search in the others.
fn read_unfinished(path: &Path) -> anyhow::Result<Vec<(Position, i8)>> {
    let mut solved = read_solved(path)?;
    solved.retain(|(position, _)| position.empties() > 0);
    ensure!(!solved.is_empty(), "no solved positions in {}", path.display());
    Ok(solved)
}
