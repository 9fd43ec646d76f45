//! Emilia, an Othello engine: a library, and a program of the same name.
//!
//! ```
//! use emilia::{Engine, EngineOptions, Game, Level, Limits};
//!
//! let mut engine = Engine::new(EngineOptions::default());
//! let mut game = Game::default();
//! while !game.is_over() && game.moves().len() < 8 {
//!     let analysis = engine.search(&game, &Limits::level(Level::new(6).unwrap()))?;
//!     let mv = analysis.best_move().unwrap(); // a move or a pass: the game is not over
//!     println!("{mv} {} ({})", analysis.score(), analysis.certainty()); // the move, its score, and depth and confidence
//!     game.play(mv)?;
//! }
//! println!("{}", game.transcript());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A game and a position from text:
//!
//! ```
//! use emilia::{Engine, EngineOptions, Limits, Selectivity, Turn, transcript};
//!
//! let mut engine = Engine::new(EngineOptions::default());
//! let game = transcript::read("f5d6c3d3c4")?;
//! let limits = Limits::depth(8).with_selectivity(Selectivity::Full);
//! println!("{}", engine.search(&game, &limits)?.score());
//! // 64 squares and the side to move; a `Position` is read from the squares alone, X to move
//! let turn: Turn = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X".parse()?;
//! let proof = engine.solve(&turn)?;
//! assert_eq!(format!("{} ({})", proof.score(), proof.certainty()), "+18.00 (exact)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Scores are in discs for the side to move. `6@73%` is a search to depth 6 with forward pruning at a confidence of 73 %, the default of
//! [`Limits::depth`]; [`Selectivity::Full`] prunes nothing.
//!
//! - [`Engine`] evaluates, searches and solves a [`Game`], a [`Turn`] or a [`Position`] and reviews games, on this thread or in the
//!   background.
//! - [`Limits`] end a search: a level, a depth, time, nodes; and select the result: the best line, several, a proof, a window.
//! - [`Analysis`] is the result. Its [`Certainty`] distinguishes estimates from proofs.
//! - [`Solver`] solves many positions, several at once, and with the feature `storage` resumes after a crash.
//! - [`ggf`], [`sgf`], [`obf`], [`transcript`] and [`wthor`] read and write games and positions.
//!
//! The repository has more in `examples/`: a game against a person, an analysis, a parallel solver, a match of two engines, and an
//! evaluation of one's own.
//!
//! # Features
//!
//! | feature | default | adds |
//! | --- | --- | --- |
//! | `cli` | yes | the program: command line, protocols, sessions; implies `analysis`, `book` and `training` |
//! | `serve` | yes | analyses and games over HTTP and WebSocket; implies `cli` |
//! | `weights` | yes | the weights of the evaluation, 7 MB; without them [`Weights::read`] takes a file's bytes |
//! | `book` | | the opening book: files, building, lookup, and the embedded book; implies `storage` |
//! | `analysis` | | games judged move by move, explanations of positions, diagrams and transcript sheets |
//! | `storage` | | solves that are saved to files and resumed |
//! | `training` | | self-play, files of training games, training, calibration; implies `storage` |
//! | `gpu` | | training on a graphics processor |
//! | `tune` | | numbers of the search as options |
//!
//! # Modules, one direction
//!
//! A module imports only modules below it; `tests/layers.rs` reads the imports and fails on any other.
//!
//! ```text
//!  score ── board ─┬─ eval ── search ─┬─ solver ──┬─ engine ─┬─ training ────────────────────────┐
//!                  └─ game ───────────┼─ book ────┤          └─ analysis ── session ── protocol ── cli
//!                                     └─ variant ─┘
//! ```
//!
//! | module | purpose | knows nothing of | feature |
//! | --- | --- | --- | --- |
//! | `container` | header, checksums and compression of files | their content | |
//! | `random` | the random generator | everything else | `book` or `training` |
//! | [`score`] | a value in 1/128 disc, and its certainty | everything else | |
//! | [`board`] | the 8x8 board as values: squares, sets of squares, positions, symmetries, perft, kernels | games | |
//! | [`eval`] | estimate of a position: patterns, features kept move by move, weights and their file | search, games | `weights` embeds the weights |
//! | [`game`] | rules of any size and goal, the record of a game, notations: GGF, SGF, OBF, WTHOR, transcripts | eval, search | |
//! | [`search`] | the best move of an 8x8 position under limits | games, text, players' clocks | `tune` makes its numbers options |
//! | [`solver`] | many positions and long proofs: jobs, progress, save and resume | streams, terminals | `storage` for files |
//! | [`book`] | the opening book: store, building, lookup, exchange | searching: what it needs is a request | `book` |
//! | [`variant`] | the best move of a game on another board or by other rules, under the same limits | the fast search, text | |
//! | [`engine`] | the facade: searches, reviews and background tasks for library users and sessions | protocols, streams, players' clocks | |
//! | [`analysis`] | what a player learns from a game: moves judged, explanations, diagrams, transcript sheets | protocols, streams, arguments | `analysis` |
//! | [`storage`] | files that survive a crash at any moment | their content | `storage` |
//! | [`training`] | self-play, files of games, training, calibration | arguments, terminals | `training`, `gpu` |
//! | [`session`] | one conversation about one game: command in, event out; options, clocks, pondering | protocols, streams | `cli` |
//! | [`protocol`] | NBoard, GTP, UGI, Cassio, XBoard, console, JSON, GGS: text to commands, events to text, pure | eval, threads, streams | `cli` |
//! | [`cli`] | arguments, streams, the event loop, one file a command | – | `cli` |
//!
//! Without default features the crate is a library of `score`, `board`, `game`, `eval`, `search`, `solver`, `variant` and `engine` that needs no files
//! and no threads that its user does not ask for. `search` does not import `game`, nor `game` `search`: a search needs two bitboards, a game needs
//! no opinion.
//!
//! # One `go`, from bytes to move
//!
//! 1. A reader thread puts each line of standard input on one channel, which also carries news of searches.
//! 2. `protocol.read("go")` makes it `session::Command::Go`. Unknown text is answered as the protocol demands, without the session.
//! 3. `session.obey` never blocks: it drops any running search (stop requested, new ticket), and either answers at once or turns
//!    options and clock into [`search::Limits`] and starts a task of its [`engine`].
//! 4. The engine asks the game for its position on the fast board and searches it on its own thread; where there is none, `variant` searches
//!    the game. This is the only fork: nothing below it knows of the other way.
//! 5. Each finished iteration is posted as news with the search's ticket.
//! 6. `session.hear` drops news with a stale ticket; `protocol.write` formats the rest; one write and one flush an event.
//! 7. `ping n` during a search: stop, next ticket, `pong n` at once. Nothing of the old search follows the pong.
//!
//! Replies are returned, only news of searches is posted. A protocol declares whether its client is patient: GTP clients send ahead and
//! expect order, so lines wait while a search runs; NBoard clients interrupt.
//!
//! # Habits
//!
//! - `emilia bench` prints the number of nodes of fixed searches: the signature of search and evaluation, the same on every machine.
//!   Commits that change it end with `Bench: N`.
//! - Numbers that steer the search are in `search/params.rs` with their meaning and how they were found.
//! - `unsafe` is used only in kernels, the table, and for a `Square` from an index. Text from outside never panics. Only `cli` writes
//!   to streams.

#[cfg(feature = "analysis")]
pub mod analysis;
pub mod board;
#[cfg(feature = "book")]
pub mod book;
#[cfg(feature = "cli")]
pub mod cli;
mod container;
pub mod engine;
pub mod eval;
pub mod game;
#[cfg(feature = "cli")]
pub mod protocol;
#[cfg(any(feature = "training", feature = "book"))]
mod random;
pub mod score;
pub mod search;
#[cfg(feature = "cli")]
pub mod session;
pub mod solver;
#[cfg(feature = "storage")]
pub mod storage;
#[cfg(feature = "training")]
pub mod training;
pub mod variant;

pub use board::{Bitboard, ParsePositionError, ParseSquareError, Position, Square, Symmetry};
pub use engine::{Analysis, Engine, EngineError, EngineOptions, Review, ReviewedMove, Subject, Task, TaskEvent};
pub use eval::{Weights, WeightsError};
pub use game::notation::{ggf, obf, sgf, transcript, wthor};
pub use game::{Colour, Game, IllegalMove, Move, Outcome, Played, Rules, Turn};
pub use score::{Certainty, Score, Value};
pub use search::{Clock, Level, Limits, Report, Selectivity, Stop};
pub use solver::{Answer, Settings as SolverSettings, Solver};
