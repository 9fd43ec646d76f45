//! The protocol of Cassio.

use super::talk::{Talk, lines};
use emilia_cli::protocol::{Cassio, Order, Protocol};

/// Sends the bytes as lines. After a search that ends in a tab the next line is sent during it if it is urgent; the others wait for its end.
///
/// Every answer ends with one `ready.`, but for those that have none.
pub fn cassio(data: &[u8]) {
    let mut talk = Talk::new(Cassio::new());
    let mut open = String::new();
    for line in lines(data) {
        if talk.protocol().order(&line) == Order::Waits {
            let text = std::mem::take(&mut open) + &talk.wait();
            check(&text);
        }
        let text = talk.send(&line);
        if talk.is_over() {
            assert!(text.ends_with("bye bye.\n"), "{text:?}");
            return;
        }
        if is_search(&line) && line.ends_with('\t') {
            open += &text;
            continue;
        }
        let text = std::mem::take(&mut open) + &text + &talk.wait();
        check(&text);
        if is_search(&line) {
            assert!(text.ends_with("ready.\n") && count(&text, "ready.") == 1, "{line:?}: {text:?}");
        }
    }
    check(&(open + &talk.wait()));
}

fn is_search(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("ENGINE-PROTOCOL") && matches!(words.next(), Some("midgame-search" | "endgame-search"))
}

fn count(text: &str, line: &str) -> usize {
    text.lines().filter(|other| *other == line).count()
}

/// Panics unless the text is lines of the protocol, and the bounds in them are bounds.
fn check(text: &str) {
    assert!(text.is_empty() || text.ends_with('\n'), "{text:?}");
    for line in text.lines() {
        let is_note = ["ready.", "ok.", "bye bye."].contains(&line)
            || ["version: ", "ERROR: ", "Error: in feed-hash, ", "node "].iter().any(|start| line.starts_with(start));
        assert!(is_note || has_bounds(line), "{line:?}");
    }
}

/// Whether this is a line of results with bounds in their order.
fn has_bounds(line: &str) -> bool {
    let fields: Vec<&str> = line.split(", ").collect();
    let [_, mv, depth, precision, bounds, _, nodes, time] = fields[..] else { return false };
    let starts = [(mv, "move "), (depth, "depth "), (precision, "@"), (nodes, "node "), (time, "time ")];
    let number = |text: &str| text.get(1..).and_then(|discs| discs.parse::<f64>().ok());
    let numbers = bounds.split_once(" <= v <= ").map(|(lower, upper)| (number(lower), number(upper)));
    let are_bounds =
        matches!(numbers, Some((Some(lower), Some(upper))) if -64.0 <= lower && lower <= upper && upper <= 64.0);
    are_bounds && starts.iter().all(|(field, start)| field.starts_with(start))
}
