//! The squares in the lines of a text: a board on one line, or a row of a drawing with coordinates, frames and words beside it.
//!
//! Knows nothing of colours: a sign is a sign.

use alloc::vec::Vec;

/// The signs of squares on boards of letters, and on boards of digits.
const LETTERS: &str = "XxBb*#@●⚫OoWw0○⚪-._+·・□";
const DIGITS: &str = "012.-_";
const EMPTY: &str = "-._+·・□";
/// The bars of frames.
const BARS: [char; 4] = ['|', '│', '┃', '║'];
/// The signs of which frames and rules are made.
const FRAME: &str = "+-=_~|─│┌┐└┘├┤┬┴┼━┃┏┓┗┛┣┫┳┻╋═║╔╗╚╝╠╣╦╩╬";
/// A line with as many signs is a board, and no row of one.
const FEWEST_OF_A_BOARD: usize = 32;
/// A line with fewer signs is no row.
const FEWEST_OF_A_ROW: usize = 4;
/// The squares of a row, unless the letters of the columns say otherwise.
pub(super) const SIZE: usize = 8;

/// What a line is.
pub(super) enum Line<'a> {
    Blank,
    /// A frame or a rule.
    Frame,
    /// The letters of the columns.
    Columns {
        count: usize,
        /// Whether column a is on the right.
        is_reversed: bool,
        beside: &'a str,
    },
    /// A row of a drawing.
    Row(Squares<'a>),
    /// A board.
    Position(Squares<'a>),
    Text,
}

/// A line with its number.
pub(super) type Numbered<'a> = (usize, &'a str, Line<'a>);

/// The signs of squares in a line and what is beside them.
#[derive(Clone)]
pub(super) struct Squares<'a> {
    pub signs: Vec<char>,
    /// Whether the words of signs have different lengths.
    pub is_uneven: bool,
    /// The number of the row; 0 if two of them disagree.
    pub label: Option<usize>,
    /// A sign alone before or behind the squares.
    pub side: Option<char>,
    pub before: &'a str,
    pub after: &'a str,
}

impl Squares<'_> {
    /// Takes the digits that are the number of the row from the ends of a row that is too long.
    pub fn take_label(&mut self, size: usize) {
        let digit = |sign: Option<&char>| sign.and_then(|sign| sign.to_digit(10)).map(|digit| digit as usize);
        if self.signs.len() > size {
            self.label = digit(self.signs.first());
            self.signs.remove(0);
        }
        if self.signs.len() > size && digit(self.signs.last()) == self.label {
            self.signs.pop();
        }
    }
}

/// The lines of a text with their numbers, if there is a board in it, and whether it is one of digits.
pub(super) fn lines(text: &str) -> Option<(Vec<Numbered<'_>>, bool)> {
    let read = |signs: &'static str| -> Vec<_> {
        (1..).zip(text.lines()).map(|(number, line)| (number, line, classify(line, signs))).collect()
    };
    let (letters, digits) = (read(LETTERS), read(DIGITS));
    match (rows_together(&letters), rows_together(&digits)) {
        (None, None) => None,
        (of_letters, of_digits) if of_digits > of_letters => Some((digits, true)),
        _ => Some((letters, false)),
    }
}

/// The most rows of the right length among the lines that a board needs, if they are most of them; all for a board on a line.
fn rows_together(lines: &[Numbered<'_>]) -> Option<usize> {
    let columns =
        lines.iter().find_map(|(.., line)| if let Line::Columns { count, .. } = line { Some(*count) } else { None });
    let width = columns.unwrap_or(SIZE);
    let drawn = lines.iter().filter(|(.., line)| !matches!(line, Line::Blank | Line::Frame | Line::Columns { .. }));
    let is_row: Vec<bool> =
        drawn.map(|(.., line)| matches!(line, Line::Row(squares) if squares.signs.len() == width)).collect();
    let is_position = |(.., line): &Numbered<'_>| matches!(line, Line::Position(_));
    if lines.iter().any(is_position) {
        return Some(width);
    }
    let together = is_row.windows(width.min(is_row.len().max(1)));
    let most = together.map(|rows| rows.iter().filter(|is_row| **is_row).count()).max();
    most.filter(|most| most * 4 >= width * 3)
}

fn classify<'a>(line: &'a str, signs: &str) -> Line<'a> {
    if line.trim().is_empty() {
        return Line::Blank;
    }
    if let Some(columns) = columns(line) {
        return columns;
    }
    if let Some(row) = framed(line, signs) {
        return Line::Row(row);
    }
    if is_frame(line) {
        return Line::Frame;
    }
    match squares(line, signs) {
        Some(squares) if squares.signs.len() >= FEWEST_OF_A_BOARD => Line::Position(squares),
        Some(squares) => Line::Row(squares),
        None => Line::Text,
    }
}

/// The letters of the columns at the beginning of a line, divided by blanks and bars or by nothing.
fn columns(line: &str) -> Option<Line<'_>> {
    let mut letters =
        line.char_indices().filter(|(_, letter)| !letter.is_whitespace() && !BARS.contains(letter)).peekable();
    let (_, first) = *letters.peek()?;
    let (mut next, is_reversed) = (first.to_ascii_lowercase(), !first.eq_ignore_ascii_case(&'a'));
    let (mut count, mut end) = (0, 0);
    while let Some((at, _)) =
        letters.next_if(|(_, letter)| letter.to_ascii_lowercase() == next && next.is_ascii_lowercase())
    {
        (count, end) = (count + 1, at + 1);
        next = char::from(if is_reversed { next as u8 - 1 } else { next as u8 + 1 });
    }
    let beside = line[end..].trim_matches(|letter: char| letter.is_whitespace() || BARS.contains(&letter));
    let is_whole = count >= FEWEST_OF_A_ROW && (!is_reversed || next == '`');
    let is_apart = !line[end..].starts_with(char::is_alphanumeric);
    (is_whole && is_apart).then_some(Line::Columns { count, is_reversed, beside })
}

/// A row with bars between its squares, of which an empty one may be blank.
fn framed<'a>(line: &'a str, signs: &str) -> Option<Squares<'a>> {
    let mut pieces: Vec<&str> = line.split(BARS).map(str::trim).collect();
    let before = pieces.first().copied().unwrap_or_default();
    let is_closed = before.is_empty() || label(before).is_some();
    if pieces.len() < SIZE || !is_closed && pieces.len() != SIZE {
        return None;
    }
    let mut after = "";
    if is_closed && pieces.len() > SIZE {
        pieces.remove(0);
        after = pieces.pop().unwrap_or_default();
    }
    let sign = |piece: &&str| {
        let mut letters = piece.chars();
        let sign = letters.next().unwrap_or('-');
        (letters.next().is_none() && signs.contains(sign)).then_some(sign)
    };
    let squares = Squares {
        signs: pieces.iter().map(sign).collect::<Option<_>>()?,
        is_uneven: false,
        label: label(before),
        side: None,
        before: "",
        after: "",
    };
    Some(beside(squares, after))
}

fn is_frame(line: &str) -> bool {
    let signs: Vec<char> = line.chars().filter(|letter| !letter.is_whitespace()).collect();
    let (Some(&first), Some(&last)) = (signs.first(), signs.last()) else { return false };
    // Empty squares between bars are a row.
    let is_row = first == '|' && signs.iter().filter(|sign| **sign == '-').count() == SIZE;
    let is_drawn = !first.is_ascii() || "+|".contains(first) && first == last && !is_row;
    let is_rule = signs.iter().all(|sign| *sign == first) && signs.len() != SIZE;
    signs.len() > 2 && signs.iter().all(|sign| FRAME.contains(*sign)) && (is_drawn || is_rule)
}

/// The number of a row.
fn label(word: &str) -> Option<usize> {
    word.trim_end_matches([':', '.', ')']).parse().ok().filter(|number| (1..=10).contains(number))
}

/// A word with its place in bytes and the signs in it.
struct Word<'a> {
    text: &'a str,
    from: usize,
    signs: Vec<char>,
}

impl Word<'_> {
    const fn end(&self) -> usize {
        self.from + self.text.len()
    }
}

/// The words of a line; those that are not signs alone have none.
fn words<'a>(line: &'a str, signs: &str) -> Vec<Word<'a>> {
    let is_divider = |letter: char| letter.is_whitespace() || BARS.contains(&letter) || "/,;".contains(letter);
    let word = |text: &'a str| {
        // A mark around a sign.
        let inner =
            text.strip_prefix(['[', '(', '>']).and_then(|text| text.strip_suffix([']', ')', '<'])).unwrap_or(text);
        let found: Vec<char> = inner.chars().collect();
        let is_signs =
            found.iter().all(|sign| signs.contains(*sign)) && (inner.len() == text.len() || found.len() == 1);
        Word {
            text,
            from: text.as_ptr() as usize - line.as_ptr() as usize,
            signs: if is_signs { found } else { Vec::new() },
        }
    };
    line.split(is_divider).filter(|text| !text.is_empty()).map(word).collect()
}

/// The squares of a line, of which a number with a colon may be that of the row.
fn squares<'a>(line: &'a str, signs: &str) -> Option<Squares<'a>> {
    let numbered = line.split_once([':', ')']).and_then(|(number, rest)| Some((label(number.trim())?, rest)));
    let Some((number, rest)) = numbered else { return run_of_signs(line, signs) };
    let row = run_of_signs(rest, signs)?;
    Some(Squares { label: Some(if row.label.is_none_or(|own| own == number) { number } else { 0 }), ..row })
}

/// The first run of signs that is long enough.
fn run_of_signs<'a>(line: &'a str, signs: &str) -> Option<Squares<'a>> {
    let words = words(line, signs);
    let (mut from, mut to) = (0, 0);
    while to < words.len() {
        from = to + words[to..].iter().take_while(|word| word.signs.is_empty()).count();
        to = from + words[from..].iter().take_while(|word| !word.signs.is_empty()).count();
        if words[from..to].iter().map(|word| word.signs.len()).sum::<usize>() >= FEWEST_OF_A_ROW {
            break;
        }
    }
    let group = &words[from..to];
    let (is_before, is_behind) = alone(group);
    let group = &group[usize::from(is_before)..group.len() - usize::from(is_behind)];
    let (first, last) = (group.first()?, group.last()?);
    let signs: Vec<char> = group.iter().flat_map(|word| word.signs.iter().copied()).collect();
    if signs.len() < FEWEST_OF_A_ROW {
        return None;
    }
    let is_uneven = group.iter().any(|word| word.signs.len() != first.signs.len());
    let is_edge = |letter: char| letter.is_whitespace() || BARS.contains(&letter) || "/,".contains(letter);
    let trim = |text: &'a str| text.trim_matches(is_edge);
    let (mut before, mut after) = (trim(&line[..first.from]), trim(&line[last.end()..]));
    let sign_of = |word: &'a str| word.chars().next().filter(|_| word.chars().count() == 1);
    let mut side = None;
    let is_row = signs.len() < FEWEST_OF_A_BOARD;
    if is_before && sign_of(before).is_some() && !(is_row && label(before).is_some()) {
        side = sign_of(core::mem::take(&mut before));
    } else if is_behind && sign_of(after).is_some() {
        side = sign_of(core::mem::take(&mut after));
    }
    let label = label(before);
    let before = if label.is_some() { "" } else { before };
    Some(beside(Squares { signs, is_uneven, label, side, before, after: "" }, after))
}

/// Whether the first and the last of these words are a sign apart from the squares: of another length, or behind a wider gap.
fn alone(group: &[Word<'_>]) -> (bool, bool) {
    let [first, _, ..] = group else { return (false, false) };
    let last = &group[group.len() - 1];
    let is_disc = |word: &Word<'_>| word.signs.len() == 1 && !word.signs.iter().any(|sign| EMPTY.contains(*sign));
    let (is_first, is_last) = (is_disc(first), is_disc(last));
    if group.iter().any(|word| word.signs.len() > 1) {
        let singles = group.iter().filter(|word| word.signs.len() == 1).count();
        let is_apart = singles == usize::from(is_first) + usize::from(is_last);
        return (is_first && is_apart, is_last && is_apart);
    }
    let gaps: Vec<usize> = group.windows(2).map(|pair| pair[1].from - pair[0].end()).collect();
    let widest = |gaps: &[usize]| gaps.iter().copied().max().unwrap_or(0);
    let (first_gap, last_gap) = (gaps[0], gaps[gaps.len() - 1]);
    (is_first && first_gap > widest(&gaps[1..]), is_last && last_gap > widest(&gaps[..gaps.len() - 1]))
}

/// The squares with the text behind them, of which a number may be that of the row.
fn beside<'a>(squares: Squares<'a>, after: &'a str) -> Squares<'a> {
    let (word, rest) = after.split_once(char::is_whitespace).unwrap_or((after, ""));
    match (label(word), squares.label) {
        (Some(_), None) if squares.signs.len() >= FEWEST_OF_A_BOARD => Squares { after, ..squares },
        (Some(number), None) => Squares { label: Some(number), after: rest.trim(), ..squares },
        (Some(number), Some(own)) => {
            Squares { label: Some(if number == own { own } else { 0 }), after: rest.trim(), ..squares }
        }
        (None, _) => Squares { after, ..squares },
    }
}

/// The rows of the drawing that begins here, and the number of its lines. Further rows right behind it belong to it too.
pub(super) fn rows<'a, 'b>(lines: &'b [Numbered<'a>], size: usize) -> (Vec<(usize, &'b Squares<'a>)>, usize) {
    let (mut rows, mut count, mut is_adjacent) = (Vec::new(), 0, true);
    for (at, (number, _, line)) in lines.iter().enumerate() {
        match line {
            Line::Row(squares) if is_adjacent || rows.len() < size => {
                rows.push((*number, squares));
                (count, is_adjacent) = (at + 1, true);
            }
            Line::Blank | Line::Frame if rows.len() < size => is_adjacent = false,
            _ => break,
        }
    }
    (rows, count)
}
