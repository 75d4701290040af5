//! Work on several threads whose result does not depend on how many: every item is one thread's alone.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// Does the work on every item, on at most so many threads; each takes the next item when it is done with one.
pub fn each<T: Send>(items: &mut [T], threads: usize, work: impl Fn(&mut T) + Sync) {
    let threads = threads.min(items.len());
    if threads <= 1 {
        items.iter_mut().for_each(work);
        return;
    }
    let queue = Mutex::new(items.iter_mut());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let (next, work) = (&next, &work);
    let worker = move || {
        while let Some(item) = next() {
            work(item);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(worker);
        }
        worker();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_once() {
        for threads in [0, 1, 2, 7, 100] {
            let mut items: Vec<u64> = (0..50).collect();
            each(&mut items, threads, |item| *item = *item * *item + 1);
            assert!(items.iter().enumerate().all(|(k, &item)| item == (k * k) as u64 + 1));
        }
    }
}
