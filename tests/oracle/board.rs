//! A board of its own: it shares no code with the engine, so that an error there is not made here as well.
//!
//! Written for plainness: discs are bits, a1 is bit 0, h1 bit 7, h8 bit 63; a step in a direction is a shift.

/// The discs of both sides. `own` are those of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub own: u64,
    pub opp: u64,
}

/// All squares except those of column a.
const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
/// All squares except those of column h.
const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// The squares one step away, in the direction with this number. Nothing wraps around an edge.
fn step(squares: u64, direction: u8) -> u64 {
    match direction {
        0 => squares << 1 & NOT_A,
        1 => squares >> 1 & NOT_H,
        2 => squares << 8,
        3 => squares >> 8,
        4 => squares << 9 & NOT_A,
        5 => squares >> 9 & NOT_H,
        6 => squares << 7 & NOT_H,
        _ => squares >> 7 & NOT_A,
    }
}

impl Board {
    /// The start of a game, black to move.
    pub const START: Board = Board { own: 1 << 28 | 1 << 35, opp: 1 << 27 | 1 << 36 };

    /// How many squares are empty.
    pub fn empties(self) -> u32 {
        (self.own | self.opp).count_zeros()
    }

    /// The squares where the side to move may put a disc.
    pub fn moves(self) -> u64 {
        let mut moves = 0;
        for direction in 0..8 {
            let mut run = step(self.own, direction) & self.opp;
            for _ in 0..5 {
                run |= step(run, direction) & self.opp;
            }
            moves |= step(run, direction);
        }
        moves & !(self.own | self.opp)
    }

    /// The board after a move of the side to move; it must be legal.
    pub fn play(self, square: u8) -> Board {
        let disc = 1 << square;
        let mut flips = 0;
        for direction in 0..8 {
            let (mut run, mut next) = (0, step(disc, direction));
            while next & self.opp != 0 {
                run |= next;
                next = step(next, direction);
            }
            if next & self.own != 0 {
                flips |= run;
            }
        }
        Board { own: self.opp & !flips, opp: self.own | flips | disc }
    }

    /// The same board with the other side to move.
    pub fn pass(self) -> Board {
        Board { own: self.opp, opp: self.own }
    }

    /// Whether the side to move cannot move but the other side can.
    pub fn must_pass(self) -> bool {
        self.moves() == 0 && self.pass().moves() != 0
    }

    /// Whether neither side can move.
    pub fn is_over(self) -> bool {
        self.moves() == 0 && self.pass().moves() == 0
    }

    /// The result for the side to move if the game is over: the difference in discs, empty squares counted for the winner.
    pub fn result(self) -> i32 {
        let difference = self.own.count_ones() as i32 - self.opp.count_ones() as i32;
        difference + difference.signum() * self.empties() as i32
    }
}

/// The numbers of the squares in a set, in ascending order.
pub fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
        (square < 64).then_some(square)
    })
}

/// The number of sequences of this length; a pass counts as a move.
fn sequences(board: Board, moves: u32) -> u64 {
    if moves == 0 {
        return 1;
    }
    if board.must_pass() {
        return sequences(board.pass(), moves - 1);
    }
    let legal = board.moves();
    if legal == 0 { 1 } else { squares(legal).map(|square| sequences(board.play(square), moves - 1)).sum() }
}

#[test]
fn the_board_counts_the_known_numbers_of_sequences() {
    let counts: Vec<u64> = (0..=8).map(|moves| sequences(Board::START, moves)).collect();
    assert_eq!(counts, [1, 4, 12, 56, 244, 1396, 8200, 55092, 390_216]);
}
