//! Measure the errors of searches to the end of the game with forward pruning, and fit the model that states them.
//!
//! `cargo run --release --example ending_errors -- search FILE` searches positions to the end at every confidence, each with empty tables,
//! and solves them: one position a line, a label first, its 64 squares as the side to move sees them last. `... -- fit RESULTS` fits
//! the model in `src/engine/deviation.rs` to what it wrote for even labels, such as years, and tests it on the others.

use emilia::{Engine, EngineOptions, Limits, Position, Selectivity};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;

/// The numbers of the model.
const TERMS: usize = 5;
/// Fewest empty squares with forward pruning.
const LEAST_EMPTIES: u32 = 15;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["search", file] => search(&fs::read_to_string(file)?),
        ["fit", file] => {
            fit_and_test(&fs::read_to_string(file)?);
            Ok(())
        }
        _ => Err("usage: ending_errors search FILE | ending_errors fit RESULTS".into()),
    }
}

/// Prints a line for each search: the label, the empty squares, the confidence, its score, the exact score.
fn search(text: &str) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new(EngineOptions::default());
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let (Some(label), Some(board)) = (words.next(), words.next_back()) else { continue };
        let position: Position = board.parse()?;
        let exact = engine.solve(position).score();
        for selectivity in Selectivity::ALL.into_iter().filter(|selectivity| *selectivity < Selectivity::Full) {
            engine.clear();
            let score = engine.search(position, &Limits::new(position.empties(), selectivity)).score();
            println!(
                "{label} {} {} {} {}",
                position.empties(),
                selectivity.percent(),
                score.rounded(),
                exact.rounded()
            );
        }
    }
    Ok(())
}

/// A search: its terms in the model, and the square of its error.
struct Row {
    label: u32,
    empties: u32,
    percent: u32,
    terms: [f64; TERMS],
    square: f64,
}

fn read(line: &str) -> Option<Row> {
    let mut numbers = line.split_whitespace().map(|word| word.parse::<i32>().ok());
    let mut next = || numbers.next()?;
    let (label, empties, percent, score, exact) = (next()?, next()?, next()?, next()?, next()?);
    let (label, empties, percent) = (label.try_into().ok()?, u32::try_from(empties).ok()?, percent.try_into().ok()?);
    let deviations = f64::from(Selectivity::from_percent(percent)?.deviations()?);
    let distance = f64::from(score.abs()) / 10.0;
    let terms = [1.0, deviations, f64::from(empties) - 20.0, distance, distance * distance];
    Some(Row { label, empties, percent, terms, square: f64::from((score - exact).pow(2)) })
}

/// The mean square error that the model states.
fn stated(row: &Row, factors: &[f64; TERMS]) -> f64 {
    (2.0 * row.terms.iter().zip(factors).map(|(term, factor)| term * factor).sum::<f64>()).exp()
}

/// Fits the logarithm of the error so that the sums of the square errors are right along every term: the likelihood equations of a Poisson
/// distribution, by scoring.
fn fit(rows: &[&Row]) -> [f64; TERMS] {
    let mean = rows.iter().map(|row| row.square).sum::<f64>() / rows.len() as f64;
    let mut factors = [0.0; TERMS];
    factors[0] = mean.ln() / 2.0;
    for _ in 0..200 {
        let mut normal = vec![vec![0.0; TERMS + 1]; TERMS];
        for row in rows {
            let stated = stated(row, &factors);
            for (equation, term) in normal.iter_mut().zip(row.terms) {
                equation[TERMS] += term * (row.square - stated);
                equation.iter_mut().zip(row.terms).for_each(|(cell, other)| *cell += stated * term * other);
            }
        }
        eliminate(&mut normal);
        // Half of the step is that of the logarithm of a square; half again for safety.
        factors.iter_mut().zip(&normal).for_each(|(factor, row)| *factor += row[TERMS] / 4.0);
    }
    factors
}

/// Gauss and Jordan: the first square block becomes the identity.
fn eliminate(rows: &mut [Vec<f64>]) {
    for pivot in 0..rows.len() {
        let scale = rows[pivot][pivot];
        rows[pivot].iter_mut().for_each(|cell| *cell /= scale);
        let of_pivot = rows[pivot].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(number, _)| *number != pivot) {
            let factor = row[pivot];
            row.iter_mut().zip(&of_pivot).for_each(|(cell, by)| *cell -= factor * by);
        }
    }
}

/// Prints the model of the rows with even labels with its test on the others, and the model of all.
fn fit_and_test(text: &str) {
    let rows: Vec<Row> = text.lines().filter_map(read).filter(|row| row.empties >= LEAST_EMPTIES).collect();
    let (fitted, tested): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.label % 2 == 0);
    let factors = fit(&fitted);
    println!("{} searches fitted: {}", fitted.len(), written(&factors));
    let mut parts: BTreeMap<(String, u32), Vec<&Row>> = BTreeMap::new();
    for row in tested {
        parts.entry((format!("{} empty squares, %", row.empties), row.percent)).or_default().push(row);
        parts.entry(("all, %".to_owned(), row.percent)).or_default().push(row);
        let size = (row.terms[3] / 2.0) as u32 * 20;
        parts.entry(("score from".to_owned(), size)).or_default().push(row);
        if (22..=26).contains(&row.empties) {
            parts.entry(("22 to 26 empty squares, %".to_owned(), row.percent)).or_default().push(row);
        }
    }
    for ((name, number), rows) in parts {
        let (square, model) =
            rows.iter().fold((0.0, 0.0), |sum, row| (sum.0 + row.square, sum.1 + stated(row, &factors)));
        let ratio = f64::sqrt(square / model);
        let spread: f64 = rows.iter().map(|row| (row.square - ratio * ratio * stated(row, &factors)).powi(2)).sum();
        let (count, error) = (rows.len() as f64, f64::sqrt(spread) / (2.0 * ratio * model));
        let (rms, said) = (f64::sqrt(square / count), f64::sqrt(model / count));
        println!("{name} {number}: {count} tested, error {rms:.2}, stated {said:.2}, ratio {ratio:.2} +- {error:.2}");
    }
    let all: Vec<&Row> = rows.iter().collect();
    println!("{} searches: {}", all.len(), written(&fit(&all)));
}

fn written(factors: &[f64; TERMS]) -> String {
    factors.map(|factor| format!("{factor:.4}")).join(", ")
}
