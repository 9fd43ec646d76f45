//! Values for every way to count draws.

use emilia_core::{Score, Value};

/// The value of a position or a move where proved draws count as defeats, and where they count as victories.
///
/// The score for any value of a draw follows from both, because best moves are maxima and minima: it is that value, but at least the
/// score with lost draws and at most the one with won draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawValues {
    /// The value if a draw is lost for the side to move.
    pub lost: Value,
    /// The value if a draw is won for it.
    pub won: Value,
}

impl DrawValues {
    /// The values where no draw is proved.
    pub(super) fn same(value: Value) -> DrawValues {
        DrawValues { lost: value, won: value }
    }

    /// The values for the other side.
    #[must_use]
    pub(super) fn reversed(self) -> DrawValues {
        DrawValues { lost: -self.won, won: -self.lost }
    }

    /// The score if a draw has this value.
    pub fn score(self, draw: Score) -> Score {
        draw.min(self.won.score()).max(self.lost.score())
    }
}

/// The values of a move with this value: a proved draw depends on how draws count.
pub(super) fn leaf_draws(value: Value) -> DrawValues {
    if value == Value::exact(0) {
        DrawValues { lost: Value::exact(-64), won: Value::exact(64) }
    } else {
        DrawValues::same(value)
    }
}
