//! Conversations in GTP.

mod anything;
mod client;
mod frame;
mod play;
mod stream;
mod words;
