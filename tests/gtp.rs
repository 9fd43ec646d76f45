//! Conversations in GTP.

#[path = "gtp/anything.rs"]
mod anything;
#[path = "gtp/client.rs"]
mod client;
#[path = "gtp/frame.rs"]
mod frame;
#[path = "gtp/play.rs"]
mod play;
#[path = "../fuzz/src/response.rs"]
mod response;
#[path = "gtp/words.rs"]
mod words;
