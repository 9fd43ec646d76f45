//! Training of the model of the moves that people play, see [`emilia_analysis::people`].
//!
//! Knows nothing of arguments. The model follows from the games and the options, not from the number of threads.
//!
//! ```text
//!   games ──► samples ──► values (searches of all moves) ──► trainer ──► model
//! ```

mod report;
mod samples;
mod trainer;
mod values;

pub use report::{Band, PeopleReport};

use crate::train::CheckpointFile;
use emilia::internal::random::Random;
use emilia::internal::storage;
use emilia_analysis::people::People;
use emilia_analysis::people::internal::Openings;
use log::info;
pub use samples::{Sample, read_samples};
use serde_json::json;
use std::path::PathBuf;
use trainer::Trainer;

/// The random seeds of the choice of positions and of the first parameters.
const SEED: u64 = 1;
/// A position of an opening is kept if people made this number of moves in it.
const LEAST_MOVES: u32 = 8;

/// The options of a training of the model of people.
#[derive(Clone, Debug)]
pub struct PeopleOptions {
    /// The games: lines as in `docs/people.md`, or the same compressed by gzip.
    pub games: PathBuf,
    /// The file to write.
    pub out: PathBuf,
    /// The positions to learn from, drawn from all of them; a tenth as many of the held-out years are for the report.
    pub positions: usize,
    /// The games from this year on are held out.
    pub held_out: u16,
    /// How many times each position is learned from.
    pub epochs: u32,
    /// The file for the report as JSON; none for no report.
    pub report: Option<PathBuf>,
}

impl PeopleOptions {
    /// The options of the embedded model.
    pub fn new(games: PathBuf, out: PathBuf) -> PeopleOptions {
        PeopleOptions { games, out, positions: 1_500_000, held_out: 2019, epochs: 2, report: None }
    }
}

/// Fits the model to the moves of people in these games, writes it, and logs how well it predicts those of the held-out years.
///
/// The values of the moves are kept in the folder `OUT.values`, and the state after each epoch in `OUT.training`, until the end. The same
/// call continues from them and ends with the same model.
///
/// # Errors
/// If the games cannot be read or have no moves of people with ratings, or a file cannot be written.
pub fn train_people(options: &PeopleOptions) -> anyhow::Result<PeopleReport> {
    [Some(&options.out), options.report.as_ref()]
        .into_iter()
        .flatten()
        .try_for_each(|path| storage::check_writable(path))?;
    let mut checkpoint = CheckpointFile::open(&options.out)?;
    let (mut training, mut held_out): (Vec<Sample>, Vec<Sample>) =
        read_samples(&options.games)?.into_iter().partition(|sample| sample.year < options.held_out);
    anyhow::ensure!(!training.is_empty(), "no moves of people with ratings in {}", options.games.display());
    let mut openings = Openings::default();
    training.iter().for_each(|sample| openings.add(&sample.situation, sample.played));
    openings.keep_from(LEAST_MOVES);
    info!("{} moves, {} positions of openings", training.len(), openings.len());
    draw(&mut training, options.positions);
    draw(&mut held_out, options.positions / 10);
    let description = json!({
        "program": concat!("emilia ", env!("CARGO_PKG_VERSION")),
        "positions": training.len(),
        "before": options.held_out,
        "epochs": options.epochs,
    })
    .to_string();
    let folder = values::folder(&options.out);
    let of_held_out = values::of_samples(&held_out, &folder, "held-out")?;
    let values = values::of_samples(&training, &folder, "training")?;
    let mut trainer = match checkpoint.read::<Trainer>(&description)? {
        Some(trainer) => trainer,
        None => Trainer::new(SEED),
    };
    let mut people = People { openings, ..trainer.model(&description) };
    while trainer.epochs() < options.epochs {
        let loss = trainer.train_epoch(&mut people, &training, &values, options.epochs);
        checkpoint.write(&description, &trainer)?;
        info!("epoch {}: {loss:.4} nats a move", trainer.epochs());
        let so_far = PeopleReport::new(&people, &held_out, &of_held_out);
        info!("held out:\n{so_far}");
    }
    people.stretch = report::best_stretch(&people, &held_out, &of_held_out);
    info!("ratings are stretched by {:.2}", people.stretch);
    let bytes = people.to_bytes()?;
    storage::replace(&options.out, |file| Ok(file.write_all(&bytes)?))?;
    let report = PeopleReport::new(&People::read(&bytes)?, &held_out, &of_held_out);
    if let Some(path) = &options.report {
        let report = json!({ "training": serde_json::from_str::<serde_json::Value>(&description)?, "bands": report });
        storage::replace(path, |file| Ok(writeln!(file, "{report}")?))?;
    }
    values::remove(&folder)?;
    checkpoint.remove()?;
    Ok(report)
}

/// Keeps this number of samples, in random order.
fn draw(samples: &mut Vec<Sample>, count: usize) {
    Random::new(SEED, 0).shuffle(samples);
    samples.truncate(count);
}
