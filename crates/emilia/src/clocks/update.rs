//! The players' clocks, as clients set them.

use emilia_core::Colour;
use std::time::Duration;

/// A change to the clocks.
///
/// # Examples
/// ```
/// use emilia::clocks::{ClockUpdate, Clocks};
/// use emilia::{Colour, Game};
/// use std::time::Duration;
///
/// let mut clocks = Clocks::default();
/// clocks.set(ClockUpdate::Left { colour: Colour::Black, time: Duration::from_secs(30), stones: 0 });
/// assert!(clocks.budget(&Game::default(), Colour::Black, 60).is_some_and(|budget| budget.hard < Duration::from_secs(30)));
/// assert_eq!(clocks.budget(&Game::default(), Colour::White, 60), None);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ClockUpdate {
    /// No clock: only the level bounds the search.
    None,
    /// Time for the whole game, with an increment after each move.
    Game {
        /// Time at the start.
        main: Duration,
        /// Time added after each own move.
        increment: Duration,
    },
    /// Main time, then periods of overtime, each for `stones` moves (GTP `time_settings`). With one stone a period is the time of a move.
    Overtime {
        /// Time at the start; may be zero.
        main: Duration,
        /// Length of an overtime period.
        period: Duration,
        /// Moves to make in a period, at least 1.
        stones: u32,
    },
    /// The clock of the game's record: the time in its tags, less the seconds noted with the player's moves. A game without time in
    /// its tags has no clock.
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
    /// The measured delay of each move of a player between here and the clock, which the time for a move leaves unused.
    Lag {
        /// Whose clock.
        colour: Colour,
        /// The delay.
        delay: Duration,
    },
}

impl ClockUpdate {
    /// Whether it sets the clocks of games, and is not only the current time of one.
    pub fn is_setting(self) -> bool {
        matches!(self, ClockUpdate::Game { .. } | ClockUpdate::Overtime { .. } | ClockUpdate::PerMove(_))
    }
}
