//! A recorded session, line by line: what the server says is understood, and the client answers it as the record does.
//!
//! The session is made up. `S:` is a line of the server, `C:` one of the client, `===` begins a scenario.

use emilia_cli::protocol::ggs::{Action, Client, Config, Event, Found, Id, MatchEnd, Reader};
use std::collections::BTreeMap;
use std::time::Duration;

const SESSION: &str = include_str!("../golden/ggs_session.txt");

/// What is heard or said.
enum Line<'a> {
    Server(&'a str),
    Client(&'a str),
}

/// The lines of a scenario.
fn scenario(name: &str) -> Vec<Line<'static>> {
    let head = format!("=== {name}");
    let lines = SESSION.lines().skip_while(|line| *line != head).skip(1).take_while(|line| !line.starts_with("==="));
    let text = |line: &'static str| line.get(3..).unwrap_or_default();
    lines
        .filter_map(|line| match line.split(':').next() {
            Some("S") => Some(Line::Server(text(line))),
            Some("C") => Some(Line::Client(text(line))),
            _ => None,
        })
        .collect()
}

/// The client in front of a recorded server.
struct Talk {
    client: Client,
    reader: Reader,
    /// One second a line.
    now: Duration,
    /// The lines that the client sent, in their order; an empty one for the password.
    sent: Vec<String>,
    /// The searches that run: the game with the number of moves.
    searches: BTreeMap<Id, usize>,
    records: Vec<String>,
    /// The records of games with a result.
    finished: usize,
    events: Vec<Event>,
    is_refused: bool,
}

impl Talk {
    fn new(config: &str) -> Talk {
        let config = Config::read(config).expect("a configuration");
        let mut client = Client::new("otto", config, None);
        let now = Duration::ZERO;
        assert!(matches!(client.tick(now)[..], [Action::Connect]));
        client.connected(now);
        let (sent, searches, records, events) = (Vec::new(), BTreeMap::new(), Vec::new(), Vec::new());
        Talk { client, reader: Reader::default(), now, sent, searches, records, finished: 0, events, is_refused: false }
    }

    fn execute(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Send(line) => self.sent.push(line),
                Action::SendPassword => self.sent.push(String::new()),
                Action::Search(task) => drop(self.searches.insert(task.id, task.ply)),
                Action::Forget(id) => drop(self.searches.remove(&id)),
                Action::Keep(record) => {
                    self.finished += usize::from(record.is_finished);
                    self.records.push(record.ggf("2026-03-12"));
                }
                Action::Leave(result) => self.is_refused = result.is_err(),
                _ => {}
            }
        }
    }

    fn receive(&mut self, line: &str) {
        self.now += Duration::from_millis(1);
        for event in self.reader.read(line) {
            let actions = self.client.handle(self.now, &event);
            self.execute(actions);
            self.events.push(event);
        }
    }

    /// Finds the move that the record has.
    fn play(&mut self, id: &str, text: &str) {
        let id: Id = id.parse().expect("a game");
        let mut parts = text.split('/');
        let mv = parts.next().and_then(|mv| mv.parse().ok()).expect("a move");
        let eval = parts.next().and_then(|eval| eval.parse().ok());
        if mv == emilia::Move::Pass {
            return; // the client passes by itself
        }
        let ply = self.searches.remove(&id).unwrap_or_else(|| panic!("no search for {id} before {text}"));
        let actions = self.client.found(self.now, &Found { id, ply, mv, eval });
        let is_play = |line: &str| line.starts_with("tell /os play ");
        assert!(matches!(&actions[..], [Action::Send(line)] if is_play(line)), "{id} {text}: {actions:?}");
        self.execute(actions);
    }

    /// Plays a scenario: the moves of the record are found when it has them.
    fn run(&mut self, name: &str) {
        let lines = scenario(name);
        assert!(lines.len() > 10, "{name}");
        for line in lines {
            match line {
                Line::Server(text) => self.receive(text),
                Line::Client(text) => match text.split_whitespace().collect::<Vec<_>>().as_slice() {
                    ["tell", "/os", "play", _, "a1"] => {} // an illegal move, which the client does not send
                    ["tell", "/os", "play", id, mv] => self.play(id, mv),
                    _ => {}
                },
            }
        }
    }
}

#[test]
fn the_main_scenario_is_played_to_its_end() {
    let mut talk = Talk::new("types = 8, s8r\nmain = 01:00 - 10:00\nask = s8r44 05:00//02:00 mira");
    talk.run("main");
    assert!(!talk.is_refused);
    let said = &talk.sent;
    assert_eq!(said[..2], ["otto", ""], "name and password");
    assert!(said.contains(&"tell /os accept .27".to_owned()));
    assert!(!said.contains(&"tell /os accept .19".to_owned()), "a request to everybody");
    let plays = |id: &str| said.iter().filter(|line| line.starts_with(&format!("tell /os play {id} "))).count();
    assert_eq!((plays(".31"), plays(".12.0"), plays(".12.1")), (5, 11, 10));
    assert!(said.iter().any(|line| line.starts_with("tell /os play .12.0 PA/")), "a pass is a move");
    assert_eq!(talk.finished, 3, "one game, and two of a synchro match");
    assert_eq!(talk.records.len(), 3);
    let has = |index: usize, parts: &[&str]| {
        let record: &String = &talk.records[index];
        parts.iter().for_each(|part| assert!(record.contains(part), "{part} is not in {record}"));
    };
    has(0, &["PB[mira]PW[otto]RE[-64]", "TI[3:00//2:00]", "GT[8b]", "B[F5//7.25]W[F4/0.35/0.31]"]);
    has(1, &["PB[otto]PW[mira]RE[-20]", "GT[s8r44]GN[.90012]", "RBA[1868.21]RWA[1571.79]"]);
    has(2, &["PB[mira]PW[otto]RE[-22]"]);
    for record in &talk.records {
        let game = emilia::notation::ggf::read(record).expect("a game");
        assert_eq!(game.score() as f32, game.outcome().and_then(|outcome| outcome.score()).expect("a result"));
    }
}

#[test]
fn every_move_of_the_session_is_an_event() {
    let mut talk = Talk::new("");
    talk.run("main");
    let boards = |is_join: bool| {
        let is_wanted = |event: &&Event| matches!(event, Event::Board(report) if report.is_join == is_join);
        talk.events.iter().filter(is_wanted).count()
    };
    assert_eq!((boards(true), boards(false)), (3, 10 + 22 + 20));
    assert!(!talk.events.iter().any(|event| matches!(event, Event::Damaged(_))));
    let illegal = Event::MoveRefused { id: ".31".parse().ok(), reason: "illegal move".to_owned() };
    assert!(talk.events.contains(&illegal));
    assert!(talk.events.contains(&Event::Refused("illegal board type".to_owned())));
    assert!(talk.events.contains(&Event::Told(".31 mira".to_owned(), "good luck".to_owned())));
}

#[test]
fn a_wrong_name_or_password_is_fatal() {
    let mut talk = Talk::new("");
    talk.run("login-errors");
    assert!(talk.is_refused && talk.client.is_over());
    assert_eq!(talk.sent, ["otto"], "nothing is tried again");
}

#[test]
fn a_stored_game_is_resumed_and_won_on_time() {
    let mut talk = Talk::new("");
    talk.run("leave-and-resume");
    assert!(talk.sent.contains(&"tell /os stored".to_owned()));
    assert_eq!(talk.records.len(), 2);
    assert!(talk.records[0].contains("RE[?]") && talk.records[0].contains("GN[.90013]"), "{}", talk.records[0]);
    let won = &talk.records[1];
    assert!(
        won.contains("RE[64:t]") && won.contains("B[F5//1.25]W[D6/-0.50/3.5]") && won.contains("GN[.90014]"),
        "{won}"
    );
    let resumed = talk.events.iter().find_map(|event| match event {
        Event::Board(report) if report.is_join && report.count == 4 => Some(report),
        _ => None,
    });
    let resumed = resumed.expect("a join with moves");
    assert!(resumed.start.is_some_and(|start| start != resumed.now) && resumed.moves.len() == 4);
    let left = |event: &&Event| matches!(event, Event::MatchEnded(_, MatchEnd::Left { stored: Some(_), .. }));
    assert_eq!(talk.events.iter().filter(left).count(), 1);
}

#[test]
fn a_session_cut_anywhere_does_no_harm() {
    for name in ["main", "leave-and-resume"] {
        let lines = scenario(name);
        for skipped in (0..lines.len()).step_by(7) {
            let mut talk = Talk::new("types = 8, s8r");
            for (number, line) in lines.iter().enumerate() {
                if let Line::Server(text) = line {
                    match number {
                        number if number == skipped => {}
                        number if number == skipped + 3 => talk.receive(&text[..text.len() / 2]),
                        _ => talk.receive(text),
                    }
                }
            }
        }
    }
}
