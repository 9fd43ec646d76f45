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
    let is_labelled = is_labelled(text);
    let rows: Vec<Vec<Entry>> = text.lines().filter_map(|line| row(line, None, is_labelled)).collect();
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
        let is_labelled = is_labelled(text);
        for line in text.lines() {
            let is_name = |(name, _): &(&str, &str)| name.trim().starts_with(char::is_alphabetic);
            if let Some((name, value)) = line.split_once(':').filter(is_name) {
                note(&mut tags, &mut first, name.trim(), value.trim());
            } else if let Some(row) = row(line, Some(rows.len() + 1), is_labelled) {
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
    let letters: String = line.chars().filter(|letter| letter.is_alphanumeric()).collect();
    if is_ruled || letters.eq_ignore_ascii_case("abcdefgh") {
        return None;
    }
    Some(match line.contains('|') {
        true => line.trim_matches('|').split('|').map(str::trim).collect(),
        false => line.split_whitespace().collect(),
    })
}

/// The squares of a line without the number of the row, which is any if none is given; none if the line is not a row.
fn row(line: &str, number: Option<usize>, is_labelled: bool) -> Option<Vec<Entry>> {
    let mut words = words(line)?;
    let is_label = |word: &&str| label(word).is_some_and(|label| number.is_none_or(|number| number == label));
    if (is_labelled || words.len() > COLUMNS) && words.first().is_some_and(is_label) {
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

/// Keeps a line of the head.
fn note(tags: &mut Tags, first: &mut Colour, name: &str, value: &str) {
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
    match name.to_ascii_lowercase().as_str() {
        "black" => tags.black.name = value,
        "white" => tags.white.name = value,
        "event" | "place" | "tournament" => tags.place = value,
        "date" => tags.date = value,
        "result" | "score" => tags.outcome = outcome(&value),
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
