//! Names for parts of the board, by the points of the compass: north is row 1, west is column a.

use emilia::board::Bitboard;

/// `in the south-east`, by the centre of the squares: they lie to one side if their mean is more than half a square off the middle of the
/// board; `in the middle` otherwise.
pub(super) fn name(squares: Bitboard) -> String {
    let count = f64::from(squares.len().max(1));
    let mean =
        |place: fn(emilia::board::Square) -> u8| squares.map(|at| f64::from(place(at))).sum::<f64>() / count - 3.5;
    let side = |offset: f64, low: &'static str, high: &'static str| match offset {
        offset if offset < -0.5 => low,
        offset if offset > 0.5 => high,
        _ => "",
    };
    let (vertical, horizontal) =
        (side(mean(|at| at.row()), "north", "south"), side(mean(|at| at.column()), "west", "east"));
    match (vertical, horizontal) {
        ("", "") => "in the middle".to_owned(),
        (only, "") | ("", only) => format!("in the {only}"),
        (vertical, horizontal) => format!("in the {vertical}-{horizontal}"),
    }
}
