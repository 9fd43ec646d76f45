//! `emilia correct`: the mistakes of a transcript or sheet written by hand, and the nearest legal games.

use super::input::Source;
use crate::cli::{CliCommand, Invocation};
use clap::{Args, value_parser};
use emilia::Game;
use emilia::notation::{any, dropped::Dropped, encoding};
use emilia_analysis::{Change, Correction, Corrections, Corrector, Written};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

/// Legal moves of a second line that make it a game of its own, and not the rest of one with a mistake in its first line.
const SURELY_A_GAME: usize = 8;

/// Find the mistakes of a transcript or sheet written by hand, and the nearest legal games
#[derive(Args)]
pub(super) struct Correct {
    /// File with a transcript or a transcript sheet; a transcript, `?` for what cannot be read; or `-` for standard input
    #[arg(value_name = "FILE|TRANSCRIPT", allow_hyphen_values = true)]
    from: OsString,
    /// Proposals at most
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=100), default_value_t = 3)]
    proposals: u32,
    /// Write JSON, one object
    #[arg(long)]
    json: bool,
}

impl CliCommand for Correct {
    /// Prints the faults and the proposals. Exits with 1 if there are faults and no proposal.
    ///
    /// # Errors
    /// If there is no move in the text, or a sheet does not have eight rows of eight squares.
    fn run(&self, _: &Invocation) -> anyhow::Result<ExitCode> {
        let Correct { from, proposals, json } = self;
        let source = Source::of(from)?;
        let bytes = source.bytes()?;
        let has_several = any::read(&bytes, 2).is_ok_and(|game| game.moves().len() >= SURELY_A_GAME);
        anyhow::ensure!(!has_several, "{from:?} has several games; expected one");
        let written = Written::read(&encoding::decode(&bytes, &mut Dropped::default()))?;
        anyhow::ensure!(!written.is_empty(), "there are no moves in {from:?}");
        let most = Written::MOST_MOVES;
        anyhow::ensure!(written.len() < most, "{from:?} has {most} moves or more, which is no game");
        match source {
            _ if written.is_readable() => {}
            Source::Text(text) => anyhow::bail!("neither a file nor a transcript: {text:?}"),
            _ => anyhow::bail!("there is no transcript in {from:?}"),
        }
        let corrector = Corrector { proposals: *proposals as usize, ..Corrector::default() };
        let corrections = corrector.correct(&written);
        let mut out = io::stdout().lock();
        if *json {
            writeln!(out, "{}", to_json(&corrections))?;
        } else {
            write_text(&corrections, written.len(), &mut out)?;
        }
        let is_good = corrections.faults.is_empty() || !corrections.proposals.is_empty();
        Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn write_text(corrections: &Corrections, moves: usize, out: &mut impl Write) -> io::Result<()> {
    let Corrections { faults, proposals, is_complete } = corrections;
    if faults.is_empty() {
        return writeln!(out, "a legal game of {moves} moves");
    }
    for fault in faults {
        writeln!(out, "{fault}")?;
    }
    for (number, Correction { game, changes, cost }) in (1..).zip(proposals) {
        writeln!(out, "\n{number}. {}, distance {:.1}", result(game), f64::from(*cost) / 10.0)?;
        for change in changes {
            writeln!(out, "   {change}")?;
        }
        writeln!(out, "   {}", game.transcript())?;
    }
    match (proposals.is_empty(), is_complete) {
        (true, true) => writeln!(out, "\nno legal game is near"),
        (true, false) => writeln!(out, "\nno legal game was found; there are too many mistakes"),
        (false, true) => Ok(()),
        (false, false) => writeln!(out, "\nthe search was cut off; nearer games may exist"),
    }
}

/// The score at the end, or how far the game goes.
fn result(game: &Game) -> String {
    let empties = game.turn().board.empties();
    match game.is_over() {
        true => {
            let black = (64 + game.score()) / 2;
            format!("{black}-{}", 64 - black)
        }
        false => format!("not over, {empties} empty squares"),
    }
}

fn to_json(Corrections { faults, proposals, is_complete }: &Corrections) -> Value {
    let proposals: Vec<Value> = proposals
        .iter()
        .map(|Correction { game, changes, cost }| {
            json!({
                "transcript": game.transcript(),
                "distance": f64::from(*cost) / 10.0,
                "over": game.is_over(),
                "score": game.score(),
                "changes": changes.iter().map(change).collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({ "faults": faults, "proposals": proposals, "complete": is_complete })
}

fn change(change: &Change) -> Value {
    match change {
        Change::Misread { number, written, square } => {
            json!({ "kind": "misread", "number": number, "written": written, "move": square.to_string() })
        }
        Change::Missing { number, square } => {
            json!({ "kind": "missing", "number": number, "move": square.to_string() })
        }
        Change::Extra { number, written } => json!({ "kind": "extra", "number": number, "written": written }),
        Change::Swapped { number, first, second } => {
            json!({ "kind": "swapped", "number": number, "moves": [first.to_string(), second.to_string()] })
        }
    }
}
