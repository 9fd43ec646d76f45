//! A record as it is written, move by move, with the cost of every square that a move may mean.
//!
//! Knows nothing of the search for corrections.

use super::cost::{self, LEAST, Place, of_number, of_place};
use super::tokens::{MOST, Token, tokens};
use emilia::notation::sheet::{Entry, Sheet, is_sheet};
use emilia::{Cell, Game, Move, Position, Rules, Square, Tags, Turn};

/// A transcript or a sheet as it is written, with its mistakes.
#[derive(Clone, PartialEq, Debug)]
pub struct Written {
    slots: Vec<Slot>,
    start: Turn,
    tags: Tags,
    /// The faults that are seen without playing the moves.
    faults: Vec<String>,
}

/// A move of the record.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Slot {
    /// What is written; empty for a number that a sheet does not have.
    pub text: String,
    /// The square that is written, if it can be read.
    pub square: Option<Square>,
    /// The cost of each square.
    pub costs: [u32; 64],
    /// The cost of leaving the move out.
    pub skip: u32,
}

impl Written {
    /// The moves of a transcript that are read at most.
    pub const MOST_MOVES: usize = MOST;

    /// Reads a record: a transcript sheet if the text has its rows, else a transcript.
    ///
    /// # Errors
    /// If it looks like a sheet and does not have eight rows of eight squares.
    pub fn read(text: &str) -> Result<Written, emilia::notation::sheet::SheetError> {
        if is_sheet(text) { Ok(Written::sheet(&text.parse()?)) } else { Ok(Written::transcript(text)) }
    }

    /// A transcript from the start of Othello. Letters and digits may be missing, `?`, or exchanged. Of more than
    /// 128 moves the first ones are read.
    pub fn transcript(text: &str) -> Written {
        let tokens = tokens(text);
        let count = |place: Place| tokens.iter().filter(|token| token.place == place).count();
        let slot = |Token { text, place }: &Token| {
            let is_twice = place.square().is_some() && count(*place) > 1;
            Slot {
                text: text.clone(),
                square: place.square(),
                costs: costs(|square| of_place(*place, square, is_twice)),
                skip: match place.square() {
                    None => cost::EXTRA_LETTER,
                    Some(_) if is_twice => cost::EXTRA_TWICE,
                    Some(_) => cost::EXTRA,
                },
            }
        };
        let slots = tokens.iter().map(slot).collect();
        Written { slots, start: *Rules::default().start(), tags: Tags::default(), faults: Vec::new() }
    }

    /// A transcript sheet.
    pub fn sheet(sheet: &Sheet) -> Written {
        let slots = (1..=sheet.last_number()).map(|number| slot_of(sheet, number)).collect();
        let faults = sheet.faults().iter().map(ToString::to_string).collect();
        Written { slots, start: sheet.start(), tags: sheet.tags.clone(), faults }
    }

    /// The faults as text: on a sheet the squares and numbers first; then the first move that cannot be played.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = self.faults.clone();
        let mut game = self.empty_game();
        for (number, slot) in (1..).zip(&self.slots) {
            let name = if slot.text.is_empty() { String::new() } else { format!(" ({})", slot.text) };
            let Some(square) = slot.square else {
                if faults.is_empty() {
                    faults.push(format!("move {number}{name}: not a square"));
                }
                break;
            };
            let mv = Move::from(square);
            let colour = if game.must_pass() { game.to_move().other() } else { game.to_move() };
            if let Err(error) = game.play_implied(colour, mv) {
                faults.push(format!("move {number}{name}: {error}"));
                break;
            }
        }
        faults
    }

    /// The number of moves that are written.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether no move is written.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Whether at least half of the moves name a square; other texts are no record of a game.
    pub fn is_readable(&self) -> bool {
        self.slots.iter().filter(|slot| slot.square.is_some()).count() * 2 >= self.slots.len()
    }

    pub(super) fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The position at the start, as the side to move first sees it.
    pub(super) fn start(&self) -> Position {
        self.start.position().unwrap_or(Position::START)
    }

    /// The game without its moves.
    pub(super) fn empty_game(&self) -> Game {
        let mut game = Game::new(Rules::from_start(self.start));
        game.tags = self.tags.clone();
        game
    }
}

fn costs(cost: impl Fn(Square) -> u32) -> [u32; 64] {
    let mut costs = [0; 64];
    for square in Square::all() {
        costs[square.index()] = cost(square);
    }
    costs
}

/// The move with this number on a sheet. With the number on several squares each of them may be meant.
fn slot_of(sheet: &Sheet, number: u8) -> Slot {
    let own: Vec<Cell> = sheet.with_number(number).collect();
    let name = |cells: &[Cell]| cells.iter().map(ToString::to_string).collect::<Vec<_>>().join("/");
    let square = if let [cell] = own.as_slice() { cell.square() } else { None };
    let nearest = |square: Square| {
        let place = |cell: &Cell| Place { column: Some(cell.column()), row: Some(cell.row()) };
        own.iter().map(|cell| of_place(place(cell), square, false)).min()
    };
    let cost = |square: Square| {
        let cell = Cell::from(square);
        let of_entry = match sheet.entry(cell) {
            Some(Entry::Number(other)) if *other == number => return if own.len() == 1 { 0 } else { 5 },
            // One of the squares with a number twice has a wrong one.
            Some(Entry::Number(other)) if sheet.with_number(*other).count() > 1 => of_number(*other, number) / 2,
            Some(Entry::Number(other)) => of_number(*other, number),
            // Start squares have discs, so a move on one is a square that could not be read.
            Some(Entry::Unreadable(_) | Entry::Start(None)) => 3,
            Some(Entry::Empty) if own.is_empty() => LEAST,
            _ => nearest(square).unwrap_or(u32::MAX).saturating_add(4),
        };
        if own.is_empty() { of_entry } else { of_entry.max(LEAST).min(nearest(square).unwrap_or(u32::MAX)) }
    };
    Slot { text: name(&own), square, costs: costs(cost), skip: if own.is_empty() { 10 } else { cost::EXTRA } }
}
