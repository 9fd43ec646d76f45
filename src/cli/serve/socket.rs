//! A WebSocket: each message is a line of the JSON protocol, or several.

use super::Shared;
use super::connections::Connection;
use super::conversation::{Conversation, Event};
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tungstenite::Error;
use tungstenite::error::ProtocolError;

/// The time between two pings.
const PING_EVERY: Duration = Duration::from_secs(20);
/// The same while nothing is read: only a ping that cannot be written shows then that the client has gone.
const PING_UNREAD_EVERY: Duration = Duration::from_secs(1);
/// Without anything from the client for this time the connection has ended, though nobody said so.
const SILENCE: Duration = Duration::from_secs(60);

/// For the client to end the connection after it has said that it leaves.
const CLOSING: Duration = Duration::from_secs(5);
/// For the client to read why the connection ends: what it has sent and nobody reads resets the connection.
const LAST_READ: Duration = Duration::from_secs(1);

/// Answers a client until it leaves, is silent, or the program ends.
pub(super) async fn converse(mut socket: WebSocket, shared: Arc<Shared>, connection: Arc<Connection>) {
    let mut closing = shared.closing.clone();
    let mut conversation = Conversation::new(shared, connection);
    let (mut received, mut pinged) = (Instant::now(), Instant::now());
    loop {
        let wants_lines = conversation.wants_lines();
        if !wants_lines {
            // Nothing is read, so nothing can arrive.
            received = Instant::now();
        }
        let ping_every = if wants_lines { PING_EVERY } else { PING_UNREAD_EVERY };
        tokio::select! {
            event = conversation.event() => {
                let Event::Line(answer) = event else { continue };
                let length = answer.len();
                if socket.send(Message::Text(answer.into())).await.is_err() {
                    return;
                }
                conversation.sent(length);
            }
            message = socket.recv(), if wants_lines => {
                received = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => conversation.receive(text.into()),
                    Some(Ok(Message::Binary(bytes))) => conversation.receive(bytes),
                    // Sending it waits until it is taken: who does not read is not read from.
                    Some(Ok(Message::Ping(payload))) => {
                        if socket.send(Message::Pong(payload)).await.is_err() {
                            return;
                        }
                    }
                    Some(Ok(Message::Pong(_))) => {}
                    ended => {
                        // Nobody takes the answers, so its searches end.
                        drop(conversation);
                        return end(socket, ended).await;
                    }
                }
            }
            () = sleep_until(pinged + ping_every) => {
                if received.elapsed() > SILENCE || socket.send(Message::Ping(Bytes::new())).await.is_err() {
                    return;
                }
                pinged = Instant::now();
            }
            _ = closing.changed() => {
                let reason = CloseFrame { code: close_code::AWAY, reason: "the server is shutting down".into() };
                drop(socket.send(Message::Close(Some(reason))).await);
                return;
            }
        }
    }
}

/// Ends the connection after its last message, or an error in place of one.
async fn end(mut socket: WebSocket, last: Option<Result<Message, axum::Error>>) {
    match last {
        Some(Ok(_)) => {
            // Reading on sends the answer to the client's closing message.
            drop(timeout(CLOSING, async { while let Some(Ok(_)) = socket.recv().await {} }).await);
        }
        Some(Err(error)) => {
            let Some(reason) = close_reason(error) else { return };
            if socket.send(Message::Close(Some(reason))).await.is_ok() {
                sleep(LAST_READ).await;
            }
        }
        None => {}
    }
}

/// Why the connection is closed after what is not the protocol of WebSocket, by RFC 6455; none if it has failed.
fn close_reason(error: axum::Error) -> Option<CloseFrame> {
    let error = error.into_inner().downcast::<Error>().ok()?;
    let code = match &*error {
        Error::Utf8(_) => close_code::INVALID,
        Error::Capacity(_) => close_code::SIZE,
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => return None,
        Error::Protocol(_) => close_code::PROTOCOL,
        _ => return None,
    };
    Some(CloseFrame { code, reason: error.to_string().into() })
}
