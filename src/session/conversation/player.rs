//! The player whose moves are those of people of a rating.

use super::search::ReadyMove;
use super::state::Refusal;
use crate::session::{Options, Source};
use emilia::internal::random::Random;
use emilia::{Game, Move, Report, Value, Weights};
use emilia_analysis::people::{LAST_PLIES, Opponent, People, thinking_time};
use std::sync::Arc;
use std::time::Duration;

/// The part of the time left that a move takes at most.
const SHARE: u32 = 30;

/// The player of a game, another one in each game.
#[derive(Default)]
pub(super) struct Player {
    /// The model, from its first move on.
    opponent: Option<Opponent>,
    /// The generator with the seed that it was made with.
    random: Option<(u64, Random)>,
    seed: Option<u64>,
}

impl Player {
    /// Lets another player play the next game.
    pub(super) fn change(&mut self) {
        self.seed = None;
    }

    /// The move of this player, one of people of this rating.
    ///
    /// # Errors
    /// If the model does not know the board, or the program has none.
    pub(super) fn choose(
        &mut self,
        game: &Game,
        rating: u32,
        options: &Options,
        weights: &Arc<Weights>,
        left: Option<Duration>,
    ) -> Result<ReadyMove, Refusal> {
        let unknown = || "people are known on 8x8 boards by the usual rules only; set human to 0".to_owned();
        game.position().ok_or_else(unknown)?;
        let seed = self.seed(options.humanseed);
        let opponent = match &mut self.opponent {
            Some(opponent) => opponent,
            none => {
                let people = People::embedded().ok_or("this program was built without the model of people")?;
                none.insert(Opponent::new(people, weights.clone()))
            }
        };
        let moves = opponent.chances(game, rating as f32);
        let chosen = opponent.choose(game, rating as f32, seed).ok_or_else(unknown)?;
        let value = if game.turn().board.empties() <= u32::from(LAST_PLIES.1) {
            Value::exact(chosen.score().rounded())
        } else {
            Value::estimate(chosen.score(), LAST_PLIES.0, 73)
        };
        let report = Report { value, line: vec![Move::from(chosen.values.square)], nodes: 0, time: Duration::ZERO };
        let after = if options.humantime { thinking_time(&moves, seed, game.moves().len()) } else { Duration::ZERO };
        let after = left.map_or(after, |left| after.min(left / SHARE));
        let percent = (100.0 * chosen.chance).round() as u8;
        Ok(ReadyMove { report, source: Source::People { rating, percent }, after })
    }

    fn seed(&mut self, of_option: u64) -> u64 {
        let random = match &mut self.random {
            Some((seed, random)) if *seed == of_option => random,
            random => {
                self.seed = None;
                let new = if of_option == 0 { Random::unseeded() } else { Random::new(of_option, 0) };
                &mut random.insert((of_option, new)).1
            }
        };
        *self.seed.get_or_insert_with(|| random.below(usize::MAX) as u64)
    }
}
