//! A claim as a reader gets it: text, squares and a side, ready for JSON and for pages.

use super::claim::Claim;
use super::kind::ClaimKind;
use emilia::{Colour, Square, Value};
use serde::{Serialize, Serializer};

/// One sentence about a position. In JSON: `kind`, `text`, `move`, `than` (the move that it is compared with, if any), `squares`, `side`
/// (`black` or `white`), and, if it is tied to values, `value` in discs with its `certainty`.
///
/// # Examples
/// ```
/// use emilia_analysis::explain;
/// use emilia::{Engine, EngineOptions, Limits, Turn};
///
/// let turn = Turn::read("XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X").unwrap();
/// let mut engine = Engine::new(EngineOptions::default());
/// let analysis = engine.search(&turn, &Limits::exact().with_lines(usize::MAX));
/// for explanation in explain(&turn, analysis.lines(), engine.weights()) {
///     println!("{} {:?}", explanation.text, explanation.squares);
/// }
/// # Ok::<(), emilia::EngineError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Explanation {
    /// What it is about.
    pub kind: ClaimKind,
    /// The sentence, with the difference of the values where it is tied to them.
    pub text: String,
    /// The move that it is about, such as `d7`.
    #[serde(rename = "move")]
    pub at: String,
    /// The move that it is compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub than: Option<String>,
    /// The squares to mark on the board, such as `h8`; the move is not among them.
    pub squares: Vec<String>,
    /// The side that it favours.
    #[serde(serialize_with = "as_text")]
    pub side: Colour,
    /// The value of the move less that of the move that it is compared with, in discs for the side to move.
    #[serde(flatten, serialize_with = "as_discs")]
    pub value: Option<Value>,
}

impl From<&Claim> for Explanation {
    fn from(claim: &Claim) -> Explanation {
        let squares = claim.squares.map(|square: Square| square.to_string()).collect();
        let Claim { kind, at, favours, value, .. } = *claim;
        let than = claim.than.map(|than| than.to_string());
        Explanation { kind, text: claim.to_string(), at: at.to_string(), than, squares, side: favours, value }
    }
}

fn as_text<S: Serializer>(colour: &Colour, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(colour)
}

/// A value in JSON.
#[derive(Serialize)]
struct Discs {
    value: f64,
    certainty: String,
}

fn as_discs<S: Serializer>(value: &Option<Value>, serializer: S) -> Result<S::Ok, S::Error> {
    let hundredths = |value: &Value| (f64::from(value.score().to_discs()) * 100.0).round() / 100.0;
    let discs =
        value.as_ref().map(|value| Discs { value: hundredths(value), certainty: value.certainty().to_string() });
    discs.serialize(serializer)
}
