//! `emilia explain`: what separates the best move of a position from the others.

use super::input;
use super::progress::Progress;
use super::signals::{INTERRUPTED, handle_signals};
use crate::cli::message::line;
use crate::cli::{CliCommand, Invocation};
use crate::protocol::{Console, OutputMode, Protocol};
use crate::session::{Event, Graded, Options, searched_plies};
use anyhow::Context as _;
use clap::{Args, value_parser};
use emilia::{Engine, EngineOptions, Game, Move, Report, Stop, Turn};
use emilia_analysis::internal::WORDS_OF_OTHELLO;
use emilia_analysis::internal::json::number;
use emilia_analysis::people::{Grader, People};
use emilia_analysis::{Explanation, explain, explain_move};
use serde_json::json;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

/// The options of the engine that the command takes, and their defaults where they differ.
pub(super) const OPTIONS: [&str; 5] = ["level", "threads", "hash", "nodes", "movetime"];
pub(super) const DEFAULTS: [(&str, &str); 1] = [("level", "12")];
const LEVEL: u8 = 12;

/// Explain what separates the best move of a position from the others, or from a move that was played
#[derive(Args)]
pub(super) struct Explain {
    /// A position: 64 squares row by row as X, O and -, then the side to move; moves such as f5d6c3; or a file with a game
    #[arg(value_name = "POSITION|MOVES|FILE", allow_hyphen_values = true)]
    position: OsString,
    /// Explain this move against the best one
    #[arg(long = "move", value_name = "MOVE")]
    played: Option<Move>,
    /// Explain the position after N moves, passes counted; the move played there is the one of --move unless that is given [default: the
    /// last position]
    #[arg(long, value_name = "N")]
    after: Option<usize>,
    /// The number of the game in the file
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..), default_value_t = 1)]
    game: u32,
    /// The rating of the people of whom it is said how many find the best move, 800 to 2200 [default: that of the player in the record if it
    /// is one of these, otherwise 1600]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(800..=2200))]
    rating: Option<u32>,
    /// Write one JSON object: `position`, `moves` with their values, `explanations`, `people`
    #[arg(long)]
    json: bool,
}

impl CliCommand for Explain {
    /// Searches all moves of the position and prints the explanation. Ctrl-C ends the search, and what it has found by then is explained.
    ///
    /// # Errors
    /// If there is no position, it cannot be searched, the move is illegal, or the output cannot be written.
    fn run(&self, invocation: &Invocation) -> anyhow::Result<ExitCode> {
        let (game, played) = position(self)?;
        let turn = *game.turn();
        if let Some(Err(illegal)) = played.map(|played| game.clone().play(played)) {
            return Err(illegal.into());
        }
        let root = game.position().context(WORDS_OF_OTHELLO)?;
        let options = Options { level: invocation.level_or(LEVEL), ..invocation.options.clone() };
        let Options { threads, hash, .. } = options;
        let limits = options.limits(game.to_move()).with_lines(usize::MAX);
        let mut engine =
            Engine::with_weights(invocation.weights()?, EngineOptions::default().with_threads(threads).with_hash(hash));
        let stop = Stop::new();
        handle_signals(&stop)?;
        let began = Instant::now();
        let plies = options.plies(turn.board.empties());
        let mut progress = Progress::new(plies.into());
        let analysis = engine.search_with(root, &limits, &stop, |analysis| {
            let done = searched_plies(analysis, plies);
            progress.show(done.into(), || format!("{done} of {plies} plies"));
        });
        drop(progress);
        let lines = if root.moves().is_empty() { Vec::new() } else { analysis.lines().to_vec() };
        let explanations = match played {
            Some(played) => explain_move(&turn, &lines, played),
            None => explain(&turn, &lines, engine.weights()),
        };
        let graded = People::embedded().and_then(|people| {
            let mut grader = Grader::new(people, engine.weights().clone());
            Graded::new(&mut grader, &game, &lines, played, self.rating)
        });
        let mut text = String::new();
        if self.json {
            text = format!("{}\n", object(&turn, &lines, &explanations, graded.as_ref()));
        } else {
            let nodes = analysis.nodes();
            let people = graded.map(Box::new);
            let event = Event::Explained { turn, lines, explanations, people, nodes, time: began.elapsed() };
            Console::new(OutputMode::Script).write(&event, &mut text)?;
        }
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(if stop.is_requested() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }
}

/// The game up to the position, and the move to explain.
fn position(arguments: &Explain) -> anyhow::Result<(Game, Option<Move>)> {
    let Explain { position: from, played, after, game: number, .. } = arguments;
    let mut game = input::game(from, *number as usize)?;
    let Some(after) = *after else { return Ok((game, *played)) };
    let length = game.moves().len();
    anyhow::ensure!(after <= length, "cannot go to move {after}: the game has only {length}");
    let next = game.moves().get(after).map(|played| played.mv);
    while game.moves().len() > after {
        game.undo();
    }
    Ok((game, played.or(next)))
}

/// The output as JSON.
fn object(
    turn: &Turn,
    lines: &[Report<Move>],
    explanations: &[Explanation],
    graded: Option<&Graded>,
) -> serde_json::Value {
    let people = graded.map(Graded::object);
    let of_line = |report: &Report<Move>| {
        let (score, certainty) = (number(report.score()), report.certainty().to_string());
        let line = line(&report.line);
        json!({ "move": line.first(), "score": score, "certainty": certainty, "line": line })
    };
    let moves: Vec<_> = lines.iter().map(of_line).collect();
    json!({ "position": turn.to_string(), "moves": moves, "explanations": explanations, "people": people })
}
