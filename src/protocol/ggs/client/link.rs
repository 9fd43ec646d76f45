//! The connection: login, keep-alive, silence, back-off.

use super::action::Action;
use super::state::{Client, Link, Offer, Phase};
use crate::protocol::ggs::{Command, Event, MatchEnd};
use std::time::Duration;

/// After this time without a line to send, an empty one keeps the connection open.
const KEEP_ALIVE: Duration = Duration::from_secs(180);
/// The server answers every line at once; without any word from it for this time after a line, the connection is dead.
const DEAD: Duration = Duration::from_secs(30);
/// The time for a login; the server allows two minutes.
const LOGIN: Duration = Duration::from_secs(60);
/// The first and the longest wait before another connection.
const BACK_OFF: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(300));
/// A connection that was open for this time was a good one.
const GOOD: Duration = Duration::from_secs(60);
/// The service of the games.
pub(super) const SERVICE: &str = "/os";

impl Client {
    /// The connection is open.
    pub fn connected(&mut self, now: Duration) -> Vec<Action> {
        self.link = Link::Up { phase: Phase::Name, since: now, sent: now, unanswered: Some(now) };
        Vec::new()
    }

    /// There is no connection any more, or it could not be opened, for this reason.
    pub fn disconnected(&mut self, now: Duration, reason: &str) -> Vec<Action> {
        if self.link == Link::Over {
            return Vec::new();
        }
        let was_good =
            matches!(self.link, Link::Up { phase: Phase::Online, since, .. } if now.saturating_sub(since) >= GOOD);
        self.failures = if was_good { 1 } else { self.failures.saturating_add(1) };
        let wait = (BACK_OFF.0 * 2u32.saturating_pow(self.failures - 1).min(1 << 16)).min(BACK_OFF.1);
        self.link = Link::Down(now + wait);
        let mut actions = vec![Action::Note(format!(
            "connection lost ({reason}); the next attempt is in {:.1} s",
            wait.as_secs_f64()
        ))];
        self.lose_service(now, &mut actions);
        actions
    }

    /// The service is out of reach or gone: it forgets what it was told, and may store the matches.
    fn lose_service(&mut self, now: Duration, actions: &mut Vec<Action>) {
        self.has_service = false;
        self.rated = None;
        self.waiting.clear();
        self.accepted.clear();
        self.own.clear();
        self.offers.iter_mut().for_each(|offer| *offer = Offer::Due(now));
        self.lose_matches(actions);
    }

    /// What is due at this time. To be called several times a second.
    pub fn tick(&mut self, now: Duration) -> Vec<Action> {
        let mut actions = Vec::new();
        self.cut.retain(|(_, until)| now < *until);
        match self.link {
            Link::Down(due) if due <= now => {
                self.link = Link::Opening;
                actions.push(Action::Connect);
            }
            Link::Up { phase, since, sent, unanswered } => {
                let is_dead = unanswered.is_some_and(|sent| now.saturating_sub(sent) >= DEAD);
                let is_slow = phase != Phase::Online && now.saturating_sub(since) >= LOGIN;
                if is_dead || is_slow {
                    actions.push(Action::Disconnect);
                    return actions;
                }
                if phase == Phase::Online {
                    if now.saturating_sub(sent) >= KEEP_ALIVE {
                        actions.push(Action::Send(Command::KeepAlive));
                    }
                    self.play_on(now, &mut actions);
                    self.set_open(&mut actions);
                    self.offer_matches(now, &mut actions);
                    self.leave_when_done(&mut actions);
                }
            }
            Link::Down(_) if self.is_leaving && self.matches.is_empty() => self.leave_when_done(&mut actions),
            Link::Down(_) | Link::Opening | Link::Over => {}
        }
        self.count_sent(now, actions)
    }

    /// Begins no match any more, and leaves when those that run are over.
    pub fn finish(&mut self, now: Duration) -> Vec<Action> {
        self.is_leaving = true;
        let mut actions = Vec::new();
        // The server may accept by a formula.
        self.set_open(&mut actions);
        actions.extend(self.own.keys().map(|id| Action::Send(Command::Cancel(*id))));
        for request in std::mem::take(&mut self.waiting).into_values() {
            self.decline(&request, &mut actions);
        }
        self.leave_when_done(&mut actions);
        self.count_sent(now, actions)
    }

    /// Leaves at once. The running games are kept as far as they are known.
    pub fn abandon(&mut self) -> Vec<Action> {
        let mut actions = Vec::new();
        while let Some((_, of)) = self.matches.pop_first() {
            self.keep_games(&of, &MatchEnd::Left { player: self.name.clone(), stored: None }, &mut actions);
        }
        self.link = Link::Over;
        actions.push(Action::Leave(Ok(())));
        actions
    }

    /// Whether the connection has been closed for good.
    pub fn is_over(&self) -> bool {
        self.link == Link::Over
    }

    /// What the server says.
    pub fn heard(&mut self, now: Duration, event: &Event) -> Vec<Action> {
        let mut actions = Vec::new();
        let Link::Up { phase, unanswered, .. } = &mut self.link else { return actions };
        *unanswered = None;
        match (*phase, event) {
            (_, Event::Disconnected(reason)) => {
                actions.push(Action::Note(reason.clone()));
                actions.push(Action::Disconnect);
            }
            (Phase::Online, _) => self.heard_online(now, event, &mut actions),
            _ => self.log_in(now, event, &mut actions),
        }
        self.count_sent(now, actions)
    }

    fn log_in(&mut self, now: Duration, event: &Event, actions: &mut Vec<Action>) {
        let Link::Up { phase, since, .. } = &mut self.link else { return };
        match (*phase, event) {
            (Phase::Name, Event::LoginAsked) => {
                *phase = Phase::Password;
                actions.push(Action::Send(Command::Name(self.name.clone())));
            }
            (Phase::Password, Event::PasswordAsked) => {
                *phase = Phase::Admission;
                actions.push(Action::Send(Command::Password));
            }
            (Phase::Admission, Event::Ready { .. }) => {
                (*phase, *since) = (Phase::Online, now);
                (self.was_admitted, self.has_service) = (true, true);
                self.send_settings(now, actions);
            }
            (Phase::Password | Phase::Admission, Event::LoginRefused(reason)) => {
                // After an admission the name and the password are right: the server has another reason.
                if self.was_admitted {
                    actions.push(Action::Note(format!("login refused: {reason}")));
                    actions.push(Action::Disconnect);
                } else {
                    self.link = Link::Over;
                    actions.push(Action::Leave(Err(format!("login refused: {reason}"))));
                }
            }
            (Phase::Password | Phase::Admission, Event::LoginAsked) => actions.push(Action::Disconnect),
            (_, Event::Refused(reason)) => actions.push(Action::Note(format!("refused: {reason}"))),
            _ => {}
        }
    }

    /// What follows the admission: settings, formulas, stored games, games that the server may have kept running.
    fn send_settings(&mut self, now: Duration, actions: &mut Vec<Action>) {
        actions.push(Action::Note(format!("logged in as {}", self.name)));
        self.send_variables(actions);
        let notices = std::iter::once(SERVICE).chain(self.stored.values().map(|(opponent, _)| opponent.as_str()));
        actions.extend(notices.map(|name| Action::Send(Command::Notify(name.to_owned()))));
        actions.extend(self.config.tournaments.iter().map(|id| Action::Send(Command::Tournament(id.clone()))));
        self.ask_for_state(now, actions);
    }

    /// Asks the service for the matches that may still run, and for the stored games.
    fn ask_for_state(&mut self, now: Duration, actions: &mut Vec<Action>) {
        for (id, of) in &mut self.matches {
            (of.asked, of.is_lost) = (Some(now), Some(now));
            actions.push(Action::Send(Command::Moves(Some(*id))));
        }
        self.games.values_mut().for_each(|game| game.asked = Some(now));
        // A match of a tournament may have begun while nobody listened.
        self.is_looking = self.matches.is_empty();
        if self.is_looking {
            actions.push(Action::Send(Command::Moves(None)));
        }
        if self.config.resumes {
            actions.push(Action::Send(Command::Stored));
        }
    }

    fn send_variables(&mut self, actions: &mut Vec<Action>) {
        self.rated = Some(self.config.asks_rated());
        self.opened = self.most_matches();
        let variables = [
            ("vt100", false),
            ("client", false),
            ("trust", true),
            ("rated", self.config.asks_rated()),
            ("request", true),
        ];
        let mut commands = vec![Command::Quiet];
        commands.extend(variables.map(|(name, is_on)| Command::Set(name, is_on)));
        commands.push(Command::Open(self.opened));
        commands.extend(self.config.formulas.iter().map(|(accepts, text)| Command::Formula(*accepts, text.clone())));
        actions.extend(commands.into_iter().map(Action::Send));
    }

    /// Tells the server how many matches at once there may be, if that has changed.
    fn set_open(&mut self, actions: &mut Vec<Action>) {
        let open = self.most_matches();
        if self.has_service && self.opened != open {
            self.opened = open;
            actions.push(Action::Send(Command::Open(open)));
        }
    }

    /// The service of the games goes or is there, which is also reported after a login.
    pub(super) fn notice_service(&mut self, now: Duration, is_there: bool, actions: &mut Vec<Action>) {
        if !is_there {
            if self.has_service {
                actions.push(Action::Note(format!("the service {SERVICE} is gone")));
                self.lose_service(now, actions);
            }
            return;
        }
        self.send_variables(actions);
        if !self.has_service {
            actions.push(Action::Note(format!("the service {SERVICE} is back")));
            self.has_service = true;
            self.ask_for_state(now, actions);
        }
    }

    fn heard_online(&mut self, now: Duration, event: &Event, actions: &mut Vec<Action>) {
        match event {
            Event::Noticed { name, is_there } if name == SERVICE => self.notice_service(now, *is_there, actions),
            Event::Noticed { name, is_there } => self.notice_player(now, name, *is_there),
            Event::Requested(request) => self.consider(now, request, actions),
            Event::Withdrawn(id) => self.withdraw(now, *id),
            Event::MatchStarted(line) => self.begin_match(now, line, actions),
            Event::MatchEnded(line, end) => self.end_match(now, line, end, actions),
            Event::Board(report) => self.take_report(now, report, actions),
            Event::Damaged(id) => self.ask_for_moves(now, *id, actions),
            Event::GameEnded { id, first, end } => self.end_game(*id, first, end),
            Event::Rated(id, ratings) => self.note_ratings(*id, ratings),
            Event::TimedOut { id, player, is_final } => self.note_timeout(*id, player, *is_final, actions),
            Event::MoveRefused { id, reason } => self.move_refused(now, *id, reason, actions),
            Event::Asked { id, what } => {
                actions.push(Action::Note(format!("{id}: the opponent asks: {what}; not answered")))
            }
            Event::Stored(games) => self.note_stored(now, games, actions),
            Event::Refused(reason) => self.refused(now, reason, actions),
            Event::Told(sender, text) => actions.push(Action::Note(format!("{sender}: {text}"))),
            Event::Ready { is_alert: true } => {}
            Event::Ready { .. }
            | Event::LoginAsked
            | Event::PasswordAsked
            | Event::LoginRefused(_)
            | Event::Disconnected(_) => {}
        }
        self.play_on(now, actions);
    }

    fn leave_when_done(&mut self, actions: &mut Vec<Action>) {
        let is_done = self.limit.is_some_and(|limit| self.finished >= limit) || self.is_leaving;
        if is_done && self.matches.is_empty() && self.cut.is_empty() && self.link != Link::Over {
            if self.is_online() {
                actions.push(Action::Send(Command::Quit));
            }
            self.link = Link::Over;
            actions.push(Action::Leave(Ok(())));
        }
    }

    /// Notes when the last line was sent.
    pub(super) fn count_sent(&mut self, now: Duration, actions: Vec<Action>) -> Vec<Action> {
        if actions.iter().any(|action| matches!(action, Action::Send(_)))
            && let Link::Up { sent, unanswered, .. } = &mut self.link
        {
            *sent = now;
            unanswered.get_or_insert(now);
        }
        actions
    }
}
