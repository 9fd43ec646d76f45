//! XBoard's clocks.

use crate::protocol::text::number;
use crate::session::ClockUpdate;
use emilia::{Colour, Game};
use std::time::Duration;

/// No clock shows more: 30 years in seconds.
const MOST_SECONDS: f64 = 1e9;

/// The setting of the clocks, and what the client says of the engine's own one.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Clock {
    /// Moves in each period; 0 if there is none.
    stones: u32,
    /// What the engine's clock showed, if that is not passed on yet.
    left: Option<Duration>,
}

impl Clock {
    /// Reads `level MOVES BASE INCREMENT`.
    pub(super) fn level(&mut self, arguments: &str) -> Option<ClockUpdate> {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        let [moves, base, increment, ..] = words.as_slice() else { return None };
        let moves = u32::try_from(number(moves)?.max(0)).unwrap_or(u32::MAX);
        let (base, increment) = (minutes(base)?, seconds(increment)?);
        (self.stones, self.left) = (moves, None);
        Some(match moves {
            0 => ClockUpdate::Game { main: base, increment },
            stones => ClockUpdate::Overtime { main: Duration::ZERO, period: base, stones },
        })
    }

    /// Reads the seconds of `st`.
    pub(super) fn per_move(&mut self, arguments: &str) -> Option<ClockUpdate> {
        let time = seconds(arguments)?;
        (self.stones, self.left) = (1, None);
        Some(ClockUpdate::PerMove(time))
    }

    /// Reads the hundredths of a second of `time`. A clock below zero has run out, and the game continues.
    pub(super) fn show(&mut self, arguments: &str) -> Option<()> {
        let hundredths = number(arguments)?.clamp(0, MOST_SECONDS as i64 * 100);
        self.left = Some(Duration::from_millis(hundredths.unsigned_abs() * 10));
        Some(())
    }

    /// Forgets what the clock showed: another game has another one.
    pub(super) fn forget(&mut self) {
        self.left = None;
    }

    /// What the clock of the side to move shows, if the client has told it since the last call.
    pub(super) fn take(&mut self, game: &Game) -> Option<ClockUpdate> {
        let (time, colour) = (self.left.take()?, game.to_move());
        let stones = if self.stones == 0 { 0 } else { self.stones - made(game, colour) % self.stones };
        Some(ClockUpdate::Left { colour, time, stones })
    }
}

/// The moves that this side has made; a pass is one.
fn made(game: &Game, colour: Colour) -> u32 {
    let own = game.turns().take(game.moves().len()).filter(|(_, turn)| turn.to_move == colour);
    u32::try_from(own.count()).unwrap_or(u32::MAX)
}

/// Minutes, or minutes and seconds: `5`, `0:30`. What follows is skipped.
fn minutes(text: &str) -> Option<Duration> {
    let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != ':').unwrap_or(text.len());
    let (minutes, seconds) = text[..end].split_once(':').unwrap_or((&text[..end], "0"));
    let (minutes, seconds): (f64, f64) = (minutes.parse().ok()?, seconds.parse().ok()?);
    duration(minutes * 60.0 + seconds)
}

fn seconds(text: &str) -> Option<Duration> {
    duration(text.split_whitespace().next()?.parse().ok()?)
}

fn duration(seconds: f64) -> Option<Duration> {
    if seconds.is_nan() { None } else { Duration::try_from_secs_f64(seconds.min(MOST_SECONDS)).ok() }
}
