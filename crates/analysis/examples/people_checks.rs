//! Measure how well the model of people tells difficulties, and how often the fair-play report is wrong, on rated games.
//!
//! `cargo run --release --features people --example people_checks -- difficulty FILE YEARS GAMES LEVEL` judges GAMES games of YEARS, such as
//! 2019-2022, at this level, and compares the share of people who were expected to find a best move with those who did. `... -- evidence FILE
//! YEARS GAMES` prints a line for each player with ten games and more, of which GAMES at most are used: people, a quarter of them once more with
//! every third move replaced by that of level 8, and programs. `... -- fit EVIDENCE` prints the constants of `src/fair_play.rs` for such lines,
//! and `... -- rates EVIDENCE` how many players are beyond the line. FILE has twelve fields a line, separated by tabs, as
//! `docs/evaluation.md` describes; it may be compressed. `docs/analysis.md` has the results.

use emilia::internal::storage::read_decompressed;
use emilia::notation::transcript;
use emilia::{Colour, Engine, EngineOptions, Game, Level, Limits, Move, Position, Stop};
use emilia_analysis::fair_play::{Evidence, HONEST, Honest, LEAST_GAMES, LINE};
use emilia_analysis::people::{Choice, Grader, People, PeopleMove, RATINGS, Situation};
use emilia_analysis::{JudgeOptions, judge};
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
const HELPER: u8 = 8;
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
    let options = JudgeOptions::level(Level::new(level).ok_or("a level is 1 to 60")?);
    let mut engine = Engine::new(EngineOptions::default().with_threads(1).with_hash(16));
    let mut grader = grader(&engine)?;
    let all = read(file, &years)?;
    let mut bands: BTreeMap<u32, Shares> = BTreeMap::new();
    for (game, sides) in all.iter().step_by((all.len() / games.max(1)).max(1)).take(games) {
        engine.clear();
        let mut game = game.clone();
        for (colour, side) in [Colour::Black, Colour::White].into_iter().zip(sides) {
            let player = if colour == Colour::Black { &mut game.tags.black } else { &mut game.tags.white };
            player.rating = side.as_ref().filter(|side| is_person(side)).map(|side| side.rating.into());
        }
        let mut judged = judge(&mut engine, &game, &options, &Stop::new(), |_| {});
        judged.grade(&mut grader, None);
        for judged_move in &judged.moves {
            let is_rated = game.tags.player(judged_move.colour).rating.is_some();
            let Some(difficulty) = judged_move.difficulty.filter(|_| is_rated) else { continue };
            for band in [0, difficulty.rating / BAND * BAND] {
                let is_found = difficulty.as_bad == 0.0;
                bands.entry(band).or_default().add(difficulty.found, is_found);
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

/// The choices of a game that count as evidence, by the quick searches of the model.
fn choices(game: &Game, colour: Colour, rating: u32, grader: &mut Grader) -> Vec<(Position, Choice, usize)> {
    let mut found = Vec::new();
    for (ply, played) in game.moves().iter().enumerate() {
        let own = || game.at_ply(ply).filter(|turn| turn.to_move == colour);
        let (Some(_), Some(position), Some(square)) = (own(), game.position_at(ply), played.mv.square()) else {
            continue;
        };
        if position.distinct_moves().len() < 2 || grader.is_opening(position) {
            continue;
        }
        let last = ply.checked_sub(1).and_then(|ply| game.moves()[ply].mv.square());
        let Some(choice) = grader.choice(&Situation { position, last, rating: rating as f32 }) else { continue };
        let number = choice.moves.iter().position(|of| of.values.square == square);
        found.extend(number.map(|number| (position, choice, number)));
    }
    found
}

fn of_choice(choice: &Choice, played: usize) -> Evidence {
    let most = choice.moves.iter().map(PeopleMove::score).max().unwrap_or_default();
    let losses: Vec<f32> = choice.moves.iter().map(|of| (most - of.score()).to_discs()).collect();
    let chances: Vec<f32> = choice.moves.iter().map(|of| of.chance).collect();
    Evidence::new(&chances, &losses, played)
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
    let limits = Limits::level(Level::new(HELPER).ok_or("no such level")?);
    for (number, (player, games)) in of_player.into_iter().enumerate() {
        // Spread over the years.
        let count = games.len().min(most);
        for &(game, colour, rating) in (0..count).map(|at| &games[at * games.len() / count]) {
            let own = choices(game, colour, rating, &mut grader);
            let print = |group: &str, evidence: &[Evidence]| {
                let sums = (0..3).map(|of| {
                    let excess: f32 = evidence.iter().map(|choice| choice.excess()[of]).sum();
                    let variance: f32 = evidence.iter().map(|choice| choice.variances[of]).sum();
                    format!("{excess:.4}\t{variance:.4}")
                });
                let sums = sums.collect::<Vec<_>>().join("\t");
                println!("{group}\t{player}\t{rating}\t{}\t{sums}", evidence.len());
            };
            let honest: Vec<Evidence> = own.iter().map(|(_, choice, played)| of_choice(choice, *played)).collect();
            if !player.starts_with('H') {
                print("programs", &honest);
                continue;
            }
            print("people", &honest);
            if number % EACH != 0 {
                continue;
            }
            let mut helped = honest;
            for (at, (position, choice, _)) in own.iter().enumerate().skip(HELPED - 1).step_by(HELPED) {
                engine.clear();
                let best = engine.search(*position, &limits).best_move().and_then(Move::square);
                let best = choice.moves.iter().position(|of| Some(of.values.square) == best);
                helped[at] = of_choice(choice, best.ok_or("a best move is expected")?);
            }
            print("helped", &helped);
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
