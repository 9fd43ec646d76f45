//! A conversation with the client: lines of the server, moves that are found, and time that passes.

use emilia_cli::protocol::ggs::{Action, Client, Config, Found, Reader};
use std::time::Duration;

/// A client that is logged in.
pub struct Talk {
    pub client: Client,
    pub reader: Reader,
    pub now: Duration,
}

pub const JOIN: &str = "/os: join .5 4 K?\n|0 move(s)\n|  0: PASS\n|otto     (1720.0 *) 00:59,0:0//02:00,0:0\n\
    |mira     (1720.0 O) 01:00,0:0//02:00,0:0\n|\n|   A B C D\n| 1 - - - - 1\n| 2 - O * - 2\n| 3 - * O - 3\n| 4 - - - - 4\n|   A B C D\n|\n|* to move\nREADY";
pub const UPDATE: &str = "/os: update .5 4 K?\n|  1: b1/0.00/1.00\n|otto     (1720.0 *) 00:58,1:0//02:00,1:0\n\
    |mira     (1720.0 O) 01:00,0:0//02:00,0:0\n|\n|   A B C D\n| 1 - * - - 1\n| 2 - * * - 2\n| 3 - * O - 3\n| 4 - - - - 4\n|   A B C D\n|\n|O to move\nREADY";
pub const ANSWER: &str = "/os: update .5 4 K?\n|  2: a1//2.00\n|otto     (1720.0 *) 00:58,1:0//02:00,1:0\n\
    |mira     (1720.0 O) 00:58,1:0//02:00,1:0\n|\n|   A B C D\n| 1 O * - - 1\n| 2 - O * - 2\n| 3 - * O - 3\n| 4 - - - - 4\n|   A B C D\n|\n|* to move\nREADY";
pub const BEGIN: &str = "/os: + match .5 1720 otto 1720 mira 4 R\nREADY";

impl Talk {
    pub fn new(config: &str) -> Talk {
        Talk::limited(config, None)
    }

    /// A client that leaves after this number of matches.
    pub fn limited(config: &str, limit: Option<usize>) -> Talk {
        let client = Client::new("otto", Config::read(config).expect("a configuration"), limit);
        let mut talk = Talk { client, reader: Reader::default(), now: Duration::ZERO };
        talk.log_in();
        talk
    }

    pub fn log_in(&mut self) -> Vec<String> {
        assert!(matches!(self.client.tick(self.now)[..], [Action::Connect]));
        self.client.connected(self.now);
        self.reader = Reader::default();
        sent(&self.receive(": Enter login (yours, or one you'd like to use).\n: Enter your password.\nREADY"))
    }

    /// The connection is cut, and the client logs in again. What it sends then.
    pub fn log_in_again(&mut self) -> Vec<String> {
        self.client.disconnected(self.now, "closed");
        self.now += Duration::from_secs(1);
        self.log_in()
    }

    pub fn receive(&mut self, text: &str) -> Vec<Action> {
        let events: Vec<_> = text.lines().flat_map(|line| self.reader.read(line)).collect();
        events.iter().flat_map(|event| self.client.handle(self.now, event)).collect()
    }

    pub fn wait(&mut self, seconds: f64) -> Vec<Action> {
        self.now += Duration::from_secs_f64(seconds);
        self.client.tick(self.now)
    }

    pub fn find(&mut self, ply: usize, mv: &str) -> Vec<Action> {
        let found = Found { id: ".5".parse().expect("a game"), ply, mv: mv.parse().expect("a move"), eval: Some(0.0) };
        self.client.found(self.now, &found)
    }
}

/// The lines that are sent.
pub fn sent(actions: &[Action]) -> Vec<String> {
    let text = |action: &Action| match action {
        Action::Send(line) => Some(line.clone()),
        Action::SendPassword => Some(String::new()),
        _ => None,
    };
    actions.iter().filter_map(text).collect()
}

/// Whether a search is wanted.
pub fn searches(actions: &[Action]) -> bool {
    actions.iter().any(|action| matches!(action, Action::Search(_)))
}

pub fn is_disconnect(actions: &[Action]) -> bool {
    actions.iter().any(|action| matches!(action, Action::Disconnect))
}
