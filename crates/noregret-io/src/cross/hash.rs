//! The hash of a product, from the indices of its parts: no text is made for it.
//!
//! ```text
//! mix(i)     a well-mixed 64-bit number for an index
//! hash       finish(mix(i) + mix(j) + ...)
//! ```
//! The sum does not know an order, so neither does the product: `user*ad` and `ad*user` are the same. As with names, the low bits are the slot, the high byte is the
//! fingerprint. Two features of one slot are one feature to a learner, and so are their products.

/// Mixes an index (the finalizer of SplitMix64).
#[inline]
pub(crate) fn mix(index: u32) -> u64 {
    let mixed = u64::from(index).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// The hash of the product whose parts' mixed indices have this sum.
#[inline(always)]
pub(crate) fn finish(sum: u64) -> u64 {
    let hash = (sum ^ sum >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ hash >> 32
}

/// The hash of the product of some parts.
pub(crate) fn product(parts: &[u32]) -> u64 {
    finish(parts.iter().fold(0, |sum, &part| mix(part).wrapping_add(sum)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn hashes_never_change_and_know_no_order() {
        assert_eq!(product(&[3, 8]), product(&[8, 3]));
        assert_eq!(product(&[1, 2, 3]), finish(mix(1).wrapping_add(mix(2)).wrapping_add(mix(3))));
        assert_eq!([product(&[1, 1]), product(&[1, 2])], [0x2ee8_508b_68bb_118c, 0x7403_a1ff_c295_bfbf]);
    }

    /// A grid of products falls into slots as often together as chance has it: m^2 / 2n pairs of m products in n slots.
    #[test]
    fn products_of_neighbours_spread() {
        for bits in [18, 22] {
            let (mut slots, mut prints, mut together) = (HashSet::new(), HashSet::new(), 0u32);
            for i in 0..400 {
                for j in 0..400 {
                    let hash = product(&[i, 1000 + j]);
                    together += u32::from(!slots.insert(hash & ((1 << bits) - 1)));
                    prints.insert(hash >> 56);
                }
            }
            let (m, n) = (160_000.0f64, f64::from(1u32 << bits));
            let chance = m - n * (1.0 - libm::exp(-m / n));
            assert!((f64::from(together) / chance - 1.0).abs() < 0.03, "{together} {chance}");
            assert_eq!(prints.len(), 256);
        }
    }
}
