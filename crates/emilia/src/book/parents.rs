//! The positions from which a move leads to a position: moves taken back.

use super::key::{CENTRE, Key};
use emilia_core::{Bitboard, Position, Square};

/// A step along a row, a column or a diagonal.
const DIRECTIONS: [(i8, i8); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// The keys of all positions that have a move to the position of this key, each once. They need not be reachable from the start.
pub(super) fn parents(key: Key) -> Vec<Key> {
    let position = key.position();
    let mut parents = Vec::new();
    take_back(position, &mut parents);
    // The same side moved again, because the other one had no move.
    if position.pass().moves().is_empty() {
        take_back(position.pass(), &mut parents);
    }
    parents.sort_unstable();
    parents.dedup();
    parents
}

/// Adds the keys of the positions from which a move of the side that waits leads to this position.
fn take_back(after: Position, parents: &mut Vec<Key>) {
    for at in after.opp() & !CENTRE {
        // For each direction the sets of discs that the move can have flipped there.
        let mut sets = vec![Bitboard::EMPTY];
        for direction in DIRECTIONS {
            let in_direction = flipped(after, at, direction);
            sets = sets.iter().flat_map(|set| in_direction.iter().map(move |more| *set | *more)).collect();
        }
        for flips in sets.into_iter().filter(|flips| !flips.is_empty()) {
            let own = after.opp() & !flips & !Bitboard::from(at);
            let Some(before) = Position::new(own, after.own() | flips) else { continue };
            // The sets are right by construction; that the move leads here is checked because a wrong parent would damage a book.
            if before.try_play(at) == Some(after) {
                parents.extend(Key::of(before).filter(|view| !view.is_passed).map(|view| view.key));
            }
        }
    }
}

/// The sets of discs that a move to `at` can have flipped in one direction, the empty one if nothing need have been flipped there.
fn flipped(after: Position, at: Square, (dx, dy): (i8, i8)) -> Vec<Bitboard> {
    let mut ray = (1..8).map_while(|steps| {
        let (column, row) = (at.column() as i8 + steps * dx, at.row() as i8 + steps * dy);
        Square::at(u8::try_from(column).ok()?, u8::try_from(row).ok()?)
    });
    let (mut sets, mut run) = (Vec::new(), Bitboard::EMPTY);
    let mut is_beside = true;
    let end = loop {
        match ray.next() {
            Some(square) if after.opp().has(square) => {
                // The disc behind the flipped ones was there before.
                if !run.is_empty() {
                    sets.push(run);
                }
                run = run.with(square);
                is_beside = false;
            }
            other => break other,
        }
    };
    // Without flips: impossible only if a row of the other side's discs, now unflipped, ends in one of the mover's.
    let is_bracketed = is_beside
        && end.is_some_and(|first| after.own().has(first))
        && ray.find(|square| !after.own().has(*square)).is_some_and(|square| after.opp().has(square));
    if !is_bracketed {
        sets.push(Bitboard::EMPTY);
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::parents;
    use crate::book::key::{Child, Key};
    use crate::book::tests::random_positions;

    #[test]
    fn every_move_is_taken_back_and_every_parent_has_a_move_to_the_position() {
        for position in random_positions(60, 1) {
            let Some(key) = Key::of(position).map(|view| view.key) else { continue };
            for (at, child) in key.children() {
                let Child::Position(view) = child else { continue };
                assert!(parents(view.key).contains(&key), "{at} in {}", key.position());
            }
            for parent in parents(key) {
                let leads_here = |child| matches!(child, Child::Position(view) if view.key == key);
                assert!(parent.children().any(|(_, child)| leads_here(child)), "{}", parent.position());
            }
        }
    }
}
