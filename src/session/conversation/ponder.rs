//! Thinking on the opponent's time.
//!
//! After a move of its own on its own board the session expects the reply that its search found best, and thinks about the
//! position after it as it would if it were asked to move there. If the reply comes, the search goes on until the session is
//! asked, and the answer begins where it stood; after any other one, only what it left in the table is of use. Nobody hears of it.

use super::Session;
use crate::board::Position;
use crate::game::{Game, Move};
use crate::search::{Limits, Stop};
use crate::session::worker::{Found, Task, look};
use std::sync::{Arc, Mutex};

/// A search that nobody asked for. It is kept when it has ended, for it may be asked for yet.
pub(super) struct Ponder {
    root: Position,
    limits: Limits,
    stop: Stop,
    found: Arc<Mutex<Found>>,
}

impl Session {
    /// Whether it thinks on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.ponder.as_ref().is_some_and(|ponder| !ponder.stop.is_requested() && look(&ponder.found).took.is_none())
    }

    /// Begins to think about this game, if there is anything to think about.
    pub(super) fn begin_to_ponder(&mut self, game: &Game) {
        self.stop_pondering();
        let Some(root) = game.position().filter(|root| !root.moves().is_empty()) else { return };
        let limits = Limits { budget: None, ..self.limits(game, root) };
        let job = self.job(Task::Think { root, limits: limits.clone(), earlier: None });
        let (stop, found) = (job.stop.clone(), Arc::clone(&job.found));
        // Without a worker there is nothing to be had.
        if self.jobs.as_ref().is_some_and(|jobs| jobs.send(job).is_ok()) {
            self.ponder = Some(Ponder { root, limits, stop, found });
        }
    }

    /// Ends the thinking at once, whatever is found by then.
    pub(super) fn stop_pondering(&mut self) {
        if let Some(ponder) = &self.ponder {
            ponder.stop.request();
        }
    }

    /// Whether the game stands where it was expected to.
    pub(super) fn is_as_expected(&self) -> bool {
        self.ponder.as_ref().is_some_and(|ponder| self.game.position() == Some(ponder.root))
    }

    /// Ends the thinking, and gives what it found if it was about this search.
    pub(super) fn pondered(&mut self, root: Position, limits: &Limits) -> Option<Arc<Mutex<Found>>> {
        self.stop_pondering();
        let unbound = Limits { budget: None, ..limits.clone() };
        let ponder = self.ponder.take().filter(|ponder| ponder.root == root && ponder.limits == unbound)?;
        Some(ponder.found)
    }
}

/// The game as it will stand after this reply, or where only passing is possible, after the pass.
pub(super) fn after_reply(mut game: Game, reply: Option<Move>) -> Game {
    let reply = if game.must_pass() { Some(Move::Pass) } else { reply };
    if let Some(Err(error)) = reply.map(|reply| game.play(reply)) {
        log::error!("a search expected an illegal reply: {error}");
    }
    game
}
