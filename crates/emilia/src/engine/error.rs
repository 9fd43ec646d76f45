//! The errors of an engine.

/// An error of an engine.
///
/// # Examples
/// ```
/// use emilia::EngineError;
///
/// assert_eq!(EngineError::Variant.to_string(), "this is known for Othello on 8x8 only");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// What was asked for is known for Othello on 8x8 alone.
    #[error("this is known for Othello on 8x8 only")]
    Variant,
    /// The thread of the engine could not be started.
    #[error("cannot start a thread")]
    Thread,
}
