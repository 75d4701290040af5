//! The measures of a pass, taken beside it: the learner's thread only notes margins, label and weight, and another adds them up.
//!
//! A short input never leaves the thread it is on; where no other can be had, neither does a long one. No result depends on it: blocks are added in order.

use noregret_engine::Core;
use noregret_io::Example;
use noregret_measure::{Detail, Measures, Report, Row, Subject};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{Builder, JoinHandle};

/// Rows noted before they are handed over.
const BLOCK: usize = 4096;

/// Blocks that may wait to be added.
const QUEUE: usize = 8;

/// Takes the measures of a run.
pub struct Meter {
    detail: Detail,
    noted: Block,
    subject: Option<Subject>,
    place: Place,
}

/// Rows that were noted.
#[derive(Default)]
struct Block {
    rows: Vec<Noted>,
    /// The margins of all of them.
    margins: Vec<f64>,
}

/// A row, but for its margins.
struct Noted {
    label: f64,
    weight: f64,
    /// Of how many margins it is, and of how many classes that were known.
    margins: u32,
    known: u32,
}

impl Block {
    fn sized() -> Self {
        Self { rows: Vec::with_capacity(BLOCK), margins: Vec::with_capacity(BLOCK) }
    }

    #[inline]
    fn push(&mut self, row: Row<'_>) {
        let (margins, known) = (row.margins.len() as u32, row.known as u32);
        self.margins.extend_from_slice(row.margins);
        self.rows.push(Noted { label: row.label, weight: row.weight, margins, known });
    }

    fn add_to(&self, measures: &mut Measures) {
        let mut rest = self.margins.as_slice();
        for noted in &self.rows {
            let (margins, others) = rest.split_at(noted.margins as usize);
            measures.add_row(Row {
                margins,
                known: noted.known as usize,
                label: noted.label,
                weight: noted.weight,
            });
            rest = others;
        }
    }

    fn clear(&mut self) {
        self.rows.clear();
        self.margins.clear();
    }

    /// Whether it is time to hand it over: many classes fill it with fewer rows.
    #[inline]
    fn is_full(&self) -> bool {
        self.rows.len() >= BLOCK || self.margins.len() >= 16 * BLOCK
    }
}

/// Where blocks are added up.
#[derive(Default)]
enum Place {
    /// Nowhere yet.
    #[default]
    Open,
    /// On this thread.
    Here(Measures),
    /// On another, which gives the emptied blocks back.
    Apart { blocks: SyncSender<Block>, emptied: Receiver<Block>, worker: JoinHandle<Measures> },
}

impl Default for Meter {
    fn default() -> Self {
        Self::with(Detail::FULL)
    }
}

fn apart(subject: Subject, detail: Detail) -> Option<Place> {
    let (blocks, full) = sync_channel::<Block>(QUEUE);
    let (back, emptied) = sync_channel(QUEUE);
    let work = move || {
        let mut measures = Measures::with(subject, detail);
        for mut block in full {
            block.add_to(&mut measures);
            block.clear();
            // Whoever ended does not want it back.
            let _ = back.try_send(block);
        }
        measures
    };
    let worker = Builder::new().name("measures".to_owned()).spawn(work).ok()?;
    Some(Place::Apart { blocks, emptied, worker })
}

impl Meter {
    /// In more or less detail.
    pub fn with(detail: Detail) -> Self {
        Self { detail, noted: Block::default(), subject: None, place: Place::Open }
    }

    /// Notes what a learner predicted for an example, if that has a label.
    #[inline]
    pub fn note(&mut self, core: &Core, example: &Example<'_>, predicted: f64) {
        let Some(label) = example.label else { return };
        let (margins, known) = core.margins_of(&predicted);
        self.add(
            || Subject::new(core.loss(), core.objective()),
            Row { margins, known, label, weight: example.weight },
        );
    }

    /// As [`note`](Self::note), where the margins are at hand and all classes were known.
    pub fn note_margins(&mut self, core: &Core, example: &Example<'_>, margins: &[f64]) {
        let Some(label) = example.label else { return };
        self.add(
            || Subject::new(core.loss(), core.objective()),
            Row { margins, known: margins.len(), label, weight: example.weight },
        );
    }

    /// Notes a prediction; what margins stand for is the same for all.
    #[inline]
    pub fn add(&mut self, subject: impl FnOnce() -> Subject, row: Row<'_>) {
        if self.subject.is_none() {
            self.subject = Some(subject());
        }
        self.noted.push(row);
        if self.noted.is_full() {
            self.hand_over();
        }
    }

    #[cold]
    fn hand_over(&mut self) {
        let Some(subject) = self.subject else { return };
        if matches!(self.place, Place::Open) {
            let here = || Place::Here(Measures::with(subject, self.detail));
            self.place = apart(subject, self.detail).unwrap_or_else(here);
        }
        match &mut self.place {
            Place::Apart { blocks, emptied, .. } => {
                let next = emptied.try_recv().unwrap_or_else(|_| Block::sized());
                // The worker ends only when this side does.
                let _ = blocks.send(std::mem::replace(&mut self.noted, next));
            }
            Place::Here(measures) => {
                self.noted.add_to(measures);
                self.noted.clear();
            }
            Place::Open => {}
        }
    }

    /// What it came to; none if nothing was noted.
    pub fn measures(self) -> Option<Measures> {
        let Self { detail, noted, subject, place } = self;
        let mut measures = match place {
            Place::Open => Measures::with(subject?, detail),
            Place::Here(measures) => measures,
            Place::Apart { blocks, worker, .. } => {
                drop(blocks);
                worker.join().ok()?
            }
        };
        noted.add_to(&mut measures);
        Some(measures)
    }

    /// What it came to, told.
    pub fn report(self) -> Option<Report> {
        self.measures().map(|measures| measures.report())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_thread_changes_nothing() {
        let subject = Subject::One("logistic".parse().unwrap());
        for count in [0, 1, BLOCK - 1, BLOCK, 20 * BLOCK + 7] {
            let (mut meter, mut here) = (Meter::default(), Measures::with(subject, Detail::FULL));
            for k in 0..count {
                let margin = libm::sin(k as f64) * 3.0;
                let label = if libm::sin(1.7 * k as f64) + margin > 0.0 { 1.0 } else { -1.0 };
                meter.add(|| subject, Row { margins: &[margin], known: 1, label, weight: 1.0 });
                here.add(margin, label, 1.0);
            }
            assert_eq!(meter.report(), (count > 0).then(|| here.report()), "{count}");
        }
    }
}
