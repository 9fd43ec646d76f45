//! Play against the engine: `cargo run --release --example play -- 8` plays white at level 8.

use emilia::{Colour, Engine, EngineOptions, Game, Level, Limits, Move};
use std::io::{BufRead, stdin};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let level = std::env::args().nth(1).map_or(Ok(6), |level| level.parse())?;
    let limits = Limits::level(Level::new(level).ok_or("levels are 1 to 60")?);
    let mut engine = Engine::new(EngineOptions::default());
    let mut game = Game::default();
    let mut lines = stdin().lock().lines();
    while !game.is_over() {
        println!("{}", emilia::diagram::draw(&game, &game.legal()));
        if game.to_move() == Colour::White || game.must_pass() {
            let analysis = engine.search(&game, &limits);
            let mv = analysis.best_move().ok_or("no move")?;
            println!("{} plays {mv}, {} {}", game.to_move(), analysis.score(), analysis.certainty());
            game.play(mv)?;
            continue;
        }
        println!("your move:");
        let Some(line) = lines.next() else { break };
        match line?.trim().parse::<Move>().map_err(|error| error.to_string()) {
            Ok(mv) => game.play(mv).unwrap_or_else(|error| println!("{error}")),
            Err(error) => println!("{error}"),
        }
    }
    println!("{}", game.transcript());
    Ok(())
}
