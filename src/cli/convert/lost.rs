//! What a notation cannot hold.

use emilia::{Game, Player, Tags};
use std::fmt;

/// What is counted.
const KINDS: [&str; 10] = [
    "names of players",
    "places",
    "dates",
    "results",
    "ratings",
    "times",
    "values and times beside moves",
    "comments",
    "variations",
    "other tags",
];
const NAMES: usize = 0;
const DATES: usize = 2;

/// How often something was lost, by kind.
#[derive(Default)]
pub(super) struct Lost {
    counts: [u64; KINDS.len()],
    /// Games that were cut.
    cut: u64,
    /// Dates that were kept until now.
    dates_kept: u64,
}

impl Lost {
    /// Counts what a game has and the same game, read from what is written, has not.
    pub fn add(&mut self, game: &Game, again: &Game) {
        let (old, new) = (&game.tags, &again.tags);
        let differs = |is_there: bool, is_same: bool| u64::from(is_there && !is_same);
        let sides = [(&old.black, &new.black), (&old.white, &new.white)];
        let of_sides =
            |lost: fn(&Player, &Player) -> bool| sides.iter().filter(|(old, new)| lost(old, new)).count() as u64;
        let beside = |game: &Game| game.moves().iter().map(|played| (played.eval, played.seconds)).collect::<Vec<_>>();
        let notes = beside(game).into_iter().zip(beside(again).into_iter().chain(std::iter::repeat((None, None))));
        let counts = [
            of_sides(|old, new| !is_same_text(&old.name, &new.name)),
            differs(true, is_same_text(&old.place, &new.place)),
            differs(true, is_same_text(&old.date, &new.date)),
            differs(game.outcome().is_some(), game.outcome() == again.outcome()),
            of_sides(|old, new| old.rating.is_some() && old.rating != new.rating),
            of_sides(|old, new| old.time.is_some() && old.time != new.time),
            notes.filter(|(old, new)| !is_same_note(old, new)).count() as u64,
            lost_comments(old, new, game.moves().len()),
            old.variations.iter().filter(|variation| !new.variations.contains(variation)).count() as u64,
            old.others.iter().filter(|tag| !new.others.contains(tag)).count() as u64,
        ];
        self.counts.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        self.dates_kept += u64::from(!old.date.is_empty() && is_same_text(&old.date, &new.date));
        self.cut += u64::from(again.moves().len() < game.moves().len());
    }

    /// Counts the dates that were kept in each game as lost: the games of a file have one year or none.
    pub fn add_kept_dates(&mut self) {
        self.counts[DATES] += std::mem::take(&mut self.dates_kept);
    }

    /// Counts names that have no file.
    pub fn add_names(&mut self, names: u64) {
        self.counts[NAMES] += names;
    }

    pub fn is_empty(&self) -> bool {
        self.cut == 0 && self.counts.iter().all(|count| *count == 0)
    }
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.counts.iter().zip(KINDS).filter(|(count, _)| **count > 0);
        let cut = (self.cut > 0).then(|| format!("last moves ({})", self.cut));
        let texts = counts.map(|(count, kind)| format!("{kind} ({count})")).chain(cut);
        f.write_str(&texts.collect::<Vec<_>>().join(", "))
    }
}

/// Whether a text is the same, apart from blanks around it.
fn is_same_text(one: &str, other: &str) -> bool {
    one.trim() == other.trim()
}

/// Whether the notes beside a move are the same as far as they are there. Values are written with two decimals.
fn is_same_note(old: &(Option<f32>, Option<f32>), new: &(Option<f32>, Option<f32>)) -> bool {
    let is_same =
        |old: Option<f32>, new: Option<f32>| old.is_none_or(|old| new.is_some_and(|new| (old - new).abs() < 0.01));
    is_same(old.0, new.0) && is_same(old.1, new.1)
}

/// The moves whose comments are not the same.
fn lost_comments(old: &Tags, new: &Tags, moves: usize) -> u64 {
    let is_lost = |number: &usize| {
        let comment = old.comment(*number);
        !comment.trim().is_empty() && !is_same_text(&comment, &new.comment(*number))
    };
    (0..=moves).filter(is_lost).count() as u64
}
