//! What weights say of a position without a search. It needs no searcher, which may be busy.

use super::bits::Bits;
use super::eval::{UNIT, Weights, estimate, phase};
use super::learned::WeightsSet;
use super::node::Play;
use super::node::{OnWords, on_words};
use emilia_core::{Game, Rules, Score};

impl Weights {
    /// The weights for games by these rules: learned ones that belong to the program, or else those that nobody learned.
    pub fn of(rules: &Rules) -> Weights {
        WeightsSet::embedded().of(rules).cloned().unwrap_or_else(|| Weights::unlearned(rules))
    }

    /// The evaluation of the game's position now for its side to move; the result if the game is over. The weights must be those of its
    /// rules.
    pub fn evaluate(&self, game: &Game) -> Score {
        if game.is_over() {
            return Score::discs(game.score() * game.to_move().sign());
        }
        on_words(game, Evaluation(self, game)).unwrap_or(Score::ZERO)
    }

    /// The standard deviation, in discs, of the result of perfect play from the evaluation of the game's position now. Of learned weights
    /// it is that of the games they were learned from. The weights must be those of the game's rules.
    pub fn deviation(&self, game: &Game) -> f32 {
        on_words(game, Deviation(self, game)).unwrap_or_default()
    }
}

struct Evaluation<'a>(&'a Weights, &'a Game);

impl OnWords for Evaluation<'_> {
    type Output = Score;

    fn run<B: Bits>(self, play: &Play<B>) -> Score {
        let Evaluation(weights, game) = self;
        Score::from_raw(estimate(play, weights, &play.node(game)) as i16)
    }
}

struct Deviation<'a>(&'a Weights, &'a Game);

impl OnWords for Deviation<'_> {
    type Output = f32;

    fn run<B: Bits>(self, play: &Play<B>) -> f32 {
        let Deviation(weights, game) = self;
        weights.deviations[phase(play, &play.node(game))] as f32 / UNIT as f32
    }
}
