//! Games of the server Othello Quest, in JSON: one, a list, or one after the other.
//!
//! An object that has `position` with `moves` in it is a game, wherever it stands in the text.

use super::dropped::{Content, Dropped};
use crate::game::replay::replay;
use crate::game::{Game, Move, ParseMoveError, Played, Player, ReplayError, TimeControl, excerpt};
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::time::Duration;
use serde_json::{Map, Value};

/// Bytes of JSON that are read at most; a list of 10,000 games is smaller.
const MOST_BYTES: usize = 32 << 20;

/// The text is not a game of Othello Quest.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QuestError {
    /// It is not JSON.
    #[error("JSON: {0}")]
    Json(String),
    /// There is more JSON than is read.
    #[error("there are more than {} MiB of JSON", MOST_BYTES >> 20)]
    Long,
    /// Another game than Othello.
    #[error("only Othello is played here, not {0:?}")]
    OtherGame(String),
    /// A move that cannot be played.
    #[error(transparent)]
    Move(#[from] ReplayError),
}

/// Whether the text begins as JSON does: an object or a list of them. A brace before anything else opens a comment of PGN.
pub fn is_json(text: &str) -> bool {
    let behind = |bracket| text.trim_start().strip_prefix(bracket).map(str::trim_start);
    behind('{').is_some_and(|rest| rest.starts_with(['"', '}']) || rest.is_empty())
        || behind('[').is_some_and(|rest| rest.starts_with(['{', '[', ']']))
}

/// Reads the games of a text one by one, in its order: players with their ratings before the game, the date, the time allowed and the
/// time of each move. Other fields are left out.
///
/// # Errors
/// If the text is not JSON. Each game of another kind or with an illegal move is an error.
pub fn games(
    text: &str,
    dropped: &mut Dropped,
) -> Result<impl Iterator<Item = Result<Game, QuestError>> + use<>, QuestError> {
    if text.len() > MOST_BYTES {
        return Err(QuestError::Long);
    }
    let mut found = Vec::new();
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    // A value may be a list of games; its first line is the place of all that is left out of it.
    let (mut line, mut counted) = (1, 0);
    loop {
        let rest = &text[counted..];
        let begins = counted + rest.len() - rest.trim_start().len();
        line += text[counted..begins].matches('\n').count();
        let Some(value) = values.next() else { break };
        collect(value.map_err(|error| QuestError::Json(error.to_string()))?, line, dropped, &mut found);
        line += text[begins..values.byte_offset()].matches('\n').count();
        counted = values.byte_offset();
    }
    let games: Vec<_> = found.into_iter().map(|(game, moves, line)| game_of(&game, &moves, line, dropped)).collect();
    Ok(games.into_iter())
}

/// A game with its moves and its line.
type Found = (Map<String, Value>, Vec<Value>, usize);

/// Finds the games in a value, with their moves. The reader of JSON limits the depth.
fn collect(value: Value, line: usize, dropped: &mut Dropped, found: &mut Vec<Found>) {
    match value {
        Value::Array(values) => values.into_iter().for_each(|value| collect(value, line, dropped, found)),
        Value::Object(mut object) => {
            let moves = object.get_mut("position").and_then(|position| position.get_mut("moves")).map(Value::take);
            match moves {
                Some(Value::Array(moves)) => found.push((object, moves, line)),
                _ => object.into_iter().for_each(|(_, value)| collect(value, line, dropped, found)),
            }
        }
        Value::Null => {}
        _ => dropped.add(Content::Value, line),
    }
}

/// The fields of a game and of a player that are used.
const FIELDS: [&str; 6] = ["gtype", "created", "id", "tcb", "players", "position"];
const PLAYER_FIELDS: [&str; 3] = ["name", "id", "oldR"];

fn game_of(
    record: &Map<String, Value>,
    moves: &[Value],
    line: usize,
    dropped: &mut Dropped,
) -> Result<Game, QuestError> {
    let text = |name: &str| record.get(name).and_then(Value::as_str).unwrap_or_default();
    let kind = text("gtype");
    if !kind.is_empty() && !["reversi", "othello"].iter().any(|own| kind.to_ascii_lowercase().starts_with(own)) {
        return Err(QuestError::OtherGame(excerpt(kind)));
    }
    let mut game = Game::default();
    "Othello Quest".clone_into(&mut game.tags.place);
    text("created").clone_into(&mut game.tags.date);
    if !text("id").is_empty() {
        game.tags.others.push(("GN".to_owned(), text("id").to_owned()));
    }
    let main = record.get("tcb").and_then(Value::as_u64).map(Duration::from_millis);
    let time = main.map(|main| TimeControl { main, ..TimeControl::default() });
    let players = record.get("players").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let player = |index: usize| {
        let field = |name: &str| players.get(index).and_then(|player| player.get(name));
        let name = field("name").or_else(|| field("id")).and_then(Value::as_str).unwrap_or_default().to_owned();
        Player { name, rating: field("oldR").and_then(Value::as_f64), time }
    };
    (game.tags.black, game.tags.white) = (player(0), player(1));
    let unknown = record.keys().filter(|name| !FIELDS.contains(&name.as_str()));
    let of_players = players.iter().filter_map(Value::as_object).flat_map(Map::keys);
    let unknown = unknown.chain(of_players.filter(|name| !PLAYER_FIELDS.contains(&name.as_str())));
    unknown.for_each(|_| dropped.add(Content::Property, line));
    for entry in moves {
        match entry.get("m") {
            Some(name) => replay(&mut game, None, read_move(name, entry.get("t")))?,
            // The state of the game.
            None => dropped.add(Content::Property, line),
        }
    }
    Ok(game)
}

fn read_move(name: &Value, time: Option<&Value>) -> Result<Played, ParseMoveError> {
    let name = name.as_str().ok_or_else(|| ParseMoveError::new(&name.to_string()))?.trim();
    let mv = if name == "-" { Move::Pass } else { name.parse()? };
    let seconds = time
        .and_then(Value::as_f64)
        .map(|time| (time / 1000.0) as f32)
        .filter(|seconds| *seconds >= 0.0 && seconds.is_finite());
    Ok(Played { mv, eval: None, seconds })
}
