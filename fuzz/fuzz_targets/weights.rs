//! Gives the input to [`emilia_fuzz::weights`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| emilia_fuzz::weights(data));
