//! Serialization by the crate `serde`: scores as numbers of discs, everything else as the text that it is read from.

use crate::{Cell, Certainty, Colour, Game, Move, Position, Rules, Score, Square, Turn, Value};
use alloc::string::String;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! as_text {
    ($($kind:ty),*) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$kind, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_text!(Cell, Certainty, Colour, Game, Move, Position, Rules, Square, Turn);

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f32(self.to_discs())
    }
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Score, D::Error> {
        let discs = f32::deserialize(deserializer)?;
        Score::of_any_board(discs).ok_or_else(|| D::Error::custom("a number of discs from -100 to 100"))
    }
}

/// The two parts of a value.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Value")]
struct Parts {
    score: Score,
    certainty: Certainty,
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Parts { score: self.score(), certainty: self.certainty() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        let Parts { score, certainty } = Parts::deserialize(deserializer)?;
        Value::of_any_board(score, certainty)
            .ok_or_else(|| D::Error::custom("what is proved is a whole number of discs"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use core::fmt::Debug;

    /// The text of a value that comes back from it.
    fn text<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug>(value: &T) -> String {
        let text = serde_json::to_string(value).unwrap();
        assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *value);
        text
    }

    #[test]
    fn everything_comes_back() {
        assert_eq!(text(&Square::F5), "\"f5\"");
        assert_eq!(text(&Move::Pass), "\"pass\"");
        assert_eq!(text(&Value::at_least(4)), "{\"score\":4.0,\"certainty\":\"at least\"}");
        let mut game: Game = "f5d6c3".parse().unwrap();
        game.tags.black.name = "Rose".to_string();
        assert!(text(&game).contains("PB[Rose]"));
        text(game.rules());
        text(game.turn());
        text(&game.position().unwrap());
        text(&Colour::White);
        for raw in -100 * Score::UNIT..=100 * Score::UNIT {
            let score = Score::from_raw(raw as i16);
            text(&score);
            text(&Value::estimate(score, 12, 73));
        }
    }

    #[test]
    fn what_is_no_value_is_refused() {
        for text in ["{\"score\":2.5,\"certainty\":\"exact\"}", "{\"score\":101,\"certainty\":\"1@73%\"}", "7"] {
            assert!(serde_json::from_str::<Value>(text).is_err(), "{text}");
        }
        assert!(serde_json::from_str::<Square>("\"i9\"").is_err());
    }
}
