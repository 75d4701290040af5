//! How the experiments are run: from which folder, how long, on how many threads.

use crate::data::Folder;
use crate::error::{Answer, ReproduceError};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How the experiments are run.
pub struct Setting<'a> {
    /// Where the papers' data may be.
    pub data: Folder,
    /// A small version of each: seconds, and numbers that say little.
    pub quick: bool,
    /// On how many threads. It changes no number but times.
    pub threads: usize,
    /// Hears what is being done.
    pub say: &'a (dyn Fn(&str) + Sync),
    /// Whether to stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Setting<'_> {
    /// Says what is being done; an error if it should not be.
    pub(crate) fn at(&self, what: &str) -> Answer<()> {
        if (self.stop)() {
            return Err(ReproduceError::Interrupted);
        }
        (self.say)(what);
        Ok(())
    }

    /// The first where there is time, the second in the quick version.
    pub(crate) fn either<T>(&self, full: T, quick: T) -> T {
        if self.quick { quick } else { full }
    }

    /// `f` of every item, on all threads; the answers in the items' order, or the first error.
    pub(crate) fn each<T: Sync, R: Send>(
        &self,
        items: &[T],
        f: impl Fn(&T) -> Answer<R> + Sync,
    ) -> Answer<Vec<R>> {
        let next = AtomicUsize::new(0);
        let done = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..self.threads.clamp(1, items.len().max(1)) {
                scope.spawn(|| {
                    loop {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(item) = items.get(place) else { break };
                        let answer = if (self.stop)() { Err(ReproduceError::Interrupted) } else { f(item) };
                        if let Ok(mut done) = done.lock() {
                            done.push((place, answer));
                        }
                    }
                });
            }
        });
        let mut done =
            done.into_inner().map_err(|_| ReproduceError::Nothing("a thread ended badly".to_owned()))?;
        done.sort_by_key(|(place, _)| *place);
        done.into_iter().map(|(_, answer)| answer).collect()
    }
}
