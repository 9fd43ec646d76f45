//! The games that the server describes: `join` and `update`.

use super::reader::read_finite;
use super::{BoardReport, Id, MatchKind, PlayerLine};
use emilia::notation::ggf;
use emilia::{Board, Cell, Cells, Colour, Turn};
use std::time::Duration;

impl BoardReport {
    /// What the report says of this player; none if the player is not in the game.
    pub(super) fn player(&self, name: &str) -> Option<&PlayerLine> {
        self.players.iter().find(|line| line.name.eq_ignore_ascii_case(name))
    }

    /// Reads the message with this head, behind its first word, and these lines without their bars. None if it is not a report, or a
    /// damaged one.
    pub(super) fn read(is_join: bool, head: &str, lines: &[String]) -> Option<BoardReport> {
        let mut words = head.split_whitespace();
        let (id, kind): (Id, MatchKind) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let komi = words.next().and_then(|word| read_finite(word.strip_prefix(['K', 'k'])?));
        let komi = komi.map(|komi| komi as f32);
        let declared = lines.first().filter(|_| is_join).map(|line| line.trim().split_once(' '));
        let declared = declared.map(|parts| parts.filter(|(_, word)| *word == "move(s)")?.0.parse::<usize>().ok());
        let (mut moves, mut players, mut turns) = (Vec::new(), Vec::new(), Vec::new());
        for (at, line) in lines.iter().enumerate() {
            if let Some(columns) = columns(line) {
                turns.extend(read_turn(&kind, &columns, &lines[at + 1..]));
            } else if let Some(line) = read_player(line) {
                players.push(line);
            } else if let Some((number, text)) = numbered(line)
                && number > 0
            {
                moves.push((number, ggf::read_move(text).ok()?));
            }
        }
        let last = moves.last().map_or(0, |(number, _)| *number);
        let count = declared.unwrap_or(Some(last))?;
        let is_whole = if is_join { moves.len() == count } else { moves.len() == 1 };
        // The last lines are those of the running clocks and of the current board.
        let [black, white]: [PlayerLine; 2] = players.split_off(players.len().checked_sub(2)?).try_into().ok()?;
        let allowed = match players.as_slice() {
            [] if is_join && count == 0 => {
                // Black's clock has run for a moment.
                let is_same = black.clock.left() + Duration::from_secs(1) == white.clock.left();
                [Some(if is_same { white.clock } else { black.clock }), Some(white.clock)]
            }
            lines => [0, 1].map(|index| lines.get(index).map(|line: &PlayerLine| line.clock)),
        };
        let now = turns.pop()?;
        let start = turns.pop().or((is_join && count == 0).then_some(now));
        let of_colour = |line: &PlayerLine, colour| line.colour.is_none_or(|own| own == colour);
        let is_sound = is_whole
            && last == count
            && turns.is_empty()
            && (!is_join || start.is_some())
            && of_colour(&black, Colour::Black)
            && of_colour(&white, Colour::White)
            && black.name != white.name;
        let players = [black, white];
        is_sound.then_some(BoardReport { id, kind, komi, is_join, count, start, moves, players, allowed, now })
    }
}

/// The places of the columns in the line of letters above and below a board.
fn columns(line: &str) -> Option<Vec<usize>> {
    let is_letter = |(number, (_, letter)): (usize, (usize, char))| letter == char::from(b'A' + number as u8);
    let letters: Vec<(usize, char)> = line.char_indices().filter(|(_, letter)| *letter != ' ').collect();
    let is_head = (4..=usize::from(Cell::SPAN)).contains(&letters.len());
    let places = letters.iter().map(|(at, _)| *at).collect();
    (is_head && letters.into_iter().enumerate().all(is_letter)).then_some(places)
}

/// The board whose rows are the next lines, with the side to move behind it. None below the board, and for a damaged one.
fn read_turn(kind: &MatchKind, columns: &[usize], lines: &[String]) -> Option<Turn> {
    let shape = kind.shape().filter(|shape| usize::from(shape.columns()) == columns.len())?;
    let rows = usize::from(shape.rows());
    let mut discs = [Cells::EMPTY; 2];
    for (row, line) in lines.get(..rows)?.iter().enumerate() {
        let (label, _) = line.trim_start().split_once(' ')?;
        if label.parse() != Ok(row + 1) {
            return None;
        }
        for (column, at) in columns.iter().enumerate() {
            let cell = Cell::at(column as u8, row as u8)?;
            match line.as_bytes().get(*at) {
                _ if !shape.has(cell) => {}
                Some(b'*') => discs[0] = discs[0].with(cell),
                Some(b'O') => discs[1] = discs[1].with(cell),
                Some(b'-') => {}
                _ => return None,
            }
        }
    }
    let mut behind = lines.get(rows..)?.iter().filter_map(|line| line.trim().strip_suffix(" to move"));
    let to_move = behind.next()?.parse().ok()?;
    let board = Board::empty(shape).with(Colour::Black, discs[0]).with(Colour::White, discs[1]);
    Some(Turn { board, to_move })
}

/// A line such as `mira     (1720.0 *) 02:52,1:0//02:00,1:0`.
fn read_player(line: &str) -> Option<PlayerLine> {
    let (name, rest) = line.split_once('(')?;
    let (standing, clock) = rest.split_once(')')?;
    let (rating, colour) = standing.trim().split_once(' ')?;
    let colour = match colour.trim() {
        "*" => Some(Colour::Black),
        "O" => Some(Colour::White),
        "?" => None,
        _ => return None,
    };
    let clock = clock.trim().parse().ok()?;
    Some(PlayerLine { name: name.trim().to_owned(), rating: read_finite(rating)?, colour, clock })
}

/// The number and the text of a line such as `  1: f5//7.25`.
fn numbered(line: &str) -> Option<(usize, &str)> {
    let (number, text) = line.split_once(':')?;
    let number = number.trim();
    let is_number = (1..5).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { Some((number.parse().ok()?, text.trim())) } else { None }
}
