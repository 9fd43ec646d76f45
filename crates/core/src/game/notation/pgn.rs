//! Games with tags as in PGN of chess, `[Black "Rose"]`, and numbered moves: PlayOK, Edax, XBoard and other programs.
//!
//! Read tolerantly: tags and numbers may be missing, comments and text may stand beside the games. A result names the first player or
//! White first, as the program likes, so it is kept as text; with XBoard, whose White moves first, it is known who won.

mod tags;
mod tokens;
mod write;

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
pub use write::write;

use super::dropped::{Content, Dropped};
use super::{fen, transcript};
use crate::game::replay::replay_to_end;
use crate::game::{
    Colour, Conditions, Game, Move, ParseConditionsError, ParseMoveError, ParseTurnError, Played, ReplayError, Rules,
    Turn,
};
use tags::{RULES, VARIANT, is_known, note, of_other_side};
use tokens::{Token, Tokens};

/// The text is not a game of Othello in PGN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PgnError {
    /// The start in `FEN` cannot be read.
    #[error("line {line}: the start: {error}")]
    Start {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        error: ParseTurnError,
    },
    /// The conditions in `Rules` cannot be read.
    #[error("line {line}: {error}")]
    Rules {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with them.
        error: ParseConditionsError,
    },
    /// A word that is no move, number or result.
    #[error("line {line}: {error}")]
    Word {
        /// The line, counted from 1.
        line: usize,
        /// The word.
        error: ParseMoveError,
    },
    /// A comment or variation that does not end.
    #[error("line {line}: what begins with '{bracket}' does not end")]
    Unclosed {
        /// The line, counted from 1.
        line: usize,
        /// Its first character.
        bracket: char,
    },
    /// A move that cannot be played.
    #[error("line {line}: {error}")]
    Move {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        error: ReplayError,
    },
}

/// Whether a line of the text is a tag.
pub fn is_pgn(text: &str) -> bool {
    text.lines().any(|line| tokens::tag(line).is_some())
}

/// Reads all games of a text one by one. A game begins with the first tag behind moves, behind a result or a line that divides games,
/// or where the numbers begin again. [`any`](super::any) says what is left out.
///
/// # Errors
/// Each game with a word that is not a move, or an illegal move, is an error; so is a start that cannot be read.
pub fn games(text: &str) -> impl Iterator<Item = Result<Game, PgnError>> {
    let (mut games, mut dropped) = (Games::new(text), Dropped::default());
    core::iter::from_fn(move || games.next(&mut dropped)).map(|(game, fault)| fault.map_or(Ok(game), Err))
}

/// The games of a text, one after the other.
pub(super) struct Games<'a> {
    tokens: Tokens<'a>,
}

impl<'a> Games<'a> {
    pub fn new(text: &'a str) -> Games<'a> {
        Games { tokens: Tokens::new(text) }
    }

    /// The next game up to its fault, if it has one; what is left out is counted.
    pub fn next(&mut self, dropped: &mut Dropped) -> Option<(Game, Option<PgnError>)> {
        loop {
            let (draft, is_last) = self.draft(dropped);
            draft.early.iter().for_each(|(line, _)| dropped.add(Content::Comment, *line));
            if !draft.tags.is_empty() || draft.has_moves {
                return Some(draft.finish(dropped));
            }
            // A result without a game.
            draft.result.iter().for_each(|(line, _)| dropped.add(Content::Line, *line));
            if is_last {
                return None;
            }
        }
    }

    /// The tokens to the end of a game, and whether the text ends with them.
    fn draft(&mut self, dropped: &mut Dropped) -> (Draft, bool) {
        let mut draft = Draft::default();
        loop {
            let before = self.tokens.clone();
            let Some((line, token)) = self.tokens.next() else { return (draft, true) };
            if draft.ends_before(&token, &before) {
                self.tokens = before;
                return (draft, false);
            }
            if draft.take(line, token, (&before, &self.tokens), dropped) {
                return (draft, false);
            }
        }
    }
}

/// A tag with its line.
struct Tag {
    line: usize,
    /// In capital letters.
    name: String,
    value: String,
}

/// A game that is being read.
#[derive(Default)]
struct Draft {
    tags: Vec<Tag>,
    /// Comments before the first tag, which belong to the game if there is none.
    early: Vec<(usize, String)>,
    /// The game, from its first comment or move on.
    game: Option<Game>,
    has_moves: bool,
    /// The line of the result, and the result.
    result: Option<(usize, String)>,
    fault: Option<PgnError>,
}

impl Draft {
    /// Whether the game is over before this token, `before` being where it stands.
    fn ends_before(&self, token: &Token, before: &Tokens) -> bool {
        let is_played = self.has_moves || self.result.is_some();
        match token {
            Token::Tag(name, _) => {
                is_played || before.is_behind_blank_line() && self.tags.iter().any(|tag| tag.name == *name)
            }
            Token::Number(number, is_continued) => {
                self.result.is_some() || self.has_moves && *number == 1 && !is_continued
            }
            Token::Word(_) | Token::Result(_) => self.result.is_some(),
            Token::Comment(_) => {
                before.is_at_line_start()
                    && (self.result.is_some()
                        || self.has_moves && before.is_behind_blank_line() && before.ends_game(false))
            }
            _ => false,
        }
    }

    /// Takes a token that stands between these. Says whether the game ends with it.
    fn take(&mut self, line: usize, token: Token, around: (&Tokens, &Tokens), dropped: &mut Dropped) -> bool {
        match token {
            Token::Tag(name, value) => {
                if self.tags.is_empty() {
                    self.early.drain(..).for_each(|(line, _)| dropped.add(Content::Comment, line));
                }
                match self.tags.iter().any(|tag| tag.name == name) {
                    true => dropped.add(Content::Property, line),
                    false => self.tags.push(Tag { line, name, value }),
                }
            }
            Token::Comment(text) if self.tags.is_empty() && !self.has_moves => self.early.push((line, text)),
            Token::Comment(text) => self.comment(text),
            Token::Escape => dropped.add(Content::Comment, line),
            Token::Rule => {
                dropped.add(Content::Line, line);
                return self.has_moves;
            }
            Token::Text(_) if self.fault.is_some() => {}
            Token::Text(_) if self.is_between_games(around) => {
                dropped.add(Content::Line, line);
                return self.has_moves;
            }
            Token::Text(text) => self.refuse(line, text.split_whitespace().next().unwrap_or_default()),
            Token::Mark => dropped.add(Content::Mark, line),
            Token::Variation => dropped.add(Content::Variation, line),
            Token::Unclosed(bracket) => {
                self.has_moves = true;
                self.fail(PgnError::Unclosed { line, bracket });
            }
            Token::Number(..) => {}
            Token::Result(text) => self.result = Some((line, text.to_owned())),
            Token::Word(word) => self.play(line, word, dropped),
        }
        false
    }

    /// Whether a line of text that stands between these parts belongs to no game. Directly below moves it is a mistake.
    fn is_between_games(&self, (before, behind): (&Tokens, &Tokens)) -> bool {
        !self.has_moves || self.result.is_some() || before.is_behind_blank_line() && behind.ends_game(true)
    }

    fn comment(&mut self, text: String) {
        if let Some(game) = self.start() {
            let moves = game.moves().len();
            game.tags.comments.push((moves, text));
        }
    }

    fn play(&mut self, line: usize, word: &str, dropped: &mut Dropped) {
        self.has_moves = true;
        let early = core::mem::take(&mut self.early);
        early.into_iter().for_each(|(_, text)| self.comment(text));
        let Some(game) = self.start() else { return };
        let played = match read_move(word) {
            Some(mv) => replay_to_end(game, None, Ok(Played::from(mv))).map(|is_played| {
                if !is_played {
                    dropped.add(Content::Pass, line);
                }
            }),
            None if transcript::is_transcript(word) => transcript::play(game, word),
            None => return self.refuse(line, word),
        };
        if let Err(error) = played {
            self.fail(PgnError::Move { line, error });
        }
    }

    fn refuse(&mut self, line: usize, word: &str) {
        self.fail(PgnError::Word { line, error: ParseMoveError::new(word) });
    }

    fn fail(&mut self, fault: PgnError) {
        self.fault.get_or_insert(fault);
    }

    /// The game, set up on first use; none if something is wrong with it.
    fn start(&mut self) -> Option<&mut Game> {
        if self.game.is_none() {
            match self.set_up() {
                Ok(game) => self.game = Some(game),
                Err(fault) => self.fail(fault),
            }
        }
        self.game.as_mut().filter(|_| self.fault.is_none())
    }

    fn set_up(&self) -> Result<Game, PgnError> {
        let find = |name: &str| self.tags.iter().find(|tag| tag.name == name && !tag.value.trim().is_empty());
        let rules = match find("FEN") {
            Some(tag) => {
                let turn = if tag.value.contains(|letter: char| "Pp".contains(letter) || letter.is_ascii_digit()) {
                    fen::read(&tag.value, if self.is_of_xboard() { Colour::Black } else { Colour::White })
                } else {
                    Turn::read(&tag.value)
                };
                Rules::from_start(turn.map_err(|error| PgnError::Start { line: tag.line, error })?)
            }
            None => Rules::default(),
        };
        let Some(tag) = find(RULES) else { return Ok(Game::new(rules)) };
        let conditions = Conditions::of_record(&tag.value);
        Ok(Game::new(rules.with_conditions(conditions.map_err(|error| PgnError::Rules { line: tag.line, error })?)))
    }

    /// Whether XBoard wrote the game, whose White moves first, and so is black. PlayOK names its random openings, `xot`, in the same tag.
    fn is_of_xboard(&self) -> bool {
        self.tags.iter().any(|tag| tag.name == VARIANT && !tag.value.trim().eq_ignore_ascii_case("xot"))
    }

    fn finish(mut self, dropped: &mut Dropped) -> (Game, Option<PgnError>) {
        let is_of_xboard = self.is_of_xboard();
        self.start();
        let mut game = self.game.take().unwrap_or_default();
        // What is left out of a game with a fault is not counted.
        let (fault, mut uncounted) = (self.fault.take(), Dropped::default());
        let dropped = if fault.is_some() { &mut uncounted } else { dropped };
        let of_tag = self.tags.iter().find(|tag| tag.name == "RESULT").map(|tag| tag.value.trim().to_owned());
        match self.result {
            Some((line, result)) if is_known(&result) => match of_tag.filter(|text| is_known(text)) {
                Some(text) if text != result => dropped.add(Content::Value, line),
                Some(_) => {}
                None => {
                    self.tags.retain(|tag| tag.name != "RESULT");
                    self.tags.push(Tag { line, name: "RESULT".to_owned(), value: result });
                }
            },
            _ => {}
        }
        for Tag { line, name, value } in &self.tags {
            let name = if is_of_xboard { of_other_side(name) } else { name };
            if let Some(content) = note(&mut game.tags, name, value.trim(), is_of_xboard) {
                dropped.add(content, *line);
            }
        }
        // What the board and the outcome show is no tag.
        let result = game.outcome().map(|outcome| write::result(&game, &outcome));
        game.tags.others.retain(|(name, value)| name != "RESULT" || result.as_ref() != Some(value));
        (game, fault)
    }
}

/// A drop of XBoard, `P@f5`, a pass as `@@@@`, or a move by itself.
fn read_move(word: &str) -> Option<Move> {
    match word.split_once('@') {
        Some(("", rest)) if !rest.is_empty() && rest.bytes().all(|byte| byte == b'@') => Some(Move::Pass),
        Some((piece, cell)) if piece.len() <= 1 => cell.parse().ok().map(Move::At),
        Some(_) => None,
        None => word.parse().ok(),
    }
}
