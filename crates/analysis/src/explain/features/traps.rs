//! Traps: the Stoner trap, proved by trying every reply.

use super::corners::{corner_beside, takeable};
use super::edges::EDGES;
use emilia::{Bitboard, Position, Square};

/// A Stoner trap: a move to an X-square that attacks a weak edge, so that a corner is won by force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StonerTrap {
    /// The empty corner beside the X-square, which the opponent cannot take at once.
    pub near: Square,
    /// The empty corner at the other end of the edge, beside a C-square with a disc of the opponent.
    pub far: Square,
    /// The squares of the edge of which one is played next, if the opponent passes.
    pub attacks: Bitboard,
}

/// The Stoner traps that this move sets, one for each edge at most.
///
/// The move is to an X-square whose corner, the near one, is empty and cannot be taken by the opponent at once. On an edge of the near
/// corner the opponent has the C-square at the other end, beside an empty corner, the far one. If the opponent passed, the side of the
/// move could attack: play a square of that edge, not a corner, with the threat to take the far corner, while the opponent cannot take
/// the far corner, and has no reply after which neither of the two corners can be taken.
///
/// It is a trap only if no reply of the opponent refutes it: after each one the side of the move can take one of the two corners at
/// once or has an attack of this kind. An opponent that can only pass refutes nothing.
pub fn stoner_traps(position: Position, at: Square) -> Vec<StonerTrap> {
    let near = corner_beside(at).filter(|_| Bitboard::X_SQUARES.has(at));
    let next = position.try_play(at);
    near.zip(next).map_or(Vec::new(), |(near, next)| EDGES.iter().filter_map(|edge| trap(next, edge, near)).collect())
}

/// The trap on this edge after the move to the X-square beside `near`, the opponent to move.
fn trap(next: Position, edge: &[Square; 8], near: Square) -> Option<StonerTrap> {
    let (far, beside_far) = match *edge {
        [first, .., beside, last] if first == near => (last, beside),
        [first, beside, .., last] if last == near => (first, beside),
        _ => return None,
    };
    let is_set = next.empty().has(near) && !next.moves().has(near);
    if !is_set || !next.own().has(beside_far) || !next.empty().has(far) {
        return None;
    }
    let attacks = attacks(next.pass(), edge, near, far);
    let corners = Bitboard::from(near).with(far);
    let is_answered = |replied: Position| {
        !(takeable(replied) & corners).is_empty() || !self::attacks(replied, edge, near, far).is_empty()
    };
    let is_trap = !attacks.is_empty() && next.moves().filter_map(|reply| next.try_play(reply)).all(is_answered);
    is_trap.then_some(StonerTrap { near, far, attacks })
}

/// The moves of the side to move to squares of the edge, corners left out, that threaten the far corner and win one of the two corners
/// whatever the opponent replies.
fn attacks(position: Position, edge: &[Square; 8], near: Square, far: Square) -> Bitboard {
    let inside: Bitboard = edge[1..7].iter().copied().collect();
    let corners = Bitboard::from(near).with(far);
    let wins = |at: &Square| {
        let Some(next) = position.try_play(*at) else { return false };
        let threatens = next.pass().moves().has(far) && !next.moves().has(far);
        let wins_one = |replied: Position| !(takeable(replied) & corners).is_empty();
        threatens && next.moves().filter_map(|reply| next.try_play(reply)).all(wins_one)
    };
    (position.moves() & inside).filter(wins).collect()
}
