//! How deep, how sure, how long: what bounds a search.

use crate::board::{Bitboard, Position};
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

/// What ends a search. All limits hold at once; the first one reached ends it.
///
/// # Examples
/// ```
/// use emilia::{Level, Limits, Selectivity};
/// use std::time::Duration;
///
/// let quick = Limits::level(Level::new(10).unwrap()).with_time(Duration::from_secs(1));
/// let deep = Limits::depth(20).with_selectivity(Selectivity::P95).with_lines(3);
/// let proof = Limits::exact().with_nodes(1_000_000_000);
/// assert_eq!(Limits::win_loss_draw().window.0.to_discs(), -1.0);
/// # let _ = (quick, deep, proof);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Limits {
    /// A playing strength that chooses depth and selectivity by the number of empty squares; none if those below hold.
    pub level: Option<Level>,
    /// Plies to search; a depth of at least the number of empty squares solves the position. 0 is the static evaluation.
    pub depth: u32,
    /// Plies from one iteration to the next before the end of the game is in sight (1..). With 2 all iterations have the parity of the
    /// last, and less is spent on those before it.
    pub stride: u32,
    /// The confidence of the last iteration; below [`Selectivity::Full`] nothing is called exact.
    pub selectivity: Selectivity,
    /// Nodes to visit at most, by all threads; exceeded by a few thousand at most.
    pub nodes: Option<u64>,
    /// Time to spend at most.
    pub budget: Option<Budget>,
    /// Moves to score, best first (1..); 1 for the best alone. Each is scored with the full window.
    pub lines: usize,
    /// The moves to search at the root; squares that are no legal moves are ignored, and the set if nothing is left. The result is that
    /// of the best of these moves. With none all moves are searched, but of moves that mirror each other in a symmetric position only
    /// one: the others have the same score.
    pub root_moves: Option<Bitboard>,
    /// The window of scores that matter: outside of it a bound is enough.
    pub window: (Score, Score),
    /// The value of a drawn game for the side to move at the root, within one disc either way. Reports still show draws as 0.
    pub draw: Score,
}

impl Limits {
    /// The exact score of the best move: no pruning, no other limit.
    pub fn exact() -> Limits {
        Limits::new(60, Selectivity::Full)
    }

    /// Whether the best move wins, draws or loses, proved; scores are bounds.
    pub fn win_loss_draw() -> Limits {
        Limits { window: (Score::discs(-1), Score::discs(1)), ..Limits::exact() }
    }

    /// A playing strength.
    pub fn level(level: Level) -> Limits {
        Limits { level: Some(level), ..Limits::exact() }
    }

    /// This many plies at a confidence of 73 %, as in the midgame of all levels.
    pub fn depth(plies: u32) -> Limits {
        Limits::new(plies, Selectivity::P73)
    }

    /// This many plies at this confidence.
    pub fn new(depth: u32, selectivity: Selectivity) -> Limits {
        Limits {
            level: None,
            depth,
            stride: 1,
            selectivity,
            nodes: None,
            budget: None,
            lines: 1,
            root_moves: None,
            window: (Score::MIN, Score::MAX),
            draw: Score::ZERO,
        }
    }

    /// With this confidence.
    #[must_use]
    pub fn with_selectivity(self, selectivity: Selectivity) -> Limits {
        Limits { selectivity, ..self }
    }

    /// With this time at most; all of it is used if the other limits allow.
    #[must_use]
    pub fn with_time(self, time: Duration) -> Limits {
        Limits { budget: Some(Budget { soft: time, hard: time }), ..self }
    }

    /// With this many nodes at most.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..self }
    }

    /// With this many moves scored (1..); [`usize::MAX`] for all.
    #[must_use]
    pub fn with_lines(self, lines: usize) -> Limits {
        Limits { lines, ..self }
    }

    /// With this window in discs: scores up to `alpha` are only bounded from above, scores from `beta` on only from below.
    #[must_use]
    pub fn with_window(self, alpha: i32, beta: i32) -> Limits {
        let score = |discs: i32| Score::discs(discs.clamp(-64, 64));
        Limits { window: (score(alpha), score(beta)), ..self }
    }

    /// The same with the depth and the selectivity that the level chooses for this number of empty squares.
    #[must_use]
    pub(super) fn at(&self, empties: u32) -> Limits {
        let Some(level) = self.level else { return self.clone() };
        let Limits { depth, selectivity, .. } = level.limits(empties);
        Limits { level: None, depth, selectivity, ..self.clone() }
    }

    /// The moves to search in this position.
    pub(super) fn moves_of(&self, root: Position) -> Bitboard {
        let chosen = match self.root_moves {
            Some(moves) => moves & root.moves(),
            None if self.lines <= 1 => root.distinct_moves(),
            None => root.moves(),
        };
        if chosen.is_empty() { root.moves() } else { chosen }
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
            Some((_, selectivity)) => Limits::new(empties, selectivity),
            None => Limits::depth(u32::from(self.0)),
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
