//! The share of a move in the time that is left.
//!
//! Knows nothing of clocks: durations and counts in, a [`Budget`] out.
//!
//! A move gets its share of the time that is left, by a weight for each phase of the game: little in the opening, most where
//! the ending is about to be solved, next to nothing afterwards. The share is of what is left *now*, so that time saved by a
//! solved ending or an only move goes to the moves that follow, and time overspent is taken from them. Dividing what is left
//! by the moves to come is the rule of Huang, Coulom and Lin, "Time management for Monte-Carlo tree search applied to the
//! game of Go" (2010); the weights and the reserve are ours.

use super::lag::USUAL;
use crate::search::Budget;
use std::time::Duration;

/// This part of what is left is never planned with, against clocks that run faster than ours.
const MARGIN: u32 = 50;
/// No more than this part of what is left is kept for a lag that was not seen: a client is seldom so slow, and moving blindly loses as
/// well.
const KEPT: (u32, u32) = (9, 10);
/// And of the time for one move, of which nothing can be saved, no more than this part: of 100 milliseconds half would be lost.
const KEPT_OF_ONE: u32 = 10;
/// What a search is allowed of its share before it begins another depth: it ends early as often as not, since it begins none that it
/// could not finish. With 1 a third of the clock was left over in games of 3 seconds.
const EAGER: (u32, u32) = (3, 2);
/// A search may take so many times its share if it is in the middle of a depth.
const STRETCH: u32 = 3;

/// How much thinking a move with so many empty squares deserves, compared with the others.
const fn weight(empties: u32) -> u32 {
    match empties {
        0..=16 => 1,
        17..=20 => 6,
        21..=28 => 12,
        29..=48 => 8,
        _ => 4,
    }
}

/// The share of this move in the time that is left for so many moves or for the rest of the game, if that is shorter. Every
/// move but this one brings the income with it, and each loses the lag.
pub(super) fn share(left: Duration, income: Duration, lag: Duration, moves: u32, empties: u32) -> Budget {
    let kept = match moves {
        1 => left / KEPT_OF_ONE,
        _ if lag > USUAL => left,
        _ => left / KEPT.1 * KEPT.0,
    };
    let moves = empties.div_ceil(2).clamp(1, moves.max(1));
    let usable = left.saturating_sub((lag * moves).min(kept) + left / MARGIN);
    let total = usable.saturating_add(income * (moves - 1));
    let weights: u32 = (0..moves).map(|n| weight(empties.saturating_sub(2 * n))).sum();
    let share = total * weight(empties) / weights;
    let soft = (share * EAGER.0 / EAGER.1).min(usable);
    let most = if moves == 1 { usable } else { soft.max(usable / 2) };
    Budget { soft, hard: (share * STRETCH).min(most) }
}
