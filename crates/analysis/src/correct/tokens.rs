//! Takes a transcript apart as it is written: letters and digits may be missing, wrong, or in the wrong order.
//!
//! Knows nothing of the rules.

use super::cost::Place;
use emilia::notation::printable::printable;

/// What stands for a move in a record.
pub(super) struct Token {
    pub text: String,
    pub place: Place,
}

/// The tokens that are read at most, twice as many as a game has moves.
pub(super) const MOST: usize = 128;

/// The first tokens of a text. Words of dashes and of passes, numbers of moves, and lines such as `Black: Rose` are skipped.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    for line in text.lines() {
        let is_word = |word: &str| word.chars().count() > 2 && word.chars().all(char::is_alphabetic);
        let first_word = line.split_once(':').and_then(|(name, _)| name.split_whitespace().next());
        if first_word.is_some_and(is_word) {
            continue;
        }
        let divides = |letter: char| letter.is_whitespace() || ",;.)(-–/|:".contains(letter);
        for word in line.split(divides).filter(|word| !word.is_empty()) {
            if found.len() >= MOST {
                return found;
            }
            split(word, &mut found);
        }
    }
    found
}

/// The tokens of a word.
fn split(word: &str, found: &mut Vec<Token>) {
    let is_pass = ["pass", "pas", "pa", "ps", "p"].iter().any(|pass| word.eq_ignore_ascii_case(pass));
    if is_pass || word.bytes().all(|byte| byte.is_ascii_digit()) {
        return;
    }
    let letters: Vec<char> = word.chars().map(|letter| letter.to_ascii_lowercase()).collect();
    if let [digit, letter] = letters.as_slice()
        && digit.is_ascii_digit()
        && letter.is_alphabetic()
    {
        found.push(token(Some(*letter), Some(*digit)));
        return;
    }
    // The number of a move without a point behind it.
    let number = letters.iter().take_while(|letter| letter.is_ascii_digit()).count();
    let mut rest = &letters[number..];
    while let Some((&first, behind)) = rest.split_first().filter(|_| found.len() < MOST) {
        if let Some(length) = pass_length(rest) {
            rest = &rest[length..];
            continue;
        }
        let is_digit = |letter: &char| letter.is_ascii_digit() || *letter == '?';
        rest = behind;
        if first.is_ascii_digit() {
            found.push(token(None, Some(first)));
        } else if let Some((digit, behind)) = behind.split_first().filter(|(digit, _)| is_digit(digit)) {
            found.push(token(Some(first), Some(*digit)));
            rest = behind;
        } else {
            found.push(token(Some(first), None));
        }
    }
}

/// The length of a pass that is written without a blank before the next move, as in `f5pad6`.
fn pass_length(letters: &[char]) -> Option<usize> {
    let passes: [&[char]; 4] = [&['p', 'a', 's', 's'], &['p', 'a', 's'], &['p', 's'], &['p', 'a']];
    let is_move = |rest: &[char]| matches!(rest, [digit, ..] if digit.is_ascii_digit() || *digit == '?');
    let pass = passes.into_iter().find(|pass| letters.starts_with(pass))?;
    // In `pa4` the p is a slip, and a4 is a move.
    Some(pass.len()).filter(|length| !is_move(&letters[*length..]))
}

fn token(letter: Option<char>, digit: Option<char>) -> Token {
    let text: String = letter.into_iter().chain(digit).collect();
    let column = letter.and_then(|letter| u8::try_from(letter).ok()?.checked_sub(b'a'));
    let row = digit.and_then(|digit| u8::try_from(digit).ok()?.checked_sub(b'1'));
    let on_board = |line: Option<u8>| line.filter(|line| *line < 8);
    let text = printable(&text).into_owned();
    Token { text, place: Place { column: on_board(column), row: on_board(row) } }
}
