//! The windows through which the evaluation sees the board.
//!
//! Knows nothing of weights. A [`Shape`] is a list of squares; its rotations and mirror images are its
//! *instances*, which share one table. The content of an instance is a number in base three: its j-th square counts
//! 3^j times 0 if empty, 1 if own, 2 if the opponent's.

use Square::*;
use emilia_core::{Square, Symmetry};

/// A window of the board, up to symmetry.
pub struct Shape {
    /// Its squares; the first is the lowest digit. At most ten, so that every content fits 16 bits.
    pub squares: &'static [Square],
}

/// The shapes, the largest last. Those of Edax (Delorme), the 2x5 corner and the corner triangle; as in Egaroucid (Yamana)
/// the ones near the edge are filled up with squares of the corners, which took 0.06 discs off the error on exact scores.
#[rustfmt::skip]
pub const SHAPES: [Shape; 14] = [
    // Diagonals.
    Shape { squares: &[D1, C2, B3, A4] },
    Shape { squares: &[E1, D2, C3, B4, A5] },
    Shape { squares: &[G1, F1, E2, D3, C4, B5, A6, A7] },
    Shape { squares: &[H1, G1, F2, E3, D4, C5, B6, A7, A8] },
    Shape { squares: &[A1, B1, B2, C3, D4, E5, F6, G7, H7, H8] },
    // Rows.
    Shape { squares: &[A1, A2, B2, C2, D2, E2, F2, G2, H2, H1] },
    Shape { squares: &[A3, B3, C3, D3, E3, F3, G3, H3] },
    Shape { squares: &[A4, B4, C4, D4, E4, F4, G4, H4] },
    // Corners.
    Shape { squares: &[A1, B1, A2, B2, C1, A3, C2, B3, C3, D4] },
    Shape { squares: &[A5, A4, A3, A2, A1, B2, B1, C1, D1, E1] },
    Shape { squares: &[A1, B1, C1, D1, A2, B2, C2, A3, B3, A4] },
    Shape { squares: &[A1, B1, C1, D1, E1, A2, B2, C2, D2, E2] },
    // Edges, with the X-squares and with the row behind.
    Shape { squares: &[B2, A1, B1, C1, D1, E1, F1, G1, H1, G2] },
    Shape { squares: &[A1, C1, D1, C2, D2, E2, F2, E1, F1, H1] },
];

/// The lane of each shape's first instance, and after the last shape the number of all instances.
pub const FIRST: [usize; SHAPES.len() + 1] = {
    let (mut first, mut shape) = ([0; SHAPES.len() + 1], 0);
    while shape < SHAPES.len() {
        first[shape + 1] = first[shape] + SHAPES[shape].orbit().1;
        shape += 1;
    }
    first
};

/// The number of instances of all shapes.
pub const INSTANCES: usize = FIRST[SHAPES.len()];

/// The number of 16-bit lanes that hold the contents of all instances; the last ones are unused.
pub const LANES: usize = 64;

/// Every 16-bit number, content or not, falls into a shape's view of a table of all contents, so that look-ups need no check.
pub const VIEW: usize = 1 << 16;

/// Where the contents of each shape begin in a table of the contents of all shapes, and the length of that table with the last
/// shape's view.
pub const SPANS: ([usize; SHAPES.len()], usize) = {
    let (mut offsets, mut shape) = ([0; SHAPES.len()], 1);
    while shape < SHAPES.len() {
        offsets[shape] = offsets[shape - 1] + SHAPES[shape - 1].contents();
        shape += 1;
    }
    (offsets, offsets[SHAPES.len() - 1] + VIEW)
};

/// A number for every instance; instances of one shape lie side by side, in the order of [`SHAPES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Lanes(pub [u16; LANES]);

/// What one disc of the side to move on each square adds to each instance's content.
pub static DIGITS: [Lanes; 64] = {
    let mut digits = [Lanes([0; LANES]); 64];
    let (mut shape, mut lane) = (0, 0);
    while shape < SHAPES.len() {
        let (orbit, count) = SHAPES[shape].orbit();
        let mut instance = 0;
        while instance < count {
            let squares = SHAPES[shape].squares;
            let (mut j, mut power) = (0, 1);
            while j < squares.len() {
                digits[orbit[instance].square(squares[j]).index()].0[lane] = power;
                (j, power) = (j + 1, power.wrapping_mul(3));
            }
            (instance, lane) = (instance + 1, lane + 1);
        }
        shape += 1;
    }
    digits
};

impl Shape {
    /// The number of contents, 3^squares.
    pub const fn contents(&self) -> usize {
        3usize.pow(self.squares.len() as u32)
    }

    /// One symmetry for every instance, and how many there are; the rest of the array is filling.
    const fn orbit(&self) -> ([Symmetry; 8], usize) {
        let mut orbit = [Symmetry::IDENTITY; 8];
        let mut count = 0;
        let mut s = 0;
        while s < 8 {
            let image = self.transformed(Symmetry::ALL[s]);
            let mut known = false;
            let mut i = 0;
            while i < count {
                known |= self.transformed(orbit[i]) == image;
                i += 1;
            }
            if !known {
                orbit[count] = Symmetry::ALL[s];
                count += 1;
            }
            s += 1;
        }
        (orbit, count)
    }

    /// The set of squares that the shape covers after a symmetry.
    const fn transformed(&self, symmetry: Symmetry) -> u64 {
        let (mut set, mut j) = (0, 0);
        while j < self.squares.len() {
            set |= symmetry.square(self.squares[j]).bit();
            j += 1;
        }
        set
    }

    /// For every content the number of its class, and how many classes there are.
    ///
    /// Contents that a symmetry of the shape itself turns into each other are one class and have one weight.
    pub fn classes(&self) -> (Vec<u32>, usize) {
        let own = self.transformed(Symmetry::IDENTITY);
        let mut least: Vec<usize> = (0..self.contents()).collect();
        for symmetry in Symmetry::ALL.into_iter().filter(|&symmetry| self.transformed(symmetry) == own) {
            let image = self.transformed_contents(symmetry);
            least.iter_mut().zip(image).for_each(|(least, image)| *least = image.min(*least));
        }
        let (mut classes, mut count) = (Vec::with_capacity(self.contents()), 0);
        for least in least {
            match classes.get(least) {
                Some(&class) => classes.push(class),
                None => {
                    classes.push(count);
                    count += 1;
                }
            }
        }
        (classes, count as usize)
    }

    /// Every content as it reads after one of the shape's own symmetries.
    fn transformed_contents(&self, symmetry: Symmetry) -> Vec<usize> {
        let mut contents = vec![0];
        for &square in self.squares {
            let place = self.squares.iter().take_while(|&&other| other != symmetry.square(square)).count();
            let (power, shorter) = (3usize.pow(place as u32), contents.len());
            for digit in 1..3 {
                contents.extend_from_within(..shorter);
                contents[digit * shorter..].iter_mut().for_each(|content| *content += digit * power);
            }
        }
        contents
    }
}
