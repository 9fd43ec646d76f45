//! What a player learns from a game: its moves judged, positions explained, diagrams and transcript sheets.
//!
//! ```
//! use emilia::{Engine, EngineOptions, Level, Stop};
//! use emilia::notation::transcript;
//! use emilia_analysis::{JudgeOptions, judge, table};
//!
//! let game = transcript::read("f5f6e6d6").unwrap();
//! let options = JudgeOptions::level(Level::new(3).unwrap());
//! let judged = judge(&mut Engine::new(EngineOptions::default()), &game, &options, &Stop::new(), |_| {});
//! let mut text = String::new();
//! table(&judged, &mut text).unwrap();
//! assert!(text.contains("  2  white  f6"));
//! ```
//!
//! It needs `emilia` beside it, with the feature `weights` or weights from a file. [`fn@judge`] adds to `Engine::review`, whose values are those of
//! the side to move, what a player asks for: classes of mistakes, names of openings, sums, explanations. Knows nothing of protocols, streams
//! and arguments.
//!
//! All values of a judged game are Black's: positive is good for Black, also when White moves. Losses are positive numbers of discs of the
//! side that moved.
//!
//! ```text
//!   Game ── judge ──► JudgedGame ─┬─ tally     sums by player and phase
//!                     (JudgedMove) ├─ table     for people
//!                                  ├─ results, csv for programs
//!                                  └─ annotated GGF and SGF
//! ```

mod annotated;
mod class;
mod correct;
mod csv;
mod diagram;
#[cfg(feature = "drill")]
pub mod drill;
mod explain;
pub mod fair_play;
mod graded;
mod json;
mod judge;
mod judged;
pub mod people;
mod picture;
mod puzzle;
mod results;
mod sheet;
mod table;
mod tally;
mod win_rate;

pub use annotated::{annotated_ggf, annotated_sgf};
pub use class::{Class, Phase, Thrown};
pub use correct::{Change, Correction, Corrections, Corrector, Written};
pub use csv::{CSV_HEAD, csv_rows};
pub use diagram::{BoardStyle, Diagram, Mark, ParseMarkError, parse_mark};
pub use explain::{Explanation, explain, explain_move};
pub use judge::{JudgeOptions, judge};
pub use judged::{JudgedGame, JudgedMove};
pub use picture::{Picture, PngError};
pub use puzzle::{Puzzle, PuzzleFinder, PuzzleOptions};
pub use results::{ReadResultError, read_result, write_result};
#[doc(hidden)]
pub use sheet::draw_sheet;
pub use table::table;
pub use tally::{Tally, TallyPart};
pub use win_rate::{win_rate, win_rate_with_ties};

/// What the program and its tests need of explanations and tables. It changes without notice.
#[doc(hidden)]
pub mod internal {
    pub use crate::explain::*;
    pub use crate::judge::judge_all;
    pub use crate::table::table_within;
    pub mod json {
        pub use crate::json::*;
    }
}
