//! The texts of certainties of a page, where each stands once and is a number elsewhere.

use emilia::score::Value;
use std::collections::HashMap;

/// The texts of certainties.
#[derive(Default)]
pub(crate) struct Labels {
    texts: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Labels {
    /// The number of the text of the value's certainty.
    pub(crate) fn number(&mut self, value: Value) -> usize {
        self.number_of(value.certainty().to_string())
    }

    /// The number of a text that stands for a certainty.
    pub(crate) fn number_of(&mut self, text: String) -> usize {
        *self.numbers.entry(text).or_insert_with_key(|text| {
            self.texts.push(text.clone());
            self.texts.len() - 1
        })
    }

    /// The texts, in the order of their numbers.
    pub(crate) fn texts(&self) -> &[String] {
        &self.texts
    }
}
