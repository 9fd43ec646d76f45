//! What arrives at the event loop, and the threads that read it.

use super::ahead::{Line, LineBudget};
use super::terminal::{self, Entry, Terminal};
use crate::session::Ticket;
use anyhow::Context as _;
use emilia::TaskEvent;
use emilia::internal::storage;
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// How long the line editor waits for the answer to the line before. The answer may itself wait for a text that only the editor prints.
const LONGEST_WAIT: Duration = Duration::from_millis(100);

/// What arrives.
pub(super) enum Incoming {
    /// A line of stdin.
    Line(Line),
    /// Ctrl-C in the line editor, which stopped reading.
    Interrupt,
    /// Ctrl-C between two lines of the editor.
    Signal,
    /// The end of stdin.
    End,
    /// An event of a search.
    Search(Ticket, TaskEvent),
    /// The end of a command for the book.
    BookToolEnded(anyhow::Result<()>),
}

/// Starts to read the lines of standard input.
pub(super) fn start_reading(sender: Sender<Incoming>) -> anyhow::Result<()> {
    let read = move || {
        let budget = LineBudget::default();
        let send = |line| sender.send(Incoming::Line(budget.admit(line))).is_ok();
        let result = storage::for_each_line(io::stdin().lock(), send);
        if let Err(error) = result {
            log::error!("cannot read: {error}");
        }
        drop(sender.send(Incoming::End));
    };
    std::thread::Builder::new().name("reader".into()).spawn(read).context("cannot read")?;
    Ok(())
}

/// Starts to read lines with the editor. It reads the next line each time that it gets a message on the returned channel, so that
/// the program never ends in the middle of an edit, which would leave the terminal in raw mode.
///
/// The message tells when the answer to the line before is printed. While keys are typed ahead, the editor prints no texts, so an answer
/// that it gets during an edit would follow the answers to later lines.
pub(super) fn start_editing(mut editor: Terminal, sender: Sender<Incoming>) -> anyhow::Result<Sender<Receiver<()>>> {
    let (ready, is_ready) = channel::<Receiver<()>>();
    let post = sender.clone();
    terminal::on_interrupt(move || drop(post.send(Incoming::Signal)))?;
    let edit = move || {
        let budget = LineBudget::default();
        while let Ok(printed) = is_ready.recv() {
            let _ = printed.recv_timeout(LONGEST_WAIT);
            let incoming = match editor.read() {
                Ok(Entry::Line(line)) => Incoming::Line(budget.admit(line)),
                Ok(Entry::Interrupt) => Incoming::Interrupt,
                Ok(Entry::End) => Incoming::End,
                Err(error) => {
                    log::error!("cannot read: {error}");
                    Incoming::End
                }
            };
            if sender.send(incoming).is_err() {
                break;
            }
        }
    };
    std::thread::Builder::new().name("reader".into()).spawn(edit).context("cannot read")?;
    Ok(ready)
}

/// The first line that is not empty; none if there is none.
pub(super) fn first_line(incoming: &Receiver<Incoming>) -> Option<Line> {
    loop {
        match incoming.recv().ok()? {
            // A script may begin with a comment in more than one protocol.
            Incoming::Line(line) if matches!(line.text.trim_start().chars().next(), None | Some('#')) => {}
            Incoming::Line(line) => return Some(line),
            Incoming::End => return None,
            Incoming::Search(..) | Incoming::BookToolEnded(_) | Incoming::Interrupt | Incoming::Signal => {}
        }
    }
}
