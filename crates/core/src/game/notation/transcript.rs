//! Transcripts: the moves of a game in order, `f5d6c3`.
//!
//! Passes may be left out; they follow from the rules. Every sign of the text belongs to a token, so none is overlooked.

use crate::game::replay::replay;
use crate::game::{Cell, Game, Move, ParseMoveError, Played, ReplayError, Rules};
use alloc::string::String;

/// Numbers of moves are not larger.
const MOST_NUMBER: u32 = 128;
/// The names of passes, the longest first.
const PASSES: [&str; 5] = ["pass", "pas", "pa", "ps", "p"];

/// Reads the transcript of a game from the start of Othello.
///
/// # Errors
/// If something in it is not a move, or a move is not legal.
pub fn read(text: &str) -> Result<Game, ReplayError> {
    read_by(Rules::default(), text)
}

/// Reads the transcript of a game by these rules.
///
/// # Errors
/// As [`read`].
pub fn read_by(rules: Rules, text: &str) -> Result<Game, ReplayError> {
    let mut game = Game::new(rules);
    play(&mut game, text)?;
    Ok(game)
}

/// Plays the moves of a transcript on; a game that refuses one of them is unchanged.
///
/// Moves are squares, or `f5xc5` with the end of the only line to turn. They may be divided by white space, `,`, `;`, `.`, dashes, `/` and
/// move numbers, or by nothing. Passes may be written (`pass`, `pa`, `ps`, `--`, `@@`) or left out. Upper and lower case mean the same, and
/// so do full-width letters. A disc may be dropped as in XBoard, `P@f5`.
///
/// # Errors
/// As [`read`].
pub fn play(game: &mut Game, text: &str) -> Result<(), ReplayError> {
    let mut longer = game.clone();
    play_legal(&mut longer, text)?;
    *game = longer;
    Ok(())
}

/// The same, but the moves before the one that is refused are played.
pub(super) fn play_legal(game: &mut Game, text: &str) -> Result<(), ReplayError> {
    for Token { text, kind } in Tokens::new(text, game.rules().shape().rows() > 9) {
        let played = match kind {
            Kind::Number => continue,
            Kind::Move(mv) => Ok(Played::from(mv)),
            Kind::Mark | Kind::Word => Err(ParseMoveError::new(text)),
        };
        replay(game, None, played)?;
    }
    Ok(())
}

/// Whether the text consists of moves, at least one, whether or not they are legal.
///
/// # Examples
/// ```
/// use emilia_core::notation::transcript::is_transcript;
///
/// assert!(is_transcript("1. f5 d6 2. C3 --") && is_transcript("a10j10"));
/// assert!(!is_transcript("hint 3") && !is_transcript("7") && !is_transcript("f5 ?? d6"));
/// ```
pub fn is_transcript(text: &str) -> bool {
    let are_moves = |wide| {
        let mut kinds = Tokens::new(text, wide).map(|token| token.kind).filter(|kind| *kind != Kind::Number).peekable();
        kinds.peek().is_some() && kinds.all(|kind| matches!(kind, Kind::Move(_)))
    };
    are_moves(false) || are_moves(true)
}

/// A part of a transcript.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Token<'a> {
    /// What is written, a part of the text.
    pub text: &'a str,
    pub kind: Kind,
}

/// What a part of a transcript is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Kind {
    Move(Move),
    /// The number of a move.
    Number,
    /// A mark of `!` and `?` behind a move.
    Mark,
    /// Something else.
    Word,
}

/// The parts of a transcript, all but the separators between them.
pub(super) struct Tokens<'a> {
    rest: &'a str,
    /// Whether there is a row 10.
    wide: bool,
    /// Whether there is something between the last move and what follows: a digit there begins a number.
    divided: bool,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str, wide: bool) -> Tokens<'a> {
        Tokens { rest: text, wide, divided: true }
    }

    /// The kind of the next token and the number of its letters.
    fn next_kind(&self) -> (Kind, usize) {
        let mut head = [' '; 8];
        head.iter_mut().zip(self.rest.chars()).for_each(|(slot, letter)| *slot = plain(letter));
        let at = |index: usize| head.get(index).copied().unwrap_or(' ');
        let cell = |from: usize| {
            let column = u8::try_from(at(from)).ok()?.checked_sub(b'a')?;
            let row = u8::try_from(at(from + 1).to_digit(10)?).ok()?.checked_sub(1)?;
            let is_ten = self.wide && row == 0 && at(from + 2) == '0';
            let cell = Cell::at(column, if is_ten { 9 } else { row })?;
            Some((cell, from + if is_ten { 3 } else { 2 }))
        };
        let square = |from: usize| {
            let (first, behind) = cell(from)?;
            let line = (at(behind) == 'x').then(|| cell(behind + 1)).flatten();
            Some(match line {
                Some((end, behind)) => (Kind::Move(Move::Line(first, end)), behind),
                None => (Kind::Move(first.into()), behind),
            })
        };
        let run = |own: fn(char) -> bool| self.rest.chars().map(plain).take_while(|letter| own(*letter)).count();
        match at(0) {
            '-' => match run(|letter| letter == '-') {
                2 => (Kind::Move(Move::Pass), 2),
                1 => (Kind::Word, 1 + self.word_length(1)),
                length => (Kind::Word, length),
            },
            '@' => match run(|letter| letter == '@') {
                length @ (2 | 4) => (Kind::Move(Move::Pass), length),
                length => (Kind::Word, length),
            },
            '!' | '?' if !self.divided => (Kind::Mark, run(|letter| "!?".contains(letter))),
            '0'..='9' => self.number(),
            'p' => {
                let dropped = (at(1) == '@').then(|| square(2)).flatten();
                let is_pass = |name: &&str| {
                    let is_written = name.chars().zip(&head).all(|(letter, own)| letter == *own);
                    // In `pa1` the a belongs to the square.
                    is_written && !at(name.len()).is_ascii_digit() && at(name.len()) != '@'
                };
                let pass = || PASSES.iter().find(|name| is_pass(name));
                dropped.or_else(|| Some((Kind::Move(Move::Pass), pass()?.len()))).unwrap_or((Kind::Word, 2))
            }
            _ => square(0).unwrap_or_else(|| (Kind::Word, self.word_length(0).max(1))),
        }
    }

    /// A number of a move, or a figure that is none: a score, a date, a fraction.
    fn number(&self) -> (Kind, usize) {
        let mut letters = self.rest.chars().map(plain).chain([' ', ' ']).peekable();
        let mut digits = String::new();
        while let Some(digit) = letters.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        let (divider, behind) = (letters.next().unwrap_or(' '), letters.next().unwrap_or(' '));
        let is_figure = "-:./".contains(divider) && behind.is_ascii_digit();
        let is_number = !is_figure && digits.parse().is_ok_and(|number: u32| number <= MOST_NUMBER);
        match is_number && (self.divided || ".)".contains(divider)) {
            true => (Kind::Number, digits.len()),
            false if is_figure => (Kind::Word, self.word_length(0)),
            false => (Kind::Word, digits.len()),
        }
    }

    /// The letters to the next separator that does not stand within a figure, behind the first ones.
    fn word_length(&self, from: usize) -> usize {
        let word = self.rest.chars().map(plain).skip(from);
        word.take_while(|letter| !letter.is_whitespace() && !",;)".contains(*letter)).count()
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let mut letters = self.rest.chars().map(plain);
            let (first, second) = (letters.next()?, letters.next().unwrap_or(' '));
            let is_figure = first == '-' && self.divided && second.is_ascii_digit();
            if !(first.is_whitespace() || ",;.)/".contains(first) || first == '-' && second != '-' && !is_figure) {
                break;
            }
            self.divided = true;
            self.rest = &self.rest[self.rest.chars().next()?.len_utf8()..];
        }
        let (kind, letters) = self.next_kind();
        let end = self.rest.char_indices().nth(letters).map_or(self.rest.len(), |(end, _)| end);
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        self.divided = !matches!(kind, Kind::Move(Move::At(_) | Move::Line(..)) | Kind::Mark);
        Some(Token { text, kind })
    }
}

/// The letter in lower case; full-width letters and dashes of all lengths as those of ASCII.
fn plain(letter: char) -> char {
    let letter = match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        _ => letter,
    };
    letter.to_ascii_lowercase()
}
