//! Requests, matches and stored games in the lines of the server.

use super::{GameClock, Id, MatchKind};

/// The conditions of a match.
///
/// # Examples
/// ```
/// use emilia_cli::protocol::ggs::Terms;
///
/// let terms: Vec<Option<Terms>> = ["R", "U", "T", "S", "?"].map(Terms::read).to_vec();
/// assert_eq!(terms, [Some(Terms::Rated), Some(Terms::Unrated), Some(Terms::Tournament), Some(Terms::Stored), None]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Terms {
    /// It counts for the ratings.
    Rated,
    /// It does not.
    Unrated,
    /// It is part of a tournament: the clocks run on without a player.
    Tournament,
    /// It continues a stored game.
    Stored,
}

impl Terms {
    /// The conditions with this letter.
    pub fn read(letter: &str) -> Option<Terms> {
        match letter {
            "R" => Some(Terms::Rated),
            "U" => Some(Terms::Unrated),
            "T" => Some(Terms::Tournament),
            "S" => Some(Terms::Stored),
            _ => None,
        }
    }
}

/// A request for a match. See [`super::Event`] for an example.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// Its number.
    pub id: Id,
    /// The player who asks.
    pub from: String,
    /// That player's rating.
    pub rating: f64,
    /// The clock of the player who asks.
    pub clock: GameClock,
    /// The clock of the other player.
    pub other_clock: GameClock,
    /// The type.
    pub kind: MatchKind,
    /// The conditions.
    pub terms: Terms,
    /// The player who is asked; none for everybody.
    pub to: Option<String>,
    /// The stored game that is to be continued.
    pub stored: Option<Id>,
}

impl Request {
    /// Reads the words behind `+` or `-`.
    pub(super) fn read(words: &[&str]) -> Option<Request> {
        let [id, rating, from, clock, kind, terms, _, to, rest @ ..] = words else { return None };
        let clock = clock.parse().ok()?;
        let (other_clock, rest) = match rest {
            [other, rest @ ..] if !other.starts_with('.') => (other.parse().ok()?, rest),
            rest => (clock, rest),
        };
        let stored = match rest {
            [] => None,
            [stored] => Some(stored.parse().ok()?),
            _ => return None,
        };
        let rating = finite(rating)?;
        let to = (*to != "*").then(|| (*to).to_owned());
        let (id, kind, terms) = (id.parse().ok()?, kind.parse().ok()?, Terms::read(terms)?);
        Some(Request { id, from: (*from).to_owned(), rating, clock, other_clock, kind, terms, to, stored })
    }
}

/// A match in the line that reports its start or its end. See [`super::Event`] for an example.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchLine {
    /// Its number.
    pub id: Id,
    /// The players with their ratings; results are from the view of the first.
    pub players: [(String, f64); 2],
    /// The type.
    pub kind: MatchKind,
    /// The conditions.
    pub terms: Terms,
}

impl MatchLine {
    /// Reads the words behind `match`, and returns those behind the line.
    pub(super) fn read<'a, 'b>(words: &'b [&'a str]) -> Option<(MatchLine, &'b [&'a str])> {
        let [id, first_rating, first, second_rating, second, kind, terms, rest @ ..] = words else { return None };
        let players = [((*first).to_owned(), finite(first_rating)?), ((*second).to_owned(), finite(second_rating)?)];
        let (id, kind, terms) = (id.parse().ok()?, kind.parse().ok()?, Terms::read(terms)?);
        Some((MatchLine { id, players, kind, terms }, rest))
    }

    /// Whether this player plays in it.
    pub fn has(&self, name: &str) -> bool {
        self.players.iter().any(|(player, _)| player.eq_ignore_ascii_case(name))
    }
}

/// How a match or a game of it ended.
///
/// # Examples
/// ```
/// use emilia_cli::protocol::ggs::MatchEnd;
///
/// let end = MatchEnd::Result { discs: 4.0, archive: None };
/// assert!(!matches!(end, MatchEnd::Left { .. }));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum MatchEnd {
    /// With a result.
    Result {
        /// The discs for the player named first; the mean of both games of a synchro match.
        discs: f32,
        /// The number under which it is archived.
        archive: Option<Id>,
    },
    /// Without a result, because both players agreed.
    Aborted,
    /// A player is gone.
    Left {
        /// The player.
        player: String,
        /// The number under which the match is stored; without one it is lost.
        stored: Option<Id>,
    },
}

impl MatchEnd {
    /// Reads the words behind a match.
    pub(super) fn read(words: &[&str]) -> Option<MatchEnd> {
        let id = |rest: &[&str]| match rest {
            [] => Some(None),
            [id] => id.parse().ok().map(Some),
            _ => None,
        };
        match words {
            ["aborted", ..] => Some(MatchEnd::Aborted),
            ["player", rest @ ..] if rest.len() > 1 => MatchEnd::read(rest),
            [player, "left", rest @ ..] => Some(MatchEnd::Left { player: (*player).to_owned(), stored: id(rest)? }),
            [discs, rest @ ..] => {
                let discs = discs.parse().ok().filter(|discs: &f32| discs.is_finite())?;
                Some(MatchEnd::Result { discs, archive: id(rest)? })
            }
            [] => None,
        }
    }
}

/// A game that the server keeps. See [`super::Event`] for an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// Its number.
    pub id: Id,
    /// The players: black, then white.
    pub players: [String; 2],
    /// The type.
    pub kind: MatchKind,
}

impl StoredGame {
    /// Reads a line such as `.90013   12 Mar 2026 20:15:42 mira      otto    8:l`.
    pub(super) fn read(line: &str) -> Option<StoredGame> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [id, .., first, second, kind] = words.as_slice() else { return None };
        let kind = kind.split(':').next()?.parse().ok()?;
        Some(StoredGame { id: id.parse().ok()?, players: [(*first).to_owned(), (*second).to_owned()], kind })
    }

    /// The opponent of this player.
    pub fn opponent(&self, name: &str) -> &str {
        let [first, second] = &self.players;
        if first.eq_ignore_ascii_case(name) { second } else { first }
    }
}

/// The number of a text; none if it is not finite.
fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}
