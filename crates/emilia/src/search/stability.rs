//! Cut-offs by stable discs.

use super::params::{stability_surplus, stability_threshold};
use emilia_core::{Position, kernel};

/// An upper bound of the score from the opponent's stable discs, if it is not above `alpha`.
///
/// Inlined up to the count of stable discs, which few nodes need.
#[inline(always)]
pub(super) fn stability_bound(position: Position, empties: u32, alpha: i32) -> Option<i32> {
    let most = position.opp().len() as i32 - stability_surplus(empties);
    if alpha < stability_threshold(empties) || 64 - 2 * most > alpha { None } else { counted_bound(position, alpha) }
}

#[inline(never)]
fn counted_bound(position: Position, alpha: i32) -> Option<i32> {
    let stable = kernel::stable(position.opp().0, position.own().0).count_ones() as i32;
    let bound = 64 - 2 * stable;
    (bound <= alpha).then_some(bound)
}
