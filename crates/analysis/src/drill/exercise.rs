//! An exercise: a position, the moves that are right, and why.

use crate::people::percent;
use emilia::notation::transcript;
use emilia::{Colour, Game, Move, Position, ReplayError, Rules, Turn};
use serde::{Deserialize, Serialize};

/// A position with the moves that count as right.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Record", into = "Record")]
pub struct Exercise {
    /// The game up to the position, in which the player is to move. Its tags are empty.
    pub game: Game,
    /// What it trains.
    pub kind: ExerciseKind,
    /// The moves that count as right, one at least.
    pub right: Vec<Move>,
    /// What each legal move loses against the best one, in discs, 0 or more; the best first.
    pub losses: Vec<(Move, f32)>,
    /// What the losses rest on: `exact`, or the depth of the search; empty if it is not known.
    pub certainty: String,
    /// Why the move is right, in sentences without a full stop.
    pub why: Vec<String>,
    /// Where it is from, for a person: the players and the number of the move, or the name of an opening.
    pub from: String,
}

/// What an exercise trains.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExerciseKind {
    /// A mistake of the player.
    Mistake {
        /// The move that was played.
        played: String,
        /// What it lost in discs.
        loss: f32,
        /// What the loss rests on: `exact`, or the depth of the searches.
        certainty: String,
        /// The share of people who find a right move, 0 to 1, at [`Exercise::STEP`] points above the player's rating.
        found: f32,
    },
    /// A move of the player's own openings.
    Opening {
        /// The share of games that reach the position if the opponents play like people, 0 to 1.
        reach: f32,
        /// Whether the player has met the position.
        known: bool,
    },
}

/// Why a text is no exercise.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExerciseError {
    /// It is no position, and no moves that lead to one.
    #[error(transparent)]
    Moves(#[from] ReplayError),
    /// A move that counts as right is none, or there is none.
    #[error("no legal moves in the exercise: {0:?}")]
    Right(String),
}

impl Exercise {
    /// The points of rating above the player's at which a mistake must be found by enough people.
    pub const STEP: f32 = 200.0;

    /// The position with the side to move.
    pub fn turn(&self) -> &Turn {
        self.game.turn()
    }

    /// The same for all mirror images of the position.
    pub fn key(&self) -> Option<Position> {
        self.game.position().map(|position| position.canonical().0)
    }

    /// What this move loses in discs; none if that is not known.
    pub fn loss(&self, mv: Move) -> Option<f32> {
        self.losses.iter().find(|(other, _)| *other == mv).map(|(_, loss)| *loss)
    }

    /// What is asked.
    pub const fn question(&self) -> &'static str {
        match self.kind {
            ExerciseKind::Mistake { .. } => "Which move is best?",
            ExerciseKind::Opening { known: true, .. } => "What do you play in this opening?",
            ExerciseKind::Opening { known: false, .. } => "You have not met this opening yet. Which move is best?",
        }
    }

    /// The side to move and what is asked.
    pub fn task(&self) -> String {
        let side = match self.turn().to_move {
            Colour::Black => "Black",
            Colour::White => "White",
        };
        format!("{side} to move. {}", self.question())
    }

    /// What a person is told with the solution.
    pub fn remark(&self) -> String {
        match &self.kind {
            ExerciseKind::Mistake { played, loss, certainty, found } => {
                let (loss, found, step) = (discs(*loss), percent(*found), Exercise::STEP);
                format!(
                    "You played {played}, which lost {loss} ({certainty}). {found} of people {step} points stronger find the move."
                )
            }
            ExerciseKind::Opening { reach, .. } => {
                let reach = percent(*reach);
                format!(
                    "With the right moves of these exercises you would come here in {reach} of games with this colour, against people of your rating."
                )
            }
        }
    }

    /// Hints, each more than the one before: a reason without the name of the move, then its column.
    pub fn hints(&self) -> Vec<String> {
        let names: Vec<String> = self.right.iter().map(Move::to_string).collect();
        let masked = |text: &String| {
            let rest = names.iter().find_map(|name| text.strip_prefix(name))?;
            let is_told = names.iter().any(|name| rest.contains(name));
            (!is_told).then(|| format!("The right move{rest}"))
        };
        // The first sentence says only which move is better than which.
        let reason = self.why.iter().skip(1).find_map(masked);
        let column = names.first().and_then(|name| name.chars().next());
        reason.into_iter().chain(column.map(|column| format!("The right move is in column {column}"))).collect()
    }
}

/// A number of discs for a person: `4 discs`, `1 disc`, `2.5 discs`.
fn discs(number: f32) -> String {
    let tenths = (number * 10.0).round() / 10.0;
    format!("{tenths} {}", if tenths == 1.0 { "disc" } else { "discs" })
}

/// An exercise in a file.
#[derive(Serialize, Deserialize)]
struct Record {
    /// The moves up to the position, or the position itself where the game did not begin as Othello does.
    game: String,
    kind: ExerciseKind,
    right: Vec<String>,
    losses: Vec<(String, f32)>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    certainty: String,
    why: Vec<String>,
    from: String,
}

impl From<Exercise> for Record {
    fn from(exercise: Exercise) -> Record {
        let Exercise { game, kind, right, losses, certainty, why, from } = exercise;
        let is_standard = *game.rules() == Rules::default() && !game.moves().is_empty();
        Record {
            game: if is_standard { game.transcript() } else { game.turn().to_string() },
            kind,
            right: right.iter().map(Move::to_string).collect(),
            losses: losses.iter().map(|(mv, loss)| (mv.to_string(), *loss)).collect(),
            certainty,
            why,
            from,
        }
    }
}

impl TryFrom<Record> for Exercise {
    type Error = ExerciseError;

    fn try_from(record: Record) -> Result<Exercise, ExerciseError> {
        let Record { game, kind, right, losses, certainty, why, from } = record;
        let mut game = match Turn::read(&game) {
            Ok(turn) => Game::new(Rules::from_start(turn)),
            Err(_) => transcript::read(&game)?,
        };
        // A pass at the end may be left out of the moves.
        if game.must_pass() {
            let passed = game.play(Move::Pass);
            debug_assert!(passed.is_ok(), "the only move");
        }
        let legal = |text: &String| text.parse().ok().filter(|mv| *mv != Move::Pass && game.is_legal(*mv));
        let wrong = || ExerciseError::Right(right.join(" "));
        let moves: Vec<Move> = right.iter().map(legal).collect::<Option<_>>().ok_or_else(wrong)?;
        if moves.is_empty() || game.position().is_none() {
            return Err(wrong());
        }
        let losses = losses.iter().filter_map(|(text, loss)| Some((legal(text)?, *loss))).collect();
        Ok(Exercise { kind, right: moves, losses, certainty, why, from, game })
    }
}

#[cfg(test)]
mod tests {
    use super::{Exercise, ExerciseKind};
    use emilia::notation::transcript;
    use emilia::{Game, Move, Rules, Turn};

    fn exercise(game: Game) -> Exercise {
        let right = game.legal();
        let kind = ExerciseKind::Opening { reach: 0.25, known: true };
        Exercise {
            losses: right.iter().map(|mv| (*mv, 0.5)).collect(),
            kind,
            right,
            certainty: "12@73%".into(),
            why: vec!["because".into()],
            from: "here".into(),
            game,
        }
    }

    #[test]
    fn an_exercise_is_read_as_it_was_written() {
        let passed = "f5f6d3g5h5h4f7h6";
        let board = "XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X";
        let set_up = Game::new(Rules::from_start(Turn::read(board).expect("a position")));
        let mut after_pass = transcript::read(passed).expect("a game");
        after_pass.play(Move::Pass).expect("no move");
        for game in [Game::default(), after_pass, set_up] {
            let exercise = exercise(game);
            let text = serde_json::to_string(&exercise).expect("JSON");
            let read: Exercise = serde_json::from_str(&text).expect("an exercise");
            assert_eq!((read.turn(), &read.right, &read.losses), (exercise.turn(), &exercise.right, &exercise.losses));
            assert_eq!((read.loss(read.right[0]), read.loss(Move::Pass)), (Some(0.5), None));
        }
    }

    #[test]
    fn damage_is_found() {
        let text = serde_json::to_string(&exercise(transcript::read("f5d6").expect("a game"))).expect("JSON");
        for (from, to) in [("f5d6", "f5d5"), ("\"c3\"", "\"a1\""), ("\"right\":[", "\"right\":[],\"left\":[")] {
            assert!(text.contains(from), "{text}");
            assert!(serde_json::from_str::<Exercise>(&text.replace(from, to)).is_err(), "{to}");
        }
    }
}
