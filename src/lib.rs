//! Emilia, an Othello engine: a library, and a program of the same name.
//!
//! # Ten rooms, one direction
//!
//! A room is a module of this crate. It imports only rooms above it; `tests/layers.rs` reads the `use` lines and fails on any other.
//!
//! ```text
//!         score      the worth of a position, in discs
//!           │
//!         board      the 8x8 board as values             ── kernel: the SIMD corner
//!         ┌─┴────────────┐
//!        eval           game     games by their rules, with memory and notations
//!         │              │
//!       search           │       the best move of an 8x8 position under limits
//!         └──────┬───────┘
//!             session            one conversation about one game; Command in, Event out
//!                │
//!             protocol           languages: text to Command, Event to text, pure
//!                │
//!               app              arguments, streams, the event loop, and the tools
//! ```
//!
//! Two rooms are not yet opened: `variant` (thinking about games the fast board does not play) and `book`; both will stand
//! beside `search` and be seen by `session` alone.
//!
//! | room | what lives there | must never see |
//! | --- | --- | --- |
//! | [`score`] | [`score::Score`], fixed point, 1/128 disc | anything |
//! | [`board`] | squares, sets of squares, positions, symmetries, perft, kernels | I/O, games |
//! | [`eval`] | patterns, features kept move by move, weights and their file | search, games |
//! | [`search`] | limits and levels, reports, the table, iterations, nodes, ordering, ProbCut, endings, threads | games, text, players' clocks |
//! | [`game`] | rules of any size, the record of a game, GGF, SGF, OBF, WTHOR, transcripts, drawings | eval, search |
//! | [`session`] | the vocabulary, options (declared once), clocks into budgets, handicaps, the worker that thinks, on the opponent's time too | protocols, streams |
//! | [`protocol`] | NBoard, GTP, console | board, eval, threads, streams |
//! | [`app`] | the command line, the event loop, solve, bench, perft, self-play, train | – |
//!
//! `search` does not import `game`, nor `game` `search`: a search needs two sets of discs, a game needs no opinion; they meet in `session`.
//!
//! # One `go`, from bytes to move
//!
//! 1. A reader thread puts each line of standard input on one channel, which also carries news of searches.
//! 2. `protocol.read("go")` makes it [`session::Command::Go`]. Unknown text is answered as the language demands, without the session.
//! 3. `session.obey` never blocks: it drops any running search (stop requested, new ticket), and either answers at once or turns options
//!    and clock into [`search::Limits`] and hands a job to its worker.
//! 4. The worker asks the game for its position on the fast board and lets the [`search::Searcher`] think.
//! 5. Each finished depth is posted as news with the job's ticket.
//! 6. `session.hear` drops news with a stale ticket; `protocol.write` words the rest; one write and one flush an event.
//! 7. `ping n` while thinking: stop, next ticket, `pong n` at once. Nothing of the old search follows the pong.
//!
//! Replies are returned, only news of searches is posted. A protocol says whether its client is patient: GTP clients send ahead and
//! expect order, so lines wait while a search runs; NBoard clients interrupt.
//!
//! # Habits
//!
//! - `emilia bench` prints the number of nodes of fixed searches: the signature of search and evaluation, the same on every machine. Commits that
//!   change it end with `Bench: N`.
//! - Numbers that steer the search live in `search/params.rs` with what they mean and how they were found.
//! - `unsafe` stands only in kernels, the table and `Square` from an index. Text from outside never panics. Only `app` writes to streams.

pub mod app;
pub mod board;
pub mod eval;
pub mod game;
pub mod protocol;
pub mod score;
pub mod search;
pub mod session;
