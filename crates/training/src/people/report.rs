//! How well the model predicts the moves of people.

use super::samples::Sample;
use emilia_analysis::people::{MoveValues, People, VIEWS};
use rayon::prelude::*;
use serde::Serialize;
use std::fmt;

/// The stretches that are tried.
const STRETCHES: [f32; 7] = [1.0, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3];
/// The width of a band of ratings.
const WIDTH: f32 = 200.0;
/// The parts of the chances, for their calibration.
const PARTS: usize = 10;
/// Losses from this number of discs on are mistakes.
const MISTAKE: f32 = 6.0;

/// The stretch of the ratings that predicts these samples best.
pub(super) fn best_stretch(people: &People, samples: &[Sample], values: &[Vec<MoveValues>]) -> f32 {
    let loss = |stretch: f32| {
        let people = People { stretch, ..people.clone() };
        PeopleReport::new(&people, samples, values).0.first().map_or(0.0, |band| band.loss)
    };
    let stretches = STRETCHES.map(|stretch| (loss(stretch), stretch));
    stretches.into_iter().min_by(|one, other| one.0.total_cmp(&other.0)).map_or(1.0, |(_, stretch)| stretch)
}

/// The predictions of the moves of players in a band of ratings, forced moves left out.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Band {
    /// The lowest rating of the band.
    pub from: u32,
    /// The number of moves.
    pub moves: usize,
    /// The share of moves that the model found most likely.
    pub predicted: f64,
    /// The share of moves that were the best of a search of two plies, ...
    pub best_of_two: f64,
    /// ... and of one of six plies, or proved best.
    pub best_of_six: f64,
    /// The mean of the logarithm of one over the chance of the move played, in nats.
    pub loss: f64,
    /// The mean difference between the chance of the likeliest move and how often it was played, by ten parts of that chance.
    pub calibration: f64,
    /// The mean loss of people in discs by the search of six plies, in the opening, the middle game and the last 20 moves, ...
    pub lost: [f64; 3],
    /// ... and that expected by the model.
    pub lost_by_model: [f64; 3],
    /// The share of moves that lose six discs and more, of people and by the model.
    pub mistakes: [f64; 2],
}

/// The predictions by bands of ratings, and of all moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PeopleReport(pub Vec<Band>);

/// The sums of a band.
#[derive(Clone, Default)]
struct Sums {
    moves: usize,
    hits: [usize; 3],
    loss: f64,
    /// By the chance of the likeliest move: the number of moves, the chances, and how often it was played.
    parts: [(usize, f64, usize); PARTS],
    phases: [(usize, f64, f64); 3],
    mistakes: [f64; 2],
}

impl PeopleReport {
    pub(super) fn new(people: &People, samples: &[Sample], values: &[Vec<MoveValues>]) -> PeopleReport {
        let pairs = samples.par_iter().zip(values);
        let of_sample = |mut sums: Vec<Sums>, (sample, moves): (&Sample, &Vec<MoveValues>)| {
            let band = (sample.situation.rating / WIDTH) as usize;
            sums[0].add(people, sample, moves);
            sums[band].add(people, sample, moves);
            sums
        };
        let sums = pairs.fold(|| vec![Sums::default(); 16], of_sample);
        let sums = sums.reduce(
            || vec![Sums::default(); 16],
            |one, other| one.into_iter().zip(other).map(|(one, other)| one.with(&other)).collect(),
        );
        let bands =
            (0..).zip(sums).filter(|(_, sums)| sums.moves > 0).map(|(band, sums)| sums.band(band * WIDTH as u32));
        PeopleReport(bands.collect())
    }
}

impl Sums {
    fn add(&mut self, people: &People, sample: &Sample, moves: &[MoveValues]) {
        let chances = people.chances(&sample.situation, moves);
        let Some(played) = moves.iter().position(|of| of.square == sample.played) else { return };
        let likely = (0..moves.len()).max_by(|&a, &b| chances[a].total_cmp(&chances[b])).unwrap_or(0);
        let best = |view: usize| (0..moves.len()).max_by_key(|&n| (moves[n].values[view], n)).unwrap_or(0);
        self.moves += 1;
        for (hits, found) in self.hits.iter_mut().zip([likely, best(1), best(VIEWS - 1)]) {
            *hits += usize::from(found == played);
        }
        self.loss -= f64::from(chances[played].max(1e-9).ln());
        let empties = sample.situation.position.empties();
        let phase = if empties > 40 { 0 } else { usize::from(empties <= 20) + 1 };
        let value = |n: usize| moves[n].values[VIEWS - 1];
        let loss = |n: usize| f64::from((value(best(VIEWS - 1)) - value(n)).to_discs());
        self.phases[phase].0 += 1;
        self.phases[phase].1 += loss(played);
        self.mistakes[0] += f64::from(u8::from(loss(played) >= f64::from(MISTAKE)));
        let part = &mut self.parts[((chances[likely] * PARTS as f32) as usize).min(PARTS - 1)];
        *part = (part.0 + 1, part.1 + f64::from(chances[likely]), part.2 + usize::from(likely == played));
        for (number, &chance) in chances.iter().enumerate() {
            self.phases[phase].2 += f64::from(chance) * loss(number);
            if loss(number) >= f64::from(MISTAKE) {
                self.mistakes[1] += f64::from(chance);
            }
        }
    }

    fn with(mut self, other: &Sums) -> Sums {
        self.moves += other.moves;
        self.loss += other.loss;
        self.hits.iter_mut().zip(other.hits).for_each(|(sum, hits)| *sum += hits);
        self.mistakes.iter_mut().zip(other.mistakes).for_each(|(sum, count)| *sum += count);
        for (sum, part) in self.parts.iter_mut().zip(other.parts) {
            *sum = (sum.0 + part.0, sum.1 + part.1, sum.2 + part.2);
        }
        for (sum, part) in self.phases.iter_mut().zip(other.phases) {
            *sum = (sum.0 + part.0, sum.1 + part.1, sum.2 + part.2);
        }
        self
    }

    fn band(&self, from: u32) -> Band {
        let share = |count: usize| count as f64 / self.moves as f64;
        let all: usize = self.parts.iter().map(|part| part.0).sum();
        let error: f64 = self.parts.iter().map(|part| (part.1 - part.2 as f64).abs()).sum();
        let mean = |sum: f64, phase: usize| sum / self.phases[phase].0.max(1) as f64;
        Band {
            from,
            moves: self.moves,
            predicted: share(self.hits[0]),
            best_of_two: share(self.hits[1]),
            best_of_six: share(self.hits[2]),
            loss: self.loss / self.moves as f64,
            calibration: error / all.max(1) as f64,
            lost: std::array::from_fn(|phase| mean(self.phases[phase].1, phase)),
            lost_by_model: std::array::from_fn(|phase| mean(self.phases[phase].2, phase)),
            mistakes: self.mistakes.map(|count| count / self.moves as f64),
        }
    }
}

impl fmt::Display for PeopleReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "rating   moves  predicted  2 plies  6 plies    nats  calibration  lost: people, model  6 discs: people, model"
        )?;
        for band in &self.0 {
            let name = if band.from == 0 { "all".to_owned() } else { band.from.to_string() };
            let pairs = band.lost.iter().zip(band.lost_by_model);
            let lost: Vec<String> = pairs.map(|(people, model)| format!("{people:.2} {model:.2}")).collect();
            writeln!(
                f,
                "{name:6} {:7}     {:5.1} %  {:5.1} %  {:5.1} %  {:6.4}      {:5.2} %  {}  {:.2} {:.2} %",
                band.moves,
                100.0 * band.predicted,
                100.0 * band.best_of_two,
                100.0 * band.best_of_six,
                band.loss,
                100.0 * band.calibration,
                lost.join(", "),
                100.0 * band.mistakes[0],
                100.0 * band.mistakes[1],
            )?;
        }
        Ok(())
    }
}
