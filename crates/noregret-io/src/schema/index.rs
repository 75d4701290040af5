//! Where features stand in a learner. This file alone knows it; every door calls it.
//!
//! ```text
//! index 0        the bias: a feature that is 1 in every example
//! index i + 1    the numbered feature i (svmlight, rows of a matrix), or slot i of hashed features
//! ```
//! So a model learned from a matrix and one learned from svmlight text of its rows have the same weights at
//! the same indices.

/// The index of the bias.
pub const BIAS: u32 = 0;

/// The largest number a feature can have without hashing.
pub const LARGEST_NUMBER: u64 = (1 << 30) - 1;

/// The index of a feature's number or slot, which is at most [`LARGEST_NUMBER`].
#[inline(always)]
pub const fn index_of(number: u32) -> u32 {
    number + 1
}

/// The number or slot at an index; none at that of the bias.
#[inline(always)]
pub const fn number_of(index: u32) -> Option<u32> {
    index.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_behind_the_bias() {
        assert_eq!(number_of(BIAS), None);
        for number in [0, 1, 41, LARGEST_NUMBER as u32] {
            assert_eq!(number_of(index_of(number)), Some(number));
            assert!(index_of(number) != BIAS);
        }
        assert!(u64::from(index_of(LARGEST_NUMBER as u32)) <= u64::from(noregret::MAX_INDEX));
    }
}
