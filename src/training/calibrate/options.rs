//! The options of a calibration.

use std::path::PathBuf;

/// What is measured.
#[derive(Clone, Debug)]
pub struct CalibrationOptions {
    /// Files of games to take positions from.
    pub games: Vec<PathBuf>,
    /// A file of solved positions, a line `board X score` each, compared with searches, too; half as many of them as of
    /// [`CalibrationOptions::positions`] are used.
    pub solved: Option<PathBuf>,
    /// Positions to search.
    pub positions: u32,
    /// The greatest depth of the searches, 3..=30; less where it would take too long.
    pub depth: u32,
    /// The random seed.
    pub seed: u64,
    /// Threads, 1..; the result does not depend on them.
    pub threads: usize,
}
