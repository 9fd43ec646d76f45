//! `emilia solve --variant`: solves a position of another game.

mod save;

use super::request::Request;
use crate::cli::files;
use crate::cli::message::print_message;
use crate::cli::signals::{INTERRUPTED, handle_signals};
use crate::engine::Certificate;
use crate::game::{Game, Move};
use crate::score::{Score, Value};
use crate::search::{Budget, Level, Limits, Report, Selectivity, Stop};
use crate::session::Options;
use crate::variant::{Progress, VariantSearcher};
use anyhow::Context as _;
use save::Saved;
use serde_json::json;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// Time between two lines of progress.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Solves the position of a game, whatever its rules.
///
/// # Errors
/// If the saved solve is of another position, the proof needs rules that its checker does not know, or nothing can be written.
pub(super) fn run(request: &Request, options: &Options, level: Option<u8>) -> anyhow::Result<ExitCode> {
    let Request { game, name, certificate, .. } = request;
    if let Some(wanted) = certificate {
        wanted.check(game)?;
    }
    let mut searcher = VariantSearcher::new(options.hash, options.threads);
    let saved = Saved::open(request, searcher.table())?;
    let stop = Stop::new();
    handle_signals(&stop)?;
    let is_shown = request.progress || io::stderr().is_terminal();
    let limits = limits(request, options, level);
    let (table, progress, began) = (searcher.table().clone(), searcher.progress(), Instant::now());
    let (lines, saving) = std::thread::scope(|scope| {
        let (ended, news): (Sender<()>, _) = channel();
        let watcher = scope.spawn(move || {
            let mut saved = saved;
            let (mut shown, mut written, mut fault) = (Instant::now(), Instant::now(), None);
            loop {
                let is_over = news.recv_timeout(Duration::from_millis(200)) != Err(RecvTimeoutError::Timeout);
                if let Some(saved) = saved.as_mut().filter(|_| is_over || written.elapsed() >= request.save_every) {
                    fault = saved.write(&table).err();
                    written = Instant::now();
                }
                if is_over {
                    return fault.map_or(Ok(()), Err);
                }
                if is_shown && shown.elapsed() >= LINE_EVERY {
                    print_message(&status(&progress, began.elapsed()));
                    shown = Instant::now();
                }
            }
        });
        let lines = searcher.search(game, &limits, &stop, |_| {});
        drop(ended);
        (lines, watcher.join())
    });
    let is_proved = lines.iter().all(|line| line.certainty().is_proved());
    write(game, name, &lines, request.json)?;
    saving.map_err(|_| anyhow::anyhow!("the thread that saves has failed"))??;
    if let (Some(wanted), Some(line)) = (certificate, lines.first().filter(|_| !stop.is_requested())) {
        wanted.write(line.value, || Certificate::of_variant(game, line.value, wanted.finish, &mut searcher, &stop))?;
    }
    let is_done = is_proved && certificate.is_none();
    Ok(if stop.is_requested() && !is_done { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// The game of these rules after these moves.
///
/// # Errors
/// If the rules or the moves cannot be read, or a move is illegal.
pub(super) fn game(rules: &str, moves: &str) -> anyhow::Result<Game> {
    let mut game = Game::new(files::rules(rules)?);
    let text: String = moves.split_whitespace().collect();
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let (name, behind) = rest.split_at_checked(1 + digits).context("the moves are not ASCII text")?;
        let mv: Move = name.parse()?;
        if game.must_pass() {
            game.play(Move::Pass)?;
        }
        game.play(mv)?;
        rest = behind;
    }
    Ok(game)
}

fn limits(request: &Request, options: &Options, level: Option<u8>) -> Limits {
    let &Request { ref game, depth, window, all_moves, .. } = request;
    let limits = match (depth, level.and_then(Level::new)) {
        (Some(depth), _) => Limits::new(depth, Selectivity::Full),
        (None, Some(level)) => Limits::level(level),
        (None, None) => Limits::new(game.turn().board.empties(), Selectivity::Full),
    };
    let time = (options.movetime > 0).then(|| Duration::from_millis(options.movetime));
    Limits {
        window: (Score::discs(window.0), Score::discs(window.1)),
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
fn write(game: &Game, rules: &str, lines: &[Report<Move>], is_json: bool) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    for line in lines {
        let (discs, certainty) = (line.score().to_discs(), line.certainty().to_string());
        let (moves, seconds): (Vec<String>, f64) =
            (line.line.iter().map(Move::to_string).collect(), line.time.as_secs_f64());
        if is_json {
            let position = game.turn().to_string();
            let (nodes, moves) = (line.nodes, moves);
            let row = json!({ "variant": rules, "position": position, "score": discs, "certainty": certainty, "line": moves, "nodes": nodes, "seconds": seconds });
            writeln!(out, "{row}")?;
        } else {
            let (side, pace) = (game.to_move(), line.nodes as f64 / seconds.max(1e-6) / 1e6);
            let score = score(line.value);
            writeln!(
                out,
                "{side} {score} {certainty}  {seconds:.3} s, {} nodes, {pace:.1} Mn/s  {}",
                line.nodes,
                moves.join(" ")
            )?;
        }
    }
    Ok(())
}

/// A proved score as whole discs.
fn score(value: Value) -> String {
    match value.certainty().is_proved() {
        true => format!("{:+}", value.score().floor()),
        false => value.score().to_string(),
    }
}
