//! The order of the last empty squares by the parity of their regions.
//!
//! Quarters of the board stand for regions.

/// The `N` empty squares.
#[inline]
pub(super) fn squares<const N: usize>(mut empty: u64) -> [u32; N] {
    [(); N].map(|()| {
        let at = empty.trailing_zeros();
        empty &= empty.wrapping_sub(1);
        at
    })
}

/// The four empty squares, those in odd quarters first, single ones before threes.
#[inline]
pub(super) fn by_parity(empty: u64) -> [u32; 4] {
    let [w, x, y, z] = squares(empty);
    let squares = w | x << 8 | y << 16 | z << 24;
    // Bits 2 and 5 of a square are its quarter.
    let quarters = squares >> 2 & 0x0101_0101 | squares >> 4 & 0x0202_0202;
    let order = PARITY_ORDER[(quarters | quarters >> 6 | quarters >> 12 | quarters >> 18) as usize & 255];
    [0, 8, 16, 24].map(|i| squares >> (order >> i & 31) & 63)
}

/// From the quarters of four squares, two bits each, to the order they are tried in: a byte each, eight times the square's index.
static PARITY_ORDER: [u32; 256] = {
    let mut table = [0; 256];
    let mut quarters = 0;
    while quarters < 256 {
        let (mut order, mut placed, mut wanted) = (0, 0, 0);
        while wanted < 4 {
            let mut i = 0;
            while i < 4 {
                if shared_by(quarters, i) == [1, 3, 2, 4][wanted] {
                    order |= (8 * i) << (8 * placed);
                    placed += 1;
                }
                i += 1;
            }
            wanted += 1;
        }
        table[quarters as usize] = order;
        quarters += 1;
    }
    table
};

/// How many of the four squares are in the quarter of square `i`.
const fn shared_by(quarters: u32, i: u32) -> u32 {
    let (mut count, mut j) = (0, 0);
    while j < 4 {
        count += (quarters >> (2 * i) & 3 == quarters >> (2 * j) & 3) as u32;
        j += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::by_parity;

    #[test]
    fn four_squares_are_tried_odd_quarters_first_and_single_ones_before_threes() {
        let mut random = 1_u64;
        for _ in 0..10_000 {
            let mut empty = 0_u64;
            while empty.count_ones() < 4 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                empty |= 1 << (random >> 58);
            }
            let order = by_parity(empty);
            assert_eq!(order.iter().fold(0, |set, at| set | 1 << at), empty);
            let quarter = |at: u32| (at % 8 / 4, at / 32);
            let shared = order.map(|at| order.iter().filter(|other| quarter(**other) == quarter(at)).count());
            let ranks = shared.map(|shared| [1, 3, 2, 4].iter().position(|wanted| *wanted == shared));
            assert!(ranks.is_sorted(), "{empty:#x}: {order:?}");
        }
    }
}
