//! A variant solved: `cargo run --release --example variant -- "4x4 anti"`. Small boards take seconds, 6x6 takes weeks.

use emilia::{Engine, EngineOptions, Game, Rules};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let words = std::env::args().nth(1).unwrap_or_else(|| "4x4".to_owned());
    let game = Game::new(Rules::read(&words)?);
    let proof = Engine::new(EngineOptions::default()).solve(&game);
    let line: Vec<String> = proof.best().line.iter().map(ToString::to_string).collect();
    println!("{words}: {} ({}) {}", proof.score(), proof.certainty(), line.join(" "));
    Ok(())
}
