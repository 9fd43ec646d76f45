//! The arguments of `go`.

use super::dialect::Dialect;
use crate::protocol::text;
use crate::session::{Bounds, ClockUpdate};
use emilia::Limits;
use std::time::Duration;

/// No clock shows more: 34 years in milliseconds.
const MOST_MILLISECONDS: i64 = 1 << 40;

/// What is asked for.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) bounds: Bounds,
    /// The clock of the side to move.
    pub(super) clock: ClockUpdate,
    /// Whether all this holds from `ponderhit` on, and nothing before it.
    pub(super) is_ponder: bool,
}

/// Reads `depth 12`, `movetime 500`, `p1time 60000 p2time 60000 p1inc 100 p2inc 100` and the like, `wtime` and so on in UCI. Unknown words
/// are skipped.
///
/// # Errors
/// If a number is missing, or is out of range. The text is for a person.
pub(super) fn read(dialect: Dialect, arguments: &str, is_first: bool) -> Result<Asked, String> {
    let mut bounds = Bounds::default();
    let (mut main, mut increment) = (None, Duration::ZERO);
    let (mut stones, mut is_ponder) = (None, false);
    let ([time, added], others) = (dialect.clock(is_first), dialect.clock(!is_first));
    let mut words = arguments.split_whitespace();
    while let Some(word) = words.next() {
        let mut number = || text::number(words.next().unwrap_or_default()).ok_or(format!("go {word} needs a number"));
        match word {
            "infinite" => bounds.is_endless = true,
            "depth" => bounds.depth = Some(positive(word, number()?)?.min(Limits::MOST_PLIES.into()) as u32),
            "nodes" => bounds.nodes = Some(positive(word, number()?)?),
            "movetime" => bounds.time = Some(milliseconds(number()?)),
            "ponder" if dialect == Dialect::Uci => is_ponder = true,
            "movestogo" if dialect == Dialect::Uci => stones = u32::try_from(positive(word, number()?)?).ok(),
            _ if word == time => main = Some(milliseconds(number()?)),
            _ if word == added => increment = milliseconds(number()?),
            _ if others.contains(&word) => drop(number()?),
            _ => {}
        }
    }
    let clock = match (main, stones) {
        (Some(period), Some(stones)) => ClockUpdate::Overtime { main: Duration::ZERO, period, stones },
        (Some(main), None) => ClockUpdate::Game { main, increment },
        (None, _) => ClockUpdate::None,
    };
    Ok(Asked { bounds, clock, is_ponder })
}

fn positive(word: &str, number: i64) -> Result<u64, String> {
    u64::try_from(number).ok().filter(|number| *number > 0).ok_or(format!("go {word} needs a number above 0"))
}

/// A time; one below zero means that the flag has fallen, and the game continues.
fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.clamp(0, MOST_MILLISECONDS).unsigned_abs())
}
