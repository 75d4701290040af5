//! A composite step in a full metric: `argmin over F of 1/2 w'Hw - b.w + k (l1 |w|_1 + 1/2 sum l2_i w_i^2)`.
//!
//! Coordinate descent: one coordinate after another is solved exactly with the others held,
//! `w_i <- clip( soft(b_i - sum_{j != i} H_ij w_j, k l1) / (H_ii + k l2_i) )`. The problem is strongly convex and what is not smooth
//! is separable, so the sweeps converge. Whenever a sweep leaves every coordinate on its piece (at an end of the box, at zero, or between), the
//! linear system of the coordinates between is solved outright; if the answer stays on those pieces it is the minimum.
//!
//! Tseng 2001.
use crate::Terms;
use crate::eliminate::eliminate;
use crate::metric::Matrix;
use crate::twin::dot;

/// The minimum; the search starts at `start`.
pub(crate) fn composite(h: &Matrix, b: &[f64], terms: &Terms, k: f64, start: &[f64]) -> Vec<f64> {
    let mut w = start.to_vec();
    for _ in 0..100_000 {
        let before = w.clone();
        for i in 0..w.len() {
            w[i] = best(h, b, terms, k, &w, i);
        }
        if let Some(minimum) = polished(h, b, terms, k, &w) {
            return minimum;
        }
        let size = w.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
        if w.iter().zip(&before).all(|(a, b)| (a - b).abs() <= 1e-14 * size) {
            return w;
        }
    }
    panic!("coordinate descent did not converge");
}

/// The best value of coordinate `i` with the others held.
fn best(h: &Matrix, b: &[f64], terms: &Terms, k: f64, w: &[f64], i: usize) -> f64 {
    let others = dot(&h[i], w) - h[i][i] * w[i];
    terms.solve(i, b[i] - others, k * terms.l1, h[i][i] + k * terms.l2[i])
}

/// The minimum over the pieces on which `w` lies, if it is the minimum over all.
fn polished(h: &Matrix, b: &[f64], terms: &Terms, k: f64, w: &[f64]) -> Option<Vec<f64>> {
    let kinked = |i: usize| (terms.l1 * k > 0.0 && w[i] == 0.0) || w[i] == terms.lo[i] || w[i] == terms.hi[i];
    let free: Vec<usize> = (0..w.len()).filter(|&i| !kinked(i)).collect();
    let entry = |i: usize, j: usize| h[i][j] + if i == j { k * terms.l2[i] } else { 0.0 };
    let held = |i: usize| (0..w.len()).filter(|&j| kinked(j)).map(|j| h[i][j] * w[j]).sum::<f64>();
    let sign = |i: usize| if w[i] > 0.0 { 1.0 } else { -1.0 };
    let system = free.iter().map(|&i| free.iter().map(|&j| entry(i, j)).collect()).collect();
    let right = free.iter().map(|&i| b[i] - held(i) - k * terms.l1 * sign(i)).collect();
    let mut point = w.to_vec();
    for (&i, v) in free.iter().zip(eliminate(system, right)?) {
        let crossed = terms.l1 * k > 0.0 && v * sign(i) < 0.0;
        if crossed || v < terms.lo[i] || v > terms.hi[i] {
            return None;
        }
        point[i] = v;
    }
    // On the pieces held, the coordinate must want to stay where it is.
    let stays = |i: usize| !kinked(i) || best(h, b, terms, k, &point, i) == w[i];
    (0..w.len()).all(stays).then_some(point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::spectrum::Spectrum;
    use crate::streams::SplitMix64;

    #[test]
    fn no_neighbour_is_better() {
        let mut random = SplitMix64::new(11);
        for round in 0..200 {
            let mut draw = |n: usize| (0..n).map(|_| random.signed()).collect::<Vec<f64>>();
            let v: Matrix = (0..3).map(|_| draw(4)).collect();
            let h = Spectrum { base: 1e-3, extra: vec![30.0, 1.0, 0.1], v }.matrix(4);
            let (b, k) = (draw(4), 0.2);
            let terms = Terms::cube(4, -0.3, 0.7).with_l1(0.4).with_l2([0.0, 0.5][round % 2]);
            let price = |w: &[f64]| {
                let quadratic: f64 = (0..4).map(|i| 0.5 * w[i] * dot(&h[i], w)).sum();
                quadratic - dot(&b, w) + k * terms.penalty(w)
            };
            let w = composite(&h, &b, &terms, k, &terms.origin());
            for _ in 0..50 {
                let near: Vec<f64> = (0..4).map(|i| terms.clip(i, w[i] + 1e-3 * random.signed())).collect();
                assert!(price(&w) <= price(&near) + 1e-15);
            }
        }
    }
}
