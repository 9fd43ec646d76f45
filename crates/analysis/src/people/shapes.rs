//! What lies around a move: the contents of the lines through its square, and of the squares beside it.
//!
//! Each content has a number. Symmetric contents have the same one: a square is turned into its eighth of the board first, and for squares on
//! a diagonal, which have two such turns, the smaller content counts.

use emilia::{Position, Square, Symmetry};
use std::sync::LazyLock;

/// The shapes of a move: row, column, two diagonals, and the squares beside it.
pub const SHAPES: usize = 5;
/// Columns and rows from one square of a line to the next, first those of rows.
const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A shape of one square: the same squares in one or two orders, and the number of its first content.
struct Shape {
    orders: Vec<Vec<Square>>,
    first: u32,
}

struct Table {
    shapes: Vec<[Shape; SHAPES]>,
    classes: u32,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut classes = 0;
    let mut firsts: Vec<(Square, [u32; SHAPES])> = Vec::new();
    for square in Square::all().filter(|&square| canonical(square) == square) {
        let own = std::array::from_fn(|number| {
            // The row and the column of a square on a diagonal are mirror images.
            let is_second = number == 1 && square.column() == square.row();
            let first = classes;
            if is_second {
                return first - 3u32.pow(squares(square, 0).len() as u32);
            }
            classes += 3u32.pow(squares(square, number).len() as u32);
            first
        });
        firsts.push((square, own));
    }
    let shapes = Square::all().map(|square| {
        let home = canonical(square);
        let turns: Vec<Symmetry> =
            Symmetry::ALL.into_iter().filter(|symmetry| symmetry.square(home) == square).collect();
        let first = firsts.iter().find(|(of, _)| *of == home).map_or([0; SHAPES], |(_, first)| *first);
        std::array::from_fn(|number| {
            let of_home = squares(home, number);
            let is_pair = home.column() == home.row() && number < 2;
            // The first turn takes the row to a row or a column, the second one to the other: each is one of the two shapes.
            let turns = if is_pair { &turns[..1] } else { &turns[..] };
            let orders = turns.iter().map(|turn| of_home.iter().map(|&at| turn.square(at)).collect()).collect();
            Shape { orders, first: first[number] }
        })
    });
    Table { shapes: shapes.collect(), classes }
});

/// The image of a square in the eighth of the board between a1, d1 and d4.
fn canonical(square: Square) -> Square {
    Symmetry::ALL.into_iter().map(|symmetry| symmetry.square(square)).min().unwrap_or(square)
}

/// The squares of a shape of this square, without the square itself.
fn squares(of: Square, number: usize) -> Vec<Square> {
    let at = |columns: i8, rows: i8| {
        let column = of.column().checked_add_signed(columns)?;
        Square::at(column, of.row().checked_add_signed(rows)?)
    };
    match DIRECTIONS.get(number) {
        Some(&(column, row)) => {
            let along = (-7..=7).filter(|&step| step != 0).filter_map(|step| at(step * column, step * row));
            along.collect()
        }
        None => {
            let around = [(0, 1), (1, 0), (1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1), (-1, 1)];
            around.into_iter().filter_map(|(columns, rows)| at(columns, rows)).collect()
        }
    }
}

/// The number of contents of all shapes.
pub fn classes() -> usize {
    TABLE.classes as usize
}

/// The numbers of the contents around a move, below [`classes`].
pub fn rows(position: Position, at: Square) -> [u32; SHAPES] {
    let (own, opp) = (position.own(), position.opp());
    let digit = |&square: &Square| u32::from(own.has(square)) + 2 * u32::from(opp.has(square));
    TABLE.shapes[at.index()].each_ref().map(|shape| {
        let contents = shape.orders.iter().map(|order| order.iter().fold(0, |sum, square| 3 * sum + digit(square)));
        shape.first + contents.min().unwrap_or(0)
    })
}

#[cfg(test)]
mod tests {
    use super::{SHAPES, classes, rows};
    use emilia::{Position, Symmetry};

    #[test]
    fn symmetric_moves_have_the_same_rows() {
        let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--";
        let mut seen = 0;
        for position in [Position::START, text.parse().expect("a position")] {
            for symmetry in Symmetry::ALL {
                let image = symmetry.position(position);
                for square in position.empty() {
                    let sorted = |mut rows: [u32; SHAPES]| {
                        rows.sort_unstable();
                        rows
                    };
                    let there = rows(image, symmetry.square(square));
                    assert!(there.iter().all(|&row| (row as usize) < classes()));
                    assert_eq!(sorted(there), sorted(rows(position, square)), "{square:?} {symmetry:?}");
                    seen += 1;
                }
            }
        }
        assert!(seen > 500);
    }
}
