//! The players' clocks, as clients set them.

use crate::game::Colour;
use std::time::Duration;

/// A change to the clocks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Clock {
    /// No clock: only the level bounds the search.
    None,
    /// So much time for the whole game, with an increment after each move.
    Game {
        /// Time at the start.
        main: Duration,
        /// Time added after each own move.
        increment: Duration,
    },
    /// Main time, then periods of overtime for so many moves each (GTP `time_settings`). One stone: so much time for every move.
    Overtime {
        /// Time at the start; may be zero.
        main: Duration,
        /// Length of an overtime period.
        period: Duration,
        /// Moves to make in a period, at least 1.
        stones: u32,
    },
    /// As the game's record says at each move: the time its tags allow, less the seconds noted beside the player's moves. A game
    /// whose tags allow no time has no clock.
    Noted,
    /// A fixed time for every move.
    PerMove(Duration),
    /// What a player's clock shows now.
    Left {
        /// Whose clock.
        colour: Colour,
        /// Time left, in the main time or in the running period.
        time: Duration,
        /// Moves left in the running period; 0 while in main time.
        stones: u32,
    },
}

impl Clock {
    /// Whether it says by which clock games will be played, and not just what one shows.
    pub(super) fn is_setting(self) -> bool {
        matches!(self, Clock::Game { .. } | Clock::Overtime { .. } | Clock::PerMove(_))
    }
}
