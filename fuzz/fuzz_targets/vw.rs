//! Any bytes read as vw.
#![no_main]

mod contract;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| contract::check(bytes, noregret_io::Format::Vw));
