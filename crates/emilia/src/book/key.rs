//! The form in which the book stores a position: one for all its mirror images, and with a move for the side to move.

use emilia_core::{Bitboard, Position, Square, Symmetry, Value};

/// The bytes of a row: a number in base 3 below 6561, in 13 bits.
const ROW_BITS: u32 = 13;
/// The digits of a row, one a bit, as a number in base 3 whose digits are 0 and 1.
static IN_BASE_3: [u16; 1 << 8] = in_base_3();
/// The squares of the side to move and those of the other side in a row with this number.
static ROWS: [(u8, u8); 3_usize.pow(8)] = rows();

/// The four central squares, which always have discs.
pub(super) const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// A position of a book: the smallest of its mirror images, with a legal move for the side to move and discs in the centre.
///
/// A position in which the side to move must pass is stored as the one after the pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Key(Position);

/// A position and its [`Key`]: translates squares and values from one to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// The position in the book.
    pub key: Key,
    /// From the position to the key.
    symmetry: Symmetry,
    /// Whether the side to move of the position must pass before the key's position arises.
    pub is_passed: bool,
}

/// What a move leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Child {
    /// Another position.
    Position(View),
    /// The end of the game, with its score in discs for the side that moved.
    End(i32),
}

impl Key {
    /// The length of [`Key::to_bytes`].
    pub const BYTES: usize = 14;

    /// The key of a position; none if the game is over or the centre is not filled.
    pub fn of(position: Position) -> Option<View> {
        if !(position.empty() & CENTRE).is_empty() {
            return None;
        }
        let is_passed = position.moves().is_empty();
        let position = if is_passed { position.pass() } else { position };
        if is_passed && position.moves().is_empty() {
            return None;
        }
        let (canonical, symmetry) = position.canonical();
        Some(View { key: Key(canonical), symmetry, is_passed })
    }

    /// The position.
    pub fn position(self) -> Position {
        self.0
    }

    /// The number of discs on the board, 4..=63.
    pub fn discs(self) -> u8 {
        64 - self.0.empties() as u8
    }

    /// What the legal move to this square leads to; none if the move is not legal.
    pub(super) fn child(self, at: Square) -> Option<Child> {
        let next = self.0.try_play(at)?;
        Some(Key::of(next).map_or_else(|| Child::End(-next.final_discs()), Child::Position))
    }

    /// The legal moves with what they lead to.
    pub(super) fn children(self) -> impl Iterator<Item = (Square, Child)> {
        self.0.moves().filter_map(move |at| Some((at, self.child(at)?)))
    }

    /// The number of discs, then the eight rows in base 3, 13 bits each: the keys of a book sort by the number of discs.
    pub fn to_bytes(self) -> [u8; Key::BYTES] {
        let (own, opp) = (self.0.own().0.to_le_bytes(), self.0.opp().0.to_le_bytes());
        let rows = own.into_iter().zip(opp).fold(0, |rows, (own, opp)| {
            let row = IN_BASE_3[usize::from(own)] + 2 * IN_BASE_3[usize::from(opp)];
            rows << ROW_BITS | u128::from(row)
        });
        let mut bytes = [0; Key::BYTES];
        bytes[0] = self.discs();
        bytes[1..].copy_from_slice(&rows.to_be_bytes()[3..]);
        bytes
    }

    /// The key of these bytes; none if they are not those of a key.
    pub fn from_bytes(bytes: &[u8]) -> Option<Key> {
        let bytes: &[u8; Key::BYTES] = bytes.try_into().ok()?;
        let mut all = [0; 16];
        all[3..].copy_from_slice(&bytes[1..]);
        let rows = u128::from_be_bytes(all);
        let (mut own, mut opp) = ([0; 8], [0; 8]);
        for row in 0..8 {
            let digits = (rows >> (ROW_BITS * (7 - row as u32))) as usize & ((1 << ROW_BITS) - 1);
            (own[row], opp[row]) = *ROWS.get(digits)?;
        }
        let [own, opp] = [own, opp].map(|rows| Bitboard(u64::from_le_bytes(rows)));
        let key = Key::checked(Position::new(own, opp)?)?;
        (key.discs() == bytes[0]).then_some(key)
    }

    /// The key that is this very position; none if the position is not a key.
    pub fn checked(position: Position) -> Option<Key> {
        Key::of(position).filter(|view| view.key.0 == position && !view.is_passed).map(|view| view.key)
    }
}

const fn in_base_3() -> [u16; 1 << 8] {
    let mut numbers = [0; 1 << 8];
    let mut row = 1;
    while row < numbers.len() {
        numbers[row] = 3 * numbers[row >> 1] + (row & 1) as u16;
        row += 1;
    }
    numbers
}

const fn rows() -> [(u8, u8); 3_usize.pow(8)] {
    let mut rows = [(0, 0); 3_usize.pow(8)];
    let mut number = 1;
    while number < rows.len() {
        let (own, opp) = rows[number / 3];
        rows[number] = (own << 1 | (number % 3 == 1) as u8, opp << 1 | (number % 3 == 2) as u8);
        number += 1;
    }
    rows
}

impl View {
    /// The square of the key that is this square of the position.
    pub fn to_key(&self, at: Square) -> Square {
        self.symmetry.square(at)
    }

    /// The square of the position that is this square of the key.
    pub fn from_key(&self, at: Square) -> Square {
        self.symmetry.inverse().square(at)
    }

    /// The symmetry from the position to the key; if the side to move must pass, from the position after the pass.
    pub fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// A value of the key as the side to move of the position sees it, or the other way round.
    pub fn value(&self, value: Value) -> Value {
        if self.is_passed { -value } else { value }
    }

    /// A value of the key as the side sees it whose move led to the position.
    pub(super) fn value_of_move(&self, value: Value) -> Value {
        -self.value(value)
    }
}

#[cfg(test)]
mod tests {
    use super::Key;
    use crate::book::tests::random_positions;
    use emilia_core::Symmetry;

    #[test]
    fn all_mirror_images_have_one_key_and_its_bytes_sort_by_the_number_of_discs() {
        let mut keys = Vec::new();
        for position in random_positions(40, 2) {
            let Some(view) = Key::of(position) else { continue };
            for symmetry in Symmetry::ALL {
                assert_eq!(Key::of(symmetry.position(position)).map(|image| image.key), Some(view.key));
            }
            let at = view.key.position().moves().first().expect("a key has a move");
            assert_eq!(view.to_key(view.from_key(at)), at);
            assert_eq!(Key::from_bytes(&view.key.to_bytes()), Some(view.key));
            assert_eq!(Key::checked(view.key.position()), Some(view.key));
            keys.push(view.key);
        }
        keys.sort_by_key(|key| key.to_bytes());
        assert!(keys.is_sorted_by_key(|key| key.discs()));
        assert_eq!(Key::from_bytes(&[0xFF; Key::BYTES]), None);
        assert_eq!(Key::from_bytes(&[]), None);
    }
}
