//! The server's boards, by the plain rules.

use crate::random::Random;
use emilia::{Cell, Colour, Game, Move, Rules};

/// A square board, or the octagon, with the side to move.
#[derive(Clone)]
pub struct Board(Game);

impl Board {
    /// The start on a board of this type: 4, 6, 8, 10 or 88.
    pub fn start(kind: &str) -> Board {
        let rules = if kind == "88" { "octagon" } else { kind };
        Board(Game::new(Rules::read(rules).expect("a board")))
    }

    /// A random position with this number of discs.
    pub fn random(kind: &str, discs: u32, random: &mut Random) -> Board {
        loop {
            let mut board = Board::start(kind);
            while board.discs() < discs && !board.is_over() {
                let mv = board.any(random);
                board.play(mv);
            }
            // Black is to move with an even number of discs, white with an odd one.
            let is_right = (board.turn() == 0) == discs.is_multiple_of(2);
            if board.discs() == discs && is_right && !board.0.must_pass() && !board.is_over() {
                return Board(Game::new(Rules::from_start(*board.0.turn())));
            }
        }
    }

    fn discs(&self) -> u32 {
        self.0.discs(Colour::Black) + self.0.discs(Colour::White)
    }

    /// 0 if black is to move, 1 for white.
    pub fn turn(&self) -> usize {
        usize::from(self.0.to_move() == Colour::White)
    }

    pub fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// A random move.
    pub fn any(&self, random: &mut Random) -> Move {
        let moves = self.0.legal();
        moves[random.below(moves.len())]
    }

    pub fn play(&mut self, mv: Move) {
        self.0.play(mv).expect("a legal move");
    }

    /// The move of a name; none if the side to move may not play it.
    pub fn legal(&self, name: &str) -> Option<Move> {
        name.parse().ok().filter(|mv| self.0.legal().contains(mv))
    }

    /// Black's discs minus white's; the empty squares go to the winner.
    pub fn score(&self, is_anti: bool) -> i32 {
        self.0.score() * if is_anti { -1 } else { 1 }
    }

    /// The board as the server prints it, with the side to move.
    pub fn lines(&self) -> Vec<String> {
        let shape = self.0.rules().shape();
        let size = shape.places().map(|cell| cell.column() + 1).max().expect("a board");
        let letters: Vec<String> = (b'A'..b'A' + size).map(|letter| char::from(letter).to_string()).collect();
        let letters = format!("|   {}", letters.join(" "));
        let sign = |cell: Cell| match self.0.colour_at(cell) {
            Some(Colour::Black) => "*",
            Some(Colour::White) => "O",
            None if shape.has(cell) => "-",
            None => " ",
        };
        let mut lines = vec!["|".to_owned(), letters.clone()];
        for row in 0..size {
            let cells: Vec<&str> = (0..size).filter_map(|column| Cell::at(column, row)).map(sign).collect();
            lines.push(format!("|{:2} {} {} ", row + 1, cells.join(" "), row + 1));
        }
        lines.extend([letters, "|".to_owned(), format!("|{} to move", ["*", "O"][self.turn()])]);
        lines
    }
}
