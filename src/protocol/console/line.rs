//! A line of the console: a command of the table, an option, moves, a board or a game.

use super::arguments::{joined_square, name_and_value};
use super::help;
use super::inputs::{error, is_option, no_square, play, refuse, reply, set, set_board, set_up, show_option};
use super::state::State;
use super::word::find;
use crate::protocol::{Input, text};
use crate::session::Command;
use emilia::notation::{any, dropped::Dropped, transcript, wthor::Names};
use emilia::{Cell, Turn};

/// Reads a line: a command of the table, an option with or without a value, moves, or a game. Text after ` #` is skipped.
pub(super) fn read(state: &mut State, line: &str) -> Input {
    let line = if line.trim_start().starts_with('#') { "" } else { line.split(" #").next().unwrap_or_default() };
    let (first, rest) = text::split_word(line);
    if first.is_empty() {
        return reply(String::new());
    }
    if let Some(square) = joined_square(line).filter(|_| is_square(first, rest)) {
        return play(state, &square);
    }
    if let Some(word) = find(first) {
        return (word.read)(state, rest).unwrap_or_else(|| reply(format!("usage: {}", word.usage)));
    }
    if let Some((name, value)) = name_and_value(line).filter(|(name, _)| is_option(name)) {
        return set(state, name, value);
    }
    if rest.is_empty() && is_option(first) {
        return show_option(state, first);
    }
    if transcript::is_transcript(line) {
        return play(state, line.trim());
    }
    if Turn::read(line.split([';', '%']).next().unwrap_or_default()).is_ok() {
        return set_board(state, line);
    }
    if !any::is_record(line) {
        return match transcript::read_by(state.rules.clone(), line) {
            Err(refused) if begins_with_a_move(line) => match line.chars().find(|letter| !letter.is_ascii()) {
                // It cannot be shown, and may look like the right one.
                Some(letter) => reply(format!("error: not a letter of moves: U+{:04X}", u32::from(letter))),
                None => error(&refused),
            },
            _ if rest.is_empty() && is_like_a_square(first) => {
                refuse(&no_square(&state.game, &first.to_ascii_lowercase()))
            }
            _ => Input::Reply(help::unknown(first)),
        };
    }
    let mut dropped = Dropped::default();
    match any::read_counting(line.as_bytes(), &Names::default(), 1, &mut dropped) {
        Ok(game) => {
            state.note = if dropped.is_empty() { String::new() } else { format!("left out {dropped}\n") };
            set_up(state, Command::Set(Box::new(game)))
        }
        Err(refused) => error(&refused),
    }
}

/// Whether a column and a row with a blank between them are a square, and not a command of one letter with a number. `a` takes no number,
/// and `b` only 0 and 1.
fn is_square(column: &str, row: &str) -> bool {
    match column {
        "a" | "A" => true,
        "b" | "B" => row != "1",
        _ => find(column).is_none(),
    }
}

/// Whether a word is a letter and a number of one or two digits.
fn is_like_a_square(word: &str) -> bool {
    let digits = word.strip_prefix(|letter: char| letter.is_ascii_alphabetic()).unwrap_or_default();
    (1..=2).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// Whether a line begins as moves do, after a move number or a bracket and in letters of any width: then what follows is named, and not
/// taken for a command.
fn begins_with_a_move(line: &str) -> bool {
    let narrow = |letter: char| match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        letter => letter,
    };
    let line: String = line.trim_start().chars().take(16).map(narrow).collect();
    let first = line.trim_start_matches(|letter: char| letter.is_ascii_digit() || ".)([ ".contains(letter));
    first.get(..2).is_some_and(|name| name.parse::<Cell>().is_ok())
}
