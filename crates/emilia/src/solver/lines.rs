//! Reports of a search with the moves of a game, which include passes.

use crate::board::{Position, Square};
use crate::game::{Move, moves_of_line};
use crate::search::Report;

/// The reports of a search of this position, with forced passes inserted into their lines.
pub fn reports_in_moves(root: Position, reports: &[Report<Square>]) -> Vec<Report<Move>> {
    let in_moves = |report: &Report<Square>| Report {
        value: report.value,
        line: moves_of_line(root, &report.line),
        nodes: report.nodes,
        time: report.time,
    };
    reports.iter().map(in_moves).collect()
}
