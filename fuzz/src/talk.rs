//! A conversation in one of the protocols, with a session behind it whose searches are tiny.

use emilia::{TaskEvent, Weights};
use emilia_cli::protocol::{Input, Protocol};
use emilia_cli::session::{Command, Event, Options, Session, Ticket};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, LazyLock, Once};
use std::time::Duration;

/// What the options are kept below, whatever the client asks for: name, least value, greatest value.
const TINY: [(&str, i64, i64); 4] = [("nodes", 1, 40), ("level", 1, 3), ("hash", 1, 1), ("threads", 1, 2)];
/// A search of this size that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(60);

static WEIGHTS: LazyLock<Arc<Weights>> = LazyLock::new(Weights::embedded);
/// Whether a search panicked: the session recovers from that, so it would go unnoticed.
static HAS_PANICKED: AtomicBool = AtomicBool::new(false);

/// A conversation.
pub struct Talk<P> {
    protocol: P,
    session: Session,
    incoming: Receiver<(Ticket, TaskEvent)>,
    /// What was written and not yet taken.
    written: String,
    is_over: bool,
    /// Whether the output may have escape sequences.
    is_terminal: bool,
}

impl<P: Protocol> Talk<P> {
    /// The start of a conversation, with the greeting written.
    pub fn new(protocol: P) -> Talk<P> {
        notice_panics();
        let (post, incoming) = channel();
        let post = move |ticket, news| drop(post.send((ticket, news)));
        let options = Options { nodes: 40, level: 3, hash: 1, threads: 1, ..Options::default() };
        let session = Session::new(options, WEIGHTS.clone(), Box::new(post));
        let mut talk = Talk { protocol, session, incoming, written: String::new(), is_over: false, is_terminal: false };
        talk.write(&Event::Started);
        talk
    }

    /// The same with a client that obeys escape sequences.
    pub fn at_terminal(self, is_terminal: bool) -> Talk<P> {
        Talk { is_terminal, ..self }
    }

    /// The protocol.
    pub fn protocol(&self) -> &P {
        &self.protocol
    }

    /// Sends a line and gives what is written at once.
    pub fn send(&mut self, line: &str) -> String {
        self.read(line);
        self.take()
    }

    fn read(&mut self, line: &str) {
        match self.protocol.read(line) {
            Input::Reply(text) => self.written.push_str(&text),
            Input::Load { path, .. } | Input::Save { path, .. } => {
                self.write(&Event::Refused(format!("no file {path:?}")));
            }
            Input::Book { words } => self.write(&Event::Refused(format!("no book: {words:?}"))),
            Input::Commands(commands) => {
                assert!(!commands.is_empty(), "{line:?} is neither obeyed nor answered");
                self.handle(commands);
            }
            Input::EndSearch | Input::EndAll => {
                self.handle(vec![Command::Stop]);
                self.read(line);
            }
        }
    }

    /// Whether a stream of results is open that the next line ends.
    pub fn is_cut_by_lines(&self) -> bool {
        self.protocol.interval().is_some() && !self.protocol.queues_input()
    }

    /// The next line of the stream of results.
    pub fn on_tick(&mut self) -> String {
        self.write(&Event::Tick);
        self.take()
    }

    /// Waits for the end of the search, if one runs, and gives what was written in the meantime.
    pub fn wait(&mut self) -> String {
        while self.session.is_thinking() {
            let (ticket, news) = self.incoming.recv_timeout(PATIENCE).expect("a search ends");
            if let Some(event) = self.session.on_task_event(ticket, news) {
                self.write(&event);
            }
        }
        assert!(!HAS_PANICKED.load(Ordering::Relaxed), "a search panicked");
        self.take()
    }

    /// Whether the client has said goodbye.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Obeys the commands in order, as long as none is refused.
    fn handle(&mut self, commands: Vec<Command>) {
        for command in commands {
            let Some(event) = self.session.handle(kept_tiny(command)) else { continue };
            self.write(&event);
            match event {
                Event::Goodbye => self.is_over = true,
                Event::Refused(_) => return,
                _ => {}
            }
        }
    }

    fn write(&mut self, event: &Event) {
        self.protocol.write(event, &mut self.written).expect("a string takes everything");
        let aside = self.protocol.take_stderr();
        assert!(aside.bytes().all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte)), "{aside:?}");
    }

    /// The text written since, checked to be lines of plain ASCII. At a terminal it may begin lines with the sequence that replaces the
    /// lines above.
    fn take(&mut self) -> String {
        let text = std::mem::take(&mut self.written);
        let plain = if self.is_terminal { without_replacements(&text) } else { text.clone() };
        let stray = plain.chars().find(|letter| !(letter.is_ascii_graphic() || matches!(letter, ' ' | '\n')));
        assert_eq!(stray, None, "in {text:?}");
        plain
    }
}

/// The text without the sequences `ESC [ N A ESC [ J` at the beginnings of lines, which go up N lines and clear the screen from there.
fn without_replacements(text: &str) -> String {
    let without = |line: &str| {
        let lines = line.strip_prefix("\u{1b}[").and_then(|rest| rest.split_once("A\u{1b}[J"));
        lines
            .filter(|(number, _)| number.parse::<u8>().is_ok())
            .map_or_else(|| line.to_owned(), |(_, rest)| rest.to_owned())
    };
    text.split('\n').map(without).collect::<Vec<_>>().join("\n")
}

/// The lines of a text from outside, as the program reads them.
pub fn lines(data: &[u8]) -> impl Iterator<Item = String> {
    data.split(|byte| *byte == b'\n')
        .map(|line| String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned())
}

/// The command, with its value brought into a tiny range if it sets an option that bounds searches or memory.
fn kept_tiny(command: Command) -> Command {
    let Command::Option { name, value } = command else { return command };
    let range = TINY.iter().find(|(tiny, ..)| tiny.eq_ignore_ascii_case(&name));
    let value = match (range, value.trim().parse::<i64>()) {
        (Some((_, least, greatest)), Ok(number)) => number.clamp(*least, *greatest).to_string(),
        _ => value,
    };
    Command::Option { name, value }
}

/// Has panics of the thread that thinks noted, in addition to what is done about them anyway.
fn notice_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if std::thread::current().name() == Some("worker") {
                HAS_PANICKED.store(true, Ordering::Relaxed);
            }
            usual(panic);
        }));
    });
}
