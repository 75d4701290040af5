//! Any bytes read as a table, in any dialect; the first bytes choose which.
#![no_main]

mod contract;

use noregret_io::{Dialect, Format, Schema};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let [choice, more, rest @ ..] = bytes else { return };
    let bit = |place: u8| choice >> place & 1 == 1;
    let dialect = Dialect {
        header: bit(0).then_some(bit(1)),
        decimal_comma: bit(2),
        missing: bit(3).then(|| vec!["x".to_owned(), "0".to_owned()]),
        day_first: bit(4),
        delimiter: bit(5).then(|| [';', '\t', '|', ' '][usize::from(more & 3)]),
        ngram: more >> 2 & 3,
        skips: more >> 4 & 1,
        ..Dialect::default()
    };
    let format = [Format::Csv, Format::Tsv, Format::Arff][usize::from(more >> 6) % 3];
    let label = bit(6).then(|| "last".to_owned());
    contract::check_with(rest, format, Schema { dialect: bit(7).then_some(dialect), label, ..Schema::default() });
});
