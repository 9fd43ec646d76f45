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
//! A game and a position from text:
//!
//! ```
//! use emilia::{Engine, EngineOptions, Limits, Selectivity, Turn};
//! use emilia::notation::transcript;
//!
//! let mut engine = Engine::new(EngineOptions::default());
//! let game = transcript::read("f5d6c3d3c4")?;
//! let limits = Limits::depth(8).with_selectivity(Selectivity::Full);
//! println!("{}", engine.search(&game, &limits).score());
//! // 64 squares and the side to move; a `Position` is read from the squares alone, X to move
//! let turn: Turn = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X".parse()?;
//! let proof = engine.solve(&turn);
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
//! - [`Solver`] solves many positions, several at once, and resumes after a crash.
//! - [`clocks`] turns the clocks of a game into the time for a move.
//! - [`notation`] reads and writes games and positions: GGF, SGF, PGN, OBF, WTHOR, transcripts.
//!
//! The repository has more in `crates/emilia/examples/`: a game against a person, an analysis, a parallel solver, a match of two engines,
//! and an evaluation of one's own.
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
//! | `book` | | the opening book: files, building, lookup, and the embedded book |
//! | `serde` | | `Serialize` and `Deserialize` for positions, games, moves, values, [`Analysis`] |
//! | `tune` | | numbers of the search as options |
//!
//! Games judged move by move, explanations and pictures are in the crate `emilia-analysis`, self-play and training in `emilia-training`.

#[cfg(all(feature = "book", not(target_family = "wasm")))]
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
pub use search::{Budget, Clock, Level, Limits, Observer, Report, Selectivity, Stop, Timer};
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
