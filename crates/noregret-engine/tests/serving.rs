//! A model that is asked answers by the weights that serve, whichever door the question comes by; one that goes on learning is asked by its last weights.
#![allow(clippy::unwrap_used, reason = "a test should fail loudly")]

#[allow(dead_code, reason = "each test takes what it needs of it")]
mod data;

use data::Matrix;
use noregret_engine::{Engine, Scratch};
use noregret_io::{Format, GivenLabel};

/// What the label goes by turns around every 300 rows.
fn turning(rows: usize) -> Matrix {
    let mut matrix = Matrix::draw(11, rows, 4);
    let turned = matrix.scores.iter().enumerate().map(|(row, score)| match row / 300 % 2 {
        0 => *score,
        _ => 1.0 - score,
    });
    matrix.labels = turned.map(|score| if score > 0.5 { 1.0 } else { -1.0 }).collect();
    matrix
}

fn bits(margins: &[f64]) -> Vec<u64> {
    margins.iter().map(|margin| margin.to_bits()).collect()
}

#[test]
fn every_door_answers_by_what_serves() {
    let matrix = turning(2100);
    let mut engine = Engine::options().build().unwrap();
    engine.learn_rows(matrix.rows(), &matrix.labels, None).unwrap();
    engine.finish().unwrap();
    assert!(engine.core().iterate().unwrap().averaged, "{:?}", engine.core().iterate());
    let asked = matrix.part(0..200);
    let served = engine.margins().rows(asked.rows()).unwrap();
    let last = engine.margins().by_last().rows(asked.rows()).unwrap();
    assert_ne!(bits(&served), bits(&last));
    let bytes = engine.to_bytes().unwrap();
    let loaded = Engine::from_bytes(&bytes).unwrap();
    let doors = [
        ("a file", loaded.margins().rows(asked.rows())),
        ("frozen", engine.freeze().unwrap().margins().rows(asked.rows())),
        ("a copy", engine.copy().unwrap().margins().rows(asked.rows())),
        ("a predictor", engine.predictor().unwrap().margins().rows(asked.rows())),
        ("all", engine.margins().all_rows(asked.rows())),
        ("dense", engine.margins().dense(asked.columns, &asked.dense())),
    ];
    for (door, margins) in doors {
        assert_eq!(bits(&margins.unwrap()), bits(&served), "{door}");
    }
    let mut scratch = Scratch::new();
    let lines = asked.svmlight();
    for (k, line) in lines.lines().enumerate() {
        let margin = engine.margins().line(Format::Svmlight, line, &mut scratch).unwrap().unwrap();
        assert_eq!(margin.to_bits(), served[k].to_bits());
    }
    let mut gauge = engine.gauge();
    for (k, x) in asked.rows().iter().enumerate() {
        gauge.row(x, GivenLabel::Number(asked.labels[k]), 1.0).unwrap();
        assert_eq!(gauge.last().0[0].to_bits(), served[k].to_bits());
    }
    let compact = engine.compact().unwrap().margins().rows(asked.rows()).unwrap();
    assert!(served.iter().zip(&compact).all(|(a, b)| (a - b).abs() < 0.3));
    let alive = engine.by_last();
    let doors = [
        ("itself", alive.margins().rows(asked.rows())),
        ("frozen", alive.freeze().unwrap().margins().rows(asked.rows())),
        ("a predictor", alive.predictor().unwrap().margins().rows(asked.rows())),
    ];
    for (door, margins) in doors {
        assert_eq!(bits(&margins.unwrap()), bits(&last), "{door}");
    }
}

#[test]
fn what_is_foreseen_is_said_by_the_last_weights() {
    let matrix = turning(2100);
    let mut engine = Engine::options().loss("logistic".parse().unwrap()).build().unwrap();
    let mut averaged = 0;
    for (k, x) in matrix.rows().iter().enumerate() {
        let before = engine.margins().by_last().row(x, &mut Scratch::new()).unwrap();
        let taken = engine.learn_row(x, matrix.labels[k], 1.0).unwrap();
        assert_eq!(taken.margin().map(f64::to_bits), Some(before.to_bits()));
        averaged += usize::from(engine.core().iterate().unwrap().averaged);
    }
    assert!(averaged > 500, "{averaged}");
}
