//! The clocks of the server: main time, increment and extension, as a setting and running.

use crate::protocol::text::plain;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The main time of a setting that leaves it out, in seconds.
const MAIN: i64 = 15 * 60;
/// The extension of a setting that leaves it out, in seconds.
const EXTENSION: i64 = 2 * 60;
/// No clock shows more, in seconds (34 years); keeps the arithmetic within bounds.
const MOST: i64 = 1 << 30;

/// A clock of the server, as it is set or as it runs: `05:00/00:05/02:00`, `04:58,1:0/00:05,0:1/02:00,1:0`.
///
/// # Examples
/// ```
/// use emilia_cli::protocol::ggs::GameClock;
/// use std::time::Duration;
///
/// let clock: GameClock = "05:00/00:05/02:00".parse()?;
/// assert_eq!((clock.left(), clock.income()), (Duration::from_secs(300), Duration::from_secs(5)));
/// assert_eq!("04:58,1:0//02:00,1:0".parse::<GameClock>()?.main.seconds, 298);
/// # Ok::<(), emilia_cli::protocol::ggs::ParseClockError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    /// The main time. With moves, it is the time for that number of moves, and a player whose main time ends has lost.
    pub main: ClockPart,
    /// What is added after each of that number of moves.
    pub increment: ClockPart,
    /// What is added once when the main time ends. From then on the player cannot win any more.
    pub extension: ClockPart,
}

/// A part of a clock. See [`GameClock`] for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClockPart {
    /// The time in seconds; below zero after the end of the main time.
    pub seconds: i64,
    /// The moves counted so far, while it runs.
    pub count: u32,
    /// The moves that the time is for; 0 for all.
    pub moves: u32,
    /// Whether the clock gets back only what was used (an increment), or is set to this time (an extension): the letter `N`.
    pub is_limited: bool,
}

/// The text is not a clock.
///
/// # Examples
/// ```
/// use emilia_cli::protocol::ggs::GameClock;
///
/// assert_eq!("soon".parse::<GameClock>().unwrap_err().to_string(), "not a clock such as 05:00/00:05/02:00: \"soon\"");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a clock such as 05:00/00:05/02:00: {0:?}")]
pub struct ParseClockError(String);

impl GameClock {
    /// The time left before the extension, or of it.
    pub fn left(&self) -> Duration {
        Duration::from_secs(self.main.seconds.try_into().unwrap_or(0))
    }

    /// What each move adds on average.
    pub fn income(&self) -> Duration {
        let seconds = Duration::from_secs(self.increment.seconds.try_into().unwrap_or(0));
        seconds / self.increment.moves.max(1)
    }

    /// The moves that the time left is for; none for the rest of the game.
    pub fn stones(&self) -> Option<u32> {
        let moves = self.main.moves;
        (moves > 0).then(|| moves - self.main.count % moves)
    }
}

/// The default of the server, `15:00//02:00`.
impl Default for GameClock {
    fn default() -> GameClock {
        let part = |seconds, moves| ClockPart { seconds, moves, ..ClockPart::default() };
        GameClock { main: part(MAIN, 0), increment: part(0, 1), extension: part(EXTENSION, 0) }
    }
}

/// Reads both forms. A part that is left out is that of the default; a number alone is minutes, as for the server.
impl FromStr for GameClock {
    type Err = ParseClockError;
    fn from_str(text: &str) -> Result<GameClock, ParseClockError> {
        let error = || ParseClockError(plain(text));
        let mut parts = text.split('/');
        let mut clock = GameClock::default();
        for part in [&mut clock.main, &mut clock.increment, &mut clock.extension] {
            let text = parts.next().unwrap_or_default().trim();
            if !text.is_empty() {
                *part = read_part(text, part.moves).ok_or_else(error)?;
            }
        }
        let is_empty = text.trim().is_empty();
        if is_empty || parts.next().is_some() { Err(error()) } else { Ok(clock) }
    }
}

/// A part such as `05:00`, `05:00,N2` or `04:58,1:0`; `moves` is the default number.
fn read_part(text: &str, moves: u32) -> Option<ClockPart> {
    let (time, notes) = text.split_once(',').map_or((text, None), |(time, notes)| (time, Some(notes)));
    let seconds = read_seconds(time)?;
    let Some(notes) = notes else { return Some(ClockPart { seconds, moves, ..ClockPart::default() }) };
    let (count, notes) = match notes.split_once(':') {
        Some((count, notes)) => (count.parse().ok()?, notes),
        None => (0, notes),
    };
    let (is_limited, number) = match notes.strip_prefix(['N', 'n']) {
        Some(number) => (true, number),
        None => (false, notes),
    };
    let moves = if number.is_empty() { moves } else { number.parse().ok()? };
    Some(ClockPart { seconds, count, moves, is_limited })
}

/// Seconds of `MM:SS`, `HH:MM:SS`, `D.HH:MM:SS`, or minutes of a number alone.
fn read_seconds(text: &str) -> Option<i64> {
    let (sign, text) = text.strip_prefix('-').map_or((1, text), |text| (-1, text));
    let (days, text) = text.split_once('.').map_or((0, text), |(days, text)| (number(days).unwrap_or(-1), text));
    let fields: Vec<i64> = text.split(':').map(number).collect::<Option<_>>()?;
    let seconds = match fields.as_slice() {
        [minutes] => 60 * minutes,
        [minutes, seconds] => 60 * minutes + seconds,
        [hours, minutes, seconds] => 3600 * hours + 60 * minutes + seconds,
        _ => return None,
    };
    let total = 24 * 3600 * days + seconds;
    (days >= 0 && total <= MOST).then_some(sign * total)
}

/// A number of at most eight digits without a sign.
fn number(text: &str) -> Option<i64> {
    let is_number = (1..=8).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// The form of a setting, as an `ask` takes it: `05:00/00:05/02:00`, `15:00//02:00`.
impl fmt::Display for GameClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_part(f, &self.main, 0)?;
        f.write_str("/")?;
        if self.increment.seconds != 0 {
            write_part(f, &self.increment, 1)?;
        }
        f.write_str("/")?;
        write_part(f, &self.extension, 0)
    }
}

/// Writes a part; `moves` is the number that need not be written.
fn write_part(f: &mut fmt::Formatter<'_>, part: &ClockPart, moves: u32) -> fmt::Result {
    let (sign, seconds) = (if part.seconds < 0 { "-" } else { "" }, part.seconds.unsigned_abs());
    let (hours, rest) = (seconds / 3600, format!("{:02}:{:02}", seconds / 60 % 60, seconds % 60));
    match hours {
        0 => write!(f, "{sign}{rest}")?,
        1..24 => write!(f, "{sign}{hours:02}:{rest}")?,
        _ => write!(f, "{sign}{}.{:02}:{rest}", hours / 24, hours % 24)?,
    }
    match (part.is_limited, part.moves) {
        (false, same) if same == moves => Ok(()),
        (is_limited, number) => write!(f, ",{}{number}", if is_limited { "N" } else { "" }),
    }
}

#[cfg(test)]
mod tests {
    use super::{ClockPart, GameClock};
    use std::time::Duration;

    fn clock(text: &str) -> GameClock {
        text.parse().expect("a clock")
    }

    #[test]
    fn settings_are_written_as_the_server_prints_them() {
        for text in ["15:00//02:00", "05:00/00:05/00:00", "01:00:00//02:00", "1.00:00:00//00:00", "05:00,20//00:00"] {
            assert_eq!(clock(text).to_string(), text);
        }
        assert_eq!(clock("05:00/00:10,N2/01:00,N0").to_string(), "05:00/00:10,N2/01:00,N0");
        assert_eq!(clock("5").to_string(), "05:00//02:00", "a number alone is minutes");
        assert_eq!(clock("/00:03").to_string(), "15:00/00:03/02:00");
    }

    #[test]
    fn a_running_clock_has_counters() {
        let running = clock("04:58,1:0/00:05,0:1/02:00,1:0");
        assert_eq!(running.main, ClockPart { seconds: 298, count: 1, moves: 0, is_limited: false });
        assert_eq!((running.income(), running.stones()), (Duration::from_secs(5), None));
        let below = clock("-00:05,30:0//02:00,30:0");
        assert_eq!((below.main.seconds, below.left()), (-5, Duration::ZERO));
        assert_eq!(clock("05:00,3:20//00:00,0:0").stones(), Some(17));
        assert_eq!(clock("05:00,20:20//00:00,0:0").stones(), Some(20));
        assert_eq!(clock("05:00/00:10,0:2/00:00").income(), Duration::from_secs(5));
    }

    #[test]
    fn other_text_is_refused() {
        for text in
            ["", " ", "x", "1:2:3:4", "5:00/1:00/1:00/1:00", "5:-1", "999999999", "05:00,x", "9.9999999:00:00", ":"]
        {
            assert!(text.parse::<GameClock>().is_err(), "{text:?}");
        }
    }
}
