//! The time a player is allowed, in the notation of GGF: `15:00/12/5:00`.
//!
//! Knows nothing of running clocks.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The time a player is allowed.
///
/// # Examples
/// ```
/// use emilia::game::TimeControl;
/// use std::time::Duration;
///
/// let time: TimeControl = "15:00/12".parse()?;
/// assert_eq!((time.main, time.increment), (Duration::from_secs(900), Some(Duration::from_secs(12))));
/// assert_eq!(time.to_string(), "15:00/12");
/// # Ok::<(), emilia::game::ParseTimeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeControl {
    /// The time for the whole game.
    pub main: Duration,
    /// Added by every move.
    pub increment: Option<Duration>,
    /// The time to finish a lost game after the main time; programs assume two minutes without it.
    pub grace: Option<Duration>,
}

/// The text is not a time control.
///
/// # Examples
/// ```
/// use emilia::game::TimeControl;
///
/// assert_eq!("soon".parse::<TimeControl>().unwrap_err().to_string(), "not a time control: \"soon\"");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a time control: {0:?}")]
pub struct ParseTimeError(String);

/// Reads `main/increment/grace`, of which the last two may be missing or empty. Each is `30`, `5:00` or `1:00:00`, the
/// seconds may have decimals; text after a comma (the moves that GGS counts) is skipped.
impl FromStr for TimeControl {
    type Err = ParseTimeError;
    fn from_str(text: &str) -> Result<TimeControl, ParseTimeError> {
        let error = || ParseTimeError(super::excerpt(text));
        let mut parts = text.split('/').map(|part| part.split(',').next().unwrap_or_default().trim());
        let mut optional = || match parts.next() {
            None | Some("") => Ok(None),
            Some(part) => duration(part).map(Some).ok_or_else(error),
        };
        let (main, increment, grace) = (optional()?.ok_or_else(error)?, optional()?, optional()?);
        if parts.next().is_some() { Err(error()) } else { Ok(TimeControl { main, increment, grace }) }
    }
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

/// Writes what `FromStr` reads: `5:00`, `30`, `15:00/12`, `15:00//5:00`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_duration(f, self.main)?;
        if self.increment.is_some() || self.grace.is_some() {
            f.write_str("/")?;
        }
        if let Some(increment) = self.increment {
            write_duration(f, increment)?;
        }
        if let Some(grace) = self.grace {
            f.write_str("/")?;
            write_duration(f, grace)?;
        }
        Ok(())
    }
}

fn write_duration(f: &mut fmt::Formatter<'_>, duration: Duration) -> fmt::Result {
    let (seconds, fraction) = (duration.as_secs(), duration.subsec_nanos());
    match (seconds / 3600, seconds / 60 % 60) {
        (0, 0) => write!(f, "{}", seconds % 60)?,
        (0, minutes) => write!(f, "{minutes}:{:02}", seconds % 60)?,
        (hours, minutes) => write!(f, "{hours}:{minutes:02}:{:02}", seconds % 60)?,
    }
    if fraction > 0 {
        write!(f, ".{}", format!("{fraction:09}").trim_end_matches('0'))?;
    }
    Ok(())
}
