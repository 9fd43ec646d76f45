//! The paths of the server.

use super::guard::Refusal;
use super::shared::Shared;
use super::socket::converse;
use super::talk::{Event, Talk};
use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{State, WebSocketUpgrade};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::{Sender, channel};
use tokio::time::timeout;
use tokio_stream::wrappers::ReceiverStream;

/// The most bytes of a body, and of a message of a WebSocket.
pub(super) const MOST_BODY: usize = 1 << 20;
/// For a body to come.
const BODY_TIME: Duration = Duration::from_secs(30);
/// Answers of a request that wait for the connection.
const BUFFERED: usize = 16;
/// The protocol that a WebSocket is told it speaks.
const PROTOCOL: &str = "emilia";

/// A request on its way: what all share, and where it comes from.
#[derive(Clone)]
struct Desk {
    shared: Arc<Shared>,
    address: IpAddr,
}

impl Desk {
    /// Refuses who may not ask, or asks too often.
    fn refusal(&self, headers: &HeaderMap) -> Option<Response> {
        let wait = self.shared.rates.count(self.address);
        if !wait.is_zero() {
            let seconds = wait.as_secs() + 1;
            return Some(
                (StatusCode::TOO_MANY_REQUESTS, [(RETRY_AFTER, seconds)], "too many queries\n").into_response(),
            );
        }
        self.shared.guard.check(headers).err().map(refusal)
    }
}

fn refusal(refusal: Refusal) -> Response {
    match refusal {
        Refusal::Token => {
            let text = "a token is needed: Authorization: Bearer TOKEN\n";
            (StatusCode::UNAUTHORIZED, [(WWW_AUTHENTICATE, "Bearer")], text).into_response()
        }
        Refusal::Site => (StatusCode::FORBIDDEN, "not for the page of another site\n").into_response(),
    }
}

/// The paths, for a connection from this address.
pub(super) fn routes(shared: Arc<Shared>, address: IpAddr) -> Router {
    let desk = Desk { shared, address };
    Router::new().route("/", get(page)).route("/analyze", post(analyze)).route("/ws", get(socket)).with_state(desk)
}

async fn page(State(desk): State<Desk>, headers: HeaderMap) -> Response {
    match desk.shared.guard.check_site(&headers) {
        Ok(()) => ([(CACHE_CONTROL, "no-cache")], Html(desk.shared.page.clone())).into_response(),
        Err(reason) => refusal(reason),
    }
}

/// Lines of the JSON protocol in, its lines out.
async fn analyze(State(desk): State<Desk>, headers: HeaderMap, body: Body) -> Response {
    if let Some(response) = desk.refusal(&headers) {
        return response;
    }
    let lines = match timeout(BODY_TIME, to_bytes(body, MOST_BODY)).await {
        Ok(Ok(lines)) => lines,
        Ok(Err(_)) => return (StatusCode::PAYLOAD_TOO_LARGE, "a body has 1 MiB at most\n").into_response(),
        Err(_) => return StatusCode::REQUEST_TIMEOUT.into_response(),
    };
    let (sender, answers) = channel(BUFFERED);
    tokio::spawn(answer(Talk::new(desk.shared, desk.address), lines, sender));
    ([(CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(ReceiverStream::new(answers))).into_response()
}

/// Answers all lines, as long as the connection takes the answers.
async fn answer(mut talk: Talk, lines: Bytes, sender: Sender<Result<Bytes, Infallible>>) {
    let mut rest = &lines[..];
    loop {
        while talk.has_room() && !rest.is_empty() {
            let (line, after) = rest.split_at(rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()));
            rest = after.get(1..).unwrap_or_default();
            let wait = talk.take(line);
            tokio::time::sleep(wait).await;
        }
        if rest.is_empty() && talk.is_done() {
            return;
        }
        let event = tokio::select! {
            event = talk.event() => event,
            () = sender.closed() => None,
        };
        let answer = match event {
            Some(Event::Line(answer)) => answer,
            Some(Event::Settled) => continue,
            None => return,
        };
        if sender.send(Ok(Bytes::from(answer + "\n"))).await.is_err() {
            return;
        }
        talk.sent();
    }
}

async fn socket(State(desk): State<Desk>, headers: HeaderMap, upgrade: WebSocketUpgrade) -> Response {
    if let Some(response) = desk.refusal(&headers) {
        return response;
    }
    let upgrade = upgrade.protocols([PROTOCOL]).max_message_size(MOST_BODY).max_frame_size(MOST_BODY);
    upgrade.on_upgrade(move |socket| converse(socket, desk.shared, desk.address))
}
