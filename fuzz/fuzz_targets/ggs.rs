//! Gives the input to [`emilia_fuzz::ggs`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| emilia_fuzz::ggs(data));
