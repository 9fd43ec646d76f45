//! An independent check that no status the program prints is false.
//!
//! A board and an alpha-beta search of its own, which share no code with the engine, find the score of every move of many
//! positions. The program is then asked about them in all its languages and with all kinds of settings, limits and
//! interruptions, and whatever it prints as proved is compared: `exact` must be the score, `at least` no more than the score,
//! `at most` no less, and a move that is named beside a proved score must reach it.
//!
//! The short form takes some seconds. The long form is one test that runs for a given time, with new positions all
//! the time, and ends with a line of JSON:
//!
//! ```sh
//! EMILIA_ORACLE_SECONDS=600 cargo test --release --test all oracle::the_long_form -- --nocapture
//! ```
//!
//! `EMILIA_ORACLE_SEED` makes it begin with another seed than 1, `EMILIA_BINARY` names another program to check than the one
//! that was just built.
//!
//! ```text
//!  board ──► search ──► positions ──► tally ◄── claims       what is true, what is claimed, and whether that is the same
//!                                       ▲
//!  settings ──► solve (rows, events)   gtp   nboard   console       what is asked, and how the answers are read
//!                  └──────────────── program ─────────────┘
//! ```

#![cfg(unix)]

mod asks;
pub mod board;
mod cassio;
pub mod claims;
mod console;
mod events;
mod gtp;
mod nboard;
mod positions;
mod program;
mod rows;
mod runs;
pub mod search;
mod settings;
mod solve;
mod tally;
