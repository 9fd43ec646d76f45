//! The lines about searches and the end of a game.

use super::XBoard;
use super::board::{fen, marks, move_text};
use crate::session::{Choice, Source};
use emilia::{Certainty, Colour, Game, Move, Report};
use std::time::Duration;

/// A line of thinking output: depth, hundredths of a disc, hundredths of a second, nodes, the moves. `{exact}` marks a proved score,
/// ` !` and ` ?` a proved bound; other scores have the confidence of the search.
pub(super) fn thinking(report: &Report<Move>, game: &Game, source: Source) -> String {
    let moves = report.line.iter().map(|mv| move_text(*mv)).collect::<Vec<_>>().join(" ");
    let depth = depth(report, game);
    let line = match report.certainty() {
        _ if source == Source::Book => format!("({moves})"),
        _ if source != Source::Search => format!("{moves} {{{source}}}"),
        Certainty::Depth { percent, .. } => format!("{moves} {{{percent}%}}"),
        Certainty::Exact => format!("{moves} {{exact}}"),
        Certainty::AtLeast => format!("{moves} !"),
        Certainty::AtMost => format!("{moves} ?"),
    };
    let score = (report.score().to_discs() * 100.0).round() as i32;
    format!("{depth} {score} {} {} {line}\n", hundredths(report.time), report.nodes)
}

/// The plies searched; a proof reaches the end of the game.
fn depth(report: &Report<Move>, game: &Game) -> u32 {
    match report.certainty() {
        Certainty::Depth { plies, .. } => u32::from(plies),
        Certainty::Exact | Certainty::AtLeast | Certainty::AtMost => game.turn().board.empties(),
    }
}

fn hundredths(time: Duration) -> u128 {
    time.as_millis() / 10
}

/// The claim of the result, once the game is over.
pub(super) fn result(game: &Game) -> String {
    if !game.is_over() {
        return String::new();
    }
    let lead = game.score().abs();
    match game.winner() {
        None => "1/2-1/2 {Draw}\n".to_owned(),
        Some(Colour::Black) => format!("1-0 {{White wins by {lead}}}\n"),
        Some(Colour::White) => format!("0-1 {{Black wins by {lead}}}\n"),
    }
}

/// What the client needs to know of the variant. XBoard has to be told that there is no test of legal moves, as it does not know the
/// rules, and how many discs there are to drop. The Alien Edition knows the rules.
pub(super) fn setup(game: &Game, has_marks: bool) -> String {
    let shape = game.rules().shape();
    let turn = game.rules().start();
    if has_marks {
        let (columns, rows) = (shape.columns(), shape.rows());
        format!("piece P& fW\nsetup (P.....p.....) {columns}x{rows}+1_crazyhouse {}\n", fen(turn, true))
    } else {
        format!("setup (P.....p.....) {}\n", fen(turn, false))
    }
}

/// The line that draws the board where the client can be told to.
pub(super) fn drawing(game: &Game) -> String {
    format!("highlight {}\n", marks(game))
}

impl XBoard {
    /// The line about a result of the search, if the client wants it and does not have it.
    pub(super) fn shown(&mut self, report: &Report<Move>, source: Source) -> String {
        let is_new = self.latest.as_ref().is_none_or(|latest| {
            (latest.value, &latest.line, latest.nodes) != (report.value, &report.line, report.nodes)
        });
        self.latest = Some(report.clone());
        if self.posts && is_new { thinking(report, &self.game, source) } else { String::new() }
    }

    /// What the end of a search comes to: the engine's move, what it draws, and the result of a finished game.
    pub(super) fn chosen(&mut self, choice: &Choice) -> String {
        self.is_thinking = false;
        let last = choice.report.as_ref().map_or_else(String::new, |report| self.shown(report, choice.source));
        let Some(mv) = choice.mv else { return last + &result(&self.game) };
        match &choice.game {
            Some(game) => self.game.clone_from(game),
            None => drop(self.game.play(mv)),
        }
        self.draw();
        let drawing = std::mem::take(&mut self.due);
        format!("{last}move {}\n{drawing}{}", move_text(mv), result(&self.game))
    }
}
