//! Files of training games, and the tools that handle them.
//!
//! Knows nothing of searches: games come with what somebody thought of their moves. A file begins with who made the games and
//! how; the games follow in blocks that are written whole, one after the other, so that a file that breaks off within a block has
//! lost this block and no other: it is read as if it ended before, and cut off there when games are appended. Anything else that is
//! not as it should be is an error.
//!
//! ```text
//!  0  8 bytes  "EMILIA-G"
//!  8  u32      version, 1
//! 12  u32      bytes of the settings
//! 16  u32      CRC-32 of the settings
//! 20           the settings, a JSON object
//!              blocks, each of which is
//!  0  u32      bytes of the packed games
//!  4  u32      number of games, 1 to 65536
//!  8  u32      CRC-32 of the packed games
//! 12  u32      CRC-32 of the 12 bytes before
//! 16  zlib     the games
//! ```
//!
//! Unpacked, a block holds one column after the other, each with the games in their order. All numbers are little-endian:
//!
//! ```text
//! u8 a game     number of moves, 0 to 60
//! u8 a game     how many of them, from the first on, were not chosen for being good
//! u8 a game     1 if the moves after these have scores, else 0
//! u8 a game     number of the move from which on all scores are exact, counted from 0; the number of moves if none is
//! i8 a game     final score: black's discs less white's, the empty squares counted for the winner
//! u8 a move     the square, 0 for a1, 1 for b1 ... 63 for h8; games begin at the start of Othello, passes are left out
//! u8 a score    low byte of the score, for the side that makes the move, in 1/128 disc, plus the score before it
//! u8 a score    high byte
//! ```
//!
//! The score before the first one of a game is 0; sums are taken modulo 2^16. Two scores in a row are those of opponents, so that
//! their sum is small. `data/games.md` says the same for those who read these files in another language.
//!
//! ```no_run
//! use emilia::training::games::Reader;
//!
//! for game in Reader::open("a.games".as_ref())? {
//!     let game = game?;
//!     for (number, (position, to_move)) in game.replay()?.turns.iter().enumerate().skip(game.random_plies) {
//!         let outcome = to_move.sign() * game.score; // in discs for the side to move
//!         let searched = game.score_of(number).filter(|_| number < game.exact_from);
//!         println!("{position} {outcome} {searched:?}");
//!     }
//! }
//! # Ok::<(), anyhow::Error>(())
//! ```

mod block;
mod read;
mod record;
mod summary;
mod text;
mod tools;
mod write;

pub use block::BLOCK;
pub use read::Reader;
pub use record::{IllegalGame, LONGEST, Record, Replay, Turn};
pub use summary::Summary;
pub use text::ParseGameError;
pub use tools::{each, import, merge, shuffle};
pub use write::{Appender, Writer};
