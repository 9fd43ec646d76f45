//! What the client accepts and offers: a small file of lines `key = value`.

use super::kind::Pattern;
use super::reader::read_finite;
use super::{GameClock, MatchKind, Request, Terms};
use crate::protocol::text::{plain, split_word};
use std::ops::RangeInclusive;
use std::time::Duration;

/// The keys of which each line adds something; the others are given once.
const REPEATED: [&str; 5] = ["seek", "ask", "accept-formula", "decline-formula", "tournament"];
/// The most matches at once.
const MOST_MATCHES: usize = 16;

/// What the client accepts and offers.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    types: Vec<Pattern>,
    main: RangeInclusive<Duration>,
    increment: RangeInclusive<Duration>,
    rating: RangeInclusive<f64>,
    /// Whether rated matches are accepted, and unrated ones.
    rated: [bool; 2],
    /// The only opponents; all if there are none.
    opponents: Vec<String>,
    ignored: Vec<String>,
    /// The most matches at once.
    pub matches: usize,
    /// Whether requests to everybody are accepted too.
    pub answers_seeks: bool,
    /// Whether requests that do not fit are declined; else they stay unanswered.
    pub declines: bool,
    /// Whether stored games are continued.
    pub resumes: bool,
    /// The matches to ask for.
    pub offers: Vec<Offer>,
    /// The formulas by which the server itself accepts and declines, if there are any.
    pub formulas: Vec<(bool, String)>,
    /// The tournaments to join.
    pub tournaments: Vec<String>,
}

/// A match to ask for.
#[derive(Clone, PartialEq, Debug)]
pub struct Offer {
    /// The type.
    pub kind: MatchKind,
    /// The clock as the server takes it, such as `05:00//02:00`.
    pub clock: String,
    /// The player to ask; none for everybody.
    pub to: Option<String>,
}

impl Offer {
    /// Whether a request asks for this match.
    pub(super) fn is_asked_by(&self, request: &Request) -> bool {
        let is_same_player = match (&self.to, &request.to) {
            (Some(one), Some(other)) => one.eq_ignore_ascii_case(other),
            (one, other) => one == other,
        };
        is_same_player && self.kind == request.kind
    }
}

/// A line of the configuration is not understood.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct ConfigError {
    /// The number of the line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl Default for Config {
    /// 8x8 and synchro matches with 1 to 60 minutes, rated or not, one at a time, against anyone.
    fn default() -> Config {
        Config {
            types: ["8", "s8", "s8r"].iter().filter_map(|text| Pattern::read(text).ok()).collect(),
            main: Duration::from_secs(60)..=Duration::from_secs(3600),
            increment: Duration::ZERO..=Duration::from_secs(60),
            rating: f64::NEG_INFINITY..=f64::INFINITY,
            rated: [true, true],
            opponents: Vec::new(),
            ignored: Vec::new(),
            matches: 1,
            answers_seeks: false,
            declines: true,
            resumes: true,
            offers: Vec::new(),
            formulas: Vec::new(),
            tournaments: Vec::new(),
        }
    }
}

impl Config {
    /// Reads a configuration. What it leaves out has its default; `#` begins a comment.
    ///
    /// # Errors
    /// The first line that is not understood.
    pub fn read(text: &str) -> Result<Config, ConfigError> {
        let (mut config, mut single) = (Config::default(), Vec::new());
        // Editors of some systems put a byte order mark before a text.
        for (line, text) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let text = text.split('#').next().unwrap_or_default().trim();
            if text.is_empty() {
                continue;
            }
            let fault = |reason| ConfigError { line, reason };
            config.set(text).map_err(fault)?;
            let key = text.split('=').next().unwrap_or_default().trim();
            if single.contains(&key) {
                return Err(fault(format!("{key} is given twice")));
            }
            if !REPEATED.contains(&key) {
                single.push(key);
            }
        }
        Ok(config)
    }

    fn set(&mut self, line: &str) -> Result<(), String> {
        let (key, value) =
            line.split_once('=').ok_or_else(|| format!("not a line such as types = 8: {:?}", plain(line)))?;
        let (key, value) = (key.trim(), value.trim());
        let expected = |what: &str| format!("{key} takes {what}, not {:?}", plain(value));
        let names = || value.split([',', ' ']).filter(|name| !name.is_empty());
        let players = || names().map(player).collect::<Option<_>>().ok_or_else(|| expected("names of players"));
        let times = || range(value, time).ok_or_else(|| expected("two times such as 01:00 - 30:00"));
        let is_yes = || match value {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err(expected("yes or no")),
        };
        match key {
            "types" if names().next().is_none() => return Err(expected("types of matches such as 8, s8")),
            "types" => self.types = names().map(pattern).collect::<Result<_, _>>()?,
            "main" => self.main = times()?,
            "increment" => self.increment = times()?,
            "rating" => {
                let ratings = range(value, read_finite);
                self.rating = ratings.ok_or_else(|| expected("two numbers such as 1500 - 2800"))?;
            }
            "rated" if value == "both" => self.rated = [true, true],
            "rated" => {
                let is_rated = is_yes().map_err(|_| expected("yes, no or both"))?;
                self.rated = [is_rated, !is_rated];
            }
            "opponents" => self.opponents = players()?,
            "ignore" => self.ignored = players()?,
            "matches" => {
                let number = value.parse().ok().filter(|number| (1..=MOST_MATCHES).contains(number));
                self.matches = number.ok_or_else(|| expected(&format!("a number from 1 to {MOST_MATCHES}")))?;
            }
            "answer-seeks" => self.answers_seeks = is_yes()?,
            "decline" => self.declines = is_yes()?,
            "resume" => self.resumes = is_yes()?,
            "seek" | "ask" => {
                let offer = offer(value).map_err(|error| format!("{key}: {error}"))?;
                match (key, &offer.to) {
                    ("seek", Some(_)) => return Err(expected("a type and a clock without an opponent")),
                    ("ask", None) => return Err(expected("a type, a clock and an opponent")),
                    _ => self.offers.push(offer),
                }
            }
            "accept-formula" | "decline-formula" => {
                if value.contains('\\') {
                    return Err(expected("a formula without backslashes, at which the server ends a line"));
                }
                self.formulas.push((key == "accept-formula", value.to_owned()));
            }
            "tournament" => {
                if value.is_empty() || value.contains(|letter: char| letter.is_whitespace() || letter == '\\') {
                    return Err(expected("one tournament such as .1"));
                }
                self.tournaments.push(value.to_owned());
            }
            _ => return Err(format!("unknown key: {:?}", plain(key))),
        }
        Ok(())
    }

    /// Whether a request to play, or to continue a game, is accepted from this player.
    fn admits(&self, player: &str) -> bool {
        let has = |names: &[String]| names.iter().any(|name| name.eq_ignore_ascii_case(player));
        !has(&self.ignored) && (self.opponents.is_empty() || has(&self.opponents))
    }

    /// Whether this request is accepted, apart from the number of matches at once.
    pub fn accepts(&self, request: &Request) -> bool {
        if !self.admits(&request.from) || request.kind.rules().is_none() {
            return false;
        }
        if request.terms == Terms::Stored {
            return self.resumes;
        }
        let has_clock = self.main.contains(&request.clock.left()) && self.increment.contains(&request.clock.income());
        let is_rated = match request.terms {
            Terms::Rated => self.rated[0],
            Terms::Unrated => self.rated[1],
            Terms::Tournament | Terms::Stored => true,
        };
        let is_known = self.types.iter().any(|pattern| pattern.matches(&request.kind));
        is_known && is_rated && self.rating.contains(&request.rating) && has_clock
    }

    /// Whether stored games with this player are continued.
    pub fn resumes_with(&self, player: &str) -> bool {
        self.resumes && self.admits(player)
    }

    /// Whether the matches that the client asks for are rated.
    pub fn asks_rated(&self) -> bool {
        self.rated[0]
    }
}

/// A type of match, or several, whose board can be played.
fn pattern(text: &str) -> Result<Pattern, String> {
    let pattern = Pattern::read(text).map_err(|error| error.to_string())?;
    if pattern.kind.rules().is_some() {
        Ok(pattern)
    } else {
        Err(format!("this board is too large: {:?}", plain(text)))
    }
}

fn time(text: &str) -> Option<Duration> {
    text.parse().ok().filter(|_| !text.contains('/')).map(|clock: GameClock| clock.left())
}

/// Two values with a dash between them, the lesser one first.
fn range<T: PartialOrd>(value: &str, read: impl Fn(&str) -> Option<T>) -> Option<RangeInclusive<T>> {
    let (least, most) = value.split_once('-')?;
    let range = read(least.trim())?..=read(most.trim())?;
    (!range.is_empty()).then_some(range)
}

fn player(name: &str) -> Option<String> {
    is_name(name).then(|| name.to_owned())
}

/// Whether the server takes this name: 2 to 8 characters without blanks, commas and backslashes, the first one neither a dot nor an
/// underscore.
pub(crate) fn is_name(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b',' | b'\\');
    (2..=8).contains(&text.len()) && text.bytes().all(is_letter) && !text.starts_with(['.', '_'])
}

/// A match to ask for: `8 05:00//02:00`, with the opponent behind it for `ask`.
fn offer(value: &str) -> Result<Offer, String> {
    let (kind, rest) = split_word(value);
    let (clock, to) = split_word(rest);
    pattern(kind)?;
    let kind = kind.parse::<MatchKind>().map_err(|error| error.to_string())?;
    clock.parse::<GameClock>().map_err(|error| error.to_string())?;
    let clock = clock.split('/').map(with_seconds).collect::<Vec<_>>().join("/");
    match to {
        "" => Ok(Offer { kind, clock, to: None }),
        name if is_name(name) => Ok(Offer { kind, clock, to: Some(name.to_owned()) }),
        name => Err(format!("not a name of a player: {:?}", plain(name))),
    }
}

/// A part of a clock with the seconds behind minutes that stand alone, which the help of the server calls seconds.
fn with_seconds(part: &str) -> String {
    let (time, notes) = part.split_at(part.find(',').unwrap_or(part.len()));
    if time.is_empty() || time.contains(':') { part.to_owned() } else { format!("{time}:00{notes}") }
}

#[cfg(test)]
mod tests {
    use super::{Config, is_name};

    #[test]
    fn names_are_those_that_the_server_takes() {
        for name in ["ot", "otto", "mira_2.0", "a+b-c"] {
            assert!(is_name(name), "{name:?}");
        }
        for text in ["", "o", "averylongname", ".x", "_mira", "a,b", "a b", "a\\b", "m\u{fc}ller"] {
            assert!(!is_name(text), "{text:?}");
        }
    }

    #[test]
    fn the_clock_of_an_offer_has_minutes_and_seconds() {
        for (clock, sent) in
            [("15", "15:00"), ("05:00//02:00", "05:00//02:00"), ("5,20/00:10,N2/1", "5:00,20/00:10,N2/1:00")]
        {
            let config = Config::read(&format!("seek = 8 {clock}")).expect("a configuration");
            assert_eq!(config.offers[0].clock, sent);
        }
    }

    #[test]
    fn a_byte_order_mark_before_the_text_is_left_out() {
        assert_eq!(Config::read("\u{feff}matches = 2").map(|config| config.matches), Ok(2));
    }

    #[test]
    fn what_could_never_fit_is_refused() {
        for line in [
            "types =",
            "types = 12",
            "types = s14r20",
            "main = 15:00 - 01:00",
            "increment = 00:10 - 00:05",
            "rating = 2800 - 1500",
            "ask = 8 15:00 averylongname",
            "opponents = mira, averylongname",
            "ignore = .x",
            "tournament =",
            "tournament = .1 .2",
            "accept-formula = rated\\8",
            "ignore = vera\nignore = mira",
        ] {
            assert!(Config::read(line).is_err(), "{line:?}");
        }
        for line in [
            "types = s8r20-20",
            "main = 01:00 - 01:00",
            "rating = 1500 - 1500",
            "ask = 8 15:00 mira",
            "opponents = mira, otto",
            "tournament = .1\ntournament = .2",
            "accept-formula = rated & 8",
        ] {
            assert!(Config::read(line).is_ok(), "{line:?}");
        }
    }
}
