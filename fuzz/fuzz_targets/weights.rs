#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| emilia_fuzz::weights(data));
