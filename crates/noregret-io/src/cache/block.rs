//! What a block of a cache holds: the lines of a batch, and what they add to the schema.
//!
//! ```text
//! file, varint: its place in the header's list
//! 1 if every example has the bias, and 2 more if features keep their namespaces (`spaced`)
//! changes: length, varint, and JSON of the schema without its names, or length 0
//!          names: how many, varint; each: index, length of its namespace, length, varints; the shown name
//!          collisions, varint: how many more
//! rows: how many, varint; each: a byte of flags, and what it announces, in this order:
//!    1, 2  label: 0 none, 1 for -1, 2 for +1, 3 a 64-bit float
//!       4  weight, a 64-bit float; else 1
//!       8  tag: length, varint, and bytes
//!      16  groups: a byte for each feature
//!      32  lines since the row before, varint; else 1
//!     128  refused: field, message, help, no features
//!          how many features, varint; their groups; the features
//! ```

use std::sync::Arc;

use crate::cache::cells;
use crate::cache::spaced::{self, Desk};
use crate::cache::varint;
use crate::error::fault::LineFault;
use crate::error::{Field, LineError, Position};
use crate::pipeline::batch::{Arena, Batch, Cells, Delta, Item, Label, Row};
use crate::schema::Schema;
use crate::schema::names::Names;

const LABEL: u8 = 3;
const WEIGHT: u8 = 4;
const TAG: u8 = 8;
const GROUPS: u8 = 16;
const LINES: u8 = 32;
const REFUSED: u8 = 128;
/// Beside the flag of the bias.
const SPACED: u8 = 2;

/// Appends a text with its length.
fn put_text(text: &[u8], out: &mut Vec<u8>) {
    varint::put(text.len() as u64, out);
    out.extend_from_slice(text);
}

/// Appends what a batch adds to the schema.
pub(crate) fn put_delta(delta: &Delta, before: u64, out: &mut Vec<u8>) -> Result<(), String> {
    match &delta.head {
        None => out.push(0),
        Some(head) => put_text(&serde_json::to_vec(head).map_err(|error| error.to_string())?, out),
    }
    varint::put(delta.names.len() as u64, out);
    for (index, cut, shown) in delta.names.shown_parts() {
        varint::put(u64::from(index), out);
        varint::put(u64::from(cut), out);
        put_text(shown.as_bytes(), out);
    }
    varint::put(delta.collisions.saturating_sub(before), out);
    Ok(())
}

/// Appends a batch; `before` is how many collisions there were before it.
pub(crate) fn put(batch: &Batch, file: u64, before: u64, out: &mut Vec<u8>) -> Result<(), String> {
    varint::put(file, out);
    let raw = batch.raw();
    out.push(u8::from(batch.bias()) | if raw.is_some() { SPACED } else { 0 });
    put_delta(&batch.delta, before, out)?;
    if let Some(raw) = raw {
        spaced::put_spaces(raw, out);
    }
    varint::put(batch.len() as u64, out);
    let mut line = 0;
    for (row, item) in batch.iter().enumerate() {
        let at = match item {
            Item::Example(example) => example.line,
            Item::Bad(error) => error.position.line,
        };
        let since = at.wrapping_sub(line);
        line = at;
        let lines = if since == 1 { 0 } else { LINES };
        match item {
            Item::Bad(error) if raw.is_some() && error.fault.is_of_crosses() => {
                return Err(format!("{error}, and what is crossed must not decide what a cache holds"));
            }
            Item::Bad(error) => {
                out.push(REFUSED | lines);
                if lines != 0 {
                    varint::put(since, out);
                }
                put_refused(error, out);
            }
            Item::Example(e) => {
                let label = match e.label {
                    None => 0,
                    Some(-1.0) => 1,
                    Some(1.0) => 2,
                    Some(_) => LABEL,
                };
                let flag = |set: bool, flag: u8| if set { flag } else { 0 };
                let weight = flag(e.weight != 1.0, WEIGHT);
                let tag = flag(!e.tag.is_empty(), TAG);
                let groups = match raw {
                    None => flag(!e.features.groups().is_empty(), GROUPS),
                    Some(raw) => flag(!raw.groups.is_empty(), GROUPS),
                };
                out.push(label | weight | tag | groups | lines);
                if label == LABEL {
                    out.extend_from_slice(&e.label.unwrap_or_default().to_le_bytes());
                }
                if weight != 0 {
                    out.extend_from_slice(&e.weight.to_le_bytes());
                }
                if tag != 0 {
                    put_text(e.tag, out);
                }
                if lines != 0 {
                    varint::put(since, out);
                }
                if let Some(raw) = raw {
                    spaced::put_row(raw, row, groups != 0, out);
                    continue;
                }
                varint::put(e.features.len() as u64, out);
                out.extend_from_slice(e.features.groups());
                cells::put(e.features.indices(), e.features.values(), out);
            }
        }
    }
    Ok(())
}

fn put_refused(error: &LineError, out: &mut Vec<u8>) {
    match &error.field {
        None => out.push(0),
        Some(field) => {
            out.push(1);
            varint::put(field.place.map_or(0, |place| place as u64 + 1), out);
            out.push(u8::from(field.name.is_some()));
            put_text(field.name.as_deref().unwrap_or_default().as_bytes(), out);
            put_text(field.text.as_bytes(), out);
        }
    }
    out.push(u8::from(error.fault.is_of_label()));
    put_text(error.fault.to_string().as_bytes(), out);
    let help = error.help();
    out.push(u8::from(help.is_some()));
    put_text(help.unwrap_or_default().as_bytes(), out);
}

/// The bytes left of a block, whose last [`cells::PADDING`] are no content.
pub(crate) struct Content<'a>(pub(crate) &'a [u8]);

impl<'a> Content<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    fn number(&mut self) -> Option<u64> {
        varint::take(&mut self.0)
    }

    fn bytes(&mut self, length: u64) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(usize::try_from(length).ok()?)?;
        self.0 = rest;
        Some(bytes)
    }

    fn text(&mut self) -> Option<&'a [u8]> {
        let length = self.number()?;
        self.bytes(length)
    }

    fn string(&mut self) -> Option<String> {
        String::from_utf8(self.text()?.to_vec()).ok()
    }

    fn float(&mut self) -> Option<f64> {
        let bytes = self.bytes(8)?;
        Some(f64::from_le_bytes(bytes.try_into().ok()?)).filter(|value| value.is_finite())
    }

    fn flag(&mut self) -> Option<bool> {
        self.byte().filter(|&flag| flag <= 1).map(|flag| flag == 1)
    }

    /// Whether everything was taken.
    pub(crate) fn is_done(&self) -> bool {
        self.0.len() == cells::PADDING
    }

    /// What is added to the schema; `collisions` is how many there were before, and then after.
    pub(crate) fn delta(&mut self, collisions: &mut u64) -> Option<Delta> {
        let head = match self.text()? {
            [] => None,
            text => Some(Box::new(serde_json::from_slice::<Schema>(text).ok()?)),
        };
        let mut names = Names::default();
        for _ in 0..self.number()? {
            let (index, cut) = (u32::try_from(self.number()?).ok()?, u32::try_from(self.number()?).ok()?);
            names.push_shown(index, cut, std::str::from_utf8(self.text()?).ok()?).ok()?;
        }
        *collisions = collisions.checked_add(self.number()?)?;
        Some(Delta { head, names, collisions: *collisions, ..Delta::default() })
    }

    /// A batch, in an empty arena, of features in so many groups beside group 0; none if it is not what [`put`] writes.
    pub(crate) fn batch(
        &mut self,
        files: &[Arc<str>],
        most_groups: u8,
        mut arena: Arena,
        collisions: &mut u64,
        desk: &mut Desk,
    ) -> Option<Batch> {
        let file = files.get(usize::try_from(self.number()?).ok()?)?.clone();
        let marks = self.byte().filter(|&marks| marks <= 1 | SPACED)?;
        let (bias, spaced) = (marks & 1 != 0, marks & SPACED != 0);
        let mut delta = self.delta(collisions)?;
        let mut spaces = Vec::new();
        if spaced {
            desk.open(delta.head.as_deref())?;
            for _ in 0..self.number()? {
                spaces.push(self.text()?);
            }
        } else if !desk.schema.crosses.is_empty() {
            return None;
        }
        let count = usize::try_from(self.number()?).ok().filter(|&count| count <= self.0.len())?;
        let mut rows = Vec::with_capacity(count);
        arena.indices.reserve(self.0.len() / 4);
        arena.values.reserve(self.0.len() / 4);
        let mut line = 0u64;
        for _ in 0..count {
            let flags = self.byte()?;
            if flags & REFUSED != 0 {
                let since = if flags & LINES != 0 { self.number()? } else { 1 };
                line = line.checked_add(since)?;
                let position = Position { file: file.clone(), line };
                rows.push(Row::Bad(Box::new(self.refused(position)?)));
                continue;
            }
            let label = match flags & LABEL {
                0 => Label::Absent,
                1 => Label::Value(-1.0),
                2 => Label::Value(1.0),
                _ => Label::Value(self.float()?),
            };
            let weight =
                if flags & WEIGHT != 0 { self.float().filter(|&weight| weight >= 0.0)? } else { 1.0 };
            let tag = if flags & TAG != 0 { self.text()? } else { b"" };
            let since = if flags & LINES != 0 { self.number()? } else { 1 };
            line = line.checked_add(since)?;
            if spaced {
                self.spaced_row(&spaces, (flags & GROUPS != 0).then_some(most_groups), desk)?;
                rows.push(match desk.finish(line, weight, tag) {
                    Ok(cells) => Row::Example { cells, label, weight, line },
                    Err(fault) => {
                        let position = Position { file: file.clone(), line };
                        Row::Bad(Box::new(LineError { position, field: None, fault }))
                    }
                });
                continue;
            }
            let text = arena.text.len() as u32;
            arena.text.extend_from_slice(tag);
            let features = self.number()?;
            let mut groups = Cells::UNGROUPED;
            if flags & GROUPS != 0 {
                groups = arena.groups.len() as u32;
                let of = self.bytes(features)?;
                if of.iter().any(|&group| group > most_groups) {
                    return None;
                }
                arena.groups.extend_from_slice(of);
            }
            let start = arena.indices.len() as u32;
            let features = usize::try_from(features).ok()?;
            cells::take(&mut self.0, features, &mut arena.indices, &mut arena.values)?;
            let tag = (text, arena.text.len() as u32);
            let cells = Cells { start, end: arena.indices.len() as u32, groups, tag, before: 0 };
            rows.push(Row::Example { cells, label, weight, line });
        }
        if spaced {
            arena = desk.close(&mut delta).arena;
        }
        Some(Batch::new(file, bias, arena, rows, delta))
    }

    /// Hands the features of a row to the desk, with their groups if they have any.
    fn spaced_row(&mut self, spaces: &[&[u8]], most_groups: Option<u8>, desk: &mut Desk) -> Option<()> {
        let drafter = desk.drafter()?;
        drafter.begin();
        let (mut indices, mut values) = (Vec::new(), Vec::new());
        for _ in 0..self.number()? {
            let space = spaces.get(usize::try_from(self.number()?).ok()?)?;
            let count = self.number()?;
            let groups = match most_groups {
                None => &[][..],
                Some(most) => self.bytes(count).filter(|groups| groups.iter().all(|&group| group <= most))?,
            };
            indices.clear();
            values.clear();
            cells::take(&mut self.0, usize::try_from(count).ok()?, &mut indices, &mut values)?;
            drafter.enter(space);
            drafter.ready(&indices, &values, groups);
        }
        Some(())
    }

    fn refused(&mut self, position: Position) -> Option<LineError> {
        let mut field = None;
        if self.flag()? {
            let place = self.number()?.checked_sub(1).and_then(|place| usize::try_from(place).ok());
            let named = self.flag()?;
            let name = Some(self.string()?).filter(|_| named);
            field = Some(Field { place, name, text: self.string()? });
        }
        let label = self.flag()?;
        let message = self.string()?;
        let helped = self.flag()?;
        let help = Some(self.string()?).filter(|_| helped);
        Some(LineError { position, field, fault: LineFault::Recorded { message, help, label } })
    }
}
