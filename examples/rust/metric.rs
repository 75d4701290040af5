//! Metric learning: of three coordinates one tells kinds apart, and triplets say so. The twin: `examples/python/metric.py`.
//!
//! Run with `cargo run --release -p noregret-engine --example metric`.

use noregret::Update;
use noregret::metric_learning::{MatrixGeometry, MetricLearner, evaluate};

type Point = [f64; 3];

/// Two kinds, told apart by the first coordinate; the others are wide and mean nothing.
fn point(k: i64) -> Point {
    [
        (k % 2) as f64 + ((k * 29) % 31) as f64 / 310.0,
        ((k * 37) % 41) as f64 / 10.0,
        ((k * 53) % 59) as f64 / 10.0,
    ]
}

fn between(a: &Point, b: &Point, scale: f64) -> Point {
    [0, 1, 2].map(|k| a[k] * scale - b[k] * scale)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let triplet = |k: i64| [point(k), point(k + 2 * (k % 17) + 2), point(k + 2 * (k % 13) + 1)];
    let triplets: Vec<[Point; 3]> = (0..300).map(triplet).collect();
    // The unit of lengths: the mean squared distance is 1.
    let squared = |a: &Point, b: &Point| between(a, b, 1.0).iter().map(|z| z * z).sum::<f64>();
    let total: f64 = triplets.iter().map(|[a, near, far]| squared(a, near) + squared(a, far)).sum();
    let scale = 1.0 / (total / (2 * triplets.len()) as f64).sqrt();

    let spec = evaluate::method(MatrixGeometry::LogDet, Update::Implicit);
    let mut metric = MetricLearner::new(&spec, 3)?;
    for [a, near, far] in &triplets {
        metric.learn_relative(&between(a, near, scale), &between(a, far, scale), 1.0)?;
    }
    let distance = |a: &Point, b: &Point| metric.distance(&between(a, b, scale)).map(f64::sqrt);
    let alike = distance(&[0.0, 1.0, 2.0], &[0.0, 3.0, 1.0])?;
    let different = distance(&[0.0, 1.0, 2.0], &[1.0, 1.0, 2.0])?;
    let told = if alike < different { "told apart" } else { "not told apart" };
    println!("alike {alike:.3}, different {different:.3}: {told}");
    let mut nearer = 0;
    for [a, near, far] in &triplets {
        nearer += u32::from(distance(a, near)? < distance(a, far)?);
    }
    println!("{nearer} of {} triplets are right", triplets.len());
    Ok(())
}
