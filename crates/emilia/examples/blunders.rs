//! The worst moves of a WTHOR file, its games searched in parallel: `cargo run --release --example blunders -- WTH_2020.wtb 10`.

use emilia::notation::wthor;
use emilia::{Engine, EngineOptions, Game, Level, Limits, Stop};
use rayon::prelude::*;
use std::error::Error;

/// The discs that each move of a game loses, with its number and the transcript.
fn losses(engine: &mut Engine, game: &Game) -> Vec<(f32, usize, String)> {
    let limits = Limits::level(Level::new(8).expect("a level"));
    let review = engine.review(game, &limits, &Stop::new());
    let moves = review.moves.iter().filter_map(|reviewed| Some((reviewed.loss?.to_discs(), reviewed.ply + 1)));
    moves.map(|(loss, number)| (loss, number, game.transcript())).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(path), count) = (arguments.next(), arguments.next().map_or(Ok(10), |text| text.parse())?) else {
        return Err("usage: blunders FILE [COUNT]".into());
    };
    let (database, names) = (wthor::read(&std::fs::read(path)?)?, wthor::Names::default());
    let games: Vec<Game> = (0..).map_while(|index| database.game(index, &names)).flatten().collect();
    // One engine for each thread; they share the weights.
    let options = EngineOptions::default().with_threads(1).with_hash(16);
    let engine = || Engine::new(options);
    let mut all: Vec<_> = games.par_iter().map_init(engine, losses).flatten().collect();
    all.sort_by(|one, other| other.0.total_cmp(&one.0));
    for (loss, number, transcript) in all.iter().take(count) {
        println!("{loss:5.1} discs, move {number} of {transcript}");
    }
    Ok(())
}
