//! Emilia, an Othello engine, as a library.
//!
//! ```
//! use emilia::{Engine, EngineOptions, Game, Level, Limits};
//!
//! let mut engine = Engine::new(EngineOptions::default());
//! let mut game = Game::default();
//! while !game.is_over() && game.moves().len() < 8 {
//!     let analysis = engine.search(&game, &Limits::level(Level::new(6).unwrap()));
//!     let mv = analysis.best_move().unwrap(); // a move or a pass: the game is not over
//!     println!("{mv} {} ({})", analysis.score(), analysis.certainty()); // the move, its score, and depth and confidence
//!     game.play(mv)?;
//! }
//! println!("{}", game.transcript());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A proof:
//!
//! ```
//! use emilia::{Engine, EngineOptions, Turn};
//!
//! // 64 squares and the side to move; a `Position` is read from the squares alone, X to move
//! let turn: Turn = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X".parse()?;
//! let proof = Engine::new(EngineOptions::default()).solve(&turn);
//! assert_eq!(proof.value().to_string(), "+18.00 (exact)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every game of a file, whatever its notation, with what each move lost:
//!
//! ```
//! use emilia::{Engine, EngineOptions, Limits, Stop, notation::any};
//!
//! let mut engine = Engine::new(EngineOptions::default());
//! any::for_each_game(b"f5d6c3d3c4f4\nf5f6e6f4e3\n", |game| {
//!     let Ok(game) = game else { return true }; // go on with the next one
//!     for judged in engine.review(&game, &Limits::depth(4), &Stop::new()).moves {
//!         if let (Some(played), Some(loss)) = (judged.played, judged.loss) {
//!             println!("{played} lost {:.2} discs", loss.to_discs());
//!         }
//!     }
//!     true
//! })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Scores are in discs for the side to move, by the goal of the rules: where the fewest discs win, +2 is two discs fewer. `6@73%` is a search to depth 6 with forward pruning at a confidence of 73 %, the default of
//! [`Limits::depth`]; [`Selectivity::Full`] prunes nothing.
//!
//! - [`Engine`] evaluates, searches and solves a [`Game`], a [`Turn`] or a [`Position`] and reviews games, on this thread or in the
//!   background. For games in parallel, have an engine for each thread, with a small table; they share the weights.
//! - [`Limits`] end a search: a level, a depth, time, nodes; and select the result: the best line, several, a proof, a window.
//! - [`Analysis`] is the result. Its [`Certainty`] distinguishes estimates from proofs.
//! - [`Solver`] solves many positions, several at once; `emilia solve --save` resumes it after a crash.
//! - [`clocks::Clocks`] turns the clocks of a game into the time for a move.
//! - [`Rules`] of other boards and goals: `"6x6 goal=fewest".parse::<Rules>()`.
//! - [`notation`] reads and writes games and positions: GGF, SGF, PGN, OBF, WTHOR, transcripts.
//!
//! # Speed
//!
//! A build for every PC searches at 0.4 of the speed of a native one. Two lines in `.cargo/config.toml` build for the processor at hand
//! (`emilia::KERNELS` is then not `portable`):
//!
//! ```toml
//! [build]
//! rustflags = ["-C", "target-cpu=native"]
//! ```
//!
//! # Features
//!
//! | feature | default | adds |
//! | --- | --- | --- |
//! | `weights` | yes | the weights of the evaluation, 7 MB; without them [`Weights::read`] takes a file's bytes |
//! | `book` | | the opening book (`book::Book`): files, building, lookup, and the embedded book |
//! | `serde` | | `Serialize` and `Deserialize` for positions, games, moves, values, [`Report`], [`Analysis`], [`Review`] |
//! | `tune` | | numbers of the search as options |
//!
//! Games judged move by move, explanations and pictures are in the crate `emilia-analysis`, self-play and training in `emilia-training`,
//! more examples in `crates/emilia/examples/`.

#[cfg(feature = "book")]
pub mod book;
pub mod clocks;
mod container;
mod engine;
mod eval;
mod memory;
mod random;
mod search;
mod solver;
#[cfg(not(target_family = "wasm"))]
mod storage;
pub mod variant;

pub use emilia_core::*;
#[cfg(all(feature = "book", not(target_family = "wasm")))]
pub use engine::BookSearches;
pub use engine::{
    Analysis, Certificate, Engine, EngineError, EngineOptions, Review, ReviewedMove, Subject, Task, TaskEvent,
};
pub use eval::{Weights, WeightsError};
pub use search::{Budget, Clock, Level, Limits, Observer, Report, Selectivity, Stop, Strength, Timer};
pub use solver::{Answer, Solver, SolverSettings};

/// What the other crates of this repository need of this one. It changes without notice.
#[doc(hidden)]
pub mod internal {
    pub mod container {
        pub use crate::container::*;
    }
    pub mod engine {
        pub use crate::engine::*;
    }
    pub mod eval {
        pub use crate::eval::*;
    }
    pub mod random {
        pub use crate::random::*;
    }
    pub mod search {
        pub use crate::search::*;
    }
    pub mod solver {
        pub use crate::solver::*;
    }
    #[cfg(not(target_family = "wasm"))]
    pub mod storage {
        pub use crate::storage::*;
    }
}
