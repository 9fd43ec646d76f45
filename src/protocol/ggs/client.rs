//! The client: what it does at each message of the server, at each move that a search finds, and as time passes.
//!
//! Pure: the time since the start of the program is an argument, and what is to be done is returned.
//!
//! ```text
//!   connected, heard(event), found(move), tick, disconnected  ──►  Client  ──►  Vec<Action>
//!                                                               link      login, keep-alive, reconnect
//!                                                               requests  what is accepted and asked for
//!                                                               matches   starts, ends, reports
//!                                                               play      searches, moves, missing reports
//! ```

mod action;
mod lag;
mod link;
mod live;
mod matches;
mod play;
mod requests;
mod state;

pub use action::{Action, Found, Task};
pub use live::LiveGame;
pub use state::Client;
