//! Small files in the very formats of the papers' large ones, under their names: read, and nothing stands in for them.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use noregret_reproduce::{Findings, Folder, Setting, find};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

fn packed(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut file =
        bzip2::write::BzEncoder::new(std::fs::File::create(path).unwrap(), bzip2::Compression::fast());
    file.write_all(text.as_bytes()).unwrap();
    file.finish().unwrap();
}

fn quick(name: &str, folder: &Path) -> Findings {
    let data = Folder::new(Some(folder.to_owned()));
    let setting = Setting { data, quick: true, threads: 2, say: &|_| {}, stop: &|| false };
    find(name).unwrap().run(&setting).unwrap()
}

/// Rows of a label and entries from 1 on; every row ends in a blank, as LIBSVM's do.
fn rows(
    n: usize,
    label: impl Fn(usize) -> &'static str,
    entry: impl Fn(usize, usize) -> Option<String>,
) -> String {
    let mut text = String::new();
    for row in 0..n {
        text += label(row);
        text.push(' ');
        for (k, value) in (0..40).filter_map(|k| Some((k, entry(row, k)?))) {
            let _ = write!(text, "{}:{value} ", k + 1);
        }
        text.push('\n');
    }
    text
}

/// gisette_scale: labels 1 and -1, every feature in [-1, 1], most at -1. epsilon_normalized: labels 1 and -1, dense, up to seven digits, rows of length 1.
#[test]
fn gisette_and_epsilon() {
    let folder = tempfile::tempdir().unwrap();
    let label = |row: usize| if row.is_multiple_of(2) { "1" } else { "-1" };
    let gisette = |row: usize, k: usize| {
        let told = k < 4 && (row + k).is_multiple_of(2);
        Some(if told {
            "0.971972".to_owned()
        } else {
            ["-1", "-0.997998", "-1"][(row * 7 + k) % 3].to_owned()
        })
    };
    let epsilon = |row: usize, k: usize| {
        let sign = if (row + k).is_multiple_of(2) { 1.0 } else { -1.0 };
        Some(format!("{:e}", sign * (0.0223607 + ((row * 31 + k * 17) % 11) as f64 / 1e5)))
    };
    for end in ["", ".t"] {
        packed(&folder.path().join(format!("libsvm/gisette_scale{end}.bz2")), &rows(120, label, gisette));
        packed(
            &folder.path().join(format!("libsvm/epsilon_normalized{end}.bz2")),
            &rows(120, label, epsilon),
        );
    }
    let found = quick("adafd-fig2", folder.path());
    assert_eq!(found.stand_ins, Vec::<String>::new(), "both are there");
    let titles: Vec<&str> = found.tables.iter().map(|table| table.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "gisette: 120 training and 60 test rows of 40 entries, tau = 10",
            "epsilon: 120 training and 60 test rows of 40 entries, tau = 40"
        ]
    );
}

/// news20.binary: labels +1 and -1, few entries of indices up to 1,355,191. rcv1_test.binary: labels 1 and -1, words' weights.
#[test]
fn news20_and_rcv1() {
    let folder = tempfile::tempdir().unwrap();
    let sparse = |row: usize, k: usize| {
        let there = k % 2 == row % 2 && (k * 13 + row * 5).is_multiple_of(4);
        there.then(|| format!("{}", 0.01 + ((k * 7 + row) % 13) as f64 / 100.0))
    };
    let news = rows(90, |row| if row.is_multiple_of(2) { "+1" } else { "-1" }, sparse);
    let news = news.replace("40:", "1355191:");
    let rcv1 = rows(90, |row| if row.is_multiple_of(2) { "1" } else { "-1" }, sparse);
    packed(&folder.path().join("libsvm/news20.binary.bz2"), &news);
    packed(&folder.path().join("libsvm/rcv1_test.binary.bz2"), &rcv1);
    let found = quick("table1", folder.path());
    assert!(!found.stand_ins.iter().any(|text| text.starts_with("news") || text.starts_with("rcv1")));
    let first: Vec<String> = found.tables[0].rows.iter().map(|row| row[0].shown()).collect();
    assert!(
        first.contains(&"news, 90 rows".to_owned()) && first.contains(&"rcv1, 90 rows".to_owned()),
        "{first:?}"
    );
}
