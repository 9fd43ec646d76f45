//! The Universal Game Interface and UCI.

use super::talk::{Talk, lines};
use emilia_cli::protocol::Ugi;

/// A protocol of both.
struct Form {
    protocol: fn() -> Ugi,
    /// The last line of the handshake.
    ok: &'static str,
    /// Whether the word is the answer to a `go`.
    is_move: fn(&str) -> bool,
}

const UGI: Form =
    Form { protocol: Ugi::new, ok: "ugiok", is_move: |mv| mv == "none" || mv.parse::<emilia::Move>().is_ok() };

const UCI: Form = Form {
    protocol: Ugi::uci,
    ok: "uciok",
    is_move: |mv| {
        let cell = |text: &str| text.parse::<emilia::Cell>().is_ok();
        let (from, to) = mv.split_at(mv.len() / 2);
        mv == "(none)" || mv.strip_prefix("P@").is_some_and(cell) || from == to && cell(from)
    },
};

/// Sends the bytes as lines of UGI. A line that ends in a tab leaves its search to be interrupted by the next one; the others wait for it.
///
/// Every search gets exactly one answer, and every question whether the engine is ready one of its own.
pub fn ugi(data: &[u8]) {
    converse(data, &UGI);
}

/// The same in UCI.
pub fn uci(data: &[u8]) {
    converse(data, &UCI);
}

fn converse(data: &[u8], form: &Form) {
    let mut talk = Talk::new((form.protocol)());
    let (mut searches, mut answers) = (0, 0);
    for line in lines(data) {
        let refused = "info string go ";
        let text = talk.send(&line);
        let word = line.split_whitespace().next().unwrap_or_default();
        searches += usize::from(word == "go" && !text.contains(refused));
        let is_waited_for = !line.ends_with('\t') || word != "go";
        let text = if is_waited_for && word != "stop" { text + &talk.wait() } else { text };
        check(&text, form);
        answers += count(&text, "bestmove");
        assert_eq!(count(&text, "readyok"), usize::from(word == "isready"), "{line:?}: {text:?}");
        assert!(answers <= searches, "{line:?}: {text:?}");
        if talk.is_over() {
            return;
        }
    }
    // The first ends a search, the second asks for the answer to one that has ended by itself.
    let rest = talk.send("stop") + &talk.wait() + &talk.send("stop");
    assert_eq!(answers + count(&rest, "bestmove"), searches, "{rest:?}");
}

/// The number of lines that begin with this word.
fn count(text: &str, word: &str) -> usize {
    text.lines().filter(|line| line.split(' ').next() == Some(word)).count()
}

/// Panics unless the text is lines of the protocol.
fn check(text: &str, form: &Form) {
    assert!(text.is_empty() || text.ends_with('\n'), "{text:?}");
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let is_known = match words.as_slice() {
            ["id" | "option" | "info", _, ..] | ["readyok"] => true,
            ["bestmove", moves @ ..] => {
                moves.split(|word| *word == "ponder").all(|mv| mv.len() == 1 && (form.is_move)(mv[0]))
            }
            ["response", answer] => ["true", "false", "p1win", "p2win", "draw", "none"].contains(answer),
            [word] => *word == form.ok,
            _ => false,
        };
        assert!(is_known, "{line:?}");
    }
}
