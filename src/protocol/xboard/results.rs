//! What the results of a search come to.

use super::answer;
use super::board::move_text;
use super::{Search, XBoard};
use crate::session::Choice;
use emilia::game::Move;
use emilia::score::Score;
use emilia::search::Report;

impl XBoard {
    /// The line about a result of the search, if the client wants it and does not have it.
    pub(super) fn shown(&mut self, report: &Report<Move>, from_book: bool) -> String {
        let is_news = self.latest.as_ref().is_none_or(|latest| {
            (latest.value, &latest.line, latest.nodes) != (report.value, &report.line, report.nodes)
        });
        self.latest = Some(report.clone());
        let is_wanted = self.posts && matches!(self.search, Some(Search::Move | Search::Analysis)) && is_news;
        if is_wanted { answer::thinking(report, &self.game, from_book) } else { String::new() }
    }

    /// What the end of a search comes to.
    pub(super) fn chosen(&mut self, choice: &Choice) -> String {
        let last = choice.report.as_ref().map_or_else(String::new, |report| self.shown(report, choice.from_book));
        match self.search {
            Some(Search::Move) => {
                self.search = None;
                last + &self.moved(choice)
            }
            Some(Search::Hint) => {
                self.search = None;
                answer::hint(choice.mv)
            }
            Some(Search::Analysis) => {
                self.search = Some(Search::Analyzed);
                last
            }
            Some(Search::Analyzed) | None => String::new(),
        }
    }

    /// The engine's move, what it draws, whether the engine resigns, and the result of a finished game.
    fn moved(&mut self, choice: &Choice) -> String {
        let Some(mv) = choice.mv else { return answer::result(&self.game) };
        let proof = choice.report.as_ref();
        let has_draws = self.rules.conditions().tie.is_none();
        self.cannot_win = has_draws && proof.is_some_and(|report| answer::is_at_most(report, Score::ZERO));
        let is_lost = proof.is_some_and(|report| answer::is_at_most(report, Score::from_discs(-1.0)));
        match &choice.game {
            Some(game) => self.game.clone_from(game),
            None => drop(self.game.play(mv)),
        }
        self.draw();
        let resigns = if self.resigns && is_lost && !self.game.is_over() { "resign\n" } else { "" };
        let drawing = std::mem::take(&mut self.due);
        format!("move {}\n{drawing}{resigns}{}", move_text(mv), answer::result(&self.game))
    }
}
