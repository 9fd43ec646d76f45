//! Refutations (countermoves): replies that caused a cut-off before are tried first in the plies that use no table.
//!
//! Knows nothing of positions. It affects only the order of moves.
//! Source: Uiterwijk (1992), "The countermove heuristic".

use emilia_core::Square;

/// The index for no previous move: the root, and nodes after a pass.
const NO_MOVE: usize = 64;

/// The last two moves that refuted each move, the later one first.
#[derive(Clone, Copy)]
pub(super) struct Refutations([[Option<Square>; 2]; NO_MOVE + 1]);

impl Refutations {
    pub(super) const NONE: Refutations = Refutations([[None; 2]; NO_MOVE + 1]);

    /// The replies that refuted this move, the latest first.
    #[inline]
    pub(super) fn of(&self, last: Option<Square>) -> [Option<Square>; 2] {
        self.0[last.map_or(NO_MOVE, Square::index)]
    }

    /// Notes that `by` refuted the move `last`.
    #[inline]
    pub(super) fn note(&mut self, last: Option<Square>, by: Square) {
        let known = &mut self.0[last.map_or(NO_MOVE, Square::index)];
        if known[0] != Some(by) {
            *known = [Some(by), known[0]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Refutations;
    use emilia_core::Square;

    #[test]
    fn the_last_two_are_kept_for_each_move() {
        let [a1, b2, c3] = ["a1", "b2", "c3"].map(|name| name.parse::<Square>().expect("a square"));
        let mut refutations = Refutations::NONE;
        for by in [a1, b2, b2, c3, b2] {
            refutations.note(Some(a1), by);
        }
        refutations.note(None, c3);
        assert_eq!(refutations.of(Some(a1)), [Some(b2), Some(c3)]);
        assert_eq!(refutations.of(Some(b2)), [None; 2]);
        assert_eq!(refutations.of(None), [Some(c3), None]);
    }
}
