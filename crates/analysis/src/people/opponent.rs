//! Moves drawn from the model.

use super::inputs;
use super::situation::{People, Situation, softmax};
use super::values::{MoveValues, VIEWS, Values};
use emilia::internal::random::Random;
use emilia::{Game, Square, Weights};
use std::sync::Arc;
use std::time::Duration;

/// The ratings that can be asked for.
pub const RATINGS: std::ops::RangeInclusive<u32> = 800..=2200;
/// A move with a smaller chance counts as impossible.
const IMPOSSIBLE: f32 = 0.001;
/// How much the rating of one player differs from game to game: the standard deviation.
const FORM: f32 = 40.0;
/// How much tastes differ from player to player: the standard deviation of the logit of a move with an input of 1.
const TASTE: f32 = 0.4;

/// Plays like people of a rating.
pub struct Opponent {
    people: Arc<People>,
    values: Values,
}

/// A move as people see it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PeopleMove {
    /// The move.
    pub values: MoveValues,
    /// The share of people of the rating who play it, 0 to 1.
    pub chance: f32,
}

impl Opponent {
    /// With this model and these weights.
    pub fn new(people: Arc<People>, weights: Arc<Weights>) -> Opponent {
        Opponent { people, values: Values::new(weights) }
    }

    /// The legal moves with the chances that people of this rating play them; none where there is no move, and on other boards than 8x8.
    pub fn chances(&mut self, game: &Game, rating: f32) -> Vec<PeopleMove> {
        let Some(situation) = Situation::of(game, rating) else { return Vec::new() };
        let values = self.values.of(situation.position);
        let chances = self.people.chances(&situation, &values);
        values.into_iter().zip(chances).map(|(values, chance)| PeopleMove { values, chance }).collect()
    }

    /// The move that the player of this seed plays at this rating; none where there is no move, and on other boards than 8x8. The same player
    /// plays the same move in the same position.
    pub fn choose(&mut self, game: &Game, rating: f32, seed: u64) -> Option<PeopleMove> {
        let mut player = Random::new(seed, 0);
        let mut normal = |deviation: f32| deviation * normal(&mut player);
        let rating = (rating + normal(FORM)).clamp(*RATINGS.start() as f32, *RATINGS.end() as f32);
        let moves = self.chances(game, rating);
        let situation = Situation::of(game, rating)?;
        let tastes = [(); inputs::TASTES].map(|()| normal(TASTE));
        let logits = moves.iter().map(|of| {
            let seen = inputs::tastes(situation.position, of.values.square);
            of.chance.ln() + seen.iter().zip(tastes).map(|(seen, taste)| seen * taste).sum::<f32>()
        });
        let chances = softmax(logits.collect::<Vec<f32>>().into_iter());
        let possible =
            || chances.iter().zip(&moves).filter(|(chance, of)| **chance > IMPOSSIBLE && of.chance > IMPOSSIBLE);
        let sum: f32 = possible().map(|(chance, _)| chance).sum();
        let turn = 1 + game.moves().len() as u64;
        let mut rest = Random::new(seed, turn).fraction() as f32 * sum;
        let drawn = possible().find(|(chance, _)| {
            rest -= **chance;
            rest < 0.0
        });
        let likely = || moves.iter().max_by(|one, other| one.chance.total_cmp(&other.chance));
        drawn.map(|(_, of)| of).or_else(likely).copied()
    }
}

impl PeopleMove {
    /// The value of the last search, in 1/128 disc.
    pub fn score(&self) -> emilia::Score {
        self.values.values[VIEWS - 1]
    }
}

/// The time that a person could take for a choice among these moves. It is made up: there are no times in the games of the model. An only
/// move takes a second, one that everybody plays two, and the more of them are likely, the longer it takes, to a minute at most.
pub fn thinking_time(moves: &[PeopleMove], seed: u64, turn: usize) -> Duration {
    let unclear: f32 = moves.iter().map(|of| if of.chance > 0.0 { -of.chance * of.chance.ln() } else { 0.0 }).sum();
    let typical = if moves.len() < 2 { 1.0 } else { 2.0 + 5.0 * unclear };
    let spread = (0.5 * normal(&mut Random::new(!seed, turn as u64))).exp();
    Duration::from_secs_f32((typical * spread).clamp(0.3, 60.0))
}

/// A number of the normal distribution (Box and Muller 1958).
fn normal(random: &mut Random) -> f32 {
    let (one, other) = (1.0 - random.fraction(), random.fraction());
    ((-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * other).cos()) as f32
}

impl Situation {
    /// The position of a game as the player to move sees it; none on other boards than 8x8.
    pub fn of(game: &Game, rating: f32) -> Option<Situation> {
        let last: Option<Square> = game.moves().last().and_then(|played| played.mv.square());
        Some(Situation { position: game.position()?, last, rating })
    }
}
