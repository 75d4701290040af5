//! Features in a cache: half a byte of control for each, then the bytes it announces.
//!
//! The low two bits of the control say in how many bytes, less one, the gap to the index before is written; the
//! high two what the value is: 0 for 1, 1 for a number that 32 bits hold exactly, 2 for one that needs 64. A gap is
//! at least 1 and written less 1, so indices cannot but increase.

use crate::text::number::eight;

/// How many bytes beyond the features [`take`] may look at.
pub(crate) const PADDING: usize = 8;

const ONE: u8 = 0;
const SINGLE: u8 = 1;
const DOUBLE: u8 = 2;

/// Appends features.
pub(crate) fn put(indices: &[u32], values: &[f64], out: &mut Vec<u8>) {
    let controls = out.len();
    out.resize(controls + indices.len().div_ceil(2), 0);
    let mut least = 0u32;
    for (place, (&index, &value)) in indices.iter().zip(values).enumerate() {
        let gap = index - least;
        least = index.saturating_add(1);
        let length = 4 - (gap | 1).leading_zeros() / 8;
        out.extend_from_slice(&gap.to_le_bytes()[..length as usize]);
        let single = value as f32;
        let kind = if value == 1.0 {
            ONE
        } else if f64::from(single).to_bits() == value.to_bits() {
            out.extend_from_slice(&single.to_le_bytes());
            SINGLE
        } else {
            out.extend_from_slice(&value.to_le_bytes());
            DOUBLE
        };
        let control = kind << 2 | (length as u8 - 1);
        out[controls + place / 2] |= control << (4 * (place % 2));
    }
}

/// Takes so many features off the front; none if they are not what [`put`] writes. At least [`PADDING`] bytes
/// must follow them.
pub(crate) fn take(
    bytes: &mut &[u8],
    count: usize,
    indices: &mut Vec<u32>,
    values: &mut Vec<f64>,
) -> Option<()> {
    const MASKS: [u32; 4] = [0xff, 0xffff, 0xff_ffff, 0xffff_ffff];
    let (controls, mut rest) = bytes.split_at_checked(count.div_ceil(2))?;
    let start = values.len();
    let mut least = 0u64;
    let mut one = |control: u8, rest: &mut &[u8]| {
        let word = eight(rest)?;
        let length = usize::from(control & 3);
        let index = least + u64::from(word as u32 & MASKS[length]);
        least = index + 1;
        let after = rest.get(length + 1..)?;
        let (value, used) = match control >> 2 {
            ONE => (1.0, 0),
            SINGLE => (f64::from(f32::from_bits(u32::from_le_bytes(*after.first_chunk()?))), 4),
            DOUBLE => (f64::from_bits(eight(after)?), 8),
            _ => return None,
        };
        *rest = after.get(used..)?;
        indices.push(index as u32);
        values.push(value);
        Some(())
    };
    for &pair in &controls[..count / 2] {
        one(pair & 15, &mut rest)?;
        one(pair >> 4, &mut rest)?;
    }
    if count % 2 == 1 {
        one(controls[count / 2], &mut rest)?;
    }
    *bytes = rest;
    // An index too large for 32 bits leaves the last one too large, because they increase.
    let usable = values[start..].iter().all(|value| value.is_finite() && *value != 0.0);
    (usable && least <= 1 << 32).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn back(bytes: &[u8], count: usize) -> Option<(Vec<u32>, Vec<f64>, usize)> {
        let (mut indices, mut values, mut rest) = (Vec::new(), Vec::new(), bytes);
        take(&mut rest, count, &mut indices, &mut values)?;
        Some((indices, values, rest.len()))
    }

    proptest! {
        #[test]
        fn come_back_bit_for_bit(cells in prop::collection::btree_map(
            prop_oneof![any::<u32>(), 0u32..70_000],
            prop_oneof![Just(1.0), any::<f32>().prop_map(f64::from), any::<f64>()],
            0..50,
        )) {
            let usable = |cell: &(u32, f64)| cell.1.is_finite() && cell.1 != 0.0;
            let (indices, values): (Vec<u32>, Vec<f64>) = cells.into_iter().filter(usable).unzip();
            let mut bytes = Vec::new();
            put(&indices, &values, &mut bytes);
            bytes.extend([0; PADDING]);
            let (found, again, left) = back(&bytes, indices.len()).unwrap();
            prop_assert_eq!(left, PADDING);
            prop_assert_eq!(found, indices);
            prop_assert!(again.iter().zip(&values).all(|(a, b)| a.to_bits() == b.to_bits()));
        }

        #[test]
        fn anything_else_is_refused_or_valid(bytes in prop::collection::vec(any::<u8>(), 0..80), count in 0usize..40) {
            if let Some((indices, values, _)) = back(&bytes, count) {
                prop_assert!(noregret::Features::new(&indices, &values).is_ok());
            }
        }
    }
}
