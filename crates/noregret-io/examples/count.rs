//! Fixed work for counting instructions: `cargo xtask count` runs it under callgrind, with n and with 2n examples.
//!
//!     count WHAT N      N: up to 400; WHAT: svmlight, vw, csv (parsing alone), ada-diag, auto, ada-fd (learning alone)

use noregret::{Features, Loss, Parameters, algorithms};
use noregret_io::{Format, Input, Polled, ReadOptions, Schema, Stream};
use std::error::Error;
use std::fmt::Write as _;
use std::time::Duration;

const FEATURES: usize = 100;

/// As many are made whatever n is, so that the difference of two n is of the work alone.
const MADE: usize = 400;

/// Sparse documents, the same every time: a congruential generator, few words often and many seldom.
fn documents() -> Vec<(f64, Vec<(u32, f64)>)> {
    let mut state = 1_u64;
    let mut draw = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    (0..MADE)
        .map(|_| {
            let mut words: Vec<u32> =
                (0..FEATURES).map(|_| (draw() % (1 << (1 + draw() % 17))) as u32 + 1).collect();
            words.sort_unstable();
            words.dedup();
            let pairs = words.iter().map(|&word| (word, (draw() % 9000 + 1000) as f64 / 1e5)).collect();
            (if draw() % 2 == 0 { 1.0 } else { -1.0 }, pairs)
        })
        .collect()
}

/// The documents as a table of numbers: a column for each place in them.
fn table() -> Result<Vec<String>, Box<dyn Error>> {
    let mut lines = Vec::new();
    for (y, pairs) in documents() {
        let mut line = y.to_string();
        for place in 0..80 {
            let (word, value) = pairs[place % pairs.len()];
            let value = if place % 2 == 0 { value } else { f64::from(word) };
            write!(line, ",{value}")?;
        }
        lines.push(line + "\n");
    }
    Ok(lines)
}

fn parse_table(n: usize) -> Result<usize, Box<dyn Error>> {
    let names: Vec<String> = (0..80).map(|place| format!("c{place}")).collect();
    // The first thousand rows tell what columns hold: they are not what is counted.
    let lines = table()?;
    let text = format!("y,{}\n", names.join(",")) + &lines.concat().repeat(3) + &lines[..n].concat();
    read(&text, Format::Csv)
}

fn parse(format: Format, n: usize) -> Result<usize, Box<dyn Error>> {
    let (mut text, mut end) = (String::new(), 0);
    for (k, (y, pairs)) in documents().into_iter().enumerate() {
        if k == n {
            end = text.len();
        }
        write!(text, "{y}{}", if format == Format::Vw { " |w" } else { "" })?;
        for (word, value) in pairs {
            let name = if format == Format::Vw { "x" } else { "" };
            write!(text, " {name}{word}:{value}")?;
        }
        text.push('\n');
    }
    read(if end > 0 { &text[..end] } else { &text }, format)
}

fn read(text: &str, format: Format) -> Result<usize, Box<dyn Error>> {
    let path = std::env::temp_dir().join(format!("noregret-count-{}", std::process::id()));
    std::fs::write(&path, text)?;
    let reading = ReadOptions { threads: 1, ..ReadOptions::default() };
    let mut stream = Stream::with(vec![Input::File(path.clone())], Some(format), Schema::default(), reading)?;
    let mut features = 0;
    loop {
        match stream.next(Duration::from_secs(60))? {
            Polled::Batch(batch) => features += batch.iter().count(),
            Polled::Waiting => {}
            Polled::End => break,
        }
    }
    std::fs::remove_file(path)?;
    Ok(features)
}

fn learn(name: &str, n: usize) -> Result<usize, Box<dyn Error>> {
    let loss: Loss = "logistic".parse()?;
    let mut learner = algorithms::find(name)?.spec(Some(loss), &Parameters::new())?.check()?.build();
    for (y, pairs) in documents().into_iter().take(n) {
        let (indices, values): (Vec<u32>, Vec<f64>) = pairs.into_iter().unzip();
        learner.learn(Features::new(&indices, &values)?, y, 1.0)?;
    }
    Ok(n)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, n] = arguments.as_slice() else { return Err("count WHAT N".into()) };
    let n = n.parse()?;
    let done = match what.as_str() {
        "svmlight" => parse(Format::Svmlight, n)?,
        "vw" => parse(Format::Vw, n)?,
        "csv" => parse_table(n)?,
        name => learn(name, n)?,
    };
    println!("{done}");
    Ok(())
}
