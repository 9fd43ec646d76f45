//! The conversation with the server: what arrives goes to the client, and what the client wants is done.

use super::records::Records;
use super::searches::Searches;
use super::secret::Secret;
use super::{Ggs, View};
use crate::cli::event_loop::ahead::{Line, LineBudget};
use crate::protocol::ggs::{Action, Client, Config, Event, Found, Id, LineBuffer, LiveGame, Reader};
use crate::session::Ticket;
use emilia::{Colour, TaskEvent, diagram};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two looks at the clock.
const TICK: Duration = Duration::from_millis(50);
/// After this time without a line a message is complete, even if its last line did not come.
const PAUSE: Duration = Duration::from_millis(500);
/// The time to open a connection, for each address.
const OPENING: Duration = Duration::from_secs(15);
/// A line that cannot be written within this time ends the connection.
const WRITING: Duration = Duration::from_secs(10);
/// Bytes that are read at once.
const PART: usize = 16 << 10;

/// What arrives at the conversation.
pub(super) enum Message {
    /// A connection is open. Each has a number, so that what comes late from another one is ignored.
    Opened(u64, TcpStream),
    /// A line of the server. While too many wait, no more are read.
    Line(u64, Line),
    /// A connection is closed, or could not be opened.
    Closed(u64, String),
    /// An event of the search of a game; the number is that of its session.
    Search(Id, u64, Ticket, TaskEvent),
    /// Ctrl-C.
    Interrupt,
}

/// One run of the client.
pub(super) struct Conversation {
    client: Client,
    reader: Reader,
    /// When the last line came.
    last_line: Instant,
    password: Secret,
    address: (String, u16),
    stream: Option<TcpStream>,
    /// The number of the last connection.
    number: u64,
    searches: Searches,
    records: Option<Records>,
    sender: Sender<Message>,
    view: View,
    began: Instant,
    /// The end: the reason of the failure, if it is one.
    end: Option<Result<(), String>>,
    is_interrupted: bool,
}

impl Conversation {
    pub fn new(
        arguments: &Ggs,
        config: Config,
        password: Secret,
        records: Option<Records>,
        searches: Searches,
        sender: Sender<Message>,
    ) -> Conversation {
        Conversation {
            client: Client::new(&arguments.user, config, arguments.matches),
            reader: Reader::default(),
            last_line: Instant::now(),
            password,
            address: (arguments.host.clone(), arguments.port),
            stream: None,
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
    /// If the server refuses the login, or records cannot be written.
    pub fn run(&mut self, messages: &Receiver<Message>) -> Result<bool, String> {
        let mut ticked = self.began;
        loop {
            match messages.recv_timeout(TICK) {
                Ok(message) => self.handle(message),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(false),
            }
            if ticked.elapsed() >= TICK {
                ticked = Instant::now();
                if self.last_line.elapsed() >= PAUSE {
                    let event = self.reader.end();
                    self.handle_events(event);
                }
                let actions = self.client.tick(self.now());
                self.execute(actions);
                self.records.iter_mut().for_each(Records::write);
            }
            if let Some(end) = self.end.take() {
                return match self.records.as_ref().is_none_or(Records::is_written) {
                    true => end.map(|()| !self.is_interrupted),
                    false => Err("some games could not be written".to_owned()),
                };
            }
        }
    }

    /// The time since the start.
    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    fn handle(&mut self, message: Message) {
        match message {
            Message::Opened(number, stream) if number == self.number => {
                (self.stream, self.reader) = (Some(stream), Reader::default());
                self.client.connected(self.now());
            }
            Message::Line(number, line) if number == self.number => {
                self.last_line = Instant::now();
                let events = self.reader.read(&line.text);
                self.handle_events(events);
            }
            Message::Closed(number, reason) if number == self.number => self.close(&reason),
            Message::Opened(..) | Message::Line(..) | Message::Closed(..) => {}
            Message::Search(id, number, ticket, event) => {
                let found = self.searches.handle(id, number, ticket, event);
                self.handle_moves(found);
            }
            Message::Interrupt if self.is_interrupted => {
                let actions = self.client.abandon();
                self.execute(actions);
            }
            Message::Interrupt => {
                self.is_interrupted = true;
                self.print("no new matches; the running ones are played to their end (Ctrl-C again leaves them)");
                let actions = self.client.finish(self.now());
                self.execute(actions);
            }
        }
    }

    fn handle_events(&mut self, events: impl IntoIterator<Item = Event>) {
        for event in events {
            let actions = self.client.handle(self.now(), &event);
            self.execute(actions);
        }
    }

    fn handle_moves(&mut self, moves: impl IntoIterator<Item = Found>) {
        for found in moves {
            let actions = self.client.found(self.now(), &found);
            self.execute(actions);
        }
    }

    /// Closes the connection. The reading thread ends, too.
    fn close(&mut self, reason: &str) {
        self.number += 1; // what still arrives from it is ignored
        self.shut_down();
        let actions = self.client.disconnected(self.now(), reason);
        self.execute(actions);
    }

    fn shut_down(&mut self) {
        if let Some(stream) = self.stream.take() {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    fn execute(&mut self, actions: Vec<Action>) {
        let has_notes = actions.iter().any(|action| matches!(action, Action::Note(_)));
        for action in actions {
            match action {
                Action::Connect => {
                    self.number += 1;
                    if let Err(error) = open(self.number, self.address.clone(), self.sender.clone()) {
                        self.close(&error.to_string());
                    }
                }
                Action::Disconnect => return self.close("no answer, or a farewell"),
                Action::Send(line) => {
                    log::debug!("sent: {line}");
                    if let Err(error) = self.send(&format!("{line}\n")) {
                        return self.close(&error.to_string());
                    }
                }
                Action::SendPassword => {
                    if let Err(error) = self.send(&self.password.line()) {
                        return self.close(&error.to_string());
                    }
                }
                Action::Search(task) => {
                    let running: Vec<(Id, Duration)> = self.client.games().map(clock).collect();
                    let found = self.searches.search(*task, &running);
                    self.handle_moves(found);
                }
                Action::Hurry(id) => {
                    let found = self.searches.hurry(id);
                    self.handle_moves(found);
                }
                Action::Forget(id) => self.searches.forget(id),
                Action::Keep(record) => self.records.iter_mut().for_each(|records| records.keep(record.clone())),
                Action::Note(text) => self.print(&text),
                Action::Leave(end) => {
                    self.end = Some(end);
                    self.shut_down();
                }
            }
        }
        if has_notes && self.view == View::Boards {
            self.client.games().for_each(|game| write(&board(game)));
        }
    }

    /// Writes a line with one write: the server takes a name or a password that comes in two parts for a wrong one.
    fn send(&self, line: &str) -> io::Result<()> {
        self.stream.as_ref().map_or(Ok(()), |mut stream| stream.write_all(line.as_bytes()))
    }

    fn print(&self, text: &str) {
        if self.view != View::None {
            write(&format!("{text}\n"));
        }
    }
}

/// A running game with the longer of its clocks, by which it shares the memory with others.
fn clock(game: &LiveGame) -> (Id, Duration) {
    let left = game.players.iter().map(|line| line.clock.left()).max().unwrap_or_default();
    (game.id, left)
}

/// A running game: its players with clocks and discs, and the board.
fn board(game: &LiveGame) -> String {
    let mut text = format!("{} {} move {}\n", game.id, game.kind, game.count());
    for (colour, line) in [Colour::Black, Colour::White].into_iter().zip(&game.players) {
        let is_to_move = !game.game.is_over() && colour == game.game.to_move();
        let (mark, letter, discs) = (if is_to_move { '>' } else { ' ' }, colour.letter(), game.game.discs(colour));
        let (name, rating, seconds) = (&line.name, line.rating, line.clock.left().as_secs());
        text += &format!("{mark}{letter} {name:8} {rating:6.0} {:02}:{:02} {discs:3}\n", seconds / 60, seconds % 60);
    }
    text + &diagram::draw(&game.game, &[]) + "\n"
}

/// Writes to standard output, in ASCII. Without a reader of it the games go on.
fn write(text: &str) {
    let is_plain = |letter: char| letter == ' ' || letter == '\n' || letter.is_ascii_graphic();
    let text: String = text.chars().map(|letter| if is_plain(letter) { letter } else { '?' }).collect();
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Opens a connection and reads it, on a thread of its own.
///
/// # Errors
/// If there is no thread.
fn open(number: u64, address: (String, u16), sender: Sender<Message>) -> io::Result<()> {
    let work = move || {
        let reason = match connect(&address) {
            Ok(stream) => read(number, stream, &sender).unwrap_or_else(|error| error.to_string()),
            Err(error) => format!("cannot connect to {}:{}: {error}", address.0, address.1),
        };
        drop(sender.send(Message::Closed(number, reason)));
    };
    thread::Builder::new().name("ggs".into()).spawn(work).map(drop)
}

fn connect(address: &(String, u16)) -> io::Result<TcpStream> {
    let mut last = io::Error::new(ErrorKind::NotFound, "the name has no address");
    for address in (address.0.as_str(), address.1).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, OPENING) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                stream.set_write_timeout(Some(WRITING))?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Reads to the end of the connection and returns why it ended.
///
/// # Errors
/// If it cannot be read any more.
fn read(number: u64, mut stream: TcpStream, sender: &Sender<Message>) -> io::Result<String> {
    // Without the conversation nobody asks for the reason.
    let ended = Ok("closed".to_owned());
    if sender.send(Message::Opened(number, stream.try_clone()?)).is_err() {
        return ended;
    }
    let (budget, mut lines, mut buffer) = (LineBudget::default(), LineBuffer::default(), vec![0; PART]);
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => return Ok("closed by the server".to_owned()),
            Ok(length) => {
                for line in lines.push(&buffer[..length]) {
                    if sender.send(Message::Line(number, budget.admit(line))).is_err() {
                        return ended;
                    }
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
