//! The lines of GGS, with a client that plays the first legal move.

use emilia_cli::protocol::ggs::{Action, Client, Command, Config, Found, GameClock, LineBuffer, MatchKind, Reader};
use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

/// Most games and matches that a server can make the client keep.
const MOST_GAMES: usize = 64;

/// Reads the bytes as lines of the server, cut into parts of any length, and their words as types, clocks and a configuration.
///
/// Every line of the client is one line, every move legal at that moment, and the memory for games is bounded.
pub fn ggs(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    text.split_whitespace().for_each(survives::<MatchKind>);
    text.split_whitespace().for_each(survives::<GameClock>);
    let config = Config::read(&text).unwrap_or_default();
    let mut talk = Talk::new(config, data);
    let part = 1 + usize::from(data.first().copied().unwrap_or(0));
    for bytes in data.chunks(part) {
        talk.hear(bytes);
    }
    talk.hear(b"\nREADY\n");
}

/// Checks that a value is written as it is read.
fn survives<T: FromStr + Display>(word: &str) {
    if let Ok(value) = word.parse::<T>() {
        let written = value.to_string();
        assert_eq!(written.parse::<T>().map(|again| again.to_string()).ok(), Some(written));
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
        talk.obey(connect);
        talk
    }

    fn log_in(&mut self) {
        (self.lines, self.reader) = (LineBuffer::default(), Reader::default());
        let actions = self.client.connected(self.now);
        self.obey(actions);
        self.hear(b": Enter login\n: Enter your password.\nREADY\n");
    }

    fn hear(&mut self, bytes: &[u8]) {
        for line in self.lines.push(bytes) {
            assert!(!line.contains('\n'));
            for event in self.reader.read(&line) {
                let actions = self.client.heard(self.now, &event);
                self.obey(actions);
            }
            self.now += self.step;
            let actions = self.client.tick(self.now);
            self.obey(actions);
            assert!(self.client.games().count() <= MOST_GAMES);
        }
    }

    fn obey(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Send(command) => self.check(&command),
                Action::Connect => self.log_in(),
                Action::Disconnect => {
                    let actions = self.client.disconnected(self.now, "closed");
                    self.obey(actions);
                }
                Action::Search(task) => {
                    let mv = task.game.legal().first().copied().expect("a search where there is a move");
                    let found = Found { id: task.id, ply: task.ply, mv, eval: Some(f32::MAX) };
                    let actions = self.client.found(self.now, &found);
                    self.obey(actions);
                }
                Action::Keep(record) => {
                    let text = record.ggf("today");
                    emilia::ggf::read(&text).expect("a record that is written is read");
                    assert!(record.journal("today").is_none_or(|line| !line.contains('\n')));
                }
                Action::Note(_) | Action::Hurry(_) | Action::Forget(_) | Action::Leave(_) => {}
            }
        }
    }

    fn check(&self, command: &Command) {
        let text = command.to_string();
        assert!(!text.contains(['\n', '\r', '\\']), "{text:?}");
        if let Command::Play { id, mv, .. } = command {
            let game = self.client.games().find(|game| game.id == *id).expect("a game that runs");
            assert!(game.game.is_legal(*mv), "{text:?}");
        }
    }
}
