//! Sorts a line's features by index: a radix sort, from the lowest digit to the highest.
//!
//! A key is the index in its upper half and the feature's place in its lower half; places come in order. A line of text
//! has hundreds of features, and a radix sort has no comparisons for the processor to mispredict. How wide its digits are depends on how many keys there
//! are: wide ones take fewer passes, and each has more piles to be counted. Short lines are sorted by comparison, and those of a few different features by counting
//! for each how many are below it, which has no branches either.

/// From this many keys on, the radix sort is used.
const MANY: usize = 64;

/// The most bits of a digit.
const WIDEST: u32 = 11;

/// The most features that are sorted by counting.
const FEW: usize = 32;

/// Sorts a few features by their indices, if no two have the same: else nothing changes, and it says so.
pub(crate) fn few(indices: &mut [u32], values: &mut [f64]) -> bool {
    let count = indices.len();
    if count > FEW || values.len() != count {
        return false;
    }
    let (mut all, mut sorted, mut moved, mut taken) = ([u32::MAX; FEW], [0; FEW], [0.0; FEW], 0u64);
    all[..count].copy_from_slice(indices);
    let some = &all[..count.next_multiple_of(8)];
    for (&index, &value) in indices.iter().zip(values.iter()) {
        let below = some.iter().fold(0, |below, &other| below + u32::from(other < index)) as usize % FEW;
        (sorted[below], moved[below]) = (index, value);
        taken |= 1 << below;
    }
    // Two of the same would be in one place.
    let apart = taken.count_ones() as usize == count;
    if apart {
        indices.copy_from_slice(&sorted[..count]);
        values.copy_from_slice(&moved[..count]);
    }
    apart
}

/// Sorts keys whose lower halves are in order; `spare` is scratch memory.
pub(crate) fn sort(keys: &mut Vec<u64>, spare: &mut Vec<u64>) {
    if keys.len() < MANY {
        keys.sort_unstable();
        return;
    }
    spare.resize(keys.len(), 0);
    let bits = 32 - (keys.iter().fold(0, |bits, key| bits | key >> 32) as u32).leading_zeros();
    // A pass looks at every key twice, and at every pile.
    let least = bits.div_ceil(WIDEST).max(1);
    let cost = |passes: u32| u64::from(passes) * (2 * keys.len() as u64 + (1 << bits.div_ceil(passes)));
    let passes = (least..=4).min_by_key(|&passes| cost(passes)).unwrap_or(least);
    let width = bits.div_ceil(passes);
    for pass in 0..passes {
        match width {
            ..=8 => deal::<256>(keys, spare, 32 + pass * width, width),
            _ => deal::<{ 1 << WIDEST }>(keys, spare, 32 + pass * width, width),
        }
        std::mem::swap(keys, spare);
    }
}

/// One pass: sorts keys by one digit, and keeps the order of equal ones.
fn deal<const PILES: usize>(keys: &[u64], piles: &mut [u64], shift: u32, width: u32) {
    let mask = (1 << width) - 1;
    let digit = |key: u64| (key >> shift) as usize & mask & (PILES - 1);
    let mut next = [0u32; PILES];
    for &key in keys {
        next[digit(key)] += 1;
    }
    let mut start = 0;
    for pile in &mut next[..1 << width] {
        start += std::mem::replace(pile, start);
    }
    for &key in keys {
        let place = &mut next[digit(key)];
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
        fn a_few_are_sorted_if_they_differ(indices in proptest::collection::vec(prop_oneof![0u32..60, any::<u32>()], 0..40)) {
            let values: Vec<f64> = (0..indices.len()).map(|place| place as f64).collect();
            let (mut sorted, mut moved) = (indices.clone(), values.clone());
            let done = few(&mut sorted, &mut moved);
            let mut wanted: Vec<(u32, f64)> = indices.iter().copied().zip(values.clone()).collect();
            wanted.sort_by_key(|pair| pair.0);
            let apart = wanted.windows(2).all(|pair| pair[0].0 != pair[1].0);
            prop_assert_eq!(done, apart && indices.len() <= FEW);
            if !done {
                wanted = indices.into_iter().zip(values).collect();
            }
            prop_assert_eq!(sorted.into_iter().zip(moved).collect::<Vec<_>>(), wanted);
        }

        #[test]
        fn as_the_standard_sort(indices in proptest::collection::vec(any::<u32>(), 0..1500), width in 0u32..=32) {
            let narrow = |index: u32| u64::from(index).checked_shr(32 - width).unwrap_or(0) & ((1u64 << width) - 1);
            let mut keys: Vec<u64> = indices.iter().zip(0u64..).map(|(&index, place)| narrow(index) << 32 | place).collect();
            let mut wanted = keys.clone();
            wanted.sort_unstable();
            sort(&mut keys, &mut vec![7; 3]);
            prop_assert_eq!(keys, wanted);
        }
    }
}
