//! The time a player is allowed, in the notation of GGF: `15:00/0:12/5:00`.
//!
//! Knows nothing of running clocks.

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;
use core::time::Duration;

/// The time a player is allowed.
///
/// # Examples
/// ```
/// use emilia_core::TimeControl;
/// use std::time::Duration;
///
/// let time: TimeControl = "15:00/12,2".parse()?;
/// assert_eq!((time.main, time.increment), (Duration::from_secs(900), Some(Duration::from_secs(12))));
/// assert_eq!(time.to_string(), "15:00/0:12,2");
/// # Ok::<(), emilia_core::ParseTimeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TimeControl {
    /// The time for the whole game.
    pub main: Duration,
    /// Added by every move.
    pub increment: Option<Duration>,
    /// The time to finish a lost game after the main time; programs assume two minutes without it.
    pub grace: Option<Duration>,
    /// The number of moves that each of the three is for, as GGS writes it after a comma; 0 where it does not.
    pub moves: [u32; 3],
}

/// The text is not a time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a time control: {0:?}")]
pub struct ParseTimeError(String);

/// Reads `main/increment/grace`, of which the last two may be missing or empty. Each is `30`, `5:00` or `1:00:00`, the
/// seconds may have decimals. Behind a comma are the moves that it is for, with those that GGS has counted before a colon: `,5` or `,2:5`;
/// other text is skipped.
impl FromStr for TimeControl {
    type Err = ParseTimeError;
    fn from_str(text: &str) -> Result<TimeControl, ParseTimeError> {
        let error = || ParseTimeError(super::excerpt(text));
        let (mut parts, mut moves) = (text.split('/'), [0; 3]);
        let mut optional = |moves: &mut u32| {
            let part = parts.next().unwrap_or_default();
            let (time, counts) = part.split_once(',').unwrap_or((part, ""));
            if time.trim().is_empty() {
                return Ok(None);
            }
            *moves = number_of_moves(counts);
            duration(time.trim()).map(Some).ok_or_else(error)
        };
        let [of_main, of_increment, of_grace] = &mut moves;
        let main = optional(of_main)?.ok_or_else(error)?;
        let (increment, grace) = (optional(of_increment)?, optional(of_grace)?);
        if parts.next().is_some() { Err(error()) } else { Ok(TimeControl { main, increment, grace, moves }) }
    }
}

/// The number behind the last colon, and behind an `N`, which GGS writes where a clock gets no more than this time; 0 if there is none.
fn number_of_moves(counts: &str) -> u32 {
    let last = counts.rsplit(':').next().unwrap_or_default();
    last.trim().trim_start_matches(['N', 'n']).parse().unwrap_or(0)
}

/// Hours, minutes and seconds divided by colons, from the right.
fn duration(text: &str) -> Option<Duration> {
    let mut fields = text.rsplit(':');
    let seconds = fields.next()?;
    let mut total = Duration::try_from_secs_f64(seconds.parse().ok().filter(|_| is_plain(seconds))?).ok()?;
    for (unit, field) in [60, 3600].into_iter().zip(fields.by_ref()) {
        let count: u64 = field.parse().ok().filter(|_| is_plain(field))?;
        total = total.checked_add(Duration::from_secs(count.checked_mul(unit)?))?;
    }
    fields.next().is_none().then_some(total)
}

fn is_plain(number: &str) -> bool {
    number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// Writes what `FromStr` reads: `5:00`, `15:00/0:12,2`, `15:00//5:00`. A number without a colon would be minutes for GGS.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [of_main, of_increment, of_grace] = self.moves;
        write_part(f, self.main, of_main)?;
        if self.increment.is_some() || self.grace.is_some() {
            f.write_str("/")?;
        }
        if let Some(increment) = self.increment {
            write_part(f, increment, of_increment)?;
        }
        if let Some(grace) = self.grace {
            f.write_str("/")?;
            write_part(f, grace, of_grace)?;
        }
        Ok(())
    }
}

fn write_part(f: &mut fmt::Formatter<'_>, duration: Duration, moves: u32) -> fmt::Result {
    let (seconds, fraction) = (duration.as_secs(), duration.subsec_nanos());
    match seconds / 3600 {
        0 => write!(f, "{}:{:02}", seconds / 60, seconds % 60)?,
        hours => write!(f, "{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60)?,
    }
    if fraction > 0 {
        write!(f, ".{}", format!("{fraction:09}").trim_end_matches('0'))?;
    }
    if moves > 0 { write!(f, ",{moves}") } else { Ok(()) }
}
