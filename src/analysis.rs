//! What a player learns from a game: its moves judged, positions explained, diagrams and transcript sheets.
//!
//! Knows nothing of protocols, streams and arguments. What a position is worth it asks the engine.

pub mod explain;

pub use explain::{Explanation, explain, explain_move};
