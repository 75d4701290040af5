//! Frequent directions: `S` (tau x d) stands for all gradients so far, `S'S` for `sum g g'`.
//!
//! The last row of `S` is zero. The new gradient is put there; `S = U diag(s) V`; every squared value loses the
//! tau-th: `s'_j = sqrt(s_j^2 - s_tau^2)`, and `S <- diag(s') V` has a zero row again. With fewer than tau values nothing is lost.
//! The lost mass `s_tau^2` is summed in `rho`.
//!
//! Liberty 2013; Ghashami, Liberty, Phillips and Woodruff 2016.
use crate::matrix::svd::{Svd, svd};
use crate::metric::Matrix;

/// A sketch of at most `tau - 1` directions between rounds.
#[derive(Clone)]
pub(crate) struct Frequent {
    /// `s'`, falling.
    pub s: Vec<f64>,
    /// The directions, a row each.
    pub v: Matrix,
    /// The sum of the `s_tau^2` of all rounds.
    pub rho: f64,
    rows: Matrix,
}

impl Frequent {
    pub fn new(dim: usize, tau: usize) -> Frequent {
        assert!(tau > 0, "a sketch needs a row");
        Frequent { s: Vec::new(), v: Vec::new(), rho: 0.0, rows: vec![vec![0.0; dim]; tau] }
    }

    /// Takes in a gradient.
    pub fn see(&mut self, g: &[f64]) {
        let tau = self.rows.len();
        self.rows[tau - 1] = g.to_vec();
        let Svd { s, v, .. } = svd(&self.rows);
        let least = if s.len() < tau { 0.0 } else { s[tau - 1] };
        self.rho += least * least;
        self.s = s.iter().map(|s| ((s - least) * (s + least)).sqrt()).collect();
        self.v = v;
        for k in 0..tau {
            self.rows[k] = match self.v.get(k) {
                Some(v) => v.iter().map(|v| self.s[k] * v).collect(),
                None => vec![0.0; g.len()],
            };
        }
    }

    /// `S'S = mean_k S_k'S_k`: all rows stacked, over the root of the number of sketches, and shrunk once; `rho` the mean, and what that loses.
    pub fn merged(parts: &[&Frequent]) -> Frequent {
        let (tau, root) = (parts[0].rows.len(), (parts.len() as f64).sqrt());
        let stacked: Matrix = parts
            .iter()
            .flat_map(|part| part.s.iter().zip(&part.v))
            .map(|(s, v)| v.iter().map(|v| s * v / root).collect())
            .collect();
        let Svd { s, v, .. } = svd(&stacked);
        let least = s.get(tau - 1).copied().unwrap_or(0.0);
        let rho = parts.iter().map(|part| part.rho).sum::<f64>() / parts.len() as f64 + least * least;
        let s: Vec<f64> = s.iter().take(tau - 1).map(|s| ((s - least) * (s + least)).sqrt()).collect();
        let mut rows = vec![vec![0.0; parts[0].rows[0].len()]; tau];
        for (row, (s, v)) in rows.iter_mut().zip(s.iter().zip(&v)) {
            *row = v.iter().map(|v| s * v).collect();
        }
        Frequent { v: v.into_iter().take(s.len()).collect(), s, rho, rows }
    }

    /// `base I + eta S'S`.
    pub fn second_moment(&self, dim: usize, base: f64, eta: f64) -> Matrix {
        let entry = |i: usize, j: usize| {
            let gathered: f64 = self.rows.iter().map(|row| row[i] * row[j]).sum();
            eta * gathered + if i == j { base } else { 0.0 }
        };
        (0..dim).map(|i| (0..dim).map(|j| entry(i, j)).collect()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assert_close;

    #[test]
    fn a_shrink_by_hand() {
        let mut sketch = Frequent::new(2, 2);
        sketch.see(&[3.0, 0.0]);
        assert_close(&sketch.second_moment(2, 0.0, 1.0).concat(), &[9.0, 0.0, 0.0, 0.0]);
        sketch.see(&[0.0, 5.0]); // 25 and 9 lose 9
        assert_close(&sketch.second_moment(2, 1.0, 2.0).concat(), &[1.0, 0.0, 0.0, 33.0]);
        assert_close(&[sketch.rho], &[9.0]);
        sketch.see(&[0.0, 0.0]);
        assert_close(&sketch.second_moment(2, 0.0, 1.0).concat(), &[0.0, 0.0, 0.0, 16.0]);
        sketch.see(&[0.0, 3.0]); // the same line: nothing is lost
        assert_close(&[sketch.rho, sketch.s[0], sketch.s[1]], &[9.0, 5.0, 0.0]);
    }
}
