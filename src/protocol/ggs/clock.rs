//! The clocks of the server: main time, increment and extension.

use super::ParseError;
use emilia::TimeControl;
use std::str::FromStr;
use std::time::Duration;

/// The main time of a clock that leaves it out, in seconds.
const MAIN: u64 = 15 * 60;
/// The extension of a clock that leaves it out, in seconds.
const EXTENSION: u64 = 2 * 60;
/// No clock shows more, in seconds (34 years).
const MOST: u64 = 1 << 30;

/// A clock of the server as it is set, `05:00/00:05/02:00`, or as it runs, `04:58,1:0/00:05,0:1/02:00,1:0`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    /// The main time, zero after its end; the increment; and as grace the extension, which is added once when the main time ends. From then
    /// on the player cannot win. A player whose main time is for a number of moves has lost when it ends.
    pub time: TimeControl,
    /// The moves that a running clock has counted.
    pub count: u32,
}

impl GameClock {
    /// The time left before the extension, or of it.
    pub fn left(&self) -> Duration {
        self.time.main
    }

    /// What each move adds on average.
    pub fn income(&self) -> Duration {
        self.time.increment.unwrap_or_default() / self.time.moves[1].max(1)
    }

    /// The moves that the time left is for; none for the rest of the game.
    pub fn stones(&self) -> Option<u32> {
        let moves = self.time.moves[0];
        (moves > 0).then(|| moves - self.count % moves)
    }
}

/// Reads both forms. A part that is left out is that of the server's default, `15:00//02:00`; a number alone is minutes.
impl FromStr for GameClock {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<GameClock, ParseError> {
        read_clock(text).ok_or_else(|| ParseError::new("not a clock such as 05:00/00:05/02:00", text))
    }
}

fn read_clock(text: &str) -> Option<GameClock> {
    let parts: Vec<&str> = text.split('/').map(str::trim).collect();
    if parts.len() > 3 || parts == [""] {
        return None;
    }
    let part = |index: usize, default| read_part(parts.get(index).copied().unwrap_or_default(), default);
    let (main, count, of_main) = part(0, MAIN)?;
    let (increment, _, of_increment) = part(1, 0)?;
    let (extension, _, of_extension) = part(2, EXTENSION)?;
    let time = TimeControl {
        main,
        increment: Some(increment).filter(|time| !time.is_zero()),
        grace: Some(extension),
        moves: [of_main, if of_increment > 1 { of_increment } else { 0 }, of_extension],
    };
    Some(GameClock { time, count })
}

/// The time, the counted moves and the number of moves of a part such as `05:00`, `05:00,N2` or `04:58,1:0`.
fn read_part(text: &str, default: u64) -> Option<(Duration, u32, u32)> {
    if text.is_empty() {
        return Some((Duration::from_secs(default), 0, 0));
    }
    let (time, notes) = text.split_once(',').unwrap_or((text, ""));
    let (count, moves) = notes.split_once(':').unwrap_or(("0", notes));
    let moves = moves.trim_start_matches(['N', 'n']);
    let moves = if moves.is_empty() { 0 } else { moves.parse().ok()? };
    Some((read_time(time)?, count.parse().ok()?, moves))
}

/// The time of `MM:SS`, `HH:MM:SS`, `D.HH:MM:SS`, or minutes of a number alone. A time below zero is none that is left.
fn read_time(text: &str) -> Option<Duration> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (days, rest) = unsigned.split_once('.').unwrap_or(("0", unsigned));
    let fields: Vec<u64> = [days].into_iter().chain(rest.split(':')).map(number).collect::<Option<_>>()?;
    let seconds = match fields.as_slice() {
        [days, minutes] => 86_400 * days + 60 * minutes,
        [days, minutes, seconds] => 86_400 * days + 60 * minutes + seconds,
        [days, hours, minutes, seconds] => 86_400 * days + 3600 * hours + 60 * minutes + seconds,
        _ => return None,
    };
    let left = if text.starts_with('-') { 0 } else { seconds };
    (seconds <= MOST).then_some(Duration::from_secs(left))
}

/// A number of at most eight digits without a sign.
fn number(text: &str) -> Option<u64> {
    let is_number = (1..=8).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::GameClock;
    use std::time::Duration;

    fn clock(text: &str) -> GameClock {
        text.parse().expect("a clock")
    }

    #[test]
    fn settings_are_read_as_the_server_reads_them() {
        for (text, time) in [
            ("15:00//02:00", "15:00//2:00"),
            ("05:00/00:05/00:00", "5:00/0:05/0:00"),
            ("1.00:00:00//00:00", "24:00:00//0:00"),
            ("05:00,20//00:00", "5:00,20//0:00"),
            ("05:00/00:10,N2/01:00,N0", "5:00/0:10,2/1:00"),
            ("5", "5:00//2:00"),
            ("/00:03", "15:00/0:03/2:00"),
        ] {
            assert_eq!(clock(text).time.to_string(), time, "{text}");
        }
    }

    #[test]
    fn a_running_clock_has_counters() {
        let running = clock("04:58,1:0/00:05,0:1/02:00,1:0");
        assert_eq!((running.left(), running.count), (Duration::from_secs(298), 1));
        assert_eq!((running.income(), running.stones()), (Duration::from_secs(5), None));
        assert_eq!(clock("-00:05,30:0//02:00,30:0").left(), Duration::ZERO);
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
