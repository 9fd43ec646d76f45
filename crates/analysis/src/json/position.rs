//! The game of a query, and the positions of it that are asked for.

use super::fields::{Fault, Fields, excerpt, whole};
use emilia::notation::transcript;
use emilia::{Colour, Game, Move, ParseTurnError, Rules, Turn};
use serde_json::Value;

/// The most bytes of a text with moves or a board.
const MOST_TEXT: usize = 4096;
/// Priorities are from minus this to this.
const MOST_PRIORITY: i64 = 1_000_000_000;

/// A position that is asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct AskedTurn {
    /// The number of moves before it, passes included.
    pub number: usize,
    /// The board and the side to move.
    pub turn: Turn,
    /// Turns of a higher priority are searched first.
    pub priority: i64,
    /// The moves to search; none for all.
    pub moves: Option<Vec<Move>>,
}

/// Takes the fields of the game and of the positions.
pub(super) fn take(fields: &mut Fields) -> Result<(Game, Vec<AskedTurn>), Fault> {
    let game = game(fields)?;
    let last = game.moves().len();
    let numbers = fields.list("analyzeTurns")?.map_or_else(|| Ok(vec![last]), |turns| numbers(&turns, last))?;
    let priorities = priorities(fields, numbers.len())?;
    let allowed = moves(fields, "allowMoves")?;
    let avoided = moves(fields, "avoidMoves")?;
    if game.position().is_none() && (allowed.is_some() || avoided.is_some()) {
        return Err(Fault::of("allowMoves", "moves are chosen on 8x8 boards by the usual rules only"));
    }
    let mut asked = Vec::with_capacity(numbers.len());
    for (number, priority) in numbers.into_iter().zip(priorities) {
        let Some(turn) = game.at_ply(number).copied() else { continue };
        let moves = match (&allowed, &avoided) {
            (None, None) => None,
            _ => chosen(&turn, allowed.as_deref(), avoided.as_deref().unwrap_or_default(), number)?,
        };
        asked.push(AskedTurn { number, turn, priority, moves });
    }
    Ok((game, asked))
}

/// The game: a board or the start, and the moves.
fn game(fields: &mut Fields) -> Result<Game, Fault> {
    let (board, side) = (fields.text("board", MOST_TEXT)?, fields.text("side", MOST_TEXT)?);
    let rules = fields.text("rules", MOST_TEXT)?.map(|text| text.parse::<Rules>());
    let rules = rules.transpose().map_err(|error| Fault::of("rules", error.to_string()))?;
    let side =
        side.map(|side| side.parse::<Colour>().map_err(|error| Fault::of("side", error.to_string()))).transpose()?;
    let mut game = match (board, side, rules) {
        (None, None, rules) => Game::new(rules.unwrap_or_default()),
        (None, Some(_), _) => return Err(Fault::of("side", "it belongs to a board")),
        (Some(_), _, Some(_)) => return Err(Fault::of("rules", "only one of board and rules can be given")),
        (Some(board), side, None) => {
            let game = Game::new(Rules::from_start(turn(&board, side)?));
            game.position().ok_or_else(|| Fault::of("board", "it has 8x8 squares; rules take other boards"))?;
            game
        }
    };
    let fault = |message: String| Fault::of("moves", message);
    match fields.take("moves") {
        None => {}
        Some(Value::String(text)) if text.len() <= MOST_TEXT => {
            transcript::play(&mut game, &text).map_err(|error| fault(error.to_string()))?;
        }
        Some(Value::String(_)) => return Err(fault(format!("longer than {MOST_TEXT} bytes"))),
        Some(Value::Array(moves)) => play_all(&mut game, &moves)?,
        Some(other) => return Err(fault(format!("expected a list or a string, not {}", excerpt(&other)))),
    }
    Ok(game)
}

/// The board with the side to move, which may stand behind it, in a field of its own, or both.
fn turn(board: &str, side: Option<Colour>) -> Result<Turn, Fault> {
    let fault = |error: ParseTurnError| Fault::of("board", error.to_string());
    let Some(side) = side else { return Turn::read(board).map_err(fault) };
    match (Turn::read(&format!("{board} {}", side.letter())), Turn::read(board)) {
        (Ok(turn), _) => Ok(turn),
        (Err(_), Ok(turn)) if turn.to_move == side => Ok(turn),
        (Err(_), Ok(_)) => Err(Fault::of("side", "the board names the other side".to_owned())),
        (Err(_), Err(error)) => Err(fault(error)),
    }
}

/// Plays moves such as `"f5"` or `["B", "f5"]`; forced passes may be left out.
fn play_all(game: &mut Game, moves: &[Value]) -> Result<(), Fault> {
    for value in moves {
        let number = game.moves().len() + 1;
        let fault = |message: String| Fault::of("moves", format!("move {number}: {message}"));
        let (colour, text) = match value {
            Value::String(mv) => (None, mv),
            Value::Array(pair) => match pair.as_slice() {
                [Value::String(colour), Value::String(mv)] => (Some(colour), mv),
                _ => return Err(fault(format!("expected a colour and a move, not {}", excerpt(value)))),
            },
            other => return Err(fault(format!("expected a move, not {}", excerpt(other)))),
        };
        let mv: Move = text.parse().map_err(|_| fault(format!("not a move: {}", excerpt(value))))?;
        let colour = match colour {
            Some(colour) => colour.parse().map_err(|_| fault(format!("not a colour: {}", excerpt(value))))?,
            None if mv != Move::Pass && game.must_pass() => game.to_move().other(),
            None => game.to_move(),
        };
        game.play_implied(colour, mv).map_err(|error| fault(error.to_string()))?;
    }
    Ok(())
}

/// The numbers of the turns, each once.
fn numbers(turns: &[Value], last: usize) -> Result<Vec<usize>, Fault> {
    let field = "analyzeTurns";
    let most = i64::try_from(last).unwrap_or(i64::MAX);
    let mut numbers: Vec<usize> = Vec::new();
    for turn in turns {
        let number = usize::try_from(whole(turn, field, 0, most)?).unwrap_or_default();
        if numbers.contains(&number) {
            return Err(Fault::of(field, format!("turn {number} is given twice")));
        }
        numbers.push(number);
    }
    if numbers.is_empty() { Err(Fault::of(field, "the list is empty")) } else { Ok(numbers) }
}

/// A priority for each turn.
fn priorities(fields: &mut Fields, turns: usize) -> Result<Vec<i64>, Fault> {
    let one = fields.whole("priority", -MOST_PRIORITY, MOST_PRIORITY)?;
    let Some(list) = fields.list("priorities")? else { return Ok(vec![one.unwrap_or(0); turns]) };
    if one.is_some() {
        return Err(Fault::of("priorities", "only one of priority and priorities can be given"));
    }
    if list.len() != turns {
        return Err(Fault::of("priorities", format!("expected one for each of the {turns} turns, got {}", list.len())));
    }
    list.iter().map(|value| whole(value, "priorities", -MOST_PRIORITY, MOST_PRIORITY)).collect()
}

/// A list of moves.
fn moves(fields: &mut Fields, field: &'static str) -> Result<Option<Vec<Move>>, Fault> {
    let fault = |value: &Value| Fault::of(field, format!("not a move: {}", excerpt(value)));
    let mv = |value: &Value| value.as_str().and_then(|text| text.parse().ok()).ok_or_else(|| fault(value));
    let Some(list) = fields.list(field)? else { return Ok(None) };
    if list.len() > 64 {
        return Err(Fault::of(field, "more than 64 moves"));
    }
    list.iter().map(mv).collect::<Result<_, _>>().map(Some)
}

/// The moves to search at this turn; none for all, where there is no choice.
fn chosen(turn: &Turn, allowed: Option<&[Move]>, avoided: &[Move], number: usize) -> Result<Option<Vec<Move>>, Fault> {
    let legal: Vec<Move> = turn.moves().map(Move::At).collect();
    if legal.is_empty() {
        return Ok(None);
    }
    let is_chosen = |mv: &Move| allowed.is_none_or(|allowed| allowed.contains(mv)) && !avoided.contains(mv);
    let chosen: Vec<Move> = legal.into_iter().filter(is_chosen).collect();
    let field = if allowed.is_some() { "allowMoves" } else { "avoidMoves" };
    let message = || format!("no legal move is left at turn {number}");
    if chosen.is_empty() { Err(Fault::of(field, message())) } else { Ok(Some(chosen)) }
}
