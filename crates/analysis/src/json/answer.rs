//! The result of a turn as an object. All scores are from Black's view.

use super::position::AskedTurn;
use super::request::Query;
use super::text::ascii;
use super::text::{number, rounded};
use crate::people::PeopleMove;
use crate::{Explanation, win_rate};
use emilia::{Certainty, Colour, Move, Report, Score, Value};
use serde_json::{Map, Value as Json, json};
use std::time::Duration;

/// The result of a search, from the view of the side to move.
pub struct Found<'a> {
    /// The value of the position.
    pub value: Value,
    /// The lines, best first.
    pub lines: &'a [Report<Move>],
    /// The moves of the lines whose values are those of the book.
    pub book: &'a [Move],
    /// The move that a weaker player chooses, and what it loses.
    pub chosen: Option<(Move, f32)>,
    /// The moves that people play, the likeliest first.
    pub people: &'a [PeopleMove],
    /// The file of the certificate, or why there is none.
    pub certificate: Option<Result<String, String>>,
    /// Nodes visited.
    pub nodes: u64,
    /// The time of the search.
    pub time: Duration,
    /// The standard deviation of the error of a value in discs, see [`emilia::Engine::deviation`].
    pub deviation: &'a dyn Fn(Value) -> f32,
    /// What explains the lines, if the query asks for it.
    pub explain: &'a dyn Fn() -> Vec<Explanation>,
}

/// The answer for a turn of a query, on one line without its end: the last one, or one during the search.
pub fn answer(query: &Query, asked: &AskedTurn, found: &Found<'_>, is_during_search: bool) -> String {
    let to_move = asked.turn.to_move;
    let lines = found.lines.iter().filter(|line| !line.line.is_empty()).enumerate();
    let infos: Vec<Json> = lines.map(|(order, line)| info(order, line, found.value, to_move, found)).collect();
    let mut object = Map::new();
    let mut put = |name: &str, value: Json| drop(object.insert(name.to_owned(), value));
    put("id", json!(query.id));
    put("turnNumber", json!(asked.number));
    put("isDuringSearch", json!(is_during_search));
    put("perspective", json!("black"));
    put("sideToMove", json!(to_move.to_string()));
    put("isGameOver", json!(infos.is_empty()));
    put("moveInfos", json!(infos));
    put("nodes", json!(found.nodes));
    put("time", json!(rounded(found.time.as_secs_f64(), 1e6)));
    if query.explains && !is_during_search {
        put("explanations", json!((found.explain)()));
    }
    if let Some((mv, loss)) = found.chosen {
        put("chosen", json!({ "move": mv.to_string(), "loss": rounded(loss.into(), 1e2) }));
    }
    match &found.certificate {
        Some(Ok(file)) => put("certificate", json!(file)),
        Some(Err(error)) => put("certificateError", json!(error)),
        None => {}
    }
    if !found.people.is_empty() {
        let chance = |of: &PeopleMove| rounded(of.chance.into(), 1e4);
        let moves = found.people.iter().map(|of| json!({ "move": of.values.square.to_string(), "chance": chance(of) }));
        put("people", json!(moves.collect::<Vec<_>>()));
    }
    let best = found.lines.first().and_then(|line| line.line.first());
    put_value(&mut object, found.value, to_move, found, best);
    ascii(&Json::Object(object))
}

/// The last answer for a turn whose search did not begin or failed.
pub fn no_results(id: &str, turn_number: usize) -> String {
    ascii(&json!({ "id": id, "turnNumber": turn_number, "isDuringSearch": false, "noResults": true }))
}

/// A move with its value, what it loses against the best one, and its line.
fn info(order: usize, line: &Report<Move>, best: Value, to_move: Colour, found: &Found<'_>) -> Json {
    let moves: Vec<String> = line.line.iter().map(Move::to_string).collect();
    let loss = (best.score() - line.score()).max(Score::ZERO);
    let mut object = Map::new();
    object.insert("move".to_owned(), json!(moves.first()));
    object.insert("order".to_owned(), json!(order));
    object.insert("loss".to_owned(), number(loss));
    object.insert("pv".to_owned(), json!(moves));
    put_value(&mut object, line.value, to_move, found, line.line.first());
    Json::Object(object)
}

/// Adds the value of a move: the score, its certainty and what follows from them.
fn put_value(object: &mut Map<String, Json>, value: Value, to_move: Colour, found: &Found<'_>, mv: Option<&Move>) {
    let deviation = (found.deviation)(value);
    // The errors of some variants are not known.
    let is_known = deviation > 0.0 || value.certainty().is_proved();
    let rate = win_rate(value, deviation);
    let (value, rate) = match to_move {
        Colour::Black => (value, rate),
        Colour::White => (-value, 1.0 - rate),
    };
    object.insert("score".to_owned(), number(value.score()));
    let is_of_book = mv.is_some_and(|mv| found.book.contains(mv));
    let certainty = if is_of_book { "book".to_owned() } else { value.certainty().to_string() };
    object.insert("certainty".to_owned(), json!(certainty));
    if let Certainty::Depth { plies, percent } = value.certainty() {
        object.insert("depth".to_owned(), json!(plies));
        object.insert("percent".to_owned(), json!(percent));
    }
    if is_known {
        object.insert("winrate".to_owned(), json!(rounded(rate, 1e6)));
    }
}
