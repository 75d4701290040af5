//! Lower bounds on the best value in hindsight, from lines below the losses.
//!
//! At any point every example leaves a line below its loss, `l(z) >= a_t + b_t z`, so for every w in the box
//! `P(w) >= sum_t h_t a_t + sum_i min over [lo_i, hi_i] of ( u_i w + l1 |w| + l2_i/2 w^2 )`,  `u = sum_t h_t b_t x_t`,
//! a minimum in closed form. No loss is below its own least value either.
use crate::smoothed::nudged;
use crate::{Example, Loss, Terms, dot};

/// The bound from the lines found at `w`, nudged towards `w + nudge`.
pub(crate) fn lower_bound(
    loss: Loss,
    examples: &[Example],
    terms: &Terms,
    w: &[f64],
    mu: f64,
    nudge: &[f64],
) -> f64 {
    let mut bound = 0.0;
    let mut u = vec![0.0; w.len()];
    for e in examples {
        let line = nudged(loss, dot(w, &e.x), e.y, mu, dot(nudge, &e.x));
        bound += e.h * line.intercept;
        for i in 0..u.len() {
            u[i] += e.h * line.slope * e.x[i];
        }
    }
    for (i, &u) in u.iter().enumerate() {
        let (l1, l2) = (terms.l1, terms.l2[i]);
        let price = |w: f64| u * w + l1 * w.abs() + 0.5 * l2 * w * w;
        // The minimum is at an end, at the kink, or where the derivative vanishes.
        let flat = if l2 > 0.0 { terms.solve(i, -u, l1, l2) } else { terms.lo[i] };
        let places = [terms.lo[i], terms.hi[i], terms.clip(i, 0.0), flat];
        bound += places.into_iter().map(price).fold(f64::INFINITY, f64::min);
    }
    bound
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objective;
    use crate::streams::{Labels, SplitMix64, random};

    #[test]
    fn no_point_of_the_box_is_below_the_bound() {
        let terms = Terms::boxed(vec![-1.0, 0.5, -0.2], vec![2.0, 1.0, 0.1]).with_l1(0.7).with_l2(0.3);
        let mut noise = SplitMix64::new(1);
        for (loss, labels) in
            [(Loss::Hinge, Labels::Binary), (Loss::Huber(0.1), Labels::Real), (Loss::Poisson, Labels::Count)]
        {
            let examples = random(2, 3, 50, 0.8, labels);
            let mut draw =
                || (0..3).map(|i| terms.lo[i] + terms.width(i) * noise.uniform()).collect::<Vec<f64>>();
            for _ in 0..50 {
                let bound = lower_bound(loss, &examples, &terms, &draw(), 0.1, &draw());
                for _ in 0..50 {
                    assert!(objective(loss, &examples, &terms, &draw()) >= bound);
                }
            }
        }
    }
}
