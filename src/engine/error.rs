//! The errors of an engine.

/// An error of an engine.
///
/// # Examples
/// ```
/// use emilia::{Certainty, Engine, EngineError, EngineOptions, Game, Rules};
///
/// let small = Game::new(Rules::sized(6)?);
/// let estimate = Certainty::Depth { plies: 4, percent: 100 };
/// let error = Engine::new(EngineOptions::default()).deviation(&small, estimate).unwrap_err();
/// assert_eq!(error, EngineError::Variant);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineError {
    /// What was asked for is known for Othello on 8x8 alone.
    #[error("this is known for Othello on 8x8 only")]
    Variant,
    /// The thread of the engine could not be started.
    #[error("cannot start a thread")]
    Thread,
}
