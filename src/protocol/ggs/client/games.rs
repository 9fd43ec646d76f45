//! Matches and their games: starts, reports, searches, moves, ends.

use super::live::{Change, LiveGame, Step};
use super::{Action, Client, Found, Match, Task};
use crate::protocol::ggs::{BoardReport, GameRecord, Id, MatchEnd, MatchLine, Terms};
use emilia::Move;
use std::collections::BTreeMap;
use std::time::Duration;

/// The games of a match follow its announcement within this time.
const JOINS: Duration = Duration::from_secs(5);
/// The time between two requests for the games of a match.
const ASK_AGAIN: Duration = Duration::from_secs(2);
/// A match whose games could not be read for this time is left alone.
const GONE: Duration = Duration::from_secs(30);
/// A move that is not reported within this time was lost, or its report was.
const LOST: Duration = Duration::from_secs(5);
/// A report that takes longer was lost or delayed by something else than the connection.
const CREDIBLE: Duration = Duration::from_secs(5);
/// A search is told to end when this and twice the delay of the connection are left on the clock.
const LAST_MOMENT: Duration = Duration::from_millis(300);
/// A client that is leaving waits this long for the opponent of a match that the connection cut.
const RETURNS: Duration = Duration::from_secs(120);
/// The most matches that are kept track of; the server cannot make the client take more memory.
const MOST_MATCHES: usize = 32;
/// The most games of a match.
const MOST_GAMES: usize = 2;
/// The most that the server takes as a value of a move.
const MOST_EVAL: f32 = 999.0;
/// The most seconds that the server takes for a move.
const MOST_SECONDS: f64 = 99_999.0;

impl Client {
    pub(super) fn begin_match(&mut self, line: &MatchLine) {
        let Some(opponent) = line.opponent(&self.name) else { return };
        if self.matches.contains_key(&line.id) || self.matches.len() >= MOST_MATCHES {
            return;
        }
        self.use_request(opponent, &line.kind);
        if let Some(index) = self.cut.iter().position(|(player, _)| player.eq_ignore_ascii_case(opponent)) {
            self.cut.remove(index);
        }
        self.note(format!("match {}: {}", line.id, match_text(line)));
        self.ended.retain(|id| *id != line.id);
        self.add_match(line.clone());
    }

    fn add_match(&mut self, line: MatchLine) {
        let (games, ratings, expected) = (BTreeMap::new(), Vec::new(), Some(self.now + JOINS));
        self.matches.insert(line.id, Match { line, games, ratings, expected, asked: None });
    }

    fn game(&mut self, id: Id) -> Option<&mut LiveGame> {
        self.matches.get_mut(&id.of_match())?.games.get_mut(&id)
    }

    pub(super) fn handle_report(&mut self, report: &BoardReport) {
        let (id, match_id, now) = (report.id, report.id.of_match(), self.now);
        if report.player(&self.name).is_none() || self.ended.contains(&match_id) {
            return; // a match that someone else plays, or a message that comes too late
        }
        if report.is_join && !self.matches.contains_key(&match_id) && self.matches.len() < MOST_MATCHES {
            // It runs since an earlier connection.
            let players = report.players.each_ref().map(|line| (line.name.clone(), line.rating));
            self.add_match(MatchLine { id: match_id, players, kind: report.kind, terms: Terms::Tournament });
        }
        let Some(of) = self.matches.get_mut(&match_id) else { return };
        let Some(game) = of.games.get_mut(&id) else {
            let is_full = of.games.len() == MOST_GAMES;
            match LiveGame::joined(report, now) {
                _ if is_full => {}
                Some(game) => {
                    let text = report_text(&game);
                    of.expected = None;
                    of.games.insert(id, game);
                    self.note(text);
                }
                None => self.handle_gap(Some(id)),
            }
            return;
        };
        let (was_stale, step) = (game.is_stale, game.step);
        let change = game.apply(report, now);
        if was_stale && !game.is_stale {
            of.expected = None;
        }
        match (change, step) {
            (Change::New, _) => {
                of.asked = None;
                let text = report_text(game);
                self.note(text);
                if let Step::Sent { at, .. } = step
                    && !report.is_join
                {
                    self.lag = expected_lag(self.lag, now.saturating_sub(at));
                    self.connection.failures = 0;
                }
            }
            (Change::Old, Step::Sent { at, mv, eval }) => {
                let is_answer = report.is_join && of.asked.is_some_and(|asked| asked >= at);
                if is_answer && report.count == game.count() {
                    // The server does not have the move. It is sent with the time since the position came: a shorter one would be a
                    // violation of trust.
                    self.send_move(id, mv, eval);
                }
            }
            (Change::Old, _) => {}
            (Change::Gap, _) => self.handle_gap(Some(id)),
        }
    }

    /// A report of this game, or of one that is not known, is missing or cannot be read: the whole game is needed.
    pub(super) fn handle_gap(&mut self, id: Option<Id>) {
        let ids: Vec<Id> = self.matches.keys().copied().collect();
        for match_id in ids.into_iter().filter(|of| id.is_none_or(|id| id.of_match() == *of)) {
            let games = self.matches.get_mut(&match_id).into_iter().flat_map(|of| of.games.values_mut());
            games.filter(|game| id.is_none_or(|id| id == game.id)).for_each(|game| game.is_stale = true);
            self.expect_report(match_id);
            self.ask_for_moves(match_id);
        }
    }

    /// From now on a report of this match is overdue.
    pub(super) fn expect_report(&mut self, id: Id) {
        if let Some(of) = self.matches.get_mut(&id) {
            of.expected = Some(of.expected.map_or(self.now, |at| at.min(self.now)));
        }
    }

    /// Asks for the games of a match, unless that was done a moment ago.
    pub(super) fn ask_for_moves(&mut self, id: Id) {
        let now = self.now;
        if let Some(of) = self.matches.get_mut(&id)
            && of.asked.is_none_or(|at| now.saturating_sub(at) >= ASK_AGAIN)
        {
            of.asked = Some(now);
            self.send(format!("tell /os moves {id}"));
        }
    }

    /// A search has found a move. One that comes too late is ignored.
    pub fn found(&mut self, now: Duration, found: &Found) -> Vec<Action> {
        self.now = now;
        if let Some(game) = self.game(found.id)
            && matches!(game.step, Step::Searching { .. })
            && game.count() == found.ply
            && game.game.is_legal(found.mv)
        {
            self.send_move(found.id, found.mv, found.eval);
        }
        self.take_actions()
    }

    /// Sends a move with the time since its position came.
    fn send_move(&mut self, id: Id, mv: Move, eval: Option<f32>) {
        let now = self.now;
        let Some(game) = self.game(id) else { return };
        // The players bid with the value, so that there must be one.
        let eval = eval.or(game.is_bidding().then_some(0.0));
        game.step = Step::Sent { at: now, mv, eval };
        let seconds = now.saturating_sub(game.came).as_secs_f64();
        self.send(format!("tell /os play {id} {}", move_text(mv, eval, seconds)));
    }

    /// Plays on in all games, and asks for the reports that are overdue.
    pub(super) fn play(&mut self) {
        if !self.has_service {
            return;
        }
        let games: Vec<Id> = self.games().map(|game| game.id).collect();
        games.into_iter().for_each(|id| self.play_game(id));
        let now = self.now;
        let overdue = self.matches.iter().filter(|(_, of)| of.expected.is_some_and(|at| at <= now));
        for id in overdue.map(|(id, _)| *id).collect::<Vec<_>>() {
            let of = &self.matches[&id];
            let is_asked_for = of.expected.is_some_and(|at| now.saturating_sub(at) < GONE);
            if is_asked_for || of.games.values().any(|game| game.is_stale) {
                self.ask_for_moves(id);
            } else if of.games.is_empty() {
                self.lose_match(id, "its games cannot be read; it is left alone");
            }
        }
    }

    /// Starts a search, passes where only that is possible, ends a search at the last moment, and asks for a report that does not come.
    fn play_game(&mut self, id: Id) {
        let (now, name, moment) = (self.now, self.name.clone(), LAST_MOMENT + 2 * self.lag);
        let Some(game) = self.game(id) else { return };
        if game.is_stale || !game.is_turn_of(&name) {
            return;
        }
        if let Step::Refused(at) = game.step
            && now.saturating_sub(at) >= LOST
        {
            game.step = Step::Idle;
        }
        match game.step {
            Step::Sent { at, .. } if now.saturating_sub(at) >= LOST => self.ask_for_moves(id.of_match()),
            Step::Idle if game.game.must_pass() => self.send_move(id, Move::Pass, None),
            Step::Idle => self.begin_search(id),
            Step::Searching { is_hurried: false } if game.left(&name, now) <= moment => {
                game.step = Step::Searching { is_hurried: true };
                self.actions.push(Action::Hurry(id));
            }
            Step::Searching { .. } | Step::Sent { .. } | Step::Refused(_) => {}
        }
    }

    fn begin_search(&mut self, id: Id) {
        let (now, lag, name) = (self.now, self.lag, self.name.clone());
        let Some(game) = self.game(id) else { return };
        game.step = Step::Searching { is_hurried: false };
        let clock = game.player(&name).clock;
        let (ply, left) = (game.count(), game.left(&name, now));
        let (game, income, stones) = (game.game.clone(), clock.income(), clock.stones());
        self.actions.push(Action::Search(Box::new(Task { id, ply, game, left, income, stones, lag })));
    }

    /// A move was refused: what the client believes is wrong, or the move had already arrived. The whole game tells.
    pub(super) fn handle_refused_move(&mut self, id: Option<Id>, reason: &str) {
        let (now, name) = (self.now, id.map_or_else(String::new, |id| format!("{id}: ")));
        self.note(format!("{name}move refused: {reason}"));
        if let Some(game) = id.and_then(|id| self.game(id))
            && matches!(game.step, Step::Sent { .. })
        {
            game.step = Step::Refused(now);
        }
        self.handle_gap(id);
    }

    pub(super) fn handle_timeout(&mut self, id: Id, player: &str, is_final: bool) {
        if let Some(game) = self.game(id) {
            game.is_timed_out |= is_final;
            let what = if is_final { "has lost on time" } else { "has used up the main time" };
            self.note(format!("{id}: {player} {what}"));
        }
    }

    pub(super) fn end_game(&mut self, id: Id, first: &str, end: &MatchEnd) {
        if let (Some(game), MatchEnd::Result { discs, .. }) = (self.game(id), end) {
            let is_black_first = game.players[0].name.eq_ignore_ascii_case(first);
            game.result = Some(if is_black_first { *discs } else { -discs });
        }
    }

    pub(super) fn note_ratings(&mut self, id: Id, ratings: &[(String, f64, f64)]) {
        if let Some(of) = self.matches.get_mut(&id) {
            of.ratings = ratings.to_vec();
        }
    }

    pub(super) fn end_match(&mut self, line: &MatchLine, end: &MatchEnd) {
        let Some(of) = self.remove_match(line.id) else { return };
        let text = match end {
            MatchEnd::Result { discs, .. } => format!("{discs:+.2} for {}", line.players[0].0),
            MatchEnd::Aborted => "aborted".to_owned(),
            MatchEnd::Left { player, stored: Some(id) } => format!("{player} left, stored as {id}"),
            MatchEnd::Left { player, stored: None } => format!("{player} left"),
        };
        self.note(format!("match {}: {text}", line.id));
        match (end, line.opponent(&self.name)) {
            (MatchEnd::Left { stored: Some(id), .. }, Some(opponent)) => self.store(*id, &line.kind, opponent),
            (MatchEnd::Result { .. }, _) => self.matches_left = self.matches_left.map(|left| left.saturating_sub(1)),
            _ => {}
        }
        self.keep_games(Match { line: line.clone(), ..of }, end);
    }

    fn remove_match(&mut self, id: Id) -> Option<Match> {
        let of = self.matches.remove(&id)?;
        if self.ended.len() == MOST_MATCHES {
            self.ended.pop_front();
        }
        self.ended.push_back(id);
        Some(of)
    }

    /// Keeps the records of a match that has ended.
    fn keep_games(&mut self, of: Match, end: &MatchEnd) {
        for (id, game) in of.games {
            self.actions.push(Action::Forget(id));
            self.actions.push(Action::Keep(Box::new(GameRecord::new(game, &of.line, end, &of.ratings))));
        }
    }

    /// Drops a match without a result.
    pub(super) fn drop_match(&mut self, id: Id) {
        if let Some(of) = self.remove_match(id) {
            self.keep_games(of, &MatchEnd::Left { player: self.name.clone(), stored: None });
        }
    }

    /// Drops a match that the server does not have any more, or that cannot be played, for this reason.
    pub(super) fn lose_match(&mut self, id: Id, reason: &str) {
        let Some(of) = self.matches.get(&id) else { return };
        let may_be_stored = matches!(of.line.terms, Terms::Rated | Terms::Stored) && !of.games.is_empty();
        if self.is_leaving
            && may_be_stored
            && let Some(opponent) = of.line.opponent(&self.name)
            && self.config.resumes_with(opponent)
        {
            self.cut.push((opponent.to_owned(), self.now + RETURNS));
        }
        self.note(format!("match {id}: {reason}"));
        self.drop_match(id);
    }

    /// Stops all games. Without the service the server may keep them, store them or drop them: the next login or the return of the
    /// service tells.
    pub(super) fn suspend_games(&mut self) {
        for of in self.matches.values_mut() {
            (of.expected, of.asked) = (None, None);
            for (id, game) in &mut of.games {
                (game.is_stale, game.step) = (true, Step::Idle);
                self.actions.push(Action::Forget(*id));
            }
        }
    }
}

/// The delay to expect after this one was expected and this one measured. A longer delay counts at once, a shorter one gradually.
fn expected_lag(expected: Duration, measured: Duration) -> Duration {
    if measured <= CREDIBLE { measured.max((3 * expected + measured) / 4) } else { expected }
}

/// A move as the server takes it: `f5/1.23/0.50`, `f5//0.50`, `PA//0.01`.
fn move_text(mv: Move, eval: Option<f32>, seconds: f64) -> String {
    let eval = eval.filter(|eval| eval.is_finite()).map(|eval| eval.clamp(-MOST_EVAL, MOST_EVAL));
    // Without -0.00.
    let eval = eval.map_or_else(String::new, |eval| format!("{:.2}", (100.0 * eval).round() / 100.0 + 0.0));
    let name = mv.cell().map_or_else(|| "PA".to_owned(), |cell| cell.to_string());
    format!("{name}/{eval}/{:.2}", seconds.clamp(0.0, MOST_SECONDS))
}

/// The players, the type and the conditions of a match.
fn match_text(line: &MatchLine) -> String {
    let [(first, first_rating), (second, second_rating)] = &line.players;
    let terms = format!("{:?}", line.terms).to_lowercase();
    format!("{first} ({first_rating:.0}) - {second} ({second_rating:.0}), {}, {terms}", line.kind)
}

/// The last move of a game and the clocks.
fn report_text(game: &LiveGame) -> String {
    let [black, white] = &game.players;
    let clocks =
        format!("{} {}, {} {}", black.name, black.clock.left().as_secs(), white.name, white.clock.left().as_secs());
    match game.game.moves().last() {
        Some(played) => {
            let eval = played.eval.map_or_else(String::new, |eval| format!(" {eval:+.2}"));
            format!("{} move {}: {}{eval} (seconds left: {clocks})", game.id, game.count(), played.mv)
        }
        None => format!("{} begins (seconds left: {clocks})", game.id),
    }
}

#[cfg(test)]
mod tests {
    use super::{expected_lag, move_text};
    use emilia::Move;
    use std::time::Duration;

    #[test]
    fn a_longer_delay_counts_at_once_and_a_lost_report_never() {
        let ms = Duration::from_millis;
        assert_eq!(expected_lag(ms(0), ms(400)), ms(400));
        assert_eq!(expected_lag(ms(400), ms(40)), ms(310));
        assert_eq!(expected_lag(ms(310), ms(60_000)), ms(310));
    }

    #[test]
    fn moves_have_values_and_times_within_the_range_of_the_server() {
        let f5: Move = "f5".parse().expect("a move");
        let cases = [
            (f5, Some(-0.001), 0.0, "f5/0.00/0.00"),
            (f5, Some(f32::NAN), 0.0, "f5//0.00"),
            (f5, Some(5000.0), 1e9, "f5/999.00/99999.00"),
            (Move::Pass, None, 0.01, "PA//0.01"),
        ];
        for (mv, eval, seconds, text) in cases {
            assert_eq!(move_text(mv, eval, seconds), text);
        }
    }
}
