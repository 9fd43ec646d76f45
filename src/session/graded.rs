//! What people of a rating do in a position whose moves were searched.

use emilia::{Bitboard, Game, Move, Report, Score, Square};
use emilia_analysis::Class;
use emilia_analysis::people::{Choice, Difficulty, Grader, Situation, USUAL_RATING, found, percent, rating_of};
use serde_json::{Map, Value, json};

/// What people of a rating do in a position, beside a move that is explained there, if there is one.
#[derive(Clone, PartialEq, Debug)]
pub struct Graded {
    choice: Choice,
    rating: u32,
    /// The share of them who find a best move.
    found: f32,
    /// The best moves.
    best: Bitboard,
    /// The moves with what they lose, the best ones without a loss.
    losses: Vec<(Square, Score)>,
    played: Option<Move>,
}

impl Graded {
    /// Of the last position of a game with these lines. The people have this rating, or that of the side to move in the record, or 1600.
    /// None without lines, without a choice, and on other boards than 8x8.
    pub fn new(
        grader: &mut Grader,
        game: &Game,
        lines: &[Report<Move>],
        played: Option<Move>,
        rating: Option<u32>,
    ) -> Option<Graded> {
        let best = lines.iter().max_by_key(|report| report.score())?;
        let of_player = || rating_of(game.tags.player(game.to_move()));
        let rating = rating.or_else(of_player).unwrap_or(USUAL_RATING);
        let choice = grader.choice(&Situation::of(game, rating as f32)?)?;
        let square = |report: &Report<Move>| report.line.first().and_then(|mv| mv.square());
        let are_best = choice
            .best(lines.iter().filter(|report| report.value == best.value).filter_map(square), best.value.is_exact());
        let loss = |report: &Report<Move>| {
            let square = square(report)?;
            Some((square, if are_best.has(square) { Score::ZERO } else { best.score() - report.score() }))
        };
        let (found, losses) = (choice.found(are_best), lines.iter().filter_map(loss).collect());
        Some(Graded { choice, rating, found, best: are_best, losses, played })
    }

    /// Of the move that is explained, and what it loses.
    fn of_played(&self) -> Option<(Difficulty, Score)> {
        let &Graded { ref choice, rating, found, best, ref losses, played } = self;
        let played = played?.square()?;
        let loss_of = |square: Square| losses.iter().find(|(at, _)| *at == square).map(|(_, loss)| *loss);
        let loss = loss_of(played)?;
        let as_bad = if best.has(played) { 0.0 } else { choice.as_bad(best, played, loss, loss_of) };
        Some((Difficulty { rating, found, chance: choice.chance(played), as_bad }, loss))
    }

    /// How many find the best move, and how likely the explained one is: a line.
    pub fn text(&self) -> String {
        let mut text = format!("The best move is {}.", found(self.found, self.rating));
        if let Some((played, (difficulty, loss))) = self.played.zip(self.of_played()) {
            text += &match Class::of(loss) >= Class::Inaccuracy {
                true => format!(" {played}: {}.", difficulty.of_mistake()),
                false => format!(" {played} is played by {} of them.", percent(difficulty.chance)),
            };
        }
        text + "\n"
    }

    /// The same as JSON, with the share of people of each move.
    pub fn object(&self) -> Value {
        let share = |share: f32| (f64::from(share) * 1000.0).round() / 1000.0;
        let mut object = json!({ "rating": self.rating, "found": share(self.found) });
        if let Some((Difficulty { chance, as_bad, .. }, _)) = self.of_played() {
            (object["chance"], object["as_bad"]) = (json!(share(chance)), json!(share(as_bad)));
        }
        let chances = self.choice.moves.iter().map(|of| (of.values.square.to_string(), json!(share(of.chance))));
        object["chances"] = chances.collect::<Map<_, _>>().into();
        object
    }
}
