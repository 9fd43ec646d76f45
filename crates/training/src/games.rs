//! Files of training games, and tools for them.
//!
//! Knows nothing of searches. A file begins with the settings that its games were made with; the games follow in compressed blocks. A
//! block is written as a whole. A file that ends within a block, after a crash for example, is read up to the last complete block, and
//! games are appended after that block. Any other damage is an error. `data/games.md` describes the format for readers in other
//! languages:
//!
//! ```text
//!  0  8 bytes  "EMILIA-G"
//!  8  u32      version, 1
//! 12  u32      length of the settings in bytes
//! 16  u32      CRC-32 of the settings
//! 20           the settings, a JSON object
//!              blocks, each of which is
//!  0  u32      length of the compressed games in bytes
//!  4  u32      number of games, 1 to 65536
//!  8  u32      CRC-32 of the compressed games
//! 12  u32      CRC-32 of the 12 bytes before
//! 16  zlib     the games
//! ```
//!
//! A decompressed block stores the games by column: one array after the other, each in the order of the games. All numbers are
//! little-endian:
//!
//! ```text
//! u8 per game   number of moves, 0 to 60
//! u8 per game   number of random or opening moves at the beginning
//! u8 per game   1 if the moves after these have scores, else 0
//! u8 per game   index of the first move with an exact score, from 0; the number of moves if no score is exact
//! i8 per game   final score: black's discs minus white's, empty squares counted for the winner
//! u8 per move   the square, 0 for a1, 1 for b1 ... 63 for h8, from the start position of Othello, without passes
//! u8 per score  low byte of a delta: the score, for the side that moves, in 1/128 disc, plus the previous score
//! u8 per score  high byte of it
//! ```
//!
//! The score before the first one of a game is 0; deltas are modulo 2^16. Consecutive scores are those of opponents, so their sums are
//! small and compress well.
//!
//! ```no_run
//! use emilia_training::games::Reader;
//!
//! for game in Reader::open("a.games".as_ref())? {
//!     let game = game?;
//!     for (index, (position, to_move)) in game.replay()?.positions.iter().enumerate().skip(game.random_plies) {
//!         let outcome = to_move.sign() * game.score; // in discs for the side to move
//!         let exact = game.score_of_move(index).filter(|_| index >= game.exact_from);
//!         println!("{position} {outcome} {exact:?}");
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

pub use block::GAMES_PER_BLOCK;
pub use read::Reader;
pub(super) use record::replay_moves;
pub use record::{GameError, GameRecord, MAX_MOVES, Replay};
pub use summary::Summary;
pub use text::ParseGameError;
pub use tools::{for_each_game, import, merge, shuffle};
pub use write::{Appender, Writer};
