//! Matches: their start, their end, and what is left of them when the connection is lost.

use super::action::Action;
use super::live::{LiveGame, News, Sent};
use super::state::{Client, Match};
use crate::protocol::ggs::{BoardReport, ClockPart, GameClock, GameId, GameRecord, Id, MatchEnd, MatchLine, Terms};
use emilia::game::{Colour, Ending, Outcome, Player, TimeControl};
use std::time::Duration;

/// A match that the server has not reported this long after a new login is gone.
const GONE: Duration = Duration::from_secs(30);
/// A client that is leaving waits this long for the opponent of a match that the connection cut.
const RETURNS: Duration = Duration::from_secs(120);
/// The games of a match follow its announcement within this time.
const JOINS: Duration = Duration::from_secs(5);
/// The most games that are kept track of; the server cannot make the client take more memory.
const MOST_GAMES: usize = 64;

impl Client {
    pub(super) fn begin_match(&mut self, now: Duration, line: &MatchLine, actions: &mut Vec<Action>) {
        if !line.has(&self.name) || self.matches.contains_key(&line.id) || self.matches.len() >= MOST_GAMES {
            return;
        }
        let opponent = self.opponent(line);
        // The request is used up, and so is the stored game that it may have been for.
        let request = self.accepted.values().map(|(request, _)| request).chain(self.own.values());
        let is_same = |name: &str| name.eq_ignore_ascii_case(&opponent);
        let mut used = request.filter(|request| is_same(&request.from) || request.to.as_deref().is_none_or(is_same));
        let used =
            used.find(|request| request.kind.board == line.kind.board).map(|request| (request.id, request.stored));
        if let Some((id, stored)) = used {
            self.accepted.remove(&id);
            stored.map(|stored| self.stored.remove(&stored));
        }
        actions.push(Action::Note(format!("match {}: {}", line.id, match_text(line))));
        if let Some(index) = self.cut.iter().position(|(player, _)| is_same(player)) {
            self.cut.remove(index);
        }
        self.ended.retain(|id| *id != line.id);
        self.matches.insert(line.id, Match::new(line.clone(), now));
    }

    /// The other player of a match.
    fn opponent(&self, line: &MatchLine) -> String {
        let is_other = |(name, _): &&(String, f64)| !name.eq_ignore_ascii_case(&self.name);
        line.players.iter().find(is_other).map_or_else(String::new, |(name, _)| name.clone())
    }

    pub(super) fn take_report(&mut self, now: Duration, report: &BoardReport, actions: &mut Vec<Action>) {
        let id = report.id;
        if report.player(&self.name).is_none() || self.ended.contains(&id.of) {
            return; // a match that someone else plays, or a message that comes too late
        }
        let Some(game) = self.games.get_mut(&id) else {
            if report.is_join && self.games.len() < MOST_GAMES {
                self.know_match(now, report);
                let game = LiveGame::joined(report, &self.name, now);
                actions.push(Action::Note(report_text(&game)));
                self.games.insert(id, game);
            } else if self.matches.contains_key(&id.of) {
                self.ask_for_moves(now, Some(id), actions);
            }
            return;
        };
        let (sent, is_missing) = (game.sent.clone(), game.lacks_sent(report));
        let news = game.apply(report, &self.name, now);
        match news {
            News::New => {
                actions.push(Action::Note(report_text(game)));
                if let Some(sent) = sent.filter(|sent| !report.is_join && report.count == sent.ply + 1) {
                    self.lag.learn(now.saturating_sub(sent.at));
                    self.failures = 0;
                }
            }
            News::Old => {
                if let Some(Sent { mv, eval, .. }) = game.sent.take_if(|_| is_missing) {
                    // With the time since the position came: a shorter one would be a violation of trust.
                    self.send_move(now, id, mv, eval, actions);
                }
            }
            News::Gap => self.ask_for_moves(now, Some(id), actions),
        }
        if let Some(of) = self.matches.get_mut(&id.of) {
            of.is_lost = None;
            of.asked.take_if(|_| news == News::New);
        }
    }

    /// Notes the match of a report. One that the client never heard of runs since an earlier connection.
    fn know_match(&mut self, now: Duration, report: &BoardReport) {
        self.is_looking = false;
        let players = [0, 1].map(|index| (report.players[index].name.clone(), report.players[index].rating));
        let line = MatchLine { id: report.id.of, players, kind: report.kind, terms: Terms::Tournament };
        let of = self.matches.entry(report.id.of).or_insert_with(|| Match::new(line, now));
        (of.is_lost, of.unread) = (None, None);
    }

    pub(super) fn end_game(&mut self, id: GameId, first: &str, end: &MatchEnd) {
        if let (Some(of), MatchEnd::Result { discs, .. }) = (self.matches.get_mut(&id.of), end) {
            let is_first = of.line.players[0].0.eq_ignore_ascii_case(first);
            of.results.insert(id, if is_first { *discs } else { -discs });
        }
    }

    pub(super) fn note_ratings(&mut self, id: Id, ratings: &[(String, f64, f64)]) {
        if let Some(of) = self.matches.get_mut(&id) {
            of.ratings = ratings.to_vec();
        }
    }

    pub(super) fn note_timeout(&mut self, id: GameId, player: &str, is_final: bool, actions: &mut Vec<Action>) {
        if let Some(game) = self.games.get_mut(&id) {
            game.timed_out = Some((player.to_owned(), is_final));
            let what = if is_final { "has lost on time" } else { "has used up the main time" };
            actions.push(Action::Note(format!("{id}: {player} {what}")));
        }
    }

    pub(super) fn end_match(&mut self, now: Duration, line: &MatchLine, end: &MatchEnd, actions: &mut Vec<Action>) {
        let Some(mut of) = self.remove_match(line.id) else { return };
        of.line = line.clone();
        let text = match end {
            MatchEnd::Result { discs, .. } => format!("{discs:+.2} for {}", line.players[0].0),
            MatchEnd::Aborted => "aborted".to_owned(),
            MatchEnd::Left { player, stored: Some(id) } => format!("{player} left, stored as {id}"),
            MatchEnd::Left { player, stored: None } => format!("{player} left"),
        };
        actions.push(Action::Note(format!("match {}: {text}", line.id)));
        if let MatchEnd::Left { stored: Some(id), .. } = end {
            self.store(now, *id, &line.kind, &self.opponent(line));
        }
        self.finished += usize::from(matches!(end, MatchEnd::Result { .. }));
        self.keep_games(&of, end, actions);
    }

    /// Takes a match out. What still comes of it is ignored.
    fn remove_match(&mut self, id: Id) -> Option<Match> {
        let of = self.matches.remove(&id)?;
        if self.ended.len() == MOST_GAMES {
            self.ended.pop_front();
        }
        self.ended.push_back(id);
        Some(of)
    }

    /// Asks for games that are not known, for a while: the announcement of their match came too late, or their reports were lost or
    /// cannot be read.
    pub(super) fn ask_for_games(&mut self, now: Duration, actions: &mut Vec<Action>) {
        let mut missing = Vec::new();
        for (id, of) in &mut self.matches {
            let is_empty = !self.games.keys().any(|game| game.of == *id);
            if is_empty && now.saturating_sub(of.begun) >= JOINS {
                of.is_lost.get_or_insert(now);
            }
            let since = of.unread.or(of.is_lost.filter(|_| is_empty));
            if since.is_some_and(|at| now.saturating_sub(at) < GONE) {
                missing.push(*id);
            }
        }
        for id in missing {
            self.ask_again(now, Some(id), actions);
        }
    }

    /// Takes the games of a match that has ended out, and keeps their records.
    pub(super) fn keep_games(&mut self, of: &Match, end: &MatchEnd, actions: &mut Vec<Action>) {
        let ids: Vec<GameId> = self.games.keys().filter(|id| id.of == of.line.id).copied().collect();
        for game in ids.iter().filter_map(|id| self.games.remove(id)) {
            actions.push(Action::Forget(game.id));
            actions.push(Action::Keep(Box::new(record(game, of, end))));
        }
    }

    /// What becomes of the running matches without the service: the server may keep them, store them or drop them. The next login or the
    /// return of the service tells.
    pub(super) fn lose_matches(&mut self, actions: &mut Vec<Action>) {
        for game in self.games.values_mut() {
            (game.is_stale, game.searched, game.sent, game.is_hurried) = (true, None, None, false);
            actions.push(Action::Forget(game.id));
        }
    }

    /// Drops the match that the server does not know any more, or those that it has not reported, or not in a form that can be read.
    pub(super) fn drop_lost(&mut self, now: Duration, named: Option<Id>, actions: &mut Vec<Action>) {
        let is_gone = |(id, of): &(&Id, &Match)| match named {
            Some(named) => **id == named,
            None => of.is_lost.is_some_and(|at| now.saturating_sub(at) >= GONE),
        };
        let gone: Vec<Id> = self.matches.iter().filter(is_gone).map(|(id, _)| *id).collect();
        for id in gone {
            let Some(of) = self.remove_match(id) else { continue };
            let is_known = named.is_some() || self.games.keys().any(|game| game.of == id);
            let text = if is_known {
                "the server does not have it any more"
            } else {
                "its games cannot be read; it is left alone"
            };
            actions.push(Action::Note(format!("match {id}: {text}")));
            let opponent = self.opponent(&of.line);
            let may_be_stored = matches!(of.line.terms, Terms::Rated | Terms::Stored);
            if self.is_leaving && is_known && may_be_stored && self.config.resumes_with(&opponent) {
                self.cut.push((opponent, now + RETURNS));
            }
            self.keep_games(&of, &MatchEnd::Left { player: self.name.clone(), stored: None }, actions);
        }
    }
}

/// The players, the type and the conditions of a match.
fn match_text(line: &MatchLine) -> String {
    let [(first, first_rating), (second, second_rating)] = &line.players;
    let terms = match line.terms {
        Terms::Rated => "rated",
        Terms::Unrated => "unrated",
        Terms::Tournament => "tournament",
        Terms::Stored => "stored",
    };
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

/// The record of a game of a match.
fn record(live: LiveGame, of: &Match, end: &MatchEnd) -> GameRecord {
    let LiveGame { id, kind, komi, players, mut game, timed_out, allowed, has_gap, .. } = live;
    let is_black_first = players[0].name.eq_ignore_ascii_case(&of.line.players[0].0);
    let discs = match end {
        MatchEnd::Result { discs, .. } if id.part.is_none() => Some(*discs),
        MatchEnd::Result { .. } => of.results.get(&id).copied(),
        _ => None,
    };
    let is_finished = matches!(end, MatchEnd::Result { .. });
    let ending = match (game.is_over(), &timed_out) {
        (_, Some((_, true))) => Ending::TimedOut,
        // With a gap, the report of the last moves could not be read.
        (is_over, _) if is_over || has_gap => Ending::Played,
        _ => Ending::Resigned,
    };
    let score = discs.map(|discs| if is_black_first { discs } else { -discs });
    let of_board = || game.is_over().then(|| game.score() as f32);
    let score = score.or_else(|| of_board().filter(|_| is_finished));
    game.tags.outcome = score.and_then(|score| Outcome::of_score(score, ending));
    game.tags.place = "GGS/os".to_owned();
    for ((colour, line), allowed) in [Colour::Black, Colour::White].into_iter().zip(&players).zip(allowed) {
        *game.tags.player_mut(colour) =
            Player { name: line.name.clone(), rating: Some(line.rating), time: allowed.map(time_control) };
    }
    let archive = match end {
        MatchEnd::Result { archive: id, .. } | MatchEnd::Left { stored: id, .. } => *id,
        MatchEnd::Aborted => None,
    };
    GameRecord { id, kind, komi, terms: of.line.terms, game, is_finished, archive, ratings: of.ratings.clone() }
}

/// The time allowed in the notation of records.
fn time_control(clock: GameClock) -> TimeControl {
    let GameClock { main, increment, extension } = clock;
    let time = |part: ClockPart| Duration::from_secs(part.seconds.try_into().unwrap_or(0));
    TimeControl {
        main: time(main),
        increment: Some(time(increment)).filter(|time| !time.is_zero()),
        // Left out, it would be two minutes.
        grace: Some(time(extension)),
        moves: [main.moves, if increment.moves > 1 { increment.moves } else { 0 }, extension.moves],
    }
}
