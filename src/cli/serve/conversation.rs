//! A client of the pool: its lines, one by one, and the answers that wait for it.

use super::Shared;
use super::connections::Connection;
use crate::cli::json::{Client, Lines, read_line};
use axum::body::Bytes;
use emilia::{Budget, Limits};
use emilia_analysis::internal::json::{Parsed, Query, Request, error};
use hyper::body::Buf as _;
use serde_json::Value;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, sleep_until};

/// The most turns of a client without an answer, before those of one more query.
const MOST_OPEN: usize = 64;
/// The most bytes of a line: any game has room in it.
const MOST_LINE: usize = 16 << 10;

/// What happens in a conversation.
pub(super) enum Event {
    /// A line for the client. [`Conversation::sent`] follows when it is on its way.
    Line(String),
    /// Everything was answered, or the next line may come.
    Changed,
}

/// The answers on their way to a client. It holds as much as is written while there is room.
struct Outbox {
    sender: UnboundedSender<Event>,
    unread: Arc<AtomicUsize>,
}

impl Lines for Outbox {
    fn write(&mut self, line: &str) -> io::Result<()> {
        self.unread.fetch_add(line.len(), Ordering::Relaxed);
        self.sender.send(Event::Line(line.to_owned())).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    fn unread(&self) -> Arc<AtomicUsize> {
        self.unread.clone()
    }

    fn settle(&mut self) {
        // If this fails, the conversation has ended.
        let _ = self.sender.send(Event::Changed);
    }
}

/// A conversation with a client.
pub(super) struct Conversation {
    client: Client,
    events: UnboundedReceiver<Event>,
    unread: Arc<AtomicUsize>,
    shared: Arc<Shared>,
    connection: Arc<Connection>,
    /// The lines that were received and wait.
    lines: Bytes,
    /// When the next line may be carried out; none before it is counted.
    due: Option<Instant>,
}

impl Conversation {
    pub(super) fn new(shared: Arc<Shared>, connection: Arc<Connection>) -> Conversation {
        let (sender, events) = unbounded_channel();
        let unread = Arc::new(AtomicUsize::new(0));
        let outbox = Outbox { sender, unread: unread.clone() };
        let client = Client::join(shared.pool.clone(), Some(connection.address), outbox);
        Conversation { client, events, unread, shared, connection, lines: Bytes::new(), due: None }
    }

    /// Whether more lines may be received.
    pub(super) fn wants_lines(&self) -> bool {
        self.lines.is_empty() && self.has_room()
    }

    /// Receives lines, which are carried out one by one as there is room.
    pub(super) fn receive(&mut self, lines: Bytes) {
        self.lines = lines;
    }

    /// Whether everything is answered, and every answer was taken.
    pub(super) fn is_done(&self) -> bool {
        self.lines.is_empty() && self.client.unanswered() == 0 && self.unread.load(Ordering::Relaxed) == 0
    }

    fn has_room(&self) -> bool {
        self.client.unanswered() < MOST_OPEN && self.client.has_room()
    }

    /// Carries out the lines that wait, and gives what happens next. It can be dropped at any time and called again.
    pub(super) async fn event(&mut self) -> Event {
        let waited = !self.lines.is_empty();
        while self.has_room() && self.is_due() {
            let end = self.lines.iter().position(|byte| *byte == b'\n');
            let line = self.lines.split_to(end.unwrap_or(self.lines.len()));
            self.lines.advance(end.map_or(0, |_| 1));
            self.apply(&line);
            // Other connections wait, too.
            tokio::task::yield_now().await;
        }
        if waited && self.lines.is_empty() {
            // Blank lines have no answer, so nothing else may follow.
            return Event::Changed;
        }
        let waits_for_rate = self.due.is_some() && self.has_room();
        tokio::select! {
            event = self.events.recv() => event.unwrap_or(Event::Changed),
            () = sleep_until(self.due.unwrap_or_else(Instant::now)), if waits_for_rate => Event::Changed,
        }
    }

    /// Whether there is a line that may be carried out now. It is counted when it is the next one.
    fn is_due(&mut self) -> bool {
        let blank = self.lines.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.lines.advance(blank);
        if self.lines.is_empty() {
            return false;
        }
        let (rates, address) = (&self.shared.rates, self.connection.address);
        let due = self.due.get_or_insert_with(|| Instant::now() + rates.count(address));
        *due <= Instant::now()
    }

    /// Counts a line of this length as sent.
    pub(super) fn sent(&self, length: usize) {
        let had_room = self.client.has_room();
        self.unread.fetch_sub(length, Ordering::Relaxed);
        if !had_room {
            self.client.wake();
        }
    }

    fn apply(&mut self, line: &[u8]) {
        self.due = None;
        let Parsed { mut replies, request } = read_line(line, line.len() > MOST_LINE, MOST_LINE, self.shared.level);
        let request = match request {
            Some(Request::ClearCache) => {
                replies = vec![refusal_to_clear(&replies)];
                None
            }
            // The moves of a certificate can take any amount of memory.
            Some(Request::Query(query)) if query.certificate.is_some() => {
                replies =
                    vec![error("certificates are made by `emilia json` only", Some("certificate"), Some(&query.id))];
                None
            }
            Some(Request::Query(query)) => Some(Request::Query(Box::new(self.limited(*query)))),
            other => other,
        };
        replies.iter().for_each(|line| self.client.reply(line));
        if let Some(request) = request {
            self.client.handle(request);
        }
    }

    /// The query with the most time that a search may take here.
    fn limited(&self, query: Query) -> Query {
        let most = self.shared.most_time;
        let budget = query.limits.budget.unwrap_or(Budget { soft: most, hard: most });
        let budget = Budget { soft: budget.soft.min(most), hard: budget.hard.min(most) };
        Query { limits: Limits { budget: Some(budget), ..query.limits }, ..query }
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        // Else later lines of the address would wait for one that is not carried out.
        if self.due.is_some() {
            self.shared.rates.take_back(self.connection.address);
        }
    }
}

/// The error in place of the echo of this action.
fn refusal_to_clear(replies: &[String]) -> String {
    let echo: Option<Value> = replies.first().and_then(|echo| serde_json::from_str(echo).ok());
    let id = echo.as_ref().and_then(|echo| echo["id"].as_str());
    error("the tables are shared with other clients", Some("action"), id)
}
