//! Measures as their definitions say, over all rows at once: every pair, every threshold, every constant.

/// A prediction, its label and its weight.
pub type Row = (f64, f64, f64);

fn total(rows: &[Row], f: impl Fn(&Row) -> f64) -> f64 {
    rows.iter().map(f).sum()
}

/// The weighted mean of a cost.
pub fn weighted_mean(rows: &[Row], cost: impl Fn(f64, f64) -> f64) -> f64 {
    total(rows, |&(p, y, w)| w * cost(p, y)) / total(rows, |row| row.2)
}

/// The share of pairs of a positive and a negative, by the product of their weights, in which the positive has the larger margin; ties are half.
pub fn auc(rows: &[Row]) -> f64 {
    let (mut won, mut pairs) = (0.0, 0.0);
    for &(p, _, w) in rows.iter().filter(|row| row.1 > 0.0) {
        for &(q, _, v) in rows.iter().filter(|row| row.1 <= 0.0) {
            pairs += w * v;
            won += w
                * v
                * if p > q {
                    1.0
                } else if p == q {
                    0.5
                } else {
                    0.0
                };
        }
    }
    won / pairs
}

/// For every threshold, from above: the recall it gains times its precision.
pub fn average_precision(rows: &[Row]) -> f64 {
    let mut thresholds: Vec<f64> = rows.iter().map(|row| row.0).collect();
    thresholds.sort_by(|a, b| b.total_cmp(a));
    thresholds.dedup();
    let all = total(rows, |&(_, y, w)| if y > 0.0 { w } else { 0.0 });
    let (mut area, mut before) = (0.0, 0.0);
    for threshold in thresholds {
        let above: Vec<Row> = rows.iter().copied().filter(|row| row.0 >= threshold).collect();
        let hits = total(&above, |&(_, y, w)| if y > 0.0 { w } else { 0.0 });
        area += (hits - before) / all * hits / total(&above, |row| row.2);
        before = hits;
    }
    area
}

/// The least mean pinball loss of any constant: one of the labels is best.
pub fn best_pinball(rows: &[Row], quantile: f64) -> f64 {
    let at = |c: f64| {
        weighted_mean(rows, |_, y| if y >= c { quantile * (y - c) } else { (1.0 - quantile) * (c - y) })
    };
    rows.iter().map(|row| at(row.1)).fold(f64::INFINITY, f64::min)
}

/// Ten bins of equal width, an edge belonging to the bin below: sum of |sum of y - sum of p| over the weight.
pub fn calibration_error(rows: &[Row]) -> f64 {
    let bin = |p: f64| (1..10).filter(|&k| p > k as f64 * 0.1).count();
    let gap = |k: usize| {
        let within: Vec<Row> = rows.iter().copied().filter(|row| bin(row.0) == k).collect();
        total(&within, |&(p, y, w)| w * (y - p)).abs()
    };
    (0..10).map(gap).sum::<f64>() / total(rows, |row| row.2)
}

/// 2 (y log(y/p) - y + p), of a label of at least 0 and a prediction above it.
pub fn poisson_deviance(rows: &[Row]) -> f64 {
    weighted_mean(rows, |p, y| 2.0 * (if y > 0.0 { y * (y / p).ln() } else { 0.0 } - y + p))
}

/// The share of the sum of squares around the mean label that is not left.
pub fn r2(rows: &[Row]) -> f64 {
    let mean = weighted_mean(rows, |_, y| y);
    1.0 - weighted_mean(rows, |p, y| (y - p) * (y - p)) / weighted_mean(rows, |_, y| (y - mean) * (y - mean))
}

/// Precision, recall and F1 of labels above 0, predicted where the margin is; not numbers where nothing is.
pub fn precision_recall_f1(rows: &[Row]) -> [f64; 3] {
    let of = |said: bool, is: bool| {
        total(rows, |&(m, y, w)| if (m > 0.0) == said && (y > 0.0) == is { w } else { 0.0 })
    };
    let (hits, alarms, misses) = (of(true, true), of(true, false), of(false, true));
    [hits / (hits + alarms), hits / (hits + misses), 2.0 * hits / (2.0 * hits + alarms + misses)]
}

/// The probabilities of classes, the class, and the weight.
pub type ClassRow = (Vec<f64>, usize, f64);

/// The first of the likeliest classes.
pub fn likeliest(probabilities: &[f64]) -> usize {
    (0..probabilities.len()).find(|&k| probabilities.iter().all(|p| *p <= probabilities[k])).unwrap_or(0)
}

/// The weighted mean of a cost of probabilities and a class.
pub fn class_mean(rows: &[ClassRow], cost: impl Fn(&[f64], usize) -> f64) -> f64 {
    let weight: f64 = rows.iter().map(|row| row.2).sum();
    rows.iter().map(|(p, y, w)| w * cost(p, *y)).sum::<f64>() / weight
}

/// Whether a class is among the first k, sorted by probability and, of equals, the later ones first.
pub fn among(probabilities: &[f64], class: usize, k: usize) -> bool {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[b].total_cmp(&probabilities[a]).then(b.cmp(&a)));
    order.into_iter().take(k).any(|each| each == class)
}

/// The weight of examples of a class for which another, or the same, was the likeliest.
pub fn confused(rows: &[ClassRow], class: usize, said: usize) -> f64 {
    rows.iter().filter(|row| row.1 == class && likeliest(&row.0) == said).map(|row| row.2).sum()
}
