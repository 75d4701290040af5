//! The bounded queue before a model's writer. What it counts is everything that is not answered yet, whether it still waits here or is
//! being learned: so a full queue says how much memory requests can hold.

use crate::log::record::{Key, What};
use crate::model::keeper::Reply;
use crate::model::status::{Portrait, Status};
use axum::body::Bytes;
use parking_lot::{Condvar, Mutex};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;

/// Something for the writer to do.
pub enum Job {
    /// A request that changes the model.
    Ask {
        /// What makes a repetition known.
        key: Option<Key>,
        /// What is asked for.
        what: What,
        /// Whether it is answered without what each class has.
        brief: bool,
        /// Its bytes, as they are counted.
        bytes: usize,
        /// Who waits.
        reply: oneshot::Sender<Reply>,
    },
    /// The champion's model file.
    File(oneshot::Sender<Result<Bytes, String>>),
    /// What is costly to look at.
    Portrait(oneshot::Sender<Arc<Portrait>>),
    /// How the model stands, now that all is learned that was answered.
    Status(oneshot::Sender<Arc<Status>>),
    /// A snapshot now; its record, or why there is none.
    Snapshot(oneshot::Sender<Result<u64, Unstored>>),
    /// What became of something that was done beside the writer.
    News(News),
}

/// What became of something that was done beside the writer.
pub enum News {
    /// Nobody looks at all weights any more: learning may go on.
    Looked,
    /// What was costly to look at.
    Portrait(Arc<Portrait>),
    /// The snapshot of a record is in its place, or why it is not.
    Stored(u64, Result<(), Unstored>),
}

/// Why there is no snapshot: the status of HTTP, and the reason.
pub type Unstored = (u16, String);

/// Why a job was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Too much is waiting.
    Full,
    /// The model is being closed.
    Closed,
}

#[derive(Default)]
struct Inner {
    jobs: Vec<Job>,
    /// What is not answered yet.
    count: usize,
    bytes: usize,
    closed: bool,
    /// Whether it is closed because the model is being removed.
    removed: bool,
}

/// The queue.
pub struct Queue {
    inner: Mutex<Inner>,
    wake: Condvar,
    most: usize,
    most_bytes: usize,
}

impl Queue {
    /// For so many requests and bytes that are not answered yet.
    pub fn new(most: usize, most_bytes: usize) -> Self {
        Self { inner: Mutex::new(Inner::default()), wake: Condvar::new(), most, most_bytes }
    }

    /// Hands a job over. One request is always taken, however large: the limit of bodies bounds it.
    pub fn push(&self, job: Job) -> Result<(), Refusal> {
        let mut inner = self.inner.lock();
        if inner.closed {
            return Err(Refusal::Closed);
        }
        if let Job::Ask { bytes, .. } = &job {
            let full = inner.count >= self.most || inner.bytes + bytes > self.most_bytes;
            if full && inner.count > 0 {
                return Err(Refusal::Full);
            }
            inner.count += 1;
            inner.bytes += bytes;
        }
        inner.jobs.push(job);
        drop(inner);
        self.wake.notify_one();
        Ok(())
    }

    /// Tells the writer something, whether it takes jobs or not.
    pub fn tell(&self, news: News) {
        self.inner.lock().jobs.push(Job::News(news));
        self.wake.notify_one();
    }

    /// A request was answered.
    pub fn answered(&self, bytes: usize) {
        let mut inner = self.inner.lock();
        inner.count = inner.count.saturating_sub(1);
        inner.bytes = inner.bytes.saturating_sub(bytes);
    }

    /// Takes all jobs there are, after at most so long a wait for the first; whether the queue is closed.
    pub fn drain(&self, wait: Duration) -> (Vec<Job>, bool) {
        let mut inner = self.inner.lock();
        if inner.jobs.is_empty() && !wait.is_zero() {
            self.wake.wait_for(&mut inner, wait);
        }
        (std::mem::take(&mut inner.jobs), inner.closed)
    }

    /// Takes no more jobs; those that are there will be done.
    pub fn close(&self) {
        self.inner.lock().closed = true;
        self.wake.notify_one();
    }

    /// Takes no more jobs, and those that are there need not be done: the model is being removed.
    pub fn abandon(&self) {
        let mut inner = self.inner.lock();
        (inner.closed, inner.removed) = (true, true);
        drop(inner);
        self.wake.notify_one();
    }

    /// Whether the model is being removed.
    pub fn removed(&self) -> bool {
        self.inner.lock().removed
    }

    /// Whether it takes no more jobs.
    pub fn closed(&self) -> bool {
        self.inner.lock().closed
    }

    /// How many requests are not answered yet, and their bytes.
    pub fn load(&self) -> (usize, usize) {
        let inner = self.inner.lock();
        (inner.count, inner.bytes)
    }

    /// Whether jobs wait.
    pub fn waiting(&self) -> bool {
        !self.inner.lock().jobs.is_empty()
    }
}
