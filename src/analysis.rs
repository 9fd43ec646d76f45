//! What a player learns from a game: its moves judged, positions explained, diagrams and transcript sheets.
//!
//! Knows nothing of protocols, streams and arguments. It asks the engine for scores.

mod correct;
mod diagram;
mod picture;
mod sheet;

pub use correct::{Change, Correction, Corrections, Corrector, Written};
pub use diagram::{BoardStyle, Diagram, Mark, ParseMarkError, parse_mark};
pub use picture::{Picture, PngError};
pub use sheet::draw_sheet;
