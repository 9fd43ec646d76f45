//! All integration tests, in one program: it is linked once, and its tests run in parallel.

#[cfg(target_os = "linux")]
mod aarch64;
mod analysis;
mod app;
mod board;
mod book;
mod calibrate;
mod certificate;
mod checks;
mod common;
mod convert;
mod documents;
mod engine;
mod eval;
mod files;
mod foreign;
mod fuzz;
mod game;
mod games;
mod ggs;
mod gtp;
mod json;
mod kernels;
mod layers;
mod oracle;
#[cfg(target_arch = "x86_64")]
mod processor;
mod proof;
mod protocol;
mod protocol_md;
mod public_api;
mod quarry;
mod resume;
mod rustdoc;
mod search;
mod selfplay;
#[cfg(feature = "serve")]
mod serve;
mod session;
mod solve;
mod train;
mod variant;
mod wasm;
