//! The commands of the client other than moves, and the requests of the other player.

use super::game::time;
use super::wire::{Closed, Wire};
use super::{Match, Server};

impl Server {
    /// Handles a line of the client, which is answered by READY at once.
    pub(super) fn handle(&mut self, wire: &mut Wire, line: &str) -> Result<(), Closed> {
        wire.ready()?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["tell", "/os", "accept", id] => self.accept(wire, id),
            ["tell", "/os", "ask", id] if id.starts_with('.') => self.resume_asked(wire, id),
            ["tell", "/os", "play", id, mv] => self.play(wire, id, mv),
            ["tell", "/os", "moves", id] => self.rejoin(wire, Some(id)),
            ["tell", "/os", "moves"] => self.rejoin(wire, None),
            ["tell", "/os", "stored"] => {
                let mut lines = vec![format!("/os: stored {} otto", self.stored.len())];
                lines.extend(self.stored.iter().map(|(number, of)| {
                    let [black, white] = &of.games[0].players;
                    format!("|.{number}   12 Mar 2026 20:15:42 {black:8}  {white:8} {}:l", of.plan.kind)
                }));
                wire.message(&lines, &mut self.plan)
            }
            [] | ["vt100" | "verbose" | "notify", ..] => Ok(()),
            ["tell", "/os", "client" | "trust" | "rated" | "request" | "open" | "aform" | "dform", ..] => Ok(()),
            ["tell", "/os", "decline", ..] => panic!("a request that fits is declined: {line:?}"),
            _ => panic!("not a line of the client: {line:?}"),
        }
    }

    /// Whether a match runs or is about to begin.
    pub(super) fn has_work(&self) -> bool {
        !self.matches.is_empty()
    }

    /// Begins the next match when none runs: `mira` asks for it, or for a stored one.
    pub(super) fn request(&mut self, wire: &mut Wire) -> Result<(), Closed> {
        if !self.matches.is_empty() || !self.requests.is_empty() {
            return Ok(());
        }
        self.last_number += 1;
        let id = self.last_number;
        if let Some((number, of)) = self.stored.first() {
            // Often the client is the one who asks.
            if self.plan.random.below(200) > 0 {
                return Ok(());
            }
            let line = request_line(id, "mira", "otto", of, Some(*number));
            self.requests.insert(id, Some(*number));
            return wire.message(&[line], &mut self.plan);
        }
        let Some(plan) = self.plans.get(self.next_plan).cloned() else { return Ok(()) };
        let of = self.begin(plan, "mira");
        let line = request_line(id, "mira", "otto", &of, None);
        self.requests.insert(id, None);
        wire.message(&[line], &mut self.plan)
    }

    fn accept(&mut self, wire: &mut Wire, id: &str) -> Result<(), Closed> {
        let number = id.trim_start_matches('.').parse::<u64>().ok();
        let Some((number, stored)) = number.and_then(|number| Some((number, self.requests.remove(&number)?))) else {
            return wire.message(&[format!("/os: ERR request '{id}' not found.")], &mut self.plan);
        };
        let of = match stored {
            Some(stored) => self.restore(stored, "mira"),
            None => {
                let plan = self.plans[self.next_plan].clone();
                self.next_plan += 1;
                self.begin(plan, "mira")
            }
        };
        let line = request_line(number, "mira", "otto", &of, stored).replacen('+', "-", 1);
        self.start(wire, of, &line)
    }

    /// The client asks for a stored match, and `mira` accepts.
    fn resume_asked(&mut self, wire: &mut Wire, id: &str) -> Result<(), Closed> {
        let stored = id.trim_start_matches('.').parse::<u64>().ok();
        let stored = stored.filter(|number| self.stored.iter().any(|(stored, _)| stored == number));
        let Some(stored) = stored else {
            return wire.message(&[format!("/os: ERR no archived match '{id}' found.")], &mut self.plan);
        };
        self.last_number += 1;
        let request = self.last_number;
        self.requests.clear();
        let of = self.restore(stored, "otto");
        let line = request_line(request, "otto", "mira", &of, Some(stored));
        let sent = wire.message(std::slice::from_ref(&line), &mut self.plan);
        if sent.is_err() {
            // The match has not begun.
            self.stored.push((stored, of));
            return sent;
        }
        self.start(wire, of, &line.replacen('+', "-", 1))
    }

    /// Takes a stored match out, under a new number.
    fn restore(&mut self, stored: u64, first: &str) -> Match {
        let index = self.stored.iter().position(|(number, _)| *number == stored).expect("a stored match");
        let (_, mut of) = self.stored.remove(index);
        self.report.resumed += 1;
        self.last_number += 1;
        if of.first != first {
            of.first = first.to_owned();
            of.results.values_mut().for_each(|discs| *discs = -*discs);
        }
        of.number = self.last_number;
        for (part, game) in of.games.iter_mut().enumerate() {
            game.id = if of.plan.kind.starts_with('s') {
                format!(".{}.{part}", of.number)
            } else {
                format!(".{}", of.number)
            };
        }
        of
    }

    /// Announces a match, reports its games, and starts the clocks.
    fn start(&mut self, wire: &mut Wire, of: Match, request: &str) -> Result<(), Closed> {
        let line = match_line(&of);
        self.matches.push(of);
        wire.message(&[format!("/os: + match {line}")], &mut self.plan)?;
        self.send_games(wire)?;
        wire.message(&[request.to_owned()], &mut self.plan)
    }
}

/// The players, the type and the conditions of a match as the server prints them.
pub(super) fn match_line(of: &Match) -> String {
    let second = if of.first == "otto" { "mira" } else { "otto" };
    format!(".{} 1720 {} 1720 {second} {} {}", of.number, of.first, of.plan.kind, of.plan.terms)
}

fn request_line(id: u64, from: &str, to: &str, of: &Match, stored: Option<u64>) -> String {
    let (main, increment, extension) = of.plan.setting;
    let increment = if increment > 0.0 { time(increment) } else { String::new() };
    let terms = if stored.is_some() { 'S' } else { of.plan.terms };
    let stored = stored.map_or_else(String::new, |stored| format!("     .{stored}"));
    let clock = format!("{}/{increment}/{}", time(main), time(extension));
    format!("/os: + {:>4} 1720.0 {from:8} {clock} {:>8} {terms} 1720.0 {to:8}{stored}", format!(".{id}"), of.plan.kind)
        .trim_end()
        .to_owned()
}
