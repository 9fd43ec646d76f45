//! The errors of an engine.

/// An error of an engine.
///
/// # Examples
/// ```
/// use emilia::{Engine, EngineError, EngineOptions, Game, Limits, Rules};
///
/// let small = Game::new(Rules::sized(6)?);
/// let error = Engine::new(EngineOptions::default()).search(&small, &Limits::depth(4)).unwrap_err();
/// assert_eq!(error, EngineError::Variant);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineError {
    /// The game has another board size or another goal.
    #[error("only standard 8x8 Othello can be searched so far")]
    Variant,
    /// The thread of the engine could not be started.
    #[error("cannot start a thread")]
    Thread,
}
