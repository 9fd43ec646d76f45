//! Fit how many discs each kind of claim explains, on games of people.
//!
//! `cargo run --release --example explain_weights -- search GAMES LEVEL FILE` scores every legal move of one position of each phase of
//! GAMES games, spread over FILE: one game a line, its transcript is the last word. `... -- fit VALUES` fits the weights to what it wrote
//! and prints them as the table of `src/explain/weights.rs`, with standard errors, and how well weights from other positions
//! explain the differences. `... -- people VALUES` counts how often simple rules choose the move that was played. `docs/analysis.md`
//! describes the method.

use emilia::notation::transcript;
use emilia::{Engine, EngineOptions, Game, Level, Limits, Position, Square, Weights};
use emilia_analysis::internal::{ClaimKind, PHASES, amounts, first_sight, phase};
use std::collections::HashSet;
use std::error::Error;
use std::fs;

const KINDS: usize = ClaimKind::MEASURED.len();
/// Larger losses count as this one, in discs: how bad a blunder is says little about its kind.
const MOST_LOSS: f64 = 12.0;
/// Kinds with less than this number of standard errors are left out.
const LEAST_T: f64 = 2.0;
/// Moves that differ by less are not counted as a pair, in discs.
const LEAST_DIFFERENCE: f64 = 1.0;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["search", games, level, file] => search(&fs::read_to_string(file)?, games.parse()?, level.parse()?),
        ["fit", file] => {
            fit_all(&fs::read_to_string(file)?);
            Ok(())
        }
        ["people", file] => people(&fs::read_to_string(file)?),
        _ => Err("usage: explain_weights search GAMES LEVEL FILE | fit VALUES | people VALUES".into()),
    }
}

/// Prints a position a line: its 64 squares as the side to move sees them, the move played, then each move with its score in discs.
fn search(text: &str, games: usize, level: u8) -> Result<(), Box<dyn Error>> {
    let limits = Limits::level(Level::new(level).ok_or("a level is 1 to 60")?).with_lines(usize::MAX);
    let mut engine = Engine::new(EngineOptions::default().with_threads(1));
    let lines: Vec<&str> = text.lines().collect();
    let step = (lines.len() / games.max(1)).max(1);
    for (number, line) in lines.iter().step_by(step).take(games).enumerate() {
        let Ok(game) = transcript::read(line.split_whitespace().last().unwrap_or_default()) else { continue };
        for (position, played) in sample(&game, number) {
            let analysis = engine.search(position, &limits);
            let moves =
                analysis.lines().iter().filter_map(|report| Some((report.line.first()?.square()?, report.score())));
            let moves: Vec<String> = moves.map(|(at, score)| format!("{at}:{}", score.to_discs())).collect();
            println!("{position} {played} {}", moves.join(" "));
        }
    }
    Ok(())
}

/// One position of each phase with at least two moves, and the move played; which one depends on the number of the game.
fn sample(game: &Game, number: usize) -> Vec<(Position, Square)> {
    let position = |ply: usize| Some((game.position_at(ply)?, game.moves()[ply].mv.square()?));
    let is_wanted = |(position, _): &(Position, Square)| position.moves().len() > 1 && position.empties() <= 56;
    let all: Vec<(Position, Square)> = (0..game.moves().len()).filter_map(position).filter(is_wanted).collect();
    let of_phase = |wanted| {
        let those: Vec<_> = all.iter().filter(|(position, _)| phase(*position) == wanted).collect();
        // Multiples of the golden ratio are spread evenly.
        let part = (number as f64 * 0.618_033_988_75).fract();
        those.get((part * those.len() as f64) as usize).map(|found| **found)
    };
    (0..PHASES.len()).filter_map(of_phase).collect()
}

/// A move: its loss in discs against the best one, and its amounts.
struct Row {
    loss: f64,
    amounts: [f64; KINDS],
}

/// A line of the values.
struct Scored {
    position: Position,
    played: Square,
    /// Each move with its score, the best first.
    moves: Vec<(Square, f64)>,
}

fn parse(line: &str) -> Option<Scored> {
    let mut words = line.split(' ');
    let (position, played) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let score = |word: &str| word.split_once(':').and_then(|(at, score)| Some((at.parse().ok()?, score.parse().ok()?)));
    Some(Scored { position, played, moves: words.filter_map(score).collect() })
}

fn read(line: &str) -> Option<(Position, Vec<Row>)> {
    let Scored { position, moves, .. } = parse(line)?;
    let best = moves.iter().map(|(_, score)| *score).fold(f64::MIN, f64::max);
    let row = |&(at, score): &(Square, f64)| {
        Some(Row { loss: (best - score).min(MOST_LOSS), amounts: amounts(position, at)?.map(f64::from) })
    };
    Some((position, moves.iter().filter_map(row).collect()))
}

/// Fits each phase to two thirds of its positions and counts pairs in the rest; then fits the table to all of them. A position that
/// several games share counts once.
fn fit_all(text: &str) {
    let mut seen = HashSet::new();
    let all: Vec<(Position, Vec<Row>)> = text.lines().filter(|line| seen.insert(*line)).filter_map(read).collect();
    let mut table = [[0.0; KINDS]; PHASES.len()];
    for (index, of_table) in table.iter_mut().enumerate() {
        let of_phase: Vec<&Vec<Row>> =
            all.iter().filter(|(position, _)| phase(*position) == index).map(|(_, rows)| rows).collect();
        let (trained, tested): (Vec<_>, Vec<_>) = of_phase.iter().enumerate().partition(|(number, _)| number % 3 != 0);
        let [trained, tested] = [trained, tested]
            .map(|part: Vec<(usize, &&Vec<Row>)>| part.into_iter().map(|(_, rows)| *rows).collect::<Vec<_>>());
        let kept = significant(&trained);
        let (weights, _) = fit(&trained, &kept);
        println!("phase {index}: {} positions fitted, {} tested", trained.len(), tested.len());
        println!("  variance of the losses explained: {:.0} %", 100.0 * explained(&tested, &weights));
        println!("  best move above another one: {:.1} %", 100.0 * ordered(&tested, &weights, usize::MAX));
        println!("  best move above the next one: {:.1} %", 100.0 * ordered(&tested, &weights, 1));
        // The table is from all positions.
        let kept = significant(&of_phase);
        let (weights, errors) = fit(&of_phase, &kept);
        for (kind, name) in ClaimKind::MEASURED.iter().enumerate().filter(|(kind, _)| kept[*kind]) {
            println!("  {name:?} {:.2} +- {:.2}", weights[kind], errors[kind]);
            of_table[kind] = weights[kind];
        }
    }
    for (index, kind) in ClaimKind::MEASURED.iter().enumerate() {
        let row: Vec<String> = table.iter().map(|weights| format!("{:.2}", weights[index])).collect();
        println!("    [{}], // {kind:?}", row.join(", "));
    }
}

/// The kinds with a positive weight of at least [`LEAST_T`] standard errors, found by leaving out the worst one until all are.
fn significant(positions: &[&Vec<Row>]) -> [bool; KINDS] {
    let mut kept = [true; KINDS];
    loop {
        let (weights, errors) = fit(positions, &kept);
        let t = |kind: usize| if errors[kind] > 0.0 { weights[kind] / errors[kind] } else { 0.0 };
        let worst = (0..KINDS).filter(|&kind| kept[kind]).min_by(|&one, &other| t(one).total_cmp(&t(other)));
        match worst {
            Some(kind) if t(kind) < LEAST_T => kept[kind] = false,
            _ => return kept,
        }
    }
}

/// Least squares over the pairs of moves of each position, which is the same as over the moves less the mean of their position: weights
/// and standard errors, 0 for kinds that are not kept.
fn fit(positions: &[&Vec<Row>], kept: &[bool; KINDS]) -> ([f64; KINDS], [f64; KINDS]) {
    let mut normal = vec![vec![0.0; 2 * KINDS + 1]; KINDS];
    let (mut squares, mut count) = (0.0, 0.0);
    for rows in positions {
        let mean = |of: &dyn Fn(&Row) -> f64| rows.iter().map(of).sum::<f64>() / rows.len() as f64;
        let mean_gain = mean(&|row| -row.loss);
        let mean_amounts: Vec<f64> = (0..KINDS).map(|kind| mean(&|row| row.amounts[kind])).collect();
        for row in rows.iter() {
            let gain = -row.loss - mean_gain;
            squares += gain * gain;
            let amounts: Vec<f64> = (0..KINDS).map(|kind| row.amounts[kind] - mean_amounts[kind]).collect();
            for one in (0..KINDS).filter(|&one| kept[one]) {
                normal[one][2 * KINDS] += amounts[one] * gain;
                for other in (0..KINDS).filter(|&other| kept[other]) {
                    normal[one][other] += amounts[one] * amounts[other];
                }
            }
        }
        count += rows.len() as f64 - 1.0;
    }
    let right: Vec<f64> = normal.iter().map(|row| row[2 * KINDS]).collect();
    for (kind, row) in normal.iter_mut().enumerate() {
        row[kind] += 1e-3;
        row[KINDS + kind] = 1.0;
    }
    eliminate(&mut normal);
    let mut result = ([0.0; KINDS], [0.0; KINDS]);
    let explained: f64 = (0..KINDS).map(|kind| normal[kind][2 * KINDS] * right[kind]).sum();
    let variance = (squares - explained) / (count - KINDS as f64).max(1.0);
    for kind in (0..KINDS).filter(|&kind| kept[kind] && right[kind] != 0.0) {
        result.0[kind] = normal[kind][2 * KINDS];
        result.1[kind] = (variance * normal[kind][KINDS + kind]).sqrt();
    }
    result
}

/// Gauss and Jordan: the first square block becomes the identity.
fn eliminate(rows: &mut [Vec<f64>]) {
    for pivot in 0..rows.len() {
        let most =
            (pivot..rows.len()).max_by(|&one, &other| rows[one][pivot].abs().total_cmp(&rows[other][pivot].abs()));
        rows.swap(pivot, most.unwrap_or(pivot));
        let scale = rows[pivot][pivot];
        rows[pivot].iter_mut().for_each(|cell| *cell /= scale);
        let of_pivot = rows[pivot].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(number, _)| *number != pivot) {
            let factor = row[pivot];
            row.iter_mut().zip(&of_pivot).for_each(|(cell, by)| *cell -= factor * by);
        }
    }
}

/// What the weights say of a move, in discs.
fn sum(row: &Row, weights: &[f64; KINDS]) -> f64 {
    row.amounts.iter().zip(weights).map(|(amount, weight)| amount * weight).sum()
}

/// The part of the variance of the losses within positions that the weights explain.
fn explained(positions: &[&Vec<Row>], weights: &[f64; KINDS]) -> f64 {
    let (mut left, mut all) = (0.0, 0.0);
    for rows in positions {
        let mean = |of: &dyn Fn(&Row) -> f64| rows.iter().map(of).sum::<f64>() / rows.len() as f64;
        let (loss, said) = (mean(&|row| row.loss), mean(&|row| sum(row, weights)));
        for row in rows.iter() {
            let (gain, of_row) = (loss - row.loss, sum(row, weights) - said);
            left += (gain - of_row).powi(2);
            all += gain.powi(2);
        }
    }
    1.0 - left / f64::max(all, 1.0)
}

/// The part of the pairs of a best move and one of the `most` next ones in which the weights prefer the best; equal ones count half.
fn ordered(positions: &[&Vec<Row>], weights: &[f64; KINDS], most: usize) -> f64 {
    let (mut right, mut count) = (0.0, 0.0);
    for rows in positions {
        let Some(best) = rows.iter().min_by(|one, other| one.loss.total_cmp(&other.loss)) else { continue };
        let mut worse: Vec<&Row> = rows.iter().filter(|row| row.loss >= LEAST_DIFFERENCE).collect();
        worse.sort_by(|one, other| one.loss.total_cmp(&other.loss));
        for worse in worse.into_iter().take(most) {
            let difference = sum(best, weights) - sum(worse, weights);
            right += if difference > 1e-9 {
                1.0
            } else if difference < -1e-9 {
                0.0
            } else {
                0.5
            };
            count += 1.0;
        }
    }
    right / f64::max(count, 1.0)
}

/// The greater, the more a rule likes the move.
type Rule<'a> = &'a dyn Fn(Position, Square) -> i32;

/// How often each rule chooses the move that was played; of moves that are equal for a rule, each is chosen as often.
fn people(text: &str) -> Result<(), Box<dyn Error>> {
    let weights = Weights::embedded();
    let amount = |position: Position, at: Square, kind: ClaimKind| {
        amounts(position, at).map_or(0, |amounts| amounts[kind as usize])
    };
    let rules: [(&str, Rule); 4] = [
        ("first sight", &|position, at| i32::from(first_sight(position, &weights) == Some(at))),
        ("fewest moves for the opponent", &|position, at| amount(position, at, ClaimKind::OpponentMobility)),
        ("fewest frontier discs", &|position, at| amount(position, at, ClaimKind::Frontier)),
        ("fewest discs flipped", &|position, at| -(position.flips(at).len() as i32)),
    ];
    let (mut chosen, mut best, mut count) = ([0.0; 4], 0, 0);
    for Scored { position, played, moves } in text.lines().filter_map(parse) {
        for ((_, rule), chosen) in rules.iter().zip(&mut chosen) {
            let most = moves.iter().map(|(at, _)| rule(position, *at)).max();
            let ties = moves.iter().filter(|(at, _)| Some(rule(position, *at)) == most).count();
            *chosen += if Some(rule(position, played)) == most { 1.0 / ties as f64 } else { 0.0 };
        }
        best += i32::from(moves.first().is_some_and(|(at, _)| *at == played));
        count += 1;
    }
    println!("{count} positions; the best move of the search: {:.1} %", 100.0 * f64::from(best) / f64::from(count));
    for ((name, _), chosen) in rules.iter().zip(chosen) {
        println!("{name}: {:.1} %", 100.0 * chosen / f64::from(count));
    }
    Ok(())
}
