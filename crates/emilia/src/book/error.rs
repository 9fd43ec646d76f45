//! The errors of a book.

use std::path::PathBuf;

/// An error of a book.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The file cannot be opened, or is not a book.
    #[error("cannot open the book {}: {reason}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The file cannot be created.
    #[error("cannot create the book {}: {reason}", path.display())]
    Create {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The content is damaged.
    #[error("the book is damaged: {0}; `emilia book check` tells more")]
    Damaged(String),
    /// It cannot be read or written.
    #[error("the book cannot be read or written: {0}")]
    Access(String),
    /// A file of another format cannot be read.
    #[error("{0}")]
    Format(String),
    /// The work was stopped.
    #[error("stopped")]
    Stopped,
}
