//! The settings of self-play, as they are recorded in the file of games.

use super::opening::{Openings, PlyRange};
use emilia::internal::random::Random;
use emilia::{Level, Limits, Position, Selectivity, Weights};
use serde_json::{Value, json};

/// The step between iterations in plies. Every second iteration is enough for move ordering and saves a seventh of the time.
const ITERATION_STRIDE: u32 = 2;
/// The number of random games whose positions enter the fingerprint of the weights.
const FINGERPRINT_GAMES: u64 = 64;

/// The settings of self-play. With equal settings, weights and openings, games of the same number are equal.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlaySettings {
    /// The level; none if only the number of nodes limits a search.
    pub level: Option<Level>,
    /// The maximum number of nodes of a search; none for no limit.
    pub nodes: Option<u64>,
    /// Positions with at most this many empty squares are solved exactly; none if the level decides.
    pub solve_from: Option<u32>,
    /// The ranges of the number of random moves, one or more. Each game uses one of them at random.
    pub random: Vec<PlyRange>,
    /// The random seed.
    pub seed: u64,
}

impl SelfPlaySettings {
    /// The maximum number of random moves.
    pub(super) fn max_random_plies(&self) -> usize {
        self.random.iter().map(|range| range.max).max().unwrap_or(0)
    }

    /// The settings of the file of games, with the program, the weights and the openings.
    pub(super) fn to_json(&self, weights: &Weights, openings: Option<&Openings>) -> Value {
        let random: Vec<[usize; 2]> = self.random.iter().map(|range| [range.min, range.max]).collect();
        json!({
            "program": format!("emilia {}", env!("CARGO_PKG_VERSION")),
            "weights": format!("{:016x}", fingerprint(weights)),
            "level": self.level.map(Level::get),
            "nodes": self.nodes,
            "solve_from": self.solve_from,
            "random": random,
            "openings": openings.map(Openings::to_json),
            "seed": self.seed,
        })
    }

    /// Whether a position with this many empty squares is solved exactly at any level.
    pub(super) fn solves(&self, empties: u32) -> bool {
        self.solve_from.is_some_and(|from| empties <= from)
    }

    /// The limits of the search of a position with this many empty squares.
    pub(super) fn limits(&self, empties: u32) -> Limits {
        let unbounded = match (self.level, self.solve_from) {
            _ if self.solves(empties) => return Limits::exact(),
            (Some(level), None) => level.limits(empties),
            (Some(level), Some(_)) => Limits::new(level.get().into(), Selectivity::P73),
            (None, _) => Limits::new(empties, Selectivity::P73),
        };
        Limits { nodes: self.nodes, stride: ITERATION_STRIDE, ..unbounded }
    }
}

/// A hash of the estimates of fixed positions, which identifies the weights.
fn fingerprint(weights: &Weights) -> u64 {
    let mut hash = 0_u64;
    for game in 0..FINGERPRINT_GAMES {
        let mut random = Random::new(0, game);
        let mut position = Position::START;
        while !position.is_over() {
            let moves = position.moves();
            let at =
                (!moves.is_empty()).then(|| random.below(moves.len() as usize)).and_then(|i| moves.into_iter().nth(i));
            position = at.and_then(|at| position.try_play(at)).unwrap_or(position.pass());
            let estimate = weights.eval_position(position).raw() as u64;
            hash = (hash.rotate_left(5) ^ estimate).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }
    hash
}
