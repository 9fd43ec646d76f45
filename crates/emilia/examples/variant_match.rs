//! Matches between two players of a variant, from random openings that each plays with both colours.
//!
//! ```text
//! cargo run --release --example variant_match -- RULES PLIES PAIRS one@6 two@level21
//! ```
//! PLIES is the number of random moves. A player is an evaluation and a depth in plies or a level. An evaluation is `learned`, `unlearned`,
//! `discs`, `fast`, the 8x8 engine, or a file of weights that `emilia train --variant` wrote.

use emilia::variant::{VariantSearcher, Weights, WeightsSet};
use emilia::{Engine, EngineOptions, Game, Level, Limits, Move, Rules, Stop};
use rayon::prelude::*;
use std::error::Error;

/// What chooses moves, and its limits.
struct Player(Chooser, Limits);

enum Chooser {
    Variant(Box<VariantSearcher>),
    Fast(Engine),
}

impl Player {
    fn new(text: &str, rules: &Rules) -> Result<Player, String> {
        let (name, depth) = text.split_once('@').ok_or("a player is an evaluation and a depth: learned@6")?;
        let limits = match depth.strip_prefix("level") {
            Some(level) => level.parse().ok().and_then(Level::new).map(Limits::level),
            None => depth.parse().ok().map(Limits::depth),
        };
        let limits = limits.ok_or_else(|| format!("not a depth or a level: {depth}"))?;
        let weights = match name {
            "learned" => WeightsSet::embedded().of(rules).cloned().ok_or("these rules have no learned weights")?,
            "unlearned" => Weights::unlearned(rules),
            "discs" => Weights::discs(rules),
            "fast" => {
                let engine = Engine::new(EngineOptions::default().with_hash(4));
                return Ok(Player(Chooser::Fast(engine), limits));
            }
            file => {
                let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
                let set = WeightsSet::read(&bytes).map_err(|error| format!("{file}: {error}"))?;
                set.of(rules).cloned().ok_or("the file has no weights for these rules")?
            }
        };
        let mut searcher = VariantSearcher::new(4, 1);
        searcher.set_weights(weights);
        Ok(Player(Chooser::Variant(Box::new(searcher)), limits))
    }

    fn choose(&mut self, game: &Game) -> Option<Move> {
        let Player(chooser, limits) = self;
        match chooser {
            Chooser::Variant(searcher) => searcher.search(game, limits, &Stop::new(), |_| {})[0].line.first().copied(),
            Chooser::Fast(engine) => engine.search(game, limits).best_move(),
        }
    }
}

/// A game of random moves, the same for each seed.
fn opening(rules: &Rules, plies: usize, seed: u64) -> Game {
    let (mut game, mut state) = (Game::new(rules.clone()), seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    for _ in 0..plies {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let legal = game.legal();
        if let Some(mv) = legal.get((state >> 33) as usize % legal.len().max(1)) {
            let _ = game.play(*mv);
        }
    }
    game
}

/// The score of a game for the first player, who has black if `is_black`.
fn play(mut game: Game, is_black: bool, players: &mut [Player; 2]) -> i32 {
    while !game.is_over() {
        let is_first = (game.to_move() == emilia::Colour::Black) == is_black;
        let mv = match game.legal()[..] {
            [only] => Some(only),
            _ => players[usize::from(!is_first)].choose(&game),
        };
        if mv.is_none_or(|mv| game.play(mv).is_err()) {
            break;
        }
    }
    if is_black { game.score() } else { -game.score() }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rules, plies, pairs, one, two] = &arguments[..] else {
        return Err("expected: RULES PLIES PAIRS one@6 two@6".into());
    };
    let (name, rules, plies, pairs) = (rules, Rules::read(rules)?, plies.parse()?, pairs.parse::<u64>()?);
    let scores: Result<Vec<[i32; 2]>, String> = (0..pairs)
        .into_par_iter()
        .map(|seed| {
            let mut players = [Player::new(one, &rules)?, Player::new(two, &rules)?];
            let game = opening(&rules, plies, seed + 1);
            Ok([true, false].map(|is_black| play(game.clone(), is_black, &mut players)))
        })
        .collect();
    let scores = scores?.concat();
    let count = |wanted: i32| scores.iter().filter(|score| score.signum() == wanted).count();
    let (wins, draws, losses) = (count(1), count(0), count(-1));
    let share = 100.0 * (wins as f64 + draws as f64 / 2.0) / scores.len() as f64;
    let mean = f64::from(scores.iter().sum::<i32>()) / scores.len() as f64;
    println!(
        "{name}: {one} against {two}: {wins} wins, {draws} draws, {losses} losses, {share:.1} %, {mean:+.1} discs"
    );
    Ok(())
}
