//! A game with clocks: `cargo run --release --example clocks -- 10` gives each side ten seconds.

use emilia::clocks::{ClockUpdate, Clocks};
use emilia::{Engine, EngineOptions, Game, Level, Limits};
use std::error::Error;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let seconds = std::env::args().nth(1).map_or(Ok(10), |text| text.parse())?;
    let (mut game, mut clocks) = (Game::default(), Clocks::default());
    clocks.set(ClockUpdate::Game { main: Duration::from_secs(seconds), increment: Duration::ZERO });
    let mut engine = Engine::new(EngineOptions::default());
    while !game.is_over() {
        let (colour, empties) = (game.to_move(), game.turn().board.empties());
        // The level is the upper bound, and the clock the usual end of the search.
        let limits = Limits { budget: clocks.budget(&game, colour, empties), ..Limits::level(Level::MAX) };
        let began = Instant::now();
        let analysis = engine.search(&game, &limits);
        clocks.spend(colour, began.elapsed());
        let mv = analysis.best_move().expect("the game is not over");
        println!(
            "{colour} {mv} {} ({}) {:.2} s",
            analysis.score(),
            analysis.certainty(),
            began.elapsed().as_secs_f64()
        );
        game.play(mv)?;
    }
    println!("{}: {:+} for black", game.transcript(), game.score());
    Ok(())
}
