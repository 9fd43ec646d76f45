//! The players' clocks, and the time for a move.
//!
//! Knows nothing of searches: clocks and empty squares in, a [`Budget`] out.

mod lag;
mod share;
#[cfg(test)]
mod tests;
mod update;

use crate::search::Budget;
use emilia_core::{Colour, Game};
use lag::Lag;
use share::share;
use std::time::Duration;

pub use update::ClockUpdate;

/// No clock shows more (34 years); keeps the arithmetic within bounds.
const MAX_TIME: Duration = Duration::from_secs(1 << 30);
/// The grace time after the main time of a game record that does not set it.
const GRACE: Duration = Duration::from_secs(120);

/// The clocks of both players. A move gets its share of the time that is left, less a reserve for delays.
///
/// # Examples
/// ```
/// use emilia::clocks::{ClockUpdate, Clocks};
/// use emilia::{Engine, EngineOptions, Game, Level, Limits};
/// use std::time::{Duration, Instant};
///
/// let (mut engine, mut game, mut clocks) = (Engine::new(EngineOptions::default()), Game::default(), Clocks::default());
/// clocks.set(ClockUpdate::Game { main: Duration::from_secs(2), increment: Duration::ZERO });
/// let colour = game.to_move();
/// let empties = game.turn().board.empties();
/// // The highest level, so that the clock ends the search.
/// let limits = Limits { budget: clocks.budget(&game, colour, empties), ..Limits::level(Level::MAX) };
/// let began = Instant::now();
/// let analysis = engine.search(&game, &limits);
/// clocks.spend(colour, began.elapsed());
/// assert!(clocks.left(colour) < clocks.left(colour.other()));
/// game.play(analysis.best_move().unwrap())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Clocks {
    /// Whether the record of the game is the clock.
    noted: bool,
    start: Option<PlayerClock>,
    black: Option<PlayerClock>,
    white: Option<PlayerClock>,
}

impl Clocks {
    /// Applies an update. New settings start both clocks.
    pub fn set(&mut self, clock: ClockUpdate) {
        match clock {
            ClockUpdate::None => *self = Clocks::default(),
            ClockUpdate::Game { main, increment } => self.begin(PlayerClock::sudden(main, increment)),
            ClockUpdate::Overtime { main, period, stones } => self.begin(PlayerClock::overtime(main, period, stones)),
            ClockUpdate::Noted => *self = Clocks { noted: true, ..Clocks::default() },
            ClockUpdate::PerMove(time) => self.begin(PlayerClock::overtime(Duration::ZERO, time, 1)),
            ClockUpdate::Left { colour, time, stones } => {
                let timer = self.of(colour);
                *timer = Some(PlayerClock::showing(*timer, time, stones));
            }
            ClockUpdate::Lag { colour, delay } => {
                if let Some(timer) = self.of(colour) {
                    timer.lag = Lag::measured(delay);
                }
            }
        }
    }

    fn begin(&mut self, timer: PlayerClock) {
        *self = Clocks { start: Some(timer), black: Some(timer), white: Some(timer), noted: false };
    }

    /// Resets both clocks for a new game.
    pub fn restart(&mut self) {
        (self.black, self.white) = (self.start, self.start);
    }

    /// Whether a clock was set that runs from the beginning of every game.
    pub fn are_set(&self) -> bool {
        self.start.is_some()
    }

    /// The time that this colour has left, in the main time or in the running period; none without a clock.
    pub fn left(&self, colour: Colour) -> Option<Duration> {
        self.get(colour).map(|timer| timer.left)
    }

    /// Records the time of a move of this colour.
    pub fn spend(&mut self, colour: Colour, time: Duration) {
        if let Some(timer) = self.of(colour) {
            timer.spend(time);
        }
    }

    /// The time for the next move of this colour with this number of empty squares; none without a clock.
    pub fn budget(&self, game: &Game, colour: Colour, empties: u32) -> Option<Budget> {
        self.get(colour)
            .or_else(|| PlayerClock::recorded(game, colour).filter(|_| self.noted))
            .map(|timer| timer.budget(empties))
    }

    fn get(&self, colour: Colour) -> Option<PlayerClock> {
        match colour {
            Colour::Black => self.black,
            Colour::White => self.white,
        }
    }

    fn of(&mut self, colour: Colour) -> &mut Option<PlayerClock> {
        match colour {
            Colour::Black => &mut self.black,
            Colour::White => &mut self.white,
        }
    }
}

/// What follows when a clock's time is used, or what each move adds.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Control {
    /// The game is lost; every move adds this.
    Sudden(Duration),
    /// Periods of this length, each for this number of moves, at least one.
    Overtime(Duration, u32),
}

/// One player's clock.
#[derive(Clone, Copy, PartialEq, Debug)]
struct PlayerClock {
    /// Left in the main time or in the running period.
    left: Duration,
    /// Moves to make in the running period; 0 in the main time.
    stones: u32,
    control: Control,
    lag: Lag,
}

impl PlayerClock {
    fn sudden(main: Duration, increment: Duration) -> PlayerClock {
        let control = Control::Sudden(increment.min(MAX_TIME));
        PlayerClock { left: main.min(MAX_TIME), stones: 0, control, lag: Lag::UNKNOWN }
    }

    fn overtime(main: Duration, period: Duration, stones: u32) -> PlayerClock {
        if period.is_zero() {
            return PlayerClock::sudden(main, Duration::ZERO);
        }
        let (period, stones) = (period.min(MAX_TIME), stones.max(1));
        let control = Control::Overtime(period, stones);
        if main.is_zero() {
            PlayerClock { left: period, stones, control, lag: Lag::UNKNOWN }
        } else {
            PlayerClock { left: main.min(MAX_TIME), stones: 0, control, lag: Lag::UNKNOWN }
        }
    }

    /// A clock that shows this time instead of the counted one. One that was never set has only the current overtime period.
    fn showing(timer: Option<PlayerClock>, time: Duration, stones: u32) -> PlayerClock {
        let left = time.min(MAX_TIME);
        let control = match timer.map(|timer| timer.control) {
            Some(control @ Control::Overtime(..)) => control,
            _ if stones > 0 => Control::Overtime(left, stones),
            Some(control) => control,
            None => Control::Sudden(Duration::ZERO),
        };
        let mut lag = timer.map_or(Lag::UNKNOWN, |timer| timer.lag);
        // In overtime a period may have begun anew, so that the shown time does not tell the time of the move.
        if let Some(counted) = timer.filter(|timer| stones == 0 && timer.stones == 0) {
            lag.learn(counted.left, left);
        }
        PlayerClock { left, stones, control, lag }
    }

    /// The clock of a game record: the time allowed, less the seconds noted beside the player's moves.
    fn recorded(game: &Game, colour: Colour) -> Option<PlayerClock> {
        let allowed = game.tags.player(colour).time?;
        let increment = allowed.increment.unwrap_or_default();
        let mut timer = PlayerClock::sudden(allowed.main, increment);
        let mut overdrawn = Duration::ZERO;
        let own = game.turns().zip(game.moves()).filter(|((_, turn), _)| turn.to_move == colour);
        for (_, played) in own {
            let used = Duration::try_from_secs_f32(played.seconds.unwrap_or(0.0)).unwrap_or_default().min(MAX_TIME);
            overdrawn = overdrawn.saturating_add(used.saturating_sub(timer.left));
            timer.spend(used);
        }
        if !overdrawn.is_zero() {
            // The game is lost on the record and played to its end in the grace time.
            timer.left =
                timer.left.saturating_add(allowed.grace.unwrap_or(GRACE).min(MAX_TIME)).saturating_sub(overdrawn);
        }
        Some(timer)
    }

    fn spend(&mut self, time: Duration) {
        self.lag.count_move();
        let over = time.saturating_sub(self.left);
        self.left = self.left.saturating_sub(time);
        match self.control {
            Control::Sudden(increment) => self.left = self.left.saturating_add(increment).min(MAX_TIME),
            Control::Overtime(_, _) if self.stones == 0 && over.is_zero() => {}
            Control::Overtime(period, stones) => {
                if self.stones == 0 {
                    (self.left, self.stones) = (period.saturating_sub(over), stones);
                }
                self.stones -= 1;
                if self.stones == 0 {
                    (self.left, self.stones) = (period, stones);
                }
            }
        }
    }

    fn budget(&self, empties: u32) -> Budget {
        let lag = self.lag.expected();
        match self.control {
            Control::Sudden(increment) => share(self.left, increment, lag, u32::MAX, empties),
            Control::Overtime(_, _) if self.stones > 0 => share(self.left, Duration::ZERO, lag, self.stones, empties),
            Control::Overtime(period, stones) => {
                let each = period / stones.max(1);
                share(self.left.saturating_add(each), each, lag, u32::MAX, empties)
            }
        }
    }
}
