//! The connection: a thread opens and reads it, the conversation writes to it.

use crate::cli::event_loop::ahead::{Line, LineBudget};
use crate::protocol::ggs::{GameId, LineBuffer};
use crate::session::{News, Ticket};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

/// The time to open a connection, for each address.
const OPENING: Duration = Duration::from_secs(15);
/// A line that cannot be written within this time ends the connection.
const WRITING: Duration = Duration::from_secs(10);
/// Bytes that are read at once.
const PART: usize = 16 << 10;

/// What arrives at the conversation.
pub(super) enum Arrival {
    /// A connection is open. Each has a number, so that what comes late from another one is ignored.
    Opened(u64, TcpStream),
    /// A line of the server. While too many wait, no more are read.
    Line(u64, Line),
    /// A connection is closed, or could not be opened.
    Closed(u64, String),
    /// News of the search of a game; the number is that of its session.
    News(GameId, u64, Ticket, News),
    /// Ctrl-C.
    Interrupt,
}

/// An open connection.
pub(super) struct Link(TcpStream);

impl Link {
    /// The connection of an open stream.
    ///
    /// # Errors
    /// If the stream is closed.
    pub fn new(stream: TcpStream) -> io::Result<Link> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITING))?;
        Ok(Link(stream))
    }

    /// Writes a line with one write: the server takes a name or a password that comes in two parts for a wrong one.
    ///
    /// # Errors
    /// If the connection is closed, or the server does not read.
    pub fn write(&mut self, line: &str) -> io::Result<()> {
        self.0.write_all(line.as_bytes())?;
        self.0.flush()
    }
}

/// The reading thread ends, too.
impl Drop for Link {
    fn drop(&mut self) {
        let _ = self.0.shutdown(Shutdown::Both);
    }
}

/// Opens a connection and reads it, on a thread of its own.
///
/// # Errors
/// If there is no thread.
pub(super) fn open(number: u64, address: (String, u16), sender: Sender<Arrival>) -> io::Result<()> {
    let work = move || {
        let reason = match connect(&address) {
            Ok(stream) => read(number, stream, &sender),
            Err(error) => format!("cannot connect to {}:{}: {error}", address.0, address.1),
        };
        drop(sender.send(Arrival::Closed(number, reason)));
    };
    thread::Builder::new().name("ggs".into()).spawn(work).map(drop)
}

fn connect(address: &(String, u16)) -> io::Result<TcpStream> {
    let mut last = io::Error::new(ErrorKind::NotFound, "the name has no address");
    for address in (address.0.as_str(), address.1).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, OPENING) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Reads to the end of the connection and returns why it ended.
fn read(number: u64, mut stream: TcpStream, sender: &Sender<Arrival>) -> String {
    let opened = stream.try_clone().map(|stream| sender.send(Arrival::Opened(number, stream)));
    if let Err(error) = opened {
        return error.to_string();
    }
    let (budget, mut lines, mut buffer) = (LineBudget::default(), LineBuffer::default(), vec![0; PART]);
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => return "closed by the server".to_owned(),
            Ok(length) => {
                for line in lines.push(&buffer[..length]) {
                    if sender.send(Arrival::Line(number, budget.admit(line))).is_err() {
                        return "closed".to_owned();
                    }
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return error.to_string(),
        }
    }
}
