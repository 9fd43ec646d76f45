//! The notations in which games and positions are written.
//!
//! | module | notation | reads | writes |
//! | --- | --- | --- | --- |
//! | [`ggf`] | GGF of NBoard and the server GGS | games | games |
//! | [`sgf`] | SGF, as Quarry and others use it | games | games |
//! | [`obf`] | one position a line, with scores of moves | positions | positions |
//! | [`transcript`] | the moves one after the other, `f5d6c3` | games | games |
//! | [`wthor`] | the database of tournament games | games | games |
//! | `setup` | a board, the side to move, and moves | games | – |
//! | `sheet` | the transcript sheet: a board with the numbers of the moves | games | games |
//! | [`pgn`] | tags and numbered moves as in PGN of chess | games | games |
//! | [`fen`] | a board as programs for chess write it | positions | positions |
//! | `hamlite` | addresses of the board Hamlite | games | – |
//! | `quest` | JSON of Othello Quest | games | – |
//! | [`any`] | all of these, and lists of transcripts | games | – |

pub mod any;
pub mod dropped;
#[doc(hidden)]
pub mod encoding;
pub mod fen;
pub mod ggf;
#[doc(hidden)]
pub mod hamlite;
mod head;
mod list;
pub mod obf;
mod page;
pub mod pgn;
#[doc(hidden)]
pub mod printable;
mod properties;
#[doc(hidden)]
pub mod quest;
#[doc(hidden)]
pub mod setup;
pub mod sgf;
#[doc(hidden)]
pub mod sheet;
pub mod transcript;
pub mod wthor;
