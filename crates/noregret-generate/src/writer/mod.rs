//! Samples to text: one line a row, one `write_all` a line.
//!
//! Numbers are written as the shortest text that reads back to the same double.

mod jsonl;
mod svmlight;
mod table;
mod vw;

use std::io::{self, Write};

use crate::{Kind, Layout, Sample};

/// Writes the rows of one kind in one layout. Wrap a file in a `BufWriter`.
pub struct Writer<W: Write> {
    out: W,
    layout: Layout,
    kind: Kind,
    line: Vec<u8>,
    headed: bool,
}

impl<W: Write> Writer<W> {
    /// A writer of rows of `kind`; nothing is written yet.
    pub fn new(out: W, layout: Layout, kind: Kind) -> Writer<W> {
        Writer { out, layout, kind, line: Vec::new(), headed: false }
    }

    /// Write one row, and the header before the first row of a table.
    pub fn write(&mut self, sample: &Sample) -> io::Result<()> {
        self.head()?;
        self.line.clear();
        match self.layout {
            Layout::Svmlight => svmlight::row(sample, &mut self.line)?,
            Layout::Vw => vw::row(sample, &mut self.line)?,
            Layout::Csv => table::row(self.kind, sample, b',', &mut self.line)?,
            Layout::Tsv => table::row(self.kind, sample, b'\t', &mut self.line)?,
            Layout::Jsonl => jsonl::row(self.kind, sample, &mut self.line)?,
        }
        self.out.write_all(&self.line)
    }

    /// Flush, and give back what was written to. A table without rows still gets its header.
    pub fn finish(mut self) -> io::Result<W> {
        self.head()?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn head(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.headed, true) {
            return Ok(());
        }
        self.line.clear();
        match self.layout {
            Layout::Csv => table::header(self.kind, b',', &mut self.line),
            Layout::Tsv => table::header(self.kind, b'\t', &mut self.line),
            Layout::Svmlight | Layout::Vw | Layout::Jsonl => {}
        }
        self.out.write_all(&self.line)
    }
}

/// The label of layouts that have no signs: 0 and 1 for binary kinds.
fn unsigned_label(kind: Kind, sample: &Sample) -> f64 {
    if kind.is_binary() { (sample.label + 1.0) / 2.0 } else { sample.label }
}
