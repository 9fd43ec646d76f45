//! The rules of 8x8 Othello: bit `8 * row + column` of a word is a square, a1 is bit 0.

/// The squares that are neither in the first nor in the last column: a line goes on sideways from these only.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
/// From a square to the next one of a line to higher bits: to the right, and down to the left, straight and to the right.
const STEPS: [u32; 4] = [1, 7, 8, 9];

/// The squares from each square to the edge: the lines of [`STEPS`], then their opposites.
static RAYS: [[u64; 8]; 64] = {
    let mut rays = [[0; 8]; 64];
    let mut number = 0;
    while number < 512 {
        let (at, line) = (number / 8, number % 8);
        let step = STEPS[line % 4];
        let mut bit = 1 << at;
        loop {
            // The edge that the line cannot cross.
            let edge = if step == 8 {
                0
            } else if (step == 7) == (line < 4) {
                FIRST_COLUMN
            } else {
                FIRST_COLUMN << 7
            };
            bit = if bit & edge != 0 {
                0
            } else if line < 4 {
                bit << step
            } else {
                bit >> step
            };
            if bit == 0 {
                break;
            }
            rays[at][line] |= bit;
        }
        number += 1;
    }
    rays
};
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

/// The discs of `other` that a disc of `own` on this empty square turns; none if that is not a move.
#[inline]
pub fn turned(at: u32, own: u64, other: u64) -> u64 {
    let rays = &RAYS[at as usize & 63];
    let mut all = 0;
    for ray in &rays[..4] {
        // The first square that is not the other's: the line counts if it is one's own.
        let ends = ray & !other;
        let end = ends & ends.wrapping_neg() & own;
        all |= ray & end.wrapping_sub(u64::from(end != 0));
    }
    for ray in &rays[4..] {
        let ends = ray & !other;
        let end = (1 << 63 >> (ends | 1).leading_zeros()) & ends & own;
        all |= ray & (end.wrapping_neg() << 1);
    }
    all
}

/// The moves of `own`.
#[inline]
pub fn moves(own: u64, other: u64) -> u64 {
    let mut all = 0;
    for by in STEPS {
        let over = if by == 8 { other } else { other & INNER };
        let (mut up, mut down) = (over & (own << by), over & (own >> by));
        up |= over & (up << by);
        down |= over & (down >> by);
        let (over_up, over_down) = (over & (over << by), over & (over >> by));
        for _ in 0..2 {
            up |= over_up & (up << (2 * by));
            down |= over_down & (down >> (2 * by));
        }
        all |= up << by | down >> by;
    }
    all & !(own | other)
}

/// The score of a finished game for `own`: the winner gets the empty squares.
pub fn result(own: u64, other: u64) -> i32 {
    let (lead, left) = (count(own) - count(other), count(!(own | other)));
    lead + left * lead.signum()
}

/// The number of squares.
pub fn count(squares: u64) -> i32 {
    squares.count_ones() as i32
}

/// The squares in this set, the lowest bit first.
pub fn each(mut squares: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let at = squares.trailing_zeros();
        squares &= squares.wrapping_sub(1);
        (at < 64).then_some(at)
    })
}

/// The images of a position by the eight symmetries of the board.
pub fn images((own, other): (u64, u64)) -> [(u64, u64); 8] {
    let mut images = [(own, other); 8];
    for at in 1..8 {
        let last = images[at - 1];
        let turn = if at % 2 == 1 { transpose } else { u64::swap_bytes };
        images[at] = (turn(last.0), turn(last.1));
    }
    images
}

/// The board with rows and columns exchanged.
fn transpose(board: u64) -> u64 {
    each(board).map(|at| 1 << (at % 8 * 8 + at / 8)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the rule itself, square by square.
    fn turned_slowly(at: i32, own: u64, other: u64) -> u64 {
        let mut all = 0;
        for (right, down) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let (mut column, mut row, mut line) = (at % 8 + right, at / 8 + down, 0);
            while (0..8).contains(&column) && (0..8).contains(&row) {
                let bit = 1 << (8 * row + column);
                if own & bit != 0 {
                    all |= line;
                }
                if other & bit == 0 {
                    break;
                }
                line |= bit;
                (column, row) = (column + right, row + down);
            }
        }
        all
    }

    #[test]
    fn moves_and_turned_discs_are_those_of_the_rule() {
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state ^ state >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd)
        };
        for _ in 0..2000 {
            let (filled, black) = (random() | random(), random());
            let (own, other) = (filled & black, filled & !black);
            let mut expected = 0;
            for at in each(!filled) {
                assert_eq!(turned(at, own, other), turned_slowly(at as i32, own, other), "{own:x} {other:x} {at}");
                expected |= u64::from(turned(at, own, other) != 0) << at;
            }
            assert_eq!(moves(own, other), expected, "{own:x} {other:x}");
        }
    }

    #[test]
    fn a_position_has_eight_images_with_as_many_moves() {
        let (own, other) = (0x0000_0008_1000_0000, 0x0000_0010_0804_0210);
        let mut all = images((own, other)).to_vec();
        assert!(
            all.iter()
                .all(|&(own_image, image)| moves(own_image, image).count_ones() == moves(own, other).count_ones())
        );
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 8);
    }
}
