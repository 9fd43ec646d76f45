//! The fuzz targets: each one reads any bytes at all, and panics if the engine breaks one of its promises.
//!
//! There is one copy of them. `fuzz_targets` gives them to libFuzzer, and `tests/fuzz.rs` of the engine runs them for some seconds.
//! The promises, common to all targets: no panic, no hang, memory bounded whatever a header claims, and what was read and is
//! written again reads as the same.

mod books;
mod cassio;
mod console;
mod games;
mod ggs;
mod gtp;
pub mod gui;
mod json;
mod nboard;
mod notations;
mod readers;
pub mod response;
mod saves;
mod sealed;
mod talk;
mod ugi;
mod weights;
mod xboard;

pub use books::books;
pub use cassio::cassio;
pub use console::console;
pub use games::games;
pub use ggs::ggs;
pub use gtp::gtp;
pub use json::json;
pub use nboard::nboard;
pub use notations::notations;
pub use saves::saves;
pub use ugi::{uci, ugi};
pub use weights::weights;
pub use xboard::xboard;
