//! What makes the difference: the generated ads with columns, clicks or the penalty left out.
//!
//! One stream, changed in one respect at a time: how many features a row has (the words alone; their pairs; the matches of query and title), how many ads are clicked, how strong the penalty is, how long it runs.
//! Weakness: there is no row without a penalty. With more features than rounds the best weights then fit nearly every click, and the search for them had not ended after minutes on a tenth of the rows.

use super::stream::{Made, Stream};
use super::{COLUMNS, STRENGTH, Three};
use crate::error::Answer;
use crate::findings::Table;
use crate::setting::Setting;
use noregret_generate::Kind;

const NAMES: &[&str] = &["query", "ad", "advertiser"];
const WORDS: &[&str] = &["query", "words", "ad", "advertiser", "title", "text"];
const PAIRS: &[&str] =
    &["query", "words", "pairs", "ad", "advertiser", "title", "text", "title_pairs", "text_pairs"];

/// The table.
pub(super) fn table(setting: &Setting<'_>) -> Answer<Table> {
    let mut table =
        Table::new("What matters: shorter streams of generated ads, changed one thing at a time", &COLUMNS);
    let whole = Made::whole(Kind::Ads, setting.either(ROWS, 1_000));
    let short = Made { rows: whole.rows / 10, ..whole };
    let cases = [
        ("all columns", whole, STRENGTH),
        ("query, ad and advertiser alone", Made { columns: NAMES, ..whole }, STRENGTH),
        ("and their words", Made { columns: WORDS, ..whole }, STRENGTH),
        ("and pairs of words", Made { columns: PAIRS, ..whole }, STRENGTH),
        ("all columns, a click in four", Made { clicks: 4, ..whole }, STRENGTH),
        ("all columns, a tenth of the rows", short, STRENGTH),
        ("all columns, l2 a tenth", whole, 0.1 * STRENGTH),
    ];
    for (title, made, strength) in cases {
        setting.at(title)?;
        table.rows.push(Three::play(&Stream::Made(made), strength)?.row(title));
    }
    Ok(table)
}

/// Rows of a stream.
const ROWS: usize = 200_000;
