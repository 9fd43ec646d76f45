//! The engine as a C library: `include/emilia.h`, which cbindgen makes of the functions here, is its documentation.
//!
//! Knows nothing of streams. Each function checks its pointers and text, and no panic crosses the border:
//!
//! ```text
//!   border   panics and errors to a status and a text for each thread; pointers and text from C
//!   owned    structs of the header with what their pointers lead to
//!   game, analysis, engine, book    the functions of the header
//! ```

mod analysis;
mod book;
mod border;
mod engine;
mod game;
mod owned;

/// What the header says of threads.
const _: () = {
    const fn are_shared<T: Send + Sync>() {}
    are_shared::<(book::BookHandle, engine::EngineHandle, engine::StopHandle, game::GameHandle)>();
};
