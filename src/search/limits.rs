//! How deep, how sure, how long: what bounds a search.

use crate::score::Score;
use std::time::Duration;

/// How sure the forward pruning must be before it cuts. Ordered: later is surer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum Selectivity {
    P33,
    P50,
    P73,
    P87,
    P95,
    P98,
    P99,
    /// No forward pruning.
    Full,
}

impl Selectivity {
    /// From the least sure to full width.
    pub const ALL: [Selectivity; 8] = [
        Selectivity::P33,
        Selectivity::P50,
        Selectivity::P73,
        Selectivity::P87,
        Selectivity::P95,
        Selectivity::P98,
        Selectivity::P99,
        Selectivity::Full,
    ];

    /// The confidence in percent.
    pub const fn percent(self) -> u8 {
        match self {
            Selectivity::P33 => 33,
            Selectivity::P50 => 50,
            Selectivity::P73 => 73,
            Selectivity::P87 => 87,
            Selectivity::P95 => 95,
            Selectivity::P98 => 98,
            Selectivity::P99 => 99,
            Selectivity::Full => 100,
        }
    }

    /// The least sure selectivity of at least this confidence in percent; none above 100.
    pub fn from_percent(percent: u32) -> Option<Selectivity> {
        Selectivity::ALL.into_iter().find(|s| u32::from(s.percent()) >= percent)
    }

    /// How many standard deviations of the error a cut keeps clear of; none for full width.
    pub const fn deviations(self) -> Option<f32> {
        match self {
            Selectivity::P33 => Some(0.43),
            Selectivity::P50 => Some(0.67),
            Selectivity::P73 => Some(1.1),
            Selectivity::P87 => Some(1.5),
            Selectivity::P95 => Some(2.0),
            Selectivity::P98 => Some(2.6),
            Selectivity::P99 => Some(3.3),
            Selectivity::Full => None,
        }
    }
}

/// Time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Begin no new depth that would probably end after this.
    pub soft: Duration,
    /// Stop here, whatever is unfinished.
    pub hard: Duration,
}

/// What bounds a search. All bounds hold at once; the first one reached ends it.
#[derive(Clone, PartialEq, Debug)]
pub struct Limits {
    /// Plies to search; a depth of all the empty squares or more solves the position. 0 is the static evaluation.
    pub depth: u32,
    /// How many plies each iteration before the end of the game is in sight searches further than the one before it (1..). With 2
    /// all are of the parity of the last, and less is spent on those before it.
    pub stride: u32,
    /// The confidence of the last iteration; below [`Selectivity::Full`] nothing is called exact.
    pub selectivity: Selectivity,
    /// Positions to visit at most, by all threads; overshot by a few thousand at the most.
    pub nodes: Option<u64>,
    /// Time to spend at most.
    pub budget: Option<Budget>,
    /// How many moves to score, best first; 1 for the best alone. Every one is scored with the full window.
    pub lines: usize,
    /// The window of scores that matter: outside of it a bound is answer enough.
    pub window: (Score, Score),
    /// What a drawn game is worth to the side to move at the root, within one disc either way. Reports still show draws as 0.
    pub draw: Score,
}

impl Limits {
    /// The exact score of the best move: no pruning, no clock.
    pub fn exact() -> Limits {
        Limits::depth(60, Selectivity::Full)
    }

    /// So many plies at this confidence.
    pub fn depth(depth: u32, selectivity: Selectivity) -> Limits {
        Limits {
            depth,
            stride: 1,
            selectivity,
            nodes: None,
            budget: None,
            lines: 1,
            window: (Score::MIN, Score::MAX),
            draw: Score::ZERO,
        }
    }
}

/// A playing strength, 1..=60: the midgame depth, and a rule for how much earlier the ending is solved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The highest level: every position is solved.
    pub const MAX: Level = Level(60);

    /// The level of this number; none outside 1..=60.
    pub const fn new(level: u8) -> Option<Level> {
        if level >= 1 && level <= 60 { Some(Level(level)) } else { None }
    }

    /// Its number.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// From how many empty squares on this level solves the position, with each confidence.
    ///
    /// A level searches its number of plies in the midgame. An ending costs less than a midgame of the same depth, so it is
    /// solved exactly from further away, and from further still with selective searches.
    pub fn endings(self) -> [(u32, Selectivity); 5] {
        let level = u32::from(self.0);
        let exact = match level {
            0..=10 => 2 * level,
            11..=18 => 20 + (level - 10) / 2,
            19..=24 => 24,
            _ => level,
        };
        let ahead = |plies: u32| if level <= 10 { plies.min(level) } else { plies };
        [
            (exact, Selectivity::Full),
            (exact + ahead(2), Selectivity::P98),
            (exact + ahead(4), Selectivity::P95),
            (exact + ahead(6), Selectivity::P73),
            (exact + ahead(8), Selectivity::P33),
        ]
    }

    /// The bounds of this level in a position with so many empty squares.
    pub fn limits(self, empties: u32) -> Limits {
        let ending = self.endings().into_iter().find(|(from, _)| empties <= *from);
        match ending {
            Some((_, selectivity)) => Limits::depth(empties, selectivity),
            None => Limits::depth(u32::from(self.0), Selectivity::P73),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Level, Selectivity};

    #[test]
    fn a_higher_level_never_does_less() {
        for empties in 0..=60 {
            let mut last = (0, Selectivity::P73);
            for level in (1..=60).filter_map(Level::new) {
                let limits = level.limits(empties);
                let now = (limits.depth.min(empties), limits.selectivity);
                assert!(now >= last, "level {} with {empties} empties: {now:?} after {last:?}", level.get());
                last = now;
            }
        }
    }
}
