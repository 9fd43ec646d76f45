//! Why an engine does not answer.

/// Why an engine does not answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineError {
    /// The game is played on another board or for another goal.
    #[error("only standard 8x8 Othello can be searched so far")]
    Variant,
    /// The thread of the engine could not be started.
    #[error("cannot start a thread")]
    Thread,
}
