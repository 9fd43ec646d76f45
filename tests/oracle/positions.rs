//! Positions to ask about: of random games of several kinds, and some that once got a false answer.

use super::board::{Board, squares};
use super::claims::Move;
use crate::random::Random;
use std::fmt;
use std::str::FromStr;

/// Boards that got a false "exact" once: in a search that was cut short, and at depth 0.
pub const ONCE_FALSE: [&str; 2] = [
    "OXOX--XXXOXOXXX-O-X-OXXX-XXX-OXX-XXXXX-XXXOXXXOXXXXXOO-X--XOOXXO O",
    "XOOOXXOOOOOOOXXOOOOXOOOOX-OOOOOXOXXOOOOOXOXOOXXOOXOOOOXXXXOOOOXO O",
];

/// A board with the colour of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub board: Board,
    pub is_black: bool,
}

impl Position {
    /// The position after a legal move.
    pub fn after(self, mv: Move) -> Position {
        let board = match mv {
            Move::At(square) => self.board.play(square),
            Move::Pass => self.board.pass(),
        };
        Position { board, is_black: !self.is_black }
    }

    /// The legal moves; a forced pass is the only one.
    pub fn moves(self) -> Vec<Move> {
        match self.board.moves() {
            0 if self.board.must_pass() => vec![Move::Pass],
            moves => squares(moves).map(Move::At).collect(),
        }
    }

    /// The discs row by row, as these two letters and `-`.
    pub fn squares(self, black: char, white: char) -> String {
        let (own, opp) = if self.is_black { (black, white) } else { (white, black) };
        let letter = |square: u32| match 1u64 << square {
            disc if self.board.own & disc != 0 => own,
            disc if self.board.opp & disc != 0 => opp,
            _ => '-',
        };
        (0..64).map(letter).collect()
    }
}

/// 64 squares row by row, `X` black, `O` white, `-` empty; then the side to move.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.squares('X', 'O'), if self.is_black { 'X' } else { 'O' })
    }
}

/// Reads a line; text after the side to move is skipped.
impl FromStr for Position {
    type Err = String;
    fn from_str(line: &str) -> Result<Position, String> {
        let letters = line.as_bytes();
        if letters.len() < 66 {
            return Err(format!("not a position: {line:?}"));
        }
        let discs = |of: u8| (0..64).filter(|&at| letters[at] == of).fold(0, |discs, at| discs | 1u64 << at);
        let (black, white) = (discs(b'X'), discs(b'O'));
        let is_black = letters[65] == b'X';
        let board = Board { own: black, opp: white };
        Ok(Position { board: if is_black { board } else { board.pass() }, is_black })
    }
}

/// How a side of a random game chooses its moves.
#[derive(Clone, Copy)]
enum Style {
    Any,
    /// The move that takes most discs: leads to early ends and to games won by much.
    Greedy,
    /// The move that leaves the fewest replies: leads to passes.
    Tight,
}

/// A position of a random game with this number of empty squares. Some games end early or have passes; in one position of
/// four the side to move must pass or a move ends the game, if there is one.
pub fn random(empties: u32, random: &mut Random) -> Position {
    let is_special = random.below(4) == 0;
    for attempt in 0.. {
        let styles = [0, 1].map(|_| [Style::Any, Style::Any, Style::Greedy, Style::Tight][random.below(4)]);
        let Some(position) = random_game(empties, styles, random) else { continue };
        let is_wanted =
            position.board.must_pass() || position.moves().into_iter().any(|mv| position.after(mv).board.is_over());
        if !is_special || is_wanted || attempt > 100 {
            return position;
        }
    }
    unreachable!("there are games with {empties} empty squares")
}

/// Plays a game until this number of squares is empty; none if it ends before.
fn random_game(empties: u32, styles: [Style; 2], random: &mut Random) -> Option<Position> {
    let mut position = Position { board: Board::START, is_black: true };
    while position.board.empties() > empties {
        let moves = position.moves();
        if moves.is_empty() {
            return None;
        }
        let mv = choose(position, &moves, styles[usize::from(position.is_black)], random);
        position = position.after(mv);
    }
    Some(position)
}

/// A move in this style; now and then any move.
fn choose(position: Position, moves: &[Move], style: Style, random: &mut Random) -> Move {
    let any = moves[random.below(moves.len())];
    let least = |key: fn(Board) -> u32| moves.iter().copied().min_by_key(|mv| key(position.after(*mv).board));
    match style {
        _ if random.below(5) == 0 => any,
        Style::Any => any,
        Style::Greedy => least(|board| board.own.count_ones()).unwrap_or(any),
        Style::Tight => least(|board| board.moves().count_ones()).unwrap_or(any),
    }
}

/// The moves of a random game from here to its end, passes among them.
pub fn rest_of_game(mut position: Position, random: &mut Random) -> Vec<Move> {
    let mut played = Vec::new();
    loop {
        let moves = position.moves();
        if moves.is_empty() {
            return played;
        }
        let mv = moves[random.below(moves.len())];
        played.push(mv);
        position = position.after(mv);
    }
}
