//! An own move chooser with the board alone: corners first, else the move that leaves the opponent the fewest moves.

use emilia_core::{Bitboard, Position, Square};

/// The chosen move; none if the side to move must pass.
fn choose(position: Position) -> Option<Square> {
    let corners = Bitboard::EMPTY.with(Square::A1).with(Square::H1).with(Square::A8).with(Square::H8);
    position.moves().min_by_key(|&at| {
        let next = position.play(at, position.flips(at));
        (!corners.has(at), next.moves().len())
    })
}

fn main() {
    let mut position = Position::START;
    while !position.is_over() {
        position = match choose(position) {
            Some(at) => {
                print!("{at} ");
                position.play(at, position.flips(at))
            }
            None => position.pass(),
        };
    }
    println!("\n{:+} discs for the side to move", position.final_discs());
}
