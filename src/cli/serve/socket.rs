//! A WebSocket: each message is a line of the JSON protocol, or several.

use super::connections::Connection;
use super::conversation::{Conversation, Event};
use super::shared::Shared;
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

/// The time between two pings.
const PING_EVERY: Duration = Duration::from_secs(20);
/// Without anything from the client for this time the connection has ended, though nobody said so.
const SILENCE: Duration = Duration::from_secs(60);

/// For the client to end the connection after it has said that it leaves.
const FAREWELL: Duration = Duration::from_secs(5);

/// Answers a client until it leaves, is silent, or the program ends.
pub(super) async fn converse(mut socket: WebSocket, shared: Arc<Shared>, connection: Arc<Connection>) {
    let mut closing = shared.closing.clone();
    let mut conversation = Conversation::new(shared, connection);
    let mut pings = interval(PING_EVERY);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    loop {
        let wants_lines = conversation.wants_lines();
        if !wants_lines {
            // Nothing is read, so nothing can be heard.
            heard = Instant::now();
        }
        tokio::select! {
            event = conversation.event() => {
                let Event::Line(answer) = event else { continue };
                if socket.send(Message::Text(answer.into())).await.is_err() {
                    return;
                }
                conversation.sent();
            }
            message = socket.recv(), if wants_lines => {
                heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => conversation.receive(text.into()),
                    Some(Ok(Message::Binary(bytes))) => conversation.receive(bytes),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_))) => {
                        // Reading on sends the answer to it.
                        drop(timeout(FAREWELL, async { while let Some(Ok(_)) = socket.recv().await {} }).await);
                        return;
                    }
                    Some(Err(_)) | None => return,
                }
            }
            _ = pings.tick() => {
                if heard.elapsed() > SILENCE || socket.send(Message::Ping(Bytes::new())).await.is_err() {
                    return;
                }
            }
            _ = closing.changed() => {
                let reason = CloseFrame { code: close_code::AWAY, reason: "the server is shutting down".into() };
                drop(socket.send(Message::Close(Some(reason))).await);
                return;
            }
        }
    }
}
