//! The games: moves, clocks, the order of a synchro match, and results.

use super::game::{Game, pause};
use super::requests::match_line;
use super::wire::{Closed, Wire};
use super::{Match, Played, Server};
use emilia::Move;
use std::time::Instant;

impl Server {
    /// Reports all games of the match and starts the clocks.
    pub(super) fn send_games(&mut self, wire: &mut Wire) -> Result<(), Closed> {
        for index in 0..self.matches[0].games.len() {
            let is_doubled = self.plan.chance(20);
            let game = &mut self.matches[0].games[index];
            if !game.is_over() {
                game.since = Some(Instant::now());
            }
            let lines = game.join(0, is_doubled);
            wire.message(&lines, &mut self.plan)?;
        }
        Ok(())
    }

    /// `moves`: the games again. The newest move of the game that is ahead may be left out.
    pub(super) fn rejoin(&mut self, wire: &mut Wire, id: Option<&str>) -> Result<(), Closed> {
        let is_meant = |of: &&Match| id.is_none_or(|id| format!(".{}", of.number) == id);
        let Some(of) = self.matches.first().filter(is_meant) else {
            let id = id.unwrap_or_default();
            return wire.message(&[format!("/os: ERR match '{id}' not found.")], &mut self.plan);
        };
        self.report.rejoined += 1;
        let games = of.games.clone();
        let hidden = of.hidden.clone();
        for (index, game) in games.iter().enumerate() {
            // What the client must not see yet.
            let left_out = usize::from(hidden.contains(&index));
            wire.message(&game.join(left_out, false), &mut self.plan)?;
        }
        Ok(())
    }

    /// A move of the client.
    pub(super) fn play(&mut self, wire: &mut Wire, id: &str, text: &str) -> Result<(), Closed> {
        let found = self.matches.first().and_then(|of| of.games.iter().position(|game| game.id == id));
        let Some(index) = found else {
            let number = id.split('.').nth(1).unwrap_or_default();
            return wire.message(&[format!("/os: ERR match '.{number}' not found.")], &mut self.plan);
        };
        let game = &mut self.matches[0].games[index];
        let (name, notes) = text.split_once('/').unwrap_or((text, ""));
        let (eval, seconds) = notes.split_once('/').unwrap_or((notes, "0"));
        let seconds: f64 = seconds.parse().expect("a time");
        if game.is_bidding {
            return self.bid(wire, eval.parse().expect("a bid"));
        }
        if game.is_over() || game.mover() != "otto" || game.since.is_none() {
            self.report.out_of_turn += 1;
            return wire.message(&[format!("/os: error {id} not your turn")], &mut self.plan);
        }
        let Some(mv) = game.board.legal(name) else {
            self.report.illegal += 1;
            return wire.message(&[format!("/os: error {id} illegal move")], &mut self.plan);
        };
        let left = game.left();
        let eval = if eval.parse() == Ok(0.0) { "" } else { eval };
        game.play(mv, &format!("/{eval}/{seconds:.2}"), seconds);
        self.report.moves += 1;
        self.report.least_left = self.report.least_left.min(left);
        let lines = game.update();
        let is_over = game.is_over();
        self.round(index);
        wire.message(&lines, &mut self.plan)?;
        if is_over {
            self.end_game(wire, index)?;
        }
        self.show_hidden(wire)
    }

    /// The bids are in: the mean is the komi, and the higher bidder plays the side to move.
    fn bid(&mut self, wire: &mut Wire, bid: f64) -> Result<(), Closed> {
        let of = &mut self.matches[0];
        let is_otto = bid >= of.bid;
        let game = &mut of.games[0];
        (game.is_bidding, game.komi) = (false, Some((bid + of.bid) / 2.0));
        let (mover, waiter) = if is_otto { ("otto", "mira") } else { ("mira", "otto") };
        let players = if game.turn() == 0 { [mover, waiter] } else { [waiter, mover] };
        game.players = players.map(str::to_owned);
        game.since = Some(Instant::now());
        let lines = game.join(0, false);
        wire.message(&lines, &mut self.plan)
    }

    /// After a move of `otto`: the clocks of the next round start, unless the other game of the match waits for a move in this round.
    fn round(&mut self, index: usize) {
        let of = &mut self.matches[0];
        let is_running = |(other, game): (usize, &Game)| other != index && !game.is_over() && game.since.is_some();
        if of.hidden.is_empty() && !of.games.iter().enumerate().any(is_running) {
            of.games.iter_mut().filter(|game| !game.is_over()).for_each(|game| game.since = Some(Instant::now()));
        }
    }

    /// The moves of `mira` that waited for the end of the round.
    fn show_hidden(&mut self, wire: &mut Wire) -> Result<(), Closed> {
        for index in std::mem::take(&mut self.matches_hidden()) {
            self.show(wire, index)?;
        }
        Ok(())
    }

    fn matches_hidden(&mut self) -> Vec<usize> {
        self.matches.first_mut().map(|of| std::mem::take(&mut of.hidden)).unwrap_or_default()
    }

    /// Shows a move of `mira`, which starts the clocks of the next round.
    fn show(&mut self, wire: &mut Wire, index: usize) -> Result<(), Closed> {
        let Some(of) = self.matches.first_mut() else { return Ok(()) };
        of.games.iter_mut().filter(|game| !game.is_over()).for_each(|game| {
            game.since.get_or_insert_with(Instant::now);
        });
        let (lines, is_over) = (of.games[index].update(), of.games[index].is_over());
        wire.message(&lines, &mut self.plan)?;
        if is_over { self.end_game(wire, index) } else { Ok(()) }
    }

    /// What the server does by itself: moves of `mira`, requests, timeouts.
    pub(super) fn go_on(&mut self, wire: &mut Wire) -> Result<(), Closed> {
        if self.matches.is_empty() {
            return self.request(wire);
        }
        self.check_clocks(wire)?;
        let Some(of) = self.matches.first() else { return Ok(()) };
        let is_over = |(index, game): (usize, &Game)| {
            game.is_over() && !of.results.contains_key(&index) && !of.hidden.contains(&index)
        };
        if let Some(index) = of.games.iter().enumerate().position(is_over) {
            // The connection ended between the last move and the result.
            return self.end_game(wire, index);
        }
        let is_round = of.games.iter().any(|game| !game.is_over() && game.mover() == "otto" && game.since.is_some());
        if !of.hidden.is_empty() && !is_round {
            // The connection ended between the move of `otto` and this one.
            return self.show_hidden(wire);
        }
        let is_next = |(index, game): &(usize, &Game)| {
            !game.is_over()
                && !game.is_bidding
                && game.mover() == "mira"
                && game.since.is_some()
                && !of.hidden.contains(index)
        };
        let Some((index, _)) = of.games.iter().enumerate().find(is_next) else { return Ok(()) };
        if self.plan.chance(3) {
            std::thread::sleep(pause(self.plan.random.below(30) as u64));
        }
        let of = &mut self.matches[0];
        let game = &mut of.games[index];
        let mv = game.board.any(&mut self.plan.random);
        let notes = if mv != Move::Pass && self.plan.random.below(2) == 0 { "/-1.25/0.01" } else { "//0.01" };
        game.play(mv, notes, 0.01);
        // In a synchro match the client sees the move when it has moved in the other game.
        let is_round =
            of.games.iter().enumerate().any(|(other, game)| {
                other != index && !game.is_over() && game.mover() == "otto" && game.since.is_some()
            });
        if is_round {
            of.hidden.push(index);
            return Ok(());
        }
        self.show(wire, index)
    }

    fn check_clocks(&mut self, wire: &mut Wire) -> Result<(), Closed> {
        let Some(of) = self.matches.first_mut() else { return Ok(()) };
        let late = |game: &&mut Game| !game.is_over() && game.since.is_some() && game.left() < 0.0;
        let Some(game) = of.games.iter_mut().find(late) else { return Ok(()) };
        let (id, player, letter) = (game.id.clone(), game.mover().to_owned(), ["*", "O"][game.turn()]);
        eprintln!("{player} is out of time in {id}");
        self.report.timeouts += 1;
        if game.extend() {
            return wire.message(&[format!("/os: timeout {id} {player} ({letter})")], &mut self.plan);
        }
        panic!("{player} has lost {id} on time");
    }

    /// A game is over, and with the last one its match.
    fn end_game(&mut self, wire: &mut Wire, index: usize) -> Result<(), Closed> {
        let of = &mut self.matches[0];
        let game = &of.games[index];
        let discs = f64::from(game.board.score(game.is_anti())) * if game.players[0] == of.first { 1.0 } else { -1.0 };
        of.results.insert(index, discs);
        let is_last = of.results.len() == of.games.len();
        let (first, second) = (of.first.clone(), if of.first == "otto" { "mira" } else { "otto" });
        let line = format!("/os: end {} ( {first} vs. {second} ) {discs:+.2}", game.id);
        let is_synchro = of.games.len() > 1;
        // Before anything is sent: the result counts however the connection ends.
        let ended = is_last.then(|| self.matches.remove(0));
        let sent = if is_synchro { wire.message(&[line], &mut self.plan) } else { Ok(()) };
        let Some(of) = ended else { return sent };
        let told = sent.and_then(|()| self.tell_end(wire, &of));
        self.keep(&of, told.is_ok());
        told
    }

    fn tell_end(&mut self, wire: &mut Wire, of: &Match) -> Result<(), Closed> {
        if of.plan.terms == 'R' {
            let of_player = |name| format!("|{name} 1720.00 @ 350.00  +10.00 -> 1730.00 @ 290.51");
            let lines = [format!("/os: rating_update .{}", of.number), of_player("otto"), of_player("mira")];
            wire.message(&lines, &mut self.plan)?;
        }
        let mean = of.results.values().sum::<f64>() / of.results.len() as f64;
        let archive = if of.plan.terms == 'R' { format!("  .{}", 90_000 + of.number) } else { String::new() };
        wire.message(&[format!("/os: - match {} {mean:+.2}{archive}", match_line(of))], &mut self.plan)
    }

    fn keep(&mut self, of: &Match, is_told: bool) {
        for game in &of.games {
            let [black, white] = game.players.clone();
            let score = f64::from(game.board.score(game.is_anti()));
            let (id, moves) = (game.id.clone(), game.moves.clone());
            self.report.played.push(Played { id, black, white, moves, score, is_told });
        }
    }
}
