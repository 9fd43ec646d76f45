//! Conversations in GTP.

mod anything;
mod client;
mod frame;
mod gogui;
mod play;
mod stream;
mod words;
