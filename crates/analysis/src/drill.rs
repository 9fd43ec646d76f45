//! A trainer: exercises from a player's own games, and when to repeat them.
//!
//! Knows nothing of files, clocks and terminals: the time is a parameter, in seconds after the beginning of 1970.
//!
//! ```text
//!   judged games ── Trainer ──► Exercise ── Deck::add ──► Card ── Deck::session ──► practice ── Grade ──► Deck::answer
//!                   mistakes, openings                    with its Memory
//! ```

mod deck;
mod exercise;
mod export;
mod openings;
mod schedule;
mod trainer;

pub use deck::{Card, Deck, DeckCounts, DeckError};
pub use exercise::{Exercise, ExerciseError, ExerciseKind};
pub use schedule::{Grade, Memory};
pub use trainer::{OwnGame, Trainer, TrainerOptions};
