//! The engine as a WebAssembly module that needs nothing of its host: no clock, no threads, no files.
//!
//! ```sh
//! rustup target add wasm32-unknown-unknown
//! cargo build --release --package emilia --no-default-features --features weights --example wasm --target wasm32-unknown-unknown
//! ```
//! JavaScript calls its functions with the two sets of discs as 64-bit integers; `tests/wasm/nodes.mjs` shows how.

use emilia::{Analysis, Bitboard, Engine, EngineOptions, Limits, Position};

/// Searches the position of the side to move with the discs `own`, against `opp`, to a depth in plies, and returns the score in 1/128
/// disc. `i32::MIN` if the two sets overlap.
#[unsafe(no_mangle)]
pub extern "C" fn emilia_search(own: u64, opp: u64, depth: u32) -> i32 {
    analysis(own, opp, &Limits::depth(depth)).map_or(i32::MIN, |analysis| analysis.score().raw())
}

/// The exact score in discs. `i32::MIN` if the two sets overlap.
#[unsafe(no_mangle)]
pub extern "C" fn emilia_solve(own: u64, opp: u64) -> i32 {
    analysis(own, opp, &Limits::exact()).map_or(i32::MIN, |analysis| analysis.score().rounded())
}

/// The number of positions that the search visits; with a depth of 60 it is a solve.
#[unsafe(no_mangle)]
pub extern "C" fn emilia_nodes(own: u64, opp: u64, depth: u32) -> u64 {
    let limits = if depth < 60 { Limits::depth(depth) } else { Limits::exact() };
    analysis(own, opp, &limits).map_or(0, |analysis| analysis.nodes())
}

fn analysis(own: u64, opp: u64, limits: &Limits) -> Option<Analysis> {
    let position = Position::new(Bitboard(own), Bitboard(opp))?;
    let mut engine = Engine::new(EngineOptions::default().with_hash(16));
    Some(engine.search(position, limits))
}
