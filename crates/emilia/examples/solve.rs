//! Solve a file of positions, several at once: `cargo run --release --example solve -- data/problems/exact-18-20.obf`.

use emilia::notation::obf;
use emilia::{Solver, SolverSettings, Stop, Weights};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "data/problems/exact-18-20.obf".to_owned());
    let text = std::fs::read_to_string(path)?;
    let problems = obf::problems(&text).collect::<Result<Vec<_>, _>>()?;
    let cores = std::thread::available_parallelism()?.get();
    let solver = Solver::new(Weights::embedded(), SolverSettings::default()).jobs(cores).threads(cores);
    let mut wrong = 0;
    solver.solve(problems, &Stop::new(), |answer| {
        let best = answer.best().map_or("-".to_owned(), |mv| mv.to_string());
        println!("{best} {} {}", answer.value.score(), answer.value.certainty());
        wrong += u32::from(answer.disproves());
    })?;
    println!("{wrong} differ from the file");
    Ok(())
}
