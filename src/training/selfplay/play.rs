//! One game of the engine against itself.

use super::opening::{Beginning, Openings};
use super::settings::Settings;
use crate::board::{Position, Square};
use crate::eval::Weights;
use crate::game::Colour;
use crate::score::Score;
use crate::search::{Report, Searcher, Stop};
use crate::training::games::Record;
use crate::training::random::Random;
use arrayvec::ArrayVec;
use std::sync::Arc;

/// The table of a player in MiB: searches of self-play are small, and a small table stays in the processor's caches.
const HASH: usize = 1;

/// Somebody who plays games against itself.
pub(super) struct Player<'a> {
    searcher: Searcher,
    settings: &'a Settings,
    openings: Option<&'a Openings>,
}

/// A game under way.
struct Course {
    record: Record,
    position: Position,
    to_move: Colour,
}

impl<'a> Player<'a> {
    pub fn new(weights: Arc<Weights>, settings: &'a Settings, openings: Option<&'a Openings>) -> Player<'a> {
        Player { searcher: Searcher::new(weights, HASH, 1), settings, openings }
    }

    /// The game of this number. It does not depend on the games before.
    pub fn play(&mut self, number: u64) -> Record {
        self.searcher.clear();
        let mut random = Random::new(self.settings.seed, number);
        let mut course = Course::new(Beginning::draw(&self.settings.random, self.openings, &mut random));
        let mut guess = 0;
        while course.is_on() {
            let position = course.position;
            let is_ending = self.settings.solves(position.empties());
            let solved = if is_ending { self.searcher.play_out(position, guess * course.to_move.sign()) } else { None };
            match solved {
                Some((score, line)) => course.follow(&line, Score::discs(score), true),
                None => {
                    let limits = self.settings.limits(position.empties());
                    let reports =
                        self.searcher.search(position, &limits, &Stop::new(), &mut |_: &[Report<Square>]| {});
                    let Report { value, line, .. } = &reports[0];
                    let (score, is_exact) = (value.score(), value.is_exact());
                    guess = score.rounded() * course.to_move.sign();
                    course.follow(if is_exact { line } else { &line[..1] }, score, is_exact);
                }
            }
        }
        course.end()
    }
}

impl Course {
    fn new(Beginning { moves, position, to_move }: Beginning) -> Course {
        let record = Record { random_plies: moves.len(), moves, scores: ArrayVec::new(), exact_from: 0, score: 0 };
        Course { record: Record { exact_from: usize::MAX, ..record }, position, to_move }
    }

    fn is_on(&self) -> bool {
        !self.position.moves().is_empty()
    }

    /// Makes the moves of a line that has this score for the side to move; passes are left out of it.
    fn follow(&mut self, line: &[Square], score: Score, is_exact: bool) {
        let first = self.to_move;
        for &at in line {
            let record = &mut self.record;
            let number = record.moves.len();
            record.exact_from = if is_exact { record.exact_from.min(number) } else { usize::MAX };
            record.moves.push(at);
            record.scores.push(if self.to_move == first { score } else { -score });
            self.position = self.position.play(at, self.position.flips(at));
            self.to_move = self.to_move.other();
            if self.position.moves().is_empty() {
                (self.position, self.to_move) = (self.position.pass(), self.to_move.other());
            }
        }
    }

    fn end(self) -> Record {
        let Course { mut record, position, to_move } = self;
        record.exact_from = record.exact_from.min(record.moves.len());
        record.score = to_move.sign() * position.final_discs();
        record
    }
}
