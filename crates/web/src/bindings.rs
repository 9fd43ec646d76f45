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
    /// A function of the page.
    #[wasm_bindgen(typescript_type = "(part: number) => void")]
    pub type Report;
    #[wasm_bindgen(method)]
    fn call(this: &Report, object: &JsValue, part: f64);
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

/// The clock of the page.
fn clock() -> Clock {
    Clock::custom(|| Duration::from_secs_f64(milliseconds().max(0.0) / 1e3))
}

/// Seconds as JavaScript has them.
fn whole(seconds: f64) -> u64 {
    seconds.max(0.0) as u64
}

/// See [`crate::Drill`].
#[wasm_bindgen]
#[derive(Default)]
pub struct Drill(crate::Drill);

#[wasm_bindgen]
impl Drill {
    /// Without exercises.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Drill {
        Drill::default()
    }

    /// See [`crate::Drill::text`].
    ///
    /// # Errors
    /// As there.
    pub fn text(&self) -> Result<String, JsError> {
        self.0.text().map_err(thrown)
    }

    /// See [`crate::Drill::merge`].
    ///
    /// # Errors
    /// As there.
    pub fn merge(&mut self, text: &str) -> Result<usize, JsError> {
        self.0.merge(text).map_err(thrown)
    }

    /// See [`crate::Drill::set_player`].
    pub fn set_player(&mut self, name: Option<String>, rating: Option<u32>) {
        self.0.set_player(name, rating);
    }

    /// See [`crate::Drill::anki`].
    ///
    /// # Errors
    /// As there.
    pub fn anki(&self) -> Result<String, JsError> {
        self.0.anki().map_err(thrown)
    }

    /// See [`crate::Drill::plain`].
    pub fn plain(&self) -> String {
        self.0.plain()
    }

    /// See [`crate::Drill::state`].
    pub fn state(&self, now: f64) -> String {
        self.0.state(whole(now))
    }

    /// See [`crate::Drill::session`].
    pub fn session(&self, now: f64, new: usize) -> Vec<usize> {
        self.0.session(whole(now), new)
    }

    /// See [`crate::Drill::exercise`].
    pub fn exercise(&self, number: usize) -> String {
        self.0.exercise(number)
    }

    /// See [`crate::Drill::answer`].
    pub fn answer(&mut self, number: usize, slips: Option<u32>, now: f64) -> Option<f64> {
        self.0.answer(number, slips, whole(now)).map(|due| due as f64)
    }

    /// See [`crate::Drill::remove`].
    pub fn remove(&mut self, number: usize) {
        self.0.remove(number);
    }
}

/// See [`crate::OwnGames`].
#[wasm_bindgen]
#[derive(Default)]
pub struct OwnGames(crate::OwnGames);

#[wasm_bindgen]
impl OwnGames {
    /// Without games.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> OwnGames {
        OwnGames::default()
    }

    /// See [`crate::OwnGames::add`].
    ///
    /// # Errors
    /// As there.
    pub fn add(&mut self, bytes: &[u8]) -> Result<(), JsError> {
        self.0.add(bytes).map_err(thrown)
    }

    /// See [`crate::OwnGames::players`].
    pub fn players(&self) -> String {
        self.0.players()
    }
}

/// See [`crate::Study`].
#[wasm_bindgen]
pub struct Study(crate::Study);

#[wasm_bindgen]
impl Study {
    /// See [`crate::Study::new`].
    ///
    /// # Errors
    /// As there.
    #[wasm_bindgen(constructor)]
    pub fn new(games: OwnGames, task: &str, deck: &str, weights: &[u8]) -> Result<Study, JsError> {
        crate::Study::new(games.0, task, deck, weights, clock()).map(Study).map_err(thrown)
    }

    /// See [`crate::Study::left`].
    pub fn left(&self) -> usize {
        self.0.left()
    }

    /// See [`crate::Study::step`].
    pub fn step(&mut self, report: &Report) {
        self.0.step(&mut |part| report.call(&JsValue::NULL, part));
    }

    /// See [`crate::Study::finish`].
    ///
    /// # Errors
    /// As there.
    pub fn finish(self) -> Result<String, JsError> {
        self.0.finish().map_err(thrown)
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
        // Two draws of 32 bits.
        let seed = [(); 2].map(|()| (fraction() * 4_294_967_296.0) as u64);
        Ok(Engine(Queries::new(weights, hash, clock(), Random::new(seed[0] << 32 | seed[1], 0)).map_err(thrown)?))
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
