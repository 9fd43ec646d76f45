//! Checks a proof that `emilia solve --certificate` or `scripts/prove` wrote, and says what it proves.
//!
//! Shares nothing with Emilia. docs/solving.md describes the files, and says what is trusted. `scripts/check_proof.py` does the same slowly,
//! in few lines, and for all boards.
//!
//! ```text
//!   file ──► check ─┬─ walk: the moves of the proof, and all of the other side
//!    parts ◄────────┴─ finish: positions with few empty squares, in batches ──► board
//! ```
#![forbid(unsafe_code)]

mod board;
mod check;
mod file;
mod finish;
mod walk;

use pico_args::Arguments;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "usage: emilia-check FILE [--threads N]

Checks a proof of an 8x8 Othello position with all its parts, and says what it proves. N is the number of threads, by default that of the cores.
The exit code is 0 if it is a proof, 1 if not, 2 if the arguments are wrong.";

/// The file and the number of threads; none if they are not given, or something else is.
fn arguments(mut given: Arguments) -> Option<(PathBuf, usize)> {
    let threads = given.opt_value_from_str("--threads").ok()?.unwrap_or(0);
    let path = given.free_from_os_str(|path| Ok::<_, String>(PathBuf::from(path))).ok()?;
    given.finish().is_empty().then_some((path, threads))
}

/// What a file proves, as text.
fn said(path: &Path, threads: usize) -> anyhow::Result<String> {
    let (proved, parts) = check::check(path, threads)?;
    let player = if proved.position.ends_with('X') { "black" } else { "white" };
    let mut said = format!("proved for {} ({player} to move, most discs win):", proved.position);
    for (bound, moves) in &proved.bounds {
        let kind = if bound.is_least { "least" } else { "most" };
        said += &format!("\n{player} gets at {kind} {:+}: {moves} moves", bound.discs);
    }
    Ok(if parts > 0 { format!("{said}\nwith {parts} parts") } else { said })
}

fn main() -> ExitCode {
    let mut given = Arguments::from_env();
    if given.contains("--help") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let Some((path, threads)) = arguments(given) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let said = said(&path, threads);
    match &said {
        Ok(said) => println!("{said}"),
        Err(error) => eprintln!("{}: {error:#}", path.to_string_lossy().escape_debug()),
    }
    ExitCode::from(u8::from(said.is_err()))
}
