//! Measure how well the model of people tells difficulties, and how often the fair-play report is wrong, on rated games.
//!
//! `cargo run --release --features people --example people_checks -- difficulty FILE YEARS GAMES LEVEL` scores all moves of GAMES games of YEARS, such
//! as 2019-2022, at this level, and compares the share of people who were expected to find a best move with those who did. `... -- evidence FILE
//! YEARS GAMES` prints a line for each player with ten games and more, of which GAMES at most are used: people, a quarter of them once more with
//! every third move replaced by that of level 14, and programs. `... -- fit EVIDENCE` prints the constants of `src/fair_play.rs` for such lines,
//! and `... -- rates EVIDENCE` how many players are beyond the line. FILE has twelve fields a line, separated by tabs, as
//! `docs/evaluation.md` describes; it may be compressed. `docs/analysis.md` has the results.

use emilia::internal::storage::read_decompressed;
use emilia::notation::transcript;
use emilia::{Colour, Engine, EngineOptions, Game, Level, Limits, Move, Position};
use emilia_analysis::fair_play::{Evidence, HONEST, Honest, LEAST_GAMES, LINE};
use emilia_analysis::people::{Choice, Grader, People, PeopleMove, RATINGS, Situation};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;

type Failure = Box<dyn Error>;

/// The width of a band of ratings.
const BAND: u32 = 200;
/// The parts of the expected shares, for their calibration.
const PARTS: usize = 10;
/// The level of the moves that replace those of people.
const HELPER: u8 = 14;
/// The level that all moves are scored at, which is that of `emilia fair-play` unless another one is asked for.
const LEVEL: u8 = 8;
/// One of this number of moves is replaced ...
const HELPED: usize = 3;
/// ... in the games of one of this number of players.
const EACH: usize = 4;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["difficulty", file, of, games, level] => difficulty(file, years(of)?, games.parse()?, level.parse()?),
        ["evidence", file, of, games] => evidence(file, years(of)?, games.parse()?),
        ["fit", file] => fit(&fs::read_to_string(file)?),
        ["rates", file] => rates(&fs::read_to_string(file)?),
        _ => Err("usage: people_checks difficulty FILE YEARS GAMES LEVEL | evidence FILE YEARS GAMES | fit FILE | rates FILE".into()),
    }
}

fn years(text: &str) -> Result<RangeInclusive<u16>, Failure> {
    let (first, last) = text.split_once('-').ok_or("two years are expected, such as 2019-2022")?;
    Ok(first.parse()?..=last.parse()?)
}

/// A player's side of a game.
#[derive(Clone)]
struct Side {
    player: String,
    rating: u32,
}

/// A game with its sides, where they are people with ratings.
type Rated = (Game, [Option<Side>; 2]);

/// The games of some years, with the sides that have a rating.
fn read(file: &str, years: &RangeInclusive<u16>) -> Result<Vec<Rated>, Failure> {
    let text = String::from_utf8(read_decompressed(Path::new(file))?)?;
    let mut games = Vec::new();
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [year, _, black, of_black, _, white, of_white, _, _, _, _, moves] = fields[..] else {
            return Err("twelve fields are expected in a line".into());
        };
        let side = |player: &str, rating: &str| {
            let rating: u32 = rating.parse().ok().filter(|rating| *rating >= *RATINGS.start())?;
            Some(Side { player: player.to_owned(), rating: rating.min(*RATINGS.end()) })
        };
        if years.contains(&year.parse()?)
            && let Ok(game) = transcript::read(moves)
        {
            games.push((game, [side(black, of_black), side(white, of_white)]));
        }
    }
    Ok(games)
}

fn is_person(side: &Side) -> bool {
    side.player.starts_with('H')
}

fn grader(engine: &Engine) -> Result<Grader, Failure> {
    Ok(Grader::new(People::embedded().ok_or("the feature `people` is missing")?, engine.weights().clone()))
}

/// The expected and the found of some choices, in parts of the expected share.
#[derive(Clone, Copy, Default)]
struct Shares {
    parts: [(usize, f64, usize); PARTS],
}

impl Shares {
    fn add(&mut self, expected: f32, is_found: bool) {
        let part = &mut self.parts[((expected * PARTS as f32) as usize).min(PARTS - 1)];
        *part = (part.0 + 1, part.1 + f64::from(expected), part.2 + usize::from(is_found));
    }
}

fn difficulty(file: &str, years: RangeInclusive<u16>, games: usize, level: u8) -> Result<(), Failure> {
    let limits = Limits::level(Level::new(level).ok_or("a level is 1 to 60")?).with_lines(usize::MAX);
    let mut engine = Engine::new(EngineOptions::default().with_threads(1).with_hash(16));
    let mut grader = grader(&engine)?;
    let all = read(file, &years)?;
    let mut bands: BTreeMap<u32, Shares> = BTreeMap::new();
    for (game, sides) in all.iter().step_by((all.len() / games.max(1)).max(1)).take(games) {
        for (colour, side) in [Colour::Black, Colour::White].into_iter().zip(sides) {
            let Some(side) = side.as_ref().filter(|side| is_person(side)) else { continue };
            for (position, choice, played) in choices(game, colour, side.rating, &mut grader, false) {
                // All moves have the same search, so that the one played has no second chance to be the best.
                let scores = scores(&mut engine, position, &choice, &limits)?;
                let most = scores.iter().copied().fold(f32::MIN, f32::max);
                let are_best = choice.moves.iter().zip(scores).filter(|(_, score)| *score == most);
                let best = choice.best(are_best.map(|(of, _)| of.values.square), false);
                let is_found = best.has(choice.moves[played].values.square);
                let found = choice.found(best);
                for band in [0, side.rating / BAND * BAND] {
                    bands.entry(band).or_default().add(found, is_found);
                }
            }
        }
    }
    println!("rating  choices  expected    found  error  by tenths of the expected share: found");
    for (band, Shares { parts }) in bands {
        let name = if band == 0 { "all".to_owned() } else { band.to_string() };
        let [choices, expected, found]: [f64; 3] = [
            parts.iter().map(|part| part.0 as f64).sum(),
            parts.iter().map(|part| part.1).sum(),
            parts.iter().map(|part| part.2 as f64).sum(),
        ];
        let error: f64 = parts.iter().map(|part| (part.1 - part.2 as f64).abs()).sum();
        let [expected, found, error] = [expected, found, error].map(|sum| 100.0 * sum / choices);
        let parts = parts.map(|part| format!("{:.0}", 100.0 * part.2 as f64 / part.0.max(1) as f64)).join(" ");
        println!("{name:6} {choices:8}    {expected:4.1} %   {found:4.1} %  {error:3.1} %  {parts}");
    }
    Ok(())
}

/// The choices of a side, or of them those that count as evidence, with the number of the move that was played.
fn choices(
    game: &Game,
    colour: Colour,
    rating: u32,
    grader: &mut Grader,
    is_evidence: bool,
) -> Vec<(Position, Choice, usize)> {
    let mut found = Vec::new();
    for (ply, played) in game.moves().iter().enumerate() {
        let own = || game.at_ply(ply).filter(|turn| turn.to_move == colour);
        let (Some(_), Some(position), Some(square)) = (own(), game.position_at(ply), played.mv.square()) else {
            continue;
        };
        if position.distinct_moves().len() < 2 || is_evidence && grader.is_opening(position) {
            continue;
        }
        let last = ply.checked_sub(1).and_then(|ply| game.moves()[ply].mv.square());
        let Some(choice) = grader.choice(&Situation { position, last, rating: rating as f32 }) else { continue };
        let number = choice.moves.iter().position(|of| of.values.square == square);
        found.extend(number.map(|number| (position, choice, number)));
    }
    found
}

/// The scores of the moves in discs, by searches of this engine to the same depth.
fn scores(engine: &mut Engine, position: Position, choice: &Choice, limits: &Limits) -> Result<Vec<f32>, Failure> {
    engine.clear();
    let analysis = engine.search(position, limits);
    let score = |of: &PeopleMove| {
        let square = Some(of.values.square);
        let line = analysis.lines().iter().find(|line| line.line.first().and_then(|mv| mv.square()) == square)?;
        Some(line.score().to_discs())
    };
    choice.moves.iter().map(score).collect::<Option<_>>().ok_or_else(|| "a move has no score".into())
}

/// Prints for each game of a player: group, player, rating, choices, then excess and variance of agreement, loss and surprise.
fn evidence(file: &str, years: RangeInclusive<u16>, most: usize) -> Result<(), Failure> {
    let games = read(file, &years)?;
    let mut of_player: BTreeMap<&str, Vec<(&Game, Colour, u32)>> = BTreeMap::new();
    for (game, sides) in &games {
        for (colour, side) in [Colour::Black, Colour::White].into_iter().zip(sides) {
            if let Some(side) = side {
                of_player.entry(&side.player).or_default().push((game, colour, side.rating));
            }
        }
    }
    of_player.retain(|_, games| games.len() >= LEAST_GAMES);
    let mut engine = Engine::new(EngineOptions::default().with_threads(1).with_hash(4));
    let mut grader = grader(&engine)?;
    let of_level = |level: u8| Level::new(level).map(Limits::level).ok_or("no such level");
    let (limits, of_helper) = (of_level(LEVEL)?.with_lines(usize::MAX), of_level(HELPER)?);
    for (of_group, (player, games)) in of_player.into_iter().enumerate() {
        let is_person = player.starts_with('H');
        // Spread over the years.
        let count = games.len().min(most);
        for &(game, colour, rating) in (0..count).map(|at| &games[at * games.len() / count]) {
            let own = choices(game, colour, rating, &mut grader, true);
            let print = |group: &str, evidence: &[Evidence]| {
                let sums = (0..3).map(|of| {
                    let excess: f32 = evidence.iter().map(|choice| choice.excess()[of]).sum();
                    let variance: f32 = evidence.iter().map(|choice| choice.variances[of]).sum();
                    format!("{excess:.4}\t{variance:.4}")
                });
                let sums = sums.collect::<Vec<_>>().join("\t");
                println!("{group}\t{player}\t{rating}\t{}\t{sums}", evidence.len());
            };
            let mut honest = Vec::new();
            let mut helped = Vec::new();
            for (number, (position, choice, played)) in own.into_iter().enumerate() {
                let scores = scores(&mut engine, position, &choice, &limits)?;
                honest.push(Evidence::of(&choice, &scores, played));
                let mut replaced = played;
                if is_person && of_group % EACH == 0 && number % HELPED == HELPED - 1 {
                    let best = engine.search(position, &of_helper).best_move().and_then(Move::square);
                    let best = choice.moves.iter().position(|of| Some(of.values.square) == best);
                    replaced = best.ok_or("a best move is expected")?;
                }
                helped.push(Evidence::of(&choice, &scores, replaced));
            }
            print(if is_person { "people" } else { "programs" }, &honest);
            if is_person && of_group % EACH == 0 {
                print("helped", &helped);
            }
        }
    }
    Ok(())
}

/// A game: choices, then excess and variance of the three.
type Row = (f64, [(f64, f64); 3]);

/// The games of each player of each group.
fn players(text: &str) -> Result<BTreeMap<(String, String), Vec<Row>>, Failure> {
    let mut players: BTreeMap<(String, String), Vec<Row>> = BTreeMap::new();
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [group, player, _, numbers @ ..] = &fields[..] else {
            return Err("ten fields are expected in a line".into());
        };
        let numbers: Vec<f64> = numbers.iter().map(|number| number.parse()).collect::<Result<_, _>>()?;
        let [choices, a, b, c, d, e, f] = numbers[..] else { return Err("ten fields are expected in a line".into()) };
        players
            .entry(((*group).to_owned(), (*player).to_owned()))
            .or_default()
            .push((choices, [(a, b), (c, d), (e, f)]));
    }
    Ok(players)
}

fn fit(text: &str) -> Result<(), Failure> {
    let players = players(text)?;
    let honest: Vec<&Vec<Row>> =
        players.iter().filter(|((group, _), _)| group == "people").map(|(_, rows)| rows).collect();
    let sum = |rows: &[Row], of: &dyn Fn(&Row) -> f64| rows.iter().map(of).sum::<f64>();
    for (of, name) in ["agreement", "loss", "surprise"].into_iter().enumerate() {
        let excess = |row: &Row| row.1[of].0;
        let total = |of: &dyn Fn(&Row) -> f64| honest.iter().map(|rows| sum(rows, of)).sum::<f64>();
        let bias = total(&excess) / total(&|row| row.0);
        // Within players: squares of what games differ from the mean of the player.
        let (mut squares, mut variances) = (0.0, 0.0);
        for rows in &honest {
            let (choices, games) = (sum(rows, &|row| row.0), rows.len() as f64);
            let mean = sum(rows, &excess) / choices;
            squares += sum(rows, &|row| (excess(row) - row.0 * mean).powi(2)) * games / (games - 1.0);
            variances += sum(rows, &|row| row.1[of].1);
        }
        let variance = squares / variances;
        // Between players: what is left of the squares of their means.
        let rest = honest.iter().map(|rows| {
            let choices = sum(rows, &|row| row.0);
            let error = variance * sum(rows, &|row| row.1[of].1) / choices.powi(2);
            (sum(rows, &excess) / choices - bias).powi(2) - error
        });
        let spread = (rest.sum::<f64>() / honest.len() as f64).max(0.0).sqrt();
        println!("{name}: Honest {{ bias: {bias:.4}, variance: {variance:.2}, spread: {spread:.4} }}");
        let fitted = Honest { bias, variance, spread };
        let mut numbers: Vec<f64> = honest.iter().map(|rows| standardised(&fitted, rows, of)).collect();
        numbers.sort_by(f64::total_cmp);
        let at = |part: f64| numbers[(part * (numbers.len() - 1) as f64).round() as usize];
        println!(
            "  {} players: median {:.2}, 95 % below {:.2}, 99 % below {:.2}, most {:.2}",
            numbers.len(),
            at(0.5),
            at(0.95),
            at(0.99),
            at(1.0)
        );
    }
    Ok(())
}

fn standardised(honest: &Honest, rows: &[Row], of: usize) -> f64 {
    let sum = |of: &dyn Fn(&Row) -> f64| rows.iter().map(of).sum::<f64>();
    honest.standardised(sum(&|row| row.1[of].0), sum(&|row| row.1[of].1), sum(&|row| row.0))
}

fn rates(text: &str) -> Result<(), Failure> {
    let players = players(text)?;
    println!("group      games    players  beyond  median agreement, loss, surprise");
    for group in ["people", "helped", "programs"] {
        for (least, most) in [(LEAST_GAMES, 19), (20, 39), (40, usize::MAX), (LEAST_GAMES, usize::MAX)] {
            let those: Vec<[f64; 3]> = players
                .iter()
                .filter(|((of, _), rows)| of == group && (least..=most).contains(&rows.len()))
                .map(|(_, rows)| std::array::from_fn(|of| standardised(&HONEST[of], rows, of)))
                .collect();
            let median = |of: usize| {
                let mut numbers: Vec<f64> = those.iter().map(|numbers| numbers[of]).collect();
                numbers.sort_by(f64::total_cmp);
                numbers.get(numbers.len() / 2).copied().unwrap_or_default()
            };
            let beyond = those.iter().filter(|numbers| numbers[2] > LINE).count();
            let name = if most == usize::MAX { format!("{least}-") } else { format!("{least}-{most}") };
            let share = 100.0 * beyond as f64 / those.len().max(1) as f64;
            println!(
                "{group:9}  {name:7}  {:7}  {share:4.1} %  {:.2} {:.2} {:.2}",
                those.len(),
                median(0),
                median(1),
                median(2)
            );
        }
    }
    Ok(())
}
