//! ln of several numbers at once, in plain arithmetic: the loops are over all of them, so wide registers take several in one go.
//!
//! x = 2^k m with m between sqrt(1/2) and sqrt 2; ln x = k ln 2 + 2 artanh((m - 1)/(m + 1)). No case is told from another and
//! no table is read, so the bits are the same on every machine. Within four units of the last place; a test compares with libm.
//! Weakness: normal positive numbers only; what is smaller, or no number, gives a number that means nothing.

/// Natural logarithms of positive normal numbers.
#[inline(always)]
pub fn ln<const N: usize>(x: [f64; N]) -> [f64; N] {
    // ln 2 in two parts, of which the first times a small integer is exact.
    const HIGH: f64 = 6.931_471_803_691_238e-1;
    const LOW: f64 = 1.908_214_929_270_587_7e-10;
    // The bits of 1 and of sqrt(1/2), and of 2^52, whose last bits are units.
    const ONE: u64 = 0x3ff0_0000_0000_0000;
    const ROOT: u64 = 0x3fe6_a09e_667f_3bcd;
    const UNITS: u64 = 0x4330_0000_0000_0000;
    // 1/23, 1/21, .. 1/3, 1
    const TERMS: [f64; 12] = {
        let mut terms = [1.0; 12];
        let mut k = 0;
        while k < 12 {
            terms[11 - k] = 1.0 / (2 * k + 1) as f64;
            k += 1;
        }
        terms
    };
    let mut y = [0.0; N];
    for (y, x) in y.iter_mut().zip(x) {
        let bits = x.to_bits().wrapping_add(ONE - ROOT);
        // The exponent as a float, without a conversion of integers: wide registers have none.
        let k = f64::from_bits(UNITS | (bits >> 52)) - (4_503_599_627_370_496.0 + 1023.0);
        let m = f64::from_bits((bits & 0x000f_ffff_ffff_ffff).wrapping_add(ROOT));
        let f = m - 1.0;
        let s = f / (2.0 + f);
        let z = s * s;
        let mut sum = TERMS[0];
        for term in &TERMS[1..] {
            sum = sum * z + term;
        }
        *y = k * HIGH + (2.0 * s * sum + k * LOW);
    }
    y
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{looped, wide};

    looped! {
        /// [`ln`].
        ln: Ln, [f64; N] => [f64; N]
    }

    fn near(got: f64, x: f64) {
        let want = libm::log(x);
        assert!((got - want).abs() <= 4.0 * f64::EPSILON * want.abs(), "ln {x}: {got} not {want}");
    }

    #[test]
    fn is_libms_within_four_places() {
        for k in 0..1_000_000u32 {
            let x = libm::exp2(f64::from(k) / 500.0 - 1000.0);
            let close = 1.0 + (f64::from(k) - 5e5) * 1e-6;
            let [a, b] = ln([x, close]);
            near(a, x);
            near(b, close);
        }
        for x in [f64::MIN_POSITIVE, f64::MAX, 1.0, 1.0 + f64::EPSILON, 1.0 - f64::EPSILON / 2.0] {
            near(ln([x])[0], x);
        }
    }

    #[test]
    fn the_width_changes_no_bit() {
        for k in 1..10_000u32 {
            let x: [f64; 8] = std::array::from_fn(|j| f64::from(k * 8 + j as u32) / 137.0);
            assert_eq!(wide(Ln(x)), x.map(|x| ln([x])[0]));
        }
    }
}
