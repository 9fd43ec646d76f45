//! The opening book.

use super::analysis::CValue;
use super::border::{Failure, Status, borrow, optional_text, release, run};
use super::game::GameHandle;
use super::owned::{Owned, Texts, free};
use emilia::book::{Book, BookError, CompactBook, Lookup, Store};
use std::ffi::c_char;
use std::path::Path;
use std::ptr::null_mut;
use std::sync::Arc;

/// An opening book, to look up. Several threads may use one at the same time.
pub struct BookHandle(Book);

/// A move to a position of the book.
#[repr(C)]
pub struct CBookMove {
    /// The move: `f5`.
    r#move: *const c_char,
    /// Its value for the side that makes it.
    value: CValue,
    /// The games of the book that continued with it.
    games: u64,
}

/// What a book has of a position. Values and moves are those of the side to move, or of the other side if that one must pass. Its moves
/// and texts belong to it.
#[repr(C)]
pub struct BookEntry {
    /// The value of the position.
    value: CValue,
    /// The best move, to a position of the book or not; empty if it is not known.
    best: *const c_char,
    /// The moves to positions of the book, best first, those of unknown value last.
    moves: *const CBookMove,
    /// Their number.
    move_count: usize,
    /// The games of the book that had the position.
    games: u64,
}

/// Opens the embedded book, or the book in a file above it; NULL for the embedded one alone. A file must be writable, also to be read.
/// To be freed by emilia_book_free. NULL if the file cannot be opened.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_book_open(path: *const c_char) -> *mut BookHandle {
    let opened = run(|| {
        // SAFETY: NULL, or text, as the header says.
        let path = unsafe { optional_text(path, "path") }?;
        let file = path.map(|path| Store::open(Path::new(path))).transpose().map_err(failure)?;
        let book = Book::new(file, Some(Arc::new(CompactBook::embedded())));
        Ok(Box::into_raw(Box::new(BookHandle(book))))
    });
    opened.unwrap_or(null_mut())
}

fn failure(error: BookError) -> Failure {
    Failure::new(Status::Book, error)
}

/// Closes a book. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_book_free(book: *mut BookHandle) {
    // SAFETY: NULL, or a book that is not used any more, as the header says.
    unsafe { release(book) };
}

/// What the book has of the position of a game, to be freed by emilia_book_entry_free. NULL if it has nothing (then
/// emilia_last_status is EMILIA_STATUS_OK), or after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_book_lookup(book: *const BookHandle, game: *const GameHandle) -> *mut BookEntry {
    let found = run(|| {
        // SAFETY: NULL, or a book and a game, as the header says.
        let (book, game) = unsafe { (borrow(book, "book")?, borrow(game, "game")?) };
        let Some(position) = game.game.position() else { return Ok(null_mut()) };
        let found = book.0.lookup(position).map_err(failure)?;
        Ok(found.map_or(null_mut(), |found| entry(&found).give()))
    });
    found.unwrap_or(null_mut())
}

fn entry(found: &Lookup) -> Owned<BookEntry, CBookMove> {
    let mut texts = Texts::default();
    let moves = found.moves.iter().map(|known| CBookMove {
        r#move: texts.add(known.at),
        value: known.value.into(),
        games: known.games.count(),
    });
    let rows: Vec<CBookMove> = moves.collect();
    let public = BookEntry {
        value: found.value.into(),
        best: texts.add(found.best().map_or_else(String::new, |at| at.to_string())),
        moves: rows.as_ptr(),
        move_count: rows.len(),
        games: found.games.count(),
    };
    Owned { public, rows, texts }
}

/// Frees what emilia_book_lookup gave, with its moves and texts. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_book_entry_free(entry: *mut BookEntry) {
    // SAFETY: NULL, or an entry of a lookup that is not used any more, as the header says.
    unsafe { free::<BookEntry, CBookMove>(entry) };
}
