//! The hash by which Zebra names positions: the discs, without the side to move, the same for all mirror images.

use emilia_core::{Bitboard, Square, Symmetry};

/// The contents of a row of eight squares.
const ROWS: usize = 6561;
/// The orientations in Zebra's order, each as the symmetry that leads to it: rows, then columns, from either end in either direction.
const ORIENTATIONS: [usize; 8] = [0, 1, 3, 2, 4, 6, 7, 5];

/// The hash of a position.
#[derive(Clone, Copy)]
pub(super) struct Hash {
    /// The two numbers that a book stores.
    pub words: (i32, i32),
    /// From the board to the orientation with the smallest hash.
    symmetry: Symmetry,
}

impl Hash {
    /// The square of the board that has this number in the orientation; none if it is not a square.
    pub fn square(&self, number: i16) -> Option<Square> {
        square(number).map(|at| self.symmetry.inverse().square(at))
    }
}

/// The square that is ten times the row plus the column, both from 1; none if it is not a square.
pub(super) fn square(number: i16) -> Option<Square> {
    let (row, column) = (u8::try_from(number / 10).ok()?, u8::try_from(number % 10).ok()?);
    Square::at(column.checked_sub(1)?, row.checked_sub(1)?)
}

/// Computes hashes.
pub(super) struct Hasher {
    /// For each row of the board and each of its contents two random numbers.
    table: Vec<[(i32, i32); ROWS]>,
    /// The digits of a row in base 3 with a 1 for each of these discs.
    digits: [u16; 256],
}

impl Hasher {
    pub fn new() -> Hasher {
        let mut draws = Draws::new();
        let mut table = vec![[(0, 0); ROWS]; 8];
        for row in &mut table {
            row.iter_mut().for_each(|entry| entry.0 = draws.signed());
        }
        for row in &mut table {
            row.iter_mut().for_each(|entry| entry.1 = draws.signed());
        }
        let digits = std::array::from_fn(|discs| (0..8).rev().fold(0, |row, bit| 3 * row + (discs >> bit & 1) as u16));
        Hasher { table, digits }
    }

    /// The hash of these discs. Of equal hashes the first orientation counts, as in Zebra.
    pub fn hash(&self, black: u64, white: u64) -> Hash {
        let of = |symmetry: Symmetry| {
            let rows = |discs: u64| symmetry.apply(Bitboard(discs)).0.to_le_bytes();
            let contents = rows(black).into_iter().zip(rows(white)).map(|(black, white)| {
                usize::from(self.digits[usize::from(black)] + 2 * self.digits[usize::from(white)])
            });
            let words = self.table.iter().zip(contents);
            words.fold((0, 0), |hash, (row, content)| (hash.0 ^ row[content].0, hash.1 ^ row[content].1))
        };
        let mut symmetry = Symmetry::IDENTITY;
        let mut least = of(symmetry);
        for other in ORIENTATIONS.map(|number| Symmetry::ALL[number]) {
            let words = of(other);
            if words < least {
                (least, symmetry) = (words, other);
            }
        }
        Hash { words: (least.0.wrapping_abs(), least.1.wrapping_abs()), symmetry }
    }
}

/// The random numbers of the tables: the additive feedback generator of BSD, of the polynomial x^31 + x^3 + 1, with the seed 0.
struct Draws {
    state: [u32; 31],
    /// The place of the next number in the state.
    next: usize,
}

impl Draws {
    fn new() -> Draws {
        let mut state = [0u32; 31];
        for i in 1..state.len() {
            state[i] = state[i - 1].wrapping_mul(1_103_515_245).wrapping_add(12345);
        }
        let mut draws = Draws { state, next: 0 };
        (0..310).for_each(|_| _ = draws.draw());
        draws
    }

    /// A number of 31 bits.
    fn draw(&mut self) -> u32 {
        let sum = (self.next + 3) % 31;
        self.state[sum] = self.state[sum].wrapping_add(self.state[self.next]);
        self.next = (self.next + 1) % 31;
        self.state[sum] >> 1
    }

    /// A number with a random sign: negative if the one drawn before it is even.
    fn signed(&mut self) -> i32 {
        let is_negative = self.draw().is_multiple_of(2);
        let number = self.draw() as i32;
        if is_negative { -number } else { number }
    }
}

#[cfg(test)]
mod tests {
    use super::Hasher;
    use emilia_core::{Position, Square, Symmetry};

    #[test]
    fn the_start_position_has_the_hash_that_a_book_of_zebra_gives_it() {
        let (hasher, start) = (Hasher::new(), Position::START);
        assert_eq!(hasher.hash(start.own().0, start.opp().0).words, (0x5188_27BD, 0x5287_F2F3));
    }

    #[test]
    fn mirror_images_have_one_hash_and_their_squares_are_found_again() {
        let hasher = Hasher::new();
        let position = Position::START.try_play(Square::F5).and_then(|next| next.try_play(Square::F6)).expect("legal");
        let words = hasher.hash(position.own().0, position.opp().0).words;
        let mut images: Vec<Square> = Vec::new();
        for symmetry in Symmetry::ALL {
            let image = symmetry.position(position);
            let hash = hasher.hash(image.own().0, image.opp().0);
            assert_eq!(hash.words, words);
            images.push(symmetry.inverse().square(hash.square(13).expect("c1")));
        }
        assert!(images.iter().all(|at| *at == images[0]), "{images:?}");
        let hash = hasher.hash(position.own().0, position.opp().0);
        for number in [-1, 0, 9, 10, 19, 20, 89, 90, 91, i16::MIN, i16::MAX] {
            assert!(hash.square(number).is_none(), "{number}");
        }
    }
}
