//! The header is that of the sources, and programs in C and C++ run with the library under sanitizers.

mod header;
mod programs;

use std::path::Path;

/// The folder of this crate.
fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
