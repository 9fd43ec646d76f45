//! The moves of the book for a session: one to play, several for a hint, and a finished game to learn.

use super::{BookLine, Options};
use emilia::book::{Book, Games, Lookup, OWN_GAMES, PlayOptions};
use emilia::internal::{random::Random, search::SavedEntry};
use emilia::{Bitboard, Colour, Game, Move, OpeningNames, Position, Report, Score, Square, Value};
use std::time::Duration;

/// The books of a session, and the random numbers for the choice among their moves.
#[derive(Default)]
pub(super) struct BookChoice {
    book: Book,
    /// The generator with the seed that it was made with.
    random: Option<(u64, Random)>,
    names: OpeningNames,
}

impl BookChoice {
    pub fn new(book: Book) -> BookChoice {
        BookChoice { book, ..BookChoice::default() }
    }

    /// The books if they are to be used, else none, with the number of moves after which they are not.
    pub fn of(&self, options: &Options) -> (Book, u8) {
        let book = if options.book { self.book.clone() } else { Book::default() };
        (book, options.bookdepth)
    }

    /// The name of the opening of a game.
    pub fn opening(&self, game: &Game) -> Option<&'static str> {
        self.names.of(game)
    }

    /// A move to play; none if the book is not to be used, does not know the position, or a move outside the book is better.
    pub fn choose(&mut self, game: &Game, options: &Options) -> Option<BookLine> {
        let (root, found) = self.find(game, options)?;
        let play_options = PlayOptions {
            max_loss: Score::clamped(options.bookloss as i32 * Score::UNIT / 100),
            draw: options.draw_for(mover(game)),
        };
        let random = match &mut self.random {
            Some((seed, random)) if *seed == options.bookseed => random,
            random => {
                let new = match options.bookseed {
                    0 => Random::unseeded(),
                    seed => Random::new(seed, 0),
                };
                &mut random.insert((options.bookseed, new)).1
            }
        };
        let chosen = found.choose(play_options, |limit| random.below(limit))?;
        let report = self.report(game, root, chosen.at, chosen.value?);
        Some(BookLine { report, games: chosen.games.count() })
    }

    /// At most this number of moves with their lines, best first, and the moves that are to be searched for more.
    pub fn hint(&self, game: &Game, root: Position, lines: usize, options: &Options) -> (Vec<BookLine>, Bitboard) {
        let Some((_, found)) = self.find(game, options) else { return (Vec::new(), root.moves()) };
        if !found.is_complete() {
            // Another move may be better.
            return (Vec::new(), root.moves());
        }
        let moves = found.ranked(options.draw_for(mover(game)));
        let known: Bitboard = moves.iter().map(|(at, ..)| *at).collect();
        (self.lines(game, root, &moves, lines), root.moves() & !known)
    }

    fn lines(&self, game: &Game, root: Position, moves: &[(Square, Value, Games)], most: usize) -> Vec<BookLine> {
        let line = |&(at, value, games): &(_, _, Games)| BookLine {
            report: self.report(game, root, at, value),
            games: games.count(),
        };
        // A pass is the only move, whatever follows it.
        moves.iter().take(if game.must_pass() { most.min(1) } else { most }).map(line).collect()
    }

    /// What the book knows of the position of a game; none if it is not to be used there.
    fn find(&self, game: &Game, options: &Options) -> Option<(Position, Lookup)> {
        let root = self.usable_in(game, options)?;
        match self.book.lookup(root) {
            Ok(found) => Some((root, found?)),
            Err(error) => {
                log::warn!("{error}");
                None
            }
        }
    }

    /// What the book knows of the positions after the next moves, for the table of a search.
    pub fn known(&self, game: &Game, options: &Options) -> Vec<SavedEntry> {
        let Some(root) = self.usable_in(game, options) else { return Vec::new() };
        let known = self.book.read(|reader| reader.knowledge(root, options.draw_for(game.to_move())));
        let known = known.unwrap_or_else(|error| {
            log::warn!("{error}");
            Vec::new()
        });
        let entries = known.into_iter().map(|known| SavedEntry::from_value(known.position, known.value, known.best));
        entries.flatten().collect()
    }

    /// The position of a game, if the book is to be used there.
    fn usable_in(&self, game: &Game, options: &Options) -> Option<Position> {
        let moves = game.moves().iter().filter(|played| played.mv != Move::Pass).count();
        if options.book && moves < usize::from(options.bookdepth) { game.position() } else { None }
    }

    /// A move with the moves that the book expects after it, forced passes included, also one before it. The value is that for the side
    /// that makes it.
    fn report(&self, game: &Game, root: Position, at: Square, value: Value) -> Report<Move> {
        let (mut line, mut value) = (Vec::new(), value);
        let mut game = game.clone();
        if game.must_pass() && game.play(Move::Pass).is_ok() {
            line.push(Move::Pass);
            value = -value;
        }
        line.push(Move::from(at));
        if game.play(Move::from(at)).is_ok() && game.position().is_some_and(|next| next != root) {
            let rest = game.position().map(|next| self.book.read(|reader| reader.line(next)));
            let rest = rest.and_then(Result::ok).unwrap_or_default();
            for at in rest {
                if game.must_pass() && game.play(Move::Pass).is_ok() {
                    line.push(Move::Pass);
                }
                if game.play(Move::from(at)).is_err() {
                    break;
                }
                line.push(Move::from(at));
            }
        }
        Report { value, line, nodes: 0, time: Duration::ZERO }
    }

    /// Adds a game to the book in a file.
    ///
    /// # Errors
    /// If there is no book in a file, the game does not belong in it, or it cannot be written.
    pub fn learn(&self, game: &Game) -> Result<(), String> {
        let store = self.book.file().ok_or("start with --book-file FILE to learn games; there is no book in a file")?;
        match store.learn_game(game, OWN_GAMES) {
            Ok(true) => Ok(()),
            Ok(false) => Err("the book takes games of 8x8 Othello from the start position".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// The side that makes the next move of the book: after a pass, if the side to move must pass.
fn mover(game: &Game) -> Colour {
    if game.must_pass() { game.to_move().other() } else { game.to_move() }
}
