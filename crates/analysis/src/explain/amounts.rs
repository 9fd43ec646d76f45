//! How much of each kind of claim a move has, as numbers that can be compared between moves.

use super::features::edges::{EdgeShape, holes, is_wedge, row_of, shaped};
use super::features::regions::{Access, Region, region_of, regions};
use super::features::{corners, mobility, tempo, traps};
use super::kind::ClaimKind;
use emilia::{Bitboard, Position, Square};

/// The amount of each kind of [`ClaimKind::MEASURED`], in that order.
pub type Amounts = [i32; ClaimKind::MEASURED.len()];

/// The amounts of a move; none if it is not legal. More is better for the side of the move by the strategy books, so what it should have
/// little of, such as frontier discs, counts negative.
pub fn amounts(position: Position, at: Square) -> Option<Amounts> {
    let next = position.try_play(at)?;
    Some(ClaimKind::MEASURED.map(|kind| amount(kind, position, at, next)))
}

fn amount(kind: ClaimKind, position: Position, at: Square, next: Position) -> i32 {
    use ClaimKind::*;
    let own = next.pass();
    // A corner that is given is a matter of that kind.
    let is_kept = |corner: Option<Square>| corner.is_some_and(|corner| !next.moves().has(corner));
    let count = |set: Bitboard| i32::try_from(set.len()).unwrap_or(i32::MAX);
    match kind {
        TakesCorner => i32::from(Bitboard::CORNERS.has(at)),
        GivesCorner => -count(corners::given(position, at)),
        DeniesCorner => count(corners::denied(position, at)),
        WinsCorner => count(corners::won(position, at)),
        XSquare => -i32::from(is_kept(corners::open_corner_of_x(position, at))),
        CSquare => {
            let is_alone = row_of(own, at).len() < FIVE;
            -i32::from(is_alone && is_kept(corners::open_corner_of_c(position, at)))
        }
        OpponentMobility => -count(next.moves()),
        OwnMobility => count(own.moves()),
        ForcedPass => i32::from(mobility::forces_pass(position, at)),
        Frontier => -count(mobility::frontier(own)),
        Wall => -count(mobility::walls(own)),
        Quiet => i32::from(mobility::is_quiet(position, at)),
        Stable => count(own.stable()),
        OddRegion => count(region_of(position.empty(), at)) % 2,
        OwnRegion => {
            let regions = regions(own);
            let only = |is_own| regions.iter().filter(|region| only_side(region) == Some(is_own)).count() as i32;
            only(true) - only(false)
        }
        Tempo => i32::from(tempo::is_unanswered(position, at)),
        OpponentSafe => -count(tempo::safe_moves(next)),
        OwnSafe => count(tempo::safe_moves(own)),
        Wedge => i32::from(is_wedge(own, at)),
        Hole => -count(holes(own)),
        UnbalancedEdge => -(shaped(own, EdgeShape::UnbalancedFive).len() as i32),
        BalancedEdge => shaped(own, EdgeShape::BalancedSix).len() as i32,
        StonerTrap => traps::stoner_traps(position, at).len().min(1) as i32,
        _ => 0,
    }
}

/// Discs that make an edge of the books: in a row of this length a C-square is part of an edge.
const FIVE: u32 = 5;
/// The most squares of a region that is named because only one side can move there.
const SMALL_REGION: u32 = 8;

/// Whether only the side to move (true) or only its opponent (false) can move in the region now; none if both can or neither, or if it is
/// large.
pub(super) fn only_side(region: &Region) -> Option<bool> {
    match (region.own, region.opp) {
        _ if region.squares.len() > SMALL_REGION => None,
        (Access::Now, Access::Later | Access::Never) => Some(true),
        (Access::Later | Access::Never, Access::Now) => Some(false),
        _ => None,
    }
}
