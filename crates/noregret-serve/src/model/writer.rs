//! The thread that owns a model: it drains the queue, commits, learns and answers, and makes snapshots.
//!
//! All requests that came while it was busy are committed together, with one sync: that is what hides the cost of the disk. A large batch is learned a few lines at
//! a time, and new requests are committed in between, so that a prediction that is to be kept does not wait for it either; nor does it for
//! whoever [looks](super::looks) at all weights.

use crate::log::record::What;
use crate::model::course::Ticket;
use crate::model::keeper::{Ask, Durability, Fatal, Keeper, Replies, Reply, refused};
use crate::model::looks::Looks;
use crate::model::queue::{Job, News, Queue, Unstored};
use crate::model::status::{Portrait, Status};
use parking_lot::RwLock;
use std::collections::HashMap;
use std::sync::Arc;
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
    /// For what is in the log and not learned yet when the model is closed.
    pub ending: Duration,
}

impl Default for Rhythm {
    fn default() -> Self {
        let (sync, snapshot) = (Duration::from_millis(100), Duration::from_secs(300));
        Self { sync, snapshot, log_bytes: 256 << 20, ending: Duration::from_secs(5) }
    }
}

/// New requests are committed after so long, if a batch is still being learned.
const PATIENCE: Duration = Duration::from_millis(2);
/// Between two statuses, and before one of an idle model.
const STATUS: Duration = Duration::from_millis(250);
const CALM: Duration = Duration::from_millis(5);
/// The longest wait for nothing.
const IDLE: Duration = Duration::from_millis(200);

/// What is said of a model that is no more.
pub const REMOVED: &str = "the model was removed";

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

/// Who waits for what, and the bytes of what was asked.
type Tickets = HashMap<Ticket, (oneshot::Sender<Reply>, usize)>;

/// Hands answers over to those who wait for them.
fn hand_over(replies: Replies, tickets: &mut Tickets, shared: &Shared) {
    for (ticket, reply) in replies {
        if let Some((to, bytes)) = tickets.remove(&ticket) {
            shared.queue.answered(bytes);
            // Whoever asked may have gone.
            let _ = to.send(reply);
        }
    }
}

struct Writer {
    keeper: Keeper,
    shared: Arc<Shared>,
    durability: Durability,
    rhythm: Rhythm,
    tickets: Tickets,
    next: Ticket,
    dirty: bool,
    /// Whether the team changes: whoever asked for it sees it in the next status.
    changing: bool,
    told: Instant,
    synced: Instant,
    snapshot_from: Instant,
    log_bytes: u64,
    snapshot_at: Option<u64>,
    /// Whether a snapshot is being made.
    storing: bool,
    /// They want a snapshot of now or later; those in the second list wait for the one that is being made.
    wanted: Vec<oneshot::Sender<Result<u64, Unstored>>>,
    promised: Vec<oneshot::Sender<Result<u64, Unstored>>>,
    /// Requests that are put off until a snapshot that is due has begun.
    put_off: Vec<Ask>,
    looks: Looks,
    portrait: Option<Arc<Portrait>>,
    /// Since when the queue is known to be closed.
    closed: Option<Instant>,
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
    let looks = Looks::new(shared.clone());
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
        storing: false,
        wanted: Vec::new(),
        promised: Vec::new(),
        put_off: Vec::new(),
        looks,
        portrait: None,
        closed: None,
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
            shared.queue.close();
            self.turn_away(Duration::ZERO);
            while self.looks.under_way() {
                self.turn_away(IDLE);
            }
            // What is in the log is safe: it may still be answered.
            while self.keeper.course().busy() {
                let replies = self.keeper.step();
                self.answer(replies);
            }
            self.tickets.clear();
            shared.alarm.send_replace(Some(reason));
        }
    }

    /// Refuses what is asked for when nothing more can be promised.
    fn turn_away(&mut self, wait: Duration) {
        for job in self.shared.queue.drain(wait).0 {
            match job {
                Job::Ask { reply, .. } => {
                    let _ = reply.send(refused(503, "the server ends: the disk failed"));
                }
                Job::News(News::Looked) => self.looks.over(),
                Job::News(_) | Job::File(_) | Job::Portrait(_) | Job::Status(_) | Job::Snapshot(_) => {}
            }
        }
    }

    /// The model is being removed: all who wait are told so. What is under way in its folder is waited for.
    fn give_up(&mut self, mut jobs: Vec<Job>) {
        let gone = || Err((404, REMOVED.to_owned()));
        for (_, (reply, bytes)) in self.tickets.drain() {
            self.shared.queue.answered(bytes);
            let _ = reply.send(refused(404, REMOVED));
        }
        self.wanted.drain(..).chain(self.promised.drain(..)).for_each(|reply| drop(reply.send(gone())));
        loop {
            for job in jobs {
                match job {
                    Job::Ask { reply, bytes, .. } => {
                        self.shared.queue.answered(bytes);
                        let _ = reply.send(refused(404, REMOVED));
                    }
                    Job::Snapshot(reply) => drop(reply.send(gone())),
                    Job::News(News::Looked) => self.looks.over(),
                    Job::News(News::Stored(..)) => self.storing = false,
                    Job::News(News::Portrait(_)) | Job::File(_) | Job::Portrait(_) | Job::Status(_) => {}
                }
            }
            if !self.looks.under_way() && !self.storing {
                return;
            }
            jobs = self.shared.queue.drain(IDLE).0;
        }
    }

    fn serve(&mut self) -> Result<(), Fatal> {
        loop {
            let busy = self.keeper.course().busy();
            let (jobs, closed) = self.shared.queue.drain(self.wait(busy));
            if self.shared.queue.removed() {
                self.give_up(jobs);
                return Ok(());
            }
            let calm = jobs.is_empty() && !busy && self.put_off.is_empty();
            if closed && self.closed.is_none() {
                self.closed = Some(Instant::now());
            }
            if self.is_late() {
                let unkept = |ask: Ask| (ask.ticket, refused(503, "the server ends"));
                let replies = self.put_off.drain(..).map(unkept).collect();
                self.answer(replies);
            }
            let left = jobs.is_empty() && self.put_off.is_empty() && self.is_late();
            let last = closed && (calm || left) && !self.looks.under_way() && !self.storing;
            self.take(jobs)?;
            self.learn();
            if let Some(fatal) = self.keeper.failed() {
                return Err(fatal);
            }
            if self.dirty && (calm || self.told.elapsed() > STATUS) {
                self.tell();
            }
            self.housekeep()?;
            if last {
                return self.close();
            }
        }
    }

    /// How long to wait for something to do.
    fn wait(&self, busy: bool) -> Duration {
        let learns = (busy || !self.put_off.is_empty()) && !self.looks.under_way();
        if learns || (self.shared.queue.closed() && !self.looks.under_way() && !self.storing) {
            return Duration::ZERO;
        }
        let wait = if self.dirty { CALM } else { IDLE };
        let unsafe_yet = self.keeper.log().safe() < self.keeper.log().last();
        if self.durability == Durability::Interval && unsafe_yet {
            return wait.min(self.rhythm.sync.saturating_sub(self.synced.elapsed()).max(CALM));
        }
        wait
    }

    /// Commits requests, and does what else is asked for.
    fn take(&mut self, jobs: Vec<Job>) -> Result<(), Fatal> {
        let late = self.snapshot_due() && (self.keeper.course().busy() || self.looks.under_way());
        let mut asks = if late { Vec::new() } else { std::mem::take(&mut self.put_off) };
        for job in jobs {
            match job {
                Job::Ask { key, what, brief, bytes, reply } => {
                    self.changing |=
                        matches!(what, What::Promote { .. } | What::Join { .. } | What::Leave { .. });
                    self.next += 1;
                    self.tickets.insert(self.next, (reply, bytes));
                    // A snapshot is of a moment when nothing is left to learn. That moment must come, however much is asked for.
                    let off = late && !matches!(what, What::Keep { .. });
                    let ask = Ask { ticket: self.next, key, what, brief };
                    if off { self.put_off.push(ask) } else { asks.push(ask) }
                }
                Job::File(reply) => self.looks.files.push(reply),
                Job::Portrait(reply) => self.looks.portraits.push(reply),
                Job::Status(reply) => {
                    if self.dirty {
                        self.tell();
                    }
                    let _ = reply.send(self.shared.status.read().clone());
                }
                Job::Snapshot(reply) => self.wanted.push(reply),
                Job::News(News::Looked) => self.looks.over(),
                Job::News(News::Portrait(portrait)) => self.portrait = Some(portrait),
                Job::News(News::Stored(seq, outcome)) => {
                    self.storing = false;
                    self.stored(seq, outcome);
                }
            }
        }
        let time = now();
        if self.keeper.course().ledger.due(time) && asks.is_empty() {
            self.next += 1;
            asks.push(Ask { ticket: self.next, key: None, what: What::Tick, brief: false });
        }
        if asks.is_empty() {
            return Ok(());
        }
        let (count, begun) = (asks.len(), Instant::now());
        self.dirty = true;
        // Nothing is learned while somebody looks at all weights.
        let idle = self.looks.under_way();
        let mut finished = Vec::new();
        let Self { keeper, tickets, shared, changing, .. } = self;
        let mut answer = |replies: Replies| match *changing {
            true => finished.extend(replies),
            false => hand_over(replies, tickets, shared),
        };
        let admitted = keeper.admit_beside(asks, time, if idle { None } else { Some(&mut answer) });
        self.answer(finished);
        if let Some(fatal) = self.keeper.failed() {
            return Err(fatal);
        }
        match admitted {
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
        hand_over(replies, &mut self.tickets, &self.shared);
    }

    /// Learns what is in the log, until others have waited long enough.
    fn learn(&mut self) {
        let begun = Instant::now();
        while self.keeper.course().busy() && !self.looks.under_way() {
            let replies = self.keeper.step();
            self.answer(replies);
            if begun.elapsed() <= PATIENCE {
                continue;
            }
            if self.shared.queue.closed() && (self.closed.is_none() || self.is_late()) {
                return;
            }
            if self.shared.queue.waiting() {
                return;
            }
        }
    }

    /// Whether the model is to be closed, and what is left to learn had its time.
    fn is_late(&self) -> bool {
        self.closed.is_some_and(|closed| closed.elapsed() > self.rhythm.ending)
    }

    fn tell(&mut self) {
        *self.shared.status.write() = Arc::new(Status::of(&self.keeper, self.snapshot_at));
        (self.dirty, self.told) = (false, Instant::now());
    }

    /// Whether it is time for a snapshot.
    fn snapshot_due(&self) -> bool {
        let grown = self.keeper.log().extent().1.saturating_sub(self.log_bytes) > self.rhythm.log_bytes;
        let due = self.snapshot_from.elapsed() >= self.rhythm.snapshot || grown || !self.wanted.is_empty();
        due && !self.storing
    }

    /// Syncs, looks and snapshots that are due.
    fn housekeep(&mut self) -> Result<(), Fatal> {
        if self.durability == Durability::Interval && self.synced.elapsed() >= self.rhythm.sync {
            self.keeper.sync()?;
            self.synced = Instant::now();
        }
        let busy = self.keeper.course().busy();
        if let Some(portrait) =
            self.portrait.as_ref().filter(|portrait| portrait.fresh_until > Instant::now())
        {
            let all = self.looks.portraits.drain(..);
            all.for_each(|reply| drop(reply.send(portrait.clone())));
        }
        if !self.looks.may_begin(busy) {
            return Ok(());
        }
        if self.snapshot_due() && !busy {
            return self.begin_snapshot();
        }
        let champion = self.keeper.course().team.champion().clone();
        if !self.looks.files.is_empty() {
            self.looks.file(champion);
        } else if !self.looks.portraits.is_empty() {
            self.looks.portrait(champion);
        }
        Ok(())
    }

    fn begin_snapshot(&mut self) -> Result<(), Fatal> {
        (self.snapshot_from, self.log_bytes) = (Instant::now(), self.keeper.log().extent().1);
        self.promised = std::mem::take(&mut self.wanted);
        if let Some(draft) = self.keeper.begin_snapshot()? {
            let (storage, folder) = self.keeper.place();
            self.storing = true;
            self.looks.snapshot(draft, storage, folder);
            return Ok(());
        }
        let undecided = self.keeper.course().team.undecided();
        let outcome = match self.keeper.snapshots().last() {
            _ if undecided > 0 => Err((
                409,
                format!(
                    "{undecided} examples wait for labels that say what theirs mean; they are in the log"
                ),
            )),
            Some(&seq) => Ok(seq),
            None => Err((409, "there is no snapshot".to_owned())),
        };
        self.promised.drain(..).for_each(|reply| drop(reply.send(outcome.clone())));
        Ok(())
    }

    /// A snapshot is in its place, or is not.
    fn stored(&mut self, seq: u64, outcome: Result<(), Unstored>) {
        let outcome = outcome.and_then(|()| self.keeper.end_snapshot(seq).map_err(|error| error.told()));
        match &outcome {
            Ok(()) => {
                self.snapshot_at = Some(now());
                tracing::info!(seq, "a snapshot is in its place");
            }
            // The log has everything: the next one may succeed.
            Err((_, reason)) => tracing::warn!(seq, reason, "a snapshot could not be made"),
        }
        self.log_bytes = self.keeper.log().extent().1;
        let outcome = outcome.map(|()| seq);
        self.promised.drain(..).for_each(|reply| drop(reply.send(outcome.clone())));
        self.dirty = true;
    }

    /// The log becomes durable, and a last snapshot is made, unless something is left to learn: that is in the log, and is learned at the next start.
    fn close(&mut self) -> Result<(), Fatal> {
        self.keeper.sync()?;
        if self.keeper.course().busy() {
            let (learned, logged) = (self.keeper.course().learned, self.keeper.log().last());
            tracing::warn!(
                learned,
                logged,
                "not everything in the log was learned: it will be at the next start"
            );
        }
        let kept = "the server ends: this request is in the log and is learned at the next start. Do not send it again";
        for (_, (reply, bytes)) in self.tickets.drain() {
            self.shared.queue.answered(bytes);
            let _ = reply.send(refused(503, kept));
        }
        if let Some(draft) = self.keeper.begin_snapshot()? {
            let (storage, folder) = self.keeper.place();
            let seq = draft.head.seq;
            let gathered = draft.gather().map_err(|why| (500, why));
            let stored = gathered.and_then(|snapshot| {
                snapshot.store(&*storage, &folder).map(|_| ()).map_err(|error| error.told())
            });
            self.stored(seq, stored);
        }
        Ok(())
    }
}
