//! Files that hold a user's work, written so that a crash at any moment leaves the old or the new content.
//!
//! Knows nothing of what the files hold. A whole file is replaced in one step ([`replace()`]); a file that one program writes to for
//! hours is locked, replaced and appended to through [`OwnedFile`].

mod bytes;
mod lines;
mod owned;
mod replace;
mod target;
mod unpack;

pub use bytes::{crc, take, zeros_to_the_end};
pub use lines::lines;
pub use owned::OwnedFile;
pub use replace::{check, replace};
pub use target::Target;
pub use unpack::unpacked;
