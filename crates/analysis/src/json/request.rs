//! From a line to a request.

use super::fields::{Fault, Fields, excerpt, warning, whole};
use super::position::AskedTurn;
use super::text::ascii;
use super::{limits, position};
use crate::people::RATINGS;
use emilia::variant::check_rules;
use emilia::{Colour, Game, Level, Limits};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Duration;

/// The version of the protocol. It grows with every change that an existing client could notice.
pub const VERSION: u32 = 1;

/// The most bytes of an id.
const MOST_ID: usize = 1024;
/// Unknown fields that are warned of one by one.
const MOST_WARNINGS: usize = 16;
/// The highest number of a turn that a `terminate` may name; no game is as long.
const MOST_TURN: i64 = 1000;

/// A query: positions of a game to search, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct Query {
    /// The client's name for it.
    pub id: String,
    /// The positions.
    pub turns: Vec<AskedTurn>,
    /// The limits of the search of each position, without its moves, and with the window from Black's view.
    pub limits: Limits,
    /// The number of empty squares that are left to the checker of a certificate; none if none is made.
    pub certificate: Option<u32>,
    /// The time between two answers during a search; none for the last answer alone.
    pub every: Option<Duration>,
    /// The game.
    pub game: Arc<Game>,
    /// Whether last answers explain the best move, and a review the mistakes.
    pub explains: bool,
    /// Whether the values of the opening book count.
    pub has_book: bool,
    /// The mean loss in discs of the moves that last answers choose; none for no choice.
    pub handicap: Option<f32>,
    /// The people whose moves last answers choose, and with whom a review compares; none for no choice.
    pub human: Option<AskedPeople>,
    /// Whether all moves of the game are judged; there is one turn then.
    pub is_review: bool,
}

impl Query {
    /// The limits of the search of a position with this side to move.
    pub fn limits_of(&self, to_move: Colour) -> Limits {
        let (alpha, beta) = self.limits.window;
        let window = if to_move == Colour::Black { (alpha, beta) } else { (-beta, -alpha) };
        Limits { window, ..self.limits.clone() }
    }
}

/// People of a rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AskedPeople {
    black: u32,
    white: u32,
    /// The seed of the player who is drawn of them; none for another one each time.
    pub seed: Option<u64>,
}

impl AskedPeople {
    /// Their rating where this side moves.
    pub const fn rating(&self, colour: Colour) -> u32 {
        match colour {
            Colour::Black => self.black,
            Colour::White => self.white,
        }
    }
}

/// A request that the program carries out.
#[derive(Clone, PartialEq, Debug)]
pub enum Request {
    /// Search positions.
    Query(Box<Query>),
    /// End searches now: those of the query with this id, or all.
    Terminate {
        /// The id of the query; none for all queries.
        id: Option<String>,
        /// The numbers of the turns; none for all.
        turns: Option<Vec<usize>>,
    },
    /// Clear the tables before the next search.
    ClearCache,
}

/// U+FEFF in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The level of the search beside the moves of people.
const LEVEL_OF_PEOPLE: Level = Level::new(1).expect("a level");

/// What a line means.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Parsed {
    /// Objects to write at once, each a line without its end: an error, warnings, or the echo of an action.
    pub replies: Vec<String>,
    /// What is to be done then; none after an error.
    pub request: Option<Request>,
}

/// Reads a line, which may have any bytes. A line without text means nothing. `default` is the level of queries without limits.
///
/// A byte order mark before the text is left out.
pub fn read(line: &[u8], default: Level) -> Parsed {
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    if line.trim_ascii().is_empty() {
        return Parsed::default();
    }
    let object = match serde_json::from_slice(line) {
        Ok(Value::Object(object)) => object,
        Ok(other) => return refused(&Fault::whole(format!("expected an object, not {}", excerpt(&other))), None),
        Err(error) => return refused(&Fault::whole(format!("not JSON: {error}")), None),
    };
    let id = object.get("id").filter(|id| is_id(id)).cloned();
    let is_action = object.get("action").is_some_and(|action| !action.is_null());
    let result = if is_action { action(object) } else { query(object, default) };
    result.unwrap_or_else(|fault| refused(&fault, id.as_ref()))
}

/// Whether an error repeats this id: a string, or a number, which many clients send first and which is itself an error.
fn is_id(id: &Value) -> bool {
    id.is_number() || id.as_str().is_some_and(|id| id.len() <= MOST_ID)
}

fn refused(fault: &Fault, id: Option<&Value>) -> Parsed {
    Parsed { replies: vec![fault.object(id)], request: None }
}

fn take_id(fields: &mut Fields) -> Result<String, Fault> {
    fields.text("id", MOST_ID)?.ok_or_else(|| Fault::of("id", "the id is missing"))
}

fn query(object: Map<String, Value>, default: Level) -> Result<Parsed, Fault> {
    let mut fields = Fields::new(object);
    let id = take_id(&mut fields)?;
    let (game, turns) = position::take(&mut fields)?;
    let [explains, has_book, is_review] = ["explain", "book", "review"].map(|name| fields.flag(name));
    let (explains, has_book, is_review) = (explains?, has_book?, is_review?);
    let handicap = fields.number("handicap", 0.0, 64.0)?;
    let human = ratings(&mut fields)?;
    let seed = fields.whole("seed", 0, i64::MAX)?.and_then(|seed| u64::try_from(seed).ok());
    if human.is_some() && (handicap.is_some() || turns.iter().any(|asked| game.position_at(asked.number).is_none())) {
        return Err(Fault::of("human", "people are known on 8x8 boards by the usual rules, and without a handicap"));
    }
    let human = human.map(|(black, white)| AskedPeople { black, white, seed });
    // Who asks for the moves of people alone waits for no other search.
    let default = if human.is_some() && !is_review { LEVEL_OF_PEOPLE } else { default };
    // A move is explained by comparing it with the others, and a weaker one is chosen among all.
    let compares = explains && !is_review || handicap.is_some();
    let limits = limits::take(&mut fields, default, if compares { limits::MOST_LINES } else { 1 })?;
    let limits = if handicap.is_some() { limits::weaker(limits) } else { limits };
    let certificate = limits::take_certificate(&mut fields, &limits)?;
    if certificate.is_some() {
        let has_moves = turns.iter().any(|asked| asked.moves.is_some());
        if has_book || is_review || handicap.is_some() || has_moves {
            let message = "it is about the whole position: without book, review, handicap, allowMoves and avoidMoves";
            return Err(Fault::of("certificate", message));
        }
        check_rules(&game).map_err(|error| Fault::of("certificate", error.to_string()))?;
    }
    let every = fields.seconds("reportDuringSearchEvery", 0.01)?;
    if is_review && (turns.len() > 1 || handicap.is_some()) {
        return Err(Fault::of("review", "it is about the whole game: without analyzeTurns and handicap"));
    }
    let game = Arc::new(game);
    // A query may say so with null.
    fields.take("action");
    let replies = warnings(&fields, &id);
    Ok(Parsed {
        replies,
        request: Some(Request::Query(Box::new(Query {
            id,
            turns,
            limits,
            certificate,
            every,
            game,
            explains,
            has_book,
            handicap,
            human,
            is_review,
        }))),
    })
}

/// The ratings of people where Black and where White moves: one for both, or a list of the two.
fn ratings(fields: &mut Fields) -> Result<Option<(u32, u32)>, Fault> {
    let rating = |value: &Value| {
        let rating = whole(value, "human", (*RATINGS.start()).into(), (*RATINGS.end()).into())?;
        Ok(u32::try_from(rating).unwrap_or(*RATINGS.start()))
    };
    Ok(match fields.take("human") {
        None => None,
        Some(Value::Array(list)) => match list.as_slice() {
            [black, white] => Some((rating(black)?, rating(white)?)),
            _ => return Err(Fault::of("human", "expected a rating, or a list of two")),
        },
        Some(value) => Some((rating(&value)?, rating(&value)?)),
    })
}

/// A warning for each field that was not taken.
fn warnings(fields: &Fields, id: &str) -> Vec<String> {
    let rest = fields.rest();
    let more = rest.len().saturating_sub(MOST_WARNINGS);
    let of = |name: &String| {
        let name: String = name.chars().take(MOST_ID / 8).collect();
        warning("unknown field, ignored", Some(&name), Some(id))
    };
    let mut replies: Vec<String> = rest.take(MOST_WARNINGS).map(of).collect();
    if more > 0 {
        replies.push(warning(&format!("{more} more unknown fields, ignored"), None, Some(id)));
    }
    replies
}

fn action(object: Map<String, Value>) -> Result<Parsed, Fault> {
    let mut echo = Value::Object(object.clone());
    let mut fields = Fields::new(object);
    let id = take_id(&mut fields)?;
    let name = fields.text("action", MOST_ID)?.unwrap_or_default();
    let mut request = None;
    match name.as_str() {
        "query_version" => {
            echo["protocol"] = json!(VERSION);
            echo["name"] = json!("Emilia");
            echo["version"] = json!(env!("CARGO_PKG_VERSION"));
        }
        "clear_cache" => request = Some(Request::ClearCache),
        "terminate" => {
            let of = fields.text("terminateId", MOST_ID)?;
            let of = of.ok_or_else(|| Fault::of("terminateId", "the id of the query to end is missing"))?;
            request = Some(Request::Terminate { id: Some(of), turns: turns(&mut fields)? });
        }
        "terminate_all" => request = Some(Request::Terminate { id: None, turns: turns(&mut fields)? }),
        _ => return Err(Fault::of("action", format!("unknown action: {}", excerpt(&json!(name))))),
    }
    let replies = [vec![ascii(&echo)], warnings(&fields, &id)].concat();
    Ok(Parsed { replies, request })
}

/// The turns that an action is about; none for all.
fn turns(fields: &mut Fields) -> Result<Option<Vec<usize>>, Fault> {
    let Some(list) = fields.list("turnNumbers")? else { return Ok(None) };
    let number =
        |value| whole(value, "turnNumbers", 0, MOST_TURN).map(|number| usize::try_from(number).unwrap_or_default());
    list.iter().map(number).collect::<Result<_, _>>().map(Some)
}
