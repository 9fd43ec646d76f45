//! The server's own boards: it knows nothing of Emilia.

use crate::random::Random;

/// A square board, or the octagon: cells row by row, `-`, `*`, `O`, and a blank for what is cut off.
#[derive(Clone)]
pub struct Board {
    pub size: usize,
    cells: Vec<u8>,
    /// The side to move.
    pub to_move: u8,
}

impl Board {
    /// The start on a board of this type: 4, 6, 8, 10 or 88.
    pub fn start(kind: usize) -> Board {
        let size = if kind == 88 { 10 } else { kind };
        let mut cells = vec![b'-'; size * size];
        if kind == 88 {
            for (x, y) in [(0, 0), (1, 0), (0, 1)] {
                for (x, y) in [(x, y), (9 - x, y), (x, 9 - y), (9 - x, 9 - y)] {
                    cells[y * size + x] = b' ';
                }
            }
        }
        let middle = size / 2;
        for (x, y, disc) in [(1, 1, b'O'), (0, 1, b'*'), (1, 0, b'*'), (0, 0, b'O')] {
            cells[(middle - y) * size + middle - x] = disc;
        }
        Board { size, cells, to_move: b'*' }
    }

    /// A random position with this number of discs.
    pub fn random(kind: usize, discs: usize, random: &mut Random) -> Board {
        loop {
            let mut board = Board::start(kind);
            while board.discs() < discs && !board.is_over() {
                let mv = board.any(random);
                board.play(mv);
            }
            // Black is to move with an even number of discs, white with an odd one.
            let is_right = (board.to_move == b'*') == discs.is_multiple_of(2);
            if board.discs() == discs && is_right && !board.moves().is_empty() {
                return board;
            }
        }
    }

    fn discs(&self) -> usize {
        self.cells.iter().filter(|cell| matches!(cell, b'*' | b'O')).count()
    }

    fn at(&self, x: i32, y: i32) -> u8 {
        let side = 0..self.size as i32;
        if side.contains(&x) && side.contains(&y) { self.cells[y as usize * self.size + x as usize] } else { b' ' }
    }

    fn flips(&self, side: u8, at: usize) -> Vec<usize> {
        let mut flips = Vec::new();
        if self.cells[at] != b'-' {
            return flips;
        }
        let (x, y) = ((at % self.size) as i32, (at / self.size) as i32);
        for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let mut line = Vec::new();
            let mut step = 1;
            while self.at(x + step * dx, y + step * dy) == other(side) {
                line.push((y + step * dy) as usize * self.size + (x + step * dx) as usize);
                step += 1;
            }
            if self.at(x + step * dx, y + step * dy) == side {
                flips.extend(line);
            }
        }
        flips
    }

    fn moves_of(&self, side: u8) -> Vec<usize> {
        (0..self.cells.len()).filter(|at| !self.flips(side, *at).is_empty()).collect()
    }

    /// The moves of the side to move, without a pass.
    pub fn moves(&self) -> Vec<usize> {
        self.moves_of(self.to_move)
    }

    pub fn is_over(&self) -> bool {
        self.moves().is_empty() && self.moves_of(other(self.to_move)).is_empty()
    }

    /// A random move; none for a pass.
    pub fn any(&self, random: &mut Random) -> Option<usize> {
        let moves = self.moves();
        (!moves.is_empty()).then(|| moves[random.below(moves.len())])
    }

    /// Plays a legal move, or a pass.
    pub fn play(&mut self, at: Option<usize>) {
        if let Some(at) = at {
            let flips = self.flips(self.to_move, at);
            assert!(!flips.is_empty());
            flips.into_iter().chain([at]).for_each(|at| self.cells[at] = self.to_move);
        } else {
            assert!(self.moves().is_empty());
        }
        self.to_move = other(self.to_move);
    }

    /// The place of a name; none if the side to move may not play it. A pass is `Some(None)`.
    pub fn legal(&self, name: &str) -> Option<Option<usize>> {
        if ["pa", "pass"].contains(&name.to_ascii_lowercase().as_str()) {
            return (self.moves().is_empty() && !self.is_over()).then_some(None);
        }
        let column = name.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')? as usize;
        let row: usize = name.get(1..)?.parse().ok().filter(|row| *row >= 1)?;
        let at = (row - 1) * self.size + column;
        (column < self.size && self.moves().contains(&at)).then_some(Some(at))
    }

    /// The name of a place, `PA` for a pass.
    pub fn name(&self, at: Option<usize>) -> String {
        at.map_or_else(
            || "PA".to_owned(),
            |at| format!("{}{}", char::from(b'a' + (at % self.size) as u8), at / self.size + 1),
        )
    }

    /// Black's discs minus white's; the empty squares go to the winner.
    pub fn score(&self, is_anti: bool) -> i32 {
        let count = |side: u8| self.cells.iter().filter(|cell| **cell == side).count() as i32;
        let lead = (count(b'*') - count(b'O')) * if is_anti { -1 } else { 1 };
        lead + lead.signum() * count(b'-')
    }

    /// The board as the server prints it, with the side to move.
    pub fn lines(&self) -> Vec<String> {
        let letters: Vec<String> = (b'A'..).take(self.size).map(|letter| char::from(letter).to_string()).collect();
        let letters = format!("|   {}", letters.join(" "));
        let mut lines = vec!["|".to_owned(), letters.clone()];
        for (row, cells) in self.cells.chunks(self.size).enumerate() {
            let cells: Vec<String> = cells.iter().map(|cell| char::from(*cell).to_string()).collect();
            lines.push(format!("|{:2} {} {} ", row + 1, cells.join(" "), row + 1));
        }
        lines.extend([letters, "|".to_owned(), format!("|{} to move", char::from(self.to_move))]);
        lines
    }
}

pub fn other(side: u8) -> u8 {
    if side == b'*' { b'O' } else { b'*' }
}
