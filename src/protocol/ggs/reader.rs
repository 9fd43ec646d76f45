//! Bytes of a connection to lines, lines to events.
//!
//! ```text
//!                                          (an empty line begins a message)
//!   /os: update .31 8b K?                  the head; a message may also end without READY, at the next head
//!   |  1: f5//7.25                         its other lines
//!   READY
//! ```

use super::{BoardReport, Event, Id, MatchEnd, MatchLine, Request, StoredGame, Terms};
use crate::protocol::text::plain;

/// Bytes of a line that are kept. The longest line of the server has some hundred.
const MOST_LINE_BYTES: usize = 16 << 10;

/// Cuts the bytes of a connection into lines, wherever the parts that arrive begin and end.
///
/// A line ends in LF or CR LF. A line without end takes bounded memory: what is longer than 16 KiB is no line of the server, and it is
/// dropped. So is the line that a lost connection leaves incomplete.
#[derive(Default, Debug)]
pub struct LineBuffer {
    line: Vec<u8>,
    /// Whether the line is too long, so that the rest of it is skipped.
    skips: bool,
}

impl LineBuffer {
    /// Adds bytes and returns the lines that they complete. Bytes that are not UTF-8 become U+FFFD.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        let mut parts = bytes.split(|byte| *byte == b'\n').peekable();
        while let Some(part) = parts.next() {
            self.skips |= self.line.len() + part.len() > MOST_LINE_BYTES;
            if self.skips {
                self.line = Vec::new();
            } else {
                self.line.extend_from_slice(part);
            }
            if parts.peek().is_some() {
                if !std::mem::take(&mut self.skips) {
                    let line = self.line.strip_suffix(b"\r").unwrap_or(&self.line);
                    lines.push(String::from_utf8_lossy(line).into_owned());
                }
                self.line.clear();
            }
        }
        lines
    }
}

/// The sender of the messages about games.
const SERVICE: &str = "/os:";
/// Lines of a message that are kept. The longest report of a game has fewer than 200.
const MOST_LINES: usize = 512;
/// Refusals without the word `ERR`.
const REFUSALS: [&str; 6] = [
    "illegal board type",
    "missing or illegal rand-type",
    "random games must be komi or synchro",
    "synchro+komi not supported",
    "preferred color in komi or rand games",
    "illegal game type",
];

/// Reads the lines of the server. Any text is accepted: what is unknown is skipped.
#[derive(Default, Debug)]
pub struct Reader {
    /// The message of the service that has begun: its head behind the sender, and its other lines without their bars.
    message: Option<(String, Vec<String>)>,
}

impl Reader {
    /// Reads one line, without its line end, and returns what it completes: at most the message before it and one event of its own.
    pub fn read(&mut self, line: &str) -> Vec<Event> {
        let line = without_control(line);
        let line = line.trim_end();
        if let Some(line) = line.strip_prefix('|') {
            let lines = self.message.as_mut().map(|(_, lines)| lines).filter(|lines| lines.len() < MOST_LINES);
            lines.into_iter().for_each(|lines| lines.push(line.to_owned()));
            return Vec::new();
        }
        let finished = self.end();
        let own = match line {
            "READY" | "ALERT" => Some(Event::Ready),
            _ if line.starts_with(SERVICE) => {
                self.message = Some((line[SERVICE.len()..].trim().to_owned(), Vec::new()));
                None
            }
            _ => match line.strip_prefix(':') {
                Some(text) => read_central(text.trim()),
                None => read_tell(line),
            },
        };
        finished.into_iter().chain(own).collect()
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
        ["+", "match", rest @ ..] => Some(Event::MatchStarted(read_match(rest)?.0)),
        ["-", "match", rest @ ..] => {
            let (line, rest) = read_match(rest)?;
            Some(Event::MatchEnded(line, read_end(rest)?))
        }
        ["+", rest @ ..] => read_request(rest).map(Event::Requested),
        ["-", id, ..] => id.parse().ok().map(Event::Withdrawn),
        [word @ ("join" | "update"), id, ..] => {
            let rest = head.trim_start_matches(word);
            let report = BoardReport::read(*word == "join", rest, lines);
            Some(report.map_or_else(|| Event::Damaged(id.parse().ok()), |report| Event::Board(Box::new(report))))
        }
        ["join" | "update"] => Some(Event::Damaged(None)),
        ["end", id, "(", first, "vs.", _, ")", rest @ ..] => {
            Some(Event::GameEnded { id: id.parse().ok()?, first: (*first).to_owned(), end: read_end(rest)? })
        }
        ["rating_update", id, ..] => {
            Some(Event::Rated(id.parse().ok()?, lines.iter().filter_map(|line| read_rating(line)).collect()))
        }
        [word @ ("timeout" | "fatal-timeout"), id, player, ..] => {
            let is_final = *word == "fatal-timeout";
            Some(Event::TimedOut { id: id.parse().ok()?, player: (*player).to_owned(), is_final })
        }
        ["error", id, reason @ ..] => {
            let id: Option<Id> = id.parse().ok();
            let reason = if id.is_some() { reason.join(" ") } else { words[1..].join(" ") };
            Some(Event::MoveRefused { id, reason: plain(&reason) })
        }
        ["stored", _, ..] => Some(Event::Stored(lines.iter().filter_map(|line| read_stored(line)).collect())),
        [what @ ("undo" | "abort" | "score"), id, player, "is", rest @ ..] => {
            let id: Id = id.parse().ok()?;
            Some(Event::Told(plain(&format!("{id} {player}")), plain(&format!("{what}: {}", rest.join(" ")))))
        }
        ["ERR", rest @ ..] => Some(Event::Refused(plain(&rest.join(" ")))),
        [id, "A" | "O" | "P", _, sender, text @ ..] if id.parse::<Id>().is_ok() && sender.ends_with(':') => {
            Some(Event::Told(plain(&format!("{id} {}", sender.trim_end_matches(':'))), plain(&text.join(" "))))
        }
        _ if REFUSALS.iter().any(|refusal| head.contains(refusal)) => Some(Event::Refused(plain(head))),
        _ => None,
    }
}

/// The words of a request behind `+`.
fn read_request(words: &[&str]) -> Option<Request> {
    let [id, rating, from, clock, kind, terms, _, to, rest @ ..] = words else { return None };
    // The clock of the other player is told if it differs.
    let (clock, rest) = match rest {
        [clock, rest @ ..] if !clock.starts_with('.') => (clock, rest),
        rest => (clock, rest),
    };
    let stored = read_optional_id(rest)?;
    let (from, to) = ((*from).to_owned(), (*to != "*").then(|| (*to).to_owned()));
    let (rating, clock, kind) = (read_finite(rating)?, clock.parse().ok()?, kind.parse().ok()?);
    Some(Request { id: id.parse().ok()?, from, rating, clock, kind, terms: read_terms(terms)?, to, stored })
}

/// The words of a match behind `match`, and what follows them.
fn read_match<'a, 'b>(words: &'b [&'a str]) -> Option<(MatchLine, &'b [&'a str])> {
    let [id, first_rating, first, second_rating, second, kind, terms, rest @ ..] = words else { return None };
    let player = |name: &str, rating| Some((name.to_owned(), read_finite(rating)?));
    let players = [player(first, first_rating)?, player(second, second_rating)?];
    let (id, kind, terms) = (id.parse().ok()?, kind.parse().ok()?, read_terms(terms)?);
    Some((MatchLine { id, players, kind, terms }, rest))
}

/// The words behind a match, or a game of it, that has ended.
fn read_end(words: &[&str]) -> Option<MatchEnd> {
    match words {
        ["aborted", ..] => Some(MatchEnd::Aborted),
        ["player", rest @ ..] if rest.len() > 1 => read_end(rest),
        [player, "left", rest @ ..] => {
            Some(MatchEnd::Left { player: (*player).to_owned(), stored: read_optional_id(rest)? })
        }
        [discs, rest @ ..] => {
            Some(MatchEnd::Result { discs: read_finite(discs)? as f32, archive: read_optional_id(rest)? })
        }
        [] => None,
    }
}

/// A line such as `.90013   12 Mar 2026 20:15:42 mira      otto    8:l`.
fn read_stored(line: &str) -> Option<StoredGame> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [id, .., first, second, kind] = words.as_slice() else { return None };
    let kind = kind.split(':').next()?.parse().ok()?;
    Some(StoredGame { id: id.parse().ok()?, players: [(*first).to_owned(), (*second).to_owned()], kind })
}

fn read_terms(letter: &str) -> Option<Terms> {
    match letter {
        "R" => Some(Terms::Rated),
        "U" => Some(Terms::Unrated),
        "T" => Some(Terms::Tournament),
        "S" => Some(Terms::Stored),
        _ => None,
    }
}

/// The number at the end of a line, which may be missing.
fn read_optional_id(words: &[&str]) -> Option<Option<Id>> {
    match words {
        [] => Some(None),
        [id] => id.parse().ok().map(Some),
        _ => None,
    }
}

/// A number that is finite, also in single precision.
pub(super) fn read_finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| (*number as f32).is_finite())
}

/// A line such as `otto 1720.00 @ 350.00  +148.21 -> 1868.21 @ 290.51`.
fn read_rating(line: &str) -> Option<(String, f64, f64)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [name, before, "@", _, _, "->", after, "@", _] = words.as_slice() else { return None };
    Some(((*name).to_owned(), read_finite(before)?, read_finite(after)?))
}

#[cfg(test)]
mod tests {
    use super::{LineBuffer, MOST_LINE_BYTES, MOST_LINES, Reader};
    use crate::protocol::ggs::{Event, MatchEnd};

    fn events(text: &str) -> Vec<Event> {
        let mut reader = Reader::default();
        text.lines().flat_map(|line| reader.read(line)).collect()
    }

    #[test]
    fn the_lines_of_the_login_are_events_at_once() {
        let text = "\n\nGeneric Game Server (GGS) \n\n: Enter login (yours, or one you'd like to use).\n: Enter your password.\n\
                    : ERR Password is incorrect.\nREADY\n: Thank you for using GGS.";
        let refused = Event::Refused("Password is incorrect.".to_owned());
        let disconnected = Event::Disconnected("Thank you for using GGS.".to_owned());
        assert_eq!(events(text), [Event::LoginAsked, Event::PasswordAsked, refused, Event::Ready, disconnected]);
    }

    #[test]
    fn a_message_ends_at_the_next_head_if_ready_is_missing() {
        let text = "/os: - .27 1720.0 mira 03:00//02:00 8b U 1720.0 otto\n/os: ERR request '.77' not found.\n: - mira 1\nALERT";
        let found = events(text);
        assert_eq!(found.len(), 4, "{found:?}");
        assert!(matches!(&found[0], Event::Withdrawn(id) if id.number == 27));
        assert_eq!(found[1], Event::Refused("request '.77' not found.".to_owned()));
        assert_eq!(found[2], Event::Noticed { name: "mira".to_owned(), is_there: false });
        assert_eq!(found[3], Event::Ready);
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
        let told: Vec<Event> = events(text).into_iter().filter(|event| !matches!(event, Event::Ready)).collect();
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
        assert_eq!(reader.read("READY"), [Event::Ready]);
    }

    #[test]
    fn bells_and_escape_sequences_are_skipped() {
        assert_eq!(events("\u{1b}[7m\u{7}READY\u{1b}[0m"), [Event::Ready]);
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

    #[test]
    fn the_lines_do_not_depend_on_the_parts_that_arrive() {
        let text = b"\r\n/os: error .5 illegal move\r\nREADY\nlast";
        for length in 1..=text.len() {
            let mut buffer = LineBuffer::default();
            let lines: Vec<String> = text.chunks(length).flat_map(|part| buffer.push(part)).collect();
            assert_eq!(lines, ["", "/os: error .5 illegal move", "READY"], "parts of {length}");
        }
    }

    #[test]
    fn a_line_without_end_is_dropped_and_takes_no_memory() {
        let mut buffer = LineBuffer::default();
        for _ in 0..100 {
            assert!(buffer.push(&[b'x'; 1000]).is_empty());
            assert!(buffer.line.capacity() <= 2 * MOST_LINE_BYTES);
        }
        assert_eq!(buffer.push(b"x\nREADY\n"), ["READY"]);
    }
}
