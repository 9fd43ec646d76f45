//! Playing: searches, moves, and reports that do not come.

use super::action::{Action, Found, Task};
use super::live::{LiveGame, Sent};
use super::state::Client;
use crate::protocol::ggs::{Command, GameId, Id};
use emilia::game::{Game, Move};
use std::time::Duration;

/// The time between two requests for all moves of a game.
const ASK_AGAIN: Duration = Duration::from_secs(2);
/// A move that is not reported within this time was lost, or its report was.
const LOST: Duration = Duration::from_secs(5);
/// A search is told to end when this and twice the delay of the connection are left on the clock.
const LAST_MOMENT: Duration = Duration::from_millis(300);

impl Client {
    /// A search has found a move. One that comes too late is ignored.
    pub fn found(&mut self, now: Duration, found: &Found) -> Vec<Action> {
        let mut actions = Vec::new();
        let Some(game) = self.games.get(&found.id) else { return actions };
        if game.searched == Some(found.ply)
            && game.count() == found.ply
            && game.is_due()
            && game.game.is_legal(found.mv)
        {
            self.send_move(now, found.id, found.mv, found.eval, &mut actions);
        }
        self.count_sent(now, actions)
    }

    /// Sends a move with the time since its position came.
    pub(super) fn send_move(
        &mut self,
        now: Duration,
        id: GameId,
        mv: Move,
        eval: Option<f32>,
        actions: &mut Vec<Action>,
    ) {
        let Some(game) = self.games.get_mut(&id) else { return };
        // The players bid with the value, so that there must be one.
        let eval = eval.or(game.is_bidding().then_some(0.0));
        game.sent = Some(Sent { ply: game.count(), at: now, mv, eval });
        game.searched = None;
        let seconds = now.saturating_sub(game.came).as_secs_f64();
        actions.push(Action::Send(Command::Play { id, mv, eval, seconds }));
    }

    /// Starts the searches that are due, passes where only that is possible, ends searches at the last moment, and asks for reports
    /// that are missing.
    pub(super) fn play_on(&mut self, now: Duration, actions: &mut Vec<Action>) {
        if !self.has_service {
            return;
        }
        let ids: Vec<GameId> = self.games.keys().copied().collect();
        for id in ids {
            let Some(game) = self.games.get_mut(&id) else { continue };
            let is_lost = game.sent.as_ref().is_some_and(|sent| now.saturating_sub(sent.at) >= LOST);
            if is_lost && game.sent.as_ref().is_some_and(|sent| sent.ply == game.count()) {
                // Asked for until the server says whether it has the move.
                self.ask_again(now, Some(id.of), actions);
                continue;
            }
            if game.refused.take_if(|at| now.saturating_sub(*at) >= LOST).is_some() {
                game.searched = None;
            }
            if game.has_gap {
                self.ask_again(now, Some(id.of), actions);
                continue;
            }
            if !game.is_due() {
                continue;
            }
            if game.searched == Some(game.count()) {
                let moment = LAST_MOMENT + 2 * self.lag.expected();
                if !game.is_hurried && game.left(&self.name, now) <= moment {
                    game.is_hurried = true;
                    actions.push(Action::Hurry(id));
                }
                continue;
            }
            game.searched = Some(game.count());
            if game.game.must_pass() {
                self.send_move(now, id, Move::Pass, None, actions);
                continue;
            }
            let task = self.task(now, id);
            actions.extend(task.map(|task| Action::Search(Box::new(task))));
        }
        self.ask_for_games(now, actions);
        self.drop_lost(now, None, actions);
    }

    /// The search of a game in which the client is to move.
    pub fn task(&self, now: Duration, id: GameId) -> Option<Task> {
        let game = self.games.get(&id)?;
        let clock = &game.own_line(&self.name).clock;
        Some(Task {
            id,
            ply: game.count(),
            game: Game::clone(&game.game),
            left: game.left(&self.name, now),
            income: clock.income(),
            stones: clock.stones(),
            lag: self.lag.expected(),
        })
    }

    /// Asks for all moves of a game, or of all games. If that was done a moment ago, it is done later.
    pub(super) fn ask_for_moves(&mut self, now: Duration, id: Option<GameId>, actions: &mut Vec<Action>) {
        let is_meant = |game: &LiveGame| id.is_none_or(|id| id.of == game.id.of);
        self.games.values_mut().filter(|game| is_meant(game)).for_each(|game| game.has_gap = true);
        if let Some(id) = id.filter(|id| !self.games.contains_key(id))
            && let Some(of) = self.matches.get_mut(&id.of)
        {
            of.unread.get_or_insert(now);
        }
        self.ask_again(now, id.map(|id| id.of), actions);
    }

    /// Asks for the games of a match, or of all matches, unless that was done a moment ago.
    pub(super) fn ask_again(&mut self, now: Duration, id: Option<Id>, actions: &mut Vec<Action>) {
        let is_fresh = |at: Duration| now.saturating_sub(at) < ASK_AGAIN;
        for (of, running) in &mut self.matches {
            if id.is_some_and(|id| id != *of) || running.asked.is_some_and(is_fresh) {
                continue;
            }
            running.asked = Some(now);
            self.games.values_mut().filter(|game| game.id.of == *of).for_each(|game| game.asked = Some(now));
            actions.push(Action::Send(Command::Moves(Some(*of))));
        }
    }

    /// A move was refused: what the client believes is wrong, or the move had already arrived. The whole game tells.
    pub(super) fn move_refused(&mut self, now: Duration, id: Option<GameId>, reason: &str, actions: &mut Vec<Action>) {
        let name = id.map_or_else(String::new, |id| format!("{id}: "));
        actions.push(Action::Note(format!("{name}move refused: {reason}")));
        if let Some(game) = id.and_then(|id| self.games.get_mut(&id))
            && let Some(sent) = game.sent.take()
        {
            game.refused = (sent.ply == game.count()).then_some(now);
        }
        self.ask_for_moves(now, id, actions);
    }
}
