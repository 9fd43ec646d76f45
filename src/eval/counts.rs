//! The mobility of each side: an input of the net besides the patterns, and of the error model of searches.

use super::net::COUNTS;
use crate::board::Position;

/// The number of moves of the side to move and, were it to move, of its opponent. Empty squares beside discs of each side (potential
/// mobility) were tried too, without gain.
#[inline]
pub fn counts(position: Position) -> [i16; COUNTS] {
    [position, position.pass()].map(|position| position.moves().len() as i16)
}

/// The sum of both.
#[inline]
pub fn total_mobility(position: Position) -> u32 {
    let [own, opp] = counts(position);
    (own + opp) as u32
}
