//! The paths of the server.

use super::Shared;
use super::connections::Connection;
use super::conversation::{Conversation, Event};
use super::files;
use super::guard::Refusal;
use super::socket::converse;
use axum::Router;
use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{DefaultBodyLimit, FromRequest as _, Path, Request, State, WebSocketUpgrade};
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER, SEC_WEBSOCKET_VERSION, UPGRADE, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::{Sender, channel};
use tokio::time::timeout;
use tokio_stream::wrappers::ReceiverStream;

/// The most bytes of a body, and of a message of a WebSocket.
const MOST_BODY: usize = 256 << 10;
/// For a body to come.
const BODY_TIME: Duration = Duration::from_secs(30);
/// Answers of a request that wait for the connection.
const BUFFERED: usize = 1;
/// The most bytes of a WebSocket that wait for its client to read them: more than those of an answer.
const MOST_UNREAD: usize = 128 << 10;
/// What a WebSocket reads or writes at once.
const BLOCK: usize = 16 << 10;
/// The protocol that a WebSocket is told it speaks.
const PROTOCOL: &str = "emilia";

/// What a request is answered with: what all share, and the connection that it came by.
#[derive(Clone)]
struct Context {
    shared: Arc<Shared>,
    connection: Arc<Connection>,
}

impl Context {
    /// Refuses who may not ask, or asks too often.
    fn refusal(&self, headers: &HeaderMap) -> Option<Response> {
        if let Err(reason) = self.shared.guard.check(headers) {
            return Some(refusal(reason));
        }
        let wait = self.shared.rates.wait(self.connection.address);
        if wait.is_zero() {
            return None;
        }
        let seconds = wait.as_secs() + 1;
        Some((StatusCode::TOO_MANY_REQUESTS, [(RETRY_AFTER, seconds)], "too many queries\n").into_response())
    }
}

fn refusal(refusal: Refusal) -> Response {
    match refusal {
        Refusal::Token => {
            let text = "a token is needed: Authorization: Bearer TOKEN\n";
            (StatusCode::UNAUTHORIZED, [(WWW_AUTHENTICATE, "Bearer")], text).into_response()
        }
        Refusal::Site => {
            (StatusCode::FORBIDDEN, "not for pages of other sites, and not under this host name; see --name\n")
                .into_response()
        }
        Refusal::Host => (StatusCode::BAD_REQUEST, "expected one Host header\n").into_response(),
    }
}

/// The paths, for this connection.
pub(super) fn routes(shared: Arc<Shared>, connection: Arc<Connection>) -> Router {
    let context = Context { shared, connection };
    let paths = Router::new().route("/", get(page)).route("/{file}", get(file));
    let paths = paths.route("/analyze", post(analyze)).route("/ws", get(socket));
    paths.layer(DefaultBodyLimit::max(MOST_BODY)).with_state(context)
}

async fn page(State(context): State<Context>, headers: HeaderMap) -> Response {
    match context.shared.guard.check_site(&headers) {
        Ok(()) => files::page(&context.shared.page),
        Err(reason) => refusal(reason),
    }
}

async fn file(State(context): State<Context>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    match context.shared.guard.check_site(&headers) {
        Ok(()) => files::file(&name),
        Err(reason) => refusal(reason),
    }
}

/// Lines of the JSON protocol in, its lines out.
async fn analyze(State(context): State<Context>, request: Request) -> Response {
    if let Some(response) = context.refusal(request.headers()) {
        return response;
    }
    // A client that says so first need not send it.
    if request.body().size_hint().lower() > MOST_BODY as u64 {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    }
    let lines = match timeout(BODY_TIME, Bytes::from_request(request, &())).await {
        Ok(Ok(lines)) => lines,
        Ok(Err(rejection)) => return rejection.into_response(),
        Err(_) => return StatusCode::REQUEST_TIMEOUT.into_response(),
    };
    let (sender, answers) = channel(BUFFERED);
    let mut conversation = Conversation::new(context.shared, context.connection);
    conversation.receive(lines);
    tokio::spawn(answer(conversation, sender));
    ([(CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(ReceiverStream::new(answers))).into_response()
}

/// Answers all lines, as long as the connection takes the answers.
async fn answer(mut conversation: Conversation, sender: Sender<Result<Bytes, Infallible>>) {
    while !conversation.is_done() {
        let event = tokio::select! {
            event = conversation.event() => event,
            () = sender.closed() => return,
        };
        let Event::Line(answer) = event else { continue };
        let length = answer.len();
        if sender.send(Ok(Bytes::from(answer + "\n"))).await.is_err() {
            return;
        }
        conversation.sent(length);
    }
}

async fn socket(
    State(context): State<Context>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    if let Some(response) = context.refusal(&headers) {
        return response;
    }
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(WebSocketUpgradeRejection::InvalidWebSocketVersionHeader(_)) => {
            let wanted = [(UPGRADE, "websocket"), (SEC_WEBSOCKET_VERSION, "13")];
            return (StatusCode::UPGRADE_REQUIRED, wanted, "expected version 13 of WebSocket\n").into_response();
        }
        Err(rejection) => return rejection.into_response(),
    };
    let upgrade = upgrade.protocols([PROTOCOL]).max_message_size(MOST_BODY).max_frame_size(MOST_BODY);
    let upgrade = upgrade.read_buffer_size(BLOCK).write_buffer_size(BLOCK).max_write_buffer_size(MOST_UNREAD);
    upgrade.on_upgrade(move |socket| converse(socket, context.shared, context.connection))
}
