//! Means, slopes, and the few points of a long curve that are drawn.

/// Mean and standard deviation (n - 1); of one value, no deviation (NaN).
pub(crate) fn spread(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    (mean, (values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / (n - 1.0)).sqrt())
}

/// The exponent p of the c T^p nearest to the points, by least squares on logarithms.
pub(crate) fn exponent(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (libm::log(x), libm::log(y))).collect();
    let n = logs.len() as f64;
    let (mx, my) = (logs.iter().map(|p| p.0).sum::<f64>() / n, logs.iter().map(|p| p.1).sum::<f64>() / n);
    let (above, below) =
        logs.iter().fold((0.0, 0.0), |(a, b), (x, y)| (a + (x - mx) * (y - my), b + (x - mx) * (x - mx)));
    above / below
}

/// The rounds, from 1, at which a curve of so many is drawn: evenly spread, the last among them.
pub(crate) fn even(rounds: usize, points: usize) -> Vec<usize> {
    let points = points.min(rounds).max(1);
    (1..=points).map(|k| rounds * k / points).filter(|&t| t > 0).collect()
}

/// The same, evenly spread on a logarithmic axis.
pub(crate) fn geometric(rounds: usize, points: usize) -> Vec<usize> {
    let step = libm::log(rounds.max(1) as f64) / points as f64;
    let mut at: Vec<usize> = (0..=points).map(|k| libm::exp(step * k as f64).round() as usize).collect();
    at.dedup();
    at.retain(|&t| t >= 1 && t <= rounds);
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_found() {
        let points: Vec<_> = [1e2, 1e3, 1e5].map(|t: f64| (t, 3.0 * t.cbrt())).to_vec();
        assert!((exponent(&points) - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(spread(&[1.0, 3.0]), (2.0, 2.0_f64.sqrt()));
        assert_eq!(even(10, 3), [3, 6, 10]);
        assert_eq!(even(2, 9), [1, 2]);
        assert_eq!((geometric(1000, 3), geometric(1, 5)), (vec![1, 10, 100, 1000], vec![1]));
    }
}
