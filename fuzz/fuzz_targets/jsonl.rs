//! Any bytes read as jsonl.
#![no_main]

mod contract;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| contract::check(bytes, noregret_io::Format::Jsonl));
