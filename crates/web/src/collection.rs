//! Games of people: which moves they played in a position, and with what result.

use super::games::{each_game, game};
use emilia::{Colour, Game, Move, Position, Square};
use serde_json::json;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A move of a game, in the orientation of the canonical position before it.
struct Step {
    before: Position,
    at: Square,
    /// What the side that moved got: 1 for a win, half of it for a draw; none if it is not known.
    points: Option<f64>,
}

/// Games of Othello, to look up.
#[derive(Default)]
pub struct Collection {
    games: usize,
    /// By the number of empty squares before the move, so that a position is only compared with those that it can be.
    steps: BTreeMap<u32, Vec<Step>>,
}

impl Collection {
    /// Adds the games of a file or of text in any notation, those of other rules left out. The number of all games.
    ///
    /// # Errors
    /// If no notation is recognised: the reason, for a person.
    pub fn add(&mut self, bytes: &[u8]) -> Result<usize, String> {
        each_game(bytes, &mut |game, fault| {
            if fault.is_none() {
                self.add_game(&game);
            }
        })?;
        Ok(self.games)
    }

    fn add_game(&mut self, game: &Game) {
        if *game.rules() != emilia::Rules::default() {
            return;
        }
        self.games += 1;
        let black = game.outcome().map(|outcome| match outcome.winner {
            Some(Colour::Black) => 1.0,
            Some(Colour::White) => 0.0,
            None => 0.5,
        });
        for ((ply, turn), played) in game.turns().zip(game.moves()) {
            let (Some(at), Some(position)) = (played.mv.square(), game.position_at(ply)) else { continue };
            let (before, symmetry) = position.canonical();
            let points = black.map(|points| if turn.to_move == Colour::Black { points } else { 1.0 - points });
            self.steps.entry(before.empties()).or_default().push(Step { before, at: symmetry.square(at), points });
        }
    }

    /// The moves that the games played in the position after these (a list in JSON), however it came about and turned, the most frequent
    /// first: `[{"move", "games", "points"}]` with the mean of what the side to move got, from 0 to 1, or `null`.
    ///
    /// # Errors
    /// If a move is illegal.
    pub fn played(&self, moves: &str) -> Result<String, String> {
        let Some(position) = game("", moves)?.position() else { return Ok("[]".to_owned()) };
        let (before, symmetry) = position.canonical();
        let back = symmetry.inverse();
        let mut found: BTreeMap<Square, (usize, usize, f64)> = BTreeMap::new();
        for step in self.steps.get(&before.empties()).into_iter().flatten().filter(|step| step.before == before) {
            let (games, known, points) = found.entry(back.square(step.at)).or_default();
            *games += 1;
            *known += usize::from(step.points.is_some());
            *points += step.points.unwrap_or(0.0);
        }
        let mut found: Vec<_> = found.into_iter().collect();
        found.sort_by_key(|(_, (games, ..))| Reverse(*games));
        let object = |(at, (games, known, points)): (Square, (usize, usize, f64))| json!({ "move": Move::from(at).to_string(), "games": games, "points": (known > 0).then(|| points / known as f64) });
        Ok(serde_json::Value::from_iter(found.into_iter().map(object)).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::Collection;
    use serde_json::{Value as Json, json};

    fn played(collection: &Collection, moves: Json) -> Json {
        serde_json::from_str(&collection.played(&moves.to_string()).expect("legal moves")).expect("JSON")
    }

    #[test]
    fn moves_are_counted_over_transpositions_and_symmetries() {
        let record = |result: &str, moves: &str| {
            format!(
                "(;GM[Othello]TY[8]RE[{result}]BO[8 ---------------------------O*------*O--------------------------- *]{moves};)"
            )
        };
        let mut collection = Collection::default();
        let games = [
            record("10", "B[F5]W[D6]B[C3]W[D3]"),
            record("-2", "B[F5]W[D6]B[C4]"),
            record("0", "B[F5]W[F6]"),
            record("?", "B[D3]W[C5]"),
            "(;GM[Othello]TY[6r]BO[6 --------------O*----*O-------------- *]B[D2];)".to_owned(),
        ];
        assert_eq!(collection.add(games.concat().as_bytes()), Ok(4));
        let of = |mv: &str, games: usize, points: Option<f64>| json!({ "move": mv, "games": games, "points": points });
        assert_eq!(played(&collection, json!([])), json!([of("f5", 3, Some(0.5)), of("d3", 1, None)]));
        // After f5, and the same position turned, as after d3.
        let after = played(&collection, json!(["f5"]));
        assert_eq!((&after[0], after.as_array().map(Vec::len)), (&of("d6", 3, Some(0.5)), Some(2)));
        assert_eq!(played(&collection, json!(["d3"]))[0]["move"], "c5");
        assert!(collection.played(r#"["a1"]"#).is_err() && collection.add(b"\x00 nothing").is_err());
    }
}
