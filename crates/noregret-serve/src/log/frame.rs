//! The bytes of a segment: a header, then frames. A frame is what one commit wrote: some records, one checksum.
//!
//! ```text
//! header   "NRLOG" 0 0 1   first sequence number u64   salt u32   CRC-32 u32 of all before it
//! frame    length u32   CRC-32 u32 of all that follows   first seq u64   safe u64   records u32   { length u32, bytes } ...
//! ```
//! All numbers are little endian; `length` counts what follows the checksum. `safe` is the last sequence number that was known to be
//! durable when the frame was written. That is what tells a torn tail from damage: a frame that cannot be read is torn if nothing behind
//! it says that it was safe, and only then may it be cut off. Checksums of frames begin with the salt, a number by chance, so that no
//! bytes a client sends look like a frame.

use std::ops::Range;

/// The bytes of a segment's header.
pub const HEADER: usize = 24;
/// The bytes of a frame before its records.
pub const FRAME: usize = 28;
const MAGIC: [u8; 8] = *b"NRLOG\0\0\x01";

/// The header of a segment.
pub fn header(first: u64, salt: u32) -> [u8; HEADER] {
    let mut bytes = [0; HEADER];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..16].copy_from_slice(&first.to_le_bytes());
    bytes[16..20].copy_from_slice(&salt.to_le_bytes());
    let sum = crc32fast::hash(&bytes[..20]);
    bytes[20..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// The first sequence number of a segment and its salt, by its header.
pub fn first_of(bytes: &[u8]) -> Result<(u64, u32), &'static str> {
    let head = bytes.get(..HEADER).ok_or("its header is cut off")?;
    if head[..8] != MAGIC {
        return Err("it does not begin as a log of this version does");
    }
    if crc32fast::hash(&head[..20]) != u32_at(head, 20) {
        return Err("the checksum of its header is wrong");
    }
    Ok((u64_at(head, 8), u32_at(head, 16)))
}

/// A checksum that begins with the salt.
fn begun(salt: u32) -> crc32fast::Hasher {
    let mut sum = crc32fast::Hasher::new();
    sum.update(&salt.to_le_bytes());
    sum
}

fn checksum(salt: u32, bytes: &[u8]) -> u32 {
    let mut sum = begun(salt);
    sum.update(bytes);
    sum.finalize()
}

/// The bytes of a record: what stands before its text, and the text, where it lies.
pub type Bytes<'a> = [&'a [u8]; 2];

/// Texts up to here are copied into the frame; longer ones are written from where they lie.
#[cfg(not(test))]
pub const LONG: usize = 1 << 16;
/// In tests most are long.
#[cfg(test)]
pub const LONG: usize = 16;

/// Writes a frame behind what is in the buffer, but for long texts: the places in the buffer where they belong, and which records' they are.
pub fn write(
    out: &mut Vec<u8>,
    salt: u32,
    first: u64,
    safe: u64,
    records: &[Bytes<'_>],
) -> Vec<(usize, usize)> {
    let start = out.len();
    out.extend_from_slice(&[0; 8]);
    out.extend_from_slice(&first.to_le_bytes());
    out.extend_from_slice(&safe.to_le_bytes());
    out.extend_from_slice(&(records.len() as u32).to_le_bytes());
    let (mut apart, mut length) = (Vec::new(), 0);
    for (place, [head, text]) in records.iter().enumerate() {
        out.extend_from_slice(&((head.len() + text.len()) as u32).to_le_bytes());
        out.extend_from_slice(head);
        if text.len() > LONG {
            apart.push((out.len(), place));
            length += text.len();
        } else {
            out.extend_from_slice(text);
        }
    }
    let mut sum = begun(salt);
    let mut at = start + 8;
    for &(cut, place) in &apart {
        sum.update(&out[at..cut]);
        sum.update(records[place][1]);
        at = cut;
    }
    sum.update(&out[at..]);
    length += out.len() - start - 8;
    out[start..start + 4].copy_from_slice(&(length as u32).to_le_bytes());
    out[start + 4..start + 8].copy_from_slice(&sum.finalize().to_le_bytes());
    apart
}

/// A frame that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The sequence number of its first record.
    pub first: u64,
    /// What was known to be durable when it was written.
    pub safe: u64,
    /// Where its records are in the segment.
    pub records: Vec<Range<usize>>,
    /// Where the next frame begins.
    pub end: usize,
}

/// Reads the frame at a place; why not, if it cannot be read.
pub fn read(bytes: &[u8], salt: u32, at: usize) -> Result<Frame, &'static str> {
    let rest = &bytes[at.min(bytes.len())..];
    if rest.len() < FRAME {
        return Err("a frame is cut off");
    }
    let length = u32_at(rest, 0) as usize;
    if length < FRAME - 8 || rest.len() - 8 < length {
        return Err("a frame is longer than what is left");
    }
    if checksum(salt, &rest[8..8 + length]) != u32_at(rest, 4) {
        return Err("the checksum of a frame is wrong");
    }
    let (first, safe, count) = (u64_at(rest, 8), u64_at(rest, 16), u32_at(rest, 24));
    let (mut records, mut place, end) = (Vec::new(), FRAME, 8 + length);
    for _ in 0..count {
        if end - place < 4 {
            return Err("a frame has fewer records than it says");
        }
        let size = u32_at(rest, place) as usize;
        place += 4;
        if end - place < size {
            return Err("a record is longer than its frame");
        }
        records.push(at + place..at + place + size);
        place += size;
    }
    if place != end {
        return Err("a frame has more bytes than records");
    }
    Ok(Frame { first, safe, records, end: at + end })
}

/// Whether something behind a place says that the record `seq` was safe: then what cannot be read there is damage, no torn tail.
pub fn was_safe(bytes: &[u8], salt: u32, after: usize, seq: u64) -> bool {
    (after + 1..bytes.len().saturating_sub(FRAME - 1)).any(|at| {
        // Most places are ruled out by their numbers, before a checksum is made.
        let (first, safe) = (u64_at(bytes, at + 8), u64_at(bytes, at + 16));
        first > seq && safe >= seq && safe < first && read(bytes, salt, at).is_ok()
    })
}

/// Where the frames behind one that cannot be read go on, with which record, if all before that are at or before the record `after`.
pub fn goes_on(bytes: &[u8], salt: u32, at: usize, next: u64, after: u64) -> Option<(usize, u64)> {
    let fits = |first: u64| first > next && first <= after + 1;
    (at + 1..bytes.len().saturating_sub(FRAME - 1))
        .map(|place| (place, u64_at(bytes, place + 8)))
        .find(|&(place, first)| fits(first) && read(bytes, salt, place).is_ok())
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let mut four = [0; 4];
    four.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(four)
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let mut eight = [0; 8];
    eight.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(eight)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SALT: u32 = 77;

    #[test]
    fn frames_come_back_and_no_flipped_bit_does() {
        let mut bytes = header(7, SALT).to_vec();
        assert!(write(&mut bytes, SALT, 7, 6, &[[b"one", b""], [b"", b""], [b"th", b"ree"]]).is_empty());
        assert!(write(&mut bytes, SALT, 10, 9, &[[b"four", b""]]).is_empty());
        assert_eq!(first_of(&bytes), Ok((7, SALT)));
        let frame = read(&bytes, SALT, HEADER).unwrap();
        assert_eq!((frame.first, frame.safe, frame.records.len()), (7, 6, 3));
        assert_eq!(&bytes[frame.records[2].clone()], b"three");
        let next = read(&bytes, SALT, frame.end).unwrap();
        assert_eq!((next.first, next.end), (10, bytes.len()));
        assert!(was_safe(&bytes, SALT, HEADER, 7) && !was_safe(&bytes, SALT, HEADER, 10));
        let whole = |bytes: &[u8]| {
            let frame = |at: usize| first_of(bytes).and_then(|(_, salt)| read(bytes, salt, at));
            frame(HEADER).and_then(|first| frame(first.end)).is_ok()
        };
        assert!(whole(&bytes));
        for at in 0..bytes.len() {
            let mut flipped = bytes.clone();
            flipped[at] ^= 4;
            assert!(!whole(&flipped), "a flipped bit at {at} went unseen");
            assert!(!whole(&bytes[..at]), "{at} bytes are not whole");
        }
    }

    /// Long texts in their places make the frame that copies of them would.
    #[test]
    fn texts_that_are_written_from_where_they_lie() {
        let long = [b'x'; LONG + 1];
        let records: [Bytes<'_>; 3] = [[b"a", &long], [b"b", b"short"], [b"", &long]];
        let copied: Vec<Vec<u8>> = records.iter().map(|parts| parts.concat()).collect();
        let (mut out, mut wanted) = (b"before".to_vec(), b"before".to_vec());
        let apart = write(&mut out, SALT, 3, 2, &records);
        write(
            &mut wanted,
            SALT,
            3,
            2,
            &copied.iter().map(|whole| [whole.as_slice(), b""]).collect::<Vec<_>>(),
        );
        assert_eq!(apart.len(), 2);
        for (at, place) in apart.into_iter().rev() {
            out.splice(at..at, records[place][1].iter().copied());
        }
        assert_eq!(out, wanted);
    }

    /// A client may send bytes that are a frame by every rule but the salt, which it cannot know.
    #[test]
    fn a_frame_in_a_record_is_none_of_the_log() {
        let mut sent = Vec::new();
        write(&mut sent, 0, 900, 899, &[[b"never", b""]]);
        let mut bytes = header(1, SALT).to_vec();
        write(&mut bytes, SALT, 1, 0, &[[&sent, b""]]);
        assert!(!was_safe(&bytes, SALT, HEADER, 1), "the torn record would be taken for a safe one");
    }
}
