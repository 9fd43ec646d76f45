//! How many people find a best move, and how likely the move is that was played.

use super::opponent::{PeopleMove, RATINGS};
use super::situation::{People, Situation};
use super::values::{LAST_PLIES, MoveValues, Values};
use emilia::{Bitboard, Player, Position, Score, Square, Weights};
use std::fmt;
use std::sync::Arc;

/// The rating of a player whose rating is not known: that of active players on average.
pub const USUAL_RATING: u32 = 1600;
/// The share of people from which on a mistake is called a common one.
const COMMON: f32 = 0.5;
/// Ratings of puzzles are multiples of this number.
const RATING_STEP: u32 = 10;

/// What people of a rating do in a position.
///
/// # Examples
/// ```
/// use emilia_analysis::people::Difficulty;
///
/// let difficulty = Difficulty { rating: 1600, found: 0.23, chance: 0.07, as_bad: 0.61 };
/// assert_eq!(difficulty.to_string(), "found by 23 % at 1600");
/// assert_eq!(difficulty.of_mistake(), "a common mistake: 61 % of people rated 1600 make this or a worse one");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difficulty {
    /// The rating of the people, 800 to 2200.
    pub rating: u32,
    /// The share of them who find a best move, 0 to 1.
    pub found: f32,
    /// The share who play the move that was played; mirror images are the same move.
    pub chance: f32,
    /// The share who lose as many discs as that move or more; 0 for a best move.
    pub as_bad: f32,
}

impl Difficulty {
    /// Whether most people of the rating lose as much, or more.
    pub fn is_common(&self) -> bool {
        self.as_bad >= COMMON
    }

    /// How likely the mistake was.
    pub fn of_mistake(&self) -> String {
        let &Difficulty { rating, chance, as_bad, .. } = self;
        let (chance, as_bad) = (percent(chance), percent(as_bad));
        match self.is_common() {
            true => format!("a common mistake: {as_bad} of people rated {rating} make this or a worse one"),
            false if chance == as_bad => format!("{chance} of people rated {rating} make this mistake"),
            false => format!("{chance} of people rated {rating} make this mistake, {as_bad} this or a worse one"),
        }
    }
}

/// `found by 23 % at 1600`.
impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&found(self.found, self.rating))
    }
}

/// `found by 23 % at 1600`.
pub fn found(share: f32, rating: u32) -> String {
    format!("found by {} at {rating}", percent(share))
}

/// A share in whole percent: `23 %`, `less than 1 %`, `more than 99 %`.
pub fn percent(share: f32) -> String {
    match 100.0 * share {
        ..0.5 => "less than 1 %".to_owned(),
        99.5.. => "more than 99 %".to_owned(),
        percent => format!("{percent:.0} %"),
    }
}

/// The rating in the tags of a game, if it is one of those that the model knows.
pub fn rating_of(player: &Player) -> Option<u32> {
    let rating = player.rating?.round();
    let is_known = (f64::from(*RATINGS.start())..=f64::from(*RATINGS.end())).contains(&rating);
    is_known.then_some(rating as u32)
}

/// The moves of a position with the chances that people of a rating play them.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    position: Position,
    /// The legal moves, two or more.
    pub moves: Vec<PeopleMove>,
    /// Those that are proved to be best.
    proved: Bitboard,
}

impl Choice {
    /// These moves with mirror images, and with all others that are proved to be as good. With more than ten empty squares, a proof counts
    /// only where the judgement is exact, too: beside an estimate it would contradict what the moves are said to lose.
    pub fn best(&self, best: impl IntoIterator<Item = Square>, is_exact: bool) -> Bitboard {
        let given: Bitboard = best.into_iter().collect();
        let is_best = |square: &Square| given.into_iter().any(|best| self.are_same(best, *square));
        let squares = self.moves.iter().map(|of| of.values.square);
        let proved = match is_exact || self.position.empties() <= u32::from(LAST_PLIES.1) {
            true => self.proved,
            false => Bitboard::EMPTY,
        };
        squares.filter(|square| proved.has(*square) || is_best(square)).collect()
    }

    /// The share of people who play one of these moves.
    pub fn found(&self, best: Bitboard) -> f32 {
        self.share(|of| best.has(of.values.square))
    }

    /// The share of people who play this move or a mirror image of it.
    pub fn chance(&self, played: Square) -> f32 {
        self.share(|of| self.are_same(played, of.values.square))
    }

    /// The share of people who play this move, which is not among the best ones, or another one that loses as much or more. `loss_of` gives
    /// the loss of a move where it is known; others have that of the last search of [`MoveValues`].
    pub fn as_bad(
        &self,
        best: Bitboard,
        played: Square,
        loss: Score,
        loss_of: impl Fn(Square) -> Option<Score>,
    ) -> f32 {
        let most = self.moves.iter().map(PeopleMove::score).max().unwrap_or_default();
        self.share(|of| {
            let square = of.values.square;
            let is_as_bad = || loss_of(square).unwrap_or(most - of.score()) >= loss;
            !best.has(square) && (self.are_same(played, square) || is_as_bad())
        })
    }

    fn share(&self, is_counted: impl Fn(&PeopleMove) -> bool) -> f32 {
        self.moves.iter().filter(|of| is_counted(of)).map(|of| of.chance).sum()
    }

    fn are_same(&self, one: Square, other: Square) -> bool {
        one == other || self.position.are_mirrored(one, other)
    }
}

/// The rating at which half of the people find a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolverRating {
    /// More than half of the people rated 800 find it.
    Below,
    /// This one, a multiple of 10.
    At(u32),
    /// Less than half of the people rated 2200 find it.
    Above,
}

impl SolverRating {
    /// The rating, or the end of the range that is nearest to it.
    pub fn nearest(self) -> u32 {
        match self {
            SolverRating::Below => *RATINGS.start(),
            SolverRating::At(rating) => rating,
            SolverRating::Above => *RATINGS.end(),
        }
    }

    /// Where half of the people find it, given the share at each rating.
    fn of(found: impl Fn(u32) -> f32) -> SolverRating {
        let (mut low, mut high) = (*RATINGS.start() / RATING_STEP, *RATINGS.end() / RATING_STEP);
        let is_found = |steps: u32| found(steps * RATING_STEP) >= 0.5;
        if !is_found(high) {
            return SolverRating::Above;
        }
        if is_found(low) {
            return SolverRating::Below;
        }
        while high - low > 1 {
            let middle = low.midpoint(high);
            if is_found(middle) { high = middle } else { low = middle }
        }
        SolverRating::At(high * RATING_STEP)
    }
}

/// `1650`, `below 800` or `above 2200`.
impl fmt::Display for SolverRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolverRating::Below => write!(f, "below {}", RATINGS.start()),
            SolverRating::At(rating) => write!(f, "{rating}"),
            SolverRating::Above => write!(f, "above {}", RATINGS.end()),
        }
    }
}

/// Tells what people choose.
pub struct Grader {
    people: Arc<People>,
    values: Values,
}

impl Grader {
    /// With this model and these weights.
    pub fn new(people: Arc<People>, weights: Arc<Weights>) -> Grader {
        Grader { people, values: Values::new(weights) }
    }

    /// What people choose; none where there are not two legal moves.
    pub fn choice(&mut self, situation: &Situation) -> Option<Choice> {
        if situation.position.moves().len() < 2 {
            return None;
        }
        let values = self.values.of(situation.position);
        let proved = self.values.proved_best(situation.position);
        Some(self.choice_among(situation, values, proved))
    }

    /// Whether people played in this position so often that the model has counts of their moves: it is an opening that can be learned.
    pub fn is_opening(&self, position: Position) -> bool {
        self.people.openings.knows(position)
    }

    /// The rating at which half of the people play one of these moves, or a mirror image.
    pub fn solver_rating(&mut self, position: Position, last: Option<Square>, best: &[Square]) -> SolverRating {
        let values = self.values.of(position);
        let proved = self.values.proved_best(position);
        SolverRating::of(|rating| {
            let choice =
                self.choice_among(&Situation { position, last, rating: rating as f32 }, values.clone(), proved);
            choice.found(choice.best(best.iter().copied(), true))
        })
    }

    fn choice_among(&self, situation: &Situation, values: Vec<MoveValues>, proved: Bitboard) -> Choice {
        let chances = self.people.chances(situation, &values);
        let moves = values.into_iter().zip(chances).map(|(values, chance)| PeopleMove { values, chance }).collect();
        Choice { position: situation.position, moves, proved }
    }
}

#[cfg(test)]
mod tests {
    use super::{Choice, PeopleMove, SolverRating, percent, rating_of};
    use crate::people::{MoveValues, VIEWS};
    use emilia::{Bitboard, Player, Position, Score, Square};

    /// The moves of a position with these chances, and discs by all searches.
    fn choice(position: Position, moves: &[(&str, f32, i32)]) -> Choice {
        let of = |&(square, chance, discs): &(&str, f32, i32)| {
            let square: Square = square.parse().expect("a square");
            PeopleMove { values: MoveValues { square, values: [Score::discs(discs); VIEWS] }, chance }
        };
        Choice { position, moves: moves.iter().map(of).collect(), proved: Bitboard::EMPTY }
    }

    fn square(text: &str) -> Square {
        text.parse().expect("a square")
    }

    fn near(share: f32, expected: f32) -> bool {
        (share - expected).abs() < 1e-6
    }

    #[test]
    fn mirror_images_are_one_move() {
        let choice = choice(Position::START, &[("d3", 0.4, 0), ("c4", 0.3, 0), ("f5", 0.2, 0), ("e6", 0.1, 0)]);
        let best = choice.best([square("f5")], true);
        assert_eq!(best.len(), 4);
        assert!(near(choice.found(best), 1.0) && near(choice.chance(square("d3")), 1.0));
        assert_eq!(choice.as_bad(best, square("d3"), Score::ZERO, |_| None), 0.0);
    }

    #[test]
    fn a_mistake_is_as_likely_as_those_who_lose_as_much() {
        // After f5 no two moves are mirror images.
        let position = Position::START.try_play(square("f5")).expect("legal");
        let choice = choice(position, &[("d6", 0.5, 4), ("f4", 0.3, 1), ("f6", 0.2, -6)]);
        let best = choice.best([square("d6")], true);
        assert_eq!(best.into_iter().collect::<Vec<_>>(), [square("d6")]);
        let as_bad = |loss: i32, of_f6: Option<i32>| {
            choice.as_bad(best, square("f4"), Score::discs(loss), |at| {
                of_f6.filter(|_| at == square("f6")).map(Score::discs)
            })
        };
        assert!(near(as_bad(3, None), 0.5), "f6 loses ten discs");
        assert!(near(as_bad(12, None), 0.3), "f6 loses less than the search says of f4");
        assert!(near(as_bad(3, Some(2)), 0.3), "what is known of f6 counts more");
    }

    #[test]
    fn proved_moves_that_are_as_good_are_best_ones() {
        let text = "XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X";
        let position = emilia::Turn::read(text).expect("a position").position().expect("Othello");
        let moves: Vec<String> = position.moves().into_iter().map(|at| at.to_string()).collect();
        let moves: Vec<(&str, f32, i32)> =
            moves.iter().enumerate().map(|(number, at)| (at.as_str(), 0.25, if number < 2 { 8 } else { 2 })).collect();
        let mut choice = choice(position, &moves);
        assert_eq!(choice.best([square(moves[0].0)], true).len(), 1);
        choice.proved = moves[..2].iter().map(|(at, ..)| square(at)).collect();
        assert_eq!(choice.best([square(moves[0].0)], false).len(), 2, "few empty squares");
        let mut choice = Choice { position: Position::START, ..choice };
        choice.proved = choice.moves.iter().map(|of| of.values.square).collect();
        assert_eq!([true, false].map(|is_exact| choice.best([], is_exact).is_empty()), [false, true]);
    }

    #[test]
    fn half_of_the_people_of_a_rating_solve_it() {
        assert_eq!(SolverRating::of(|_| 0.9), SolverRating::Below);
        assert_eq!(SolverRating::of(|_| 0.1), SolverRating::Above);
        for limit in [810, 1640, 2200] {
            assert_eq!(SolverRating::of(|rating| if rating >= limit { 0.6 } else { 0.4 }), SolverRating::At(limit));
        }
        let texts = [SolverRating::Below, SolverRating::At(1640), SolverRating::Above].map(|rating| rating.to_string());
        assert_eq!(texts, ["below 800", "1640", "above 2200"]);
    }

    #[test]
    fn only_plausible_ratings_count() {
        let rating = |rating: Option<f64>| rating_of(&Player { rating, ..Player::default() });
        assert_eq!([799.0, 800.4, 2200.0, 2201.0].map(|of| rating(Some(of))), [None, Some(800), Some(2200), None]);
        assert_eq!([None, Some(f64::NAN), Some(-1e300)].map(rating), [None; 3]);
    }

    #[test]
    fn shares_are_never_certain() {
        assert_eq!(
            [0.0, 0.004, 0.006, 0.994, 0.996].map(percent),
            ["less than 1 %", "less than 1 %", "1 %", "99 %", "more than 99 %"]
        );
    }
}
