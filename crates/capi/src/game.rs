//! Games.

use super::border::{Failure, Status, borrow, borrow_mut, c_text, optional_text, release, run, run_for_status, text};
use emilia::notation::{any, transcript};
use emilia::{Colour, Game, OpeningNames, Rules, diagram};
use std::collections::BTreeMap;
use std::ffi::{CString, c_char, c_int};
use std::ptr::{null, null_mut};
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};

/// A game: its rules and its moves. Several threads may read one game at the same time; nothing else may use it while it is changed.
pub struct GameHandle {
    pub(crate) game: Game,
    texts: Texts,
}

/// The texts that were asked for since the last move.
#[derive(Default)]
struct Texts {
    board: OnceLock<CString>,
    position: OnceLock<CString>,
    legal_moves: OnceLock<CString>,
    transcript: OnceLock<CString>,
}

impl GameHandle {
    fn give(game: Game) -> *mut GameHandle {
        Box::into_raw(Box::new(GameHandle { game, texts: Texts::default() }))
    }
}

/// A player.
#[repr(C)]
#[derive(PartialEq, Eq, Debug)]
pub enum Side {
    /// Neither.
    Nobody,
    /// Black, `X`, who moves first in Othello.
    Black,
    /// White, `O`.
    White,
}

/// The start of a game by these rules, such as `6x6` or `8x8 goal=fewest`; NULL is Othello. docs/variants.md lists them.
/// To be freed by emilia_game_free. NULL if these are no rules.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_game_new(rules: *const c_char) -> *mut GameHandle {
    let made = run(|| {
        // SAFETY: NULL, or text, as the header says.
        let rules = match unsafe { optional_text(rules, "rules") }? {
            Some(words) => Rules::read(words).map_err(|error| Failure::new(Status::Invalid, error))?,
            None => Rules::default(),
        };
        Ok(GameHandle::give(Game::new(rules)))
    });
    made.unwrap_or(null_mut())
}

/// The first game of a text in any notation: moves such as `f5d6c3`, GGF, SGF, PGN, a position in OBF, a drawn board. docs/formats.md
/// lists them. To be freed by emilia_game_free. NULL if it is none, or has an illegal move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_game_read(record: *const c_char) -> *mut GameHandle {
    let made = run(|| {
        // SAFETY: NULL, or text, as the header says.
        let record = unsafe { text(record, "record") }?;
        let game = any::read(record.as_bytes(), 1).map_err(|error| Failure::new(Status::Invalid, error))?;
        Ok(GameHandle::give(game))
    });
    made.unwrap_or(null_mut())
}

/// A copy, to be freed by emilia_game_free; NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_game_copy(game: *const GameHandle) -> *mut GameHandle {
    // SAFETY: NULL, or a game, as the header says.
    let made = run(|| Ok(GameHandle::give(unsafe { borrow(game, "game") }?.game.clone())));
    made.unwrap_or(null_mut())
}

/// Frees a game, and its texts with it. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_game_free(game: *mut GameHandle) {
    // SAFETY: NULL, or a game that is not used any more, as the header says.
    unsafe { release(game) };
}

/// Plays moves: `f5`, or `f5 d6 c3`. `pass` passes; a forced pass before another move may be left out. If one of them is illegal, none is
/// played.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_game_play(game: *mut GameHandle, moves: *const c_char) -> Status {
    run_for_status(|| {
        // SAFETY: NULL, or a game that nothing else uses and text, as the header says.
        let (game, moves) = unsafe { (borrow_mut(game, "game")?, text(moves, "moves")?) };
        transcript::play(&mut game.game, moves).map_err(|error| Failure::new(Status::Illegal, error))?;
        game.texts = Texts::default();
        Ok(())
    })
}

/// Takes the last move back, or the last pass.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_game_undo(game: *mut GameHandle) -> Status {
    run_for_status(|| {
        // SAFETY: NULL, or a game that nothing else uses, as the header says.
        let game = unsafe { borrow_mut(game, "game") }?;
        game.game.undo().ok_or_else(|| Failure::new(Status::Illegal, "there is no move to take back"))?;
        game.texts = Texts::default();
        Ok(())
    })
}

/// The side to move; nobody if the game is over, or after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_game_turn(game: *const GameHandle) -> Side {
    let side = run(|| {
        // SAFETY: NULL, or a game, as the header says.
        let game = &unsafe { borrow(game, "game") }?.game;
        Ok(match game.to_move() {
            _ if game.is_over() => Side::Nobody,
            Colour::Black => Side::Black,
            Colour::White => Side::White,
        })
    });
    side.unwrap_or(Side::Nobody)
}

/// Whether the game is over; false after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_game_is_over(game: *const GameHandle) -> bool {
    // SAFETY: NULL, or a game, as the header says.
    run(|| Ok(unsafe { borrow(game, "game") }?.game.is_over())).unwrap_or(false)
}

/// Black's lead in discs, by the goal of the rules. At the end the winner of Othello has the empty squares too. 0 after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_game_score(game: *const GameHandle) -> c_int {
    // SAFETY: NULL, or a game, as the header says.
    run(|| Ok(unsafe { borrow(game, "game") }?.game.score())).unwrap_or(0)
}

/// The legal moves with blanks between them, row by row: `d3 c4 f5 e6`; `pass` if the side to move must pass, empty if the game is over.
/// The text belongs to the game; it is valid until a move is played or taken back. NULL after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_game_legal_moves(game: *const GameHandle) -> *const c_char {
    let moves = |game: &Game| game.legal().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    // SAFETY: as the header says.
    unsafe { text_of(game, |texts| &texts.legal_moves, moves) }
}

/// A drawing of the board for people, with a line for each row: `X` black, `O` white, `.` empty, `+` empty and a legal move.
/// The text belongs to the game; it is valid until a move is played or taken back. NULL after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_game_board(game: *const GameHandle) -> *const c_char {
    // SAFETY: as the header says.
    unsafe { text_of(game, |texts| &texts.board, |game| diagram::draw(game, &game.legal())) }
}

/// The squares row by row, `X` black, `O` white, `-` empty, `#` cut off, then a blank and the side to move. emilia_game_read reads it.
/// The text belongs to the game; it is valid until a move is played or taken back. NULL after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_game_position(game: *const GameHandle) -> *const c_char {
    // SAFETY: as the header says.
    unsafe { text_of(game, |texts| &texts.position, |game| game.turn().to_string()) }
}

/// The moves so far without the passes: `f5d6c3`.
/// The text belongs to the game; it is valid until a move is played or taken back. NULL after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_game_transcript(game: *const GameHandle) -> *const c_char {
    // SAFETY: as the header says.
    unsafe { text_of(game, |texts| &texts.transcript, Game::transcript) }
}

/// A text of a game, made once.
///
/// # Safety
/// NULL, or a game, which is not changed meanwhile.
unsafe fn text_of(
    game: *const GameHandle,
    slot: impl Fn(&Texts) -> &OnceLock<CString>,
    make: impl Fn(&Game) -> String,
) -> *const c_char {
    let found = run(|| {
        // SAFETY: as for this function.
        let game = unsafe { borrow(game, "game") }?;
        Ok(slot(&game.texts).get_or_init(|| c_text(make(&game.game))).as_ptr())
    });
    found.unwrap_or(null())
}

/// The name of the opening, that of the last position of the game that has one: `Tiger`. NULL if none has (then emilia_last_status
/// is EMILIA_STATUS_OK), or after an error. The text is valid for ever.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_game_opening(game: *const GameHandle) -> *const c_char {
    static NAMES: LazyLock<OpeningNames> = LazyLock::new(OpeningNames::new);
    /// Those that were asked for, as text for C.
    static GIVEN: Mutex<BTreeMap<&str, CString>> = Mutex::new(BTreeMap::new());
    let name = run(|| {
        // SAFETY: NULL, or a game, as the header says.
        let Some(name) = NAMES.of(&unsafe { borrow(game, "game") }?.game) else { return Ok(null()) };
        let mut given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(given.entry(name).or_insert_with(|| c_text(name)).as_ptr())
    });
    name.unwrap_or(null())
}
