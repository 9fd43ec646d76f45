//! Requests: what the client accepts, what it asks for, and the games that the server keeps.

use super::action::Action;
use super::link::SERVICE;
use super::state::{Client, Offer};
use crate::protocol::ggs::{Command, Id, MatchKind, Request, StoredGame, Terms};
use std::time::Duration;

/// A request that was accepted begins a match within this time, or never.
const BEGINS: Duration = Duration::from_secs(20);
/// The wait before an offer that was refused or not taken is made again.
const OFFER_AGAIN: Duration = Duration::from_secs(30);
/// The wait before a stored game is asked for again.
const RESUME_AGAIN: Duration = Duration::from_secs(60);
/// The most requests and stored games that are kept track of.
const MOST: usize = 256;

impl Client {
    /// A request that came in, from the client itself or from another player.
    pub(super) fn consider(&mut self, now: Duration, request: &Request, actions: &mut Vec<Action>) {
        if request.from.eq_ignore_ascii_case(&self.name) {
            self.note_own(request);
            return;
        }
        let is_ours = request.to.as_ref().is_some_and(|to| to.eq_ignore_ascii_case(&self.name));
        let is_open = request.to.is_none() && self.config.answers_seeks;
        if !(is_ours || is_open) {
            return;
        }
        let is_wanted = if self.is_leaving {
            request.terms == Terms::Stored && self.is_cut(&request.from)
        } else {
            self.config.accepts(request)
        };
        if is_wanted && self.waiting.len() < MOST {
            self.waiting.insert(request.id, request.clone());
            self.accept_waiting(now, actions);
        } else {
            self.decline(request, actions);
        }
    }

    /// Declines a request to the client, unless those are to stay unanswered.
    pub(super) fn decline(&self, request: &Request, actions: &mut Vec<Action>) {
        if request.to.is_some() && self.config.declines {
            actions.push(Action::Send(Command::Decline(request.id)));
        }
    }

    /// Whether a match with this player was cut while the client is leaving.
    fn is_cut(&self, player: &str) -> bool {
        self.cut.iter().any(|(opponent, _)| opponent.eq_ignore_ascii_case(player))
    }

    /// Notes under which number an offer of the client is open.
    fn note_own(&mut self, request: &Request) {
        if self.own.len() >= MOST {
            return;
        }
        let is_meant = |(offer, (kind, _, to)): &(&mut Offer, &(_, _, Option<String>))| {
            matches!(offer, Offer::Sent(_))
                && *kind == request.kind
                && to.as_deref().map(str::to_ascii_lowercase) == request.to.as_deref().map(str::to_ascii_lowercase)
        };
        if let Some((offer, _)) = self.offers.iter_mut().zip(&self.config.offers).find(is_meant) {
            *offer = Offer::Open(request.id);
        }
        self.own.insert(request.id, request.clone());
    }

    /// Accepts the requests that wait as long as there is room.
    fn accept_waiting(&mut self, now: Duration, actions: &mut Vec<Action>) {
        while self.room() > 0
            && let Some((id, request)) = self.waiting.pop_first()
        {
            let is_rated = match request.terms {
                Terms::Rated => Some(true),
                Terms::Unrated => Some(false),
                Terms::Tournament | Terms::Stored => None,
            };
            self.set_rated(is_rated, actions);
            actions.push(Action::Send(Command::Accept(id)));
            self.accepted.insert(id, (request, now));
        }
    }

    /// Brings the variable `rated` of the server to this value.
    fn set_rated(&mut self, is_rated: Option<bool>, actions: &mut Vec<Action>) {
        if let Some(is_rated) = is_rated.filter(|_| self.rated != is_rated) {
            self.rated = Some(is_rated);
            actions.push(Action::Send(Command::Set("rated", is_rated)));
        }
    }

    /// A request is withdrawn, or used up by a match.
    pub(super) fn withdraw(&mut self, now: Duration, id: Id) {
        self.waiting.remove(&id);
        self.accepted.remove(&id);
        self.own.remove(&id);
        for offer in &mut self.offers {
            if matches!(offer, Offer::Open(open) if *open == id) {
                *offer = Offer::Due(now);
            }
        }
    }

    /// Accepts, asks and resumes what is due.
    pub(super) fn offer_matches(&mut self, now: Duration, actions: &mut Vec<Action>) {
        self.accepted.retain(|_, (_, at)| now.saturating_sub(*at) < BEGINS);
        self.accept_waiting(now, actions);
        self.resume(now, actions);
        for index in 0..self.offers.len() {
            if let Offer::Sent(at) = self.offers[index]
                && now.saturating_sub(at) >= OFFER_AGAIN
            {
                self.offers[index] = Offer::Due(now);
            }
            let is_due = matches!(self.offers[index], Offer::Due(due) if due <= now);
            if is_due && !self.is_leaving && self.room() > 0 {
                self.offers[index] = Offer::Sent(now);
                self.set_rated(Some(self.config.asks_rated()), actions);
                let (kind, clock, to) = self.config.offers[index].clone();
                actions.push(Action::Send(Command::Ask(kind, clock, to)));
            }
        }
    }

    /// Asks for the stored games that are due, one for each match that there is room for.
    fn resume(&mut self, now: Duration, actions: &mut Vec<Action>) {
        let room = self.room();
        let wanted: Vec<Id> = if self.is_leaving { self.cut_games() } else { self.stored.keys().copied().collect() };
        let is_due = |(id, (_, due)): &(&Id, &mut (String, Duration))| *due <= now && wanted.contains(id);
        for (id, (_, due)) in self.stored.iter_mut().filter(is_due).take(room) {
            *due = now + RESUME_AGAIN;
            actions.push(Action::Send(Command::Resume(*id)));
        }
    }

    /// The stored games of the matches that were cut: for each the newest one with its opponent.
    fn cut_games(&self) -> Vec<Id> {
        let newest = |(player, _): &(String, Duration)| {
            self.stored.iter().rfind(|(_, (opponent, _))| opponent.eq_ignore_ascii_case(player)).map(|(id, _)| *id)
        };
        self.cut.iter().filter_map(newest).collect()
    }

    /// A game that the server keeps is to be continued with this opponent, if its board can be played.
    pub(super) fn store(&mut self, now: Duration, id: Id, kind: &MatchKind, opponent: &str) {
        if kind.rules().is_some() && self.config.resumes_with(opponent) && self.stored.len() < MOST {
            self.stored.entry(id).or_insert((opponent.to_owned(), now));
        }
    }

    pub(super) fn note_stored(&mut self, now: Duration, games: &[StoredGame], actions: &mut Vec<Action>) {
        for game in games.iter().filter(|game| game.kind.rules().is_some()) {
            let opponent = game.opponent(&self.name).to_owned();
            if !self.stored.contains_key(&game.id) {
                self.store(now, game.id, &game.kind, &opponent);
                actions.push(Action::Send(Command::Notify(opponent)));
            }
        }
        // What is not in the list cannot be resumed.
        let is_stored = |player: &str| {
            let mut playable = games.iter().filter(|game| game.kind.rules().is_some());
            playable.any(|game| game.opponent(&self.name).eq_ignore_ascii_case(player))
        };
        self.cut.retain(|(player, _)| is_stored(player));
    }

    /// A player came: stored games with this one can be continued.
    pub(super) fn notice_player(&mut self, now: Duration, name: &str, is_there: bool) {
        if is_there {
            let of_player = self.stored.values_mut().filter(|(opponent, _)| opponent.eq_ignore_ascii_case(name));
            of_player.for_each(|(_, due)| *due = now);
        }
    }

    /// A command was refused. The numbers in the reason tell what it was about.
    pub(super) fn refused(&mut self, now: Duration, reason: &str, actions: &mut Vec<Action>) {
        let named = reason.split('\'').nth(1);
        let id: Option<Id> = named.and_then(|text| text.parse().ok());
        match id {
            // After a restart of the server a login may come before the service does.
            _ if named == Some(SERVICE) => self.notice_service(now, false, actions),
            Some(id) if reason.starts_with("request") => self.withdraw(now, id),
            Some(id) if reason.starts_with("match") => self.drop_lost(now, Some(id), actions),
            Some(id) if reason.starts_with("no archived match") => drop(self.stored.remove(&id)),
            Some(_) if reason.starts_with("no opponent present") => {}
            // No match is being played.
            _ if self.is_looking && (reason.starts_with("match '") || reason.contains("playing")) => {
                self.is_looking = false;
            }
            _ => {
                actions.push(Action::Note(format!("refused: {reason}")));
                // The reason does not name the request: those that were just accepted or asked for did not succeed.
                self.accepted.clear();
                for offer in &mut self.offers {
                    if matches!(offer, Offer::Sent(_)) {
                        *offer = Offer::Due(now + OFFER_AGAIN);
                    }
                }
            }
        }
    }
}
