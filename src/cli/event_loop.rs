//! The event loop: lines in, events out.
//!
//! Lines of stdin and events of the search arrive on one channel in their order. Nothing here waits for a search, so that a `ping`
//! is answered during a search. A client that sends too far ahead has to wait.

pub(super) mod ahead;
mod book_tool;
mod incoming;
mod kind;
mod terminal;

use super::args::Invocation;
use super::files;
use super::input::{Games, Source};
use super::message::{left_out, print_left_out, print_message};
use super::signals::peer_closed;
use crate::protocol::{Input, Order, OutputMode, Protocol};
use crate::session::{ClockUpdate, Command, Event, Session};
use ahead::Line;
use anyhow::{Context as _, bail};
use book_tool::BookTool;
use emilia::book::Book;
use emilia::notation::{dropped::Dropped, printable::printable};
use emilia::{Rules, TimeControl, Weights};
use incoming::{Incoming, first_line, start_editing, start_reading};
pub(super) use kind::ProtocolKind;
use std::collections::VecDeque;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use terminal::{Output, Terminal};
pub(super) use terminal::{columns, has_colours};

/// The error of `--variant` where it would have no effect.
pub(super) const NO_RULES: &str =
    "--variant has no effect in this protocol: its games name their rules, or it takes Othello on 8x8 only";

/// The time between two checks, during a search, whether the output still has a reader.
const CHECK_EVERY: Duration = Duration::from_millis(100);

/// Tells the client, in answer to its first line, that the program cannot start for this reason. A person gets the message alone.
pub(super) fn refuse(kind: Option<ProtocolKind>, error: &anyhow::Error) -> anyhow::Result<ExitCode> {
    print_message(&format!("{error:#}"));
    let is_console = kind.is_some_and(|kind| matches!(kind, ProtocolKind::Console));
    if is_console || io::stdin().is_terminal() {
        return Ok(ExitCode::FAILURE);
    }
    let (sender, incoming) = channel();
    start_reading(sender)?;
    if let Some(line) = first_line(&incoming) {
        answer_refusing(kind.unwrap_or_else(|| ProtocolKind::of(&line.text)), &line, &format!("{error:#}"))?;
    }
    Ok(ExitCode::FAILURE)
}

/// Writes why the program cannot start in the words of the protocol.
fn answer_refusing(kind: ProtocolKind, line: &Line, reason: &str) -> anyhow::Result<()> {
    let answer = kind.protocol(OutputMode::Script, Rules::default()).fault(reason, Some(&line.text));
    io::stdout().write_all(answer.as_bytes()).and_then(|()| io::stdout().flush()).context("cannot write")
}

/// Runs a protocol on stdin and stdout, with games by these rules.
/// Without a protocol the first line that is not empty decides; a terminal gets the console.
///
/// A book that cannot be opened is named, and the embedded one is used.
///
/// When stdin ends, a client that waits for its answers in order still gets them, as long as its end of stdout is open; for any other
/// client the conversation is over.
pub(super) fn run(
    kind: Option<ProtocolKind>,
    invocation: Invocation,
    rules: Option<Rules>,
    weights: Arc<Weights>,
) -> anyhow::Result<ExitCode> {
    let mut books = invocation.books();
    let Invocation { options, explicit, clock, .. } = invocation;
    let (sender, incoming) = channel();
    let post = sender.clone();
    // What comes after the end of the conversation is dropped.
    let post = Box::new(move |ticket, event| drop(post.send(Incoming::Search(ticket, event))));
    let mut session = Session::new(options, weights.clone(), post);
    let (book, fault) = books.open_usable();
    session.set_book(book);
    if let Some(fault) = &fault {
        print_message(fault);
    }
    if let Some(TimeControl { main, increment, .. }) = clock {
        session.handle(Command::Clock(ClockUpdate::Game { main, increment: increment.unwrap_or_default() }));
    }
    if let Some(rules) = &rules {
        session.handle(Command::New(rules.clone()));
    }
    let post = sender.clone();
    let book_tool = BookTool::new(books, weights, move |ended| drop(post.send(Incoming::BookToolEnded(ended))));
    let is_person = io::stdin().is_terminal();
    let is_console = is_person && kind.is_none_or(|kind| matches!(kind, ProtocolKind::Console));
    let is_editable = is_console && io::stdout().is_terminal();
    let (output_mode, out) = match is_editable.then(Terminal::open).flatten() {
        Some((editor, printer)) => {
            let ready = start_editing(editor, sender)?;
            (OutputMode::Terminal, Output::Editor { printer, ready })
        }
        None => {
            start_reading(sender)?;
            (if is_person { OutputMode::Person } else { OutputMode::Script }, Output::Stdout(io::stdout()))
        }
    };
    let mut backlog = VecDeque::new();
    let kind = match kind {
        Some(kind) => kind,
        None if is_person => ProtocolKind::Console,
        None => match first_line(&incoming) {
            Some(line) => {
                let kind = ProtocolKind::of(&line.text);
                backlog.push_back(line);
                kind
            }
            None => return Ok(ExitCode::SUCCESS),
        },
    };
    if rules.is_some() && !kind.takes_rules() {
        if let Some(line) = backlog.front() {
            answer_refusing(kind, line, NO_RULES)?;
        }
        bail!(NO_RULES);
    }
    for (name, value) in kind.defaults().iter().filter(|(name, _)| !explicit.contains(name)) {
        session.handle(Command::Option { name: (*name).to_owned(), value: (*value).to_owned() });
    }
    let event_loop = EventLoop {
        protocol: kind.protocol(output_mode, rules.unwrap_or_default()),
        session,
        book_tool,
        backlog,
        out,
        next_tick: None,
        fault,
    };
    match event_loop.run(&incoming) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error).context("cannot write"),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// One conversation.
struct EventLoop {
    protocol: Box<dyn Protocol>,
    session: Session,
    book_tool: BookTool,
    /// Lines that wait for the end of a search.
    backlog: VecDeque<Line>,
    out: Output,
    /// When the next line of a stream of results is due.
    next_tick: Option<Instant>,
    /// What went wrong at the start, until the client is told.
    fault: Option<String>,
}

/// Whether a conversation continues.
#[derive(PartialEq, Eq)]
enum Flow {
    Continue,
    End,
}

impl EventLoop {
    fn run(mut self, incoming: &Receiver<Incoming>) -> io::Result<()> {
        self.show(&Event::Started)?;
        self.edit_next_line();
        let mut is_ended = false;
        loop {
            while self.may_read()
                && let Some(line) = self.backlog.pop_front()
            {
                if self.read(&line.text)? == Flow::End {
                    return Ok(());
                }
                if let Some(fault) = self.fault.take() {
                    let text = self.protocol.fault(&fault, None);
                    self.write_text(&text)?;
                }
                self.edit_next_line();
            }
            if is_ended && self.is_cut_by_lines() {
                self.read("")?;
            }
            if is_ended && !self.session.is_thinking() && !self.book_tool.is_running() {
                return self.show(&Event::Goodbye);
            }
            let is_at_work = self.session.is_thinking() || self.session.is_pondering() || self.book_tool.is_running();
            let wait = if is_at_work { CHECK_EVERY } else { Duration::MAX };
            match incoming.recv_timeout(self.on_tick()?.map_or(wait, |until_tick| wait.min(until_tick))) {
                Ok(Incoming::Line(line)) => {
                    let order = if self.may_read() { Order::Waits } else { self.protocol.order(&line.text) };
                    let before = match order {
                        Order::Waits => {
                            self.backlog.push_back(line);
                            continue;
                        }
                        Order::AtOnce => VecDeque::new(),
                        Order::AtOnceAfterWaiting => std::mem::take(&mut self.backlog),
                    };
                    for line in before.into_iter().chain([line]) {
                        if self.read(&line.text)? == Flow::End {
                            return Ok(());
                        }
                    }
                }
                Ok(Incoming::Interrupt) => {
                    self.interrupt()?;
                    self.edit_next_line();
                }
                Ok(Incoming::Signal) => self.interrupt()?,
                Ok(Incoming::End)
                    if self.protocol.queues_input() || self.is_cut_by_lines() || self.book_tool.is_running() =>
                {
                    is_ended = true;
                }
                Ok(Incoming::End) | Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Ok(Incoming::Search(ticket, event)) => {
                    if let Some(event) = self.session.on_task_event(ticket, event) {
                        self.show(&event)?;
                    }
                }
                Ok(Incoming::BookToolEnded(done)) => {
                    self.finish_book_tool(done)?;
                    self.edit_next_line();
                }
                Err(RecvTimeoutError::Timeout) if peer_closed() => return Ok(()),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Whether a stream of results is open that the next line ends.
    fn is_cut_by_lines(&self) -> bool {
        self.protocol.interval().is_some() && !self.protocol.queues_input()
    }

    /// Writes a line of the stream of results if it is due; returns the time to the next one, if there is a stream.
    fn on_tick(&mut self) -> io::Result<Option<Duration>> {
        let Some(interval) = self.protocol.interval() else {
            self.next_tick = None;
            return Ok(None);
        };
        let now = Instant::now();
        let due = *self.next_tick.get_or_insert(now + interval);
        if due > now {
            return Ok(Some(due - now));
        }
        self.show(&Event::Tick)?;
        self.next_tick = Some(now + interval);
        Ok(Some(interval))
    }

    /// Ends a search, and explains how the program ends.
    fn interrupt(&mut self) -> io::Result<()> {
        if self.book_tool.is_running() {
            self.book_tool.stop();
            return Ok(());
        }
        if let Some(event) = self.session.handle(Command::Stop) {
            self.show(&event)?;
        }
        self.write_text(terminal::HOW_TO_END)
    }

    fn may_read(&self) -> bool {
        !(self.protocol.queues_input() && self.session.is_thinking() || self.book_tool.is_running())
    }

    fn edit_next_line(&self) {
        if self.book_tool.is_running() {
            return; // its output comes first
        }
        if let Output::Editor { printer, ready } = &self.out {
            // Without a reader the end of the input follows.
            let _ = ready.send(printer.printed());
        }
    }

    fn read(&mut self, line: &str) -> io::Result<Flow> {
        let commands = match self.protocol.read(line) {
            Input::Reply(text) => return self.write_text(&text).map(|()| Flow::Continue),
            Input::Commands(commands) => commands,
            Input::Load { path, number, plies, then } => {
                let read = || {
                    let games = Games::read(Source::regular(&files::game_to_load(&path)?)?)?;
                    games.game(number).map(|game| (game, games.count()))
                };
                match read() {
                    Ok(((mut game, dropped), games)) => {
                        if games > 1 {
                            self.show(&Event::Loaded { path: path.clone(), number, games })?;
                        }
                        while game.moves().len() > plies {
                            game.undo();
                        }
                        self.note_left_out(&path, &dropped)?;
                        [vec![Command::Set(Box::new(game))], then].concat()
                    }
                    Err(error) => return self.refuse(&error),
                }
            }
            Input::Save { path, overwrite } => return self.save(&path, overwrite),
            Input::Book { words } => return self.run_book_tool(&words),
            ending @ (Input::EndSearch | Input::EndAll) => {
                if matches!(ending, Input::EndAll) {
                    self.backlog.clear();
                }
                if let Some(event) = self.session.handle(Command::Stop) {
                    self.show(&event)?;
                }
                return self.read(line);
            }
        };
        for command in commands {
            let Some(event) = self.session.handle(command) else { continue };
            self.show(&event)?;
            match event {
                Event::Goodbye => return Ok(Flow::End),
                Event::Refused(_) => break,
                _ => {}
            }
        }
        Ok(Flow::Continue)
    }

    fn save(&mut self, path: &str, overwrite: bool) -> io::Result<Flow> {
        let Some(Event::Shown { game, .. }) = self.session.handle(Command::Show) else { return Ok(Flow::Continue) };
        match files::game_to_save(path).and_then(|path| files::save(&path, &game, overwrite).map(|()| path)) {
            Ok(path) => self.show(&Event::Saved { path: path.display().to_string(), game }).map(|()| Flow::Continue),
            Err(error) => self.refuse(&error),
        }
    }

    /// Starts a command for the book. The session uses no book meanwhile, and its search ends.
    fn run_book_tool(&mut self, words: &str) -> io::Result<Flow> {
        if let Some(event) = self.session.handle(Command::Stop).filter(|event| !matches!(event, Event::Done)) {
            self.show(&event)?;
        }
        let Some(Event::Shown { game, .. }) = self.session.handle(Command::Show) else { return Ok(Flow::Continue) };
        self.session.set_book(Book::default());
        match files::named(words).and_then(|_| self.book_tool.start(words, &game)) {
            Ok(()) => Ok(Flow::Continue),
            Err(error) => self.finish_book_tool(Err(error)).map(|()| Flow::Continue),
        }
    }

    /// Opens the book again after a command for it.
    fn finish_book_tool(&mut self, done: anyhow::Result<()>) -> io::Result<()> {
        let opened = self.book_tool.finish(done.is_ok()).map(|book| self.session.set_book(book));
        match done.and(opened) {
            Ok(()) => self.show(&Event::Done),
            Err(error) => self.refuse(&error).map(drop),
        }
    }

    /// Says what was left out of a file: on the terminal, or where a program reads the answers on standard error.
    fn note_left_out(&mut self, path: &str, dropped: &Dropped) -> io::Result<()> {
        if matches!(self.out, Output::Editor { .. }) && !dropped.is_empty() {
            return self.write_text(&(left_out(path, dropped) + "\n"));
        }
        print_left_out(path, dropped);
        Ok(())
    }

    fn refuse(&mut self, error: &anyhow::Error) -> io::Result<Flow> {
        self.show(&Event::Refused(printable(&format!("{error:#}")).into_owned()))?;
        Ok(Flow::Continue)
    }

    fn show(&mut self, event: &Event) -> io::Result<()> {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = self.protocol.write(event, &mut text);
        self.write_text(&text)?;
        // Without a reader of it the conversation continues.
        let _ = io::stderr().write_all(self.protocol.take_stderr().as_bytes());
        Ok(())
    }

    /// Writes with one write and one flush, so that a client never sees half an answer.
    fn write_text(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        self.out.write(text)
    }
}
