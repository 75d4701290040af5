//! The measures of a pass, taken beside it: the learner's thread only notes margin, label and weight, and another adds them up.
//!
//! A short input never leaves the thread it is on; where no other can be had, neither does a long one. No result depends on it: blocks are added in order.

use noregret::Loss;
use noregret_measure::{Detail, Measures, Report, Row};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{Builder, JoinHandle};

/// Rows noted before they are handed over.
const BLOCK: usize = 4096;

/// Blocks that may wait to be added.
const QUEUE: usize = 8;

/// Takes the measures of a run.
pub struct Meter {
    detail: Detail,
    noted: Vec<Row>,
    loss: Option<Loss>,
    place: Place,
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
    Apart { blocks: SyncSender<Vec<Row>>, emptied: Receiver<Vec<Row>>, worker: JoinHandle<Measures> },
}

impl Default for Meter {
    fn default() -> Self {
        Self::with(Detail::FULL)
    }
}

fn apart(loss: Loss, detail: Detail) -> Option<Place> {
    let (blocks, full) = sync_channel::<Vec<Row>>(QUEUE);
    let (back, emptied) = sync_channel(QUEUE);
    let work = move || {
        let mut measures = Measures::with(loss, detail);
        for mut block in full {
            measures.add_all(&block);
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
        Self { detail, noted: Vec::new(), loss: None, place: Place::Open }
    }

    /// Notes a prediction under a loss, which is the same for all.
    #[inline]
    pub fn add(&mut self, loss: Loss, row: Row) {
        self.noted.push(row);
        if self.noted.len() >= BLOCK {
            self.hand_over(loss);
        } else {
            self.loss = Some(loss);
        }
    }

    #[cold]
    fn hand_over(&mut self, loss: Loss) {
        self.loss = Some(loss);
        if matches!(self.place, Place::Open) {
            let here = || Place::Here(Measures::with(loss, self.detail));
            self.place = apart(loss, self.detail).unwrap_or_else(here);
        }
        match &mut self.place {
            Place::Apart { blocks, emptied, .. } => {
                let next = emptied.try_recv().unwrap_or_else(|_| Vec::with_capacity(BLOCK));
                // The worker ends only when this side does.
                let _ = blocks.send(std::mem::replace(&mut self.noted, next));
            }
            Place::Here(measures) => {
                measures.add_all(&self.noted);
                self.noted.clear();
            }
            Place::Open => {}
        }
    }

    /// What it came to; none if nothing was noted.
    pub fn measures(self) -> Option<Measures> {
        let Self { detail, noted, loss, place } = self;
        let mut measures = match place {
            Place::Open => Measures::with(loss?, detail),
            Place::Here(measures) => measures,
            Place::Apart { blocks, worker, .. } => {
                drop(blocks);
                worker.join().ok()?
            }
        };
        measures.add_all(&noted);
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
        let loss: Loss = "logistic".parse().unwrap();
        for count in [0, 1, BLOCK - 1, BLOCK, 20 * BLOCK + 7] {
            let (mut meter, mut here) = (Meter::default(), Measures::of(loss));
            for k in 0..count {
                let margin = libm::sin(k as f64) * 3.0;
                let label = if libm::sin(1.7 * k as f64) + margin > 0.0 { 1.0 } else { -1.0 };
                meter.add(loss, Row { margin, label, weight: 1.0 });
                here.add(margin, label, 1.0);
            }
            assert_eq!(meter.report(), (count > 0).then(|| here.report()), "{count}");
        }
    }
}
