//! The opening book: positions with what was found out about their moves, in a file or embedded in the program.
//!
//! ```text
//!   position ──► Key ──► Entry    moves to positions of the book (links)
//!                                 the best of the other moves (leaf), from a search
//!                                 value = the best of both, propagated from position to position
//! ```
//!
//! Knows nothing of searching: what has to be searched is a [`Request`], which the engine answers.

#![cfg_attr(
    target_family = "wasm",
    allow(dead_code, reason = "a page only looks up; the writers of entries stand beside their readers")
)]

mod compact;
mod draws;
mod entry;
mod error;
mod key;
mod knowledge;
mod lookup;
mod minimax;
mod parents;
mod tree;

pub use compact::CompactBook;
pub use draws::DrawValues;
pub use entry::{Entry, Games, Leaf};
pub use error::BookError;
#[doc(hidden)]
pub use key::{Key, View};
#[doc(hidden)]
pub use knowledge::KnownPosition;
pub use lookup::{Book, BookMove, BookReader, Lookup, PlayOptions};

// On a page there is the embedded book alone, to look up.
cfg_if::cfg_if! {
    if #[cfg(target_family = "wasm")] {
        mod no_store;
        use no_store as store;
        use no_store as tables;
    } else {
        mod build;
        mod check;
        mod compaction;
        mod coverage;
        mod deviate;
        mod drawn;
        mod exchange;
        mod extend;
        mod graph;
        mod grow;
        mod guard;
        mod learn;
        mod merge;
        mod overview;
        mod played;
        mod reliability;
        mod remember;
        mod removal;
        mod request_text;
        mod sources;
        mod store;
        mod tables;
        mod text;
        mod verify;

        pub use build::{BuildObserver, Builder, Done, Evaluate, NullObserver};
        #[doc(hidden)]
        pub use check::Report;
        #[doc(hidden)]
        pub use coverage::{Coverage, Covered};
        #[doc(hidden)]
        pub use deviate::Lines;
        #[doc(hidden)]
        pub use drawn::{DrawnLine, DrawnLines};
        pub use exchange::ForeignBook;
        #[doc(hidden)]
        pub use graph::{Graph, Node, Step};
        pub use grow::{Evaluation, Request};
        #[doc(hidden)]
        pub use guard::is_guarded;
        #[doc(hidden)]
        pub use learn::OWN_GAMES;
        pub use learn::{GameFilter, GamePositions};
        #[doc(hidden)]
        pub use overview::{Overview, OverviewOptions, PlyNumbers};
        #[doc(hidden)]
        pub use reliability::Reliability;
        #[doc(hidden)]
        pub use remember::LineCount;
        #[doc(hidden)]
        pub use store::Reader;
        pub use store::Store;
        #[doc(hidden)]
        pub use text::level_of_text;
        #[doc(hidden)]
        pub use verify::{Comparison, Verification, VerifiedMove};
    }
}

#[cfg(test)]
mod tests {
    use super::entry::Entry;
    use super::key::Child;
    use super::minimax::derive_all;
    use super::tree::{Memory, Tree};
    use super::{Key, Leaf};
    use crate::random::Random;
    use emilia_core::{Position, Score, Square, Value};

    /// The positions of this number of games of random moves, without repetitions.
    pub(super) fn random_positions(games: usize, seed: u64) -> Vec<Position> {
        let (mut random, mut positions) = (Random::new(seed, 0), Vec::new());
        for _ in 0..games {
            let mut position = Position::START;
            while !position.is_over() {
                positions.push(position);
                let moves: Vec<_> = position.moves().collect();
                position = match moves.len() {
                    0 => position.pass(),
                    count => position.try_play(moves[random.below(count)]).expect("a legal move"),
                };
            }
        }
        positions.sort_unstable();
        positions.dedup();
        positions
    }

    /// A leaf that differs from position to position.
    pub(super) fn leaf_of(key: Key, number: usize) -> Leaf {
        let moves: Vec<_> = key.position().moves().collect();
        let discs = (number % 21) as i32 - 10;
        let value = match number % 7 {
            0 => Value::exact(discs),
            1 => Value::at_least(discs),
            2 => Value::at_most(discs),
            _ => Value::estimate(Score::from_discs(discs as f32 / 3.0), 21, 73),
        };
        if number.is_multiple_of(11) { Leaf::Unknown } else { Leaf::Best { at: moves[number % moves.len()], value } }
    }

    /// A book of some hundred positions with links, values and games: from the start position with an even seed, from an ending with an
    /// odd one. All kinds of leaves occur, with scores close to one another; each seed prefers one kind.
    pub(super) fn small_book(seed: u64) -> Memory {
        let mut random = Random::new(seed, 1);
        let ending = || random_positions(3, seed).into_iter().find(|position| position.empties() == 7);
        let first = if seed.is_multiple_of(2) { Position::START } else { ending().unwrap_or(Position::START) };
        let (mut tree, mut layer) = (Memory::default(), vec![Key::of(first).expect("not over").key]);
        let mut all = layer.clone();
        for _ in 0..7 {
            let mut next: Vec<Key> = Vec::new();
            for key in &layer {
                for (_, child) in key.children() {
                    if let Child::Position(view) = child
                        && next.len() < 25
                        && random.below(10) < if layer.len() < 6 { 9 } else { 5 }
                    {
                        next.push(view.key);
                    }
                }
            }
            next.sort_unstable();
            next.dedup();
            all.extend(&next);
            layer = next;
        }
        for key in &all {
            let outside = |child: &Child| !matches!(child, Child::Position(view) if all.contains(&view.key));
            let moves: Vec<Square> = key.children().filter(|(_, child)| outside(child)).map(|(at, _)| at).collect();
            let mut entry = Entry::default();
            if !moves.is_empty() {
                let discs = random.below(5) as i32 - 2;
                let score = Score::from_discs(discs as f32 / 2.0);
                let kind = if random.below(4) == 0 { random.below(8) } else { (seed % 8) as usize };
                let value = match kind {
                    0 | 1 => Value::exact(discs),
                    2 => Value::at_least(discs),
                    3 | 4 => Value::estimate(score, 60, 87),
                    _ => Value::estimate(score, 2, 73),
                };
                entry.leaf = Leaf::Best { at: moves[random.below(moves.len())], value };
                if random.below(20) == 0 {
                    entry.leaf = Leaf::Unknown;
                }
            }
            tree.put(*key, &entry).expect("memory");
        }
        derive_all(&mut tree).expect("memory");
        tree
    }
}
