//! A server in the place of GGS. It plays the other side, and misbehaves.
//!
//! It begins one match after the other: `mira` asks, `otto` accepts, and `mira` plays random moves at once. When the connection ends, a
//! rated match is stored and resumed after the next login, a tournament match goes on, and an unrated match is gone.

pub mod board;
pub mod faults;
pub mod game;
mod play;
mod requests;
pub mod wire;

use board::Board;
use faults::FaultPlan;
use game::Game;
use std::collections::BTreeMap;
use std::net::TcpListener;
use std::time::{Duration, Instant};
use wire::{Closed, Wire};

/// Without a line of the client for this time while it is to act, the run has failed.
const PATIENCE: Duration = Duration::from_secs(120);

/// A match to play: its type, its conditions and its clocks (main time, increment, extension).
#[derive(Clone, Debug)]
pub struct Plan {
    pub kind: &'static str,
    pub terms: char,
    pub setting: (f64, f64, f64),
}

/// A match that runs.
#[derive(Clone)]
pub struct Match {
    pub number: u64,
    pub plan: Plan,
    /// The player named first.
    pub first: String,
    pub games: Vec<Game>,
    /// The results of the games that are over: discs for the player named first.
    pub results: BTreeMap<usize, f64>,
    /// Moves of `mira` that wait for the move of `otto` in the same round.
    hidden: Vec<usize>,
    /// The bid of `mira`.
    bid: f64,
}

/// A game as it was played to its end.
#[derive(Clone, Debug)]
pub struct Played {
    pub id: String,
    pub black: String,
    pub white: String,
    pub moves: Vec<String>,
    /// Discs for black.
    pub score: f64,
    /// Whether the message with the result was sent whole.
    pub is_told: bool,
}

/// What happened.
#[derive(Default, Debug)]
pub struct Report {
    pub played: Vec<Played>,
    pub illegal: usize,
    pub out_of_turn: usize,
    pub timeouts: usize,
    pub logins: usize,
    pub refused_logins: usize,
    pub resumed: usize,
    pub rejoined: usize,
    /// Unrated games that were lost with the connection.
    pub dropped: usize,
    pub moves: usize,
    /// The least time that was left on the clock of `otto`, in seconds.
    pub least_left: f64,
    pub faults: BTreeMap<String, usize>,
}

pub struct Server {
    listener: TcpListener,
    plans: Vec<Plan>,
    next_plan: usize,
    plan: FaultPlan,
    matches: Vec<Match>,
    /// Stored matches with their numbers.
    stored: Vec<(u64, Match)>,
    /// Open requests of `mira`: the number, and the plan or the stored match.
    requests: BTreeMap<u64, Option<u64>>,
    last_number: u64,
    report: Report,
    has_failed_login: bool,
}

impl Server {
    /// A server on a free port of this machine.
    pub fn new(plans: Vec<Plan>, seed: u64, rate: usize) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        Server {
            listener,
            plans,
            next_plan: 0,
            plan: FaultPlan::new(seed, rate),
            matches: Vec::new(),
            stored: Vec::new(),
            requests: BTreeMap::new(),
            last_number: 0,
            report: Report { least_left: f64::INFINITY, ..Report::default() },
            has_failed_login: false,
        }
    }

    pub fn port(&self) -> u16 {
        self.listener.local_addr().expect("an address").port()
    }

    /// Plays all matches.
    pub fn run(mut self) -> Report {
        self.listener.set_nonblocking(true).expect("an option of the socket");
        let mut idle = Instant::now();
        while !self.is_done() {
            let Ok((stream, _)) = self.listener.accept() else {
                assert!(idle.elapsed() < PATIENCE, "the client does not connect");
                std::thread::sleep(Duration::from_millis(2));
                continue;
            };
            stream.set_nonblocking(false).expect("an option of the socket");
            let mut wire = Wire::new(stream);
            let _: Result<(), Closed> = self.serve(&mut wire);
            wire.drop();
            self.leave();
            idle = Instant::now();
        }
        self.report.faults = self.plan.counts.clone();
        self.report
    }

    fn is_done(&self) -> bool {
        self.next_plan == self.plans.len() && self.matches.is_empty() && self.stored.is_empty()
    }

    /// Serves a connection to its end.
    fn serve(&mut self, wire: &mut Wire) -> Result<(), Closed> {
        self.log_in(wire)?;
        self.report.logins += 1;
        let mut heard = Instant::now();
        // The client sends its settings first.
        let settled = Instant::now() + Duration::from_millis(20);
        while !self.is_done() {
            let wait = if self.has_work() { Duration::from_micros(200) } else { Duration::from_millis(5) };
            if let Some(line) = wire.line(wait)? {
                heard = Instant::now();
                if line == "quit" {
                    wire.raw(": Thank you for using GGS.\r\n")?;
                    return Err(wire.drop());
                }
                self.handle(wire, &line)?;
            } else if Instant::now() > settled {
                self.go_on(wire)?;
            }
            assert!(heard.elapsed() < PATIENCE, "the client says nothing: {}", self.state());
        }
        // What was sent last is read before the connection ends.
        std::thread::sleep(Duration::from_millis(300));
        Ok(())
    }

    fn state(&self) -> String {
        let game = |game: &Game| {
            format!("{} {} moves, {} to move, {:.1} s", game.id, game.moves.len(), game.mover(), game.left())
        };
        let games: Vec<String> = self.matches.iter().flat_map(|of| &of.games).map(game).collect();
        let stored: Vec<u64> = self.stored.iter().map(|(number, _)| *number).collect();
        format!("games {games:?}, stored {stored:?}, requests {:?}", self.requests)
    }

    fn log_in(&mut self, wire: &mut Wire) -> Result<(), Closed> {
        let ask = ": Enter login (yours, or one you'd like to use).\r\n";
        wire.raw(&format!("\r\n\r\nGeneric Game Server (GGS) \r\n\r\n{ask}"))?;
        assert_eq!(wire.line(PATIENCE)?.as_deref(), Some("otto"));
        wire.raw(": Enter your password.\r\n")?;
        assert_eq!(wire.line(PATIENCE)?.as_deref(), Some(super::games::PASSWORD));
        let is_refused = self.report.logins > 0 && !self.has_failed_login && self.plan.chance(20);
        self.has_failed_login = is_refused;
        if is_refused {
            self.report.refused_logins += 1;
            wire.raw(&format!(": ERR Password is incorrect.\r\n{ask}"))?;
            std::thread::sleep(Duration::from_millis(20));
            return Err(wire.drop());
        }
        wire.raw(
            "READY\r\n\r\n: + /os 1\r\nREADY\r\n\r\n: help news\r\nMade-up news\r\n\r\n/osprey: nothing\r\nREADY\r\n",
        )
    }

    /// What becomes of the matches when the client leaves.
    fn leave(&mut self) {
        self.requests.clear();
        let mut running = Vec::new();
        for mut of in std::mem::take(&mut self.matches) {
            match of.plan.terms {
                'T' => {
                    // It may have begun just now.
                    if of.hidden.is_empty() && of.games.iter().all(|game| game.since.is_none()) {
                        of.games.iter_mut().for_each(|game| game.since = Some(Instant::now()));
                    }
                    running.push(of);
                }
                'U' => self.report.dropped += of.games.len(),
                _ => {
                    of.games.iter_mut().for_each(Game::freeze);
                    of.hidden.clear();
                    self.last_number += 1;
                    self.stored.push((90_000 + self.last_number, of));
                }
            }
        }
        self.matches = running;
    }

    /// A match with the next number.
    fn begin(&mut self, plan: Plan, first: &str) -> Match {
        self.last_number += 1;
        let number = self.last_number;
        let second = if first == "otto" { "mira" } else { "otto" };
        let letters = plan.kind.trim_start_matches('s');
        let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
        let board = digits(letters);
        let start = match letters.split_once('r') {
            Some((_, discs)) => Board::random(&board, digits(discs).parse().expect("discs"), &mut self.plan.random),
            None => Board::start(&board),
        };
        let is_first_black = match plan.kind.chars().last() {
            Some('b') => true,
            Some('w') => false,
            _ => plan.kind.contains('r') || self.plan.chance(50),
        };
        let players = if is_first_black { [first, second] } else { [second, first] };
        let games = if plan.kind.starts_with('s') {
            let swapped = [players[1], players[0]];
            let of = |part: u8, players| {
                Game::new(format!(".{number}.{part}"), plan.kind, players, start.clone(), plan.setting)
            };
            vec![of(0, players), of(1, swapped)]
        } else {
            vec![Game::new(format!(".{number}"), plan.kind, players, start.clone(), plan.setting)]
        };
        let bid = self.plan.random.below(20) as f64 - 10.0;
        Match { number, plan, first: first.to_owned(), games, results: BTreeMap::new(), hidden: Vec::new(), bid }
    }
}
