//! One game: its rules, its moves, and the moves taken back.
//!
//! Knows nothing of notations or clocks; the tags of a record are only carried along.

use super::notation::any::{self, ReadGameError};
use super::notation::ggf;
use super::rules::Duty;
use super::{Cell, Colour, Ending, IllegalMove, Move, Outcome, Rules, Tags, Transform, Turn, bits};
use crate::board::Position;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::hash::Hash;
use core::str::FromStr;

/// A move of the record with what the player noted beside it.
///
/// # Examples
/// ```
/// use emilia_core::{Game, Move, Played, Square};
///
/// let mut game = Game::default();
/// game.play_noted(Played { mv: Move::from(Square::F5), eval: Some(0.5), seconds: Some(3.0) })?;
/// assert_eq!(game.moves()[0].eval, Some(0.5));
/// # Ok::<(), emilia_core::IllegalMove>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// The value in discs that the player gave it, from the player's own view.
    pub eval: Option<f32>,
    /// The time used in seconds.
    pub seconds: Option<f32>,
}

equal_by!(Played, |played: &Played| (played.mv, played.eval.map(bits), played.seconds.map(bits)));

impl From<Move> for Played {
    fn from(mv: Move) -> Played {
        Played { mv, eval: None, seconds: None }
    }
}

/// A game from its start to now, and the moves taken back since.
///
/// # Examples
/// ```
/// use emilia_core::{Colour, Game, Square};
///
/// let mut game = Game::default();
/// game.play(Square::F5.into())?;
/// assert_eq!((game.to_move(), game.discs(Colour::Black), game.transcript().as_str()), (Colour::White, 4, "f5"));
/// game.undo();
/// assert_eq!(game.legal().len(), 4);
/// # Ok::<(), emilia_core::IllegalMove>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    /// The tags of the record.
    pub tags: Tags,
    /// The turns before each of the moves played.
    past: Vec<Turn>,
    played: Vec<Played>,
    now: Turn,
    /// The moves taken back, the latest to be played again last.
    undone: Vec<Played>,
}

impl Game {
    /// What makes games equal. The outcome on the board counts as one on record.
    fn key(&self) -> impl Eq + Hash {
        let Tags { place, date, black, white, outcome: _, others, comments, variations } = &self.tags;
        (
            &self.rules,
            [&self.played, &self.undone],
            self.outcome(),
            [place, date],
            [black, white],
            others,
            (comments, variations),
        )
    }

    /// The start of a game by these rules.
    pub fn new(rules: Rules) -> Game {
        let now = *rules.start();
        Game { rules, tags: Tags::default(), past: Vec::new(), played: Vec::new(), now, undone: Vec::new() }
    }

    /// A game for most discs that starts from this 8x8 position, this colour to move.
    pub fn from_position(position: Position, to_move: Colour) -> Game {
        Game::new(Rules::from_start(Turn { board: super::Board::from_position(position, to_move), to_move }))
    }

    /// The game rotated or mirrored: its start, its moves and those taken back.
    #[must_use]
    pub fn transformed(&self, transform: Transform) -> Game {
        let shape = self.rules.shape();
        let moves = |played: &[Played]| {
            played.iter().map(|played| Played { mv: transform.mv(played.mv, shape), ..*played }).collect::<Vec<_>>()
        };
        let mut tags = self.tags.clone();
        for mv in tags.variations.iter_mut().flat_map(|variation| &mut variation.moves) {
            *mv = transform.mv(*mv, shape);
        }
        Game {
            rules: Rules::from_start(transform.turn(self.rules.start())).with_conditions(*self.rules.conditions()),
            tags,
            past: self.past.iter().map(|turn| transform.turn(turn)).collect(),
            played: moves(&self.played),
            now: transform.turn(&self.now),
            undone: moves(&self.undone),
        }
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board and the side to move now.
    pub const fn turn(&self) -> &Turn {
        &self.now
    }

    /// The side to move.
    pub const fn to_move(&self) -> Colour {
        self.now.to_move
    }

    /// The colour of the disc on the cell; none if it is empty or not on the board.
    pub const fn colour_at(&self, cell: Cell) -> Option<Colour> {
        self.now.board.colour_at(cell)
    }

    /// The number of discs of this colour on the board.
    pub const fn discs(&self, colour: Colour) -> u32 {
        self.now.board.discs(colour).len()
    }

    /// The moves that the side to move has: cells row by row, only a pass if it must pass, nothing when the game is over.
    pub fn legal(&self) -> Vec<Move> {
        match self.duty() {
            Duty::Move(moves) => moves.flat_map(|cell| self.rules.moves_at(&self.now, cell)).collect(),
            Duty::Pass => vec![Move::Pass],
            Duty::Nothing => Vec::new(),
        }
    }

    /// Whether the side to move may play this now.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.after(mv).is_ok()
    }

    /// Whether the side to move cannot put a disc anywhere but the other side can.
    pub fn must_pass(&self) -> bool {
        matches!(self.duty(), Duty::Pass)
    }

    /// Whether the game is over: in Othello, whether neither side can put a disc anywhere.
    pub fn is_over(&self) -> bool {
        matches!(self.duty(), Duty::Nothing)
    }

    fn duty(&self) -> Duty {
        self.rules.duty(&self.now, self.placed())
    }

    /// The discs that black and white have put on the board, those of the start included. Zero if their number is not limited.
    fn placed(&self) -> [u32; 2] {
        if self.rules.conditions().supply.is_none() {
            return [0; 2];
        }
        let mut placed = [Colour::Black, Colour::White].map(|colour| self.rules.start().board.discs(colour).len());
        for (turn, _) in self.past.iter().zip(&self.played).filter(|(_, played)| played.mv != Move::Pass) {
            placed[turn.to_move as usize] += 1;
        }
        placed
    }

    /// The discs that this side has left to put on the board; none if their number is not limited.
    pub fn supply(&self, colour: Colour) -> Option<u32> {
        let supply = u32::from(self.rules.conditions().supply?);
        Some(supply.saturating_sub(self.placed()[colour as usize]))
    }

    /// Black's lead in discs, by the goal of the rules; after the end of the game the winner of Othello has the empty cells too.
    pub fn score(&self) -> i32 {
        if self.is_over() { self.rules.final_score(&self.now, self.placed()) } else { self.rules.lead(&self.now.board) }
    }

    /// The side that has won on the board, by discs or by the rule for ties; none for a draw, and before the end.
    pub fn winner(&self) -> Option<Colour> {
        match self.score() {
            _ if !self.is_over() => None,
            0 => self.rules.conditions().tie,
            score if score > 0 => Some(Colour::Black),
            _ => Some(Colour::White),
        }
    }

    /// The recorded outcome, unless moves are taken back. If the game is over and the record has no outcome, or only the winner of a
    /// game played to its end, the outcome on the board.
    pub fn outcome(&self) -> Option<Outcome> {
        let of_board = || self.is_over().then(|| Outcome::of_score(self.score() as f32, Ending::Played)).flatten();
        let recorded = self.tags.outcome.filter(|_| self.undone.is_empty());
        let is_complete = |outcome: &Outcome| outcome.margin.is_some() || outcome.ending != Ending::Played;
        let outcome = recorded.filter(is_complete).or_else(of_board).or(recorded)?;
        let is_tie = outcome.margin == Some(0.0) && outcome.ending == Ending::Played;
        let of_tie = self.rules.conditions().tie.filter(|_| is_tie);
        Some(Outcome { winner: outcome.winner.or(of_tie), ..outcome })
    }

    /// Records that this colour resigns, which counts as the loss of all squares, as on the server GGS. Moves taken back are dropped.
    pub fn resign(&mut self, colour: Colour) {
        let shape = self.rules.shape();
        let squares = shape.places().filter(|&cell| shape.has(cell)).count() as i32;
        self.undone.clear();
        self.tags.outcome = Outcome::of_score((colour.other().sign() * squares) as f32, Ending::Resigned);
    }

    /// Whether a player resigned before the end, and no move is taken back.
    pub fn is_resigned(&self) -> bool {
        !self.is_over() && self.outcome().is_some_and(|outcome| outcome.ending == Ending::Resigned)
    }

    /// The position now as the side to move sees it; none if the fast 8x8 board does not play by these rules.
    pub fn position(&self) -> Option<Position> {
        self.position_at(self.past.len())
    }

    /// Plays a move. A game that refuses a move is unchanged.
    ///
    /// # Errors
    /// If the rules forbid it; the game is unchanged then.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.play_noted(mv.into())
    }

    /// Plays a move with its notes. Moves taken back are dropped with their comments and the recorded outcome, unless this is the
    /// move that would be redone.
    ///
    /// # Errors
    /// If the rules forbid it; the game is unchanged then.
    pub fn play_noted(&mut self, played: Played) -> Result<(), IllegalMove> {
        let next = self.after(played.mv)?;
        // A line is not named where there is only one.
        let only = if let Move::Line(cell, _) = played.mv { Some(Move::At(cell)) } else { None };
        let mv = only.filter(|only| self.is_legal(*only)).unwrap_or(played.mv);
        let played = Played { mv, ..played };
        if self.undone.pop_if(|undone| undone.mv == played.mv).is_none() && !self.undone.is_empty() {
            self.undone.clear();
            self.tags.outcome = None;
            self.tags.comments.retain(|(number, _)| *number <= self.played.len());
            self.tags.variations.retain(|variation| variation.ply <= self.played.len());
        }
        self.advance(played, next);
        Ok(())
    }

    /// Plays a move of this colour, after the other side's pass if the other side is to move and must pass.
    ///
    /// # Errors
    /// If the rules forbid it or the other side can move; the game is unchanged then.
    pub fn play_implied(&mut self, colour: Colour, played: impl Into<Played>) -> Result<(), IllegalMove> {
        let played = played.into();
        if colour == self.to_move() {
            return self.play_noted(played);
        }
        if !self.must_pass() {
            return Err(IllegalMove::WrongColour(colour));
        }
        let mut passed = self.clone();
        passed.play(Move::Pass)?;
        passed.play_noted(played)?;
        *self = passed;
        Ok(())
    }

    /// Takes the last move back and gives it.
    pub fn undo(&mut self) -> Option<Played> {
        self.now = self.past.pop()?;
        let played = self.played.pop()?;
        self.undone.push(played);
        Some(played)
    }

    /// Plays the move last taken back again, with its notes, and gives it.
    pub fn redo(&mut self) -> Option<Move> {
        let played = self.undone.pop()?;
        let next = self.after(played.mv).ok()?;
        self.advance(played, next);
        Some(played.mv)
    }

    /// The moves played, passes among them.
    pub fn moves(&self) -> &[Played] {
        &self.played
    }

    /// The turn before move number `ply`, counted from 0 with the passes; the last is the turn now.
    pub fn at_ply(&self, ply: usize) -> Option<&Turn> {
        self.past.get(ply).or_else(|| (ply == self.past.len()).then_some(&self.now))
    }

    /// The position before move number `ply` as the side then to move saw it; none past now, and none if the fast 8x8 board
    /// does not play by these rules, or the first discs are still placed.
    pub fn position_at(&self, ply: usize) -> Option<Position> {
        let turn = self.at_ply(ply)?;
        if self.rules.are_fast() && !self.rules.is_placement(&turn.board) { turn.position() } else { None }
    }

    /// All turns from the start to now, each with its number.
    pub fn turns(&self) -> impl Iterator<Item = (usize, &Turn)> {
        self.past.iter().chain(core::iter::once(&self.now)).enumerate()
    }

    /// The moves in order without the passes: `f5d6c3`.
    pub fn transcript(&self) -> String {
        self.played.iter().map(|played| played.mv).filter(|mv| *mv != Move::Pass).map(|mv| mv.to_string()).collect()
    }

    /// The turn after this move.
    fn after(&self, mv: Move) -> Result<Turn, IllegalMove> {
        self.rules.after(&self.now, self.placed(), mv)
    }

    fn advance(&mut self, played: Played, next: Turn) {
        self.past.push(self.now);
        self.played.push(played);
        self.now = next;
    }
}

equal_by!(Game, Game::key);

/// The start of Othello.
impl Default for Game {
    fn default() -> Game {
        Game::new(Rules::default())
    }
}

/// The game in GGF, on one line, without the moves taken back.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&ggf::write(self))
    }
}

/// The first game of a text in any notation, as [`any::read`] has it.
///
/// # Examples
/// ```
/// use emilia_core::Game;
///
/// let game: Game = "f5d6c3".parse()?;
/// assert_eq!(game.to_string().parse::<Game>()?, game);
/// # Ok::<(), emilia_core::notation::any::ReadGameError>(())
/// ```
impl FromStr for Game {
    type Err = ReadGameError;

    fn from_str(text: &str) -> Result<Game, ReadGameError> {
        any::read(text.as_bytes(), 1)
    }
}
