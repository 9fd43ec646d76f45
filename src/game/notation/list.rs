//! Lists of games as people and servers keep them: a transcript a line, with other words before or behind it.
//!
//! Knows nothing of the meaning of these words.

use super::transcript;
use crate::game::{Cell, Game, ReplayError};

/// The moves of a transcript in a list at least; fewer may be words of a text.
const FEWEST_MOVES: usize = 4;

/// A transcript in a line.
struct Entry<'a> {
    /// The words before it.
    label: &'a str,
    /// The moves.
    moves: &'a str,
}

/// Whether at least half of the lines have a transcript that begins as a game.
pub(super) fn is_list(text: &str) -> bool {
    let (mut lines, mut games) = (0, 0);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        lines += 1;
        games += usize::from(entry(line).is_some_and(|entry| match transcript::read(entry.moves) {
            Ok(_) => true,
            Err(error) => error.number > FEWEST_MOVES,
        }));
    }
    games > 0 && games * 2 >= lines
}

/// Reads the game of a line, the words before it as the name of the game, `GN`; none if there is no transcript in it.
pub(super) fn read(line: &str) -> Option<Result<Game, ReplayError>> {
    let Entry { label, moves } = entry(line).or_else(|| {
        // A damaged transcript is an error and not a word of a text.
        let is_move = |word: &str| word.get(..2).is_some_and(|square| square.parse::<Cell>().is_ok());
        let at = line.split_whitespace().find(|word| is_move(word)).map(|word| word.as_ptr() as usize)?;
        let (label, moves) = line.split_at(at - line.as_ptr() as usize);
        Some(Entry { label, moves })
    })?;
    Some(transcript::read(moves).map(|mut game| {
        if label.contains(char::is_alphabetic) {
            game.tags.others.push(("GN".to_owned(), label.to_owned()));
        }
        game
    }))
}

/// The longest run of moves in a line.
fn entry(line: &str) -> Option<Entry<'_>> {
    let (mut best, mut best_moves) = (None, FEWEST_MOVES - 1);
    let mut run: Option<(usize, usize, usize)> = None;
    for word in line.split(|letter: char| letter.is_whitespace() || ",;:|\"'=<>[]()\t".contains(letter)) {
        let from = word.as_ptr() as usize - line.as_ptr() as usize;
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit() || b".-".contains(&byte));
        let count = if transcript::is_transcript(word) { transcript::count(word) } else { 0 };
        run = match run {
            Some((start, end, moves)) if count > 0 && is_gap(&line[end..from]) => {
                Some((start, from + word.len(), moves + count))
            }
            Some(open) if is_number => Some(open),
            _ if count > 0 => Some((from, from + word.len(), count)),
            _ => None,
        };
        if let Some((start, end, moves)) = run.filter(|(.., moves)| *moves > best_moves) {
            let divides = |letter: char| letter.is_whitespace() || ",;:|\"'=<>[]()-".contains(letter);
            best = Some(Entry { label: line[..start].trim_matches(divides), moves: &line[start..end] });
            best_moves = moves;
        }
    }
    best
}

/// Whether the text between two words is one that may divide moves: no words, quotes or bars.
fn is_gap(text: &str) -> bool {
    text.chars().all(|letter| letter.is_whitespace() || letter.is_ascii_digit() || ",;.-)".contains(letter))
}
