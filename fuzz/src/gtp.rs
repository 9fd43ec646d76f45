//! The Go Text Protocol.

use super::response;
use super::talk::{Talk, lines};
use emilia_cli::protocol::Gtp;

/// Sends the bytes as lines, each after the answer to the one before. Every line with a command gets exactly one response.
pub fn gtp(data: &[u8]) {
    let mut talk = Talk::new(Gtp::new());
    for line in lines(data) {
        let mut response = talk.send(&line) + &talk.wait();
        if talk.is_cut_by_lines() {
            response += &talk.on_tick();
            response += &talk.send("");
        }
        response::check(&line, &response).unwrap_or_else(|fault| panic!("{fault}"));
        if talk.is_over() {
            return;
        }
    }
}
