//! The difficulty of the moves of a judged game.

use super::people::{Difficulty, Grader, Situation, USUAL_RATING, rating_of};
use super::{JudgedGame, JudgedMove};
use emilia::{Game, Move, Position, Square};

impl JudgedGame {
    /// Says of each move with a choice how many people find a best one, and how likely the one played was. The people have this rating, or
    /// that of the player in the tags, or 1600 if there is none from 800 to 2200. Nothing is said of other boards than 8x8.
    pub fn grade(&mut self, grader: &mut Grader, rating: Option<u32>) {
        let game = &self.game;
        for judged in &mut self.moves {
            let rating = rating.or_else(|| rating_of(game.tags.player(judged.colour))).unwrap_or(USUAL_RATING);
            judged.difficulty = difficulty(game, judged, rating, grader);
        }
    }

    /// Whether a move has a difficulty.
    pub fn is_graded(&self) -> bool {
        self.moves.iter().any(|judged| judged.difficulty.is_some())
    }
}

/// The position before this number of moves, for people of this rating; none on other boards.
pub(super) fn situation(game: &Game, ply: usize, rating: u32) -> Option<Situation> {
    let position: Position = game.position_at(ply)?;
    let last = ply.checked_sub(1).and_then(|ply| game.moves().get(ply)?.mv.square());
    Some(Situation { position, last, rating: rating as f32 })
}

/// The difficulty of a judged move for people of this rating; none where there was no choice, and on other boards.
pub(super) fn difficulty(game: &Game, judged: &JudgedMove, rating: u32, grader: &mut Grader) -> Option<Difficulty> {
    let played = judged.mv.square()?;
    let choice = grader.choice(&situation(game, judged.ply, rating)?)?;
    // What a search to another depth says is no equal.
    let are_best =
        judged.moves.iter().filter(|report| report.value == judged.before).filter_map(|report| report.line.first());
    let of_played = Some(&judged.mv).filter(|_| judged.loss == emilia::Score::ZERO);
    let best = std::iter::once(&judged.best).chain(of_played).chain(are_best).filter_map(|mv: &Move| mv.square());
    let best = choice.best(best, judged.before.is_exact());
    let loss_of = |square: Square| {
        let report =
            judged.moves.iter().find(|report| report.line.first().and_then(|mv| mv.square()) == Some(square))?;
        let [before, of_move] = [judged.before, report.value].map(|value| super::judged::seen_by(judged.colour, value));
        Some(before.score() - of_move.score())
    };
    let as_bad = if best.has(played) { 0.0 } else { choice.as_bad(best, played, judged.loss, loss_of) };
    // As results have them, so that what is read again says the same.
    let [found, chance, as_bad] =
        [choice.found(best), choice.chance(played), as_bad].map(|share| (1000.0 * share).round() / 1000.0);
    Some(Difficulty { rating, found, chance, as_bad })
}
