//! The options of a calibration.

use std::path::PathBuf;

/// The options of a calibration. See [`calibrate`](super::calibrate()) for an example.
///
/// # Examples
/// ```
/// use emilia_training::calibrate::CalibrationOptions;
///
/// let games = vec!["a.games".into()];
/// let options = CalibrationOptions { games, solved: None, positions: 1500, depth: 10, seed: 1, threads: 1 };
/// assert!((3..=30).contains(&options.depth));
/// ```
#[derive(Clone, Debug)]
pub struct CalibrationOptions {
    /// The files of games with the positions.
    pub games: Vec<PathBuf>,
    /// A file of solved positions, one line `board X score` each, which are compared with searches too. Half as many of them are used as
    /// of [`CalibrationOptions::positions`].
    pub solved: Option<PathBuf>,
    /// The number of positions to search.
    pub positions: u32,
    /// The maximum search depth in plies, 3..=30. A position with expensive searches is searched less deep.
    pub depth: u32,
    /// The random seed.
    pub seed: u64,
    /// The number of threads, 1 or more. The result does not depend on it.
    pub threads: usize,
}
