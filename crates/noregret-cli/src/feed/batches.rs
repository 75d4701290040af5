//! The next batch of an input. Whoever waits for one looks up now and then for a stop signal; this is the
//! only place that does.

use crate::voice::interrupt;
use anyhow::Result;
use noregret_engine::Session;
use noregret_io::{Batch, Polled, Stream};
use std::time::Duration;

/// How long to wait before looking at a stop signal.
const PATIENCE: Duration = Duration::from_millis(100);

/// What comes next.
#[allow(clippy::large_enum_variant, reason = "moved once for a thousand examples")]
pub enum Next {
    /// Some examples.
    Batch(Batch),
    /// Nothing more.
    End,
    /// A stop signal.
    Interrupted,
}

/// Where batches come from.
pub trait Batches {
    /// What comes within so long.
    fn poll(&mut self, patience: Duration) -> Result<Polled>;
}

impl Batches for Stream {
    fn poll(&mut self, patience: Duration) -> Result<Polled> {
        Ok(self.next(patience)?)
    }
}

impl Batches for Session<'_> {
    fn poll(&mut self, patience: Duration) -> Result<Polled> {
        Ok(self.next(patience)?)
    }
}

/// Waits for what comes next; `idle` is called when nothing is at hand, before the wait.
pub fn next(from: &mut impl Batches, mut idle: impl FnMut() -> Result<()>) -> Result<Next> {
    loop {
        if interrupt::asked() {
            return Ok(Next::Interrupted);
        }
        let mut polled = from.poll(Duration::ZERO)?;
        if let Polled::Waiting = polled {
            idle()?;
            polled = from.poll(PATIENCE)?;
        }
        match polled {
            Polled::Batch(batch) => return Ok(Next::Batch(batch)),
            Polled::End => return Ok(Next::End),
            Polled::Waiting => {}
        }
    }
}

/// As [`next`], for whoever has nothing to do meanwhile.
pub fn wait(from: &mut impl Batches) -> Result<Next> {
    next(from, || Ok(()))
}
