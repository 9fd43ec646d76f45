//! What a player learns from a game: its moves judged, positions explained, diagrams and transcript sheets.
//!
//! Knows nothing of protocols, streams and arguments. It asks the engine for the values of positions.

pub mod explain;

pub use explain::{Explanation, explain, explain_move};
