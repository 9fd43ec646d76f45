//! Games, their rules and their notations.

#[path = "game/notation.rs"]
mod notation;
