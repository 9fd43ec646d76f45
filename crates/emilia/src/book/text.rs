//! A book as text: sorted, a line for each position, with the same bytes for the same book.
//!
//! ```text
//!   emilia-book 1 level 21
//!   source 0 tournament.ggf
//!   ---------------------------XO------OX--------------------------- -
//!   ------------------...--- f4 +0.508 21@73% 0:12/3/5
//! ```
//!
//! A position is its 64 squares, `X` to move, in the orientation of its [`Key`]. After it comes its leaf: `?` if it was not searched,
//! `-` if there is none, or the move, `?` if it is not named, with its score in discs and its certainty; then wins, draws and losses of
//! the side to move by source. Links and values are not written: they follow from the positions and the leaves.

use super::entry::{Entry, Games, Leaf};
use super::error::BookError;
use super::key::Key;
use super::minimax::derive_all;
use super::store::Store;
use super::tree::{LAYERS, Tree};
use crate::search::Level;
use emilia_core::{Certainty, Position, Score, Square, Value};
use std::collections::HashSet;
use std::io::{self, BufRead, Write};

/// The first word of the first line.
const MAGIC: &str = "emilia-book";
/// The version of the format.
const VERSION: &str = "1";

impl Store {
    /// Writes the book as text.
    ///
    /// # Errors
    /// If the book cannot be read, or those of the writer.
    pub fn export_text(&self, to: &mut dyn Write) -> Result<(), BookError> {
        let failed = |error: io::Error| BookError::Access(error.to_string());
        writeln!(to, "{MAGIC} {VERSION} level {}", self.level()?.get()).map_err(failed)?;
        for (number, name) in self.sources()? {
            writeln!(to, "source {number} {name}").map_err(failed)?;
        }
        let snapshot = self.snapshot()?;
        for discs in LAYERS {
            for (key, entry) in snapshot.layer(discs)? {
                writeln!(to, "{}", line(key, &entry)).map_err(failed)?;
            }
        }
        Ok(())
    }

    /// Adds the positions of a text. A position that the book has takes the leaf of the text only if it is more certain.
    ///
    /// The number of positions in the text.
    ///
    /// # Errors
    /// If a line is not valid, and then the book is unchanged; or if the book cannot be written.
    pub fn import_text(&self, from: impl BufRead) -> Result<u64, BookError> {
        let mut text = Text::read(from)?;
        // The database is smaller and faster with sorted additions.
        text.positions.sort_unstable_by_key(|(key, _)| key.to_bytes());
        let sources = text.sources.iter().map(|(number, name)| Ok((*number, self.source(name)?)));
        let sources = sources.collect::<Result<Vec<_>, BookError>>()?;
        let keys: HashSet<Key> = text.positions.iter().map(|(key, _)| *key).collect();
        self.change(|tree| {
            for (key, entry) in &text.positions {
                let games = entry.games.iter().filter_map(|(number, games)| {
                    let (_, source) = sources.iter().find(|(of_text, _)| of_text == number)?;
                    Some((*source, *games))
                });
                let mut merged = tree.get(*key)?.unwrap_or_default();
                let entry = Entry { games: games.collect(), ..entry.clone() };
                merged.merge(*key, &entry, |child| Ok(keys.contains(&child) || tree.has(child)?))?;
                tree.put(*key, &merged)?;
            }
            derive_all(tree)?;
            Ok(text.positions.len() as u64)
        })
    }
}

/// The level of the book in a text, from its first line.
///
/// # Errors
/// If it is not the first line of a book.
pub fn level_of_text(line: &str) -> Result<Level, BookError> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        [MAGIC, VERSION, "level", level] => {
            let level = level.parse().ok().and_then(Level::new);
            level.ok_or_else(|| BookError::Format("line 1: expected a level from 1 to 60".to_owned()))
        }
        [MAGIC, version, ..] => Err(BookError::Format(format!("unknown version of a book in text: {version}"))),
        _ => Err(BookError::Format(format!("not a book in text: it does not begin with {MAGIC:?}"))),
    }
}

/// The content of a text.
struct Text {
    sources: Vec<(u16, String)>,
    positions: Vec<(Key, Entry)>,
}

impl Text {
    fn read(from: impl BufRead) -> Result<Text, BookError> {
        let (mut text, mut is_empty) = (Text { sources: Vec::new(), positions: Vec::new() }, true);
        let mut keys = HashSet::new();
        for (number, line) in from.lines().enumerate() {
            let fault = |what: &str| BookError::Format(format!("line {}: {what}", number + 1));
            let line = line.map_err(|error| fault(&error.to_string()))?;
            is_empty = false;
            if number == 0 {
                level_of_text(&line)?;
            } else if let Some(source) = line.strip_prefix("source ") {
                let (source, name) = source.split_once(' ').ok_or_else(|| fault("a source needs a name"))?;
                let source = source.parse().map_err(|_| fault("a source needs a number"))?;
                if text.sources.iter().any(|(known, _)| *known == source) {
                    return Err(fault(&format!("there is a source {source} already")));
                }
                text.sources.push((source, name.to_owned()));
            } else if !line.trim().is_empty() {
                let (key, entry) = position(&line).map_err(|what| fault(&what))?;
                let is_named = |source: u16| text.sources.iter().any(|(known, _)| *known == source);
                if let Some((source, _)) = entry.games.iter().find(|(source, _)| !is_named(*source)) {
                    return Err(fault(&format!("there is no line `source {source} NAME` above")));
                }
                if !keys.insert(key) {
                    return Err(fault("the position, or a mirror image of it, already exists"));
                }
                text.positions.push((key, entry));
            }
        }
        if is_empty { Err(BookError::Format("it is empty".to_owned())) } else { Ok(text) }
    }
}

fn line(key: Key, entry: &Entry) -> String {
    let leaf = match entry.leaf {
        Leaf::Unknown => "?".to_owned(),
        Leaf::Nothing => "-".to_owned(),
        Leaf::Best { at, value } => format!("{at} {}", value_text(value)),
        Leaf::Unnamed(value) => format!("? {}", value_text(value)),
    };
    let games = entry.games.iter();
    let games: String =
        games.map(|(source, games)| format!(" {source}:{}/{}/{}", games.wins, games.draws, games.losses)).collect();
    format!("{} {leaf}{games}", key.position())
}

fn position(line: &str) -> Result<(Key, Entry), String> {
    let mut words = line.split_whitespace().peekable();
    let position: Position = words.next().unwrap_or_default().parse().map_err(|error| format!("{error}"))?;
    let view = Key::of(position).ok_or("the game is over, or the centre is not filled")?;
    if view.is_passed {
        return Err("the side to move has no move".to_owned());
    }
    let leaf = match words.next().ok_or("expected a move, ? or -")? {
        // Words of games have colons.
        "?" if words.peek().is_none_or(|word| word.contains(':')) => Leaf::Unknown,
        "?" => Leaf::Unnamed(value(words.next().unwrap_or_default(), words.next().unwrap_or_default())?),
        "-" => Leaf::Nothing,
        at => {
            let at: Square = at.parse().map_err(|error| format!("{error}"))?;
            if !position.moves().has(at) {
                return Err(format!("{at} is not a legal move"));
            }
            let value = value(words.next().unwrap_or_default(), words.next().unwrap_or_default())?;
            Leaf::Best { at: view.to_key(at), value }
        }
    };
    let mut entry = Entry { leaf, ..Entry::default() };
    for word in words {
        let (source, counts) = games(word).ok_or_else(|| format!("expected games such as 0:12/3/5, got {word:?}"))?;
        entry.add_games(source, counts);
    }
    Ok((view.key, entry))
}

/// A score in discs with three decimals, which tell all steps of 1/128 disc apart, and its certainty without blanks.
pub(super) fn value_text(value: Value) -> String {
    let certainty = value.certainty().to_string().replace(' ', "-");
    format!("{:+.3} {certainty}", f64::from(value.score().raw()) / f64::from(Score::UNIT))
}

/// The value of the two words of [`value_text`].
pub(super) fn value(discs: &str, certainty: &str) -> Result<Value, String> {
    let score = score(discs).ok_or("expected a score in discs")?;
    let certainty: Certainty = certainty.replace('-', " ").parse().map_err(|error| format!("{error}"))?;
    if let Certainty::Depth { plies, percent } = certainty
        && (plies > 60 || !(1..=100).contains(&percent))
    {
        return Err("expected a depth up to 60 and a confidence from 1 to 100".to_owned());
    }
    // The sides share 64 squares.
    if certainty == Certainty::Exact && score.floor() % 2 != 0 {
        return Err("a proved score is an even number of discs".to_owned());
    }
    Value::from_parts(score, certainty).ok_or("a proved score is a whole number of discs".to_owned())
}

fn score(text: &str) -> Option<Score> {
    let discs: f64 = text.parse().ok().filter(|discs: &f64| discs.abs() <= 64.0)?;
    Some(Score::clamped((discs * f64::from(Score::UNIT)).round() as i32))
}

fn games(text: &str) -> Option<(u16, Games)> {
    let (source, counts) = text.split_once(':')?;
    let counts: Vec<u32> = counts.split('/').map(str::parse).collect::<Result<_, _>>().ok()?;
    let &[wins, draws, losses] = counts.as_slice() else { return None };
    Some((source.parse().ok()?, Games { wins, draws, losses }))
}
