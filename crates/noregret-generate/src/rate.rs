//! The constant that gives a logistic model a click rate.

/// The bias that makes the mean probability of these logits `rate`, by bisection.
pub(crate) fn bias_for_rate(logits: &[f64], rate: f64) -> f64 {
    let (mut low, mut high) = (-20.0, 20.0);
    for _ in 0..40 {
        let bias = (low + high) / 2.0;
        let mean =
            logits.iter().map(|z| 1.0 / (1.0 + libm::exp(-z - bias))).sum::<f64>() / logits.len() as f64;
        if mean < rate { low = bias } else { high = bias }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_probability_is_the_rate() {
        let logits: Vec<f64> = (0..101).map(|k| f64::from(k) * 0.05 - 2.0).collect();
        for rate in [0.01, 0.125, 0.5] {
            let bias = bias_for_rate(&logits, rate);
            let mean = logits.iter().map(|z| 1.0 / (1.0 + libm::exp(-z - bias))).sum::<f64>() / 101.0;
            assert!((mean - rate).abs() < 1e-9);
        }
    }
}
