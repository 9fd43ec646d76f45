//! Gives the input to [`emilia_fuzz::books`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| emilia_fuzz::books(data));
