//! exp and log1p of several numbers at once, in plain arithmetic that wide registers can take together.
//!
//! The arguments lie in known ranges, as a logistic loss needs only exp(-|p|) and log(1 + exp(-|p|)): so
//! there are no branches and no tables. One implementation gives the same bits on every machine. Both
//! are within four units of the last place; tests compare with libm.

use crate::simd::looped;

looped! {
    /// [`exp`] with wide registers.
    exp: Exp, [f64; N] => [f64; N]
}

/// The least argument of [`exp`]. What is below counts as this, which gives 3e-308.
const LEAST: f64 = -708.0;

/// e^x, for x of at most 0: x = n ln 2 + r, a polynomial in r, times 2^n.
#[inline(always)]
pub fn exp<const N: usize>(x: [f64; N]) -> [f64; N] {
    // ln 2 in two parts: HIGH times a small integer is exact, LOW is what is missing.
    const HIGH: f64 = 6.931_471_803_691_238e-1;
    const LOW: f64 = 1.908_214_929_270_587_7e-10;
    // 1.5 * 2^52: adding it rounds to an integer and leaves that integer in the lowest bits.
    const SHIFT: f64 = 6_755_399_441_055_744.0;
    // 1/13! .. 1/0!
    const TERMS: [f64; 14] = {
        let mut terms = [1.0; 14];
        let (mut k, mut factorial) = (1, 1.0);
        while k < 14 {
            factorial *= k as f64;
            terms[13 - k] = 1.0 / factorial;
            k += 1;
        }
        terms
    };
    let mut y = [0.0; N];
    for (y, x) in y.iter_mut().zip(x) {
        let x = if x < LEAST { LEAST } else { x };
        let shifted = x * std::f64::consts::LOG2_E + SHIFT;
        let n = shifted - SHIFT;
        let r = (x - n * HIGH) - n * LOW;
        let mut sum = TERMS[0];
        for term in &TERMS[1..] {
            sum = sum * r + term;
        }
        let power = f64::from_bits((shifted.to_bits() << 52).wrapping_add(1023 << 52));
        *y = sum * power;
    }
    y
}

/// ln(1 + e), for e between 0 and 1: 2 artanh(e/(2 + e)).
#[inline(always)]
pub fn log1p<const N: usize>(e: [f64; N]) -> [f64; N] {
    // 1/35, 1/33, .. 1/3, 1
    const TERMS: [f64; 18] = {
        let mut terms = [1.0; 18];
        let mut k = 0;
        while k < 18 {
            terms[17 - k] = 1.0 / (2 * k + 1) as f64;
            k += 1;
        }
        terms
    };
    let mut y = [0.0; N];
    for (y, e) in y.iter_mut().zip(e) {
        let s = e / (2.0 + e);
        let z = s * s;
        let mut sum = TERMS[0];
        for term in &TERMS[1..] {
            sum = sum * z + term;
        }
        *y = 2.0 * s * sum;
    }
    y
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::wide;

    looped! {
        /// [`log1p`].
        log1p: Log1p, [f64; N] => [f64; N]
    }

    /// How many floats apart two numbers are.
    fn apart(a: f64, b: f64) -> u64 {
        a.to_bits().abs_diff(b.to_bits())
    }

    #[test]
    fn are_libms_within_four_places() {
        for k in 0..2_000_000u32 {
            let x = -708.0 * f64::from(k) / 2e6;
            let small = -libm::exp2(-f64::from(k) / 2e5);
            let [a, b] = exp([x, small]);
            assert!(apart(a, libm::exp(x)) <= 4, "exp {x}: {a}");
            assert!(apart(b, libm::exp(small)) <= 4, "exp {small}: {b}");
            let [c, d] = log1p([f64::from(k) / 2e6, a]);
            assert!(apart(c, libm::log1p(f64::from(k) / 2e6)) <= 4, "log1p {k}: {c}");
            assert!(apart(d, libm::log1p(a)) <= 4, "log1p {a}: {d}");
        }
        assert_eq!(exp([0.0, -0.0]), [1.0, 1.0]);
        assert_eq!(log1p([0.0]), [0.0]);
        assert!(exp([-1e300, f64::NEG_INFINITY]).iter().all(|e| (0.0..1e-300).contains(e)));
    }

    #[test]
    fn the_width_changes_no_bit() {
        for k in 0..10_000 {
            let x: [f64; 8] = std::array::from_fn(|j| -f64::from(k * 8 + j as u32) / 137.0);
            let (all, each) = (exp(x), x.map(|x| exp([x])[0]));
            assert_eq!(all, each);
            assert_eq!(wide(Exp(x)), each);
            assert_eq!(wide(Log1p(all)), each.map(|e| log1p([e])[0]));
        }
    }
}
