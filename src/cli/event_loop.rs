//! The event loop: lines in, events out.
//!
//! Lines of stdin and news of the search arrive on one channel, in the order in which they happened. Nothing here waits for
//! anything else, so that a `ping` is answered in the middle of a search. A client that sends too far ahead has to wait.

mod ahead;

use super::files;
use crate::eval::Weights;
use crate::protocol::{Console, Gtp, NBoard, Protocol, Reading};
use crate::session::{Command, Event, News, Options, Session, Ticket};
use crate::storage;
use ahead::{Line, Room};
use anyhow::Context as _;
use std::collections::VecDeque;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How often it is looked whether anybody still reads what a search will find.
const LOOKOUT: Duration = Duration::from_millis(100);

/// The languages spoken on standard input and output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    NBoard,
    Gtp,
    Console,
}

impl Language {
    /// The language that a conversation with this first line is held in.
    fn of(line: &str) -> Language {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["nboard" | "ping", ..] | ["set", "game" | "depth", ..] => Language::NBoard,
            // The console knows this word too; a GTP client says for which colour.
            ["play", _] => Language::Console,
            _ if Gtp::knows(line) => Language::Gtp,
            _ => Language::Console,
        }
    }

    fn protocol(self, is_terminal: bool) -> Box<dyn Protocol> {
        match self {
            Language::NBoard => Box::new(NBoard::new()),
            Language::Gtp => Box::new(Gtp::new()),
            Language::Console => Box::new(Console::new(is_terminal)),
        }
    }
}

/// What arrives.
enum Arrival {
    /// A line of stdin.
    Line(Line),
    /// The end of stdin.
    End,
    /// News of a search.
    News(Ticket, News),
}

/// Holds a conversation on stdin and stdout until it is over. Without a language the first line that is not empty tells it; a
/// terminal speaks with the console.
///
/// When stdin ends, a client that waits for its answers in order still gets them, as long as somebody reads; any other client
/// has gone away.
pub(super) fn run(language: Option<Language>, options: Options, weights: Arc<Weights>) -> anyhow::Result<ExitCode> {
    let (sender, arrivals) = channel();
    let post = sender.clone();
    // Nobody listens any more once the conversation is over.
    let session =
        Session::new(options, weights, Box::new(move |ticket, news| drop(post.send(Arrival::News(ticket, news)))));
    start_reading(sender)?;
    let is_terminal = io::stdin().is_terminal();
    let mut backlog = VecDeque::new();
    let language = match language {
        Some(language) => language,
        None if is_terminal => Language::Console,
        None => match first_line(&arrivals) {
            Some(line) => {
                let language = Language::of(&line.text);
                backlog.push_back(line);
                language
            }
            None => return Ok(ExitCode::SUCCESS),
        },
    };
    let talk = Talk { protocol: language.protocol(is_terminal), session, backlog, out: io::stdout() };
    match talk.run(&arrivals) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error).context("cannot write"),
        _ => Ok(ExitCode::SUCCESS),
    }
}

fn start_reading(sender: Sender<Arrival>) -> anyhow::Result<()> {
    let read = move || {
        let room = Room::default();
        let send = |line| sender.send(Arrival::Line(room.admit(line))).is_ok();
        let result = storage::for_each_line(io::stdin().lock(), send);
        if let Err(error) = result {
            log::error!("cannot read: {error}");
        }
        drop(sender.send(Arrival::End));
    };
    std::thread::Builder::new().name("reader".into()).spawn(read).context("cannot read")?;
    Ok(())
}

/// The first line with anything in it; none if there is none.
fn first_line(arrivals: &Receiver<Arrival>) -> Option<Line> {
    loop {
        match arrivals.recv().ok()? {
            Arrival::Line(line) if line.text.trim().is_empty() => {}
            Arrival::Line(line) => return Some(line),
            Arrival::End => return None,
            Arrival::News(..) => {}
        }
    }
}

/// A conversation.
struct Talk {
    protocol: Box<dyn Protocol>,
    session: Session,
    /// Lines that wait for their turn.
    backlog: VecDeque<Line>,
    out: io::Stdout,
}

/// Whether a conversation goes on.
#[derive(PartialEq, Eq)]
enum Course {
    GoesOn,
    IsOver,
}

impl Talk {
    fn run(mut self, arrivals: &Receiver<Arrival>) -> io::Result<()> {
        let greeting = self.protocol.greet();
        self.say(&greeting)?;
        let mut is_ended = false;
        loop {
            while self.may_read()
                && let Some(line) = self.backlog.pop_front()
            {
                if self.read(&line.text)? == Course::IsOver {
                    return Ok(());
                }
            }
            if is_ended && !self.session.is_thinking() {
                return Ok(());
            }
            let is_at_work = self.session.is_thinking() || self.session.is_pondering();
            match arrivals.recv_timeout(if is_at_work { LOOKOUT } else { Duration::MAX }) {
                Ok(Arrival::Line(line)) => self.backlog.push_back(line),
                Ok(Arrival::End) if self.protocol.is_patient() => is_ended = true,
                Ok(Arrival::End) | Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Ok(Arrival::News(ticket, news)) => {
                    if let Some(event) = self.session.hear(ticket, news) {
                        self.show(&event)?;
                    }
                }
                Err(RecvTimeoutError::Timeout) if has_hung_up(&self.out) => return Ok(()),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn may_read(&self) -> bool {
        !(self.protocol.is_patient() && self.session.is_thinking())
    }

    fn read(&mut self, line: &str) -> io::Result<Course> {
        let commands = match self.protocol.read(line) {
            Reading::Say(text) => return self.say(&text).map(|()| Course::GoesOn),
            Reading::Obey(commands) => commands,
        };
        for command in commands {
            let Some(event) = self.obey(command) else { continue };
            self.show(&event)?;
            match event {
                Event::Goodbye => return Ok(Course::IsOver),
                Event::Refused(_) => break,
                _ => {}
            }
        }
        Ok(Course::GoesOn)
    }

    /// Has the session obey; files, which it does not see, are read and written for it.
    fn obey(&mut self, command: Command) -> Option<Event> {
        match command {
            Command::Load { path, plies } => match files::game(&path, plies) {
                Ok(game) => self.session.obey(Command::Set(Box::new(game))),
                Err(error) => Some(Event::Refused(format!("{error:#}"))),
            },
            Command::Save(path) => match self.session.obey(Command::Show) {
                Some(Event::Shown(game)) => Some(match files::save(&path, &game) {
                    Ok(()) => Event::Done,
                    Err(error) => Event::Refused(format!("{error:#}")),
                }),
                other => other,
            },
            command => self.session.obey(command),
        }
    }

    fn show(&mut self, event: &Event) -> io::Result<()> {
        let mut text = String::new();
        // A String takes whatever is written to it.
        let _ = self.protocol.write(event, &mut text);
        self.say(&text)
    }

    /// One write and one flush, so that a client never sees half an answer.
    fn say(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        let mut out = self.out.lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    }
}

/// Whether the reader of our output has gone.
#[cfg(unix)]
fn has_hung_up(out: &io::Stdout) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let mut ends = [PollFd::new(out, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    let gone = PollFlags::ERR | PollFlags::HUP | PollFlags::NVAL;
    poll(&mut ends, Some(&at_once)).is_ok() && ends[0].revents().intersects(gone)
}

/// Elsewhere it is noticed at the next write.
#[cfg(not(unix))]
fn has_hung_up(_: &io::Stdout) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn the_first_line_tells_the_language() {
        for line in ["nboard 2", "ping 1", "set game (;GM[Othello];)", "set depth 5"] {
            assert_eq!(Language::of(line), Language::NBoard, "{line}");
        }
        for line in ["protocol_version", "7 name", "genmove b", "play black F5", "boardsize 8", "list_commands"] {
            assert_eq!(Language::of(line), Language::Gtp, "{line}");
        }
        for line in ["f5", "play f5", "hint 3", "set level 3", "go", "f5d6c3", "hello", "7", "?"] {
            assert_eq!(Language::of(line), Language::Console, "{line}");
        }
    }
}
