//! A client: who asks, and where the answers go.

use super::output::{Lines, Output};
use super::pool::Pool;
use emilia_analysis::internal::json::{Query, Request, error};
use std::io;
use std::net::IpAddr;
use std::sync::Arc;

/// A client of a pool. Dropped, it leaves, and what is searched for it ends.
pub(crate) struct Client {
    pool: Arc<Pool>,
    number: u64,
    output: Arc<Output>,
}

impl Client {
    /// A new client of the pool, whose answers are written to `out`. Those of one address have one share of the searches.
    pub fn join(pool: Arc<Pool>, address: Option<IpAddr>, out: impl Lines + 'static) -> Client {
        let (number, output) = pool.join(address, out);
        Client { pool, number, output }
    }

    /// Writes a line.
    pub fn reply(&self, line: &str) {
        self.fail(self.output.write(line));
    }

    /// Carries out a request. Waits while the client has too many waiting turns.
    pub fn handle(&self, request: Request) {
        match request {
            Request::Query(query) => self.add(*query),
            Request::Terminate { id, turns } => self.pool.terminate(self.number, |waiting| {
                id.as_ref().is_none_or(|id| *id == waiting.query.id)
                    && turns.as_ref().is_none_or(|turns| turns.contains(&waiting.asked.number))
            }),
            Request::ClearCache => self.pool.clear(),
        }
    }

    fn add(&self, query: Query) {
        let id = query.id.clone();
        if !self.pool.add(self.number, query) {
            self.reply(&error("a query with this id is not finished", Some("id"), Some(&id)));
        }
    }

    /// Whether it reads enough of its lines to get more.
    #[cfg(feature = "serve")]
    pub fn has_room(&self) -> bool {
        self.output.has_room()
    }

    /// Notes that it has room again.
    #[cfg(feature = "serve")]
    pub fn wake(&self) {
        self.pool.wake();
    }

    /// The turns that have no answer yet.
    pub fn unanswered(&self) -> usize {
        self.pool.unanswered(self.number)
    }

    /// Notes the end of the requests. Everything that was asked for is still answered; if the client does not wait, with what there is.
    pub fn close(&self, ends_searches: bool) {
        if ends_searches {
            self.pool.terminate(self.number, |_| true);
        }
        self.pool.close(self.number);
    }

    /// Notes an error of the output, after which nothing is searched.
    pub fn fail(&self, written: io::Result<()>) {
        self.pool.check(self.number, written);
    }

    /// Whether the output failed.
    pub fn has_failed(&self) -> bool {
        self.pool.has_failed(self.number)
    }

    /// Waits until everything is answered and no more requests come.
    pub fn finish(&self) -> io::Result<()> {
        self.pool.finish(self.number)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.pool.leave(self.number);
    }
}
