//! GGS: the reader, the client, a recorded session, and whole games against a server that misbehaves.

mod client;
mod golden;
