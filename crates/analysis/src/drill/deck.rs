//! The exercises of a player with what the player remembers of each: the content of a file.
//!
//! ```text
//!   {"emilia":"drill","version":1,"player":"Otto","rating":1600,"exercises":2}
//!   {"game":"f5d6c3","kind":…,"memory":{"stability":…,"due":…}}
//!   {"game":"f5d6c4","kind":…}
//! ```

use super::exercise::Exercise;
use super::schedule::{Grade, Memory};
use emilia::Position;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::io::{self, Write};

/// The version of the file. Later programs read all earlier ones.
const VERSION: u32 = 1;

/// An exercise in a deck.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Card {
    /// The exercise.
    #[serde(flatten)]
    pub exercise: Exercise,
    /// What the player remembers of it; none before the first answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<Memory>,
}

/// The exercises of a player.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Deck {
    /// The player's name in the games.
    pub player: Option<String>,
    /// The player's rating.
    pub rating: Option<u32>,
    /// The exercises.
    pub cards: Vec<Card>,
}

/// How many exercises of a deck are due.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DeckCounts {
    /// Those that are due for repetition.
    pub due: usize,
    /// Those that were never answered.
    pub new: usize,
    /// Those that are due later.
    pub later: usize,
    /// When the next of these is due, in seconds after the beginning of 1970.
    pub next: Option<u64>,
}

/// Why bytes are not a deck.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DeckError {
    /// Something else.
    #[error("it is not a file of exercises")]
    Other,
    /// A later version.
    #[error("it is of version {0}, which this program does not know; it reads those up to {VERSION}")]
    Version(u32),
    /// A line cannot be read.
    #[error("it is damaged in line {line}: {error}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// Why.
        error: serde_json::Error,
    },
    /// The end is missing.
    #[error("it is damaged: it has {found} of {expected} exercises")]
    Short {
        /// The exercises that are there.
        found: usize,
        /// The number in the first line.
        expected: usize,
    },
}

/// The first line of the file.
#[derive(Serialize, Deserialize)]
struct Head {
    emilia: String,
    version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    player: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rating: Option<u32>,
    exercises: usize,
}

/// The parts of [`Head`] that every version has.
#[derive(Deserialize)]
struct AnyHead {
    emilia: String,
    version: u32,
}

const KIND: &str = "drill";

impl Deck {
    /// Reads the content of a file.
    ///
    /// # Errors
    /// If it is something else, a later version, or damaged.
    pub fn read(text: &str) -> Result<Deck, DeckError> {
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        let any: AnyHead = serde_json::from_str(first).map_err(|_| DeckError::Other)?;
        match any.version {
            _ if any.emilia != KIND => return Err(DeckError::Other),
            VERSION => {}
            version => return Err(DeckError::Version(version)),
        }
        let Head { player, rating, exercises: expected, .. } =
            serde_json::from_str(first).map_err(|error| DeckError::Line { line: 1, error })?;
        let card = |(at, line)| serde_json::from_str(line).map_err(|error| DeckError::Line { line: at, error });
        let cards: Vec<Card> = (2..).zip(lines).map(card).collect::<Result<_, _>>()?;
        match cards.len() {
            found if found == expected => Ok(Deck { player, rating, cards }),
            found => Err(DeckError::Short { found, expected }),
        }
    }

    /// Writes the content of a file.
    ///
    /// # Errors
    /// The errors of the stream.
    pub fn write(&self, mut to: impl Write) -> io::Result<()> {
        let Deck { player, rating, cards } = self;
        let (emilia, player) = (KIND.to_owned(), player.clone());
        let head = Head { emilia, version: VERSION, player, rating: *rating, exercises: cards.len() };
        writeln!(to, "{}", serde_json::to_string(&head)?)?;
        cards.iter().try_for_each(|card| writeln!(to, "{}", serde_json::to_string(card)?))
    }

    /// The positions of the exercises, without their orientation.
    pub fn positions(&self) -> HashSet<Position> {
        self.cards.iter().filter_map(|card| card.exercise.key()).collect()
    }

    /// Adds the exercises whose positions are new, mirror images included, at the end; their number.
    pub fn add(&mut self, exercises: Vec<Exercise>) -> usize {
        let cards = exercises.into_iter().map(|exercise| Card { exercise, memory: None }).collect();
        self.merge(Deck { cards, ..Deck::default() })
    }

    /// Adds the exercises of another deck with what the player remembers of them; the number of new ones. Of an exercise that both have, the
    /// later answer counts, and the name and the rating of this deck stay.
    pub fn merge(&mut self, other: Deck) -> usize {
        let Deck { player, rating, cards } = other;
        self.player = self.player.take().or(player);
        self.rating = self.rating.or(rating);
        let numbers = self.cards.iter().enumerate().filter_map(|(at, card)| Some((card.exercise.key()?, at)));
        let (mut known, before): (HashMap<Position, usize>, usize) = (numbers.collect(), self.cards.len());
        for card in cards {
            let Some(key) = card.exercise.key() else { continue };
            match known.get(&key) {
                Some(&at) => {
                    let reviewed = |memory: Option<Memory>| memory.map(|memory| memory.reviewed);
                    let memory = &mut self.cards[at].memory;
                    *memory = if reviewed(card.memory) > reviewed(*memory) { card.memory } else { *memory };
                }
                None => {
                    known.insert(key, self.cards.len());
                    self.cards.push(card);
                }
            }
        }
        self.cards.len() - before
    }

    /// The numbers of the exercises to practise at this time: those that are due, the longest overdue first, then at most `new` that were
    /// never answered, in their order.
    pub fn session(&self, now: u64, new: usize) -> Vec<usize> {
        let dues: HashMap<usize, u64> =
            self.cards.iter().enumerate().filter_map(|(at, card)| Some((at, card.memory?.due))).collect();
        let mut due: Vec<usize> = dues.iter().filter(|(_, due)| **due <= now).map(|(at, _)| *at).collect();
        due.sort_by_key(|at| (dues[at], *at));
        due.extend((0..self.cards.len()).filter(|at| !dues.contains_key(at)).take(new));
        due
    }

    /// Records an answer; nothing if there is no such exercise.
    pub fn answer(&mut self, number: usize, grade: Grade, now: u64) {
        if let Some(card) = self.cards.get_mut(number) {
            card.memory = Some(Memory::after(card.memory, grade, now));
        }
    }

    /// How many exercises are due at this time.
    pub fn counts(&self, now: u64) -> DeckCounts {
        let mut counts = DeckCounts::default();
        for card in &self.cards {
            match card.memory {
                None => counts.new += 1,
                Some(memory) if memory.due <= now => counts.due += 1,
                Some(memory) => {
                    counts.later += 1;
                    counts.next = Some(counts.next.map_or(memory.due, |next| next.min(memory.due)));
                }
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::{Card, Deck, DeckCounts, DeckError, Grade};
    use crate::drill::{Exercise, ExerciseKind};
    use emilia::notation::transcript;

    const NOW: u64 = 1_800_000_000;

    fn exercise(moves: &str) -> Exercise {
        let game = transcript::read(moves).expect("a game");
        let kind = ExerciseKind::Opening { reach: 1.0, known: true };
        Exercise {
            right: game.legal(),
            losses: Vec::new(),
            certainty: String::new(),
            kind,
            why: Vec::new(),
            from: String::new(),
            game,
        }
    }

    fn deck() -> Deck {
        let mut deck = Deck { player: Some("Otto".into()), rating: Some(1500), cards: Vec::new() };
        // The second one is the first one mirrored.
        let added = deck.add(["f5d6", "d3c5", "f5f6", "f5f4"].map(exercise).to_vec());
        assert_eq!((added, deck.cards.len()), (3, 3));
        deck
    }

    fn text(deck: &Deck) -> String {
        let mut bytes = Vec::new();
        deck.write(&mut bytes).expect("memory");
        String::from_utf8(bytes).expect("text")
    }

    #[test]
    fn a_deck_is_read_as_it_was_written() {
        let mut deck = deck();
        deck.answer(1, Grade::Hard, NOW);
        assert_eq!(Deck::read(&text(&deck)).expect("a deck"), deck);
        assert_eq!(deck.add(vec![exercise("f5f6")]), 0, "known");
        assert_eq!(Deck::read(&text(&Deck::default())).expect("a deck"), Deck::default());
    }

    #[test]
    fn of_two_decks_the_later_answers_count() {
        let (mut one, mut other) = (deck(), deck());
        other.player = Some("Anna".into());
        other.cards.push(Card { exercise: exercise("f5d6c3"), memory: None });
        one.answer(0, Grade::Good, NOW);
        other.answer(0, Grade::Again, NOW - 1);
        other.answer(1, Grade::Hard, NOW);
        let memories = [one.cards[0].memory, other.cards[1].memory, None, None];
        assert_eq!(one.merge(other), 1);
        assert_eq!(one.cards.iter().map(|card| card.memory).collect::<Vec<_>>(), memories);
        assert_eq!(one.player.as_deref(), Some("Otto"));
    }

    #[test]
    fn damage_and_later_versions_are_told_apart() {
        let text = text(&deck());
        let error = |text: &str| Deck::read(text).expect_err("an error");
        assert!(matches!(error(""), DeckError::Other));
        assert!(matches!(error(&text.replace("drill", "games")), DeckError::Other));
        assert!(matches!(error(&text.replace("\"version\":1", "\"version\":2")), DeckError::Version(2)));
        assert!(matches!(error(&text.replace("f5f6", "f5f7")), DeckError::Line { line: 3, .. }));
        assert!(matches!(error(&text[..text.len() - 9]), DeckError::Line { line: 4, .. }));
        let whole_lines = &text[..=text.trim_end().rfind('\n').expect("lines")];
        assert!(matches!(error(whole_lines), DeckError::Short { found: 2, expected: 3 }));
    }

    #[test]
    fn what_is_due_comes_before_what_is_new() {
        let mut deck = deck();
        assert_eq!(deck.session(NOW, 2), [0, 1]);
        deck.answer(2, Grade::Good, NOW);
        deck.answer(1, Grade::Again, NOW);
        assert_eq!(deck.session(NOW, 5), [0]);
        let soon = deck.cards[1].memory.map(|memory| memory.due);
        assert_eq!(deck.counts(NOW), DeckCounts { due: 0, new: 1, later: 2, next: soon });
        assert_eq!(deck.session(NOW + 86_400 * 30, 5), [1, 2, 0]);
        assert_eq!(deck.counts(NOW + 86_400 * 30), DeckCounts { due: 2, new: 1, later: 0, next: None });
        assert_eq!(deck.session(NOW + 86_400 * 30, 0), [1, 2]);
    }
}
