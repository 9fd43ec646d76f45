//! Requests: what the client accepts, what it asks for, and the games that the server keeps.

use super::Client;
use crate::protocol::ggs::{Id, MatchKind, Request, StoredGame, Terms};
use std::time::Duration;

/// A request that was accepted begins a match within this time, or never.
const BEGINS: Duration = Duration::from_secs(20);
/// The wait before an offer that was refused or not taken is made again.
const OFFER_AGAIN: Duration = Duration::from_secs(30);
/// The wait before a stored game is asked for again.
const RESUME_AGAIN: Duration = Duration::from_secs(60);
/// The most requests and stored games that are kept track of.
const MOST: usize = 256;

/// What became of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// The client made it.
    Own,
    /// The client accepts it when there is room for a match.
    Waiting,
    /// The client accepted it at this time.
    Accepted(Duration),
}

impl Client {
    /// Handles a request of the client itself or of another player.
    pub(super) fn handle_request(&mut self, request: &Request) {
        let is_full = self.requests.len() >= MOST;
        if request.from.eq_ignore_ascii_case(&self.name) {
            if !is_full {
                self.requests.insert(request.id, (request.clone(), State::Own));
            }
            return;
        }
        let is_to_client = request.to.as_ref().is_some_and(|to| to.eq_ignore_ascii_case(&self.name));
        if !is_to_client && (request.to.is_some() || !self.config.answers_seeks) {
            return;
        }
        let is_wanted = if self.is_leaving {
            request.terms == Terms::Stored
                && self.cut.iter().any(|(opponent, _)| opponent.eq_ignore_ascii_case(&request.from))
        } else {
            self.config.accepts(request)
        };
        if is_wanted && !is_full {
            self.requests.insert(request.id, (request.clone(), State::Waiting));
            self.accept_waiting();
        } else {
            self.decline(request);
        }
    }

    /// Declines a request to the client, unless those are to stay unanswered.
    fn decline(&mut self, request: &Request) {
        if request.to.is_some() && self.config.declines {
            self.send(format!("tell /os decline {}", request.id));
        }
    }

    /// Withdraws the client's own requests and declines those that wait.
    pub(super) fn end_requests(&mut self) {
        for (id, (request, state)) in self.requests.clone() {
            match state {
                State::Own => self.send(format!("tell /os cancel {id}")),
                State::Waiting => {
                    self.requests.remove(&id);
                    self.decline(&request);
                }
                State::Accepted(_) => {}
            }
        }
    }

    /// Accepts the requests that wait as long as there is room.
    fn accept_waiting(&mut self) {
        while self.room() > 0
            && let Some((request, state)) = self.requests.values_mut().find(|(_, state)| *state == State::Waiting)
        {
            *state = State::Accepted(self.now);
            let (id, terms) = (request.id, request.terms);
            if let Terms::Rated | Terms::Unrated = terms {
                self.set_rated(terms == Terms::Rated);
            }
            self.send(format!("tell /os accept {id}"));
        }
    }

    /// A match of this type begins with this opponent: the request is used up, and so is the stored game that it may have been for.
    pub(super) fn use_request(&mut self, opponent: &str, kind: &MatchKind) {
        let is_opponent = |name: &str| name.eq_ignore_ascii_case(opponent);
        let is_used = |(request, state): &&(Request, State)| {
            let is_with = is_opponent(&request.from) || request.to.as_deref().is_none_or(is_opponent);
            *state != State::Waiting && is_with && request.kind.board == kind.board
        };
        let Some((request, state)) = self.requests.values().find(is_used) else { return };
        let (id, stored, is_own) = (request.id, request.stored, *state == State::Own);
        if let Some(stored) = stored {
            self.stored.remove(&stored);
        }
        if !is_own {
            self.requests.remove(&id);
        }
    }

    /// A request is withdrawn, or used up by a match.
    pub(super) fn withdraw(&mut self, id: Id) {
        if let Some((request, State::Own)) = self.requests.remove(&id) {
            let offers = self.offers.iter_mut().zip(&self.config.offers);
            offers.filter(|(_, offer)| offer.is_asked_by(&request)).for_each(|(due, _)| *due = self.now);
        }
    }

    /// Accepts, asks and resumes what is due.
    pub(super) fn offer_matches(&mut self) {
        let now = self.now;
        self.requests
            .retain(|_, (_, state)| !matches!(state, State::Accepted(at) if now.saturating_sub(*at) >= BEGINS));
        self.accept_waiting();
        self.resume();
        for (index, offer) in self.config.offers.clone().iter().enumerate() {
            let is_own = |(request, state): &(Request, State)| *state == State::Own && offer.is_asked_by(request);
            let is_open = self.requests.values().any(is_own);
            if self.offers[index] <= now && !is_open && !self.is_leaving && self.room() > 0 {
                self.offers[index] = now + OFFER_AGAIN;
                self.set_rated(self.config.asks_rated());
                let to = offer.to.as_ref().map_or_else(String::new, |name| format!(" {name}"));
                self.send(format!("tell /os ask {} {}{to}", offer.kind, offer.clock));
            }
        }
    }

    /// Asks for the stored games that are due, one for each match that there is room for. A client that is leaving asks for the newest one
    /// with each opponent of a match that was cut.
    fn resume(&mut self) {
        let newest = |(player, _): &(String, Duration)| {
            self.stored.iter().rfind(|(_, (opponent, _))| opponent.eq_ignore_ascii_case(player)).map(|(id, _)| *id)
        };
        let wanted: Vec<Id> = match self.is_leaving {
            true => self.cut.iter().filter_map(newest).collect(),
            false => self.stored.keys().copied().collect(),
        };
        let is_due = |id: &Id| self.stored.get(id).is_some_and(|(_, due)| *due <= self.now);
        let due: Vec<Id> = wanted.into_iter().filter(is_due).take(self.room()).collect();
        for id in due {
            self.stored.entry(id).and_modify(|(_, due)| *due = self.now + RESUME_AGAIN);
            self.send(format!("tell /os ask {id}"));
        }
    }

    /// A game that the server keeps is to be continued with this opponent, if its board can be played.
    pub(super) fn store(&mut self, id: Id, kind: &MatchKind, opponent: &str) {
        if kind.rules().is_some() && self.config.resumes_with(opponent) && self.stored.len() < MOST {
            self.stored.entry(id).or_insert((opponent.to_owned(), self.now));
        }
    }

    pub(super) fn note_stored(&mut self, games: &[StoredGame]) {
        let playable: Vec<&StoredGame> = games.iter().filter(|game| game.kind.rules().is_some()).collect();
        for game in &playable {
            let opponent = game.opponent(&self.name).to_owned();
            if !self.stored.contains_key(&game.id) {
                self.store(game.id, &game.kind, &opponent);
                self.send(format!("notify + {opponent}"));
            }
        }
        // What is not in the list cannot be resumed.
        let is_stored =
            |player: &str| playable.iter().any(|game| game.opponent(&self.name).eq_ignore_ascii_case(player));
        self.cut.retain(|(player, _)| is_stored(player));
    }

    /// A player came: stored games with this one can be continued.
    pub(super) fn notice_player(&mut self, name: &str, is_there: bool) {
        if is_there {
            let of_player = self.stored.values_mut().filter(|(opponent, _)| opponent.eq_ignore_ascii_case(name));
            of_player.for_each(|(_, due)| *due = self.now);
        }
    }

    /// A command was refused. The numbers in the reason tell what it was about.
    pub(super) fn handle_refusal(&mut self, reason: &str) {
        let id: Option<Id> = reason.split('\'').nth(1).and_then(|text| text.parse().ok());
        match id {
            Some(id) if reason.starts_with("request") => self.withdraw(id),
            Some(id) if reason.starts_with("match") => self.lose_match(id, "the server does not have it any more"),
            Some(id) if reason.starts_with("no archived match") => drop(self.stored.remove(&id)),
            Some(_) if reason.starts_with("no opponent present") => {}
            // The answer to `moves` without a number: no match is being played.
            None if reason.starts_with("match ''") || reason.contains("playing") => {}
            _ => {
                self.note(format!("refused: {reason}"));
                // The reason does not name the request: those that were just accepted did not succeed.
                self.requests.retain(|_, (_, state)| !matches!(state, State::Accepted(_)));
            }
        }
    }
}
