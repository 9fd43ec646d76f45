//! Fit how many discs each kind of claim explains, on games of people.
//!
//! `cargo run --release --example explain_weights -- search GAMES LEVEL FILE` scores every legal move of one position of each phase of
//! every game in FILE: one game a line, its transcript is the last word. `... -- fit VALUES` fits the weights to what it wrote and prints
//! them as the table of `src/analysis/explain/weights.rs`, with standard errors and with the pairs of moves that they order as the search
//! does. `docs/analysis.md` describes the method.

use emilia::analysis::explain::{ClaimKind, PHASES, amounts, phase};
use emilia::board::Position;
use emilia::{Engine, EngineOptions, Game, Level, Limits, Square, transcript};
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
        _ => Err("usage: explain_weights search GAMES LEVEL FILE | explain_weights fit VALUES".into()),
    }
}

/// Prints a position a line: its 64 squares as the side to move sees them, then each move with its score in discs.
fn search(text: &str, games: usize, level: u8) -> Result<(), Box<dyn Error>> {
    let limits = Limits::level(Level::new(level).ok_or("a level is 1 to 60")?).with_lines(usize::MAX);
    let mut engine = Engine::new(EngineOptions { threads: 1, ..EngineOptions::default() });
    let lines: Vec<&str> = text.lines().collect();
    let step = (lines.len() / games.max(1)).max(1);
    for (number, line) in lines.iter().step_by(step).take(games).enumerate() {
        let Ok(game) = transcript::read(line.split_whitespace().last().unwrap_or_default()) else { continue };
        for position in sample(&game, number) {
            let analysis = engine.search(position, &limits)?;
            let moves =
                analysis.lines().iter().filter_map(|report| Some((report.line.first()?.square()?, report.score())));
            let moves: Vec<String> = moves.map(|(at, score)| format!("{at}:{}", score.to_discs())).collect();
            println!("{position} {}", moves.join(" "));
        }
    }
    Ok(())
}

/// One position of each phase with at least two moves; which one depends on the number of the game.
fn sample(game: &Game, number: usize) -> Vec<Position> {
    let positions = (0..game.moves().len()).filter_map(|ply| game.position_at(ply));
    let all: Vec<Position> =
        positions.filter(|position| position.moves().len() > 1 && position.empties() <= 56).collect();
    let of_phase = |wanted| {
        let those: Vec<&Position> = all.iter().filter(|position| phase(**position) == wanted).collect();
        // Multiples of the golden ratio are spread evenly.
        let part = (number as f64 * 0.618_033_988_75).fract();
        those.get((part * those.len() as f64) as usize).map(|position| **position)
    };
    (0..PHASES.len()).filter_map(of_phase).collect()
}

/// A move: its loss in discs against the best one, and its amounts.
struct Row {
    loss: f64,
    amounts: [f64; KINDS],
}

fn read(line: &str) -> Option<(Position, Vec<Row>)> {
    let (board, moves) = line.split_once(' ')?;
    let position: Position = board.parse().ok()?;
    let moves: Vec<(Square, f64)> = moves
        .split(' ')
        .filter_map(|word| word.split_once(':').and_then(|(at, score)| Some((at.parse().ok()?, score.parse().ok()?))))
        .collect();
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
        let mobility = ClaimKind::MEASURED.map(|kind| f64::from(u8::from(kind == ClaimKind::OpponentMobility)));
        println!("  best move above another one: {:.1} %", 100.0 * ordered(&tested, &weights));
        println!("  by the opponent's mobility alone: {:.1} %", 100.0 * ordered(&tested, &mobility));
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

/// The part of the pairs of a best move and a worse one in which the weights prefer the best; equal ones count half.
fn ordered(positions: &[&Vec<Row>], weights: &[f64; KINDS]) -> f64 {
    let sum = |row: &Row| row.amounts.iter().zip(weights).map(|(amount, weight)| amount * weight).sum::<f64>();
    let (mut right, mut count) = (0.0, 0.0);
    for rows in positions {
        let Some(best) = rows.iter().min_by(|one, other| one.loss.total_cmp(&other.loss)) else { continue };
        for worse in rows.iter().filter(|row| row.loss >= LEAST_DIFFERENCE) {
            let difference = sum(best) - sum(worse);
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
