//! Lines of the server to events.
//!
//! ```text
//!                                          (an empty line begins a message)
//!   /os: update .31 8b K?                  the head; a message may also end without READY, at the next head
//!   |  1: f5//7.25                         its other lines
//!   READY
//! ```

use super::{BoardReport, Event, GameId, MatchEnd, MatchLine, Request, StoredGame};
use crate::protocol::text::plain;

/// The sender of the messages about games.
const SERVICE: &str = "/os:";
/// Lines of a message that are kept. The longest report of a game has fewer than 200.
const MOST_LINES: usize = 1024;
/// Bytes of a message that are kept.
const MOST_BYTES: usize = 64 << 10;
/// Refusals without the word `ERR`.
const REFUSALS: [&str; 6] = [
    "illegal board type",
    "missing or illegal rand-type",
    "random games must be komi or synchro",
    "synchro+komi not supported",
    "preferred color in komi or rand games",
    "illegal game type",
];

/// Reads the lines of the server. Any text is accepted: what is unknown is skipped. See [`Event`] for an example.
#[derive(Default, Debug)]
pub struct Reader {
    /// The message of the service that has begun: its head behind the sender, and its other lines without their bars.
    message: Option<(String, Vec<String>)>,
    bytes: usize,
}

impl Reader {
    /// Reads one line, without its line end, and returns what it completes: at most the message before it and one event of its own.
    pub fn read(&mut self, line: &str) -> Vec<Event> {
        let line = without_control(line);
        let line = line.trim_end();
        if let Some(line) = line.strip_prefix('|') {
            self.add(line);
            return Vec::new();
        }
        let finished = self.end();
        let own = match line {
            "READY" | "ALERT" => Some(Event::Ready { is_alert: line == "ALERT" }),
            _ if line.starts_with(SERVICE) => {
                let head = line[SERVICE.len()..].trim().to_owned();
                self.bytes = head.len();
                self.message = Some((head, Vec::new()));
                None
            }
            _ => match line.strip_prefix(':') {
                Some(text) => read_central(text.trim()),
                None => read_tell(line),
            },
        };
        finished.into_iter().chain(own).collect()
    }

    fn add(&mut self, line: &str) {
        let Some((_, lines)) = &mut self.message else { return };
        self.bytes += line.len();
        if lines.len() < MOST_LINES && self.bytes <= MOST_BYTES {
            lines.push(line.to_owned());
        }
    }

    /// Ends the message that has begun, because nothing came for a while: the line `READY` may be missing.
    pub fn end(&mut self) -> Option<Event> {
        let (head, lines) = self.message.take()?;
        read_message(&head, &lines)
    }
}

/// The text without control characters and escape sequences of a terminal.
fn without_control(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => drop(letters.by_ref().find(|letter| letter.is_ascii_alphabetic())),
            '\t' => out.push(' '),
            letter if letter.is_control() => {}
            letter => out.push(letter),
        }
    }
    out
}

/// A line of the central server.
fn read_central(text: &str) -> Option<Event> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        ["Enter", "login", ..] => Some(Event::LoginAsked),
        ["Enter", "your", "password.", ..] => Some(Event::PasswordAsked),
        ["ERR", "Login" | "Password", ..] => Some(Event::LoginRefused(plain(&words[1..].join(" ")))),
        ["ERR", ..] => Some(Event::Refused(plain(&words[1..].join(" ")))),
        ["Thank", "you", "for", "using", ..] | ["User", _, "disconnected", ..] => {
            Some(Event::Disconnected(plain(text)))
        }
        [sign @ ("+" | "-"), name, ..] => Some(Event::Noticed { name: (*name).to_owned(), is_there: *sign == "+" }),
        _ => None,
    }
}

/// What a player says to us or in a channel: `mira: good luck`, `.chat mira: hello`.
fn read_tell(line: &str) -> Option<Event> {
    let (sender, text) = line.split_once(": ")?;
    let is_name = |word: &str| (1..=20).contains(&word.len());
    let words: Vec<&str> = sender.split(' ').collect();
    let is_sender = words.len() <= 2 && words.iter().all(|word| is_name(word));
    is_sender.then(|| Event::Told(plain(sender), plain(text)))
}

/// A message of the service with this head. None if it means nothing to the client.
fn read_message(head: &str, lines: &[String]) -> Option<Event> {
    let words: Vec<&str> = head.split_whitespace().collect();
    match words.as_slice() {
        ["+", "match", rest @ ..] => Some(Event::MatchStarted(MatchLine::read(rest)?.0)),
        ["-", "match", rest @ ..] => {
            let (line, rest) = MatchLine::read(rest)?;
            Some(Event::MatchEnded(line, MatchEnd::read(rest)?))
        }
        ["+", rest @ ..] => Request::read(rest).map(Event::Requested),
        ["-", id, ..] => id.parse().ok().map(Event::Withdrawn),
        [word @ ("join" | "update"), id, ..] => {
            let rest = head.trim_start_matches(word);
            let report = BoardReport::read(*word == "join", rest, lines);
            Some(report.map_or_else(|| Event::Damaged(id.parse().ok()), |report| Event::Board(Box::new(report))))
        }
        ["join" | "update"] => Some(Event::Damaged(None)),
        ["end", id, "(", first, "vs.", _, ")", rest @ ..] => {
            Some(Event::GameEnded { id: id.parse().ok()?, first: (*first).to_owned(), end: MatchEnd::read(rest)? })
        }
        ["rating_update", id, ..] => {
            Some(Event::Rated(id.parse().ok()?, lines.iter().filter_map(|line| read_rating(line)).collect()))
        }
        [word @ ("timeout" | "fatal-timeout"), id, player, ..] => {
            let is_final = *word == "fatal-timeout";
            Some(Event::TimedOut { id: id.parse().ok()?, player: (*player).to_owned(), is_final })
        }
        ["error", id, reason @ ..] => {
            let id: Option<GameId> = id.parse().ok();
            let reason = if id.is_some() { reason.join(" ") } else { words[1..].join(" ") };
            Some(Event::MoveRefused { id, reason: plain(&reason) })
        }
        ["stored", _, ..] => Some(Event::Stored(lines.iter().filter_map(|line| StoredGame::read(line)).collect())),
        [what @ ("undo" | "abort" | "score"), id, _, "is", rest @ ..] => {
            Some(Event::Asked { id: id.parse().ok()?, what: plain(&format!("{what} {}", rest.join(" "))) })
        }
        ["ERR", rest @ ..] => Some(Event::Refused(plain(&rest.join(" ")))),
        [id, "A" | "O" | "P", _, sender, text @ ..] if id.parse::<GameId>().is_ok() && sender.ends_with(':') => {
            Some(Event::Told(plain(&format!("{id} {}", sender.trim_end_matches(':'))), plain(&text.join(" "))))
        }
        _ if REFUSALS.iter().any(|refusal| head.contains(refusal)) => Some(Event::Refused(plain(head))),
        _ => None,
    }
}

/// A line such as `otto 1720.00 @ 350.00  +148.21 -> 1868.21 @ 290.51`.
fn read_rating(line: &str) -> Option<(String, f64, f64)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [name, before, "@", _, _, "->", after, "@", _] = words.as_slice() else { return None };
    let number = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
    Some(((*name).to_owned(), number(before)?, number(after)?))
}

#[cfg(test)]
mod tests {
    use super::{MOST_LINES, Reader};
    use crate::protocol::ggs::{Event, MatchEnd};

    fn events(text: &str) -> Vec<Event> {
        let mut reader = Reader::default();
        text.lines().flat_map(|line| reader.read(line)).collect()
    }

    #[test]
    fn the_lines_of_the_login_are_events_at_once() {
        let text = "\n\nGeneric Game Server (GGS) \n\n: Enter login (yours, or one you'd like to use).\n: Enter your password.\n\
                    : ERR Password is incorrect.\nREADY\n: Thank you for using GGS.";
        let refused = Event::LoginRefused("Password is incorrect.".to_owned());
        let farewell = Event::Disconnected("Thank you for using GGS.".to_owned());
        let ready = Event::Ready { is_alert: false };
        assert_eq!(events(text), [Event::LoginAsked, Event::PasswordAsked, refused, ready, farewell]);
    }

    #[test]
    fn a_message_ends_at_the_next_head_if_ready_is_missing() {
        let text = "/os: - .27 1720.0 mira 03:00//02:00 8b U 1720.0 otto\n/os: ERR request '.77' not found.\n: - mira 1\nALERT";
        let found = events(text);
        assert_eq!(found.len(), 4, "{found:?}");
        assert!(matches!(&found[0], Event::Withdrawn(id) if id.0 == 27));
        assert_eq!(found[1], Event::Refused("request '.77' not found.".to_owned()));
        assert_eq!(found[2], Event::Noticed { name: "mira".to_owned(), is_there: false });
        assert_eq!(found[3], Event::Ready { is_alert: true });
    }

    #[test]
    fn the_end_of_a_match_has_many_forms() {
        let end = |text: &str| match events(&format!("/os: - match .6 1720 mira 1720 otto 8 {text}\nREADY")).remove(0) {
            Event::MatchEnded(_, end) => Some(end),
            _ => None,
        };
        let result = |discs, archive: Option<&str>| {
            Some(MatchEnd::Result { discs, archive: archive.map(|id| id.parse().expect("a number")) })
        };
        assert_eq!(end("U -64.00"), result(-64.0, None));
        assert_eq!(end("R +0.00  .83353"), result(0.0, Some(".83353")));
        assert_eq!(end("U aborted"), Some(MatchEnd::Aborted));
        let left = |stored: Option<&str>| {
            let stored = stored.map(|id| id.parse().expect("a number"));
            Some(MatchEnd::Left { player: "mira".to_owned(), stored })
        };
        assert_eq!(end("R mira left .90013"), left(Some(".90013")));
        assert_eq!(end("U mira left"), left(None));
        let ended = events("/os: end .12.1 ( otto vs. mira ) +22.00\nREADY").remove(0);
        assert!(matches!(ended, Event::GameEnded { id, .. } if id.part == Some(1)));
        let ended = events("/os: end .12.1 ( otto vs. mira ) player mira left\nREADY").remove(0);
        assert!(matches!(ended, Event::GameEnded { end: MatchEnd::Left { .. }, .. }), "{ended:?}");
    }

    #[test]
    fn what_players_say_is_never_a_message_of_the_service() {
        let text = "\nmira: /os: - match .6 1720 mira 1720 otto 8 U aborted\n|/os: abort .6 mira is asking\nREADY\n\
                    /os: .31 A 1720 mira: good luck\nREADY\n.chat mira: hello\nREADY";
        let told: Vec<Event> = events(text).into_iter().filter(|event| !matches!(event, Event::Ready { .. })).collect();
        let told: Vec<String> = told.iter().map(|event| format!("{event:?}")).collect();
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(told.iter().all(|event| event.starts_with("Told")), "{told:?}");
    }

    #[test]
    fn a_message_ends_when_nothing_comes_for_a_while() {
        let mut reader = Reader::default();
        assert!(reader.read("/os: ERR request '.77' not found.").is_empty());
        assert_eq!(reader.end(), Some(Event::Refused("request '.77' not found.".to_owned())));
        assert_eq!(reader.end(), None);
        assert_eq!(reader.read("READY"), [Event::Ready { is_alert: false }]);
    }

    #[test]
    fn bells_and_escape_sequences_are_skipped() {
        assert_eq!(events("\u{1b}[7m\u{7}READY\u{1b}[0m"), [Event::Ready { is_alert: false }]);
    }

    #[test]
    fn a_message_without_end_takes_bounded_memory() {
        let mut reader = Reader::default();
        reader.read("/os: join .5 8 K?");
        for _ in 0..100_000 {
            assert!(reader.read("|  1: f5//7.25").is_empty());
        }
        assert!(reader.message.as_ref().is_some_and(|(_, lines)| lines.len() <= MOST_LINES));
        assert!(matches!(reader.read("READY")[0], Event::Damaged(Some(_))));
    }
}
