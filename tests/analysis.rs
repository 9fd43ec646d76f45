//! What a player learns from a game.

mod explain;
