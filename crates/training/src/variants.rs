//! Weights of a variant, learned by self-play in rounds: each round plays games with the weights of the one before and fits new ones to the
//! results and the values of the searches of the last rounds.

use emilia::internal::random::Random;
use emilia::variant::{VariantSearcher, Weights};
use emilia::{Game, Limits, Move, Played, Rules, Stop};
use rayon::prelude::*;

/// The size of a player's table in MiB.
const HASH: usize = 1;
/// Rounds whose games are fitted.
const KEPT_ROUNDS: usize = 2;

/// How weights are learned.
///
/// # Examples
/// ```
/// use emilia_training::variants::{LearnSettings, learn};
/// use emilia::variant::Weights;
/// use emilia::{Rules, Stop};
///
/// let rules = Rules::sized(4)?;
/// let settings = LearnSettings { games: 20, rounds: 1, plies: 1, ..LearnSettings::default() };
/// let weights = learn(&rules, &settings, &Stop::new(), |_, _| {}).expect("not stopped");
/// assert_ne!(weights, Weights::unlearned(&rules));
/// # Ok::<(), emilia::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LearnSettings {
    /// Games of a round.
    pub games: u64,
    /// Rounds.
    pub rounds: u32,
    /// Plies of the searches before the ending.
    pub plies: u32,
    /// The number of empty squares from which on games are played perfectly.
    pub solve_from: u32,
    /// The seed of the random moves.
    pub seed: u64,
}

impl Default for LearnSettings {
    fn default() -> LearnSettings {
        LearnSettings { games: 1000, rounds: 4, plies: 3, solve_from: 9, seed: 1 }
    }
}

/// Learns the weights for these rules on all threads of rayon's pool; none if it was stopped before the first round ended. Each game is
/// reported by its round, from 0.
pub fn learn(
    rules: &Rules,
    settings: &LearnSettings,
    stop: &Stop,
    report: impl Fn(u32, &Weights) + Sync,
) -> Option<Weights> {
    let mut rounds: Vec<Vec<Game>> = Vec::new();
    let mut weights = None;
    for round in 0..settings.rounds {
        let of_round = weights.clone().unwrap_or_else(|| Weights::unlearned(rules));
        let played: Option<Vec<Game>> = (0..settings.games)
            .into_par_iter()
            .map_init(
                || player(&of_round),
                |searcher, number| {
                    let stream = u64::from(round) * settings.games + number;
                    let played = (!stop.is_requested()).then(|| play(rules, settings, searcher, stream));
                    report(round, &of_round);
                    played
                },
            )
            .collect();
        let Some(played) = played else { break };
        rounds.push(played);
        let kept = rounds[rounds.len().saturating_sub(KEPT_ROUNDS)..].concat();
        weights = Some(Weights::fit(rules, &kept));
    }
    weights
}

fn player(weights: &Weights) -> VariantSearcher {
    let mut searcher = VariantSearcher::new(HASH, 1);
    searcher.set_weights(weights.clone());
    searcher
}

/// A game that begins with random moves; the others have the value that a search gave them.
fn play(rules: &Rules, settings: &LearnSettings, searcher: &mut VariantSearcher, stream: u64) -> Game {
    let mut random = Random::new(settings.seed, stream);
    let mut game = Game::new(rules.clone());
    // A few, or up to three quarters of the board, so that every phase is also seen from positions that no search would choose.
    let most = rules.shape().cells().len() as usize * 3 / 4;
    let random_plies = 4 + if random.below(2) == 0 { random.below(8) } else { random.below(most) };
    searcher.clear();
    while !game.is_over() {
        let legal = game.legal();
        let played = match &legal[..] {
            [Move::Pass] => Move::Pass.into(),
            legal if game.moves().len() < random_plies => legal[random.below(legal.len())].into(),
            _ => best(&game, settings, searcher),
        };
        if game.play_noted(played).is_err() {
            break;
        }
    }
    game
}

/// The best move with its value.
fn best(game: &Game, settings: &LearnSettings, searcher: &mut VariantSearcher) -> Played {
    let is_solved = game.turn().board.empties() <= settings.solve_from;
    let limits = if is_solved { Limits::exact() } else { Limits::depth(settings.plies) };
    let found = searcher.search(game, &limits, &Stop::new(), |_| {});
    let report = found.first();
    let mv = report.and_then(|report| report.line.first()).copied().unwrap_or(Move::Pass);
    Played { mv, eval: report.map(|report| report.score().to_discs()), seconds: None }
}
