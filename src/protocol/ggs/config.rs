//! What the client accepts and offers: a small file of lines `key = value`.

mod pattern;

use super::{GameClock, MatchKind, Request, Terms, is_name};
use crate::protocol::text::{plain, split_word};
use pattern::Pattern;
use std::ops::RangeInclusive;
use std::time::Duration;

/// The most lines of each key that may be repeated.
const MOST_OFFERS: usize = 32;
/// The keys of which each line adds something; the others are given once.
const REPEATED: [&str; 5] = ["seek", "ask", "accept-formula", "decline-formula", "tournament"];
/// The most matches at once.
const MOST_MATCHES: usize = 16;

/// What the client accepts and offers.
///
/// # Examples
/// ```
/// use emilia_cli::protocol::ggs::Config;
///
/// let config = Config::read("types = 8, s8r14-24, 10   # boards\nmain = 01:00 - 15:00\nrated = no\nseek = 8 05:00//02:00\n")?;
/// assert_eq!((config.matches, config.offers.len()), (1, 1));
/// assert_eq!(Config::read("colour = red").unwrap_err().to_string(), "line 1: unknown key: \"colour\"");
/// # Ok::<(), emilia_cli::protocol::ggs::ConfigError>(())
/// ```
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
    /// The matches to ask for, of everybody or of one player.
    pub offers: Vec<(MatchKind, GameClock, Option<String>)>,
    /// The formulas by which the server itself accepts and declines, if there are any.
    pub formulas: Vec<(bool, String)>,
    /// The tournaments to join.
    pub tournaments: Vec<String>,
}

/// A line of the configuration is not understood.
///
/// # Examples
/// ```
/// use emilia_cli::protocol::ggs::Config;
///
/// let error = Config::read("types = 8\nmain = soon").unwrap_err();
/// assert_eq!((error.line, error.to_string().as_str()), (2, "line 2: main takes two times such as 01:00 - 30:00, not \"soon\""));
/// ```
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
        let names = || value.split([',', ' ']).map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned);
        match key {
            "types" => {
                self.types = names().map(|name| Pattern::read(&name)).collect::<Result<_, _>>()?;
                if self.types.is_empty() {
                    return Err("types takes types of matches such as 8, s8".to_owned());
                }
            }
            "main" => self.main = times(key, value)?,
            "increment" => self.increment = times(key, value)?,
            "rating" => self.rating = ratings(value)?,
            "rated" => {
                self.rated = match value {
                    "yes" => [true, false],
                    "no" => [false, true],
                    "both" => [true, true],
                    _ => return Err(format!("rated takes yes, no or both, not {:?}", plain(value))),
                }
            }
            "opponents" => self.opponents = players(key, names())?,
            "ignore" => self.ignored = players(key, names())?,
            "matches" => {
                let number = value.parse().ok().filter(|number| (1..=MOST_MATCHES).contains(number));
                let refusal = || format!("matches takes a number from 1 to {MOST_MATCHES}, not {:?}", plain(value));
                self.matches = number.ok_or_else(refusal)?;
            }
            "answer-seeks" => self.answers_seeks = is_yes(key, value)?,
            "decline" => self.declines = is_yes(key, value)?,
            "resume" => self.resumes = is_yes(key, value)?,
            "seek" | "ask" => push(&mut self.offers, offer(key, value)?)?,
            "accept-formula" | "decline-formula" => {
                if value.contains('\\') {
                    return Err(format!("{key}: the server ends a line at a backslash: {:?}", plain(value)));
                }
                push(&mut self.formulas, (key == "accept-formula", value.to_owned()))?;
            }
            "tournament" => {
                if value.is_empty() || value.contains(|letter: char| letter.is_whitespace() || letter == '\\') {
                    return Err(format!("tournament takes one tournament such as .1, not {:?}", plain(value)));
                }
                push(&mut self.tournaments, value.to_owned())?;
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

    /// Whether this request is accepted, apart from the number of matches at once. `rating` and clocks are those of the request.
    pub fn accepts(&self, request: &Request) -> bool {
        if !self.admits(&request.from) || request.kind.rules().is_none() {
            return false;
        }
        if request.terms == Terms::Stored {
            return self.resumes;
        }
        let has_clock =
            |clock: &GameClock| self.main.contains(&clock.left()) && self.increment.contains(&clock.income());
        let is_rated = match request.terms {
            Terms::Rated => self.rated[0],
            Terms::Unrated => self.rated[1],
            Terms::Tournament | Terms::Stored => true,
        };
        let is_known = self.types.iter().any(|pattern| pattern.matches(&request.kind));
        is_known && is_rated && self.rating.contains(&request.rating) && has_clock(&request.other_clock)
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

fn push<T>(list: &mut Vec<T>, item: T) -> Result<(), String> {
    if list.len() == MOST_OFFERS {
        return Err(format!("at most {MOST_OFFERS} lines of this kind"));
    }
    list.push(item);
    Ok(())
}

fn is_yes(key: &str, value: &str) -> Result<bool, String> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(format!("{key} takes yes or no, not {:?}", plain(value))),
    }
}

/// Two times such as `01:00 - 30:00`.
fn times(key: &str, value: &str) -> Result<RangeInclusive<Duration>, String> {
    let time =
        |text: &str| text.trim().parse::<GameClock>().ok().filter(|_| !text.contains('/')).map(|clock| clock.left());
    let read = value.split_once('-').and_then(|(least, most)| Some(time(least)?..=time(most)?));
    let read = read.filter(|range| !range.is_empty());
    read.ok_or_else(|| format!("{key} takes two times such as 01:00 - 30:00, not {:?}", plain(value)))
}

/// Two ratings such as `1500 - 2800`.
fn ratings(value: &str) -> Result<RangeInclusive<f64>, String> {
    let rating = |text: &str| text.trim().parse().ok().filter(|rating: &f64| rating.is_finite());
    let read = value.split_once('-').and_then(|(least, most)| Some(rating(least)?..=rating(most)?));
    let read = read.filter(|range| !range.is_empty());
    read.ok_or_else(|| format!("rating takes two numbers such as 1500 - 2800, not {:?}", plain(value)))
}

/// These players.
fn players(key: &str, names: impl Iterator<Item = String>) -> Result<Vec<String>, String> {
    names.map(|name| player(key, name)).collect()
}

fn player(key: &str, name: String) -> Result<String, String> {
    if is_name(&name) { Ok(name) } else { Err(format!("{key}: not a name of a player: {:?}", plain(&name))) }
}

/// A match to ask for: `8 05:00//02:00`, with the opponent behind it for `ask`.
fn offer(key: &str, value: &str) -> Result<(MatchKind, GameClock, Option<String>), String> {
    let (kind, rest) = split_word(value);
    let (clock, opponent) = split_word(rest);
    let kind: MatchKind = kind.parse().map_err(|error| format!("{key}: {error}"))?;
    if kind.rules().is_none() {
        return Err(format!("{key}: this board is too large: {:?}", kind.to_string()));
    }
    let clock = clock.parse().map_err(|error| format!("{key}: {error}"))?;
    let opponent = (!opponent.is_empty()).then(|| opponent.to_owned());
    match (key, &opponent) {
        ("seek", Some(name)) => Err(format!("seek takes a type and a clock, no opponent: {:?}", plain(name))),
        ("ask", None) => Err(format!("ask takes a type, a clock and an opponent, not {:?}", plain(value))),
        _ => Ok((kind, clock, opponent.map(|name| player(key, name)).transpose()?)),
    }
}

#[cfg(test)]
mod tests {
    use super::Config;

    #[test]
    fn a_byte_order_mark_before_the_text_is_left_out() {
        assert_eq!(Config::read("\u{feff}matches = 2").map(|config| config.matches), Ok(2));
    }

    #[test]
    fn what_could_never_fit_is_refused() {
        for line in [
            "types =",
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
