//! Files that survive a crash: after it a file has its old or its new content, never a mixture.
//!
//! Knows nothing of what the files contain. [`replace()`] writes a whole file atomically. [`LockedFile`] is for a file that one program
//! writes to for hours: it is locked, replaced atomically, and appended to. Locks are those of the standard library, temporary files
//! those of the crate `atomic-write-file`.

mod bytes;
mod decompress;
mod lines;
mod locked_file;
mod pace;
mod replace;
mod target;

pub use bytes::{read_at_most, read_text_at_most};
pub use bytes::{read_up_to, remaining_zeros};
pub use decompress::open_decompressed;
pub use decompress::{MOST_BYTES, read_decompressed};
pub use lines::for_each_line;
pub use lines::for_each_raw_line;
pub use locked_file::LockedFile;
pub use pace::Pace;
pub use replace::{check_writable, replace};
pub use target::Target;
