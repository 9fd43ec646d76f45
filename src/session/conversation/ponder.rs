//! Searching on the opponent's time (pondering).
//!
//! After a move of its own on its own board the session expects the reply that its search found best, and searches the position after
//! it as for a move. If the reply comes, the search continues until the session is asked for a move, and that search resumes from it;
//! after any other reply only its table entries are of use. Nothing of it is reported.

use super::search::Ponder;
use super::state::Session;
use crate::session::Bounds;
use emilia::{Game, Limits, Move, Task};

impl Session {
    /// Whether it searches on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.ponder.as_ref().is_some_and(|ponder| !ponder.task.is_stopped() && !ponder.task.has_ended())
    }

    /// Starts to search this game on the opponent's time, if there is anything to search.
    pub(super) fn begin_to_ponder(&mut self, game: &Game) {
        self.stop_pondering();
        if game.is_over() || game.must_pass() {
            return;
        }
        let limits = Limits { budget: None, ..self.limits(game, &Bounds::default()) };
        self.bring_knowledge(game);
        // If the engine cannot, nothing is lost but time.
        if let Ok(task) = self.engine().start(game, limits.clone(), None, |_| {}) {
            self.ponder = Some(Ponder { game: game.clone(), limits, task });
        }
    }

    /// Requests the end of the search. Its result stays for [`Session::pondered`].
    pub(super) fn stop_pondering(&mut self) {
        if let Some(ponder) = &self.ponder {
            ponder.task.stop();
        }
    }

    /// Whether the game is where it was expected to be.
    pub(super) fn is_as_expected(&self) -> bool {
        self.ponder.as_ref().is_some_and(|ponder| are_at_same(&self.game, &ponder.game))
    }

    /// Ends the search, and returns it if it was for this position and these limits.
    pub(super) fn pondered(&mut self, game: &Game, limits: &Limits) -> Option<Task> {
        self.stop_pondering();
        let unbound = Limits { budget: None, ..limits.clone() };
        let ponder = self.ponder.take().filter(|ponder| are_at_same(game, &ponder.game) && ponder.limits == unbound)?;
        Some(ponder.task)
    }
}

/// Whether both games have the same rules and position now.
fn are_at_same(one: &Game, other: &Game) -> bool {
    one.position().is_some() && one.position() == other.position() || one == other
}

/// The game after this reply, or where only passing is possible, after the pass.
pub(super) fn after_reply(mut game: Game, reply: Option<Move>) -> Game {
    let reply = if game.must_pass() { Some(Move::Pass) } else { reply };
    if let Some(Err(error)) = reply.map(|reply| game.play(reply)) {
        log::error!("a search expected an illegal reply: {error}");
    }
    game
}
