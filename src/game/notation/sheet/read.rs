//! Reads a sheet from text in any layout that keeps eight squares in a row.
//!
//! Knows nothing of the rules: whether the numbers make a game is seen later.

use super::{Entry, MOST, Sheet, SheetError};
use crate::game::{Colour, Ending, Outcome, Tags, excerpt};
use std::convert::Infallible;
use std::str::FromStr;

/// The squares of a row.
const COLUMNS: usize = 8;
/// A line with fewer squares is not a row with a fault but another text.
const FEWEST: usize = 5;

/// Whether the text has rows of a sheet, at least one of them with the number of a move, and is not a board of discs.
pub fn is_sheet(text: &str) -> bool {
    let rows: Vec<Vec<Entry>> = text.lines().filter_map(|line| row(line, 0)).collect();
    let has_number = |row: &Vec<Entry>| row.iter().any(|entry| matches!(entry, Entry::Number(number) if *number > 8));
    let whole = rows.iter().filter(|row| row.len() == COLUMNS).count();
    rows.len() >= COLUMNS && whole + 2 >= rows.len() && rows.iter().any(has_number)
}

/// Reads the rows of a sheet, and lines such as `Black: Rose` before or after them. Squares are divided by blanks or bars; the letters
/// and numbers of the columns and rows, and ruled lines, are skipped. Lines of other text are skipped, too.
impl FromStr for Sheet {
    type Err = SheetError;
    fn from_str(text: &str) -> Result<Sheet, SheetError> {
        let (mut tags, mut first, mut rows) = (Tags::default(), Colour::Black, Vec::new());
        for line in text.lines() {
            let is_name = |(name, _): &(&str, &str)| name.trim().starts_with(char::is_alphabetic);
            if let Some((name, value)) = line.split_once(':').filter(is_name) {
                note(&mut tags, &mut first, name.trim(), value.trim());
            } else if let Some(row) = row(line, rows.len() + 1) {
                rows.push(row);
            }
        }
        if rows.len() != COLUMNS {
            return Err(SheetError::Rows(rows.len()));
        }
        if let Some((row, entries)) = (1..).zip(&rows).find(|(_, entries)| entries.len() != COLUMNS) {
            return Err(SheetError::Row { row, squares: entries.len() });
        }
        Ok(Sheet { tags, first, entries: rows.concat() })
    }
}

/// The squares of a line without the number of the row; none if the line is not a row. With number 0 any row is meant.
fn row(line: &str, number: usize) -> Option<Vec<Entry>> {
    let line = line.trim();
    let is_ruled = line.contains('+') || !line.contains(char::is_whitespace) && line.contains("---");
    let letters: String = line.chars().filter(|letter| letter.is_alphanumeric()).collect();
    if is_ruled || letters.eq_ignore_ascii_case("abcdefgh") {
        return None;
    }
    let mut words: Vec<&str> = match line.contains('|') {
        true => line.trim_matches('|').split('|').map(str::trim).collect(),
        false => line.split_whitespace().collect(),
    };
    // Behind the last bar there may be nothing but the number of the row.
    let is_label = |word: &&str| match (word.trim_end_matches([':', '.', ')']).parse(), number) {
        (Ok(label), 0) => (1..=COLUMNS).contains(&label),
        (Ok(label), number) => label == number,
        (Err(_), _) => false,
    };
    if words.len() > COLUMNS && words.first().is_some_and(is_label) {
        words.remove(0);
    }
    if words.len() > COLUMNS && words.last().is_some_and(is_label) {
        words.pop();
    }
    let entries: Vec<Entry> = words.into_iter().map(entry).collect();
    let readable = entries.iter().filter(|entry| !matches!(entry, Entry::Unreadable(_))).count();
    (entries.len() >= FEWEST && readable * 2 > entries.len()).then_some(entries)
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
        _ => Entry::Unreadable(excerpt(word)),
    }
}

/// Reads one square; what cannot be read is kept.
impl FromStr for Entry {
    type Err = Infallible;
    fn from_str(text: &str) -> Result<Entry, Infallible> {
        Ok(entry(text.trim()))
    }
}

/// Keeps a line of the head.
fn note(tags: &mut Tags, first: &mut Colour, name: &str, value: &str) {
    match name.to_ascii_lowercase().as_str() {
        "black" => value.clone_into(&mut tags.black.name),
        "white" => value.clone_into(&mut tags.white.name),
        "event" | "place" | "tournament" => value.clone_into(&mut tags.place),
        "date" => value.clone_into(&mut tags.date),
        "result" | "score" => tags.outcome = outcome(value),
        "first" => *first = value.parse().unwrap_or(*first),
        _ => {}
    }
}

/// A result such as `33-31`, `38-26 (time)`, `+12` or `black wins`.
fn outcome(text: &str) -> Option<Outcome> {
    let (result, ending) = text.split_once('(').unwrap_or((text, ""));
    let ending = match ending.trim_end_matches(')').trim() {
        "resigned" => Ending::Resigned,
        "time" => Ending::TimedOut,
        "agreed" => Ending::Agreed,
        _ => Ending::Played,
    };
    let result = result.trim();
    if let Some(winner) = result.strip_suffix("wins") {
        let winner = Some(winner.trim().parse().ok()?);
        return Some(Outcome { winner, margin: None, ending });
    }
    let discs = |text: &str| text.trim().parse::<u8>().ok().filter(|discs| *discs <= 64).map(f32::from);
    let score = match result.split_once(['-', ':', '–']).filter(|(black, _)| !black.trim().is_empty()) {
        Some((black, white)) => discs(black)? - discs(white)?,
        None => result.parse().ok()?,
    };
    Outcome::of_score(score, ending)
}
