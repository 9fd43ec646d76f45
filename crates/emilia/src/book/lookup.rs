//! Looking a position up, and choosing a move of the book.

use super::compact::CompactBook;
use super::draws::{DrawValues, leaf_draws};
use super::entry::{Games, Leaf, rank, rank_with};
use super::error::BookError;
use super::key::{Child, Key};
use super::minimax::{PositionValues, value_of_moves};
use super::store::Store;
use super::tables::Snapshot;
use super::tree::{Memory, Tree};
use emilia_core::{Position, Score, Square, Value};
use std::cmp::Reverse;
use std::sync::Arc;

/// The weight of a move that loses all that may be lost, against that of the best one per disc of loss: one eighth.
const LEAST_WEIGHT: i32 = Score::UNIT / 8;

/// The books that are used in play: a book in a file above the embedded one. Copies share them.
///
/// # Examples
/// ```
/// use emilia::Position;
/// use emilia::book::{Book, CompactBook};
///
/// let book = Book::new(None, Some(CompactBook::embedded().into()));
/// let found = book.lookup(Position::START)?.expect("a position of the embedded book");
/// assert_eq!(found.moves.len(), 4); // mirror images
/// # Ok::<(), emilia::book::BookError>(())
/// ```
#[derive(Clone, Default)]
pub struct Book {
    file: Option<Arc<Store>>,
    embedded: Option<Arc<CompactBook>>,
}

/// One state of the books, for many lookups: to take it costs as much as a lookup. See [`Book::read`].
pub struct BookReader<'a> {
    file: Option<Snapshot>,
    embedded: Option<&'a Memory>,
}

/// What is known of a position. See [`Book`] for an example.
///
/// Squares are those of the position as it was looked up. Values and games are those for the side that makes the moves: the side to
/// move, or the other one if that must pass.
#[derive(Clone, PartialEq, Debug)]
pub struct Lookup {
    /// The value of the position; none if nothing was searched.
    pub value: Option<Value>,
    /// The moves to positions of the book, best first, those without a value last.
    pub moves: Vec<BookMove>,
    /// The best of the other moves.
    pub leaf: Leaf,
    /// The games that passed through the position.
    pub games: Games,
}

/// A move to a position of the book. See [`Book`] for an example.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BookMove {
    /// The square.
    pub at: Square,
    /// The value; none if nothing was searched.
    pub value: Option<Value>,
    /// The values if proved draws are no draws; none if they are equal to the value.
    pub draws: Option<DrawValues>,
    /// The games that continued with the move.
    pub games: Games,
}

/// Which move of the book is played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayOptions {
    /// The most that a move may lose against the best one.
    pub max_loss: Score,
    /// The value of a proved draw for the side that makes the move, now or after any moves of the book.
    pub draw: Score,
}

impl Default for PlayOptions {
    /// The best moves only.
    fn default() -> PlayOptions {
        PlayOptions { max_loss: Score::ZERO, draw: Score::ZERO }
    }
}

impl Book {
    /// These books; of a position in both, the file's values are used, and the moves of both.
    pub fn new(file: Option<Store>, embedded: Option<Arc<CompactBook>>) -> Book {
        Book { file: file.map(Arc::new), embedded }
    }

    /// The book in a file, if there is one.
    pub fn file(&self) -> Option<&Store> {
        self.file.as_deref()
    }

    /// Reads several positions of one state of the books.
    ///
    /// # Errors
    /// If the file cannot be read, or those of `read`.
    pub fn read<T>(&self, read: impl FnOnce(&BookReader<'_>) -> Result<T, BookError>) -> Result<T, BookError> {
        let file = self.file.as_deref().map(Store::snapshot).transpose()?;
        read(&BookReader { file, embedded: self.embedded.as_deref().map(CompactBook::tree) })
    }

    /// What is known of a position; none if it is in neither book.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn lookup(&self, position: Position) -> Result<Option<Lookup>, BookError> {
        self.read(|reader| reader.lookup(position))
    }
}

impl BookReader<'_> {
    /// What is known of a position; none if it is in neither book.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn lookup(&self, position: Position) -> Result<Option<Lookup>, BookError> {
        let Some(view) = Key::of(position) else { return Ok(None) };
        let of_file = self.file.iter().map(|tree| tree as &dyn Tree);
        let trees = of_file.chain(self.embedded.map(|tree| tree as &dyn Tree));
        let (mut moves, mut leaf, mut games) = (Vec::<BookMove>::new(), Leaf::Unknown, Games::default());
        let mut is_known = false;
        for tree in trees {
            let Some(entry) = tree.get(view.key)? else { continue };
            is_known = true;
            games = games.plus(entry.all_games());
            for at in entry.links {
                let Some(Child::Position(child)) = view.key.child(at) else { continue };
                let Some(entry) = tree.get(child.key)? else { continue };
                let of_child = entry.all_games();
                let values = PositionValues::of(&entry).map(|values| values.of_move(&child));
                let of_move = BookMove {
                    at: view.from_key(at),
                    value: values.map(|values| values.value),
                    draws: values.map(|values| values.draws).filter(|_| entry.draws.is_some()),
                    games: if child.is_passed { of_child } else { of_child.reversed() },
                };
                match moves.iter_mut().find(|known| known.at == of_move.at) {
                    Some(known) => {
                        if known.value.is_none() {
                            (known.value, known.draws) = (of_move.value, of_move.draws);
                        }
                        known.games = known.games.plus(of_move.games);
                    }
                    None => moves.push(of_move),
                }
            }
            leaf = match (leaf, entry.leaf) {
                (_, Leaf::Nothing) => Leaf::Nothing,
                (Leaf::Unknown | Leaf::Unnamed(_), Leaf::Best { at, value }) => {
                    Leaf::Best { at: view.from_key(at), value }
                }
                (Leaf::Unknown, other) => other,
                (known, _) => known,
            };
        }
        if !is_known {
            return Ok(None);
        }
        if leaf.square().is_some_and(|at| moves.iter().any(|known| known.at == at)) {
            leaf = Leaf::Unknown;
        }
        moves.sort_by_key(|known| (Reverse(known.value.map(rank)), known.at));
        let of_leaf = (leaf != Leaf::Nothing).then(|| leaf.value());
        let value = value_of_moves(moves.iter().map(|known| known.value).chain(of_leaf));
        Ok(Some(Lookup { value, moves, leaf, games }))
    }

    /// The best moves from a position on, as far as the book goes.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn line(&self, position: Position) -> Result<Vec<Square>, BookError> {
        let (mut line, mut position) = (Vec::new(), position);
        while let Some(found) = self.lookup(position)? {
            let Some(at) = found.best() else { break };
            line.push(at);
            let mover = if position.moves().is_empty() { position.pass() } else { position };
            match mover.try_play(at) {
                Some(next) if found.leaf.square() != Some(at) => position = next,
                _ => break,
            }
        }
        Ok(line)
    }
}

impl Lookup {
    /// Whether the moves and the leaf are all that matter: every move of the book has a value, and every other one was searched.
    pub fn is_complete(&self) -> bool {
        self.leaf != Leaf::Unknown && self.moves.iter().all(|known| known.value.is_some())
    }

    /// The best move, in the book or not; none if nothing was searched, or if it is a leaf that is not named.
    pub fn best(&self) -> Option<Square> {
        let of_links = self.moves.first().and_then(|best| Some((rank(best.value?), best.at)));
        match (of_links, self.leaf.value().map(rank)) {
            (Some((link, at)), of_leaf) if of_leaf.is_none_or(|of_leaf| of_leaf <= link) => Some(at),
            _ => self.leaf.square(),
        }
    }

    /// The score of the best move if a draw has this value for the side that makes it; none if nothing was searched.
    pub fn score(&self, draw: Score) -> Option<Score> {
        self.scored(draw).map(|(_, _, score)| score).max()
    }

    /// The moves with their values, and their scores if a draw has this value; the leaf without a move of the book.
    fn scored(&self, draw: Score) -> impl Iterator<Item = (Option<BookMove>, Value, Score)> {
        let score = move |value: Value, draws: Option<DrawValues>| match draws {
            Some(draws) if draw != Score::ZERO => draws.score(draw),
            _ => value.score(),
        };
        let links = self.moves.iter().filter_map(move |known| {
            let value = known.value?;
            Some((Some(*known), value, score(value, known.draws)))
        });
        let leaf = self.leaf.value().map(|value| (None, value, score(value, Some(leaf_draws(value)))));
        links.chain(leaf)
    }

    /// The moves with values and the leaf with their games, best first if a draw has this value for the side that makes the move: proved
    /// wins before the others.
    pub fn ranked(&self, draw: Score) -> Vec<(Square, Value, Games)> {
        let of = |(known, value, score): (Option<BookMove>, _, _)| match known {
            Some(BookMove { at, games, .. }) => Some((score, at, value, games)),
            None => Some((score, self.leaf.square()?, value, Games::default())),
        };
        let mut moves: Vec<_> = self.scored(draw).filter_map(of).collect();
        moves.sort_by_key(|(score, at, value, _)| (Reverse(rank_with(*value, *score)), *at));
        moves.into_iter().map(|(_, at, value, games)| (at, value, games)).collect()
    }

    /// A move of the book at random, better ones more often; none if the best move is not in the book or nothing was searched.
    ///
    /// `below` gives a random number from 0 to below its argument. If a win is proved, only proved wins are chosen.
    pub fn choose(&self, options: PlayOptions, below: impl FnOnce(usize) -> usize) -> Option<BookMove> {
        let ranks = self.scored(options.draw).map(|(_, value, score)| rank_with(value, score));
        let (is_won, best) = ranks.max()?;
        let candidates = self.scored(options.draw).filter(|(_, value, score)| rank_with(*value, *score).0 == is_won);
        let chosen: Vec<(BookMove, i32)> = candidates
            .filter_map(|(known, _, score)| Some((known?, (best - score).raw())))
            .filter(|(_, loss)| *loss <= options.max_loss.raw())
            .map(|(known, loss)| (known, options.max_loss.raw() - loss + LEAST_WEIGHT))
            .collect();
        let all: i32 = chosen.iter().map(|(_, weight)| weight).sum();
        let mut rest = if all > 0 { below(all as usize) as i32 } else { return None };
        chosen
            .into_iter()
            .find(|(_, weight)| {
                rest -= weight;
                rest < 0
            })
            .map(|(known, _)| known)
    }
}
