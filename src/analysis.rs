//! What a player learns from a game: its moves judged, positions explained, diagrams and transcript sheets.
//!
//! Knows nothing of protocols, streams and arguments. What a position is worth it asks the engine.

mod win_rate;

pub use win_rate::win_rate;
