//! Scans 32 bytes at once for a feature's colon and end, and converts two runs of digits at once.
//!
//! A reader that must convert a number to find where the next one starts makes every feature wait for the one before.
//! Here the end is found first, in a few steps, so the processor works on several features at the same time. There is an
//! SSE2 version and a portable one, with the same results.

#[cfg(target_arch = "x86_64")]
use sse2 as way;
#[cfg(not(target_arch = "x86_64"))]
use words as way;

/// Bytes scanned for one feature.
pub(crate) const WIDTH: usize = 32;

/// Where the parts of a feature end, as places in the scanned bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Marks {
    /// The place of the first colon.
    pub(crate) colon: usize,
    /// The place of the first byte that cannot stand in a feature.
    pub(crate) end: usize,
}

/// Marks of a `number:value` feature at the start of the bytes. It ends at the first blank, control character or byte
/// that is not ASCII, at the latest at the last place. The colon is at 9 if there is none before: longer numbers are
/// read elsewhere.
#[inline(always)]
pub(crate) fn marks(bytes: &[u8; WIDTH]) -> Marks {
    way::marks(bytes)
}

/// Marks of a `name` or `name:value` word at the start of the bytes. It ends at the first blank, control character or
/// bar. A mark that is not found is [`WIDTH`].
#[inline(always)]
pub(crate) fn word(bytes: &[u8; WIDTH]) -> Marks {
    way::word(bytes)
}

/// The place of the first delimiter or line end; [`WIDTH`] if there is none.
#[inline(always)]
pub(crate) fn field(bytes: &[u8; WIDTH], delimiter: u8) -> usize {
    way::field(bytes, delimiter)
}

/// The values of two runs of eight digits, the first digit in the lowest byte; each byte is 0 to 9, else none.
#[inline(always)]
pub(crate) fn numbers(ones: [u64; 2]) -> Option<[u64; 2]> {
    way::numbers(ones)
}

/// Every x86-64 processor has SSE2.
#[cfg(target_arch = "x86_64")]
mod sse2 {
    use super::{Marks, WIDTH};
    use safe_arch::{
        add_i16_m128i, bitand_m128i, bitor_m128i, cmp_eq_mask_i8_m128i, cmp_lt_mask_i8_m128i,
        load_unaligned_m128i, m128i, min_u8_m128i, move_mask_i8_m128i, mul_i16_horizontal_add_m128i,
        mul_i16_keep_low_m128i, pack_i32_to_i16_m128i, set_splat_i8_m128i, set_splat_i16_m128i,
        shr_imm_u16_m128i, sub_saturating_u8_m128i,
    };

    #[inline(always)]
    pub(super) fn marks(bytes: &[u8; WIDTH]) -> Marks {
        let (halves, _) = bytes.as_chunks::<16>();
        let (low, high) = (load_unaligned_m128i(&halves[0]), load_unaligned_m128i(&halves[1]));
        // As signed numbers, bytes that are not ASCII are below the blank too.
        let blank = set_splat_i8_m128i(b' ' as i8 + 1);
        let ends = |half| move_mask_i8_m128i(cmp_lt_mask_i8_m128i(half, blank)) as u32;
        let ends = ends(low) | ends(high) << 16 | 1 << (WIDTH - 1);
        let colons = cmp_eq_mask_i8_m128i(low, set_splat_i8_m128i(b':' as i8));
        let colons = move_mask_i8_m128i(colons) as u32 | 1 << 9;
        Marks { colon: colons.trailing_zeros() as usize, end: ends.trailing_zeros() as usize }
    }

    #[inline(always)]
    pub(super) fn word(bytes: &[u8; WIDTH]) -> Marks {
        let (halves, _) = bytes.as_chunks::<16>();
        let halves = [load_unaligned_m128i(&halves[0]), load_unaligned_m128i(&halves[1])];
        let equal = |half, byte: u8| cmp_eq_mask_i8_m128i(half, set_splat_i8_m128i(byte as i8));
        let below = |half| cmp_eq_mask_i8_m128i(half, min_u8_m128i(half, set_splat_i8_m128i(b' ' as i8)));
        // A bit at WIDTH, found when no byte matches.
        let first = |[low, high]: [m128i; 2]| {
            let found = move_mask_i8_m128i(low) as u64 | (move_mask_i8_m128i(high) as u64) << 16 | 1 << WIDTH;
            found.trailing_zeros() as usize
        };
        let end = first(halves.map(|half| bitor_m128i(below(half), equal(half, b'|'))));
        Marks { colon: first(halves.map(|half| equal(half, b':'))), end }
    }

    #[inline(always)]
    pub(super) fn field(bytes: &[u8; WIDTH], delimiter: u8) -> usize {
        let (halves, _) = bytes.as_chunks::<16>();
        let [low, high] = [load_unaligned_m128i(&halves[0]), load_unaligned_m128i(&halves[1])];
        let equal = |half, byte: u8| cmp_eq_mask_i8_m128i(half, set_splat_i8_m128i(byte as i8));
        let ends = |half| move_mask_i8_m128i(bitor_m128i(equal(half, delimiter), equal(half, b'\n'))) as u64;
        (ends(low) | ends(high) << 16 | 1 << WIDTH).trailing_zeros() as usize
    }

    #[inline(always)]
    pub(super) fn numbers(ones: [u64; 2]) -> Option<[u64; 2]> {
        let ones = m128i::from(ones);
        let above = sub_saturating_u8_m128i(ones, set_splat_i8_m128i(9));
        if move_mask_i8_m128i(cmp_eq_mask_i8_m128i(above, m128i::from([0u64; 2]))) != 0xffff {
            return None;
        }
        // Pairs of digits, pairs of pairs, and the two halves of each number.
        let tens =
            mul_i16_keep_low_m128i(bitand_m128i(ones, set_splat_i16_m128i(0xff)), set_splat_i16_m128i(10));
        let pairs = add_i16_m128i(tens, shr_imm_u16_m128i::<8>(ones));
        let fours = mul_i16_horizontal_add_m128i(pairs, m128i::from([100_i16, 1, 100, 1, 100, 1, 100, 1]));
        let fours = pack_i32_to_i16_m128i(fours, fours);
        let halves = [10_000_i16, 1, 10_000, 1, 10_000, 1, 10_000, 1];
        let [both, _]: [u64; 2] = mul_i16_horizontal_add_m128i(fours, m128i::from(halves)).into();
        Some([both & 0xffff_ffff, both >> 32])
    }
}

/// For any processor, eight bytes at a time.
#[cfg(any(test, not(target_arch = "x86_64")))]
mod words {
    use super::{Marks, WIDTH};
    use crate::text::number;

    const ONES: u64 = 0x0101_0101_0101_0101;

    /// The place of the first byte whose highest bit `found` sets. Borrows may set bits of later bytes wrongly, so only
    /// the first counts.
    #[inline(always)]
    fn first(bytes: &[u8; WIDTH], found: impl Fn(u64) -> u64) -> usize {
        let (words, _) = bytes.as_chunks::<8>();
        for (place, word) in words.iter().enumerate() {
            let found = found(u64::from_le_bytes(*word)) & ONES << 7;
            if found != 0 {
                return 8 * place + found.trailing_zeros() as usize / 8;
            }
        }
        WIDTH
    }

    #[inline(always)]
    fn below(word: u64) -> u64 {
        word.wrapping_sub(ONES * (u64::from(b' ') + 1)) | word
    }

    #[inline(always)]
    fn equal(word: u64, byte: u8) -> u64 {
        let other = word ^ (ONES * u64::from(byte));
        other.wrapping_sub(ONES) & !other
    }

    #[inline(always)]
    pub(super) fn marks(bytes: &[u8; WIDTH]) -> Marks {
        let (colon, end) = (first(bytes, |word| equal(word, b':')), first(bytes, below));
        Marks { colon: colon.min(9), end: end.min(WIDTH - 1) }
    }

    #[inline(always)]
    pub(super) fn word(bytes: &[u8; WIDTH]) -> Marks {
        let end = first(bytes, |word| below(word) & !word | equal(word, b'|'));
        Marks { colon: first(bytes, |word| equal(word, b':')), end }
    }

    #[inline(always)]
    pub(super) fn field(bytes: &[u8; WIDTH], delimiter: u8) -> usize {
        first(bytes, |word| equal(word, delimiter) | equal(word, b'\n'))
    }

    #[inline(always)]
    pub(super) fn numbers(ones: [u64; 2]) -> Option<[u64; 2]> {
        let digits = |ones: u64| (ones.wrapping_add(ONES * 0x76) | ones) & ONES << 7 == 0;
        ones.iter().all(|&ones| digits(ones)).then(|| ones.map(number::joined))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Draw;

    #[test]
    fn every_way_finds_the_same_marks() {
        let mut draw = Draw(1);
        for round in 0..300_000 {
            let mut bytes = [0; WIDTH];
            bytes.fill_with(|| match draw.next(16) {
                0 => b" :\t\n\0\xff;!9|"[draw.next(10)],
                _ if round % 4 == 0 => draw.next(256) as u8,
                _ => b'!' + draw.next(94) as u8,
            });
            let place = |wanted: &dyn Fn(u8) -> bool| bytes.iter().position(|&byte| wanted(byte));
            let end = place(&|byte| byte <= b' ' || !byte.is_ascii()).unwrap_or(WIDTH).min(WIDTH - 1);
            let colon = place(&|byte| byte == b':').unwrap_or(WIDTH).min(9);
            assert_eq!(marks(&bytes), Marks { colon, end }, "{bytes:?}");
            assert_eq!(words::marks(&bytes), Marks { colon, end }, "{bytes:?}");
            let end = place(&|byte| byte <= b' ' || byte == b'|').unwrap_or(WIDTH);
            let colon = place(&|byte| byte == b':').unwrap_or(WIDTH);
            assert_eq!(word(&bytes), Marks { colon, end }, "{bytes:?}");
            assert_eq!(words::word(&bytes), Marks { colon, end }, "{bytes:?}");
            let delimiter = b";|\t"[draw.next(3)];
            let end = place(&|byte| byte == delimiter || byte == b'\n').unwrap_or(WIDTH);
            assert_eq!([field(&bytes, delimiter), words::field(&bytes, delimiter)], [end; 2], "{bytes:?}");
        }
    }

    #[test]
    fn every_way_reads_the_same_numbers() {
        let mut draw = Draw(2);
        for round in 0..300_000 {
            let mut bytes = [[0u8; 8]; 2];
            bytes.iter_mut().flatten().for_each(|byte| *byte = draw.next(10) as u8);
            if round % 2 == 0 {
                bytes[draw.next(2)][draw.next(8)] = draw.next(256) as u8;
            }
            let number = |digits: &[u8; 8]| digits.iter().fold(0, |n, &digit| 10 * n + u64::from(digit));
            let wanted = bytes.iter().flatten().all(|&byte| byte <= 9);
            let wanted = wanted.then(|| bytes.each_ref().map(number));
            let ones = bytes.map(u64::from_le_bytes);
            assert_eq!(numbers(ones), wanted, "{bytes:?}");
            assert_eq!(words::numbers(ones), wanted, "{bytes:?}");
        }
    }
}
