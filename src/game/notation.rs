//! The notations in which games and positions are written.
//!
//! | module | notation | reads | writes |
//! | --- | --- | --- | --- |
//! | [`ggf`] | GGF of NBoard and the server GGS | games | games |
//! | [`sgf`] | SGF, as Quarry and others use it | games | games |
//! | [`obf`] | one position a line, with scores of moves | positions | positions |
//! | [`transcript`] | the moves one after the other, `f5d6c3` | games | games |
//! | [`wthor`] | the database of tournament games | games | games |
//! | [`any`] | all of these | games | – |

pub mod any;
pub mod ggf;
pub mod obf;
mod properties;
pub mod sgf;
pub mod transcript;
pub mod wthor;
