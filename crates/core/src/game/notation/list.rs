//! Transcripts as people and servers keep them: one, wrapped or not, or a list, with names, titles, numbers and results around the moves.
//!
//! Every line is moves, a line with a name and a value, or text that is counted. A line of moves is read to its end, so a word in it that
//! is no move is an error.

use super::dropped::{Content, Dropped};
use super::head;
use super::transcript::{self, Kind, Tokens};
use crate::game::{Game, Move, Outcome, ParseMoveError, ReplayError, Tags};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// The moves of a game in a text with other lines at least; fewer may be words of the text.
const FEWEST_MOVES: usize = 4;
/// What divides the words of a line beside blanks.
const DIVIDERS: &str = ",;:|\"'=<>[](){}&";
/// What may stand between moves where each is a text of its own.
const QUOTES: [char; 5] = ['"', '\'', '[', ']', '|'];

/// A game of a text up to its fault, if it has one, and the line that it begins on.
pub(super) type Found = (usize, Game, Option<ReplayError>);

/// What a line is.
enum Line<'a> {
    Blank,
    /// Brackets around lines.
    Brackets,
    Head(&'a str, &'a str),
    Moves(Vec<Entry<'a>>),
    Text,
}

/// The moves of a line.
struct Entry<'a> {
    /// The words before them.
    label: &'a str,
    moves: &'a str,
    /// What follows the last move.
    rest: &'a str,
}

/// Why a text is not a list: the first line that is none, or the first game that is none.
pub(super) struct NoList {
    pub line: usize,
    pub error: ReplayError,
}

/// Reads the games one by one until `handle` returns false.
///
/// # Errors
/// If the text is not made of transcripts.
pub(super) fn games(text: &str, dropped: &mut Dropped, handle: impl FnMut(Found) -> bool) -> Result<(), NoList> {
    check(text)?;
    assemble(text, dropped, handle);
    Ok(())
}

/// Whether a line has moves that are read as those of a game, or are wrong.
pub(super) fn has_moves(line: &str) -> bool {
    matches!(classify(line), Line::Moves(_))
}

/// Checks that there is a game, and not much else.
fn check(text: &str) -> Result<(), NoList> {
    let (mut with_moves, mut other, mut first_other) = (0, 0, None);
    for (number, line) in (1..).zip(text.lines()) {
        match classify(line) {
            Line::Moves(_) => with_moves += 1,
            Line::Text => {
                other += 1;
                first_other.get_or_insert((number, line));
            }
            _ => {}
        }
    }
    let fewest = if other == 0 { 1 } else { FEWEST_MOVES };
    let (mut is_game, mut fault) = (false, None);
    assemble(text, &mut Dropped::default(), |(line, game, error)| {
        is_game |= game.moves().len() >= fewest;
        if let Some(error) = error {
            fault.get_or_insert(NoList { line, error });
        }
        !is_game
    });
    if is_game && other <= 2 * with_moves + 2 {
        return Ok(());
    }
    let (line, words) = first_other.or_else(|| (1..).zip(text.lines()).next()).unwrap_or((1, ""));
    let other = NoList { line, error: no_move(1, words.trim()) };
    Err(fault.filter(|_| !is_game).unwrap_or(other))
}

fn no_move(number: usize, text: &str) -> ReplayError {
    ReplayError { number, fault: ParseMoveError::new(text).into() }
}

/// A game that may go on in the next line.
struct Pending {
    line: usize,
    game: Game,
    moves: String,
    error: Option<ReplayError>,
    /// Whether words or a result belong to the line, so that it is a whole game.
    is_whole: bool,
}

impl Pending {
    fn new(line: usize, moves: String, tags: Tags) -> Pending {
        let mut game = Game::default();
        let error = transcript::play_legal(&mut game, &moves).err();
        game.tags = tags;
        Pending { line, game, moves, error, is_whole: false }
    }

    fn extend(&mut self, moves: &str) {
        self.moves.push('\n');
        self.moves.push_str(moves);
        if self.error.is_none() {
            self.error = transcript::play_legal(&mut self.game, moves).err();
        }
    }

    fn found(self) -> Found {
        (self.line, self.game, self.error)
    }
}

/// The number of moves of the text that can be played on.
fn legal_moves(game: &Game, text: &str) -> usize {
    let mut longer = game.clone();
    // Where it ends is what is asked.
    let _ = transcript::play_legal(&mut longer, text);
    longer.moves().len() - game.moves().len()
}

/// Puts the lines of games together.
fn assemble(text: &str, dropped: &mut Dropped, mut handle: impl FnMut(Found) -> bool) {
    let (mut pending, mut tags): (Option<Pending>, Tags) = (None, Tags::default());
    // Whether games stand apart, and the words between the moves before and the next ones.
    let (mut is_list, mut is_apart, mut divider) = (false, false, None);
    for (number, line) in (1..).zip(text.lines()) {
        match classify(line) {
            Line::Brackets => is_apart = true,
            Line::Blank => is_apart = true,
            Line::Head(name, value) => {
                is_apart = true;
                let is_result = matches!(name.to_ascii_lowercase().as_str(), "result" | "score");
                let own = pending.as_mut().filter(|_| is_result && tags == Tags::default());
                if !head::note(own.map_or(&mut tags, |pending| &mut pending.game.tags), name, value) {
                    dropped.add(Content::Value, number);
                }
            }
            Line::Text => {
                is_apart = true;
                divider.get_or_insert(line.trim());
                dropped.add(Content::Line, number);
            }
            Line::Moves(entries) => {
                for entry in entries {
                    let (moves, marks) = plain(entry.moves);
                    (0..marks).for_each(|_| dropped.add(Content::Mark, number));
                    let is_plain = entry.label.is_empty() && entry.rest.is_empty();
                    let continued = match &pending {
                        Some(pending) if is_plain && !pending.is_whole && pending.error.is_none() => {
                            legal_moves(&pending.game, &moves)
                        }
                        _ => 0,
                    };
                    let own = legal_moves(&Game::default(), &moves);
                    let is_same = own == continued && (is_list || is_apart && own > 0);
                    let begins = !is_plain || own > continued || is_same;
                    is_list |= pending.is_some() && begins;
                    match pending.as_mut().filter(|pending| !begins && !pending.is_whole) {
                        Some(pending) if tags == Tags::default() && (divider.is_none() || continued > 0) => {
                            if let Some(words) = divider {
                                // Words within a game may stand for moves.
                                let at = pending.game.moves().len() + 1;
                                pending.error.get_or_insert_with(|| no_move(at, words));
                            }
                            pending.extend(&moves);
                        }
                        _ => {
                            let mut next = Pending::new(number, moves, core::mem::take(&mut tags));
                            entry.note(&mut next, number, dropped);
                            let before = pending.replace(next);
                            if before.is_some_and(|before| !handle(before.found())) {
                                return;
                            }
                        }
                    }
                    (is_apart, divider) = (false, None);
                }
            }
        }
    }
    if let Some(pending) = pending {
        handle(pending.found());
    }
}

impl<'a> Entry<'a> {
    /// The moves of a line or a part of one; none if there are no words that are surely moves.
    fn read(line: &'a str) -> Option<Entry<'a>> {
        let words: Vec<(usize, &str)> = words(line).filter(|(_, word)| !is_number(word)).collect();
        let is_text = words.iter().any(|(_, word)| word.chars().all(char::is_alphabetic) && word.chars().count() > 3);
        let begins = |&index: &usize| {
            let (_, word) = words[index];
            let run = words[index..].iter().map(|(_, word)| squares(word)).take_while(|count| *count > 0);
            let (length, count) = run.fold((0, 0), |(length, count), squares| (length + 1, count + squares));
            let is_first = index == 0 && (length > 1 || !is_text);
            let is_start =
                || transcript::read(word).is_ok() && words[index + 1..].iter().any(|(_, word)| squares(word) > 0);
            squares(word) > 1 || count >= FEWEST_MOVES || count > 0 && (is_first || is_start())
        };
        // Squares among short words are moves with a slip.
        let is_damaged = !is_text && words.iter().any(|(_, word)| squares(word) > 0);
        let (start, _) = words[(0..words.len()).find(begins).or(is_damaged.then_some(0))?];
        let (mut end, mut is_word) = (start, false);
        let text = line[start..].replace(QUOTES, " ");
        for token in Tokens::new(&text, false) {
            is_word |= token.kind == Kind::Word;
            let is_move = matches!(token.kind, Kind::Move(Move::At(_) | Move::Line(..)));
            if is_move || !is_word && token.kind != Kind::Number || is_word && squares(token.text) > 0 {
                end = start + (token.text.as_ptr() as usize - text.as_ptr() as usize) + token.text.len();
            }
        }
        let label = line[..start].trim_matches(|letter| is_divider(letter) || letter == '-');
        let is_numbered = label.chars().all(|letter| letter.is_ascii_digit() || ".#".contains(letter));
        let label = if is_numbered { "" } else { label };
        Some(Entry { label, moves: &line[start..end], rest: line[end..].trim() })
            .filter(|entry| !entry.moves.is_empty())
    }

    /// Keeps the words beside the moves: those before them as the name of the game, a result behind them.
    fn note(&self, pending: &mut Pending, line: usize, dropped: &mut Dropped) {
        pending.is_whole = !self.label.is_empty() || !self.rest.is_empty();
        if self.label.contains(char::is_alphabetic) {
            pending.game.tags.others.push(("GN".to_owned(), self.label.to_owned()));
        } else if !self.label.is_empty() {
            dropped.add(Content::Value, line);
        }
        let rest = self.rest.trim_matches(is_divider).trim_start_matches("--").trim();
        let first = rest.split(is_divider).next().unwrap_or_default();
        let is_beside = self.rest.starts_with(first);
        if rest.is_empty() || rest == "*" {
            return;
        }
        let Some(outcome) = head::outcome(rest) else {
            if is_beside && is_damaged(first) {
                let at = pending.game.moves().len() + 1;
                pending.error.get_or_insert_with(|| no_move(at, first));
            } else {
                dropped.add(if is_number(first) { Content::Value } else { Content::Comment }, line);
            }
            return;
        };
        let is_shown = |shown: Outcome| {
            shown.winner == outcome.winner && outcome.margin.is_none_or(|_| shown.margin == outcome.margin)
        };
        match pending.game.outcome() {
            Some(shown) if is_shown(shown) => {}
            // Discs of both players are a result; a score alone may be an estimate.
            None if first.contains(['-', ':']) && !first.starts_with('-') => pending.game.tags.outcome = Some(outcome),
            _ => dropped.add(Content::Value, line),
        }
    }
}

/// The words of a line with their places.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let words = line.split(is_divider).filter(|word| !word.is_empty());
    words.map(|word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
}

fn is_divider(letter: char) -> bool {
    letter.is_whitespace() || DIVIDERS.contains(letter)
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit() || b"+-.,%#".contains(&byte))
}

/// Whether a word behind moves may be a move with a slip, rather than a word of a text.
fn is_damaged(word: &str) -> bool {
    let has = |kind: fn(char) -> bool| word.chars().any(kind);
    !is_number(word) && (word.chars().count() < 4 || !has(char::is_alphabetic) || has(|letter| letter.is_ascii_digit()))
}

/// The number of squares in a word of moves, damaged or not; 0 in other words.
fn squares(word: &str) -> usize {
    let kinds = || Tokens::new(word, false).map(|token| token.kind);
    if kinds().all(|kind| kind != Kind::Word) {
        return kinds().filter(|kind| matches!(kind, Kind::Move(Move::At(_) | Move::Line(..)))).count();
    }
    let is_square = |pair: &&[u8]| matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
    let count = word.as_bytes().windows(2).filter(is_square).count();
    if count > 1 && count * 4 >= word.len() { count } else { 0 }
}

/// The moves without quotes and marks, and the number of marks.
fn plain(moves: &str) -> (String, usize) {
    let mut plain = moves.replace(QUOTES, " ");
    let tokens = Tokens::new(&plain, false).filter(|token| token.kind == Kind::Mark);
    let marks: Vec<_> = tokens.map(|token| token.text.as_ptr() as usize - plain.as_ptr() as usize..).collect();
    let lengths: Vec<usize> =
        Tokens::new(&plain, false).filter(|token| token.kind == Kind::Mark).map(|token| token.text.len()).collect();
    for (mark, length) in marks.iter().zip(&lengths) {
        plain.replace_range(mark.start..mark.start + length, &" ".repeat(*length));
    }
    (plain, lengths.len())
}

/// What a line is.
fn classify(line: &str) -> Line<'_> {
    let trimmed = line.trim();
    if trimmed.is_empty() {
        return Line::Blank;
    }
    if trimmed.chars().all(|letter| "[]{}(),".contains(letter)) {
        return Line::Brackets;
    }
    if let Some((name, value)) = head::split(line).filter(|(name, _)| head::is_known(name)) {
        return Line::Head(name, value);
    }
    let entries = entries(line);
    if entries.is_empty() { Line::Text } else { Line::Moves(entries) }
}

/// The games of a line: one, or those in quotes.
fn entries(line: &str) -> Vec<Entry<'_>> {
    let place = |part: &str| part.as_ptr() as usize - line.as_ptr() as usize;
    let is_game = |part: &&str| words(part).any(|(_, word)| squares(word) > 1);
    let quoted: Vec<&str> = line.split('"').filter(is_game).collect();
    if quoted.len() < 2 {
        return Entry::read(line).into_iter().collect();
    }
    // The words up to the next game belong to the one before.
    let begins = core::iter::once(0).chain(quoted.iter().skip(1).map(|part| place(part)));
    let ends = quoted.iter().skip(1).map(|part| place(part)).chain([line.len()]);
    begins.zip(ends).filter_map(|(from, to)| Entry::read(&line[from..to])).collect()
}
