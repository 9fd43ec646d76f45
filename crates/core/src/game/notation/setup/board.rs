//! The board of the signs of a drawing: which sign is black, white or empty.
//!
//! Knows nothing of the text around it.

use super::drawing::Squares;
use super::fault::{SetupError, SetupFault, at};
use crate::game::{Board, Cells, Colour, Shape};
use alloc::vec::Vec;

/// The board of the rows of a drawing. Numbers of the rows count: those of a board seen from behind run from the last to 1.
pub(super) fn board_of_rows(
    rows: &[(usize, &Squares<'_>)],
    size: usize,
    is_reversed: bool,
    is_digital: bool,
) -> Result<(Board, Alphabet), SetupError> {
    let mut squares: Vec<Squares<'_>> = rows.iter().map(|(_, squares)| (*squares).clone()).collect();
    if is_digital && squares.iter().any(|row| row.label.is_some()) {
        squares.iter_mut().filter(|row| row.label.is_none()).for_each(|row| row.take_label(size));
    }
    for (row, ((line, _), found)) in (1..).zip(rows.iter().zip(&squares)) {
        let is_last = row == rows.len();
        let count = found.signs.len() + usize::from(found.side.is_some() && !is_last);
        if count != size {
            return Err(at(*line, SetupFault::Row { row, expected: size, squares: count }));
        }
    }
    let line = rows.first().map_or(1, |(line, _)| *line);
    if rows.len() != size {
        return Err(at(line, SetupFault::Rows { expected: size, rows: rows.len() }));
    }
    let labels: Vec<usize> = squares.iter().filter_map(|row| row.label).collect();
    if labels.iter().copied().eq((1..=size).rev()) {
        squares.reverse();
    } else if !labels.is_empty() && !labels.iter().copied().eq(1..=size) {
        return Err(at(line, SetupFault::Order));
    }
    if is_reversed {
        squares.iter_mut().for_each(|row| row.signs.reverse());
    }
    let signs: Vec<char> = squares.into_iter().flat_map(|row| row.signs).collect();
    board_of(&signs, size, is_digital).map_err(|fault| at(line, fault))
}

/// The board with these signs row by row.
pub(super) fn board_of(signs: &[char], size: usize, is_digital: bool) -> Result<(Board, Alphabet), SetupFault> {
    let side = u8::try_from(size).ok();
    let shape = side.and_then(|side| Shape::rectangle(side, side)).ok_or(SetupFault::Squares(signs.len()))?;
    let is_middle = |at: usize| [at % size, at / size].iter().all(|line| [size / 2 - 1, size / 2].contains(line));
    let middle: Vec<char> = signs.iter().enumerate().filter(|(at, _)| is_middle(*at)).map(|(_, sign)| *sign).collect();
    let alphabet = if is_digital { Alphabet::of_digits(signs, &middle)? } else { Alphabet::of_letters(signs)? };
    let discs = |colour| -> Cells {
        let places = shape.places().zip(signs);
        places.filter(|(_, sign)| alphabet.colour(**sign) == Some(colour)).map(|(cell, _)| cell).collect()
    };
    if !signs.iter().any(|sign| alphabet.colour(*sign).is_some()) {
        return Err(SetupFault::Empty);
    }
    let board = Board::empty(shape);
    Ok((board.with(Colour::Black, discs(Colour::Black)).with(Colour::White, discs(Colour::White)), alphabet))
}

/// The signs of the discs.
#[derive(Clone, Copy)]
pub(super) struct Alphabet {
    black: Option<char>,
    white: Option<char>,
}

/// The letters for discs.
const BLACK: &str = "xb*#@●⚫";
const WHITE: &str = "ow0○⚪";

impl Alphabet {
    /// Letters, of which each colour has one.
    fn of_letters(signs: &[char]) -> Result<Alphabet, SetupFault> {
        let [black, white] = [BLACK, WHITE].map(|own| {
            let mut found: Vec<char> =
                signs.iter().map(char::to_ascii_lowercase).filter(|sign| own.contains(*sign)).collect();
            found.sort_unstable();
            found.dedup();
            found
        });
        match (black.as_slice(), white.as_slice()) {
            ([] | [_], [] | [_]) => Ok(Alphabet { black: black.first().copied(), white: white.first().copied() }),
            ([_, _, ..], _) => Err(SetupFault::signs(&black)),
            _ => Err(SetupFault::signs(&white)),
        }
    }

    /// Digits: 0 and 1 with another sign for empty squares, 1 and 2 with another sign or 0 for them.
    fn of_digits(signs: &[char], middle: &[char]) -> Result<Alphabet, SetupFault> {
        let has = |digit: char| signs.contains(&digit);
        let has_other = signs.iter().any(|sign| !sign.is_ascii_digit());
        let (black, white) = match ([has('0'), has('1'), has('2')], has_other) {
            ([true, _, false], true) => ('0', '1'),
            ([false, _, true], _) => ('1', '2'),
            ([true, true, true], false) if !middle.contains(&'0') => ('1', '2'),
            _ => {
                let mut found: Vec<char> = signs.to_vec();
                found.sort_unstable();
                found.dedup();
                return Err(SetupFault::signs(&found));
            }
        };
        Ok(Alphabet { black: Some(black), white: Some(white) })
    }

    fn colour(&self, sign: char) -> Option<Colour> {
        let sign = Some(sign.to_ascii_lowercase());
        let colours = [(self.black, Colour::Black), (self.white, Colour::White)];
        colours.into_iter().find(|(own, _)| *own == sign).map(|(_, colour)| colour)
    }

    /// The side that a word names: the sign of its discs, or another usual one.
    pub fn side(&self, word: &str) -> Option<Colour> {
        let mut letters = word.chars();
        match (word.parse(), letters.next(), letters.next()) {
            // A digit says nothing on a board of other digits.
            (_, Some(sign), None) => self.colour(sign).or_else(|| {
                if sign.is_ascii_digit() && self.black.is_some_and(|black| black.is_ascii_digit()) {
                    return None;
                }
                let usual = [(BLACK, Colour::Black), (WHITE, Colour::White)];
                usual.into_iter().find(|(own, _)| own.contains(sign.to_ascii_lowercase())).map(|(_, colour)| colour)
            }),
            (colour, ..) => colour.ok(),
        }
    }
}
