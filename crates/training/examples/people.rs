//! How near the model of people is to people, on games from 2019 on of a file of rated games (docs/people.md):
//! `people baselines FILE [MOVES]` compares what it predicts with other predictions, `people games FILE [GAMES]` compares games.

use anyhow::{Context, bail};
use emilia::internal::engine::weaker;
use emilia::internal::random::Random;
use emilia::{Bitboard, Colour, Engine, EngineOptions, Game, Level, Limits, Move, Position, Square, Weights};
use emilia_analysis::people::{MoveValues, Opponent, People, Situation, VIEWS, Values};
use emilia_training::people::{Sample, read_samples};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The mean losses that `handicap` is tried with, in discs.
const HANDICAPS: [f32; 4] = [0.5, 1.0, 2.0, 3.0];
const FIRST_YEAR: u16 = 2019;
/// Losses from this number of discs on are mistakes.
const MISTAKE: f32 = 6.0;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [command, file, rest @ ..] = &arguments[..] else { bail!("baselines or games, and a file of games") };
    let count = rest.first().map_or(Ok(if command == "games" { 200 } else { 20_000 }), |count| count.parse())?;
    let mut samples = read_samples(Path::new(file))?;
    samples.retain(|sample| sample.year >= FIRST_YEAR);
    let people = People::embedded().context("no model")?;
    match command.as_str() {
        "baselines" => baselines(samples, count, &people),
        "games" => games(&samples, count, &people),
        other => bail!("unknown command: {other}"),
    }
    Ok(())
}

/// Prints the share of moves that each prediction finds, by band of ratings.
fn baselines(mut samples: Vec<Sample>, count: usize, people: &People) {
    Random::new(1, 0).shuffle(&mut samples);
    samples.truncate(count);
    let found: Vec<(u32, [f64; 4 + HANDICAPS.len()])> =
        samples.par_chunks(200).flat_map(|samples| of_samples(samples, people)).collect();
    let mut bands: BTreeMap<u32, Vec<[f64; 4 + HANDICAPS.len()]>> = BTreeMap::new();
    for (band, hits) in found {
        bands.entry(0).or_default().push(hits);
        bands.entry(band).or_default().push(hits);
    }
    println!("rating  moves  model  level 8  level 2  1 ply  handicap 5, 10, 20, 30");
    for (band, hits) in bands {
        let share = |n: usize| 100.0 * hits.iter().map(|hits| hits[n]).sum::<f64>() / hits.len() as f64;
        let shares: Vec<String> = (0..4 + HANDICAPS.len()).map(|n| format!("{:6.1}", share(n))).collect();
        println!("{band:6} {:6} {}", hits.len(), shares.join(" "));
    }
}

fn of_samples(samples: &[Sample], people: &People) -> Vec<(u32, [f64; 4 + HANDICAPS.len()])> {
    let weights = Weights::embedded();
    let mut values = Values::new(weights.clone());
    let mut engine = Engine::with_weights(weights, EngineOptions::default().with_hash(4));
    let mut random = Random::new(1, 1);
    let of_sample = |sample: &Sample| {
        let situation = &sample.situation;
        let moves = values.of(situation.position);
        let chances = people.chances(situation, &moves);
        let likely = (0..moves.len()).max_by(|&one, &other| chances[one].total_cmp(&chances[other]));
        let mut hits = [0.0; 4 + HANDICAPS.len()];
        let is_played = |square: Option<Square>| f64::from(u8::from(square == Some(sample.played)));
        hits[0] = is_played(likely.map(|n| moves[n].square));
        for (hit, level) in [(1, 8), (2, 2)] {
            let limits = Limits::level(Level::new(level).expect("a level"));
            let best = engine.search(situation.position, &limits).best_move();
            hits[hit] = is_played(best.and_then(Move::square));
        }
        let first = moves.iter().max_by_key(|of| of.values[0]);
        hits[3] = is_played(first.map(|of| of.square));
        let all = Limits {
            lines: usize::MAX,
            root_moves: Some(situation.position.moves()),
            ..Limits::level(Level::new(4).expect("a level"))
        };
        let analysis = engine.search(situation.position, &all);
        for (hit, mean) in hits[4..].iter_mut().zip(HANDICAPS) {
            let chosen = weaker(analysis.lines(), mean, &mut random);
            *hit = is_played(chosen.and_then(|(line, _)| line.line.first()?.square()));
        }
        ((situation.rating / 200.0) as u32 * 200, hits)
    };
    samples.iter().map(of_sample).collect()
}

/// A position, and the move that was chosen in it.
type Choice = (Position, Square);

/// What the moves of one side of a game come to.
#[derive(Clone, Copy, Default)]
struct Side {
    /// By phase: moves, and discs lost.
    phases: [(u32, f32); 3],
    mistakes: u32,
    /// Whether a move let the opponent take a corner that it could not take before, and it did.
    lost_corner: bool,
}

impl Side {
    fn add(&mut self, position: Position, played: Square, moves: &[MoveValues]) {
        let value = |of: &MoveValues| of.values[VIEWS - 1].to_discs();
        let best = moves.iter().map(value).fold(f32::MIN, f32::max);
        let Some(own) = moves.iter().find(|of| of.square == played) else { return };
        let empties = position.empties();
        let phase = &mut self.phases[if empties > 40 { 0 } else { usize::from(empties <= 20) + 1 }];
        *phase = (phase.0 + 1, phase.1 + best - value(own));
        self.mistakes += u32::from(best - value(own) >= MISTAKE);
    }
}

/// Prints the games of people and those of the model with the same ratings on both sides, by rating.
fn games(samples: &[Sample], count: usize, people: &Arc<People>) {
    println!("rating  sides  lost a move: opening, middle, last 20  6 discs and more  lost a corner");
    // The moves and the rating of each side of a game.
    let mut of_games: BTreeMap<u32, [Vec<Choice>; 2]> = BTreeMap::new();
    let mut ratings: BTreeMap<u32, [f32; 2]> = BTreeMap::new();
    for sample in samples {
        let Situation { position, rating, .. } = sample.situation;
        let side = usize::from(sample.colour == Colour::White);
        of_games.entry(sample.game).or_default()[side].push((position, sample.played));
        ratings.entry(sample.game).or_insert([0.0; 2])[side] = rating;
    }
    for rating in (800..=2200).step_by(200) {
        let is_near = |game: u32, side: usize| (ratings[&game][side] - rating as f32).abs() < 100.0;
        let sides = of_games.keys().flat_map(|&game| [(game, 0), (game, 1)]);
        // The other side has a rating, too.
        let sides = sides.filter(|&(game, side)| is_near(game, side) && ratings[&game][1 - side] >= 800.0);
        let mut sides: Vec<(u32, usize)> = sides.collect();
        Random::new(1, 0).shuffle(&mut sides);
        sides.truncate(count);
        let of_people: Vec<Side> = sides.par_iter().map(|(game, side)| of_side(&of_games[game][*side])).collect();
        print(rating, "people", &of_people);
        let of_model =
            sides.par_iter().map(|(game, side)| of_side(&game_of_model(people, ratings[game], *game)[*side]));
        print(rating, "model", &of_model.collect::<Vec<Side>>());
    }
}

/// What the unforced moves of a side come to.
fn of_side(choices: &[Choice]) -> Side {
    let mut values = Values::new(Weights::embedded());
    let mut side = Side::default();
    for (at, &(position, played)) in choices.iter().enumerate() {
        side.add(position, played, &values.of(position));
        let before = position.pass().moves() & Bitboard::CORNERS;
        let Some(next) = position.try_play(played) else { continue };
        let given = next.moves() & Bitboard::CORNERS & !before;
        // The next own choice shows what the opponent did.
        side.lost_corner |= choices.get(at + 1).is_some_and(|(next, _)| !(next.opp() & given).is_empty());
    }
    side
}

/// The unforced moves of both sides in a game of the model with itself.
fn game_of_model(people: &Arc<People>, ratings: [f32; 2], seed: u32) -> [Vec<Choice>; 2] {
    let mut opponent = Opponent::new(people.clone(), Weights::embedded());
    let (mut game, mut sides) = (Game::default(), [Vec::new(), Vec::new()]);
    while let (false, Some(position)) = (game.is_over(), game.position()) {
        if game.must_pass() {
            game.play(Move::Pass).expect("a legal pass");
            continue;
        }
        let side = usize::from(game.to_move() == Colour::White);
        let seed = 2 * u64::from(seed) + side as u64;
        let square = opponent.choose(&game, ratings[side], seed).expect("a move").values.square;
        if position.moves().len() > 1 {
            sides[side].push((position, square));
        }
        game.play(square.into()).expect("a legal move");
    }
    sides
}

fn print(rating: u32, name: &str, sides: &[Side]) {
    let lost = |phase: usize| {
        let (moves, lost) =
            sides.iter().fold((0, 0.0), |sum, side| (sum.0 + side.phases[phase].0, sum.1 + side.phases[phase].1));
        lost / moves.max(1) as f32
    };
    let moves: u32 = sides.iter().flat_map(|side| side.phases).map(|phase| phase.0).sum();
    let mistakes: u32 = sides.iter().map(|side| side.mistakes).sum();
    let corners = sides.iter().filter(|side| side.lost_corner).count();
    println!(
        "{rating:6} {name:7} {:5}  {:.2} {:.2} {:.2}  {:5.1} %  {:5.1} %",
        sides.len(),
        lost(0),
        lost(1),
        lost(2),
        100.0 * mistakes as f32 / moves.max(1) as f32,
        100.0 * corners as f32 / sides.len().max(1) as f32,
    );
}
