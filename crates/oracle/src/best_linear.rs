//! The best fixed point against linear losses over a box, in closed form.
//!
//! `min over [lo, hi] of sum_t g_t . w` is reached at `lo_i` where the gradients of `i` sum to a positive number,
//! at `hi_i` where to a negative one, and anywhere (`clip(0)`) where to zero.
use crate::{Terms, dot};

/// The best fixed point against the linear losses `g_t . w` over the box of `terms`, and its total loss.
/// Penalties play no part.
pub fn best_linear(gradients: &[Vec<f64>], terms: &Terms) -> (Vec<f64>, f64) {
    let mut sum = vec![0.0; terms.dim()];
    for g in gradients {
        for (s, g) in sum.iter_mut().zip(g) {
            *s += g;
        }
    }
    let end = |(i, &s): (usize, &f64)| {
        if s > 0.0 {
            terms.lo[i]
        } else if s < 0.0 {
            terms.hi[i]
        } else {
            terms.clip(i, 0.0)
        }
    };
    let point: Vec<f64> = sum.iter().enumerate().map(end).collect();
    let value = dot(&sum, &point);
    (point, value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let terms = Terms::boxed(vec![-1.0, -2.0, 0.5], vec![1.0, 3.0, 4.0]);
        let gradients = [vec![1.0, -1.0, 2.0], vec![0.5, -1.0, -2.0]];
        assert_eq!(best_linear(&gradients, &terms), (vec![-1.0, 3.0, 0.5], -7.5));
    }
}
