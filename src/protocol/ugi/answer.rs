//! The lines of `info` and `bestmove`.

use crate::session::Choice;
use emilia::game::{Game, Move};
use emilia::score::Certainty;
use emilia::search::Report;
use std::time::Duration;

/// The answer where there is no move.
pub(super) const NO_MOVE: &str = "bestmove none\n";

/// The best move of an iteration in the game on the board.
pub(super) fn info(report: &Report<Move>, game: &Game) -> String {
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
    let line: Vec<String> = report.line.iter().map(Move::to_string).collect();
    let pv = if line.is_empty() { String::new() } else { format!(" pv {}", line.join(" ")) };
    format!("info depth {depth} {} score cp {hundredths}{bound}{pv}\n", cost(report.nodes, report.time))
}

/// The lines before `bestmove`: how certain the result is, and what it cost.
pub(super) fn last_info(choice: &Choice, game: &Game) -> String {
    let Some(report) = &choice.report else { return format!("info {}\n", cost(0, choice.time)) };
    let source = if choice.from_book { "book " } else { "" };
    // The time of the answer, which is a little later than that of the search.
    let report = Report { time: choice.time.max(report.time), ..report.clone() };
    format!("info string {source}{}\n{}", report.certainty(), info(&report, game))
}

/// The move; a pass is a move.
pub(super) fn bestmove(mv: Option<Move>) -> String {
    mv.map_or_else(|| NO_MOVE.to_owned(), |mv| format!("bestmove {mv}\n"))
}

/// `time 12 nodes 3456 nps 288000`.
fn cost(nodes: u64, time: Duration) -> String {
    let milliseconds = time.as_millis();
    let speed = u128::from(nodes) * 1000 / milliseconds.max(1);
    format!("time {milliseconds} nodes {nodes} nps {speed}")
}
