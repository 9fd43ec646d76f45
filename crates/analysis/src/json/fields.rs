//! The fields of a JSON object that a client sent, and what is wrong with them.

use super::text::ascii;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// Characters of a client's text that a message quotes.
const QUOTED: usize = 60;

/// What is wrong with a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    message: String,
    field: Option<&'static str>,
}

impl Fault {
    /// The request as a whole cannot be read.
    pub(super) fn whole(message: impl Into<String>) -> Fault {
        Fault { message: message.into(), field: None }
    }

    /// A field is wrong.
    pub(super) fn of(field: &'static str, message: impl Into<String>) -> Fault {
        Fault { message: message.into(), field: Some(field) }
    }

    /// The object that says so, with the id as the client sent it.
    pub(super) fn object(&self, id: Option<&Value>) -> String {
        notice("error", &self.message, self.field, id)
    }
}

/// The object of an error, for the field and the query with this id, if there are any.
pub fn error(message: &str, field: Option<&str>, id: Option<&str>) -> String {
    notice("error", message, field, id.map(Value::from).as_ref())
}

/// The object of a warning.
pub(super) fn warning(message: &str, field: Option<&str>, id: Option<&str>) -> String {
    notice("warning", message, field, id.map(Value::from).as_ref())
}

fn notice(kind: &str, message: &str, field: Option<&str>, id: Option<&Value>) -> String {
    let mut object = Map::from_iter([(kind.to_owned(), json!(message))]);
    object.extend(field.map(|field| ("field".to_owned(), json!(field))));
    object.extend(id.map(|id| ("id".to_owned(), id.clone())));
    ascii(&Value::Object(object))
}

/// The beginning of a value as a client sent it.
pub(super) fn excerpt(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(QUOTED) {
        Some((cut, _)) => text[..cut].to_owned() + "...",
        None => text,
    }
}

/// Fields that are taken one by one. A field that is `null` is missing.
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    pub(super) fn new(object: Map<String, Value>) -> Fields {
        Fields(object)
    }

    pub(super) fn take(&mut self, name: &str) -> Option<Value> {
        self.0.remove(name).filter(|value| !value.is_null())
    }

    /// A text of at most this number of bytes.
    pub(super) fn text(&mut self, name: &'static str, most: usize) -> Result<Option<String>, Fault> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) if text.len() <= most => Ok(Some(text)),
            Some(Value::String(_)) => Err(Fault::of(name, format!("longer than {most} bytes"))),
            Some(other) => Err(Fault::of(name, format!("expected a string, not {}", excerpt(&other)))),
        }
    }

    /// A whole number in this range.
    pub(super) fn whole(&mut self, name: &'static str, from: i64, to: i64) -> Result<Option<i64>, Fault> {
        self.take(name).map(|value| whole(&value, name, from, to)).transpose()
    }

    /// A number of seconds of at least this much.
    pub(super) fn seconds(&mut self, name: &'static str, least: f64) -> Result<Option<Duration>, Fault> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let time = value.as_f64().filter(|seconds| *seconds >= least);
        let time = time.and_then(|seconds| Duration::try_from_secs_f64(seconds.min(1e9)).ok());
        let message = || format!("expected a number of seconds from {least} on, not {}", excerpt(&value));
        time.map(Some).ok_or_else(|| Fault::of(name, message()))
    }

    /// A number in this range.
    pub(super) fn number(&mut self, name: &'static str, from: f32, to: f32) -> Result<Option<f32>, Fault> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let number = value.as_f64().map(|number| number as f32).filter(|number| (from..=to).contains(number));
        let message = || format!("expected a number from {from} to {to}, not {}", excerpt(&value));
        number.map(Some).ok_or_else(|| Fault::of(name, message()))
    }

    /// `true` or `false`, which is the default.
    pub(super) fn flag(&mut self, name: &'static str) -> Result<bool, Fault> {
        match self.take(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(other) => Err(Fault::of(name, format!("expected true or false, not {}", excerpt(&other)))),
        }
    }

    /// A list.
    pub(super) fn list(&mut self, name: &'static str) -> Result<Option<Vec<Value>>, Fault> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::Array(list)) => Ok(Some(list)),
            Some(other) => Err(Fault::of(name, format!("expected a list, not {}", excerpt(&other)))),
        }
    }

    /// The names of the fields that were not taken.
    pub(super) fn rest(&self) -> impl ExactSizeIterator<Item = &String> {
        self.0.keys()
    }
}

/// The value as a whole number in this range.
pub(super) fn whole(value: &Value, name: &'static str, from: i64, to: i64) -> Result<i64, Fault> {
    let message = || format!("expected a whole number from {from} to {to}, not {}", excerpt(value));
    value.as_i64().filter(|number| (from..=to).contains(number)).ok_or_else(|| Fault::of(name, message()))
}
