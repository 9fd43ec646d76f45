//! How often people played each move of an opening.

use super::situation::Situation;
use super::values::MoveValues;
use emilia::Position;
use emilia::internal::container::crc32_of_parts;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Counts are kept by rating: up to 1450, around 1650, from 1850 on.
pub const ANCHORS: usize = 3;
/// The ratings of the counts.
const RATINGS: [f32; ANCHORS] = [1450.0, 1650.0, 1850.0];
/// The most discs on the board beyond the first four.
const PLIES: u32 = 24;

/// The moves of the positions that people reached.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Openings(BTreeMap<u32, Vec<(u8, [u16; ANCHORS])>>);

/// The key of a position that can be in the table, with the symmetry that leads to its squares.
fn key(position: Position) -> Option<(u32, emilia::Symmetry)> {
    let plies = (position.own() | position.opp()).len().saturating_sub(4);
    let (canonical, symmetry) = position.canonical();
    let bytes = [canonical.own().0.to_le_bytes(), canonical.opp().0.to_le_bytes()];
    (plies < PLIES).then(|| (crc32_of_parts(&[&bytes[0], &bytes[1]]), symmetry))
}

/// The share of each count that a rating has.
fn shares(rating: f32) -> [f32; ANCHORS] {
    let between = |low: f32, high: f32| ((rating - low) / (high - low)).clamp(0.0, 1.0);
    let (first, second) = (between(RATINGS[0], RATINGS[1]), between(RATINGS[1], RATINGS[2]));
    [1.0 - first, first - second, second]
}

impl Openings {
    /// Counts a move.
    pub fn add(&mut self, situation: &Situation, played: emilia::Square) {
        let Some((key, symmetry)) = key(situation.position) else { return };
        let square = symmetry.square(played).index() as u8;
        let moves = self.0.entry(key).or_default();
        let number = moves.iter().position(|(at, _)| *at == square).unwrap_or_else(|| {
            moves.push((square, [0; ANCHORS]));
            moves.len() - 1
        });
        let shares = shares(situation.rating);
        let nearest = (0..ANCHORS).max_by(|&a, &b| shares[a].total_cmp(&shares[b])).unwrap_or(0);
        let count = &mut moves[number].1[nearest];
        *count = count.saturating_add(1);
    }

    /// Forgets the positions with fewer moves than this.
    pub fn keep_from(&mut self, least: u32) {
        self.0.retain(|_, moves| {
            moves.iter().flat_map(|(_, counts)| counts).map(|&count| u32::from(count)).sum::<u32>() >= least
        });
    }

    /// Whether a position is among them.
    pub fn knows(&self, position: Position) -> bool {
        key(position).is_some_and(|(key, _)| self.0.contains_key(&key))
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Three inputs of each move: its share among the moves at this rating, the logarithm of that, and the logarithm of all counts; `without`
    /// is a move whose own count is left out.
    pub(super) fn inputs(
        &self,
        situation: &Situation,
        moves: &[MoveValues],
        without: Option<emilia::Square>,
    ) -> Vec<[f32; 3]> {
        let found = key(situation.position).and_then(|(key, symmetry)| Some((self.0.get(&key)?, symmetry)));
        let Some((known, symmetry)) = found else { return vec![[0.0; 3]; moves.len()] };
        let shares = shares(situation.rating);
        let own = |counts: &[u16; ANCHORS]| {
            // The other ratings say something too.
            counts.iter().zip(shares).map(|(&count, share)| f32::from(count) * (0.2 + 0.8 * share)).sum::<f32>()
        };
        let weight = 0.2 + 0.8 * shares.iter().copied().fold(0.0, f32::max);
        let mirrored = |square| {
            let position = situation.position;
            move |other: emilia::Square| square == other || position.are_mirrored(square, other)
        };
        let of_move = |of: &MoveValues| {
            let is_it = mirrored(of.square);
            let images = moves.iter().filter(|other| is_it(other.square));
            let counted = images.clone().filter_map(|image| {
                known.iter().find(|(at, _)| usize::from(*at) == symmetry.square(image.square).index())
            });
            let sum: f32 = counted.map(|(_, counts)| own(counts)).sum();
            let is_without = without.is_some_and(is_it);
            (sum - if is_without { weight } else { 0.0 }).max(0.0) / images.count() as f32
        };
        let counts: Vec<f32> = moves.iter().map(of_move).collect();
        let all: f32 = counts.iter().sum();
        let log = (1.0 + all).ln() / 6.0;
        // A move that nobody played has a chance that falls with the number of those who did not play it.
        let part = |count: f32| (count + 0.3) / (all + 0.3 * moves.len() as f32);
        counts.iter().map(|&count| [part(count) * log, part(count).ln() * log / 3.0, log]).collect()
    }
}
