//! What the results of a search come to.

use super::XBoard;
use super::answer;
use super::board::move_text;
use crate::session::Choice;
use emilia::game::Move;
use emilia::search::Report;

impl XBoard {
    /// The line about a result of the search, if the client wants it and does not have it.
    pub(super) fn shown(&mut self, report: &Report<Move>, from_book: bool) -> String {
        let is_news = self.latest.as_ref().is_none_or(|latest| {
            (latest.value, &latest.line, latest.nodes) != (report.value, &report.line, report.nodes)
        });
        self.latest = Some(report.clone());
        if self.posts && is_news { answer::thinking(report, &self.game, from_book) } else { String::new() }
    }

    /// What the end of a search comes to: the engine's move, what it draws, and the result of a finished game.
    pub(super) fn chosen(&mut self, choice: &Choice) -> String {
        self.is_thinking = false;
        let last = choice.report.as_ref().map_or_else(String::new, |report| self.shown(report, choice.from_book));
        let Some(mv) = choice.mv else { return last + &answer::result(&self.game) };
        match &choice.game {
            Some(game) => self.game.clone_from(game),
            None => drop(self.game.play(mv)),
        }
        self.draw();
        let drawing = std::mem::take(&mut self.due);
        format!("{last}move {}\n{drawing}{}", move_text(mv), answer::result(&self.game))
    }
}
