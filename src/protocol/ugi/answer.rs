//! The lines of `info` and `bestmove`.

use super::dialect::Dialect;
use super::uci;
use crate::session::{Choice, Source};
use emilia::{Certainty, Game, Move, Report};
use std::time::Duration;

/// The lines about an iteration in this game, of which the client wants `wanted`.
pub(super) fn infos(dialect: Dialect, reports: &[Report<Move>], game: &Game, wanted: usize) -> String {
    let number = |at: usize| (wanted > 1).then_some(at + 1);
    reports.iter().take(wanted).enumerate().map(|(at, report)| info(dialect, report, game, number(at))).collect()
}

/// A move of an iteration, with its number if the client wants several.
fn info(dialect: Dialect, report: &Report<Move>, game: &Game, number: Option<usize>) -> String {
    let depth = match report.certainty() {
        Certainty::Depth { plies, .. } => plies.into(),
        // A proof reaches the end of the game.
        Certainty::Exact | Certainty::AtLeast | Certainty::AtMost => game.turn().board.empties(),
    };
    let bound = match report.certainty() {
        Certainty::AtLeast => " lowerbound",
        Certainty::AtMost => " upperbound",
        Certainty::Depth { .. } | Certainty::Exact => "",
    };
    let hundredths = (report.score().to_discs() * 100.0).round() as i32;
    let line = dialect.line(&report.line, game);
    let pv = if line.is_empty() { String::new() } else { format!(" pv {}", line.join(" ")) };
    let number = number.map_or_else(String::new, |number| format!(" multipv {number}"));
    format!("info depth {depth}{number} {} score cp {hundredths}{bound}{pv}\n", cost(report.nodes, report.time))
}

/// The lines before `bestmove`: how certain the result is, and what it cost.
pub(super) fn last_info(dialect: Dialect, choice: &Choice, game: &Game, wanted: usize) -> String {
    let Some(report) = &choice.report else { return format!("info {}\n", cost(0, choice.time)) };
    let source = match choice.source {
        Source::Search => String::new(),
        Source::Book => "book ".to_owned(),
        people @ Source::People { .. } => format!("{people} "),
    };
    // The time of the answer, which is a little later than that of the search.
    let report = Report { time: choice.time.max(report.time), ..report.clone() };
    format!(
        "info string {source}{}\n{}",
        report.certainty(),
        infos(dialect, std::slice::from_ref(&report), game, wanted)
    )
}

/// The move; a pass is a move. In UCI the expected reply follows, and the passes after the end of a game are moves.
pub(super) fn bestmove(dialect: Dialect, choice: &Choice, game: &Game, last_passes: usize) -> String {
    let Some(mv) = choice.mv else {
        let last = uci::last_pass(game, last_passes).filter(|_| dialect == Dialect::Uci);
        return last.map_or_else(|| dialect.no_move().to_owned(), |pass| format!("bestmove {pass}\n"));
    };
    let reply = choice.report.as_ref().and_then(|report| report.line.get(1));
    let reply = reply.filter(|_| dialect == Dialect::Uci);
    let moves: Vec<Move> = [mv].into_iter().chain(reply.copied()).collect();
    format!("bestmove {}\n", dialect.line(&moves, game).join(" ponder "))
}

/// `time 12 nodes 3456 nps 288000`.
fn cost(nodes: u64, time: Duration) -> String {
    let milliseconds = time.as_millis();
    let speed = u128::from(nodes) * 1000 / milliseconds.max(1);
    format!("time {milliseconds} nodes {nodes} nps {speed}")
}
