//! What a reader left out of a text on purpose.
//!
//! A reader accounts for all it is given: it uses a sign, refuses the text, or counts it here.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};

/// A kind of content that a reader may leave out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Content {
    /// A line of text that belongs to no game: a title, a rule of dashes.
    Line,
    /// A comment that has no place in a game.
    Comment,
    /// A line of play beside the main line.
    Variation,
    /// A mark beside a move, such as `$1` or `!?`.
    Mark,
    /// A property or tag that has no place in a game.
    Property,
    /// The score of a move at the start, an answer of a problem.
    Answer,
    /// A value that its property cannot have, such as a rating that is not a number.
    Value,
    /// A pass after the end of the game.
    Pass,
    /// A byte that its encoding does not have.
    Byte,
    /// A line that is not UTF-8 and does not say what it is, so it is read in this encoding.
    Encoding(&'static str),
}

impl Content {
    /// The words for one and for several.
    fn words(self) -> [String; 2] {
        let words = match self {
            Content::Line => ["line of text", "lines of text"],
            Content::Comment => ["comment", "comments"],
            Content::Variation => ["variation", "variations"],
            Content::Mark => ["mark beside a move", "marks beside moves"],
            Content::Property => ["property", "properties"],
            Content::Answer => ["answer", "answers"],
            Content::Value => ["unusable value", "unusable values"],
            Content::Pass => ["pass after the end", "passes after the end"],
            Content::Byte => ["invalid byte", "invalid bytes"],
            Content::Encoding(name) => {
                return ["line", "lines"].map(|line| format!("{line} read as {name}, not being UTF-8"));
            }
        };
        words.map(str::to_owned)
    }
}

/// What a reader left out: how often, and where first.
///
/// # Examples
/// ```
/// use emilia_core::notation::dropped::{Content, Dropped};
///
/// let mut dropped = Dropped::default();
/// assert!(dropped.is_empty());
/// dropped.add(Content::Line, 3);
/// dropped.add(Content::Line, 7);
/// dropped.add(Content::Variation, 9);
/// assert_eq!(dropped.to_string(), "2 lines of text (first: line 3), 1 variation (line 9)");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dropped {
    /// Each kind with its number and its first line.
    kinds: Vec<(Content, usize, usize)>,
}

impl Dropped {
    /// Counts one more on this line, counted from 1.
    pub fn add(&mut self, content: Content, line: usize) {
        match self.kinds.iter_mut().find(|(kind, ..)| *kind == content) {
            Some((_, count, _)) => *count += 1,
            None => self.kinds.push((content, 1, line)),
        }
    }

    /// Whether nothing was left out.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The number of this kind that was left out.
    pub fn count(&self, content: Content) -> usize {
        self.kinds.iter().find(|(kind, ..)| *kind == content).map_or(0, |(_, count, _)| *count)
    }
}

impl Display for Dropped {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        for (index, (content, count, line)) in self.kinds.iter().enumerate() {
            let [one, several] = content.words();
            let divider = if index == 0 { "" } else { ", " };
            match count {
                1 => write!(f, "{divider}1 {one} (line {line})")?,
                _ => write!(f, "{divider}{count} {several} (first: line {line})")?,
            }
        }
        Ok(())
    }
}
