//! What the events of the command in work come to.

use super::gogui::Draw;
use super::text::{self, Fault, Letters};
use crate::session::ReviewedMove;
use crate::session::{Choice, Event};
use emilia::{Game, Move, Report};

/// The response that the client waits for, with the parts received so far.
#[derive(Debug)]
pub(super) enum Answer {
    /// That the command is done.
    Done,
    /// That another game is on the board.
    NewGame,
    /// That the game in a file is on the board.
    Loaded,
    /// That a move was played. The board is shown before and after it.
    Played {
        /// The move.
        mv: Move,
        /// The board before it.
        before: Option<Before>,
    },
    /// That a move was taken back.
    TakenBack,
    /// A move that is not played.
    Advice,
    /// A move that is played. The board is shown before it.
    Move {
        /// The board before it.
        before: Option<Before>,
    },
    /// This text about the board.
    Board(fn(&Game) -> Result<String, Fault>),
    /// This text about the board, with squares.
    Squares(fn(&Game, Letters) -> Result<String, Fault>),
    /// The options.
    Options,
    /// The lines of the book and of a search.
    Lines(Vec<Report<Move>>),
    /// A drawing of the lines of the book and of a search.
    Drawn {
        /// What is drawn.
        draw: Draw,
        /// The game on the board.
        game: Option<Box<Game>>,
        /// The lines so far.
        lines: Vec<Report<Move>>,
    },
    /// The review of each position of the game.
    Verdicts(Vec<ReviewedMove>),
}

/// What has to be remembered of a board: how many moves led to it, and whether it was the last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    plies: usize,
    is_over: bool,
}

impl Before {
    fn of(game: &Game) -> Before {
        Before { plies: game.moves().len(), is_over: game.is_over() }
    }

    /// How many moves were played between this board and that one.
    fn plies_to(self, after: &Game) -> usize {
        after.moves().len().saturating_sub(self.plies)
    }
}

impl Answer {
    /// Handles an event; returns the text or the fault of the response if it was the last event of the command.
    ///
    /// `turns` are the client's moves, see [`super::Gtp`].
    pub(super) fn handle(
        &mut self,
        event: &Event,
        letters: Letters,
        turns: &mut Vec<usize>,
    ) -> Option<Result<String, Fault>> {
        let answer = match (self, event) {
            (
                Answer::Played { before: before @ None, .. } | Answer::Move { before: before @ None },
                Event::Shown { game, .. },
            ) => {
                *before = Some(Before::of(game));
                return None;
            }
            (Answer::Played { before: Some(before), .. }, Event::Shown { game, .. }) => {
                turns.push(before.plies_to(game));
                Ok(String::new())
            }
            // After the end some clients play the pass that ended the game on each side's board.
            (Answer::Played { mv: Move::Pass, before: Some(before) }, Event::Refused(_)) if before.is_over => {
                turns.push(0);
                Ok(String::new())
            }
            (Answer::Move { before }, Event::Chosen(choice)) => {
                let plies = before.zip(choice.game.as_ref()).map_or(0, |(before, game)| before.plies_to(game));
                turns.push(plies);
                Ok(chosen(choice, letters))
            }
            (Answer::Advice, Event::Chosen(choice)) => Ok(chosen(choice, letters)),
            (Answer::NewGame | Answer::Loaded, Event::Done) => {
                turns.clear();
                Ok(String::new())
            }
            (Answer::TakenBack, Event::Done) => {
                turns.pop();
                Ok(String::new())
            }
            (Answer::Done, Event::Done | Event::Goodbye) => Ok(String::new()),
            (Answer::Board(describe), Event::Shown { game, .. }) => describe(game),
            (Answer::Squares(describe), Event::Shown { game, .. }) => describe(game, letters),
            (Answer::Options, Event::Options(settings)) => Ok(text::rows(settings, text::setting)),
            (Answer::Drawn { game: shown @ None, .. }, Event::Shown { game, .. }) => {
                *shown = Some(game.clone());
                return None;
            }
            (Answer::Drawn { lines: of_book, .. } | Answer::Lines(of_book), Event::Book { lines, .. }) => {
                of_book.extend(lines.iter().map(|line| line.report.clone()));
                return None;
            }
            (Answer::Lines(of_book), Event::Hinted { lines, .. }) => {
                of_book.extend(lines.iter().cloned());
                of_book.sort_by_key(|line| std::cmp::Reverse(line.score()));
                Ok(text::rows(of_book, |line| text::report(line, letters)))
            }
            (Answer::Drawn { draw, game: Some(game), lines: of_book }, Event::Hinted { lines, .. }) => {
                of_book.extend(lines.iter().cloned());
                of_book.sort_by_key(|line| std::cmp::Reverse(line.score()));
                Ok(draw(of_book, game, letters).trim_end().to_owned())
            }
            (Answer::Verdicts(verdicts), Event::Analyzed(verdict)) => {
                verdicts.push(verdict.clone());
                return None;
            }
            (Answer::Verdicts(verdicts), Event::Hinted { .. }) => {
                verdicts.sort_by_key(|verdict| verdict.ply);
                Ok(text::rows(verdicts, |verdict| text::verdict(verdict, letters)))
            }
            (Answer::Played { .. }, Event::Refused(_)) => Err(Fault::Illegal),
            (Answer::TakenBack, Event::Refused(_)) => Err(Fault::Undo),
            (Answer::Loaded, Event::Refused(reason)) => Err(Fault::Load(reason.clone())),
            (_, Event::Refused(reason)) => Err(Fault::Refused(reason.clone())),
            _ => return None,
        };
        Some(answer)
    }
}

/// The move; a pass once the game is over.
fn chosen(choice: &Choice, letters: Letters) -> String {
    letters.vertex(choice.mv.unwrap_or(Move::Pass))
}
