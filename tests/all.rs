//! All integration tests, in one program: it is linked once, and its tests run in parallel.

#[cfg(target_os = "linux")]
mod aarch64;
mod analysis;
mod app;
mod book;
mod calibrate;
mod certificate;
mod checks;
mod common;
mod convert;
mod documents;
mod drill;
mod files;
mod foreign;
mod fuzz;
mod games;
mod ggs;
mod gtp;
mod json;
mod oracle;
#[cfg(target_arch = "x86_64")]
mod processor;
mod protocol;
mod protocol_md;
mod public_api;
mod quarry;
#[path = "../crates/core/tests/random.rs"]
mod random;
mod resume;
mod selfplay;
#[cfg(feature = "serve")]
mod serve;
mod session;
mod solve;
mod train;
mod variant;
