//! GGS: the reader, the client, a recorded session, and whole games against a server that misbehaves.

mod client;
mod examples;
mod games;
mod golden;
mod program;
mod recovery;
mod server;
mod talk;
