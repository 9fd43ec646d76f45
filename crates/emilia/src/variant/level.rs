//! The plies that a level searches.

use crate::search::{Level, Limits};

/// The plies to search with this number of empty squares; that number solves the position.
///
/// Other games have no forward pruning, so a level searches half as many plies as on 8x8, and solves from fewer empty squares. The highest
/// level and the greatest depth have no limit.
pub(super) fn plies(limits: &Limits, empties: u32) -> u32 {
    match limits.level {
        None if limits.depth >= Limits::MOST_PLIES => empties,
        None => limits.depth.clamp(1, empties.max(1)),
        Some(Level::MAX) => empties,
        Some(level) => {
            let level = u32::from(level.get());
            if empties <= solved_from(level) { empties } else { level.div_ceil(2).min(empties) }
        }
    }
}

/// The number of empty squares from which on this level solves positions.
fn solved_from(level: u32) -> u32 {
    match level {
        0..=10 => level + level / 2,
        11..=24 => 15 + (level - 10) / 7,
        _ => 17 + (level - 24) / 4,
    }
}

#[cfg(test)]
mod tests {
    use super::plies;
    use crate::search::{Level, Limits};

    #[test]
    fn a_higher_level_never_does_less() {
        for empties in 1..=96 {
            let of = |level| plies(&Limits::level(Level::new(level).expect("a level")), empties);
            assert!((1..60).all(|level| of(level) <= of(level + 1)), "{empties} empty squares");
            assert_eq!(of(60), empties);
        }
    }
}
