//! The static evaluation of a position.
//!
//! Knows nothing of searches or games: a [`Position`](emilia_core::Position) goes in, a
//! [`Score`](emilia_core::Score) comes out. [`Features`] follow a position move by move, one set a thread;
//! [`Weights`] are read once and shared.
//!
//! The board is read through some sixty small windows (patterns). Every content of a window has its own weight in every stage of the
//! game, and the weights are added up (source of the idea: Buro, Logistello, 1997); a small [net] that looks at all
//! windows together corrects the sum.

mod counts;
mod features;
mod file;
#[doc(hidden)]
pub mod kernel;
#[doc(hidden)]
pub mod net;
#[doc(hidden)]
pub mod pattern;
mod weights;

pub use counts::{counts, mobility, total_mobility};
pub use features::Features;
#[cfg(feature = "weights")]
#[doc(hidden)]
pub use file::EMBEDDED;
pub use file::{PLIES, STAGES, SearchErrors, Stages, WeightsError};
pub use weights::Weights;
