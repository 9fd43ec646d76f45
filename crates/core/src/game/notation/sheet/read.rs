//! Reads a sheet from text in any layout that keeps eight squares in a row.
//!
//! Knows nothing of the rules: whether the numbers make a game is seen later.

use super::{Entry, MOST, Sheet, SheetError, index};
use crate::game::notation::dropped::{Content, Dropped};
use crate::game::notation::head;
use crate::game::{Colour, Shape, Tags, excerpt};
use alloc::string::String;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::str::FromStr;

/// The squares of a row.
const COLUMNS: usize = 8;
/// A line with fewer squares is not a row with a fault but another text.
const FEWEST: usize = 5;

/// Whether the text has rows of a sheet, at least one of them with the number of a move, and is not a board of discs.
pub fn is_sheet(text: &str) -> bool {
    let is_labelled = is_labelled(text);
    let rows: Vec<Vec<&str>> = text.lines().filter_map(|line| row(line, None, is_labelled)).collect();
    let is_number = |word: &&str| matches!(entry(word), Entry::Number(number) if number > 8);
    let whole = || rows.iter().filter(|row| row.len() == COLUMNS);
    rows.len() >= COLUMNS && whole().count() + 2 >= rows.len() && whole().any(|row| row.iter().any(is_number))
}

/// Reads as [`Sheet::read`] does.
impl FromStr for Sheet {
    type Err = SheetError;
    fn from_str(text: &str) -> Result<Sheet, SheetError> {
        Sheet::read(text, &mut Dropped::default())
    }
}

impl Sheet {
    /// Reads the rows of a sheet, and lines such as `Black: Rose` before or after them. Squares are divided by blanks or bars; the letters
    /// and numbers of the columns and rows, and ruled lines, belong to the drawing. Lines of other text are left out. On a sheet without
    /// `X`, a 0 is no disc of White: it stands on the middle squares, or on empty ones.
    ///
    /// # Errors
    /// If there are not eight rows of eight squares.
    pub fn read(text: &str, dropped: &mut Dropped) -> Result<Sheet, SheetError> {
        let (mut tags, mut first, mut rows) = (Tags::default(), Colour::Black, Vec::new());
        let is_labelled = is_labelled(text);
        for (number, line) in (1..).zip(text.lines()) {
            if let Some((name, value)) = head::split(line) {
                let is_kept = match value.parse() {
                    Ok(side) if name.eq_ignore_ascii_case("first") => {
                        first = side;
                        true
                    }
                    _ => head::note(&mut tags, name, value),
                };
                if !is_kept {
                    dropped.add(Content::Line, number);
                }
            } else if let Some(row) = row(line, Some(rows.len() + 1), is_labelled) {
                rows.push(row);
            } else if is_text(line) {
                dropped.add(Content::Line, number);
            }
        }
        if rows.len() != COLUMNS {
            return Err(SheetError::Rows(rows.len()));
        }
        if let Some((row, words)) = (1..).zip(&rows).find(|(_, words)| words.len() != COLUMNS) {
            return Err(SheetError::Row { row, squares: words.len() });
        }
        let words = rows.concat();
        let mut entries: Vec<Entry> = words.iter().map(|word| entry(word)).collect();
        if !entries.contains(&Entry::Start(Some(Colour::Black))) {
            let middle = Shape::STANDARD.centre().map(|cell| cell.and_then(index));
            for (at, _) in words.iter().enumerate().filter(|(_, word)| word.bytes().all(|byte| byte == b'0')) {
                entries[at] = if middle.contains(&Some(at)) { Entry::Start(None) } else { Entry::Empty };
            }
        }
        Ok(Sheet { tags, first, entries })
    }
}

/// Whether a line that is no row has words, and not only the letters of the columns.
fn is_text(line: &str) -> bool {
    words(line).is_some() && line.contains(|letter: char| !letter.is_whitespace() && !"|-=".contains(letter))
}

/// Whether rows begin with their numbers: most lines of more than eight words do.
fn is_labelled(text: &str) -> bool {
    let begins = |line: &str| words(line).is_some_and(|words| words.len() > COLUMNS && label(words[0]).is_some());
    text.lines().filter(|line| begins(line)).count() * 2 > COLUMNS
}

/// The number of a row from 1 to 8.
fn label(word: &str) -> Option<usize> {
    let number = word.trim_end_matches([':', '.', ')']).parse().ok();
    number.filter(|number| (1..=COLUMNS).contains(number))
}

/// The words of a line, divided by blanks or bars; none for a ruled line and for the letters of the columns.
fn words(line: &str) -> Option<Vec<&str>> {
    let line = line.trim();
    let is_ruled = line.contains('+') || !line.contains(char::is_whitespace) && line.contains("---");
    let letters: String = line.chars().filter(|letter| !letter.is_whitespace() && *letter != '|').collect();
    if is_ruled || letters.eq_ignore_ascii_case("abcdefgh") {
        return None;
    }
    Some(match line.contains('|') {
        true => line.trim_matches('|').split('|').map(str::trim).collect(),
        false => line.split_whitespace().collect(),
    })
}

/// The squares of a line without the number of the row, which is any if none is given; none if the line is not a row.
fn row(line: &str, number: Option<usize>, is_labelled: bool) -> Option<Vec<&str>> {
    let mut words = words(line)?;
    let is_label = |word: &&str| label(word).is_some_and(|label| number.is_none_or(|number| number == label));
    if (is_labelled || words.len() > COLUMNS) && words.first().is_some_and(is_label) {
        words.remove(0);
    }
    if words.len() > COLUMNS && words.last().is_some_and(is_label) {
        words.pop();
    }
    let readable = words.iter().filter(|word| !matches!(entry(word), Entry::Unreadable(_))).count();
    (words.len() >= FEWEST && readable * 2 > words.len()).then_some(words)
}

fn entry(word: &str) -> Entry {
    match word.to_ascii_lowercase().as_str() {
        "x" | "b" | "●" => return Entry::Start(Some(Colour::Black)),
        "o" | "w" | "0" | "○" => return Entry::Start(Some(Colour::White)),
        "()" | "[]" | "##" | "#" | "**" | "*" => return Entry::Start(None),
        word if word.chars().all(|letter| "-._–".contains(letter)) => return Entry::Empty,
        _ => {}
    }
    let inside = word.trim_matches(['(', ')', '[', ']', '.']);
    let is_number = inside.bytes().all(|byte| byte.is_ascii_digit());
    match inside.parse() {
        Ok(number @ 1..=MOST) if is_number => Entry::Number(number),
        _ => Entry::Unreadable(excerpt(&word.replace(char::is_whitespace, "?"))),
    }
}

/// Reads one square; what cannot be read is kept.
impl FromStr for Entry {
    type Err = Infallible;
    fn from_str(text: &str) -> Result<Entry, Infallible> {
        Ok(entry(text.trim()))
    }
}
