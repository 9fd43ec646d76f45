//! The protocol of XBoard.

use super::talk::{Talk, lines};
use emilia_cli::protocol::{Order, Protocol, XBoard};

/// Sends the bytes as lines. After a line that ends in a tab the next one is sent during the search if it is urgent, or if lines do not
/// wait; the others are sent after its end.
///
/// Every `ping` gets its `pong`, and every move of the engine is on a square that is marked as a move, if marks are drawn.
pub fn xboard(data: &[u8]) {
    let mut talk = Talk::new(XBoard::new());
    let mut marks = Marks::default();
    let mut is_left = false;
    for line in lines(data) {
        if is_left && talk.protocol().queues_input() && talk.protocol().order(&line) == Order::Waits {
            marks.check(&talk.wait());
        }
        let word = line.split_whitespace().next().unwrap_or_default();
        if matches!(word, "new" | "variant" | "setboard" | "undo" | "remove") {
            marks = Marks::default();
        }
        let text = talk.send(&line);
        is_left = line.ends_with('\t');
        let text = if is_left || !talk.protocol().queues_input() { text } else { text + &talk.wait() };
        let pongs = text.lines().filter(|line| line.starts_with("pong ")).count();
        assert_eq!(pongs, usize::from(word == "ping"), "{line:?}: {text:?}");
        marks.check(&text);
        if talk.is_over() {
            return;
        }
    }
}

/// The squares marked as moves in the last drawing, if there is one of this board.
#[derive(Default)]
struct Marks(Option<Vec<String>>);

impl Marks {
    /// Panics unless the text is lines of the protocol, and its moves are on marked squares.
    fn check(&mut self, text: &str) {
        assert!(text.is_empty() || text.ends_with('\n'), "{text:?}");
        for line in text.lines() {
            match line.split_once(' ').unwrap_or((line, "")) {
                ("highlight", rows) => self.0 = Some(marked(rows)),
                ("move", mv) => {
                    let square = mv.strip_prefix("P@").unwrap_or_default();
                    let is_pass = mv == "@@@@";
                    if let Some(marked) = &self.0 {
                        assert!(marked.iter().any(|other| other == square) || is_pass && marked.is_empty(), "{text:?}");
                    }
                    assert!(is_pass || !square.is_empty(), "{line:?}");
                }
                ("1-0" | "0-1" | "1/2-1/2", comment) => {
                    assert!(comment.starts_with('{') && comment.ends_with('}'), "{line:?}");
                }
                ("feature" | "piece" | "setup" | "pong" | "Illegal" | "Error" | "tellusererror", _) => {}
                (depth, thinking) => {
                    assert!(depth.parse::<u8>().is_ok(), "{line:?}");
                    let numbers = thinking.split(' ').take(3).filter(|word| word.parse::<i64>().is_ok()).count();
                    assert_eq!(numbers, 3, "{line:?}");
                }
            }
        }
    }
}

/// The names of the squares with a mark in yellow, read without the engine.
fn marked(rows: &str) -> Vec<String> {
    let rows: Vec<&str> = rows.split('/').collect();
    let mut squares = Vec::new();
    for (row, letters) in rows.iter().rev().enumerate() {
        let mut column = 0;
        for letter in letters.chars() {
            if letter == 'Y' {
                squares.push(format!("{}{}", char::from(b'a' + column), row + 1));
            }
            column += letter.to_digit(10).map_or(1, |empty| empty as u8);
        }
    }
    squares
}
