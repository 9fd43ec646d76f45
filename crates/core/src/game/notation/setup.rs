//! Boards with the side to move, and the moves that follow: 64 squares on a line, `X`, `f5d6c3`, or a drawing of eight rows.
//!
//! A drawing may have coordinates, frames and words beside it, as consoles of programs print it. A row is a row of eight signs or an error:
//! no board is put together from what is left.

mod board;
mod drawing;
mod fault;
mod side;

use super::dropped::{Content, Dropped};
use super::obf::{ObfError, Problem};
use super::{head, list, transcript};
use crate::game::{Board, Colour, Game, Rules, Tags, Turn};
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use board::{Alphabet, board_of, board_of_rows};
use drawing::{Line, Numbered, SIZE, Squares};
use fault::at;
pub use fault::{SetupError, SetupFault};

/// Fewer rows are no board with a fault but another text.
const FEWEST_ROWS: usize = 4;

/// Reads the first board of a text with the side to move and the moves behind it; none if there is no board. Other boards and words
/// of the text are left out.
///
/// Black is `X`, `*`, `B`, `#`, `@` or `●`, white is `O`, `W` or `○`, in any case, and an empty square is `-`, `.`, `_` or `+`. On a board
/// of digits black is 0 and white 1, or black 1 and white 2; a 0 is empty if there are no other signs and the middle has no 0. The side to
/// move is a sign or `black` or `white`, alone on a line before or after the board or behind its squares, or said in words; without it, it
/// is the only side that can move, or the only one that can play the first move.
///
/// # Errors
/// If the board does not have eight rows of eight squares, or 64 on a line, if the side to move is not known, what follows is not a
/// transcript, or a move is not legal.
pub fn read(text: &str) -> Option<Result<Game, SetupError>> {
    let mut first = None;
    let is_found = games(text, &mut Dropped::default(), |game| {
        first = Some(game);
        false
    });
    first.filter(|_| is_found)
}

/// Calls `handle` with the game of each board until it returns false; false if there is no board in the text.
pub(super) fn games(
    text: &str,
    dropped: &mut Dropped,
    mut handle: impl FnMut(Result<Game, SetupError>) -> bool,
) -> bool {
    let Some((lines, is_digital)) = drawing::lines(text) else { return false };
    let (handle, sides, tags) = (&mut handle, Vec::new(), Tags::default());
    let mut reader = Reader { dropped, handle, is_digital, goes_on: true, setup: None, sides, columns: None, tags };
    let mut at = 0;
    while at < lines.len() && reader.goes_on {
        at += reader.take(&lines[at..]);
    }
    if reader.goes_on {
        reader.finish();
    }
    true
}

/// A board and what is known of its game.
struct Setup {
    line: usize,
    board: Board,
    alphabet: Alphabet,
    side: Option<Colour>,
    moves: String,
    tags: Tags,
}

/// Goes through the lines of a text.
struct Reader<'a> {
    dropped: &'a mut Dropped,
    handle: &'a mut dyn FnMut(Result<Game, SetupError>) -> bool,
    is_digital: bool,
    goes_on: bool,
    /// The board that was read last.
    setup: Option<Result<Setup, SetupError>>,
    /// The words for the side to move that do not belong to the last board, with their lines.
    sides: Vec<(usize, String)>,
    /// The number of columns of the next board, and whether column a is on the right.
    columns: Option<(usize, bool)>,
    /// The names before the next board.
    tags: Tags,
}

impl Reader<'_> {
    /// Takes a line, or the lines of a drawing; gives their number.
    fn take(&mut self, lines: &[Numbered<'_>]) -> usize {
        let (number, text, line) = &lines[0];
        match line {
            Line::Blank => {}
            Line::Frame => self.frame(*number, text),
            Line::Columns { count, is_reversed, beside } => {
                self.columns = Some((*count, *is_reversed));
                self.beside(*number, beside);
            }
            Line::Position(squares) => {
                let setup = self.position(*number, text, squares);
                self.begin(setup);
            }
            Line::Row(_) => {
                // The letters of the columns may stand below the rows alone.
                let mut behind = lines.iter().map(|(.., line)| line);
                let below = behind.find(|line| !matches!(line, Line::Row(_) | Line::Frame | Line::Blank));
                if let (None, Some(Line::Columns { count, is_reversed, .. })) = (self.columns, below) {
                    self.columns = Some((*count, *is_reversed));
                }
                let (size, _) = self.columns.unwrap_or((SIZE, false));
                let (rows, count) = drawing::rows(lines, size);
                if rows.len() >= FEWEST_ROWS {
                    for (number, text, _) in lines[..count].iter().filter(|(.., line)| matches!(line, Line::Frame)) {
                        self.frame(*number, text);
                    }
                    self.drawing(&rows);
                    return count;
                }
                self.dropped.add(Content::Line, *number);
            }
            Line::Text => self.text(*number, text),
        }
        1
    }

    /// A frame belongs to a drawing; a rule without corners may be another thing.
    fn frame(&mut self, line: usize, text: &str) {
        if text.trim().chars().all(|sign| "-=_~".contains(sign)) {
            self.dropped.add(Content::Line, line);
        }
    }

    /// A line of words.
    fn text(&mut self, line: usize, text: &str) {
        let words = text.trim_matches(is_divider);
        // A side with the moves behind it.
        if let Some((word, moves)) = words.split_once(char::is_whitespace).filter(|_| self.setup.is_some())
            && side::is_side(word)
            && transcript::is_transcript(moves)
        {
            self.side(line, word.to_lowercase());
            return self.text(line, moves);
        }
        let known =
            head::split(text).filter(|(name, value)| head::is_known(name) && value.contains(char::is_alphabetic));
        let alone = || side::is_side(words).then(|| (words.to_lowercase(), false));
        if let Some((word, has_more)) = side::stated(words).or_else(alone) {
            self.side(line, word);
            if has_more {
                self.dropped.add(Content::Line, line);
            }
        } else if let Some((name, value)) = known {
            let own = match &mut self.setup {
                Some(Ok(setup)) if setup.tags == Tags::default() => &mut setup.tags,
                _ => &mut self.tags,
            };
            if !head::note(own, name, value) {
                self.dropped.add(Content::Value, line);
            }
        } else {
            match &mut self.setup {
                Some(Ok(setup)) if list::has_moves(words) => {
                    setup.moves.push_str(words);
                    setup.moves.push('\n');
                }
                None if transcript::is_transcript(words) => {
                    self.goes_on = (self.handle)(Err(at(line, SetupFault::Stray)));
                }
                _ => self.dropped.add(Content::Line, line),
            }
        }
    }

    /// Words beside a row or the letters of the columns.
    fn beside(&mut self, line: usize, text: &str) {
        let stated = side::stated(text);
        if stated.as_ref().map_or(!text.is_empty(), |(_, has_more)| *has_more) {
            self.dropped.add(Content::Line, line);
        }
        if let Some((word, _)) = stated {
            self.side(line, word);
        }
    }

    /// Keeps the side to move: of the board before if that has none, else of the next one.
    fn side(&mut self, line: usize, word: String) {
        if let Some(Ok(setup)) = &mut self.setup
            && let Some(side) = setup.alphabet.side(&word)
            && setup.side.is_none_or(|own| own == side)
        {
            setup.side = Some(side);
            return;
        }
        self.sides.push((line, word));
    }

    /// Ends the game of the board before, and begins that of a board.
    fn begin(&mut self, setup: Result<Setup, SetupError>) {
        let sides = core::mem::take(&mut self.sides);
        self.finish();
        self.columns = None;
        self.setup = Some(setup.map(|setup| {
            let Tags { others, comments, .. } = setup.tags;
            Setup { tags: Tags { others, comments, ..core::mem::take(&mut self.tags) }, ..setup }
        }));
        for (line, word) in sides {
            self.side(line, word);
        }
    }

    /// Ends the game of the last board.
    fn finish(&mut self) {
        let Some(setup) = self.setup.take() else { return };
        let game = setup.and_then(|setup| {
            for (line, word) in self.sides.drain(..) {
                match setup.alphabet.side(&word) {
                    Some(side) if setup.side != Some(side) => return Err(at(line, SetupFault::Sides)),
                    Some(_) => {}
                    None => self.dropped.add(Content::Line, line),
                }
            }
            setup.game()
        });
        self.goes_on &= (self.handle)(game);
    }

    /// A board on a line with what follows it.
    fn position(&mut self, line: usize, text: &str, squares: &Squares<'_>) -> Result<Setup, SetupError> {
        let Squares { signs, is_uneven, side, before, after, .. } = squares;
        if signs.len() != SIZE * SIZE {
            return Err(at(line, SetupFault::Squares(signs.len())));
        }
        if *is_uneven {
            return Err(at(line, SetupFault::Uneven));
        }
        let (mut board, alphabet) = board_of(signs, SIZE, self.is_digital).map_err(|fault| at(line, fault))?;
        let (body, comment) = after.split_once(['%', '#']).unwrap_or((after, ""));
        let mut tags = Tags::default();
        if !comment.trim().is_empty() {
            tags.comments.push((0, comment.trim().to_owned()));
        }
        if before.contains(char::is_alphabetic) {
            tags.others.push(("GN".to_owned(), before.trim_matches(is_divider).to_owned()));
        } else if !before.is_empty() {
            self.dropped.add(Content::Line, line);
        }
        let problem = text.parse::<Problem>();
        if let Ok(problem) = problem.as_ref()
            && !problem.answers.is_empty()
        {
            problem.answers.iter().for_each(|_| self.dropped.add(Content::Answer, line));
            board = Board::from_position(problem.position, problem.to_move);
            return Ok(Setup { line, board, alphabet, side: Some(problem.to_move), moves: String::new(), tags });
        }
        let body = body.trim_matches(is_divider);
        let (word, rest) = body.split_once(is_divider).unwrap_or((body, ""));
        let first = side.map(|sign| alphabet.side(&sign.to_string()));
        let (side, moves) = match (first.flatten(), alphabet.side(word)) {
            (Some(side), _) => (Some(side), body),
            (None, Some(side)) => (Some(side), rest.trim_matches(is_divider)),
            (None, None) => (side::stated(body).and_then(|(word, _)| alphabet.side(&word)), body),
        };
        let moves = moves.strip_prefix("to move").unwrap_or(moves).trim_matches(is_divider);
        let moves = if side::stated(moves).is_some() { "" } else { moves };
        match problem {
            Err(error) if after.contains(';') && !transcript::is_transcript(moves) && !moves.is_empty() => {
                Err(ObfError { line, ..error }.into())
            }
            _ => Ok(Setup { line, board, alphabet, side, moves: moves.to_owned(), tags }),
        }
    }

    /// A drawn board.
    fn drawing(&mut self, rows: &[(usize, &Squares<'_>)]) {
        let (size, is_reversed) = self.columns.unwrap_or((SIZE, false));
        let setup = board_of_rows(rows, size, is_reversed, self.is_digital);
        let line = rows.first().map_or(1, |(line, _)| *line);
        self.begin(setup.map(|(board, alphabet)| {
            let side = rows.last().and_then(|(_, squares)| alphabet.side(&squares.side?.to_string()));
            Setup { line, board, alphabet, side, moves: String::new(), tags: Tags::default() }
        }));
        for (line, squares) in rows {
            self.beside(*line, squares.before);
            self.beside(*line, squares.after);
        }
    }
}

impl Setup {
    fn game(&self) -> Result<Game, SetupError> {
        let play = |to_move| {
            let mut game = Game::new(Rules::from_start(Turn { board: self.board, to_move }));
            game.tags = self.tags.clone();
            let result = transcript::play(&mut game, &self.moves);
            result.map(|()| game).map_err(|error| at(self.line, SetupFault::Move(error)))
        };
        if let Some(side) = self.side {
            return play(side);
        }
        let can_move = |colour: &Colour| !self.board.moves(*colour).is_empty();
        let sides: Vec<Colour> = [Colour::Black, Colour::White].into_iter().filter(can_move).collect();
        if let [] | [_] = sides.as_slice() {
            // After the end of a game it does not matter.
            return play(sides.first().copied().unwrap_or(Colour::Black));
        }
        let mut played = sides.into_iter().map(play).filter(Result::is_ok);
        match (played.next(), played.next()) {
            (Some(game), None) => game,
            _ => Err(at(self.line, SetupFault::NoSide)),
        }
    }
}

fn is_divider(letter: char) -> bool {
    letter.is_whitespace() || ";,:|".contains(letter)
}
