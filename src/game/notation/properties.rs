//! The syntax that GGF and SGF share: `(;NAME[value]NAME[value][value];NAME[value])`.
//!
//! Knows nothing of what the names mean. Reads any text in linear time.

use std::str::Chars;

/// One name with its values, of which there is at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// The name in upper case.
    pub name: String,
    /// The values, escapes resolved.
    pub values: Vec<String>,
    /// Whether there is a `;` between this property and the one before it.
    pub opens_node: bool,
}

impl Property {
    /// The first value.
    pub fn value(&self) -> &str {
        self.values.first().map_or("", String::as_str)
    }
}

/// The text of a game cannot be taken apart.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
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

/// The games of a text, each as the properties of its main line: of variations the first is taken. Text before, between and
/// after the games is skipped.
///
/// # Errors
/// Each game that cannot be parsed is an error with its line.
pub fn games(text: &str) -> impl Iterator<Item = Result<Vec<Property>, SyntaxError>> {
    let mut cursor = Cursor { rest: text.chars(), line: 1 };
    std::iter::from_fn(move || cursor.find_game().then(|| cursor.main_line()))
}

/// The number in a value; none if it is not a finite number.
pub fn figure(value: &str) -> Option<f64> {
    value.trim().parse().ok().filter(|figure: &f64| figure.is_finite())
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

struct Cursor<'a> {
    rest: Chars<'a>,
    line: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.rest.next()?;
        self.line += usize::from(letter == '\n');
        Some(letter)
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
    }

    /// Goes behind the next `(;`, if there is one.
    fn find_game(&mut self) -> bool {
        while let Some(letter) = self.next() {
            if letter == '(' {
                self.skip_blanks();
                if self.peek() == Some(';') {
                    return true;
                }
            }
        }
        false
    }

    fn main_line(&mut self) -> Result<Vec<Property>, SyntaxError> {
        let first_line = self.line;
        let mut properties = Vec::new();
        let (mut depth, mut opens_node) = (1usize, false);
        loop {
            self.skip_blanks();
            match self.peek() {
                None => return Err(SyntaxError::Unclosed(first_line)),
                Some(';') => opens_node = true,
                Some('(') => depth += 1,
                Some(')') => break,
                Some(letter) if letter.is_ascii_alphanumeric() => {
                    let property = self.property(first_line, std::mem::take(&mut opens_node))?;
                    properties.push(property);
                    continue;
                }
                Some(letter) => {
                    self.next();
                    return Err(SyntaxError::Stray { line: self.line, letter });
                }
            }
            self.next();
        }
        self.skip_variations(depth);
        Ok(properties)
    }

    fn property(&mut self, first_line: usize, opens_node: bool) -> Result<Property, SyntaxError> {
        let mut name = String::new();
        while let Some(letter) = self.peek().filter(char::is_ascii_alphanumeric) {
            name.push(letter.to_ascii_uppercase());
            self.next();
        }
        let mut values = Vec::new();
        self.skip_blanks();
        while self.peek() == Some('[') {
            self.next();
            values.push(self.value().ok_or(SyntaxError::Unclosed(first_line))?);
            self.skip_blanks();
        }
        if values.is_empty() {
            return Err(SyntaxError::NoValue { line: self.line, name: crate::game::excerpt(&name) });
        }
        Ok(Property { name, values, opens_node })
    }

    /// The text before the closing bracket; none if there is none.
    fn value(&mut self) -> Option<String> {
        let mut value = String::new();
        loop {
            match self.next()? {
                ']' => return Some(value),
                '\\' => value.extend(self.next().filter(|&letter| letter != '\n')),
                letter => value.push(letter),
            }
        }
    }

    /// Goes behind the bracket that closes the game, or to the end of a text that does not close it.
    fn skip_variations(&mut self, mut depth: usize) {
        while depth > 0 {
            match self.next() {
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some('[') => drop(self.value()),
                Some(_) => {}
                None => return,
            }
        }
    }
}
