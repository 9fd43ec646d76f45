//! The share of a move in the time that is left.
//!
//! Knows nothing of clocks: durations and counts in, a [`Budget`] out.
//!
//! A move gets its share of the time that is left, by a weight for each phase of the game: little in the opening, most where
//! the ending is about to be solved, almost none afterwards. The share is of the time left *now*, so that time saved by a
//! solved ending or an only move goes to later moves, and overspent time is taken from them. Dividing the time left
//! by the moves to come is the rule of Huang, Coulom and Lin, "Time management for Monte-Carlo tree search applied to the
//! game of Go" (2010); the weights and the reserve are ours.

use super::lag::USUAL;
use crate::search::Budget;
use std::time::Duration;

/// One part in this number of the time left is never used, for clocks that run faster than ours.
const MARGIN: u32 = 50;
/// At most this fraction of the time left is reserved for a lag that was not measured: few clients are so slow, and moving without a
/// search loses, too.
const KEPT: (u32, u32) = (9, 10);
/// Of the time for a single move, which cannot be saved, at most one part in this number: half of 100 ms would be lost otherwise.
const KEPT_OF_ONE: u32 = 10;
/// The soft limit as a multiple of the share. An iteration that would probably end later is not begun, so searches often end early:
/// with 1 a third of the clock was unused in games of 3 seconds.
const EAGER: (u32, u32) = (3, 2);
/// The multiple of its share that a search may take to finish an iteration.
const STRETCH: u32 = 3;

/// The relative time of a move with this number of empty squares.
const fn weight(empties: u32) -> u32 {
    match empties {
        0..=16 => 1,
        17..=20 => 6,
        21..=28 => 12,
        29..=48 => 8,
        _ => 4,
    }
}

/// The share of this move in the time left for `moves` moves, or for the rest of the game if that is shorter. Every other move adds
/// the income, and each loses the lag.
pub(super) fn share(left: Duration, income: Duration, lag: Duration, moves: u32, empties: u32) -> Budget {
    let reserve_limit = match moves {
        1 => left / KEPT_OF_ONE,
        _ if lag > USUAL => left,
        _ => left / KEPT.1 * KEPT.0,
    };
    let moves = empties.div_ceil(2).clamp(1, moves.max(1));
    let usable = left.saturating_sub((lag * moves).min(reserve_limit) + left / MARGIN);
    let total = usable.saturating_add(income * (moves - 1));
    let weights: u32 = (0..moves).map(|n| weight(empties.saturating_sub(2 * n))).sum();
    let share = total * weight(empties) / weights;
    let soft = (share * EAGER.0 / EAGER.1).min(usable);
    let most = if moves == 1 { usable } else { soft.max(usable / 2) };
    Budget { soft, hard: (share * STRETCH).min(most) }
}
