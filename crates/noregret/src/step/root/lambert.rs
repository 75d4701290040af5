//! Lambert's W from the logarithm of its argument: the w with w + ln w = t, of several t at once.
//!
//! A fraction of polynomials below 0, a line from 0 to 1, t - ln t + ln t / t above are within four hundredths; each of Fritsch's
//! steps leaves about the fourth power of an error, so two of them leave rounding. From a w of a nearby t one is enough.
//! Nothing overflows, since exp t is never formed above 1. Where exp t is lost beside 1, W is exp t.
//! Weakness: below t = -708 it stays at 3e-308. Reference: Fritsch, Shafer and Crowley 1973.

use crate::simd;

/// Below this W is exp t to the last digit.
const TINY: f64 = -37.0;

/// Below this it is the least there is.
const LOST: f64 = -700.0;

/// The w with w + ln w = t.
#[inline(always)]
pub fn lambert<const N: usize>(t: [f64; N]) -> [f64; N] {
    let e = simd::exp(t.map(|t| if t < 0.0 { t } else { 0.0 }));
    let log = simd::ln(t.map(|t| if t > 1.0 { t } else { 1.0 }));
    let mut w = [0.0; N];
    for k in 0..N {
        let below = e[k] * (60.0 + e[k] * (114.0 + e[k] * 17.0)) / (60.0 + e[k] * (174.0 + e[k] * 101.0));
        let between = 0.567_143_290_409_783_8 + 0.432_856_709_590_216_2 * t[k];
        let above = t[k] - log[k] + log[k] / t[k];
        let start = if t[k] > 0.0 { between } else { below };
        w[k] = if t[k] > 1.0 { above } else { start };
    }
    let w = fritsch(t, fritsch(t, w));
    std::array::from_fn(|k| if t[k] < TINY { e[k] } else { w[k] })
}

/// The same from `w`, that of a t that was `by` larger, where by is a few hundredths at most.
#[inline(always)]
pub fn nearby<const N: usize>(t: [f64; N], w: [f64; N], by: [f64; N]) -> [f64; N] {
    let mut start = [0.0; N];
    for k in 0..N {
        // ln W has the derivative 1/(1 + W).
        let turn = -by[k] / (1.0 + w[k]);
        start[k] = w[k] * (1.0 + turn * (1.0 + 0.5 * turn));
    }
    let near = fritsch(t, start);
    std::array::from_fn(|k| if t[k] < LOST { start[k] } else { near[k] })
}

/// One step of Fritsch's from w.
#[inline(always)]
fn fritsch<const N: usize>(t: [f64; N], w: [f64; N]) -> [f64; N] {
    let log = simd::ln(w);
    let mut next = [0.0; N];
    for k in 0..N {
        let (z, p) = (t[k] - log[k] - w[k], 1.0 + w[k]);
        let q = 2.0 * p * (p + z * (2.0 / 3.0));
        let turn = (q - z) / (q - 2.0 * z);
        // Squares of what is larger overflow, and there a plain step is as good.
        let turn = if w[k] > 1e100 { 1.0 } else { turn };
        next[k] = w[k] + w[k] * (z / p * turn);
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    /// w + ln w = t to a few last places of what is added.
    fn solves(t: f64, w: f64) {
        let noise = f64::EPSILON * (t.abs() + libm::log(w).abs() + w);
        let gap = (w + libm::log(w) - t).abs();
        // The relative error of w is the gap over 1 + w.
        assert!(gap <= 4.0 * noise, "{t}: {w} leaves {gap}");
    }

    #[test]
    fn solves_its_equation_for_every_size() {
        for k in 0..400_000u32 {
            let size = libm::exp2(f64::from(k % 4000) / 2.0 - 1000.0);
            let near = f64::from(k) * 2e-4 - 40.0;
            for t in [size, near, -f64::from(k) * 1.7e-3] {
                solves(t, lambert([t])[0]);
                for by in [0.03, -0.03, 1e-6] {
                    let from = lambert([t + by])[0];
                    solves(t, nearby([t], [from], [by])[0]);
                }
            }
        }
        let [one] = lambert([1.0]);
        assert!((one - 1.0).abs() <= f64::EPSILON);
        assert!(lambert([-1e9])[0] <= 1e-300 && lambert([f64::NEG_INFINITY])[0] >= 0.0);
        assert!((lambert([1e300])[0] / 1e300 - 1.0).abs() < 1e-15);
    }
}
