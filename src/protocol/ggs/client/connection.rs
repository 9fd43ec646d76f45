//! The connection: login, settings, keep-alive, silence, back-off.

use super::{Action, Client};
use crate::protocol::ggs::Event;
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

/// The connection.
#[derive(Default, Debug)]
pub(super) struct Connection {
    phase: Phase,
    /// When the connection was opened, or the login succeeded; without a connection, when the next one is due.
    since: Duration,
    /// When the last line was sent.
    sent: Duration,
    /// When a line was sent that nothing was received after.
    unanswered: Option<Duration>,
    /// Connections that failed in a row.
    pub(super) failures: u32,
    /// Whether the server ever accepted the password.
    was_admitted: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Phase {
    /// There is no connection.
    #[default]
    Down,
    /// It is being opened.
    Opening,
    /// The server asks for the name.
    Name,
    /// The name is sent.
    Password,
    /// The password is sent.
    Admission,
    /// The client is logged in, and its settings are sent.
    Online,
    /// The work is done.
    Over,
}

impl Client {
    /// The connection is open.
    pub fn connected(&mut self, now: Duration) {
        let connection = &mut self.connection;
        (connection.phase, connection.since, connection.unanswered) = (Phase::Name, now, Some(now));
    }

    /// There is no connection any more, or it could not be opened, for this reason.
    pub fn disconnected(&mut self, now: Duration, reason: &str) -> Vec<Action> {
        self.now = now;
        let connection = &mut self.connection;
        if connection.phase == Phase::Over {
            return Vec::new();
        }
        let was_good = connection.phase == Phase::Online && now.saturating_sub(connection.since) >= GOOD;
        connection.failures = if was_good { 1 } else { connection.failures.saturating_add(1) };
        let wait = (BACK_OFF.0 * 2u32.saturating_pow(connection.failures - 1).min(1 << 16)).min(BACK_OFF.1);
        (connection.phase, connection.since) = (Phase::Down, now + wait);
        self.note(format!("connection lost ({reason}); the next attempt is in {:.1} s", wait.as_secs_f64()));
        self.lose_service();
        self.take_actions()
    }

    /// Does what is due at this time. To be called several times a second.
    pub fn tick(&mut self, now: Duration) -> Vec<Action> {
        self.now = now;
        self.cut.retain(|(_, until)| now < *until);
        let Connection { phase, since, sent, unanswered, .. } = self.connection;
        let is_dead = unanswered.is_some_and(|sent| now.saturating_sub(sent) >= DEAD);
        match phase {
            Phase::Down if now < since => self.leave_when_done(),
            Phase::Down => {
                self.connection.phase = Phase::Opening;
                self.actions.push(Action::Connect);
            }
            Phase::Opening | Phase::Over => {}
            Phase::Online if !is_dead => {
                if now.saturating_sub(sent) >= KEEP_ALIVE {
                    self.send(String::new());
                }
                self.play();
                self.set_open();
                self.offer_matches();
                self.leave_when_done();
            }
            _ if is_dead || now.saturating_sub(since) >= LOGIN => self.actions.push(Action::Disconnect),
            _ => {}
        }
        self.take_actions()
    }

    /// Handles what the server sends.
    pub fn handle(&mut self, now: Duration, event: &Event) -> Vec<Action> {
        self.now = now;
        self.connection.unanswered = None;
        match (self.connection.phase, event) {
            (Phase::Down | Phase::Opening | Phase::Over, _) => {}
            (_, Event::Disconnected(reason)) => {
                self.note(reason.clone());
                self.actions.push(Action::Disconnect);
            }
            (Phase::Online, _) => {
                self.handle_online(event);
                self.play();
            }
            (phase, _) => self.log_in(phase, event),
        }
        self.take_actions()
    }

    /// Whether the client has left.
    pub fn is_over(&self) -> bool {
        self.connection.phase == Phase::Over
    }

    fn log_in(&mut self, phase: Phase, event: &Event) {
        match (phase, event) {
            (Phase::Name, Event::LoginAsked) => {
                self.connection.phase = Phase::Password;
                self.send(self.name.clone());
            }
            (Phase::Password, Event::PasswordAsked) => {
                self.connection.phase = Phase::Admission;
                self.actions.push(Action::SendPassword);
            }
            (Phase::Admission, Event::Ready) => {
                (self.connection.phase, self.connection.since) = (Phase::Online, self.now);
                (self.connection.was_admitted, self.has_service) = (true, true);
                self.send_settings();
            }
            (Phase::Password | Phase::Admission, Event::Refused(reason))
                if reason.starts_with("Login") || reason.starts_with("Password") =>
            {
                let reason = format!("login refused: {reason}");
                // After an admission the name and the password are right: the server has another reason.
                if self.connection.was_admitted {
                    self.note(reason);
                    self.actions.push(Action::Disconnect);
                } else {
                    self.leave(Err(reason));
                }
            }
            (Phase::Password | Phase::Admission, Event::LoginAsked) => self.actions.push(Action::Disconnect),
            (_, Event::Refused(reason)) => self.note(format!("refused: {reason}")),
            _ => {}
        }
    }

    /// What follows the admission: settings, formulas, stored games, games that the server may have kept running.
    fn send_settings(&mut self) {
        self.note(format!("logged in as {}", self.name));
        self.send_variables();
        self.send(format!("notify + {SERVICE}"));
        let lines = self.stored.values().map(|(opponent, _)| format!("notify + {opponent}"));
        let tournaments = self.config.tournaments.iter().map(|id| format!("tell /td join {id}"));
        let lines: Vec<String> = lines.chain(tournaments).collect();
        lines.into_iter().for_each(|line| self.send(line));
        self.ask_for_state();
    }

    /// Asks the service for the matches that may still run, and for the stored games.
    fn ask_for_state(&mut self) {
        let ids: Vec<_> = self.matches.keys().copied().collect();
        // A match of a tournament may have begun while nobody listened.
        if ids.is_empty() {
            self.send("tell /os moves".to_owned());
        }
        for id in ids {
            self.expect_report(id);
            self.ask_for_moves(id);
        }
        if self.config.resumes {
            self.send("tell /os stored".to_owned());
        }
    }

    fn send_variables(&mut self) {
        let is_rated = self.config.asks_rated();
        (self.rated, self.opened) = (Some(is_rated), self.most_matches());
        for line in ["verbose -news -faq -help -ack", "vt100 -", "tell /os client -", "tell /os trust +"] {
            self.send(line.to_owned());
        }
        self.send(format!("tell /os rated {}", sign(is_rated)));
        self.send("tell /os request +".to_owned());
        self.send(format!("tell /os open {}", self.opened));
        for (accepts, formula) in self.config.formulas.clone() {
            self.send(format!("tell /os {} {formula}", if accepts { "aform" } else { "dform" }));
        }
    }

    /// Tells the server how many matches at once there may be, if that has changed.
    pub(super) fn set_open(&mut self) {
        let open = self.most_matches();
        if self.has_service && self.opened != open {
            self.opened = open;
            self.send(format!("tell /os open {open}"));
        }
    }

    /// Brings the variable `rated` of the server to this value.
    pub(super) fn set_rated(&mut self, is_rated: bool) {
        if self.rated != Some(is_rated) {
            self.rated = Some(is_rated);
            self.send(format!("tell /os rated {}", sign(is_rated)));
        }
    }

    /// The service is out of reach or gone: it forgets what it was told, and may store the matches.
    fn lose_service(&mut self) {
        self.has_service = false;
        self.rated = None;
        self.requests.clear();
        self.offers.fill(self.now);
        self.suspend_games();
    }

    /// The service of the games goes or is there, which is also reported after a login.
    fn notice_service(&mut self, is_there: bool) {
        if is_there {
            self.send_variables();
        }
        if is_there == self.has_service {
            return;
        }
        self.note(format!("the service {SERVICE} is {}", if is_there { "back" } else { "gone" }));
        if is_there {
            self.has_service = true;
            self.ask_for_state();
        } else {
            self.lose_service();
        }
    }

    fn handle_online(&mut self, event: &Event) {
        match event {
            Event::Noticed { name, is_there } if name == SERVICE => self.notice_service(*is_there),
            Event::Noticed { name, is_there } => self.notice_player(name, *is_there),
            Event::Requested(request) => self.handle_request(request),
            Event::Withdrawn(id) => self.withdraw(*id),
            Event::MatchStarted(line) => self.begin_match(line),
            Event::MatchEnded(line, end) => self.end_match(line, end),
            Event::Board(report) => self.handle_report(report),
            Event::Damaged(id) => self.handle_gap(*id),
            Event::GameEnded { id, first, end } => self.end_game(*id, first, end),
            Event::Rated(id, ratings) => self.note_ratings(*id, ratings),
            Event::TimedOut { id, player, is_final } => self.handle_timeout(*id, player, *is_final),
            Event::MoveRefused { id, reason } => self.handle_refused_move(*id, reason),
            Event::Stored(games) => self.note_stored(games),
            // After a restart of the server a login may come before the service does.
            Event::Refused(reason) if reason.split('\'').nth(1) == Some(SERVICE) => self.notice_service(false),
            Event::Refused(reason) => self.handle_refusal(reason),
            Event::Told(sender, text) => self.note(format!("{sender}: {text}")),
            Event::Ready | Event::LoginAsked | Event::PasswordAsked | Event::Disconnected(_) => {}
        }
    }

    /// Leaves if no match runs and none is to begin any more.
    pub(super) fn leave_when_done(&mut self) {
        let is_done = (self.matches_left == Some(0) || self.is_leaving) && self.matches.is_empty();
        if is_done && self.cut.is_empty() && !self.is_over() {
            if self.connection.phase == Phase::Online {
                self.send("quit".to_owned());
            }
            self.leave(Ok(()));
        }
    }

    /// Leaves with this result.
    pub(super) fn leave(&mut self, result: Result<(), String>) {
        self.connection.phase = Phase::Over;
        self.actions.push(Action::Leave(result));
    }

    /// The actions of a call. If lines are among them, an answer is due.
    pub(super) fn take_actions(&mut self) -> Vec<Action> {
        let actions = std::mem::take(&mut self.actions);
        if actions.iter().any(|action| matches!(action, Action::Send(_) | Action::SendPassword)) {
            self.connection.sent = self.now;
            self.connection.unanswered.get_or_insert(self.now);
        }
        actions
    }
}

fn sign(is_on: bool) -> char {
    if is_on { '+' } else { '-' }
}
