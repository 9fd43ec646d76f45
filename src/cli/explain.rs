//! `emilia explain`: what separates the best move of a position from the others.

use super::input;
use super::progress::Progress;
use super::signals::{INTERRUPTED, handle_signals};
use crate::cli::message::line;
use crate::cli::{CliCommand, Invocation};
use crate::protocol::{Console, OutputMode, Protocol};
use crate::session::{Event, Options, searched_plies};
use anyhow::Context as _;
use clap::{Args, value_parser};
use emilia::{Engine, EngineOptions, Game, Move, Report, Score, Square, Stop, Turn};
use emilia_analysis::internal::WORDS_OF_OTHELLO;
use emilia_analysis::internal::json::number;
use emilia_analysis::people::{Choice, Difficulty, Grader, People, Situation, USUAL_RATING, found, percent, rating_of};
use emilia_analysis::{Class, Explanation, explain, explain_move};
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
        let of_player = || rating_of(game.tags.player(game.to_move()));
        let rating = self.rating.or_else(of_player).unwrap_or(USUAL_RATING);
        let graded = People::embedded().and_then(|people| {
            let situation = Situation::of(&game, rating as f32)?;
            Graded::new(Grader::new(people, engine.weights().clone()).choice(&situation)?, &lines, rating)
        });
        let mut text = String::new();
        if self.json {
            text = format!("{}\n", object(&turn, &lines, &explanations, graded.as_ref(), played));
        } else {
            let people = graded.map_or_else(String::new, |graded| graded.text(played));
            let nodes = analysis.nodes();
            let event = Event::Explained { turn, lines, explanations, nodes, time: began.elapsed() };
            Console::new(OutputMode::Script).write(&event, &mut text)?;
            text += &people;
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

/// What people of a rating do in the position.
struct Graded {
    choice: Choice,
    rating: u32,
    /// The share of them who find a best move.
    found: f32,
    /// The moves with what they lose, the best ones without a loss.
    losses: Vec<(Square, Score)>,
}

impl Graded {
    /// None without lines.
    fn new(choice: Choice, lines: &[Report<Move>], rating: u32) -> Option<Graded> {
        let best = lines.iter().max_by_key(|report| report.score())?;
        let square = |report: &Report<Move>| report.line.first().and_then(|mv| mv.square());
        let are_best = choice.best(lines.iter().filter(|report| report.value == best.value).filter_map(square));
        let loss = |report: &Report<Move>| {
            let square = square(report)?;
            Some((square, if are_best.has(square) { Score::ZERO } else { best.score() - report.score() }))
        };
        let (found, losses) = (choice.found(are_best), lines.iter().filter_map(loss).collect());
        Some(Graded { choice, rating, found, losses })
    }

    /// Of this move.
    fn of(&self, played: Move) -> Option<(Difficulty, Score)> {
        let &Graded { ref choice, rating, found, ref losses } = self;
        let played = played.square()?;
        let loss_of = |square: Square| losses.iter().find(|(at, _)| *at == square).map(|(_, loss)| *loss);
        let loss = loss_of(played)?;
        let best = choice.best(losses.iter().filter(|(_, loss)| *loss == Score::ZERO).map(|(at, _)| *at));
        let as_bad = if best.has(played) { 0.0 } else { choice.as_bad(best, played, loss, loss_of) };
        Some((Difficulty { rating, found, chance: choice.chance(played), as_bad }, loss))
    }

    /// The share of people of each move, in words.
    fn text(&self, played: Option<Move>) -> String {
        let mut text = format!("The best move is {}.", found(self.found, self.rating));
        if let Some((played, (difficulty, loss))) = played.and_then(|played| Some((played, self.of(played)?))) {
            text += &match Class::of(loss) >= Class::Inaccuracy {
                true => format!(" {played}: {}.", difficulty.of_mistake()),
                false => format!(" {played} is played by {} of them.", percent(difficulty.chance)),
            };
        }
        text + "\n"
    }

    /// As JSON.
    fn object(&self, played: Option<Move>) -> serde_json::Value {
        let share = |share: f32| (f64::from(share) * 1000.0).round() / 1000.0;
        let mut object = json!({ "rating": self.rating, "found": share(self.found) });
        if let Some((Difficulty { chance, as_bad, .. }, _)) = played.and_then(|played| self.of(played)) {
            (object["chance"], object["as_bad"]) = (json!(share(chance)), json!(share(as_bad)));
        }
        let chances = self.choice.moves.iter().map(|of| (of.values.square.to_string(), json!(share(of.chance))));
        object["chances"] = chances.collect::<serde_json::Map<_, _>>().into();
        object
    }
}

/// The output as JSON.
fn object(
    turn: &Turn,
    lines: &[Report<Move>],
    explanations: &[Explanation],
    graded: Option<&Graded>,
    played: Option<Move>,
) -> serde_json::Value {
    let people = graded.map(|graded| graded.object(played));
    let of_line = |report: &Report<Move>| {
        let (score, certainty) = (number(report.score()), report.certainty().to_string());
        let line = line(&report.line);
        json!({ "move": line.first(), "score": score, "certainty": certainty, "line": line })
    };
    let moves: Vec<_> = lines.iter().map(of_line).collect();
    json!({ "position": turn.to_string(), "moves": moves, "explanations": explanations, "people": people })
}
