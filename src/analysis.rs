//! What a player learns from a game: its moves judged, positions explained, diagrams and transcript sheets.
//!
//! Knows nothing of protocols, streams and arguments. It asks the engine for the value of a position.

mod win_rate;

pub use win_rate::win_rate;
