//! Gives the input to [`emilia_fuzz::uci`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| emilia_fuzz::uci(data));
