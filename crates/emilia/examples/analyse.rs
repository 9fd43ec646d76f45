//! Review a game: `cargo run --release --example analyse -- f5d6c3d3c4f4f6g5`.

use emilia::notation::transcript;
use emilia::{Engine, EngineOptions, Limits, Stop};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let moves = std::env::args().nth(1).unwrap_or_else(|| "f5d6c3d3c4f4f6g5".to_owned());
    let game = transcript::read(&moves)?;
    let review = Engine::new(EngineOptions::default()).review(&game, &Limits::depth(10), &Stop::new());
    for reviewed in &review.moves {
        let Some(played) = reviewed.played else { continue };
        let best = reviewed.best.map_or(String::new(), |best| best.to_string());
        let loss = reviewed.loss.map_or(0.0, |loss| loss.to_discs());
        println!(
            "{:2} {played} {} {}, best {best}, loses {loss:.2}",
            reviewed.ply + 1,
            reviewed.value.score(),
            reviewed.value.certainty()
        );
    }
    println!("{} nodes", review.nodes);
    Ok(())
}
