//! Games with tags as in PGN of chess, `[Black "Rose"]`, and numbered moves: the export of PlayOK and other servers.
//!
//! Read tolerantly: comments, variations and annotations of moves are skipped. A result names the first player or White first, as the
//! server likes, so it is kept as text.

use super::setup::SetupError;
use super::transcript;
use crate::game::{Colour, Game, Rules, Tags, TimeControl, Turn};
use std::time::Duration;

/// Whether a line of the text is a tag.
pub fn is_pgn(text: &str) -> bool {
    text.lines().any(|line| tag(line).is_some())
}

/// Reads all games of a text one by one. A game begins with the first tag behind moves.
///
/// # Errors
/// Each game with a word that is not a move, or an illegal move, is an error; so is a start that cannot be read.
///
/// # Examples
/// ```
/// use emilia::game::notation::pgn;
///
/// let text = "[Black \"Rose\"]\n[White \"Ueda\"]\n\nF5 f4 2. F3 g4\n";
/// let game = pgn::games(text).next().expect("a game")?;
/// assert_eq!((game.tags.black.name.as_str(), game.transcript().as_str()), ("Rose", "f5f4f3g4"));
/// # Ok::<(), emilia::game::notation::setup::SetupError>(())
/// ```
pub fn games(text: &str) -> impl Iterator<Item = Result<Game, SetupError>> {
    let mut lines = text.lines().peekable();
    std::iter::from_fn(move || {
        let (mut tags, mut moves, mut has_moves) = (Vec::new(), String::new(), false);
        while let Some(line) = lines.next_if(|line| !has_moves || tag(line).is_none()) {
            match tag(line) {
                Some(tag) => tags.push(tag),
                None => {
                    has_moves |= !line.trim().is_empty();
                    moves.push_str(line);
                    moves.push('\n');
                }
            }
        }
        (!tags.is_empty() || has_moves).then(|| game_of(&tags, &moves))
    })
}

/// The name and the value of a line such as `[Black "Rose"]`.
fn tag(line: &str) -> Option<(&str, String)> {
    let inside = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inside.split_once(char::is_whitespace)?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    // A backslash stands before a quote or another backslash.
    Some((name, value.replace("\\\"", "\"").replace("\\\\", "\\"))).filter(|_| is_name)
}

fn game_of(tags: &[(&str, String)], moves: &str) -> Result<Game, SetupError> {
    let start = tags.iter().find(|(name, value)| name.eq_ignore_ascii_case("fen") && !value.is_empty());
    let mut game = match start {
        Some((_, start)) => Game::new(Rules::from_start(Turn::read(start)?)),
        None => Game::default(),
    };
    for (name, value) in tags {
        note(&mut game.tags, &name.to_ascii_uppercase(), value);
    }
    transcript::play(&mut game, &plain_moves(moves))?;
    Ok(game)
}

/// Keeps a tag; unknown values, `?`, are dropped.
fn note(tags: &mut Tags, name: &str, value: &str) {
    let value = value.trim();
    if value.is_empty() || value.bytes().all(|byte| b"?.-*".contains(&byte)) {
        return;
    }
    let rating = || value.parse().ok().filter(|rating: &f64| rating.is_finite());
    match name {
        "FEN" | "SETUP" => {}
        "SITE" if tags.place.is_empty() => tags.place = value.to_owned(),
        "DATE" => tags.date = value.to_owned(),
        "BLACK" => tags.black.name = value.to_owned(),
        "WHITE" => tags.white.name = value.to_owned(),
        "BLACKELO" => tags.player_mut(Colour::Black).rating = rating(),
        "WHITEELO" => tags.player_mut(Colour::White).rating = rating(),
        "TIMECONTROL" => (tags.black.time, tags.white.time) = (time(value), time(value)),
        // A tag of PGN may have the name that another notation gives to a part of the record.
        name if name.len() > 2 => tags.others.push((name.to_owned(), value.to_owned())),
        _ => {}
    }
}

/// Seconds for the game, and those that each move adds: `300`, `300+5`.
fn time(text: &str) -> Option<TimeControl> {
    let seconds = |text: &str| text.trim().parse().ok().map(Duration::from_secs);
    match text.split_once('+') {
        Some((main, added)) => {
            Some(TimeControl { main: seconds(main)?, increment: Some(seconds(added)?), ..TimeControl::default() })
        }
        None => Some(TimeControl { main: seconds(text)?, ..TimeControl::default() }),
    }
}

/// The moves without comments, variations, annotations and the mark of a game without a result.
fn plain_moves(text: &str) -> String {
    let (mut plain, mut depth, mut is_comment) = (String::new(), 0usize, false);
    // A line that begins with % belongs to no game.
    for line in text.lines().filter(|line| !line.starts_with('%')) {
        for letter in line.chars() {
            match letter {
                '}' => is_comment = false,
                _ if is_comment => {}
                '{' => is_comment = true,
                ';' => break,
                '(' => depth += 1,
                ')' if depth > 0 => depth -= 1,
                '!' | '?' | '*' | '$' => plain.push(' '),
                letter if depth == 0 => plain.push(letter),
                _ => {}
            }
        }
        plain.push('\n');
    }
    // The result at the end is a tag too.
    let is_result =
        |word: &str| word.contains('-') && word.bytes().all(|byte| byte.is_ascii_digit() || b"-/".contains(&byte));
    let end = plain.trim_end().rfind(char::is_whitespace).map_or(0, |at| at + 1);
    if is_result(plain[end..].trim()) {
        plain.truncate(end);
    }
    plain
}
