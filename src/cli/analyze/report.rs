//! The page of an analysis.

use super::input::Input;
use crate::analysis::{JudgeOptions, JudgedGame};
use crate::search::Level;

/// A page that is being put together.
pub(super) struct Page {
    games: Vec<serde_json::Value>,
}

impl Page {
    pub(super) fn new(_options: &JudgeOptions, _input: &Input) -> Page {
        Page { games: Vec::new() }
    }

    pub(super) fn add(&mut self, _judged: &JudgedGame) {}

    pub(super) fn with_only(&mut self, _judged: &JudgedGame, _level: Level) -> anyhow::Result<String> {
        Ok(String::new())
    }

    pub(super) fn whole(&mut self, _level: Level) -> anyhow::Result<String> {
        Ok(serde_json::to_string(&self.games)?)
    }
}
