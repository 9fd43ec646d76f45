//! One game of self-play.

use super::opening::{Opening, Openings, after_move};
use super::settings::SelfPlaySettings;
use crate::games::GameRecord;
use arrayvec::ArrayVec;
use emilia::internal::{random::Random, search::Searcher};
use emilia::{Colour, Position, Report, Score, Square, Stop, Weights};
use std::sync::Arc;

/// The size of a player's transposition table in MiB. The searches are small, and a small table stays in the processor's caches.
const TABLE_MIB: usize = 1;

/// Plays both sides of games.
pub(super) struct Player<'a> {
    searcher: Searcher,
    settings: &'a SelfPlaySettings,
    openings: Option<&'a Openings>,
}

/// An unfinished game.
struct GameInProgress {
    record: GameRecord,
    position: Position,
    to_move: Colour,
}

impl<'a> Player<'a> {
    pub fn new(weights: Arc<Weights>, settings: &'a SelfPlaySettings, openings: Option<&'a Openings>) -> Player<'a> {
        Player { searcher: Searcher::new(weights, TABLE_MIB, 1), settings, openings }
    }

    /// Plays the game with this number. It does not depend on the games before.
    pub fn play(&mut self, number: u64) -> GameRecord {
        self.searcher.clear();
        let mut random = Random::new(self.settings.seed, number);
        let mut game = GameInProgress::new(Opening::sample(&self.settings.random, self.openings, &mut random));
        let mut guess = 0;
        while !game.is_over() {
            let position = game.position;
            let is_solved = self.settings.solves(position.empties());
            let solution = if is_solved { self.searcher.play_out(position, guess * game.to_move.sign()) } else { None };
            match solution {
                Some((score, line)) => game.play_line(&line, Score::discs(score), true),
                None => {
                    let limits = self.settings.limits(position.empties());
                    let reports =
                        self.searcher.search(position, &limits, &Stop::new(), &mut |_: &[Report<Square>]| {});
                    let Report { value, line, .. } = &reports[0];
                    let (score, is_exact) = (value.score(), value.is_exact());
                    guess = score.rounded() * game.to_move.sign();
                    game.play_line(if is_exact { line } else { &line[..1] }, score, is_exact);
                }
            }
        }
        game.finish()
    }
}

impl GameInProgress {
    fn new(Opening { moves, position, to_move }: Opening) -> GameInProgress {
        let record = GameRecord {
            random_plies: moves.len(),
            moves,
            scores: ArrayVec::new(),
            // No exact score yet.
            exact_from: usize::MAX,
            score: 0,
        };
        GameInProgress { record, position, to_move }
    }

    fn is_over(&self) -> bool {
        self.position.moves().is_empty()
    }

    /// Plays the moves of a line, which omits passes. Its score is for the side to move.
    fn play_line(&mut self, line: &[Square], score: Score, is_exact: bool) {
        let first = self.to_move;
        for &at in line {
            let record = &mut self.record;
            let index = record.moves.len();
            record.exact_from = if is_exact { record.exact_from.min(index) } else { usize::MAX };
            record.moves.push(at);
            record.scores.push(if self.to_move == first { score } else { -score });
            (self.position, self.to_move) = after_move(self.position, self.to_move, at);
        }
    }

    fn finish(self) -> GameRecord {
        let GameInProgress { mut record, position, to_move } = self;
        record.exact_from = record.exact_from.min(record.moves.len());
        record.score = to_move.sign() * position.final_discs();
        record
    }
}
