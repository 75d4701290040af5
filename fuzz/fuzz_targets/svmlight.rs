//! Any bytes read as svmlight.
#![no_main]

mod contract;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| contract::check(bytes, noregret_io::Format::Svmlight));
