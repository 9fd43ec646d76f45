//! The conversation with the server: everything that arrives goes to the client, and what the client wants is done.

use super::arguments::{Ggs, View};
use super::link::{Arrival, Link, open};
use super::records::Records;
use super::searches::Searches;
use super::secret::Secret;
use crate::protocol::ggs::{Action, Client, Command, Config, Event, Found, GameId, LiveGame, Reader, view};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// The time between two looks at the clock.
const TICK: Duration = Duration::from_millis(50);
/// After this time without a line a message is complete, even if its last line did not come.
const PAUSE: Duration = Duration::from_millis(500);

/// One run of the client.
pub(super) struct Conversation {
    client: Client,
    reader: Reader,
    /// When the last line came.
    heard: Instant,
    password: Secret,
    address: (String, u16),
    link: Option<Link>,
    /// The number of the last connection.
    number: u64,
    searches: Searches,
    records: Option<Records>,
    sender: Sender<Arrival>,
    view: View,
    began: Instant,
    /// The end: whether it was reached without Ctrl-C, or the reason of the failure.
    end: Option<Result<bool, String>>,
    is_interrupted: bool,
}

impl Conversation {
    pub fn new(
        arguments: &Ggs,
        config: Config,
        password: Secret,
        records: Option<Records>,
        searches: Searches,
        sender: Sender<Arrival>,
    ) -> Conversation {
        Conversation {
            client: Client::new(&arguments.user, config, arguments.matches),
            reader: Reader::default(),
            heard: Instant::now(),
            password,
            address: (arguments.host.clone(), arguments.port),
            link: None,
            number: 0,
            searches,
            records,
            sender,
            view: arguments.view,
            began: Instant::now(),
            end: None,
            is_interrupted: false,
        }
    }

    /// Runs to the end. Returns whether it was reached without Ctrl-C.
    ///
    /// # Errors
    /// If the server refuses the login.
    pub fn run(&mut self, arrivals: &Receiver<Arrival>) -> Result<bool, String> {
        let mut ticked = self.began;
        loop {
            match arrivals.recv_timeout(TICK) {
                Ok(arrival) => self.take(arrival),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(false),
            }
            if ticked.elapsed() >= TICK {
                ticked = Instant::now();
                if self.heard.elapsed() >= PAUSE {
                    let event = self.reader.end();
                    self.hear(event);
                }
                let actions = self.client.tick(self.now());
                self.obey(actions);
                self.records.iter_mut().for_each(Records::write);
            }
            if let Some(end) = self.end.take() {
                return match self.records.as_ref().is_none_or(Records::is_written) {
                    true => end.map(|is_done| is_done && !self.is_interrupted),
                    false => Err("some games could not be written".to_owned()),
                };
            }
        }
    }

    /// The time since the start.
    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    fn take(&mut self, arrival: Arrival) {
        let now = self.now();
        match arrival {
            Arrival::Opened(number, stream) if number == self.number => match Link::new(stream) {
                Ok(link) => {
                    (self.link, self.reader) = (Some(link), Reader::default());
                    let actions = self.client.connected(now);
                    self.obey(actions);
                }
                Err(error) => self.close(&error.to_string()),
            },
            Arrival::Line(number, line) if number == self.number => {
                self.heard = Instant::now();
                let events = self.reader.read(&line.text);
                self.hear(events);
            }
            Arrival::Closed(number, reason) if number == self.number => self.close(&reason),
            Arrival::Opened(..) | Arrival::Line(..) | Arrival::Closed(..) => {}
            Arrival::News(id, number, ticket, news) => {
                let found = self.searches.hear(id, number, ticket, news);
                self.tell(found);
            }
            Arrival::Interrupt if self.is_interrupted => {
                let actions = self.client.abandon();
                self.obey(actions);
            }
            Arrival::Interrupt => {
                self.is_interrupted = true;
                self.print("no new matches; the running ones are played to their end (Ctrl-C again leaves them)");
                let actions = self.client.finish(now);
                self.obey(actions);
            }
        }
    }

    /// Passes what the server said to the client.
    fn hear(&mut self, events: impl IntoIterator<Item = Event>) {
        for event in events {
            let actions = self.client.heard(self.now(), &event);
            self.obey(actions);
        }
    }

    /// Passes a move to the client.
    fn tell(&mut self, found: Option<Found>) {
        if let Some(found) = found {
            let actions = self.client.found(self.now(), &found);
            self.obey(actions);
        }
    }

    /// Closes the connection.
    fn close(&mut self, reason: &str) {
        self.number += 1; // what still arrives from it is ignored
        self.link = None;
        let actions = self.client.disconnected(self.now(), reason);
        self.obey(actions);
    }

    fn obey(&mut self, actions: Vec<Action>) {
        let mut actions = VecDeque::from(actions);
        let mut has_moved = false;
        while let Some(action) = actions.pop_front() {
            match action {
                Action::Connect => {
                    self.number += 1;
                    if let Err(error) = open(self.number, self.address.clone(), self.sender.clone()) {
                        self.close(&error.to_string());
                    }
                }
                Action::Disconnect => return self.close("no answer, or a farewell"),
                Action::Send(command) => {
                    if let Err(error) = self.send(&command) {
                        return self.close(&error.to_string());
                    }
                }
                Action::Search(task) => {
                    let running: Vec<(GameId, Duration)> = self.client.games().map(clock).collect();
                    let found = self.searches.search(*task, &running);
                    found.into_iter().for_each(|found| self.tell(Some(found)));
                }
                Action::Hurry(id) => {
                    let found = self.searches.hurry(id);
                    self.tell(found);
                }
                Action::Forget(id) => self.searches.forget(id),
                Action::Keep(record) => self.records.iter_mut().for_each(|records| records.keep(record.clone())),
                Action::Note(text) => {
                    has_moved = true;
                    self.print(&text);
                }
                Action::Leave(end) => {
                    self.end = Some(end.map(|()| true));
                    self.link = None;
                }
            }
        }
        if has_moved && self.view == View::Boards {
            self.write(&view(self.client.games()));
        }
    }

    /// Writes a line. Only the password is not the text of its command.
    fn send(&mut self, command: &Command) -> io::Result<()> {
        let Some(link) = &mut self.link else { return Ok(()) };
        match command {
            Command::Password => link.write(&self.password.line()),
            command => {
                log::debug!("sent: {command}");

                link.write(&format!("{command}\n"))
            }
        }
    }

    fn print(&self, text: &str) {
        if self.view != View::None {
            self.write(&format!("{text}\n"));
        }
    }

    /// Writes to standard output, in ASCII. Without a reader of it the games go on.
    fn write(&self, text: &str) {
        let is_plain = |letter: char| letter == ' ' || letter == '\n' || letter.is_ascii_graphic();
        let text: String = text.chars().map(|letter| if is_plain(letter) { letter } else { '?' }).collect();
        let mut out = io::stdout().lock();
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }
}

/// A running game with the longer of its clocks, by which it shares the memory with others.
fn clock(game: &LiveGame) -> (GameId, Duration) {
    let left = game.players.iter().map(|line| line.clock.left()).max().unwrap_or_default();
    (game.id, left)
}
