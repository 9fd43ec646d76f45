//! A match of two engines in one process: `cargo run --release --example match -- 4 2` plays level 4 against level 2.

use emilia::notation::transcript;
use emilia::{Colour, Engine, EngineOptions, Game, Level, Limits};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let levels = [1, 2].map(|n| std::env::args().nth(n).and_then(|level| level.parse().ok()).unwrap_or(2 * n as u8));
    let mut players = [0, 1].map(|_| Engine::new(EngineOptions::default().with_hash(16)));
    let mut wins = [0.0, 0.0];
    for opening in ["f5d6c3d3", "f5f6e6f4", "f5d6c4b3", "f5d6c5f4"] {
        for black in [0, 1] {
            let mut game: Game = transcript::read(opening)?;
            while !game.is_over() {
                let player = if game.to_move() == Colour::Black { black } else { 1 - black };
                let level = Level::new(levels[player]).ok_or("levels are 1 to 60")?;
                let analysis = players[player].search(&game, &Limits::level(level));
                game.play(analysis.best_move().ok_or("no move")?)?;
            }
            let margin = game.score();
            wins[black] += 0.5 + 0.5 * f64::from(margin.signum());
            wins[1 - black] += 0.5 - 0.5 * f64::from(margin.signum());
            println!("level {} black, {margin:+}: {}", levels[black], game.transcript());
        }
    }
    println!("level {}: {}, level {}: {}", levels[0], wins[0], levels[1], wins[1]);
    Ok(())
}
