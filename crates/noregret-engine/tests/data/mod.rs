//! Rows drawn from a fixed seed, and the texts they are.

use noregret::Rows;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::PathBuf;

/// Sparse rows with labels.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    /// How many columns.
    pub columns: usize,
    starts: Vec<usize>,
    indices: Vec<u32>,
    values: Vec<f64>,
    /// What labels are made of.
    pub scores: Vec<f64>,
    /// The labels.
    pub labels: Vec<f64>,
}

impl Matrix {
    /// So many rows; some are empty.
    pub fn draw(seed: u64, rows: usize, columns: usize) -> Self {
        let mut state = seed;
        let mut draw = move |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let mut matrix = Self { columns, starts: vec![0], ..Self::default() };
        for _ in 0..rows {
            let mut score = 0.25;
            for column in 0..columns {
                if draw(4) == 0 {
                    let value = (draw(2000) as f64 - 999.5) / 512.0;
                    score += value * if column % 3 == 0 { 1.0 } else { -0.5 };
                    matrix.indices.push(column as u32);
                    matrix.values.push(value);
                }
            }
            matrix.starts.push(matrix.indices.len());
            matrix.scores.push(score + draw(100) as f64 / 200.0);
        }
        matrix
    }

    /// The rows.
    pub fn rows(&self) -> Rows<'_> {
        Rows::new(&self.starts, &self.indices, &self.values).unwrap()
    }

    /// Some of them, with their labels.
    pub fn part(&self, range: Range<usize>) -> Self {
        let (from, to) = (self.starts[range.start], self.starts[range.end]);
        Self {
            columns: self.columns,
            starts: self.starts[range.start..=range.end].iter().map(|start| start - from).collect(),
            indices: self.indices[from..to].to_vec(),
            values: self.values[from..to].to_vec(),
            scores: self.scores[range.clone()].to_vec(),
            labels: self.labels[range].to_vec(),
        }
    }

    /// Zeros and all.
    pub fn dense(&self) -> Vec<f64> {
        let mut dense = vec![0.0; self.columns * self.scores.len()];
        for (row, x) in self.rows().iter().enumerate() {
            x.iter().for_each(|(column, value)| dense[row * self.columns + column as usize] = value);
        }
        dense
    }

    /// As svmlight text.
    pub fn svmlight(&self) -> String {
        let mut text = String::new();
        for (x, label) in self.rows().iter().zip(&self.labels) {
            write!(text, "{label}").unwrap();
            x.iter().for_each(|(column, value)| write!(text, " {column}:{value}").unwrap());
            text.push('\n');
        }
        text
    }
}

/// A file with this text, which goes with the folder.
pub fn text_file(text: &str, name: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    (folder, path)
}
