//! What a large race will take, said once the first batch has been timed and before the rest begins.

use super::Entrant;
use crate::limits::Size;
use noregret_io::{Batch, Item, Stream};

/// More learners than this are many.
const MANY: usize = 32;
/// More memory than this is much.
const MUCH: u64 = 1_000_000_000;
/// About as much text as a batch holds.
const BLOCK: f64 = 524_288.0;

/// Lines to say, if the race is large.
pub fn tell(entrants: &[Entrant], first: &Batch, stream: &Stream, threads: usize) -> Vec<String> {
    let indices = first.iter().filter_map(|item| match item {
        Item::Example(example) => example.features.indices().last().copied(),
        Item::Bad(_) => None,
    });
    let seen = indices.max().map_or(1.0, |index| f64::from(index) + 1.0);
    let held: u64 = entrants.iter().filter_map(|e| e.core.as_ref()).map(|core| core.bytes()).sum();
    // Hashed features end up everywhere in the table; of numbered ones nobody knows how far they go.
    let growth = stream.schema().bits.map_or(1.0, |bits| libm::exp2(f64::from(bits)) / seen).max(1.0);
    let bytes = (held as f64 * growth) as u64;
    if entrants.len() <= MANY && bytes <= MUCH {
        return Vec::new();
    }
    let each = held as f64 / seen / entrants.len().max(1) as f64;
    let (about, more) =
        if growth > 1.0 { ("at most about", "") } else { ("about", ", more if higher feature numbers come") };
    let mut lines = vec![format!(
        "{} learners: {about} {} of memory in all ({each:.0} bytes a feature each{more})",
        entrants.len(),
        Size(bytes)
    )];
    let busy: f64 = entrants.iter().map(|entrant| entrant.seconds).sum();
    let batches = stream.bytes_total().map(|bytes| (bytes as f64 / BLOCK).max(1.0));
    let slowest = entrants.iter().map(|entrant| entrant.seconds).fold(0.0, f64::max);
    let a_batch = (busy / threads.min(entrants.len()).max(1) as f64).max(slowest);
    lines.push(match batches {
        Some(batches) => format!(
            "{} examples took {a_batch:.2} s with --threads {threads}: about {:.0} s to come (a few times more if the input is compressed)",
            first.len(),
            a_batch * (batches - 1.0)
        ),
        None => format!("{} examples took {a_batch:.2} s with --threads {threads}; how many will come is not known", first.len()),
    });
    lines
}
