//! Why a command fails, in the words that GTP has for it.

/// A failure; shown as the text of the response.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum Fault {
    #[error("unknown command")]
    Unknown,
    #[error("syntax error")]
    Syntax,
    #[error("unacceptable size")]
    Size,
    #[error("unsupported game")]
    Game,
    #[error("illegal move")]
    Illegal,
    #[error("cannot undo")]
    Undo,
    #[error("cannot score")]
    Unfinished,
    #[error("cannot load file: {0}")]
    Load(String),
    /// The session's own message.
    #[error("{0}")]
    Refused(String),
}
