//! Openings, the book, variants.

use super::games::game;
use emilia::book::{Book, BookMove, CompactBook};
use emilia::{Colour, Move, OpeningNames, Strength, Value, Variant};
use serde_json::{Value as Json, json};
use std::sync::Arc;

/// The embedded book.
pub struct Knowledge {
    book: Book,
}

impl Default for Knowledge {
    fn default() -> Knowledge {
        Knowledge { book: embedded() }
    }
}

/// The embedded book, to look up.
pub(crate) fn embedded() -> Book {
    Book::new(None, Some(Arc::new(CompactBook::embedded())))
}

impl Knowledge {
    /// What the book has of the position after these moves: `{"moves": [{"move", "score", "certainty", "games"}], "line"}` with Black's
    /// scores, best first; `null` if it has nothing.
    ///
    /// # Errors
    /// If the rules cannot be read or a move is illegal.
    pub fn book(&self, rules: &str, moves: &str) -> Result<String, String> {
        let game = game(rules, moves)?;
        let Some(root) = game.position() else { return Ok("null".to_owned()) };
        let found = self.book.lookup(root).map_err(|error| error.to_string())?;
        let Some(found) = found.filter(|found| !found.moves.is_empty()) else { return Ok("null".to_owned()) };
        let line = self.book.read(|reader| reader.line(root)).map_err(|error| error.to_string())?;
        let of_black = |value: Value| if game.to_move() == Colour::Black { value } else { -value };
        let of_move = |known: &BookMove| -> Json {
            let value = known.value.map(of_black);
            json!({
                "move": Move::from(known.at).to_string(),
                "score": value.map(|value| f64::from((value.score().to_discs() * 100.0).round()) / 100.0),
                "certainty": value.map(|value| value.certainty().to_string()),
                "games": known.games.count(),
            })
        };
        let moves: Vec<Json> = found.moves.iter().map(of_move).collect();
        let line: Vec<String> = line.iter().map(|at| Move::from(*at).to_string()).collect();
        Ok(json!({ "moves": moves, "line": line }).to_string())
    }
}

/// The name of the opening of a line from the start (a list of moves in JSON), or nothing.
///
/// # Errors
/// If a move is illegal.
pub fn opening(moves: &str) -> Result<String, String> {
    Ok(OpeningNames::new().of(&game("", moves)?).unwrap_or_default().to_owned())
}

/// The named strengths, the weakest first: `[{"name", "title", "level", "handicap"}]`, the handicap in discs a move.
pub fn strengths() -> String {
    let of = |strength: &Strength| {
        let handicap = f64::from(strength.handicap) / 10.0;
        json!({ "name": strength.name, "title": strength.doc, "level": strength.level.get(), "handicap": handicap })
    };
    Json::from_iter(Strength::ALL.iter().map(of)).to_string()
}

/// The catalogue of variants, Othello first: `[{"name", "words", "title", "columns", "rows"}]`.
pub fn variants() -> String {
    let of = |variant: &Variant| {
        let rules = variant.rules().ok()?;
        let (columns, rows) = (rules.shape().columns(), rules.shape().rows());
        let Variant { name, sentence, .. } = variant;
        Some(json!({ "name": name, "words": name, "title": sentence, "columns": columns, "rows": rows }))
    };
    Json::from_iter(Variant::ALL.iter().filter_map(of)).to_string()
}
