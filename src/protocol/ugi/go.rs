//! The arguments of `go`.

use crate::protocol::text;
use crate::session::{Bounds, ClockUpdate};
use emilia::search::Limits;
use std::time::Duration;

/// No clock shows more: 34 years in milliseconds.
const MOST_MILLISECONDS: i64 = 1 << 40;

/// What is asked for.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) bounds: Bounds,
    /// The clock of the side to move.
    pub(super) clock: ClockUpdate,
}

/// Reads `depth 12`, `movetime 500`, `p1time 60000 p2time 60000 p1inc 100 p2inc 100` and the like. Unknown words are skipped.
///
/// # Errors
/// If a number is missing, or is out of range. The text is for a person.
pub(super) fn read(arguments: &str, is_first: bool) -> Result<Asked, String> {
    let mut bounds = Bounds::default();
    let (mut main, mut increment) = (None, Duration::ZERO);
    let (time, added) = if is_first { ("p1time", "p1inc") } else { ("p2time", "p2inc") };
    let mut words = arguments.split_whitespace();
    while let Some(word) = words.next() {
        let mut number = || text::number(words.next().unwrap_or_default()).ok_or(format!("go {word} needs a number"));
        match word {
            "infinite" => bounds.is_endless = true,
            "depth" => bounds.depth = Some(positive(word, number()?)?.min(Limits::MOST_PLIES.into()) as u32),
            "nodes" => bounds.nodes = Some(positive(word, number()?)?),
            "movetime" => bounds.time = Some(milliseconds(number()?)),
            "p1time" | "p2time" | "p1inc" | "p2inc" => {
                let value = milliseconds(number()?);
                if word == time {
                    main = Some(value);
                } else if word == added {
                    increment = value;
                }
            }
            _ => {}
        }
    }
    let clock = main.map_or(ClockUpdate::None, |main| ClockUpdate::Game { main, increment });
    Ok(Asked { bounds, clock })
}

fn positive(word: &str, number: i64) -> Result<u64, String> {
    u64::try_from(number).ok().filter(|number| *number > 0).ok_or(format!("go {word} needs a number above 0"))
}

/// A time; one below zero means that the flag has fallen, and the game continues.
fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.clamp(0, MOST_MILLISECONDS).unsigned_abs())
}
