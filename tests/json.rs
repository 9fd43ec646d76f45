//! The JSON protocol: a client over the streams of the program.
//!
//! `EMILIA_JSON_QUERIES=10000 cargo test --test all json::storm -- --nocapture` runs the long form of the test with random terminations;
//! `EMILIA_JSON_SEED` makes it begin with another seed than 1.

mod answers;
mod client;
mod faults;
mod flow;
mod python;
mod storm;
