//! A client of the pool: its lines, one by one, and the answers that wait for it.

use super::shared::Shared;
use crate::cli::json::{Client, Lines, MOST_LINE, read_line};
use crate::protocol::json::{Parsed, Query, Request, error};
use crate::search::{Budget, Limits};
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// The most turns of a client without an answer, together with the answers that it has not read.
const MOST_OPEN: usize = 256;
/// The most answers during searches that wait for a client to read them.
const MOST_REPORTS: usize = 16;

/// What happens in the pool.
pub(super) enum Event {
    /// A line for the client. [`Talk::sent`] follows when it is on its way.
    Line(String),
    /// Everything was answered.
    Settled,
}

/// The answers on their way to a client.
struct Outbox {
    sender: UnboundedSender<Event>,
    unsent: Arc<AtomicUsize>,
}

impl Lines for Outbox {
    fn write(&mut self, line: &str) -> io::Result<()> {
        self.unsent.fetch_add(1, Ordering::Relaxed);
        self.sender.send(Event::Line(line.to_owned())).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    fn has_room(&self) -> bool {
        self.unsent.load(Ordering::Relaxed) < MOST_REPORTS
    }

    fn settle(&mut self) {
        // If this fails, the conversation has ended.
        let _ = self.sender.send(Event::Settled);
    }
}

/// A conversation with a client.
pub(super) struct Talk {
    client: Client,
    events: UnboundedReceiver<Event>,
    unsent: Arc<AtomicUsize>,
    shared: Arc<Shared>,
    address: IpAddr,
}

impl Talk {
    pub(super) fn new(shared: Arc<Shared>, address: IpAddr) -> Talk {
        let (sender, events) = unbounded_channel();
        let unsent = Arc::new(AtomicUsize::new(0));
        let client = Client::join(shared.pool.clone(), Outbox { sender, unsent: unsent.clone() });
        Talk { client, events, unsent, shared, address }
    }

    /// Whether the next line may come.
    pub(super) fn has_room(&self) -> bool {
        self.client.unanswered() + self.unsent.load(Ordering::Relaxed) < MOST_OPEN
    }

    /// Whether everything is answered, and every answer was taken.
    pub(super) fn is_done(&self) -> bool {
        self.client.unanswered() == 0 && self.unsent.load(Ordering::Relaxed) == 0
    }

    /// What happens next.
    pub(super) async fn event(&mut self) -> Option<Event> {
        self.events.recv().await
    }

    /// Counts a line as sent.
    pub(super) fn sent(&self) {
        self.unsent.fetch_sub(1, Ordering::Relaxed);
    }

    /// Carries out a line; returns how long the next one must wait.
    pub(super) fn take(&self, line: &[u8]) -> Duration {
        let Parsed { mut says, request } = read_line(line, line.len() > MOST_LINE, self.shared.level);
        let request = match request {
            Some(Request::ClearCache) => {
                says = vec![error("the tables are shared with other clients", Some("action"), None)];
                None
            }
            Some(Request::Query(query)) => Some(Request::Query(Box::new(self.limited(*query)))),
            other => other,
        };
        says.iter().for_each(|line| self.client.say(line));
        if let Some(request) = request {
            self.client.obey(request);
        }
        self.shared.rates.count(self.address)
    }

    /// The query with the most time that a search may take here.
    fn limited(&self, query: Query) -> Query {
        let most = self.shared.most_time;
        let budget = query.limits.budget.unwrap_or(Budget { soft: most, hard: most });
        let budget = Budget { soft: budget.soft.min(most), hard: budget.hard.min(most) };
        Query { limits: Limits { budget: Some(budget), ..query.limits }, ..query }
    }
}
