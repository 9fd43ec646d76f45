//! The limits of a search: depth, confidence, time, nodes, window.

use emilia_core::{Bitboard, Position, Score};
use std::time::Duration;

/// The confidence of the forward pruning: the higher, the wider its margins and the fewer its cuts. Ordered by confidence.
///
/// # Examples
/// ```
/// use emilia::Selectivity;
///
/// assert_eq!(Selectivity::from_percent(90), Some(Selectivity::P95));
/// assert!(Selectivity::P73 < Selectivity::Full && Selectivity::Full.deviations().is_none());
/// ```
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
    /// All, from the lowest confidence to full width.
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

    /// The lowest confidence of at least this percentage; none above 100.
    pub fn from_percent(percent: u32) -> Option<Selectivity> {
        Selectivity::ALL.into_iter().find(|s| u32::from(s.percent()) >= percent)
    }

    /// The margin of a cut in standard deviations of the probe's error; none for full width.
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

/// The time for one search.
///
/// # Examples
/// ```
/// use emilia::{Budget, Limits};
/// use std::time::Duration;
///
/// let budget = Budget { soft: Duration::from_secs(1), hard: Duration::from_secs(3) };
/// let limits = Limits { budget: Some(budget), ..Limits::depth(30) };
/// assert_eq!(limits.budget, Some(budget));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// No iteration begins that would probably end after this time.
    pub soft: Duration,
    /// The search ends after this time.
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
    /// A playing strength. It sets depth and selectivity by the number of empty squares, in place of the fields below.
    pub level: Option<Level>,
    /// Plies to search; a depth of at least the number of empty squares solves the position. 0 is the static evaluation;
    /// on other boards than 8x8 it is one ply.
    pub depth: u32,
    /// The step in plies from one midgame iteration to the next (1..). With 2 all iterations have the parity of the last one. Iterations
    /// before a proof have a step of 2 in any case.
    pub stride: u32,
    /// The confidence of the last iteration; below [`Selectivity::Full`] nothing is called exact.
    pub selectivity: Selectivity,
    /// The most nodes, by all threads. A search exceeds it by a few thousand at most.
    pub nodes: Option<u64>,
    /// The most time.
    pub budget: Option<Budget>,
    /// The number of moves to score, best first (1..); 1 for the best move only. Each is scored with the full window.
    pub lines: usize,
    /// The moves to search at the root, on boards of at most 8x8; the result is that of the best of them. Squares that are not legal moves are ignored, and the whole
    /// set if nothing is left. With `None` all moves are searched, but only one of moves that are mirror images in a symmetric
    /// position: the others have the same score.
    pub root_moves: Option<Bitboard>,
    /// The window of scores, alpha below beta: outside of it a bound is enough. An empty one counts as the null window above alpha.
    pub window: (Score, Score),
    /// The value of a drawn game for the side to move at the root, within one disc either way. Reports still show draws as 0.
    pub draw: Score,
}

impl Limits {
    /// A depth in plies to the end of every 8x8 game, also from a board with less than the four discs of the start position.
    pub const MOST_PLIES: u32 = 64;

    /// The exact score of the best move: no pruning, no other limit.
    pub fn exact() -> Limits {
        Limits::new(Limits::MOST_PLIES, Selectivity::Full)
    }

    /// Whether the best move wins, draws or loses, proved; scores are bounds.
    pub fn win_loss_draw() -> Limits {
        Limits { window: (Score::discs(-1), Score::discs(1)), ..Limits::exact() }
    }

    /// A playing strength.
    pub fn level(level: Level) -> Limits {
        Limits { level: Some(level), ..Limits::exact() }
    }

    /// A depth in plies with a confidence of 73 %, as in the midgame of all levels.
    pub fn depth(plies: u32) -> Limits {
        Limits::new(plies, Selectivity::P73)
    }

    /// A depth in plies with this confidence.
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

    /// With this time as the soft and the hard limit: all of it is used unless another limit is reached.
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

    /// With this window in discs, -64 <= `alpha` < `beta` <= 64: scores up to `alpha` are only bounded from above, scores from `beta` on
    /// only from below. Numbers beyond 64 count as 64, on larger boards too.
    #[must_use]
    pub fn with_window(self, alpha: i32, beta: i32) -> Limits {
        let score = |discs: i32| Score::discs(discs.clamp(-64, 64));
        Limits { window: (score(alpha), score(beta)), ..self }
    }

    /// The same with what is left of nodes and time after these.
    #[doc(hidden)]
    #[must_use]
    pub fn after(&self, nodes: u64, time: Duration) -> Limits {
        let left = |Budget { soft, hard }| Budget { soft: soft.saturating_sub(time), hard: hard.saturating_sub(time) };
        Limits {
            nodes: self.nodes.map(|most| most.saturating_sub(nodes)),
            budget: self.budget.map(left),
            ..self.clone()
        }
    }

    /// The same with the depth and the selectivity of the level for this number of empty squares.
    #[must_use]
    pub(super) fn at(&self, empties: u32) -> Limits {
        let Some(level) = self.level else { return self.clone() };
        let Limits { depth, selectivity, .. } = level.limits(empties);
        Limits { level: None, depth, selectivity, ..self.clone() }
    }

    /// The window, never empty.
    pub fn true_window(&self) -> (Score, Score) {
        let (alpha, beta) = self.window;
        if alpha < beta {
            return (alpha, beta);
        }
        let alpha = alpha.clamp(Score::MIN, -(-Score::MAX).next());
        (alpha, alpha.next())
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

/// A playing strength, 1..=60: the midgame depth, and a rule from where endings are solved. On other boards than 8x8 and by other rules it
/// searches about half as deep.
///
/// # Examples
/// ```
/// use emilia::{Level, Selectivity};
///
/// let level = Level::new(21).unwrap();
/// assert_eq!(level.endings()[0], (24, Selectivity::Full)); // proofs from 24 empty squares on
/// assert_eq!(Level::new(61), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The highest level: every position is solved.
    pub const MAX: Level = Level(60);

    /// The level where none is set.
    pub const DEFAULT: Level = Level(21);

    /// The level of this number; none outside 1..=60.
    pub const fn new(level: u8) -> Option<Level> {
        if level >= 1 && level <= 60 { Some(Level(level)) } else { None }
    }

    /// Its number.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The number of empty squares from which on this level solves positions, for each confidence.
    ///
    /// A level searches its number of plies in the midgame. An ending costs less than a midgame search of the same depth, so it is
    /// solved from more empty squares, and from more still by selective searches.
    pub fn endings(self) -> [(u32, Selectivity); 5] {
        let level = u32::from(self.0);
        let exact = match level {
            0..=10 => 2 * level,
            11..=18 => 20 + (level - 10) / 2,
            19..=24 => 24,
            60.. => Limits::MOST_PLIES,
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

    /// The limits of this level in a position with this number of empty squares.
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
