//! The functions of the module for JavaScript.

use crate::{Knowledge, Queries};
use emilia::Clock;
use emilia::internal::random::Random;
use std::cell::LazyCell;
use std::time::Duration;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;
    #[wasm_bindgen(js_namespace = Math, js_name = random)]
    fn fraction() -> f64;
}

thread_local! {
    static KNOWLEDGE: LazyCell<Knowledge> = LazyCell::new(Knowledge::default);
}

fn thrown(message: String) -> JsError {
    JsError::new(&message)
}

/// The version.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// See [`crate::variants`].
#[wasm_bindgen]
#[must_use]
pub fn variants() -> String {
    crate::variants()
}

/// See [`crate::strengths`].
#[wasm_bindgen]
#[must_use]
pub fn strengths() -> String {
    crate::strengths()
}

/// See [`crate::read_games`].
///
/// # Errors
/// As there.
#[wasm_bindgen]
pub fn read_games(bytes: &[u8]) -> Result<String, JsError> {
    crate::read_games(bytes).map_err(thrown)
}

/// See [`crate::line`].
///
/// # Errors
/// As there.
#[wasm_bindgen]
pub fn line(rules: &str, moves: &str) -> Result<String, JsError> {
    crate::line(rules, moves).map_err(thrown)
}

/// See [`crate::opening`].
///
/// # Errors
/// As there.
#[wasm_bindgen]
pub fn opening(moves: &str) -> Result<String, JsError> {
    crate::opening(moves).map_err(thrown)
}

/// See [`Knowledge::book`].
///
/// # Errors
/// As there.
#[wasm_bindgen]
pub fn book(rules: &str, moves: &str) -> Result<String, JsError> {
    KNOWLEDGE.with(|knowledge| knowledge.book(rules, moves)).map_err(thrown)
}

/// See [`crate::write_game`].
///
/// # Errors
/// As there.
#[wasm_bindgen]
pub fn write_game(game: &str, form: &str) -> Result<String, JsError> {
    crate::write_game(game, form).map_err(thrown)
}

/// See [`crate::write_tree`].
///
/// # Errors
/// As there.
#[wasm_bindgen]
pub fn write_tree(tree: &str) -> Result<String, JsError> {
    crate::write_tree(tree).map_err(thrown)
}

/// See [`crate::picture`].
///
/// # Errors
/// As there.
#[wasm_bindgen]
pub fn picture(board: &str) -> Result<String, JsError> {
    crate::picture(board).map_err(thrown)
}

/// See [`crate::Collection`].
#[wasm_bindgen]
#[derive(Default)]
pub struct Collection(crate::Collection);

#[wasm_bindgen]
impl Collection {
    /// Without games.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Collection {
        Collection::default()
    }

    /// See [`crate::Collection::add`].
    ///
    /// # Errors
    /// As there.
    pub fn add(&mut self, bytes: &[u8]) -> Result<usize, JsError> {
        self.0.add(bytes).map_err(thrown)
    }

    /// See [`crate::Collection::played`].
    ///
    /// # Errors
    /// As there.
    pub fn played(&self, moves: &str) -> Result<String, JsError> {
        self.0.played(moves).map_err(thrown)
    }
}

/// The engine, which answers the lines of the JSON protocol.
#[wasm_bindgen]
pub struct Engine(Queries);

#[wasm_bindgen]
impl Engine {
    /// See [`Queries::new`].
    ///
    /// # Errors
    /// As there.
    #[wasm_bindgen(constructor)]
    pub fn new(weights: &[u8], hash: usize) -> Result<Engine, JsError> {
        let clock = Clock::custom(|| Duration::from_secs_f64(milliseconds().max(0.0) / 1e3));
        // Two draws of 32 bits.
        let seed = [(); 2].map(|()| (fraction() * 4_294_967_296.0) as u64);
        Ok(Engine(Queries::new(weights, hash, clock, Random::new(seed[0] << 32 | seed[1], 0)).map_err(thrown)?))
    }

    /// See [`Queries::send`]; one answer a line.
    pub fn send(&mut self, line: &str) -> String {
        self.0.send(line).join("\n")
    }

    /// See [`Queries::step`]; one answer a line.
    pub fn step(&mut self, milliseconds: f64) -> String {
        self.0.step(Duration::from_secs_f64(milliseconds.max(1.0) / 1e3)).join("\n")
    }

    /// See [`Queries::is_idle`].
    pub fn idle(&self) -> bool {
        self.0.is_idle()
    }
}
