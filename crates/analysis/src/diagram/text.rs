//! Diagrams in plain ASCII.

use super::{Diagram, Mark};
use emilia::{Cell, Colour};

impl Diagram {
    /// The diagram in letters, a row a line: `X` black, `O` white, `.` empty, numbers for numbered discs, and labels on empty squares.
    ///
    /// A circle is `( )`, a cross `> <`, the last move `[ ]` around the content; a label on a disc follows it behind `=`. Columns are as
    /// wide as the longest content.
    ///
    /// ```text
    ///     a b c d
    ///   1 . . . . 1
    ///   2 . O X A 2
    ///   3 . X O . 3
    ///   4 . . . . 4
    ///     a b c d
    /// ```
    pub fn to_text(&self) -> String {
        let columns = usize::from(self.board.shape().columns());
        let contents: Vec<String> = self.board.shape().places().map(|cell| self.content(cell)).collect();
        let width = contents.iter().map(|content| content.chars().count()).max().unwrap_or(1);
        let mut lines: Vec<String> = contents
            .chunks(columns)
            .map(|row| row.iter().map(|content| format!(" {content:>width$}")).collect())
            .collect();
        if self.has_coordinates {
            let letters = (b'a'..).take(columns).map(|letter| format!(" {:>width$}", char::from(letter)));
            let letters: String = "   ".chars().chain(letters.collect::<String>().chars()).collect();
            lines = (1..).zip(lines).map(|(row, line)| format!("{row:3}{line} {row}")).collect();
            lines.insert(0, letters.clone());
            lines.push(letters);
        }
        if !self.caption.is_empty() {
            lines.push(format!("    {}", self.caption).trim_end().to_owned());
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    fn content(&self, at: Cell) -> String {
        if !self.board.has(at) {
            return String::new();
        }
        let number = self.number_at(at).map(|(_, number)| number.to_string());
        let disc = number.or_else(|| self.board.colour_at(at).map(Colour::letter).map(String::from));
        let labels: Vec<&str> = self.marks_at(at).filter_map(label).collect();
        let mut content = match (disc, labels.join("")) {
            (Some(disc), labels) if labels.is_empty() => disc,
            (Some(disc), labels) => format!("{disc}={labels}"),
            (None, labels) if labels.is_empty() => ".".to_owned(),
            (None, labels) => labels,
        };
        for mark in self.marks_at(at) {
            content = match mark {
                Mark::Circle => format!("({content})"),
                Mark::Cross => format!(">{content}<"),
                Mark::Label(_) => content,
            };
        }
        if self.last == Some(at) { format!("[{content}]") } else { content }
    }
}

fn label(mark: &Mark) -> Option<&str> {
    match mark {
        Mark::Label(text) => Some(text),
        Mark::Circle | Mark::Cross => None,
    }
}
