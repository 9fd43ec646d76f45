//! Cut-offs by stable discs.

use super::params::stability_threshold;
use crate::board::{Position, kernel};

/// A score that the side to move cannot exceed and that is not above `alpha`, because of the opponent's stable discs.
#[inline]
pub(super) fn stability_bound(position: Position, empties: u32, alpha: i32) -> Option<i32> {
    if alpha < stability_threshold(empties) {
        return None;
    }
    let stable = kernel::stable(position.opp().0, position.own().0).count_ones() as i32;
    let bound = 64 - 2 * stable;
    (bound <= alpha).then_some(bound)
}
