//! What a player learns from a game: its moves judged, positions explained, diagrams and transcript sheets.
//!
//! Knows nothing of protocols, streams and arguments. What a position is worth it asks the engine.

mod correct;
mod diagram;
mod picture;
mod sheet;

pub use correct::{Change, Correction, Corrections, Corrector, Written};
pub use diagram::{BoardStyle, Diagram, Mark, ParseMarkError, parse_mark};
pub use picture::{Picture, PngError};
pub use sheet::draw_sheet;
