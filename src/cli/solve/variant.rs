//! `emilia solve --variant`: solves a position of another game.

use super::Solve;
use crate::cli::progress::Progress as Display;
use crate::cli::signals::{INTERRUPTED, handle_signals};
use crate::cli::{files, input, message};
use crate::session::Options;
use emilia::internal::solver::{Entries, Journal, SaveFile, Saved, Saver, State};
use emilia::notation::{printable::printable_json, transcript};
use emilia::variant::{Progress, VariantSearcher};
use emilia::{
    Budget, Certainty, Certificate, Colour, Game, Level, Limits, Move, Report, Score, Selectivity, SolverSettings,
    Stop, Value,
};
use emilia_analysis::internal::json::{number, rounded};
use serde_json::{Value as Json, json};
use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// Solves the position of a game, whatever its rules. `kept` is the file of --save or --resume, with what is resumed.
///
/// # Errors
/// If the proof needs rules that its checker does not know, or nothing can be written.
pub(super) fn run(
    arguments: &Solve,
    task: &Task,
    kept: Option<(SaveFile, Option<Saved>)>,
    options: &Options,
    level: Option<u8>,
) -> anyhow::Result<ExitCode> {
    let (game, wanted) = (&task.game, arguments.wanted());
    if let Some(wanted) = &wanted {
        wanted.check(game)?;
    }
    let mut searcher = VariantSearcher::new(options.hash, options.threads);
    let table = searcher.table().clone();
    let begin = |(file, saved): (SaveFile, Option<Saved>)| {
        if let Some(saved) = saved {
            table.restore(&saved.words());
        }
        let state = State::of_game(task.settings.clone(), task.name.clone(), game);
        Saver::begin(file, state, Entries::OfTable(&table), arguments.save_every, 0)
    };
    let mut saver = kept.map(begin).transpose()?;
    let stop = Stop::new();
    handle_signals(&stop)?;
    let mut display = (arguments.progress || io::stderr().is_terminal()).then(|| Display::new(1000));
    let limits = limits(task, options, level);
    let (progress, began) = (searcher.progress(), Instant::now());
    let (lines, watched) = std::thread::scope(|scope| {
        let (ended, end): (Sender<()>, _) = channel();
        let watcher = scope.spawn(move || {
            loop {
                let is_over = end.recv_timeout(Duration::from_millis(200)) != Err(RecvTimeoutError::Timeout);
                if let Some(saver) = &mut saver {
                    saver.save_table(&table, is_over);
                }
                if is_over {
                    return saver.is_none_or(|saver| !saver.is_behind());
                }
                if let Some(display) = &mut display {
                    let (settled, moves) = progress.settled();
                    let done = 1000 * settled as u64 / (moves as u64).max(1);
                    display.show(done, || status(&progress, began.elapsed()));
                }
            }
        });
        let lines = searcher.search(game, &limits, &stop, |_| {});
        drop(ended);
        (lines, watcher.join())
    });
    let is_proved = !lines.is_empty() && lines.iter().all(|line| line.certainty().is_proved());
    write(task, &lines, arguments.json, stop.is_requested() && !is_proved)?;
    // A panic of the thread has been printed.
    let is_saved = watched.unwrap_or(false);
    if let (Some(wanted), Some(line)) = (&wanted, lines.first().filter(|_| !stop.is_requested())) {
        let (value, limits) = (line.value, Limits::exact());
        wanted.write(value, || Certificate::of_variant(game, value, wanted.finish, &mut searcher, &limits, &stop))?;
    }
    let is_done = is_proved && wanted.is_none();
    Ok(match is_saved {
        false => ExitCode::FAILURE,
        true if stop.is_requested() && !is_done => ExitCode::from(INTERRUPTED),
        true => ExitCode::SUCCESS,
    })
}

fn limits(task: &Task, options: &Options, level: Option<u8>) -> Limits {
    let &Task { ref game, settings: SolverSettings { depth, alpha, beta, all_moves, .. }, .. } = task;
    let limits = match (depth, level.and_then(Level::new)) {
        (Some(depth), _) => Limits::new(depth, Selectivity::Full),
        (None, Some(level)) => Limits::level(level),
        (None, None) => Limits::new(game.turn().board.empties(), Selectivity::Full),
    };
    let time = (options.movetime > 0).then(|| Duration::from_millis(options.movetime));
    Limits {
        window: (Score::discs(alpha), Score::discs(beta)),
        nodes: (options.nodes > 0).then_some(options.nodes),
        budget: time.map(|time| Budget { soft: time, hard: time }),
        lines: if all_moves { usize::MAX } else { 1 },
        ..limits
    }
}

/// What the search does now.
fn status(progress: &Progress, time: Duration) -> String {
    let ((settled, moves), nodes) = (progress.settled(), progress.nodes());
    let pace = nodes as f64 / time.as_secs_f64().max(1e-3) / 1e6;
    let (plies, seconds) = (progress.plies(), time.as_secs());
    format!("{plies} plies, {settled} of {moves} moves; {seconds} s, {:.1} M nodes, {pace:.1} Mn/s", nodes as f64 / 1e6)
}

/// Prints the lines, as text or as JSON.
fn write(task: &Task, lines: &[Report<Move>], is_json: bool, is_stopped: bool) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let best = best(task, lines);
    for line in lines {
        if is_json {
            writeln!(out, "{}", printable_json(&object(task, line, best, is_stopped).to_string()))?;
            continue;
        }
        let (side, score, certainty) = (task.game.to_move(), score(line.value), line.certainty());
        let (seconds, nodes) = (line.time.as_secs_f64(), line.nodes);
        let pace = nodes as f64 / seconds.max(1e-6) / 1e6;
        let (moves, stopped) = (message::line(&line.line).join(" "), if is_stopped { ", stopped" } else { "" });
        writeln!(out, "{side} {score} {certainty}{stopped}  {seconds:.3} s, {nodes} nodes, {pace:.1} Mn/s  {moves}")?;
    }
    Ok(())
}

/// The best move of the position, of these lines of all moves or of one; none if no move is proved to be it.
fn best(task: &Task, lines: &[Report<Move>]) -> Option<Move> {
    let best = match lines {
        [only] if only.certainty() == Certainty::AtMost && task.game.legal().len() > 1 => None,
        [first, ..] if lines.len() == 1 || !first.certainty().is_proved() => Some(first),
        _ => Report::proved_best(lines),
    };
    best?.line.first().copied()
}

/// A line with the keys of the other solves.
fn object(task: &Task, line: &Report<Move>, best: Option<Move>, is_stopped: bool) -> Json {
    let turn = task.game.turn();
    let mut object = json!({
        "variant": task.name,
        "position": turn.to_string(),
        "empties": turn.board.empties(),
        "score": number(line.score()),
        "status": line.certainty().to_string(),
        "best": best.map(|mv| mv.to_string()),
        "pv": message::line(&line.line),
        "nodes": line.nodes,
        "seconds": rounded(line.time.as_secs_f64(), 1e6),
    });
    if task.settings.all_moves {
        object["move"] = json!(line.line.first().map(Move::to_string));
    }
    if is_stopped {
        object["stopped"] = json!(true);
    }
    object
}

/// A proved score as whole discs.
fn score(value: Value) -> String {
    match value.certainty().is_proved() {
        true => format!("{:+}", value.score().floor()),
        false => value.score().to_string(),
    }
}

/// A position and how to solve it.
pub(super) struct Task {
    /// What the game is called: the name of its rules, or "position".
    pub name: String,
    /// The game, at the position that is to be solved.
    pub game: Game,
    /// Of these only depth, window, and whether all moves are scored, count.
    pub settings: SolverSettings,
}

/// Whether both games can continue in the same way.
pub(super) fn is_same_position(one: &Game, other: &Game) -> bool {
    let left = |game: &Game| [Colour::Black, Colour::White].map(|colour| game.supply(colour));
    let conditions = |game: &Game| *game.rules().conditions();
    one.turn() == other.turn() && conditions(one) == conditions(other) && left(one) == left(other)
}

/// The game of these rules after these moves.
///
/// # Errors
/// If the rules or the moves cannot be read, or a move is illegal.
pub(super) fn game_by(rules: &OsStr, moves: &OsStr) -> anyhow::Result<Game> {
    Ok(transcript::read_by(files::rules(rules)?, input::text(moves)?)?)
}
