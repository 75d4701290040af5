//! The owner of a model: its log, its course, and the order between them.
//!
//! ```text
//! admit   refuse what makes no sense; append the rest as one frame; sync; only then is any of it applied
//! step    learn a few lines of the oldest record that is not learned yet; when it is done, its answer may leave
//! ```
//! Nothing here knows of threads, clocks or clients: tests drive it over a disk that crashes.

use crate::log::frame::Bytes;
use crate::log::record::{Key, Record, What};
use crate::log::{Log, LogError};
use crate::model::answer::Answer;
use crate::model::commit::{MUCH, Unsaved, sync, written};
use crate::model::course::{Course, Finished, Ticket};
use crate::model::definition::Learner;
use crate::model::repeats::Known;
use crate::model::snapshot::{self, Draft};
use crate::model::team::unknown;
use crate::storage::{Storage, numbered};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

/// When an answer may leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// When what it answers survives a loss of power.
    #[default]
    Always,
    /// At once; the log is made durable every so often.
    Interval,
    /// At once; the system makes the log durable when it likes.
    None,
}

/// How a model is kept.
#[derive(Clone, Copy, Debug)]
pub struct Keeping {
    /// When an answer may leave.
    pub durability: Durability,
    /// Bytes of a segment of the log.
    pub segment: u64,
    /// Whether the whole log and the first snapshot are kept, for time travel.
    pub forever: bool,
}

impl Default for Keeping {
    fn default() -> Self {
        Self { durability: Durability::Always, segment: 32 << 20, forever: false }
    }
}

/// What is asked for, and by whom.
pub struct Ask {
    /// Who waits.
    pub ticket: Ticket,
    /// What makes a repetition known.
    pub key: Option<Key>,
    /// What is asked for.
    pub what: What,
    /// Whether predictions are answered without what each class has: as the line protocol has them.
    pub brief: bool,
}

impl Ask {
    /// The example that it keeps under an id, the last one if there are several.
    fn keeps(&self, id: &str) -> Option<&[u8]> {
        let What::Keep { examples } = &self.what else { return None };
        examples.iter().rev().find(|kept| kept.id == id).map(|kept| &*kept.line)
    }
}

/// What became of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// It is in the log under this number, and was done.
    Done {
        /// The number.
        seq: u64,
        /// What was predicted before; none where it is no longer remembered.
        answers: Option<Arc<Vec<Answer>>>,
        /// How many of its examples had a label and were learned, where that is still known.
        learned: Option<u64>,
        /// Whether it had been done before.
        again: bool,
    },
    /// It was not done, and is not in the log.
    Refused {
        /// The status of HTTP.
        status: u16,
        /// Why.
        why: String,
    },
}

/// Answers that may leave.
pub type Replies = Vec<(Ticket, Reply)>;

/// The disk no longer does what it says: nothing more may be promised.
#[derive(Debug)]
pub struct Fatal(pub String);

/// A bug that is planted to see whether tests find it.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plant {
    NoSync,
    AnswerFirst,
    SnapshotFirst,
    SegmentDroppedEarly,
}

/// The bug that is planted in a process of its own.
#[cfg(test)]
pub static PLANTED: std::sync::OnceLock<Plant> = std::sync::OnceLock::new();

/// The owner.
pub struct Keeper {
    storage: Arc<dyn Storage>,
    folder: PathBuf,
    keeping: Keeping,
    log: Log,
    course: Course,
    /// Those that wait for a request with the same key.
    same: Same,
    /// The records that snapshots are of, in order.
    snapshots: Vec<u64>,
    #[cfg(test)]
    pub plant: Option<Plant>,
    #[cfg(test)]
    deferred: Vec<Vec<u8>>,
}

impl Keeper {
    /// Makes the folder of a new model: a snapshot of the beginning.
    pub fn create(storage: &dyn Storage, folder: &Path, course: &Course) -> Result<(), LogError> {
        storage.create_dir(folder).map_err(LogError::io(folder))?;
        let unmade =
            |reason: String| LogError::Io { path: folder.to_owned(), error: std::io::Error::other(reason) };
        course.draft().gather().map_err(unmade)?.store(storage, folder).map(|_| ())
    }

    /// Opens a model after whatever happened: the last snapshot, and every record since.
    pub fn open(storage: Arc<dyn Storage>, folder: &Path, keeping: Keeping) -> Result<Self, LogError> {
        let snapshots = snapshot::list(&*storage, folder)?;
        let Some(&last) = snapshots.last() else { return Err(no_snapshot(folder)) };
        let (head, team) = snapshot::load(&*storage, folder, last)?;
        let mut course = Course::resume(head, team);
        let log = Log::open(storage.clone(), folder, last, keeping.segment, &mut |stored| {
            let record =
                Record::from_bytes(&stored.bytes).map_err(|error| unreadable(folder, stored.seq, &error))?;
            course.apply(stored.seq, record, None);
            while course.busy() {
                course.step();
            }
            course.failed().map_or(Ok(()), |why| Err(too_small(folder, stored.seq, &why)))
        })?;
        let names = storage.list(folder).map_err(LogError::io(folder))?;
        for left in names.iter().filter(|name| numbered(name, ".new").is_some()) {
            let path = folder.join(left);
            storage.remove(&path).map_err(LogError::io(&path))?;
        }
        Ok(Self {
            storage,
            folder: folder.to_owned(),
            keeping,
            log,
            course,
            same: HashMap::new(),
            snapshots,
            #[cfg(test)]
            plant: PLANTED.get().copied(),
            #[cfg(test)]
            deferred: Vec::new(),
        })
    }

    /// Takes requests in, and does nothing else meanwhile.
    #[cfg(test)]
    pub fn admit(&mut self, asks: Vec<Ask>, now: u64) -> Result<Replies, (Replies, Fatal)> {
        self.admit_beside(asks, now, None)
    }

    /// Takes requests in, in order: afterwards they are in the log, or are answered with why not. The log is durable if answers
    /// have to wait for that. After a fatal error those not answered are not safe, and nothing more may be taken in. While much is being written, what is in the log
    /// already is learned, and `answer` is told what may be answered by it.
    pub fn admit_beside(
        &mut self,
        asks: Vec<Ask>,
        now: u64,
        answer: Option<&mut dyn FnMut(Replies)>,
    ) -> Result<Replies, (Replies, Fatal)> {
        let mut replies = Vec::new();
        let accepted = self.accepted(asks, &mut replies);
        if accepted.is_empty() {
            return Ok(replies);
        }
        let time = now.max(self.course.time);
        let mut records = Vec::new();
        let mut heads = Vec::new();
        for Ask { ticket, key, what, brief } in accepted {
            let mut record = Record { time, key, what };
            match record.head() {
                Ok(head) if head.len() + record.text().len() < u32::MAX as usize / 2 => {
                    heads.push(head);
                    records.push((ticket, brief, record));
                }
                _ => replies.push((ticket, refused(413, "the request is too large for the log"))),
            }
        }
        let bytes: Vec<_> = heads
            .iter()
            .zip(&records)
            .map(|(head, (_, _, record))| [head.as_slice(), record.text()])
            .collect();
        match self.commit(&bytes, answer) {
            Ok(first) => {
                for (seq, (ticket, brief, record)) in (first..).zip(records) {
                    self.take_in(seq, ticket, record, &mut replies);
                    if brief {
                        self.course.answer_briefly();
                    }
                }
                Ok(replies)
            }
            Err(Unsaved::NoRoom) => {
                for (ticket, _, record) in records {
                    let why = "the disk is full: nothing was learned from this request. Predictions go on";
                    self.undo(ticket, record.key, refused(507, why), &mut replies);
                }
                Ok(replies)
            }
            Err(Unsaved::Unsafe(fatal)) => {
                for (ticket, _, record) in records {
                    let why = format!("not safe: {}. The server ends", fatal.0);
                    self.undo(ticket, record.key, refused(500, &why), &mut replies);
                }
                Err((replies, fatal))
            }
        }
    }

    /// Those that make sense; the others are answered.
    fn accepted(&mut self, asks: Vec<Ask>, replies: &mut Replies) -> Vec<Ask> {
        let (mut coming, mut going) = (HashSet::new(), HashSet::new());
        let mut accepted = Vec::new();
        for ask in asks {
            if let Some(key) = &ask.key {
                let other = "this idempotency key came with another request before";
                match self.course.repeats.known(key) {
                    Known::Again(done) => {
                        let (seq, answers) = (done.seq, done.answers.clone().map(Arc::new));
                        replies.push((ask.ticket, Reply::Done { seq, answers, learned: None, again: true }));
                        continue;
                    }
                    Known::Other => {
                        replies.push((ask.ticket, refused(422, other)));
                        continue;
                    }
                    Known::New => {}
                }
                match self.same.get_mut(&key.text) {
                    Some((print, tickets)) if *print == key.print => {
                        tickets.push(ask.ticket);
                        continue;
                    }
                    Some(_) => {
                        replies.push((ask.ticket, refused(422, other)));
                        continue;
                    }
                    None => {}
                }
            }
            let sense = match &ask.what {
                What::Label { id, label, weight } => {
                    let line = match coming.contains(id) {
                        true => accepted.iter().rev().find_map(|ask: &Ask| ask.keeps(id)),
                        false => self.course.ledger.line(id),
                    };
                    match line.filter(|_| !going.contains(id)) {
                        None => Err((404, format!("no prediction waits under the id {id:?}"))),
                        // Once it is in the log it takes the example with it.
                        Some(line) => match self.course.refuses(line, label, *weight) {
                            Some(why) => Err((422, why)),
                            None => {
                                going.insert(id.clone());
                                Ok(())
                            }
                        },
                    }
                }
                What::Keep { examples } => {
                    for kept in examples {
                        going.remove(&kept.id);
                        coming.insert(kept.id.clone());
                    }
                    Ok(())
                }
                What::Join { name, definition } => serde_json::from_str::<Learner>(definition)
                    .map_err(|error| error.to_string())
                    .and_then(|learner| self.course.team.may_join(name, &learner))
                    .map_err(|why| (422, why)),
                What::Leave { name } | What::Promote { name } if !self.course.team.knows(name) => {
                    Err((404, unknown(name)))
                }
                What::Leave { name } => self.course.team.may_leave(name).map_err(|why| (409, why)),
                What::Promote { .. } => Ok(()),
                What::Learn { .. } | What::Tick => Ok(()),
            };
            match sense {
                Ok(()) => {
                    if let Some(key) = &ask.key {
                        self.same.insert(key.text.clone(), (key.print, Vec::new()));
                    }
                    accepted.push(ask);
                }
                Err((status, why)) => replies.push((ask.ticket, refused(status, &why))),
            }
        }
        accepted
    }

    /// Applies a record that is in the log. One that only keeps is answered at once.
    fn take_in(&mut self, seq: u64, ticket: Ticket, record: Record, replies: &mut Replies) {
        let keeps = matches!(record.what, What::Keep { .. } | What::Tick);
        if keeps {
            replies.push((
                ticket,
                Reply::Done { seq, answers: Some(Arc::default()), learned: Some(0), again: false },
            ));
        }
        self.course.apply(seq, record, (!keeps).then_some(ticket));
    }

    /// Answers a request that came to nothing, and all with the same key.
    fn undo(&mut self, ticket: Ticket, key: Option<Key>, reply: Reply, replies: &mut Replies) {
        let others = key.and_then(|key| self.same.remove(&key.text)).map(|(_, tickets)| tickets);
        for ticket in others.into_iter().flatten().chain([ticket]) {
            replies.push((ticket, reply.clone()));
        }
    }

    /// Puts records into the log; the number of the first.
    fn commit(
        &mut self,
        records: &[Bytes<'_>],
        answer: Option<&mut dyn FnMut(Replies)>,
    ) -> Result<u64, Unsaved> {
        if records.is_empty() {
            return Ok(self.log.last() + 1);
        }
        #[cfg(test)]
        if self.plant == Some(Plant::AnswerFirst) {
            let records: Vec<_> = records.iter().map(|parts| parts.concat()).collect();
            let before = std::mem::replace(&mut self.deferred, records);
            let next = self.log.last() + 1 + before.len() as u64;
            if !before.is_empty() {
                let before: Vec<Bytes<'_>> = before.iter().map(|whole| [whole.as_slice(), &[]]).collect();
                self.log.append(&before).map_err(|(error, _)| Unsaved::Unsafe(Fatal(error.to_string())))?;
                self.sync()?;
            }
            return Ok(next);
        }
        let pretend = self.pretends();
        let Self { log, course, same, keeping, .. } = self;
        let durable = keeping.durability == Durability::Always;
        let much = course.busy() && records.iter().any(|[_, text]| text.len() > MUCH);
        let Some(answer) = answer.filter(|_| much) else { return written(log, records, durable, pretend) };
        let beside = thread::scope(|scope| {
            let write = || written(log, records, durable, pretend);
            let writing = thread::Builder::new().spawn_scoped(scope, write).ok()?;
            while course.busy() && !writing.is_finished() {
                answer(step(course, same));
            }
            Some(writing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        });
        // Where there is no thread to be had, nothing was written.
        beside.unwrap_or_else(|| written(log, records, durable, pretend))
    }

    /// Whether a sync is only pretended (a planted bug).
    #[cfg(test)]
    fn pretends(&self) -> bool {
        self.plant == Some(Plant::NoSync)
    }

    /// A sync is never only pretended.
    #[cfg(not(test))]
    fn pretends(&self) -> bool {
        false
    }

    /// Makes the log durable, and begins another segment if this one is large.
    pub fn sync(&mut self) -> Result<(), Fatal> {
        let pretend = self.pretends();
        sync(&mut self.log, pretend)
    }

    /// Learns a little; what may be answered by it.
    pub fn step(&mut self) -> Replies {
        step(&mut self.course, &mut self.same)
    }

    /// Why the model is of no use any more: it is not what the log says.
    pub fn failed(&self) -> Option<Fatal> {
        self.course.failed().map(Fatal)
    }

    /// Begins a snapshot of now; none if something is left to learn, waits to be understood, or nothing has changed since the last one.
    /// Nothing may be learned until it is gathered.
    pub fn begin_snapshot(&mut self) -> Result<Option<Draft>, Fatal> {
        let seq = self.course.learned;
        if self.course.busy() || self.course.team.undecided() > 0 || self.snapshots.last() == Some(&seq) {
            return Ok(None);
        }
        // A snapshot must never know more than the log.
        self.sync()?;
        #[cfg(test)]
        if self.plant == Some(Plant::SegmentDroppedEarly) {
            let _ = self.log.drop_through(seq);
        }
        Ok(Some(self.course.draft()))
    }

    /// Ends a snapshot that is durably in its place: now older ones may go, and the log before the older of two.
    pub fn end_snapshot(&mut self, seq: u64) -> Result<(), LogError> {
        self.snapshots.push(seq);
        if self.keeping.forever {
            // The first one is where time travel begins.
            while self.snapshots.len() > 3 {
                snapshot::remove(&*self.storage, &self.folder, self.snapshots.remove(1))?;
            }
            return Ok(());
        }
        while self.snapshots.len() > 2 {
            snapshot::remove(&*self.storage, &self.folder, self.snapshots.remove(0))?;
        }
        self.log.drop_through(self.snapshots[0])
    }

    /// The course.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// The log.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The records that snapshots are of.
    pub fn snapshots(&self) -> &[u64] {
        &self.snapshots
    }

    /// Where it is kept.
    pub fn place(&self) -> (Arc<dyn Storage>, PathBuf) {
        (self.storage.clone(), self.folder.clone())
    }
}

/// Those that wait for a request with the same key, by key and the hash of the request.
type Same = HashMap<String, (u64, Vec<Ticket>)>;

/// Learns a little; what may be answered by it.
fn step(course: &mut Course, same: &mut Same) -> Replies {
    let finished = course.step();
    if course.failed().is_some() {
        course.abandon();
        return Vec::new();
    }
    let Some(Finished { seq, ticket, key, answers, learned }) = finished else { return Vec::new() };
    let others = key.and_then(|key| same.remove(&key.text)).map(|(_, tickets)| tickets);
    // All who asked for the same are told the same, of which there is one.
    let answers = answers.map(Arc::new);
    let done = |again: bool| Reply::Done {
        seq,
        answers: answers.clone(),
        learned: (!again).then_some(learned),
        again,
    };
    let mut replies: Replies = others.into_iter().flatten().map(|ticket| (ticket, done(true))).collect();
    if let Some(ticket) = ticket {
        replies.push((ticket, Reply::Done { seq, answers, learned: Some(learned), again: false }));
    }
    replies
}

/// A refusal.
pub fn refused(status: u16, why: &str) -> Reply {
    Reply::Refused { status, why: why.to_owned() }
}

fn no_snapshot(folder: &Path) -> LogError {
    LogError::Damaged {
        path: folder.to_owned(),
        offset: 0,
        reason: "it has no snapshot".to_owned(),
        advice: "A model begins with one: put the folder back from a copy, or move it away".to_owned(),
    }
}

/// A record for which there is not enough memory.
pub fn too_small(folder: &Path, seq: u64, why: &str) -> LogError {
    let error = std::io::Error::new(
        std::io::ErrorKind::OutOfMemory,
        format!("record {seq} cannot be learned: {why}"),
    );
    LogError::Io { path: folder.to_owned(), error }
}

/// A record that this version cannot read.
pub fn unreadable(folder: &Path, seq: u64, error: &dyn std::fmt::Display) -> LogError {
    LogError::Damaged {
        path: folder.to_owned(),
        offset: 0,
        reason: format!("record {seq} is whole and not understood ({error})"),
        advice: "It was written by a newer version: start that one".to_owned(),
    }
}
