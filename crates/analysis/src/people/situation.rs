//! The chances of the moves.

use super::inputs::{self, Inputs};
use super::net::{Activations, Net, ROW, TERMS, terms};
use super::openings::Openings;
use super::shapes;
use super::values::MoveValues;
use emilia::{Position, Square};

/// The middle of the ratings, and their unit as an input.
const RATING: (f32, f32) = (1600.0, 300.0);

/// A position as a person sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Situation {
    /// The position.
    pub position: Position,
    /// The opponent's last move; none at the start and after a pass.
    pub last: Option<Square>,
    /// The rating of the side to move.
    pub rating: f32,
}

/// The model.
#[derive(Clone, PartialEq, Debug)]
pub struct People {
    /// The network.
    #[doc(hidden)]
    pub net: Net,
    /// The rows of all contents of the shapes.
    #[doc(hidden)]
    pub rows: Vec<[f32; ROW]>,
    /// The openings that people played.
    #[doc(hidden)]
    pub openings: Openings,
    /// How far ratings are moved away from their middle: the held-out players differ more than those it was fitted to.
    #[doc(hidden)]
    pub stretch: f32,
    /// What it was fitted to, for a person.
    pub description: String,
}

/// A move on its way through the network.
#[doc(hidden)]
pub struct Passed {
    pub logit: f32,
    pub activations: Activations,
    pub rows: [u32; shapes::SHAPES],
}

impl People {
    /// The chance of each of these moves, which are all legal ones; they sum to 1.
    pub fn chances(&self, situation: &Situation, moves: &[MoveValues]) -> Vec<f32> {
        let passed = self.pass(situation, moves, None);
        softmax(passed.iter().map(|passed| passed.logit))
    }

    /// The moves through the network; the count of `played` among the openings is left out.
    #[doc(hidden)]
    pub fn pass(&self, situation: &Situation, moves: &[MoveValues], played: Option<Square>) -> Vec<Passed> {
        let terms = self.terms(situation);
        let of_move = |(inputs, of): (Inputs, &MoveValues)| {
            let rows = shapes::rows(situation.position, of.square);
            let mut sum = [0.0; ROW];
            for &row in &rows {
                sum.iter_mut().zip(&self.rows[row as usize]).for_each(|(sum, number)| *sum += number);
            }
            let (logit, activations) = self.net.forward(&inputs, &sum, &terms);
            Passed { logit, activations, rows }
        };
        let known = self.openings.inputs(situation, moves, played);
        inputs::inputs(situation, self.rating(situation), moves, &known).into_iter().zip(moves).map(of_move).collect()
    }

    /// The factors of the linear part.
    #[doc(hidden)]
    pub fn terms(&self, situation: &Situation) -> [f32; TERMS] {
        terms(self.rating(situation), inputs::phase(situation.position))
    }

    /// The rating as an input: 0 in the middle, about -2.7 to 2.
    fn rating(&self, situation: &Situation) -> f32 {
        self.stretch * (situation.rating - RATING.0) / RATING.1
    }
}

/// Chances from their logarithms, up to a constant.
#[doc(hidden)]
pub fn softmax(logits: impl Iterator<Item = f32> + Clone) -> Vec<f32> {
    let most = logits.clone().fold(f32::MIN, f32::max);
    let parts: Vec<f32> = logits.map(|logit| (logit - most).exp()).collect();
    let sum: f32 = parts.iter().sum();
    parts.into_iter().map(|part| part / sum).collect()
}
