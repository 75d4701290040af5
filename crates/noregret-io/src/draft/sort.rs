//! Sorts a line's features by index: a radix sort, one byte a pass.
//!
//! A key is the index in its upper half and the feature's place in its lower half; places come in order. A line of text
//! has hundreds of features, and a radix sort has no comparisons for the processor to mispredict. Short lines are sorted
//! by comparison.

/// From this many keys on, the radix sort is used.
const MANY: usize = 64;

/// Sorts keys whose lower halves are in order; `spare` is scratch memory.
pub(crate) fn sort(keys: &mut Vec<u64>, spare: &mut Vec<u64>) {
    if keys.len() < MANY {
        keys.sort_unstable();
        return;
    }
    spare.resize(keys.len(), 0);
    let bits = keys.iter().fold(0, |bits, key| bits | key);
    let mut shift = 32;
    while shift < 64 && bits >> shift > 0 {
        deal(keys, spare, shift);
        std::mem::swap(keys, spare);
        shift += 8;
    }
}

/// One pass: sorts keys by one byte, and keeps the order of equal ones.
fn deal(keys: &[u64], piles: &mut [u64], shift: u32) {
    let byte = |key: u64| usize::from((key >> shift) as u8);
    let mut next = [0u32; 256];
    for &key in keys {
        next[byte(key)] += 1;
    }
    let mut start = 0;
    for pile in &mut next {
        start += std::mem::replace(pile, start);
    }
    for &key in keys {
        let place = &mut next[byte(key)];
        piles[*place as usize] = key;
        *place += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn as_the_standard_sort(indices in proptest::collection::vec(any::<u32>(), 0..400), width in 0u32..=32) {
            let narrow = |index: u32| u64::from(index).checked_shr(32 - width).unwrap_or(0) & ((1u64 << width) - 1);
            let mut keys: Vec<u64> = indices.iter().zip(0u64..).map(|(&index, place)| narrow(index) << 32 | place).collect();
            let mut wanted = keys.clone();
            wanted.sort_unstable();
            sort(&mut keys, &mut vec![7; 3]);
            prop_assert_eq!(keys, wanted);
        }
    }
}
