//! Work that takes long, done beside the threads that serve: so much of it at a time that its memory is bounded.
//!
//! What an example takes while it is read is many times its text (its features, sorted and crossed). So each piece of work counts by its bytes, and
//! waits, without a thread, until those under way leave room. A piece never counts more than a fourth of the room, but for lines that are longer: of
//! large requests four are worked on at a time. Short pieces, which only wait for whoever learns, have room of their own: they wait for none that is large.

use std::sync::Arc;
use tokio::sync::Semaphore;

/// The bytes that are worked on at a time.
const ROOM: usize = 8 << 20;

/// Work of so many bytes is short, and done by the threads that serve if it has nothing to wait for.
pub const SHORT: usize = 32 << 10;
/// Short pieces that are done beside them at a time.
const SHORTS: usize = 64;

/// Where long work is done.
#[derive(Clone)]
pub struct Works {
    room: Arc<Semaphore>,
    short: Arc<Semaphore>,
    most: usize,
}

impl Works {
    /// For lines of so many bytes at most.
    pub fn new(line: usize) -> Self {
        let room = ROOM.max(line);
        let short = Arc::new(Semaphore::new(SHORTS));
        Self { room: Arc::new(Semaphore::new(room)), short, most: (room / 4).max(line) }
    }

    /// Does something with so many bytes when there is room; none if it failed.
    pub async fn beside<T: Send + 'static>(
        &self,
        bytes: usize,
        what: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let count = u32::try_from(bytes.clamp(1, self.most)).unwrap_or(u32::MAX);
        let (room, count) = if bytes <= SHORT { (&self.short, 1) } else { (&self.room, count) };
        let permit = room.clone().acquire_many_owned(count).await.ok()?;
        // It is held by the work, which goes on if nobody waits for it any more.
        let work = move || {
            let done = what();
            drop(permit);
            done
        };
        tokio::task::spawn_blocking(work).await.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::time::Duration;

    #[tokio::test]
    async fn only_so_much_is_worked_on_at_a_time() {
        let works = Works::new(1 << 20);
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let all = (0..24).map(|_| {
            let (works, now, most) = (works.clone(), now.clone(), most.clone());
            tokio::spawn(async move {
                let work = move || {
                    most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    std::thread::sleep(Duration::from_millis(5));
                    now.fetch_sub(1, Ordering::SeqCst);
                };
                works.beside(64 << 20, work).await
            })
        });
        for done in all.collect::<Vec<_>>() {
            assert_eq!(done.await.unwrap(), Some(()));
        }
        assert!((1..=4).contains(&most.load(Ordering::SeqCst)), "{most:?}");
        // Those that are short wait for none that is large.
        let works = Works::new(1 << 20);
        let free = Arc::new(AtomicBool::new(false));
        let large: Vec<_> = (0..6)
            .map(|_| {
                let (works, free) = (works.clone(), free.clone());
                let wait = move || {
                    while !free.load(Ordering::SeqCst) {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                };
                tokio::spawn(async move { works.beside(64 << 20, wait).await })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(20)).await;
        let short = tokio::time::timeout(Duration::from_secs(30), works.beside(SHORT, || 7)).await;
        free.store(true, Ordering::SeqCst);
        assert_eq!(short, Ok(Some(7)));
        for done in large {
            assert_eq!(done.await.unwrap(), Some(()));
        }
        // One line may be longer than the room otherwise is.
        assert_eq!(Works::new(64 << 20).beside(64 << 20, || 7).await, Some(7));
    }
}
