//! The lines of GGS, with a client that plays the first legal move.

use emilia_cli::protocol::ggs::{Action, Client, Config, Found, GameClock, Id, LineBuffer, MatchKind, Reader};
use std::time::Duration;

/// Most games and matches that a server can make the client keep.
const MOST_GAMES: usize = 64;

/// Reads the bytes as lines of the server, cut into parts of any length, and their words as types, clocks and a configuration.
///
/// Every line of the client is one line, every move legal at that moment, and the memory for games is bounded.
pub fn ggs(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    text.split_whitespace().for_each(read);
    let config = Config::read(&text).unwrap_or_default();
    let mut talk = Talk::new(config, data);
    let part = 1 + usize::from(data.first().copied().unwrap_or(0));
    for bytes in data.chunks(part) {
        talk.receive(bytes);
    }
    talk.receive(b"\nREADY\n");
}

/// Reads a word as a clock and as a type, which is written as it is read.
fn read(word: &str) {
    let _ = word.parse::<GameClock>();
    if let Ok(kind) = word.parse::<MatchKind>() {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
}

/// The client, with the time that passes.
struct Talk {
    client: Client,
    lines: LineBuffer,
    reader: Reader,
    now: Duration,
    /// The time that passes with each line.
    step: Duration,
}

impl Talk {
    /// A client that is logged in.
    fn new(config: Config, data: &[u8]) -> Talk {
        let step = Duration::from_millis(data.len() as u64 % 3000);
        let client = Client::new("otto", config, None);
        let (lines, reader) = (LineBuffer::default(), Reader::default());
        let mut talk = Talk { client, lines, reader, now: Duration::ZERO, step };
        let connect = talk.client.tick(talk.now);
        talk.execute(connect);
        talk
    }

    fn log_in(&mut self) {
        (self.lines, self.reader) = (LineBuffer::default(), Reader::default());
        self.client.connected(self.now);
        self.receive(b": Enter login\n: Enter your password.\nREADY\n");
    }

    fn receive(&mut self, bytes: &[u8]) {
        for line in self.lines.push(bytes) {
            assert!(!line.contains('\n'));
            for event in self.reader.read(&line) {
                let actions = self.client.handle(self.now, &event);
                self.execute(actions);
            }
            self.now += self.step;
            let actions = self.client.tick(self.now);
            self.execute(actions);
            assert!(self.client.games().count() <= MOST_GAMES);
        }
    }

    fn execute(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Send(line) => self.check(&line),
                Action::Connect => self.log_in(),
                Action::Disconnect => {
                    let actions = self.client.disconnected(self.now, "closed");
                    self.execute(actions);
                }
                Action::Search(task) => {
                    let mv = task.game.legal().first().copied().expect("a search where there is a move");
                    let found = Found { id: task.id, ply: task.ply, mv, eval: Some(f32::MAX) };
                    let actions = self.client.found(self.now, &found);
                    self.execute(actions);
                }
                Action::Keep(record) => {
                    let text = record.ggf("today");
                    emilia::notation::ggf::read(&text).expect("a record that is written is read");
                    assert!(record.journal("today").is_none_or(|line| !line.contains('\n')));
                }
                Action::SendPassword | Action::Note(_) | Action::Hurry(_) | Action::Forget(_) | Action::Leave(_) => {}
            }
        }
    }

    fn check(&self, line: &str) {
        assert!(!line.contains(['\n', '\r', '\\']), "{line:?}");
        if let ["tell", "/os", "play", id, mv] = line.split(' ').collect::<Vec<_>>()[..] {
            let id: Id = id.parse().expect("the number of a game");
            let mv = mv.split('/').next().and_then(|mv| mv.parse().ok()).expect("a move");
            let game = self.client.games().find(|game| game.id == id).expect("a game that runs");
            assert!(game.game.is_legal(mv), "{line:?}");
        }
    }
}
