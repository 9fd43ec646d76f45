//! Writes PGN.

use super::tags::{RULES, TERMINATION, is_known, is_part};
use super::tokens::is_result;
use crate::game::notation::{fen, ggf, sgf};
use crate::game::{Colour, Game, Move, Outcome, Rules, Tags, TimeControl};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// The letters of a line of moves at most, as PGN of chess has it.
const WIDTH: usize = 79;
/// A pass, as Edax and XBoard write it.
const PASS: &str = "@@@@";

/// Writes a game with its tags, its comments and numbered moves. A start other than that of Othello is written as by Edax. Results are
/// discs, black's first, with the empty squares for the winner, and `*` for a game that has none. Values and times beside moves have no
/// place.
///
/// # Examples
/// ```
/// use emilia_core::notation::{pgn, transcript};
///
/// let text = pgn::write(&transcript::read("f5d6c3")?);
/// assert!(text.ends_with("[Result \"*\"]\n\n1. f5 d6 2. c3 *\n"), "{text}");
/// assert_eq!(pgn::games(&text).next().expect("a game").expect("legal").transcript(), "f5d6c3");
/// # Ok::<(), emilia_core::ReplayError>(())
/// ```
pub fn write(game: &Game) -> String {
    let mut out = String::new();
    let outcome = game.outcome();
    let kept = || game.tags.others.iter().find(|(name, value)| name == "RESULT" && is_result(value));
    let kept = || kept().map_or("*", |(_, value)| value).to_owned();
    let result = outcome.map_or_else(kept, |outcome| result(game, &outcome));
    for (name, value) in head(game, &result) {
        let value = one_line(&value).replace('\\', "\\\\").replace('"', "\\\"");
        out += &format!("[{name} \"{value}\"]\n");
    }
    out.push('\n');
    let mut lines = Lines { out, width: 0 };
    let comments = |moves: usize| game.tags.comments.iter().filter(move |(number, _)| *number == moves);
    let mut is_divided = comments(0).fold(true, |_, (_, text)| lines.comment(text));
    let first = usize::from(game.rules().start().to_move == Colour::White);
    for (ply, played) in game.moves().iter().enumerate() {
        let number = (ply + first) / 2 + 1;
        if (ply + first).is_multiple_of(2) {
            lines.word(&format!("{number}."));
        } else if is_divided {
            lines.word(&format!("{number}..."));
        }
        lines.word(&match played.mv {
            Move::Pass => PASS.to_owned(),
            mv => mv.to_string(),
        });
        let before = lines.out.len();
        comments(ply + 1).for_each(|(_, text)| {
            lines.comment(text);
        });
        is_divided = lines.out.len() > before;
    }
    lines.word(&result);
    lines.out + "\n"
}

/// The tags.
fn head(game: &Game, result: &str) -> Vec<(String, String)> {
    let Tags { place, date, black, white, others, .. } = &game.tags;
    let known = |text: &str| if is_known(text.trim()) { text.to_owned() } else { "?".to_owned() };
    let mut tags = vec![
        ("Site".to_owned(), known(place)),
        ("Date".to_owned(), known(date)),
        ("Black".to_owned(), known(&black.name)),
        ("White".to_owned(), known(&white.name)),
        ("Result".to_owned(), result.to_owned()),
    ];
    let mut add = |name: &str, value: Option<String>| tags.extend(value.map(|value| (title(name), value)));
    add("BLACKELO", black.rating.map(|rating| rating.to_string()));
    add("WHITEELO", white.rating.map(|rating| rating.to_string()));
    add("TIMECONTROL", black.time.filter(|_| black.time == white.time).map(|time| time_text(&time)));
    let mut bare = game.clone();
    bare.tags.outcome = None;
    let recorded = game.tags.outcome.filter(|outcome| Some(*outcome) != bare.outcome());
    add(
        TERMINATION,
        recorded.map(|outcome| match outcome.margin {
            Some(_) => ggf::outcome_text(&outcome),
            None => sgf::outcome_text(&outcome),
        }),
    );
    let rules = game.rules();
    add(RULES, Some(rules.conditions().to_string()).filter(|text| !text.is_empty()));
    if rules.start() != Rules::default().start() {
        add("SETUP", Some("1".to_owned()));
        let start = match rules.shape().is_whole() {
            true => fen::write(rules.start(), Colour::White, ""),
            false => rules.start().to_string().replace('#', "~"),
        };
        tags.push(("FEN".to_owned(), start));
    }
    let is_own = |name: &str| OWN.contains(&name) || name == "RESULT" && result != "*";
    let others = others.iter().filter(|(name, value)| !is_own(name) && !is_part(name) && is_known(value.trim()));
    let others = others.filter(|(name, _)| !name.is_empty());
    let others = others.filter(|(name, _)| name.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    for (name, value) in others {
        match name.as_str() {
            "RESULT" => tags[4].1 = value.clone(),
            name => tags.push((title(name), value.clone())),
        }
    }
    tags
}

/// The names of tags that are written from the game itself.
const OWN: [&str; 12] = [
    "SITE",
    "DATE",
    "BLACK",
    "WHITE",
    "BLACKELO",
    "WHITEELO",
    "TIMECONTROL",
    TERMINATION,
    RULES,
    "SETUP",
    "FEN",
    "VARIANT",
];

/// The name as PGN writes it: `Event`, `TimeControl`. Names of two letters are those of other notations.
fn title(name: &str) -> String {
    match name {
        "BLACKELO" => "BlackElo".to_owned(),
        "WHITEELO" => "WhiteElo".to_owned(),
        "TIMECONTROL" => "TimeControl".to_owned(),
        "SETUP" => "SetUp".to_owned(),
        name if name.len() > 2 => name[..1].to_owned() + &name[1..].to_ascii_lowercase(),
        name => name.to_owned(),
    }
}

fn time_text(time: &TimeControl) -> String {
    let main = time.main.as_secs().to_string();
    time.increment.map_or(main.clone(), |added| format!("{main}+{}", added.as_secs()))
}

/// Discs, black's first, or who won.
pub(super) fn result(game: &Game, outcome: &Outcome) -> String {
    let squares = game.rules().shape().cells().len() as f32;
    let discs = outcome.score().map(|score| (squares + score) / 2.0);
    match (discs, outcome.winner) {
        (Some(black), _) if black % 1.0 == 0.0 && (0.0..=squares).contains(&black) => {
            format!("{black}-{}", squares - black)
        }
        (_, Some(Colour::Black)) => "1-0".to_owned(),
        (_, Some(Colour::White)) => "0-1".to_owned(),
        (_, None) => "1/2-1/2".to_owned(),
    }
}

fn one_line(text: &str) -> String {
    text.split('\n').map(str::trim).collect::<Vec<_>>().join(" ").trim().to_owned()
}

/// Moves and comments in lines.
struct Lines {
    out: String,
    width: usize,
}

impl Lines {
    fn word(&mut self, word: &str) {
        if self.width > 0 {
            let is_full = self.width + 1 + word.len() > WIDTH;
            self.out.push(if is_full { '\n' } else { ' ' });
            self.width = if is_full { 0 } else { self.width + 1 };
        }
        self.out.push_str(word);
        self.width += word.chars().count();
    }

    /// Writes each line of a comment as one of its own, in braces, or to the end of the line if there is a brace in it. Always true.
    fn comment(&mut self, text: &str) -> bool {
        for line in text.split('\n').map(str::trim) {
            match line.contains('}') {
                true => {
                    self.word(&format!("; {line}"));
                    self.out.push('\n');
                    self.width = 0;
                }
                false => self.word(&format!("{{{line}}}")),
            }
        }
        true
    }
}
