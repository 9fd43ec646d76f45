//! The parts of a text in PGN, each with its line. Reads any text in linear time.

use crate::game::Move;
use crate::game::notation::transcript;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// The letters of a number or result at most; what is longer is none.
const MOST_LETTERS: usize = 40;
/// The bytes of a tag at most.
const MOST_TAG: usize = 4096;
/// The lines of text and comments between two games at most.
const MOST_AHEAD: usize = 50;

/// A part of the text.
pub(super) enum Token<'a> {
    /// A name in capital letters and its value.
    Tag(String, String),
    /// In braces, or behind `;`.
    Comment(String),
    /// A line that begins with `%`.
    Escape,
    /// A line of dashes or other signs.
    Rule,
    /// A line without a move.
    Text(&'a str),
    /// The number of a move, and whether the move is black's second part: `1...`.
    Number(usize, bool),
    /// `1-0`, `40-24`, `*`.
    Result(&'a str),
    /// `$1`, or `!?` beside a move.
    Mark,
    /// A variation in brackets with all that is in it.
    Variation,
    /// A comment or variation that does not end before the next game.
    Unclosed(char),
    /// Anything else.
    Word(&'a str),
}

/// The rest of the text.
#[derive(Clone)]
pub(super) struct Tokens<'a> {
    rest: &'a str,
    line: usize,
    is_line_start: bool,
    /// Whether there is nothing but blanks on the line before this one, or no line.
    is_behind_blank: bool,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str) -> Tokens<'a> {
        Tokens { rest: text, line: 1, is_line_start: true, is_behind_blank: true }
    }

    /// Whether only blanks are before the next token on its line.
    pub fn is_at_line_start(&self) -> bool {
        let mut ahead = self.clone();
        ahead.skip_blanks();
        ahead.is_line_start
    }

    /// Whether a blank line is before that of the next token.
    pub fn is_behind_blank_line(&self) -> bool {
        let mut ahead = self.clone();
        ahead.skip_blanks();
        ahead.is_behind_blank
    }

    /// Whether a tag or a line that divides games follows behind lines of text and comments, or nothing, if that is an end too.
    pub fn ends_game(&self, or_nothing: bool) -> bool {
        let mut ahead = self.clone();
        for _ in 0..MOST_AHEAD {
            match ahead.next() {
                Some((_, Token::Text(_) | Token::Comment(_) | Token::Escape)) => {}
                Some((_, Token::Tag(..) | Token::Rule)) => return true,
                Some(_) => return false,
                None => return or_nothing,
            }
        }
        false
    }

    /// The next part with its line.
    pub fn next(&mut self) -> Option<(usize, Token<'a>)> {
        self.skip_blanks();
        let line = self.line;
        let first = self.rest.chars().next()?;
        if core::mem::take(&mut self.is_line_start)
            && let Some(token) = self.whole_line(first)
        {
            return Some((line, token));
        }
        let token = match first {
            '{' => self.comment(),
            ';' => Token::Comment(self.take_line()[1..].trim().to_owned()),
            '(' => self.variation(),
            '[' if tag(self.rest).is_some() => self.tag()?,
            '*' => {
                self.take(1);
                Token::Result("*")
            }
            '!' | '?' | '$' => {
                let length = self.rest[1..].find(|letter: char| !"!?".contains(letter) && !letter.is_ascii_digit());
                self.take(length.map_or(self.rest.len(), |length| length + 1));
                Token::Mark
            }
            first if first.is_ascii_digit() => self.number_or_result(),
            _ => self.word(),
        };
        Some((line, token))
    }

    /// Takes this many bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    fn take_line(&mut self) -> &'a str {
        self.take(self.rest.find('\n').unwrap_or(self.rest.len()))
    }

    fn skip_blanks(&mut self) {
        let length = self.rest.len() - self.rest.trim_start().len();
        let breaks = self.take(length).matches('\n').count();
        if breaks > 0 {
            self.is_line_start = true;
            self.is_behind_blank = breaks > 1;
        }
    }

    /// A line that is one part as a whole.
    fn whole_line(&mut self, first: char) -> Option<Token<'a>> {
        let line = self.rest.lines().next().unwrap_or_default().trim_end();
        let is_sign = |letter: char| letter.is_ascii_punctuation() && !"[]{}();@".contains(letter);
        let token = match first {
            '%' => Token::Escape,
            '[' | '{' | ';' | '(' => return None,
            _ if line.len() > 2 && line.chars().all(is_sign) => Token::Rule,
            _ if is_text(line) => Token::Text(line),
            _ => return None,
        };
        self.take_line();
        Some(token)
    }

    fn tag(&mut self) -> Option<Token<'a>> {
        let (name, value, length) = tag(self.rest)?;
        let token = Token::Tag(name.to_ascii_uppercase(), value);
        self.take(length);
        Some(token)
    }

    fn comment(&mut self) -> Token<'a> {
        match self.rest.find('}').filter(|&end| !has_tag_line(&self.rest[..end])) {
            Some(end) => {
                let text = &self.take(end + 1)[1..end];
                Token::Comment(text.split('\n').map(str::trim).collect::<Vec<_>>().join(" ").trim().to_owned())
            }
            None => self.unclosed('{'),
        }
    }

    fn variation(&mut self) -> Token<'a> {
        let (mut depth, mut at) = (0usize, 0);
        while let Some(found) = self.rest[at..].find(['(', ')', '{', ';', '\n']) {
            at += found;
            let rest = &self.rest[at..];
            match rest.as_bytes()[0] {
                b'(' => depth += 1,
                b')' if depth == 1 => {
                    self.take(at + 1);
                    return Token::Variation;
                }
                b')' => depth -= 1,
                b'{' => match rest.find('}').filter(|&end| !has_tag_line(&rest[..end])) {
                    Some(end) => at += end,
                    None => break,
                },
                b';' => at += rest.find('\n').unwrap_or(rest.len()) - 1,
                _ if tag(rest[1..].trim_start_matches(' ')).is_some() => break,
                _ => {}
            }
            at += 1;
        }
        self.unclosed('(')
    }

    /// Continues at the next line that is a tag.
    fn unclosed(&mut self, bracket: char) -> Token<'a> {
        let mut length = 0;
        for line in self.rest.split_inclusive('\n') {
            if length > 0 && tag(line.trim_start()).is_some() {
                break;
            }
            length += line.len();
        }
        self.take(length);
        self.is_line_start = true;
        Token::Unclosed(bracket)
    }

    fn number_or_result(&mut self) -> Token<'a> {
        // Only the beginning of a long word is looked at, so that many numbers in one word take linear time.
        let ends = |letter: char| letter.is_whitespace() || "{;([".contains(letter);
        let letters = self.rest.char_indices().take(MOST_LETTERS).find(|(_, letter)| ends(*letter));
        let cut = || self.rest.char_indices().nth(MOST_LETTERS).map_or(self.rest.len(), |(at, _)| at);
        let word = &self.rest[..letters.map_or_else(cut, |(at, _)| at)];
        if is_result(word) {
            return Token::Result(self.take(word.len()));
        }
        let digits = word.len() - word.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let behind = &word[digits..];
        let dots = behind.len() - behind.trim_start_matches('.').len();
        if dots == 0 && !behind.is_empty() && !behind.starts_with(')') {
            return Token::Word(self.take(word.len()));
        }
        let number = word[..digits].parse().unwrap_or(usize::MAX);
        self.take(digits + dots + usize::from(behind.starts_with(')')));
        Token::Number(number, dots > 1)
    }

    fn word(&mut self) -> Token<'a> {
        let end = self.rest.find(|letter: char| letter.is_whitespace() || "{;([!?$".contains(letter));
        let length = end.unwrap_or(self.rest.len()).max(self.rest.chars().next().map_or(0, char::len_utf8));
        Token::Word(self.take(length))
    }
}

/// Whether no word of the line can be a move, so that it is a title or a mistake.
fn is_text(line: &str) -> bool {
    let begins_with_number = || {
        let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
        rest.len() < line.len() && (rest.is_empty() || rest.starts_with('.'))
    };
    let is_move = |word: &str| {
        let word = word.trim_end_matches(['!', '?']);
        word.is_empty()
            || word.contains('@')
            || word.parse::<Move>().is_ok()
            || transcript::is_transcript(word)
            || word.starts_with('$')
            || is_result(word)
    };
    !begins_with_number() && !line.split([' ', '\t', '{', '(', ';']).any(is_move)
}

/// Whether this is the result of a game: `1-0`, `1/2-1/2`, `40-24`, `*`.
pub(super) fn is_result(word: &str) -> bool {
    let is_half = |text: &str| {
        let mut parts = text.split('/').map(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
        parts.by_ref().take(2).all(|is_number| is_number) && parts.next().is_none()
    };
    word == "*" || word.split_once('-').is_some_and(|(first, second)| is_half(first) && is_half(second))
}

/// Whether a line behind the first is a tag.
fn has_tag_line(text: &str) -> bool {
    text.split('\n').skip(1).any(|line| tag(line.trim_start()).is_some())
}

/// The name and the value of a tag such as `[Black "Rose"]` at the beginning of a text, and its length. A quote belongs to the value if
/// no `]` follows it.
pub(super) fn tag(text: &str) -> Option<(&str, String, usize)> {
    let line = text.trim_start_matches([' ', '\t']);
    let inside = line.strip_prefix('[')?;
    let (name, rest) = inside.split_at(inside.bytes().take(MOST_LETTERS).take_while(u8::is_ascii_alphanumeric).count());
    let rest = rest.strip_prefix([' ', '\t']).filter(|_| !name.is_empty())?.trim_start_matches([' ', '\t']);
    let rest = rest.strip_prefix('"')?;
    let (mut value, mut letters) = (String::new(), rest.char_indices());
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\n' => return None,
            _ if at > MOST_TAG => return None,
            '\\' => value.extend(letters.next().map(|(_, escaped)| escaped)),
            '"' if rest[at + 1..].trim_start_matches([' ', '\t']).starts_with(']') => {
                let behind = rest[at + 1..].trim_start_matches([' ', '\t']);
                return Some((name, value, line.len() - behind.len() + 1));
            }
            letter => value.push(letter),
        }
    }
    None
}
