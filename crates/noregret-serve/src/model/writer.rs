//! The thread that owns a model: it drains the queue, commits, learns and answers, and makes snapshots.
//!
//! All requests that came while it was busy are committed together, with one sync: that is what hides the cost of the disk. A large batch is learned a few lines at
//! a time, and new requests are committed in between, so that a prediction that is to be kept does not wait for it either.

use crate::log::record::What;
use crate::model::course::Ticket;
use crate::model::keeper::{Ask, Durability, Fatal, Keeper, Replies, Reply, refused};
use crate::model::queue::{Job, Queue};
use crate::model::snapshot::Pending;
use crate::model::status::{Portrait, Status};
use parking_lot::RwLock;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::{oneshot, watch};

/// How often things are done that no request asks for.
#[derive(Clone, Copy, Debug)]
pub struct Rhythm {
    /// Between syncs, where answers do not wait for them.
    pub sync: Duration,
    /// Between snapshots, if something was learned.
    pub snapshot: Duration,
    /// Bytes of log that call for a snapshot before that.
    pub log_bytes: u64,
}

impl Default for Rhythm {
    fn default() -> Self {
        let (sync, snapshot) = (Duration::from_millis(100), Duration::from_secs(300));
        Self { sync, snapshot, log_bytes: 256 << 20 }
    }
}

/// New requests are committed after so long, if a batch is still being learned.
const PATIENCE: Duration = Duration::from_millis(2);
/// Between two statuses, and before one of an idle model.
const STATUS: Duration = Duration::from_millis(250);
const CALM: Duration = Duration::from_millis(5);
/// The longest wait for nothing.
const IDLE: Duration = Duration::from_millis(200);

/// What the writer and those who ask share.
pub struct Shared {
    /// What is to be done.
    pub queue: Queue,
    /// How the model stands.
    pub status: RwLock<Arc<Status>>,
    /// Where a fatal error is told.
    pub alarm: watch::Sender<Option<String>>,
    /// Seconds that a commit took, and how many requests were in it.
    pub commits: Box<dyn Fn(f64, usize) + Send + Sync>,
}

struct Writer {
    keeper: Keeper,
    shared: Arc<Shared>,
    durability: Durability,
    rhythm: Rhythm,
    tickets: HashMap<Ticket, (oneshot::Sender<Reply>, usize)>,
    next: Ticket,
    dirty: bool,
    /// Whether the team changes: whoever asked for it sees it in the next status.
    changing: bool,
    told: Instant,
    synced: Instant,
    snapshot_from: Instant,
    log_bytes: u64,
    snapshot_at: Option<u64>,
    storing: Option<mpsc::Receiver<(u64, Result<(), String>)>>,
    wanted: Vec<oneshot::Sender<Result<u64, String>>>,
    portrait: Option<Arc<Portrait>>,
}

/// The time, in milliseconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// Starts the thread.
pub fn start(
    keeper: Keeper,
    shared: Arc<Shared>,
    durability: Durability,
    rhythm: Rhythm,
    name: &str,
) -> std::io::Result<JoinHandle<()>> {
    let at = Instant::now();
    let log_bytes = keeper.log().extent().1;
    let writer = Writer {
        keeper,
        shared,
        durability,
        rhythm,
        tickets: HashMap::new(),
        next: 0,
        dirty: false,
        changing: false,
        told: at,
        synced: at,
        snapshot_from: at,
        log_bytes,
        snapshot_at: None,
        storing: None,
        wanted: Vec::new(),
        portrait: None,
    };
    let shared = writer.shared.clone();
    thread::Builder::new().name(format!("writer {name}")).spawn(move || {
        let run = std::panic::AssertUnwindSafe(|| writer.run());
        if std::panic::catch_unwind(run).is_err() {
            // The log has everything that was promised; what is in memory is of no use any more.
            shared.queue.close();
            drop(shared.queue.drain(Duration::ZERO));
            shared.alarm.send_replace(Some("a writer failed; its log is whole".to_owned()));
        }
    })
}

impl Writer {
    fn run(mut self) {
        let shared = self.shared.clone();
        if let Err(Fatal(reason)) = self.serve() {
            tracing::error!(reason, "a model can promise nothing more: the server ends");
            // What is in the log is safe: it may still be answered.
            while self.keeper.course().busy() {
                let replies = self.keeper.step();
                self.answer(replies);
            }
            shared.queue.close();
            for job in shared.queue.drain(Duration::ZERO).0 {
                if let Job::Ask { reply, .. } = job {
                    let _ = reply.send(refused(503, "the server ends: the disk failed"));
                }
            }
            self.tickets.clear();
            shared.alarm.send_replace(Some(reason));
        }
    }

    fn serve(&mut self) -> Result<(), Fatal> {
        loop {
            let busy = self.keeper.course().busy();
            let wait = match (busy, self.dirty) {
                (true, _) => Duration::ZERO,
                (false, true) => CALM,
                (false, false) => IDLE,
            };
            let (jobs, closed) = self.shared.queue.drain(wait);
            let calm = jobs.is_empty() && !busy;
            let last = closed && calm;
            self.take(jobs)?;
            self.learn();
            if self.dirty && (calm || self.told.elapsed() > STATUS) {
                self.tell();
            }
            self.housekeep()?;
            if last {
                return self.close();
            }
        }
    }

    /// Commits requests, and does what else is asked for.
    fn take(&mut self, jobs: Vec<Job>) -> Result<(), Fatal> {
        let mut asks = Vec::new();
        for job in jobs {
            match job {
                Job::Ask { key, what, bytes, reply } => {
                    self.changing |=
                        matches!(what, What::Promote { .. } | What::Join { .. } | What::Leave { .. });
                    self.next += 1;
                    self.tickets.insert(self.next, (reply, bytes));
                    asks.push(Ask { ticket: self.next, key, what });
                }
                Job::File(reply) => {
                    let champion = self.keeper.course().team.champion();
                    let _ = reply.send(champion.look(|engine| engine.view().to_bytes()));
                }
                Job::Portrait(reply) => {
                    let _ = reply.send(self.portrait());
                }
                Job::Snapshot(reply) => self.wanted.push(reply),
            }
        }
        let time = now();
        if self.keeper.course().ledger.due(time) && asks.is_empty() {
            self.next += 1;
            asks.push(Ask { ticket: self.next, key: None, what: What::Tick });
        }
        if asks.is_empty() {
            return Ok(());
        }
        let (count, begun) = (asks.len(), Instant::now());
        self.dirty = true;
        match self.keeper.admit(asks, time) {
            Ok(replies) => self.answer(replies),
            Err((replies, fatal)) => {
                self.answer(replies);
                return Err(fatal);
            }
        }
        (self.shared.commits)(begun.elapsed().as_secs_f64(), count);
        Ok(())
    }

    fn answer(&mut self, replies: Replies) {
        if self.changing && !replies.is_empty() {
            self.tell();
            self.changing = self.keeper.course().busy();
        }
        for (ticket, reply) in replies {
            if let Some((to, bytes)) = self.tickets.remove(&ticket) {
                self.shared.queue.answered(bytes);
                // Whoever asked may have gone.
                let _ = to.send(reply);
            }
        }
    }

    /// Learns what is in the log, until others have waited long enough.
    fn learn(&mut self) {
        let begun = Instant::now();
        while self.keeper.course().busy() {
            let replies = self.keeper.step();
            self.answer(replies);
            if begun.elapsed() > PATIENCE && self.shared.queue.waiting() {
                return;
            }
        }
    }

    fn tell(&mut self) {
        *self.shared.status.write() = Arc::new(Status::of(&self.keeper, self.snapshot_at));
        (self.dirty, self.told) = (false, Instant::now());
    }

    fn portrait(&mut self) -> Arc<Portrait> {
        if let Some(fresh) = self.portrait.as_ref().filter(|portrait| portrait.fresh_until > Instant::now()) {
            return fresh.clone();
        }
        let champion = self.keeper.course().team.champion();
        self.portrait.insert(Arc::new(champion.look(Portrait::of))).clone()
    }

    /// Syncs and snapshots that are due.
    fn housekeep(&mut self) -> Result<(), Fatal> {
        if self.durability == Durability::Interval && self.synced.elapsed() >= self.rhythm.sync {
            self.keeper.sync()?;
            self.synced = Instant::now();
        }
        if let Some(storing) = &self.storing
            && let Ok((seq, outcome)) = storing.try_recv()
        {
            self.storing = None;
            self.stored(seq, outcome);
        }
        let grown = self.keeper.log().extent().1.saturating_sub(self.log_bytes) > self.rhythm.log_bytes;
        let due = self.snapshot_from.elapsed() >= self.rhythm.snapshot || grown || !self.wanted.is_empty();
        if due && self.storing.is_none() && !self.keeper.course().busy() {
            (self.snapshot_from, self.log_bytes) = (Instant::now(), self.keeper.log().extent().1);
            match self.keeper.begin_snapshot()? {
                Some(pending) => self.store(pending),
                None => {
                    let undecided = self.keeper.course().team.undecided();
                    let outcome = match self.keeper.snapshots().last() {
                        _ if undecided > 0 => Err(format!(
                            "{undecided} examples wait for labels that say what theirs mean; they are in the log"
                        )),
                        Some(&seq) => Ok(seq),
                        None => Err("there is no snapshot".to_owned()),
                    };
                    self.wanted.drain(..).for_each(|reply| drop(reply.send(outcome.clone())));
                }
            }
        }
        Ok(())
    }

    /// Writes a snapshot on a thread of its own, while learning goes on.
    fn store(&mut self, pending: Pending) {
        let (storage, folder) = self.keeper.place();
        let (send, receive) = mpsc::channel();
        let seq = pending.seq;
        let stored = thread::Builder::new().name("snapshot".to_owned()).spawn(move || {
            let outcome = pending.store(&*storage, &folder).map(|_| ()).map_err(|error| error.to_string());
            let _ = send.send((seq, outcome));
        });
        match stored {
            Ok(_) => self.storing = Some(receive),
            Err(error) => self.stored(seq, Err(error.to_string())),
        }
    }

    /// A snapshot is in its place, or is not.
    fn stored(&mut self, seq: u64, outcome: Result<(), String>) {
        let outcome = outcome.and_then(|()| self.keeper.end_snapshot(seq).map_err(|error| error.to_string()));
        match &outcome {
            Ok(()) => {
                self.snapshot_at = Some(now());
                tracing::info!(seq, "a snapshot is in its place");
            }
            // The log has everything: the next one may succeed.
            Err(reason) => tracing::warn!(seq, reason, "a snapshot could not be made"),
        }
        self.log_bytes = self.keeper.log().extent().1;
        let outcome = outcome.map(|()| seq);
        self.wanted.drain(..).for_each(|reply| drop(reply.send(outcome.clone())));
        self.dirty = true;
    }

    /// Everything was answered: the log becomes durable, and a last snapshot is made.
    fn close(&mut self) -> Result<(), Fatal> {
        if let Some(storing) = self.storing.take()
            && let Ok((seq, outcome)) = storing.recv()
        {
            self.stored(seq, outcome);
        }
        self.keeper.sync()?;
        if let Some(pending) = self.keeper.begin_snapshot()? {
            let (storage, folder) = self.keeper.place();
            let outcome = pending.store(&*storage, &folder).map(|_| ()).map_err(|error| error.to_string());
            self.stored(pending.seq, outcome);
        }
        Ok(())
    }
}
