//! What decides the games, as it stands in the file that has them.

use super::opening::Openings;
use super::span::Span;
use crate::board::Position;
use crate::eval::Weights;
use crate::search::{Level, Limits, Selectivity};
use crate::training::random::Random;
use serde_json::{Value, json};

/// Iterations of the parity of the last are enough for its order of moves; those between them would cost a seventh of the time.
const STRIDE: u32 = 2;
/// Games whose positions tell weights from other weights.
const FINGERPRINT_GAMES: u64 = 64;

/// How games are played.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The level; none if the number of nodes alone limits a search.
    pub level: Option<Level>,
    /// Nodes of a search at most; none for no limit.
    pub nodes: Option<u64>,
    /// Positions with at most this many empty squares are solved; none if the level decides.
    pub solve_from: Option<u32>,
    /// The ranges of the number of random moves at the beginning, at least one; each game uses one of them.
    pub random: Vec<Span>,
    /// The random seed.
    pub seed: u64,
}

impl Settings {
    /// The most random moves that a game may begin with.
    pub(super) fn longest_random(&self) -> usize {
        self.random.iter().map(|span| span.high).max().unwrap_or(0)
    }

    /// As they are written in the file, with the program, the weights and the openings.
    pub(super) fn to_json(&self, weights: &Weights, openings: Option<&Openings>) -> Value {
        let random: Vec<[usize; 2]> = self.random.iter().map(|span| [span.low, span.high]).collect();
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

    /// Whether positions with so many empty squares are solved whatever the level says.
    pub(super) fn solves(&self, empties: u32) -> bool {
        self.solve_from.is_some_and(|from| empties <= from)
    }

    /// The bounds of the search of a position with so many empty squares.
    pub(super) fn limits(&self, empties: u32) -> Limits {
        let unbounded = match (self.level, self.solve_from) {
            _ if self.solves(empties) => return Limits::exact(),
            (Some(level), None) => level.limits(empties),
            (Some(level), Some(_)) => Limits::new(level.get().into(), Selectivity::P73),
            (None, _) => Limits::new(empties, Selectivity::P73),
        };
        Limits { nodes: self.nodes, stride: STRIDE, ..unbounded }
    }
}

/// A number that tells these weights from others by what they say of positions of random games.
fn fingerprint(weights: &Weights) -> u64 {
    let mut sum = 0_u64;
    for game in 0..FINGERPRINT_GAMES {
        let mut random = Random::new(0, game);
        let mut position = Position::START;
        while !position.is_over() {
            let moves = position.moves();
            let at =
                (!moves.is_empty()).then(|| random.below(moves.len() as usize)).and_then(|i| moves.into_iter().nth(i));
            position = at.and_then(|at| position.try_play(at)).unwrap_or(position.pass());
            let worth = weights.eval_position(position).raw() as u64;
            sum = (sum.rotate_left(5) ^ worth).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }
    sum
}
