//! SGF, the Smart Game Format, in its use for Othello: `GM[2]`.
//!
//! Read tolerantly: places as `f5` or as two letters, set-up or the standard start, passes written or left out, long names of
//! properties, rows counted from below as gogui-twogtp does. The first of the variations
//! is the game.

mod write;

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
pub(super) use write::outcome_text;
pub use write::{Annotation, Passes, write, write_annotated};

use super::dropped::{Content, Dropped};
use super::encoding;
use super::properties::{self, Property, Record, Records, SyntaxError, Variations, figure};
use crate::game::replay::replay_to_end;
use crate::game::{
    Board, Cell, Cells, Colour, Conditions, Ending, Game, Goal, Move, Outcome, ParseColourError, ParseConditionsError,
    ParseMoveError, Played, ReplayError, Rules, RulesError, Shape, Tags, TimeControl, Turn, Variation, excerpt,
};
use alloc::collections::BTreeSet;
use core::time::Duration;

/// The text is not a game of Othello in SGF.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SgfError {
    /// The text cannot be taken apart.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// There is no `(;` in the text.
    #[error("there is no game in {0:?}")]
    NoGame(String),
    /// Another game than Othello, which has the number 2.
    #[error("only Othello, game 2, is played here, not {0:?}")]
    OtherGame(String),
    /// A board size that is not supported.
    #[error("not a size from 4 to 10, or two of them as \"8:6\": {0:?}")]
    Size(String),
    /// A board size that is not supported.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The conditions in `RU`.
    #[error(transparent)]
    Conditions(#[from] ParseConditionsError),
    /// A place of the set-up that is none.
    #[error("set-up: {0}")]
    SetUp(ParseMoveError),
    /// The side to move in `PL`.
    #[error("the side to move: {0}")]
    Side(ParseColourError),
    /// Letters beyond ASCII in an encoding that is not known.
    #[error("the encoding is not known: {0:?}")]
    Encoding(String),
    /// A game of Go by its writer, whose moves are not those of Othello however its rows are counted.
    #[error("a game of Go, or of Othello with other rules, written by {writer:?}: {error}")]
    Go {
        /// The program in `AP`.
        writer: String,
        /// The fault with the rows from below.
        error: Box<SgfError>,
    },
    /// Discs put on the board or taken away in the middle of a game.
    #[error("discs are set up after move {0}")]
    LateSetUp(usize),
    /// A move that cannot be played.
    #[error(transparent)]
    Move(#[from] ReplayError),
}

/// Reads the main line of the first game of a text.
///
/// # Errors
/// If there is no game, it cannot be parsed, or a move is not legal.
pub fn read(text: &str) -> Result<Game, SgfError> {
    games(text).next().unwrap_or_else(|| Err(SgfError::NoGame(excerpt(text))))
}

/// Reads the main lines of all games of a text one by one. [`any`](super::any) says what is left out.
///
/// # Errors
/// Each game that cannot be parsed or has an illegal move is an error.
pub fn games(text: &str) -> impl Iterator<Item = Result<Game, SgfError>> {
    let (mut records, mut dropped) = (Records::new(text), Dropped::default());
    core::iter::from_fn(move || Some(records.next(&mut dropped)?.map_err(SgfError::from)))
        .map(|record| game_of(&record?, &mut Dropped::default()))
}

/// Whether the properties are those of SGF rather than of GGF: GGF names its game and SGF numbers it, and GGF has no squares of two letters.
pub(super) fn is_sgf(properties: &[Property]) -> bool {
    let is_number = |text: &str| text.trim().bytes().all(|byte| byte.is_ascii_digit());
    let of_name = |property: &Property| match property.name.as_str() {
        "GM" => Some(is_number(property.value())),
        "FF" | "AP" | "CA" | "SZ" | "ST" | "AB" | "AW" => Some(true),
        "BO" | "TY" => Some(false),
        "B" | "W" => Some(matches!(property.value().trim().as_bytes(), [b'a'..=b'j', b'a'..=b'j'])),
        _ => None,
    };
    properties
        .iter()
        .find(|property| property.name == "GM")
        .or(properties.first())
        .and_then(of_name)
        .unwrap_or_else(|| properties.iter().find_map(of_name).unwrap_or(false))
}

fn game_of(record: &Record<'_>, dropped: &mut Dropped) -> Result<Game, SgfError> {
    let mut game = Game::default();
    read_record(record, &mut game, dropped)?;
    Ok(game)
}

/// Reads a record into a game, which has the moves before a fault.
pub(super) fn read_record(record: &Record<'_>, game: &mut Game, dropped: &mut Dropped) -> Result<(), SgfError> {
    let properties = &record.properties;
    let find = |name| properties.iter().find(|property| property.name == name).map(|property| property.value().trim());
    if let Some(number) = find("GM").filter(|number| *number != "2") {
        return Err(SgfError::OtherGame(excerpt(number)));
    }
    let is_ascii = || properties.iter().flat_map(|property| &property.values).all(|value| value.is_ascii());
    if let Some(name) = find("CA").filter(|name| !encoding::is_known(name) && !is_ascii()) {
        return Err(SgfError::Encoding(excerpt(name)));
    }
    let mut of_rows = |rows| {
        let (mut own, reader) = (dropped.clone(), Reader { rows });
        reader.read(record, game, &mut own)?;
        *dropped = own;
        Ok(())
    };
    // Without its number a game of SGF is one of Go. So gogui-twogtp writes those that it played by GTP, as on a board of Go.
    let writer = find("AP").filter(|writer| find("GM").is_none() && writer.to_ascii_lowercase().starts_with("gogui"));
    let Some(writer) = writer else { return of_rows(Rows::FromAbove) };
    of_rows(Rows::FromBelow).or_else(|error| {
        let fault = |_| SgfError::Go { writer: excerpt(writer), error: Box::new(error) };
        of_rows(Rows::FromAbove).map_err(fault)
    })
}

/// Where the first row is.
#[derive(Clone, Copy, PartialEq)]
enum Rows {
    FromAbove,
    FromBelow,
}

/// Reads the properties of one game.
struct Reader {
    rows: Rows,
}

impl Reader {
    fn read(&self, record: &Record<'_>, game: &mut Game, dropped: &mut Dropped) -> Result<(), SgfError> {
        let properties = &record.properties;
        let is_move = |property: &Property| matches!(property.name.as_str(), "B" | "W");
        let first_move = properties.iter().position(is_move).unwrap_or(properties.len());
        let (head, line) = properties.split_at(first_move);
        let find = |name| head.iter().find(|property| property.name == name).map(|property| property.value().trim());
        let first_colour = line.first().and_then(|property| property.name.parse().ok());
        let turn = self.start(head, find("SZ").unwrap_or("8"), first_colour)?;
        let conditions = match find("RU") {
            Some(FEWEST) => Conditions { goal: Goal::Fewest, ..Conditions::default() },
            text => Conditions::of_record(text.unwrap_or_default())?,
        };
        *game = Game::new(Rules::from_start(turn).with_conditions(conditions));
        // A comment may stand before the move of its node.
        let (mut comments, mut node, mut names) = (Vec::new(), 0, BTreeSet::new());
        // The number of moves before each property.
        let mut plies = Vec::with_capacity(properties.len());
        for (index, property) in properties.iter().enumerate() {
            plies.push(game.moves().len());
            if property.opens_node {
                node += 1;
                add_comments(game, &mut comments);
            }
            match property.name.as_str() {
                "AB" | "AW" | "AE" | "PL" if index > first_move => {
                    return Err(SgfError::LateSetUp(game.moves().len()));
                }
                "AB" | "AW" | "AE" | "PL" | CUT_OFF => {}
                "B" | "W" => self.play(game, property, dropped)?,
                COMMENT => {
                    property.drop_others(dropped);
                    comments.push(property.value().to_owned());
                }
                // What is about the whole game is in its first node, and what a program says twice it says first.
                name if node > 1 && !GAME_INFO.contains(&name) || !names.insert(name) => {
                    dropped.add(Content::Property, property.line);
                }
                _ => {
                    property.drop_others(dropped);
                    note(&mut game.tags, property, dropped);
                }
            }
        }
        add_comments(game, &mut comments);
        self.add_variations(game, &plies, &record.variations, dropped);
        Ok(())
    }

    /// Keeps the lines beside the game that are legal; the others are counted.
    fn add_variations(&self, game: &mut Game, plies: &[usize], variations: &Variations<'_>, dropped: &mut Dropped) {
        let mut start = game.clone();
        start.tags = Tags::default();
        for branch in variations.branches(dropped) {
            // One behind the last move would be read as a part of the game.
            let ply = plies.get(branch.from).filter(|&&ply| ply < start.moves().len());
            match ply.and_then(|&ply| self.variation(start.clone(), ply, &branch.properties, dropped)) {
                Some(variation) => game.tags.variations.push(variation),
                None => dropped.add(Content::Variation, branch.line),
            }
        }
    }

    /// The line from the position after this many moves of a game; none if a move is illegal or there is none.
    fn variation(
        &self,
        mut game: Game,
        ply: usize,
        properties: &[Property],
        dropped: &mut Dropped,
    ) -> Option<Variation> {
        while game.moves().len() > ply {
            game.undo();
        }
        let (mut comments, mut texts, mut own) = (Vec::new(), Vec::new(), dropped.clone());
        for property in properties {
            if property.opens_node {
                comments.extend(texts.drain(..).map(|text| (game.moves().len() - ply, text)));
            }
            match property.name.as_str() {
                "B" | "W" => self.play(&mut game, property, &mut own).ok()?,
                COMMENT => texts.push(property.value().to_owned()),
                _ => own.add(Content::Property, property.line),
            }
        }
        comments.extend(texts.into_iter().map(|text| (game.moves().len() - ply, text)));
        let moves: Vec<Move> = game.moves()[ply..].iter().map(|played| played.mv).collect();
        *dropped = own;
        (!moves.is_empty()).then_some(Variation { ply, moves, comments })
    }

    fn play(&self, game: &mut Game, property: &Property, dropped: &mut Dropped) -> Result<(), SgfError> {
        let place = property.place();
        let mv = self.point(&place, game.rules().shape().rows());
        if !replay_to_end(game, property.name.parse().ok(), mv.map(Played::from))? {
            dropped.add(Content::Pass, property.line);
        }
        Ok(())
    }
}

/// Moves the comments of a node to the game, behind the moves so far.
fn add_comments(game: &mut Game, texts: &mut Vec<String>) {
    let moves = game.moves().len();
    game.tags.comments.extend(texts.drain(..).map(|text| (moves, text)));
}

impl Reader {
    /// The start: the discs that are set up, or the standard ones where none are. Without `PL` the first move's colour begins
    /// from a set-up, and black from the standard start.
    fn start(&self, head: &[Property], size: &str, first_move: Option<Colour>) -> Result<Turn, SgfError> {
        let wrong_size = || SgfError::Size(excerpt(size));
        let (columns, rows) = size.split_once(':').unwrap_or((size, size));
        let side = |text: &str| text.trim().parse::<u8>().map_err(|_| wrong_size());
        let (columns, rows) = (side(columns)?, side(rows)?);
        let mut shape = Shape::rectangle(columns, rows).ok_or(RulesError::of_sides(columns, rows))?;
        for property in head.iter().filter(|property| property.name == CUT_OFF) {
            shape = shape.without(self.points(property, &shape)?);
        }
        let is_set_up = head.iter().any(|property| matches!(property.name.as_str(), "AB" | "AW" | "AE"));
        let mut turn = match is_set_up {
            true => Turn { board: Board::empty(shape), to_move: first_move.unwrap_or(Colour::Black) },
            false => *Rules::diagonal(shape)?.start(),
        };
        for property in head {
            match property.name.as_str() {
                "AB" => turn.board = turn.board.with(Colour::Black, self.points(property, &shape)?),
                "AW" => turn.board = turn.board.with(Colour::White, self.points(property, &shape)?),
                "AE" => turn.board = turn.board.cleared(self.points(property, &shape)?),
                "PL" => turn.to_move = property.value().trim().parse().map_err(SgfError::Side)?,
                _ => {}
            }
        }
        Ok(turn)
    }

    /// The places of a set-up on this board, among them rectangles as `aa:cc`.
    fn points(&self, property: &Property, shape: &Shape) -> Result<Cells, SgfError> {
        let mut cells = Cells::EMPTY;
        for text in &property.values {
            let (first, last) = text.split_once(':').unwrap_or((text, text));
            let cell = |text| self.point(text, shape.rows())?.cell().ok_or_else(|| ParseMoveError::new(text));
            let corner = |text| cell(text).map_err(SgfError::SetUp);
            let (first, last): (Cell, Cell) = (corner(first)?, corner(last)?);
            let (top, bottom) = (first.row().min(last.row()), first.row().max(last.row()));
            for row in top..=bottom {
                for cell in (first.column()..=last.column()).filter_map(|column| Cell::at(column, row)) {
                    if !shape.has(cell) {
                        return Err(SgfError::SetUp(ParseMoveError::new(text)));
                    }
                    cells = cells.with(cell);
                }
            }
        }
        Ok(cells)
    }

    /// A place as `f5` or `fe`, or a pass: nothing, `tt`, or the word.
    fn point(&self, text: &str, rows: u8) -> Result<Move, ParseMoveError> {
        let text = text.trim().to_ascii_lowercase();
        match text.as_bytes() {
            [] | [b't', b't'] => Ok(Move::Pass),
            [column @ b'a'..=b'j', row @ b'a'..=b'j'] => {
                let row = row - b'a';
                let row = if self.rows == Rows::FromBelow { (rows - 1).checked_sub(row) } else { Some(row) };
                let cell = row.and_then(|row| Cell::at(column - b'a', row));
                cell.map(Move::At).ok_or_else(|| ParseMoveError::new(&text))
            }
            _ => text.parse(),
        }
    }
}

/// Keeps a property of the header. A value that should be a number and is not is counted.
fn note(tags: &mut Tags, property: &Property, dropped: &mut Dropped) {
    let value = property.value();
    let is_used = match property.name.as_str() {
        "PC" => set(&mut tags.place, value),
        "DT" => set(&mut tags.date, value),
        "PB" => set(&mut tags.black.name, value),
        "PW" => set(&mut tags.white.name, value),
        "BR" => properties::set_figure(&mut tags.black.rating, value),
        "WR" => properties::set_figure(&mut tags.white.rating, value),
        "RE" => {
            tags.outcome = outcome(value.trim());
            tags.outcome.is_some() || matches!(value.trim(), "" | "?")
        }
        "TM" => {
            (tags.black.time, tags.white.time) = (main_time(value), main_time(value));
            tags.black.time.is_some() || value.trim().is_empty()
        }
        "RU" => value.contains('=') || matches!(value.trim(), "" | FEWEST),
        name if OWN_NAMES.contains(&name) => true,
        name => {
            tags.others.push((properties::pgn_name(name).to_owned(), value.to_owned()));
            true
        }
    };
    if !is_used {
        dropped.add(Content::Value, property.line);
    }
}

fn set(text: &mut String, value: &str) -> bool {
    value.clone_into(text);
    true
}

/// The time as written in `TM`: seconds for the whole game.
fn main_time(text: &str) -> Option<TimeControl> {
    let main = Duration::try_from_secs_f64(figure(text)?).ok()?;
    Some(TimeControl { main, ..TimeControl::default() })
}

/// The outcome as written in `RE`: `B+12`, `W+R`, `B+Time`, `0`, `Draw`.
pub(super) fn outcome(text: &str) -> Option<Outcome> {
    let Some((colour, how)) = text.split_once('+') else {
        return matches!(text, "0" | "Draw").then_some(Outcome {
            winner: None,
            margin: Some(0.0),
            ending: Ending::Played,
        });
    };
    let winner = Some(colour.parse().ok()?);
    let margin = how.parse().ok().filter(|margin: &f32| margin.is_finite() && *margin >= 0.0);
    let ending = match how.chars().next() {
        Some('R' | 'r') => Ending::Resigned,
        Some('T' | 't') => Ending::TimedOut,
        _ => Ending::Played,
    };
    Some(Outcome { winner, margin, ending })
}

/// The properties with a place of their own in a game, or that are about the file; others are kept as they are.
pub(super) const OWN_NAMES: [&str; 22] = [
    "FF", "GM", "SZ", "CA", "AP", "ST", "PB", "PW", "BR", "WR", "PC", "DT", "RE", "TM", "RU", "AB", "AW", "AE", "PL",
    "B", "W", CUT_OFF,
];

/// The property for the squares of the rectangle that are not on the board; SGF has none.
pub(super) const CUT_OFF: &str = "CUT";

/// The properties about the whole game that some programs put into a later node.
pub(super) const GAME_INFO: [&str; 14] =
    ["GM", "FF", "CA", "AP", "SZ", "PB", "PW", "BR", "WR", "PC", "DT", "RE", "TM", "RU"];

/// The property for a comment.
pub(super) const COMMENT: &str = "C";

/// The value of `RU` if the fewest discs win.
pub(super) const FEWEST: &str = "fewest discs";
