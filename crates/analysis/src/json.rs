//! Analyses of many positions at once, as JSON objects in lines.
//!
//! Knows nothing of threads and streams: a line becomes a [`Request`] or an object that says what is wrong with it, and a turn of a query
//! is searched, at once or in slices. The protocol is modelled on the analysis engine of KataGo.
//!
//! ```text
//!   line ──► request ─┬─ position, limits     ──► Query, with its turns
//!              fields ┘                            search ──► answer: the result of a turn as an object
//! ```

mod answer;
mod fields;
mod limits;
mod position;
mod request;
mod search;
mod text;

pub use answer::{Found, answer, no_results};
pub use fields::error;
pub use position::AskedTurn;
pub use request::{AskedPeople, Parsed, Query, Request, VERSION, read};
pub use search::{Answer, Earlier, Searchers};
pub use text::{number, rounded};
