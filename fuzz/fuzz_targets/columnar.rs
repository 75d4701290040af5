//! Any bytes read as Parquet or Arrow, which their first bytes choose.
#![no_main]

mod contract;

use noregret_io::Format;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let format = if bytes.starts_with(b"PAR1") { Format::Parquet } else { Format::Arrow };
    contract::check(bytes, format);
});
