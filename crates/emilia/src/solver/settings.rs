//! The settings of a solve.

use crate::search::{Budget, Level, Limits, Selectivity};
use emilia_core::notation::obf::Problem;
use emilia_core::{Colour, Score};
use std::fmt;
use std::time::Duration;

/// The settings of a solve, the same for every position. With one thread, equal settings give equal results.
///
/// # Examples
/// ```
/// use emilia::SolverSettings;
///
/// let settings = SolverSettings { wld: true, ..SolverSettings::default() };
/// assert!(settings.to_string().ends_with("--wld"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct SolverSettings {
    /// Depth in plies; none to solve, unless there is a level. 0 is the static evaluation.
    pub depth: Option<u32>,
    /// Confidence of the forward pruning in percent, 1..=100; none for 100, or 73 with a depth below the number of empty squares.
    pub selectivity: Option<u32>,
    /// Whether only wins, draws and losses are proved; the window is -1 to +1 then.
    pub wld: bool,
    /// The lower end of the window in discs, -64..=63.
    pub alpha: i32,
    /// The upper end of the window in discs, -63..=64.
    pub beta: i32,
    /// Whether every legal move is scored.
    pub all_moves: bool,
    /// The level, 1..=60, that sets depth and selectivity where these are not given.
    pub level: Option<u8>,
    /// The value of a draw: 100 counts as a win by one disc for black, -100 for white, 0 as a draw.
    pub contempt: i32,
    /// The most nodes for a position; 0 for no limit.
    pub nodes: u64,
    /// The most milliseconds for a position; 0 for no limit.
    pub movetime: u64,
}

impl Default for SolverSettings {
    /// Exact scores.
    fn default() -> SolverSettings {
        SolverSettings {
            depth: None,
            selectivity: None,
            wld: false,
            alpha: -64,
            beta: 64,
            all_moves: false,
            level: None,
            contempt: 0,
            nodes: 0,
            movetime: 0,
        }
    }
}

/// As the flags of `emilia solve`.
impl fmt::Display for SolverSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--contempt {}", self.contempt)?;
        if !self.wld {
            write!(f, " --alpha {} --beta {}", self.alpha, self.beta)?;
        }
        let bound = |limit: u64| (limit > 0).then_some(limit);
        let numbers = [
            ("depth", self.depth.map(u64::from)),
            ("selectivity", self.selectivity.map(u64::from)),
            ("level", self.level.map(u64::from)),
            ("nodes", bound(self.nodes)),
            ("movetime", bound(self.movetime)),
        ];
        for (name, number) in numbers {
            number.map_or(Ok(()), |number| write!(f, " --{name} {number}"))?;
        }
        let flags = [("wld", self.wld), ("all-moves", self.all_moves)];
        flags.iter().filter(|(_, is_set)| *is_set).try_for_each(|(name, _)| write!(f, " --{name}"))
    }
}

impl SolverSettings {
    /// The limits of the search of a position.
    pub fn limits(&self, problem: &Problem) -> Limits {
        let empties = problem.position.empties();
        let level = self.level.map(|level| Level::new(level).unwrap_or(Level::MAX).limits(empties));
        let chosen = self.selectivity.and_then(Selectivity::from_percent);
        let (depth, selectivity) = match (self.depth, level) {
            (None, Some(of_level)) => (of_level.depth, chosen.unwrap_or(of_level.selectivity)),
            (Some(depth), _) if depth < empties => (depth, chosen.unwrap_or(Selectivity::P73)),
            _ => (empties, chosen.unwrap_or(Selectivity::Full)),
        };
        let window = if self.wld { (-1, 1) } else { (self.alpha, self.beta) };
        let time = (self.movetime > 0).then(|| Duration::from_millis(self.movetime));
        Limits {
            window: (Score::clamped(window.0 * Score::UNIT), Score::clamped(window.1 * Score::UNIT)),
            lines: if self.all_moves { usize::MAX } else { 1 },
            // The winner does not depend on the value of a draw.
            draw: if self.wld { Score::ZERO } else { self.draw(problem.to_move) },
            nodes: (self.nodes > 0).then_some(self.nodes),
            budget: time.map(|time| Budget { soft: time, hard: time }),
            ..Limits::new(depth, selectivity)
        }
    }

    /// The value of a draw for this side.
    fn draw(&self, to_move: Colour) -> Score {
        Score::clamped(self.contempt * to_move.sign() * Score::UNIT / 100)
    }
}
