//! GGF, the Generic Game Format, in which NBoard and the game server GGS write games.
//!
//! Read tolerantly: case, blanks, tags missing or unknown, decimal commas and figures that are none do no harm. Moves are
//! played through the rules, so what is read is legal. A komi, `KM`, is kept as a tag: moves do not depend on it.

use super::dropped::{Content, Dropped};
use super::properties::{self, Property, Record, Records, SyntaxError, is_foreign};
use crate::game::replay::replay_to_end;
use crate::game::{
    Colour, Conditions, Ending, Game, Goal, Move, Outcome, ParseConditionsError, ParseMoveError, ParseTurnError,
    Played, Player, ReplayError, Rules, RulesError, Shape, Tags, TimeControl, Turn, excerpt,
};
use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Write;

/// The tags with a place of their own in a [`Game`]. Tags with other names are kept unchanged, among them the komi, `KM`.
pub(super) const OWN_TAGS: [&str; 17] =
    ["GM", "PC", "DT", "PB", "PW", "RE", "RB", "RW", "TI", "TB", "TW", TYPE, "BO", "RU", "B", "W", "C"];
/// The type of the match: the board, and how the start and the sides were found.
pub(super) const TYPE: &str = "TY";
/// The type of the octagonal board on GGS, by its number of squares.
const OCTAGON: &str = "88";

/// The text is not a game of Othello in GGF.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GgfError {
    /// The text cannot be taken apart.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// There is no `(;` in the text.
    #[error("there is no game in {0:?}")]
    NoGame(String),
    /// Another game than Othello.
    #[error("only Othello is played here, not {0:?}")]
    OtherGame(String),
    /// A type of Othello that is not played here.
    #[error("this type of game is not played here: {0:?}")]
    OtherType(String),
    /// A board size that is not supported.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The conditions cannot be read.
    #[error(transparent)]
    Conditions(#[from] ParseConditionsError),
    /// The start cannot be read.
    #[error("the start: {0}")]
    Start(ParseTurnError),
    /// The start does not have the size written before it.
    #[error("the board does not have its declared size: {0:?}")]
    StartSize(String),
    /// A move that cannot be played.
    #[error(transparent)]
    Move(#[from] ReplayError),
}

/// Reads the first game of a text.
///
/// # Errors
/// If there is no game, it cannot be parsed, or a move is not legal.
pub fn read(text: &str) -> Result<Game, GgfError> {
    games(text).next().unwrap_or_else(|| Err(GgfError::NoGame(excerpt(text))))
}

/// Reads all games of a text one by one. [`any`](super::any) says what is left out.
///
/// # Errors
/// Each game that cannot be parsed or has an illegal move is an error.
pub fn games(text: &str) -> impl Iterator<Item = Result<Game, GgfError>> {
    let (mut records, mut dropped) = (Records::new(text), Dropped::default());
    core::iter::from_fn(move || Some(records.next(&mut dropped)?.map_err(GgfError::from)))
        .map(|record| game_of(&record?, &mut Dropped::default()))
}

fn game_of(record: &Record<'_>, dropped: &mut Dropped) -> Result<Game, GgfError> {
    let mut game = Game::default();
    read_record(record, &mut game, dropped)?;
    Ok(game)
}

/// Reads a record into a game, which has the moves before a fault.
pub(super) fn read_record(record: &Record<'_>, game: &mut Game, dropped: &mut Dropped) -> Result<(), GgfError> {
    let properties = &record.properties;
    record.variations.drop_all(dropped);
    let find = |name| properties.iter().find(|property| property.name == name).map(|property| property.value().trim());
    if let Some(name) = find("GM").filter(|name| !["othello", "reversi"].contains(&name.to_ascii_lowercase().as_str()))
    {
        return Err(GgfError::OtherGame(excerpt(name)));
    }
    let (shape, goal) = game_type(find(TYPE).unwrap_or("8"))?;
    let mut conditions = Conditions::of_record(find("RU").unwrap_or_default())?;
    if goal == Goal::Fewest {
        conditions.goal = goal;
    }
    let rules = match find("BO") {
        Some(text) => Rules::from_start(start(text)?),
        None => Rules::diagonal(shape)?,
    };
    *game = Game::new(rules.with_conditions(conditions));
    let mut names = BTreeSet::new();
    for property in properties {
        match property.name.as_str() {
            name @ ("B" | "W") => {
                let played = noted_move(&property.place(), || dropped.add(Content::Value, property.line));
                if !replay_to_end(game, name.parse().ok(), played)? {
                    dropped.add(Content::Pass, property.line);
                }
            }
            "C" => {
                property.drop_others(dropped);
                game.tags.comments.push((game.moves().len(), property.value().to_owned()));
            }
            // What a program says twice it says first.
            name if !names.insert(name) => dropped.add(Content::Property, property.line),
            _ => {
                property.drop_others(dropped);
                if !note(game, property) {
                    dropped.add(Content::Value, property.line);
                }
            }
        }
    }
    Ok(())
}

/// The board and the goal of a game type such as `8`, `s8r14`, `10a`, `8kr20`, `10x8` or `88`. Random starts, synchronised pairs, colours
/// and bids for the komi need nothing more, as the board, the players and the komi are written out.
fn game_type(text: &str) -> Result<(Shape, Goal), GgfError> {
    let other = || GgfError::OtherType(excerpt(text));
    let text = text.to_ascii_lowercase();
    let plain = text.trim_start_matches('s');
    let (columns, letters) = number_before(plain);
    let (rows, letters) = letters.strip_prefix('x').map_or((columns, letters), number_before);
    let shape = shape(columns, rows).ok_or_else(other)??;
    let mut goal = Goal::Most;
    for letter in letters.chars() {
        match letter {
            'a' => goal = Goal::Fewest,
            'r' | 'k' | 'b' | 'w' | '0'..='9' => {}
            _ => return Err(other()),
        }
    }
    Ok((shape, goal))
}

/// The digits at the beginning of a text, and the rest.
fn number_before(text: &str) -> (&str, &str) {
    text.split_at(text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len()))
}

/// The board with these columns and rows, or the octagon; none if one is not a number.
fn shape(columns: &str, rows: &str) -> Option<Result<Shape, RulesError>> {
    if columns == OCTAGON && rows == OCTAGON {
        return Some(Ok(Shape::octagon()));
    }
    let (columns, rows) = (columns.parse().ok()?, rows.parse().ok()?);
    Some(Shape::rectangle(columns, rows).ok_or(RulesError::of_sides(columns, rows)))
}

/// The start as written in `BO`: `8 ---…--- *`, or `10x8 ---…---/…/---…--- *`.
fn start(text: &str) -> Result<Turn, GgfError> {
    let (size, squares) = text.split_once(char::is_whitespace).unwrap_or(("", text));
    let (columns, rows) = size.split_once('x').unwrap_or((size, size));
    let Some(declared) = shape(columns, rows) else { return Turn::read(text).map_err(GgfError::Start) };
    let (declared, turn) = (declared?, Turn::read(squares).map_err(GgfError::Start)?);
    let shape = turn.board.shape();
    let is_declared = (shape.columns(), shape.rows()) == (declared.columns(), declared.rows());
    if is_declared { Ok(turn) } else { Err(GgfError::StartSize(excerpt(text))) }
}

/// Reads a move with its notes: `F5`, `F5/1.50`, `F5//0.05`, `PA`. Notes that are not numbers are left out.
///
/// # Errors
/// If the text before the first `/` is not a move.
#[doc(hidden)]
pub fn read_move(text: &str) -> Result<Played, ParseMoveError> {
    noted_move(text, || {})
}

/// The same, and says of each note that it is not a number.
fn noted_move(text: &str, mut is_unusable: impl FnMut()) -> Result<Played, ParseMoveError> {
    let mut parts = text.split('/').map(str::trim);
    let mv = parts.next().unwrap_or_default().parse()?;
    let [eval, seconds] = [parts.next(), parts.next()].map(|note| {
        let note = note.filter(|note| !note.is_empty())?;
        let number = number(note);
        if number.is_none() {
            is_unusable();
        }
        number
    });
    parts.filter(|note| !note.is_empty()).for_each(|_| is_unusable());
    Ok(Played { mv, eval, seconds })
}

/// A number with a decimal point or comma; none if the text is not a finite number.
fn number(text: &str) -> Option<f32> {
    text.trim().replacen(',', ".", 1).parse().ok().filter(|number: &f32| number.is_finite())
}

/// Keeps a tag. Says whether its value could be used.
fn note(game: &mut Game, property: &Property) -> bool {
    let (value, own_type) = (property.value(), type_text(game.rules()));
    let tags = &mut game.tags;
    let time = |time: &mut Option<TimeControl>| {
        *time = value.trim().parse().ok();
        time.is_some() || value.trim().is_empty()
    };
    match property.name.as_str() {
        "GM" | "BO" => {}
        "RU" => return value.contains('=') || value.trim().is_empty(),
        "PC" => tags.place = value.to_owned(),
        "DT" => tags.date = value.to_owned(),
        "PB" => tags.black.name = value.to_owned(),
        "PW" => tags.white.name = value.to_owned(),
        "RB" => return properties::set_figure(&mut tags.black.rating, value),
        "RW" => return properties::set_figure(&mut tags.white.rating, value),
        "RE" => {
            tags.outcome = outcome(value);
            return tags.outcome.is_some() || matches!(value.trim(), "" | "?");
        }
        "TB" => return time(&mut tags.black.time),
        "TW" => return time(&mut tags.white.time),
        "TI" => return time(&mut tags.black.time) & time(&mut tags.white.time),
        TYPE if value.trim().eq_ignore_ascii_case(&own_type) => {}
        TYPE => tags.others.push((TYPE.to_owned(), value.trim().to_owned())),
        name => tags.others.push((properties::pgn_name(name).to_owned(), value.to_owned())),
    }
    true
}

/// The outcome as written in `RE`: `22`, `-4.0:r`, `2:t`, `0:s`, or `?`.
pub(super) fn outcome(text: &str) -> Option<Outcome> {
    let (score, letter) = text.split_once(':').unwrap_or((text, ""));
    let ending = match letter.trim() {
        "r" => Ending::Resigned,
        "t" => Ending::TimedOut,
        "s" => Ending::Agreed,
        _ => Ending::Played,
    };
    Outcome::of_score(number(score)?, ending)
}

/// Writes a game in one line, the tags in NBoard's order.
pub fn write(game: &Game) -> String {
    let mut out = String::from("(;");
    let mut tag = |name: &str, value: &str| properties::write(&mut out, name, value);
    let Tags { place, date, black, white, others, .. } = &game.tags;
    for (name, value) in [("GM", "Othello"), ("PC", place), ("DT", date), ("PB", &black.name), ("PW", &white.name)] {
        tag(name, value);
    }
    tag("RE", &game.outcome().as_ref().map_or_else(|| "?".to_owned(), outcome_text));
    for (name, Player { rating, .. }) in [("RB", black), ("RW", white)] {
        if let Some(rating) = rating {
            tag(name, &rating.to_string());
        }
    }
    let times = [("TB", black.time), ("TW", white.time)];
    let times = if black.time == white.time { &[("TI", black.time)][..] } else { &times };
    for (name, time) in times {
        if let Some(time) = time {
            tag(name, &time.to_string());
        }
    }
    let (rules, conditions) = (game.rules(), game.rules().conditions());
    // A type that says more is kept as it is.
    let fits = |text: &str| game_type(text).is_ok_and(|of_text| of_text == (*rules.shape(), rules.goal()));
    let kept = others.iter().find(|(name, text)| name == TYPE && fits(text));
    tag(TYPE, &kept.map_or_else(|| type_text(rules), |(_, text)| text.clone()));
    let others_than_goal = Conditions { goal: Goal::Most, ..*conditions }.to_string();
    if !others_than_goal.is_empty() {
        tag("RU", &others_than_goal);
    }
    for (name, value) in others.iter().filter(|(name, _)| is_foreign(name, &OWN_TAGS)) {
        tag(name, value);
    }
    tag("BO", &start_text(game.rules().start()));
    let comment = |moves| Some(game.tags.comment(moves)).filter(|text| !text.is_empty());
    comment(0).iter().for_each(|text| tag("C", text));
    for ((ply, turn), played) in game.turns().zip(game.moves()) {
        tag(if turn.to_move == Colour::Black { "B" } else { "W" }, &write_move(played));
        comment(ply + 1).iter().for_each(|text| tag("C", text));
    }
    out.push_str(";)");
    out
}

/// The board and what wins.
fn type_text(rules: &Rules) -> String {
    size_text(rules.shape()) + if rules.goal() == Goal::Fewest { "a" } else { "" }
}

pub(super) fn outcome_text(outcome: &Outcome) -> String {
    let ending = match outcome.ending {
        Ending::Played => "",
        Ending::Resigned => ":r",
        Ending::TimedOut => ":t",
        Ending::Agreed => ":s",
    };
    outcome.score().map_or_else(|| "?".to_owned(), |score| format!("{score}{ending}"))
}

fn start_text(start: &Turn) -> String {
    format!("{} {}", size_text(start.board.shape()), start.to_string().replace('X', "*"))
}

/// `8`, `88` or `10x8`.
fn size_text(shape: &Shape) -> String {
    match shape.size() {
        Some(size) => size.to_string(),
        None if *shape == Shape::octagon() => OCTAGON.to_owned(),
        None => format!("{}x{}", shape.columns(), shape.rows()),
    }
}

/// Writes a move with its notes as NBoard does: in upper case, the value with two decimals.
#[doc(hidden)]
pub fn write_move(played: &Played) -> String {
    let mut text = match played.mv {
        Move::Pass => "PA".to_owned(),
        mv => mv.to_string().to_ascii_uppercase(),
    };
    // Writing to a String cannot fail.
    let _ = match (played.eval, played.seconds) {
        (None, None) => Ok(()),
        (Some(eval), None) => write!(text, "/{eval:.2}"),
        (None, Some(seconds)) => write!(text, "//{seconds}"),
        (Some(eval), Some(seconds)) => write!(text, "/{eval:.2}/{seconds}"),
    };
    text
}
