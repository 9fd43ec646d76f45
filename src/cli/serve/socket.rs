//! A WebSocket: each message is a line of the JSON protocol, or several.

use super::shared::Shared;
use super::talk::{Event, Talk};
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

/// The time between two pings.
const PING_EVERY: Duration = Duration::from_secs(20);
/// Without anything from the client for this time the connection has ended, though nobody said so.
const SILENCE: Duration = Duration::from_secs(60);

/// Answers a client until it leaves, is silent, or the program ends.
pub(super) async fn converse(mut socket: WebSocket, shared: Arc<Shared>, address: IpAddr) {
    let mut closing = shared.closing.clone();
    let mut talk = Talk::new(shared, address);
    let mut pings = interval(PING_EVERY);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut heard, mut next) = (Instant::now(), Instant::now());
    loop {
        let (has_room, now) = (talk.has_room(), Instant::now());
        if !has_room || next > now {
            // Nothing is read, so nothing can be heard.
            heard = now;
        }
        tokio::select! {
            event = talk.event() => {
                let answer = match event {
                    Some(Event::Line(answer)) => answer,
                    Some(Event::Settled) => continue,
                    None => return,
                };
                if socket.send(Message::Text(answer.into())).await.is_err() {
                    return;
                }
                talk.sent();
            }
            message = socket.recv(), if has_room && next <= now => {
                heard = Instant::now();
                let wait = match message {
                    Some(Ok(Message::Text(text))) => take(&talk, text.as_bytes()),
                    Some(Ok(Message::Binary(bytes))) => take(&talk, &bytes),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => Duration::ZERO,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                };
                next = heard + wait;
            }
            () = sleep_until(next), if has_room && next > now => {}
            _ = pings.tick() => {
                if heard.elapsed() > SILENCE || socket.send(Message::Ping(Default::default())).await.is_err() {
                    return;
                }
            }
            _ = closing.changed() => {
                let reason = CloseFrame { code: close_code::AWAY, reason: "the server ends".into() };
                drop(socket.send(Message::Close(Some(reason))).await);
                return;
            }
        }
    }
}

/// Carries out the lines of a message.
fn take(talk: &Talk, message: &[u8]) -> Duration {
    message.split(|byte| *byte == b'\n').map(|line| talk.take(line)).max().unwrap_or_default()
}
