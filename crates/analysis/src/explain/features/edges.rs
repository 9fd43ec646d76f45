//! Edges: balanced and unbalanced shapes, wedges and the holes for them.

use emilia::{Bitboard, Position, Square};

/// The four edges, each from corner to corner.
#[rustfmt::skip]
pub const EDGES: [[Square; 8]; 4] = {
    use Square::*;
    [
        [A1, B1, C1, D1, E1, F1, G1, H1],
        [H1, H2, H3, H4, H5, H6, H7, H8],
        [A8, B8, C8, D8, E8, F8, G8, H8],
        [A1, A2, A3, A4, A5, A6, A7, A8],
    ]
};

/// A shape of discs of one colour on an edge whose other squares are empty, both corners among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EdgeShape {
    /// The four middle squares.
    BalancedFour,
    /// The four middle squares and one C-square.
    UnbalancedFive,
    /// All squares but the corners.
    BalancedSix,
}

/// The shapes of own discs, each with the squares of its discs.
pub fn shapes(position: Position) -> Vec<(EdgeShape, Bitboard)> {
    let shape = |edge: [Square; 8]| {
        let edge: Bitboard = edge.into_iter().collect();
        let own = edge & position.own();
        let is_middle_own = edge - Bitboard::CORNERS - Bitboard::C_SQUARES - own == Bitboard::EMPTY;
        let is_alone = (edge & position.opp()).is_empty() && (own & Bitboard::CORNERS).is_empty();
        let shape = match (own & Bitboard::C_SQUARES).len() {
            0 => EdgeShape::BalancedFour,
            1 => EdgeShape::UnbalancedFive,
            _ => EdgeShape::BalancedSix,
        };
        (is_middle_own && is_alone).then_some((shape, own))
    };
    EDGES.into_iter().filter_map(shape).collect()
}

/// The own discs of the shapes of this kind, a set for each edge.
pub fn shaped(position: Position, wanted: EdgeShape) -> Vec<Bitboard> {
    shapes(position).into_iter().filter(|(shape, _)| *shape == wanted).map(|(_, discs)| discs).collect()
}

/// The own discs on an edge in one row with this own disc, itself among them; the longer row of a corner. None if it is not on an edge.
pub fn row_of(position: Position, at: Square) -> Bitboard {
    let row = |edge: &[Square; 8]| {
        let own = |square: &Square| position.own().has(*square);
        let place = edge.iter().position(|square| *square == at)?;
        let before = edge[..place].iter().rev().take_while(|square| own(square));
        Some(before.chain(edge[place..].iter().take_while(|square| own(square))).copied().collect::<Bitboard>())
    };
    EDGES.iter().filter_map(row).max_by_key(|row| row.len()).unwrap_or_default()
}

/// The own disc on an edge, if there is a disc of the opponent on both sides of it and no move of the opponent flips it.
pub fn is_wedge(position: Position, at: Square) -> bool {
    let other = position.pass();
    let is_kept = || other.moves().all(|reply| !other.flips(reply).has(at));
    wedges(position).has(at) && is_kept()
}

/// The own discs on edges, corners left out, with a disc of the opponent on both sides along the edge.
pub fn wedges(position: Position) -> Bitboard {
    between(position.own(), position.opp())
}

/// The empty squares of edges, corners left out, with an own disc on both sides along the edge where the opponent would wedge if it were to
/// move. A move that flips one of the two is no wedge.
pub fn holes(position: Position) -> Bitboard {
    let other = position.pass();
    let would_wedge = |at: &Square| other.try_play(*at).is_some_and(|next| wedges(next.pass()).has(*at));
    between(other.moves(), position.own()).filter(would_wedge).collect()
}

/// The squares of `inner` on edges whose two neighbours along the edge are in `outer`.
fn between(inner: Bitboard, outer: Bitboard) -> Bitboard {
    let triples = EDGES.iter().flat_map(|edge| edge.windows(3));
    triples.filter(|of| outer.has(of[0]) && inner.has(of[1]) && outer.has(of[2])).map(|of| of[1]).collect()
}
