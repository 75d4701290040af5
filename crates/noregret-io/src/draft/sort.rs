//! Sorting a line's features: keys of an index above and a place below, where the places are in order already.
//!
//! A line of text has hundreds of features at most. They are dealt into 256 piles by the lowest byte of the index, then by the next one, up to the highest there is: no
//! comparison, so no wrong guess about one. Few keys are better compared.

/// From this many keys on they are dealt.
const MANY: usize = 64;

/// Sorts keys whose lower halves are in order.
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

/// Deals keys by a byte, those of the same byte in their order.
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
