//! The syntax that GGF and SGF share: `(;NAME[value]NAME[value][value];NAME[value])`.
//!
//! Knows nothing of what the names mean. Reads any text in linear time.

use super::dropped::{Content, Dropped};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::str::Chars;

/// Properties that a game keeps under the names that they have in PGN.
pub const PGN_NAMES: [(&str, &str); 2] = [("EV", "EVENT"), ("RO", "ROUND")];

/// The name under which a game keeps a property.
pub fn pgn_name(name: &str) -> &str {
    PGN_NAMES.iter().find(|(own, _)| *own == name).map_or(name, |(_, kept)| kept)
}

/// One name with its values, of which there is at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// The name in upper case.
    pub name: String,
    /// The values, escapes resolved.
    pub values: Vec<String>,
    /// Whether there is a `;` between this property and the one before it.
    pub opens_node: bool,
    /// The line, counted from 1.
    pub line: usize,
}

impl Property {
    /// The first value.
    pub fn value(&self) -> &str {
        self.values.first().map_or("", String::as_str)
    }

    /// The value of a move. Several are none, and are refused as one text.
    pub fn place(&self) -> String {
        self.values.join("][")
    }

    /// Counts the values behind the first one, of a property that has one.
    pub fn drop_others(&self, dropped: &mut Dropped) {
        self.values.iter().skip(1).for_each(|_| dropped.add(Content::Value, self.line));
    }
}

/// The text of a game cannot be taken apart.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SyntaxError {
    /// The text ends within a game.
    #[error("the text ends within the game that begins on line {0}")]
    Unclosed(usize),
    /// A name is not followed by a value.
    #[error("line {line}: no value in brackets after {name:?}")]
    NoValue {
        /// The line, counted from 1.
        line: usize,
        /// The name, or its beginning.
        name: String,
    },
    /// A character that belongs to nothing.
    #[error("line {line}: not part of a game: '{}'", .letter.escape_default())]
    Stray {
        /// The line, counted from 1.
        line: usize,
        /// The character.
        letter: char,
    },
}

/// The number in a value; none if it is not a finite number.
pub fn figure(value: &str) -> Option<f64> {
    value.trim().parse().ok().filter(|figure: &f64| figure.is_finite())
}

/// Keeps the number in a value, and says whether it is one or nothing.
pub fn set_figure(figure_of: &mut Option<f64>, value: &str) -> bool {
    *figure_of = figure(value);
    figure_of.is_some() || value.trim().is_empty()
}

/// Whether this can be the name of a property that a writer does not itself use.
pub fn is_foreign(name: &str, own: &[&str]) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric()) && !own.contains(&name)
}

/// Appends `NAME[value]`, the value escaped.
pub fn write(out: &mut String, name: &str, value: &str) {
    out.push_str(name);
    out.push('[');
    for letter in value.chars() {
        if matches!(letter, ']' | '\\') {
            out.push('\\');
        }
        out.push(letter);
    }
    out.push(']');
}

/// The letters of the name of a property at most, where it is to show that a game begins.
const MOST_LETTERS: usize = 40;

/// Whether there is a game in the text.
pub fn has_game(text: &str) -> bool {
    Records::new(text).find_game(&mut Dropped::default())
}

/// The names that begin a game and no variation.
const HEAD_NAMES: [&str; 2] = ["GM", "FF"];
/// The names of moves, which begin a variation.
const MOVE_NAMES: [&str; 2] = ["B", "W"];

/// The games of a text, one after the other.
#[derive(Clone)]
pub struct Records<'a> {
    rest: Chars<'a>,
    line: usize,
    /// Whether the rest of a damaged game may follow.
    is_damaged: bool,
}

impl<'a> Records<'a> {
    /// Reads a text from its beginning.
    pub fn new(text: &'a str) -> Records<'a> {
        Records { rest: text.chars(), line: 1, is_damaged: false }
    }

    /// The next game; none after the last one. Lines of text beside the games are counted.
    ///
    /// # Errors
    /// If the game cannot be taken apart.
    pub fn next(&mut self, dropped: &mut Dropped) -> Option<Result<Record<'a>, SyntaxError>> {
        self.find_game(dropped).then(|| {
            let record = self.record();
            self.is_damaged = record.is_err();
            record
        })
    }

    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn next_letter(&mut self) -> Option<char> {
        let letter = self.rest.next()?;
        self.line += usize::from(letter == '\n');
        Some(letter)
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next_letter();
        }
    }

    /// Goes behind the bracket that opens the next game, if there is one. A number before it is how many boards GGS shows.
    fn find_game(&mut self, dropped: &mut Dropped) -> bool {
        let mut counted = 0;
        while let Some(letter) = self.next_letter() {
            if letter == '(' && self.begins_game() {
                return true;
            }
            let is_text = !letter.is_whitespace() && !letter.is_ascii_digit() && !self.is_damaged;
            if is_text && counted != self.line {
                counted = self.line;
                dropped.add(Content::Line, counted);
            }
        }
        false
    }

    /// Whether a game follows: a property, behind a `;`, which some programs leave out.
    fn begins_game(&self) -> bool {
        self.first_name().is_some_and(|name| !(self.is_damaged && MOVE_NAMES.contains(&&*name)))
    }

    /// The name of the property that follows, if one does; one of many letters is that of no game.
    fn first_name(&self) -> Option<String> {
        let nodes = self.rest.as_str().trim_start_matches(|letter: char| letter.is_whitespace() || letter == ';');
        let is_node = self.rest.as_str()[..self.rest.as_str().len() - nodes.len()].contains(';');
        let name: String = nodes.chars().take_while(char::is_ascii_alphanumeric).take(MOST_LETTERS).collect();
        let is_name = nodes[name.len()..].trim_start().starts_with('[');
        let begins = |first: char| is_node || first.is_ascii_uppercase();
        (is_name && name.starts_with(begins)).then(|| upper_case(&name))
    }

    /// Whether another game begins here, behind an opening bracket, and not a variation.
    fn begins_another(&self) -> bool {
        self.first_name().is_some_and(|name| HEAD_NAMES.contains(&&*name))
    }

    fn record(&mut self) -> Result<Record<'a>, SyntaxError> {
        let first_line = self.line;
        let mut properties = Vec::new();
        // The number of properties before each open bracket.
        let (mut forks, mut opens_node) = (vec![0], true);
        loop {
            self.skip_blanks();
            match self.peek() {
                None => return Err(SyntaxError::Unclosed(first_line)),
                Some(';') => opens_node = true,
                Some('(') => {
                    self.open(first_line)?;
                    forks.push(properties.len());
                    continue;
                }
                Some(')') => break,
                Some(letter) if letter.is_ascii_alphanumeric() => {
                    let property = self.property(first_line, core::mem::take(&mut opens_node))?;
                    properties.push(property);
                    continue;
                }
                Some(letter) => {
                    self.next_letter();
                    return Err(SyntaxError::Stray { line: self.line, letter });
                }
            }
            self.next_letter();
        }
        let (text, line) = (self.rest.as_str(), self.line);
        self.skip_variations(forks.len(), first_line)?;
        let text = &text[..text.len() - self.rest.as_str().len()];
        Ok(Record { properties, variations: Variations { text, line, forks } })
    }

    /// Goes behind the bracket that opens a variation.
    ///
    /// # Errors
    /// If it opens another game: this one is not closed.
    fn open(&mut self, first_line: usize) -> Result<(), SyntaxError> {
        let before = self.clone();
        self.next_letter();
        if self.begins_another() {
            *self = before;
            return Err(SyntaxError::Unclosed(first_line));
        }
        Ok(())
    }

    fn property(&mut self, first_line: usize, opens_node: bool) -> Result<Property, SyntaxError> {
        let (mut name, line) = (String::new(), self.line);
        while let Some(letter) = self.peek().filter(char::is_ascii_alphanumeric) {
            name.push(letter);
            self.next_letter();
        }
        let mut values = Vec::new();
        self.skip_blanks();
        while self.peek() == Some('[') {
            self.next_letter();
            values.push(self.value().ok_or(SyntaxError::Unclosed(first_line))?);
            self.skip_blanks();
        }
        if values.is_empty() {
            return Err(SyntaxError::NoValue { line: self.line, name: crate::game::excerpt(&name) });
        }
        Ok(Property { name: upper_case(&name), values, opens_node, line })
    }

    /// The text before the closing bracket; none if there is none.
    fn value(&mut self) -> Option<String> {
        let mut value = String::new();
        loop {
            match self.next_letter()? {
                ']' => return Some(value),
                '\\' => value.extend(self.next_letter().filter(|&letter| letter != '\n')),
                letter => value.push(letter),
            }
        }
    }

    /// Goes behind the bracket that closes the game.
    fn skip_variations(&mut self, mut depth: usize, first_line: usize) -> Result<(), SyntaxError> {
        while depth > 0 {
            match self.peek() {
                Some('(') => {
                    self.open(first_line)?;
                    depth += 1;
                    continue;
                }
                Some(')') => depth -= 1,
                Some('[') => {
                    self.next_letter();
                    self.value().ok_or(SyntaxError::Unclosed(first_line))?;
                    continue;
                }
                Some(_) => {}
                None => return Err(SyntaxError::Unclosed(first_line)),
            }
            self.next_letter();
        }
        Ok(())
    }
}

/// A game as it is taken apart.
pub struct Record<'a> {
    /// The properties of the main line, of variations the first.
    pub properties: Vec<Property>,
    /// The other variations.
    pub variations: Variations<'a>,
}

/// The variations of a game behind its main line, which have not been taken apart.
pub struct Variations<'a> {
    text: &'a str,
    line: usize,
    /// The number of properties of the main line before each bracket that is open at its end.
    forks: Vec<usize>,
}

/// A line from a fork in the main line to its own end.
pub struct Branch {
    /// The number of properties of the main line before it.
    pub from: usize,
    /// Its properties.
    pub properties: Vec<Property>,
    /// The line on which it ends, counted from 1.
    pub line: usize,
}

/// The most properties of all branches of a game: each has those that it shares with others once more.
const MOST_PROPERTIES: usize = 100_000;

impl Variations<'_> {
    /// Counts all of them as left out.
    pub fn drop_all(&self, dropped: &mut Dropped) {
        let mut records = self.records();
        while let Some(letter) = records.peek() {
            match letter {
                '(' => dropped.add(Content::Variation, records.line),
                '[' => {
                    records.next_letter();
                    let _ = records.value();
                    continue;
                }
                _ => {}
            }
            records.next_letter();
        }
    }

    /// Every line of them. Those behind a fault, and those beyond a number that no person writes, are counted as left out.
    pub fn branches(&self, dropped: &mut Dropped) -> Vec<Branch> {
        let (mut branches, mut count, mut records) = (Vec::new(), 0, self.records());
        let (mut forks, mut properties, mut lengths) = (self.forks.clone(), Vec::<Property>::new(), Vec::new());
        // Where the branch leaves the main line, and whether it has what no branch before it had.
        let (mut from, mut is_new, mut opens_node) = (0, false, true);
        loop {
            records.skip_blanks();
            match records.peek() {
                None => return branches,
                Some('(') => lengths.push(properties.len()),
                Some(')') => {
                    if core::mem::take(&mut is_new) {
                        count += properties.len();
                        branches.push(Branch { from, properties: properties.clone(), line: records.line });
                    }
                    match lengths.pop() {
                        Some(length) => properties.truncate(length),
                        None => from = forks.pop().unwrap_or_default(),
                    }
                }
                Some(';') => opens_node = true,
                Some(_) => match records.property(records.line, core::mem::take(&mut opens_node)) {
                    Ok(property) if count < MOST_PROPERTIES => {
                        properties.push(property);
                        is_new = true;
                        continue;
                    }
                    _ => {
                        // What is open here is lost, too.
                        dropped.add(Content::Variation, records.line);
                        let rest = Variations { text: records.rest.as_str(), line: records.line, forks: Vec::new() };
                        rest.drop_all(dropped);
                        return branches;
                    }
                },
            }
            records.next_letter();
        }
    }

    fn records(&self) -> Records<'_> {
        Records { line: self.line, ..Records::new(self.text) }
    }
}

/// The name without its small letters, which SGF ignored before version 4: `PlayerBlack`. One of small letters alone is taken as it is.
fn upper_case(name: &str) -> String {
    let letters: String = name.chars().filter(|letter| !letter.is_ascii_lowercase()).collect();
    if letters.contains(|letter: char| letter.is_ascii_uppercase()) { letters } else { name.to_ascii_uppercase() }
}
