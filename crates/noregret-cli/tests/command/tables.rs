//! Small labelled tables, and numbers read back from text.

use super::SplitMix;

/// Uniform in [0, 1), with few digits.
pub fn unit(random: &mut SplitMix) -> f64 {
    random.below(1000) as f64 / 1000.0
}

/// The numbers of a line of CSV.
pub fn numbers(line: &str) -> Vec<f64> {
    line.split(',').map(|number| number.parse().unwrap_or_else(|e| panic!("{number}: {e}"))).collect()
}

/// The numbers of lines of CSV.
pub fn matrix(text: &str) -> Vec<Vec<f64>> {
    text.lines().map(numbers).collect()
}

/// Equal to nine digits.
pub fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * (1.0 + a.abs().max(b.abs()))
}

/// A table whose third column tells the class; one category is noise, one is missing at times.
pub fn table(rows: usize, seed: u64) -> Vec<Vec<String>> {
    let mut random = SplitMix(seed);
    let row = |_| {
        let class = random.below(3);
        let colour = ["red", "green", "blue"][random.below(3)];
        let shape = ["round", "square", "?"][if random.below(9) == 0 { 2 } else { usize::from(class == 0) }];
        let signal = class as f64 + 0.3 * unit(&mut random);
        let size =
            if random.below(10) == 0 { "?".to_owned() } else { (100.0 * unit(&mut random)).to_string() };
        let weight = (10.0 * unit(&mut random)).to_string();
        let class = ["ant", "bee", "cow"][class].to_owned();
        vec![size, weight, signal.to_string(), colour.to_owned(), shape.to_owned(), class]
    };
    (0..rows).map(row).collect()
}

/// The names of the table's columns.
pub const NAMES: [&str; 6] = ["size", "weight", "signal", "colour", "shape", "class"];

/// Rows as lines.
pub fn joined(rows: &[Vec<String>], delimiter: &str) -> String {
    rows.iter().map(|row| row.join(delimiter) + "\n").collect()
}
