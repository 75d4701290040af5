//! The threads between a file and a learner.
//!
//! ```text
//! reader --blocks--> parser 1..n --drafts--> merger --batches--> caller
//!    ^------------------- buffers --------------'
//! ```
//! The reader cuts inputs into numbered blocks; parsers draft whichever comes next; the merger puts drafts back in
//! order and does what depends on it. A buffer returns to the reader only when its draft is merged, and there are
//! few of them: a slow learner stops the reader, and no input needs more memory than another. With one thread there
//! is no queue but the caller's.

pub(crate) mod batch;
pub(crate) mod blocks;
pub(crate) mod inline;
pub(crate) mod intake;
pub(crate) mod label;
pub(crate) mod line;
pub(crate) mod merge;
pub(crate) mod options;
pub(crate) mod outlet;
pub(crate) mod parser;
pub(crate) mod rows;
pub(crate) mod stream;

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::columnar;
use crate::columnar::batches::Handed;
use crate::draft::Draft;
use crate::draft::context::{Context, Contexts};
use crate::draft::drafter::Drafter;
use crate::error::ReadError;
use crate::files::input::Input;
use crate::files::source::Source;
use crate::format::Format;
use crate::format::table::Table;
use crate::pipeline::batch::Delta;
use crate::pipeline::blocks::{Piece, Sink, Whole, cut};
use crate::pipeline::inline::{ParseLine, Straight, draft};
use crate::pipeline::merge::Merge;
use crate::pipeline::options::ReadOptions;
use crate::pipeline::outlet::Outlet;
use crate::schema::Schema;

/// What is to be read.
pub(crate) struct Plan {
    pub(crate) inputs: Vec<Input>,
    /// Record batches, before the inputs.
    pub(crate) handed: Option<Handed>,
    pub(crate) format: Option<Format>,
    pub(crate) contexts: Contexts,
    /// Everything but the names.
    pub(crate) schema: Schema,
    /// Told every byte read.
    pub(crate) count: Arc<AtomicU64>,
}

impl Plan {
    /// Reads all inputs, one after the other.
    fn read(mut self, size: usize, sink: &mut dyn Sink) -> ControlFlow<()> {
        if let Some(handed) = &mut self.handed {
            let name = handed.name.clone();
            columnar::read(handed, &name, Format::Arrow, &mut self.contexts, size, sink)?;
        }
        for input in &self.inputs {
            let count = self.count.clone();
            match Source::open(input, count.clone()) {
                Ok(mut source) => {
                    let file = Whole { path: input.whole(), count: Some(count) };
                    cut(&mut source, self.format, file, &mut self.contexts, size, sink)?;
                }
                Err(error) => return sink.emit(Piece::Failure(error)),
            }
        }
        ControlFlow::Continue(())
    }
}

/// How much is read at a time where features are crossed, of which a line has many more than it has words.
const CROSSED_BLOCK: usize = 1 << 15;

/// Starts the threads; they end by themselves, or when the receiver is dropped.
pub(crate) fn start(plan: Plan, reading: &ReadOptions, outlet: Outlet) -> io::Result<()> {
    let crossed = !plan.schema.crosses.is_empty();
    let size = if crossed { reading.block.min(CROSSED_BLOCK) } else { reading.block }.max(1);
    if reading.threads <= 1 {
        let most = reading.most;
        return spawn("reader", move || straight(plan, size, most, outlet));
    }
    // Enough for every parser to have a block in hand and one waiting, and for the reader to fill one.
    let buffers = 2 * reading.threads + 2;
    let (give_back, free) = channel();
    let (jobs, todo) = channel();
    let (done, results) = channel();
    let todo = Arc::new(Mutex::new(todo));
    for _ in 0..reading.threads {
        let (todo, done) = (todo.clone(), done.clone());
        spawn("parser", move || parse(&todo, &done))?;
    }
    let start = Merge::new(&plan.schema).limited(reading.most);
    spawn("merger", move || merge(start, &results, &give_back, outlet))?;
    let mut cutter = Cutter { context: None, next: 0, unmade: buffers, spare: Vec::new(), free, jobs, done };
    spawn("reader", move || {
        let _ = plan.read(size, &mut cutter);
        let _ = cutter.report(Done::End);
    })
}

pub(crate) fn spawn(name: &str, body: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(format!("noregret-{name}")).spawn(body).map(drop)
}

/// Everything on this thread.
fn straight(plan: Plan, size: usize, most: Option<u64>, mut outlet: Outlet) {
    let schema = plan.schema.clone();
    let mut send = |batch| outlet.send(batch);
    let mut straight = Straight::new(&schema, &mut send);
    straight.merge = straight.merge.limited(most);
    let read = plan.read(size, &mut straight);
    if read.is_break() && straight.failure.is_none() && !straight.merge.full() {
        return;
    }
    let end = straight.merge.end();
    if straight.deliver().is_continue() {
        match (straight.failure, end) {
            (None, Ok(delta)) => outlet.conclude(None, delta),
            (Some(failure), _) | (None, Err(failure)) => outlet.conclude(Some(failure), Delta::default()),
        }
    }
}

/// A block to be drafted.
struct Job {
    number: u64,
    context: Arc<Context>,
    bytes: Vec<u8>,
    length: usize,
    work: Work,
}

/// How a block is drafted.
enum Work {
    Lines(ParseLine),
    Rows(Arc<Table>),
}

/// What the merger is told.
enum Done {
    Open(Arc<Context>),
    Draft(Box<Draft>, Vec<u8>),
    Failure(ReadError),
    End,
}

/// The reader's side.
struct Cutter {
    context: Option<Arc<Context>>,
    next: u64,
    /// How many buffers may still be made.
    unmade: usize,
    spare: Vec<Vec<u8>>,
    free: Receiver<Vec<u8>>,
    jobs: Sender<Job>,
    done: Sender<(u64, Done)>,
}

impl Cutter {
    fn assign(&mut self, bytes: Vec<u8>, length: usize, work: Work) -> ControlFlow<()> {
        let Some(context) = self.context.clone() else { return ControlFlow::Break(()) };
        let job = Job { number: self.next, context, bytes, length, work };
        self.next += 1;
        if self.jobs.send(job).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn report(&mut self, done: Done) -> ControlFlow<()> {
        let number = self.next;
        self.next += 1;
        if self.done.send((number, done)).is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

impl Sink for Cutter {
    fn buffer(&mut self) -> ControlFlow<(), Vec<u8>> {
        if let Some(buffer) = self.spare.pop().or_else(|| self.free.try_recv().ok()) {
            return ControlFlow::Continue(buffer);
        }
        if self.unmade > 0 {
            self.unmade -= 1;
            return ControlFlow::Continue(Vec::new());
        }
        self.free.recv().map_or(ControlFlow::Break(()), ControlFlow::Continue)
    }

    fn give_back(&mut self, buffer: Vec<u8>) {
        self.spare.push(buffer);
    }

    fn emit(&mut self, piece: Piece) -> ControlFlow<()> {
        match piece {
            Piece::Open(context) => {
                self.context = Some(context.clone());
                self.report(Done::Open(context))
            }
            Piece::Draft { draft, buffer } => self.report(Done::Draft(draft, buffer)),
            Piece::Block { bytes, length, parse } => self.assign(bytes, length, Work::Lines(parse)),
            Piece::Failure(error) => {
                let _ = self.report(Done::Failure(error));
                ControlFlow::Break(())
            }
        }
    }

    fn shares(&self) -> bool {
        true
    }

    fn share(&mut self, bytes: Vec<u8>, length: usize, table: &Arc<Table>) -> ControlFlow<()> {
        self.assign(bytes, length, Work::Rows(table.clone()))
    }
}

/// The body of a parser.
fn parse(todo: &Mutex<Receiver<Job>>, done: &Sender<(u64, Done)>) {
    let mut drafter: Option<Drafter> = None;
    // The table read last, and a copy of it to read by.
    let mut table: Option<(Arc<Table>, Table)> = None;
    loop {
        let job = todo.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { number, context, bytes, length, work }) = job else { return };
        let bell = Bell { number, done };
        let current = drafter.take().filter(|drafter| Arc::ptr_eq(&drafter.context, &context));
        let drafter = drafter.insert(current.unwrap_or_else(|| Drafter::new(context)));
        let draft = match work {
            Work::Lines(parse) => draft(&bytes[..length], parse, drafter),
            Work::Rows(of) => {
                let current = table.take().filter(|(known, _)| Arc::ptr_eq(known, &of));
                let (_, rows) = table.insert(current.unwrap_or_else(|| (of.clone(), Table::clone(&of))));
                rows.draft(&bytes[..length], drafter)
            }
        };
        drop(bell);
        if done.send((number, Done::Draft(Box::new(draft), bytes))).is_err() {
            return;
        }
    }
}

/// Tells the merger of a parser that died, which would be a bug, so that nobody waits for its block.
struct Bell<'a> {
    number: u64,
    done: &'a Sender<(u64, Done)>,
}

impl Drop for Bell<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.done.send((self.number, Done::Failure(ReadError::Stopped)));
        }
    }
}

/// The body of the merger.
fn merge(mut merge: Merge, results: &Receiver<(u64, Done)>, give_back: &Sender<Vec<u8>>, mut outlet: Outlet) {
    let mut early = BTreeMap::new();
    let mut next = 0;
    let mut failure = None;
    let mut ended = false;
    while !ended {
        let Some(done) = early.remove(&next) else {
            match results.recv() {
                Ok((number, done)) => drop(early.insert(number, done)),
                Err(_) => {
                    failure = Some(ReadError::Stopped);
                    break;
                }
            }
            continue;
        };
        next += 1;
        let absorbed = match done {
            Done::Open(context) => {
                merge.open(context);
                Ok(())
            }
            Done::Draft(draft, buffer) => {
                let absorbed = merge.absorb(*draft);
                // The reader may have ended.
                let _ = give_back.send(buffer);
                ended = merge.full();
                absorbed
            }
            Done::Failure(error) => Err(error),
            Done::End => {
                ended = true;
                Ok(())
            }
        };
        if let Err(error) = absorbed {
            (failure, ended) = (Some(error), true);
        }
        for batch in merge.ready.drain(..) {
            if outlet.send(batch).is_break() {
                return;
            }
        }
    }
    let delta = merge.end().unwrap_or_else(|error| {
        failure.get_or_insert(error);
        Delta::default()
    });
    for batch in merge.ready.drain(..) {
        if outlet.send(batch).is_break() {
            return;
        }
    }
    outlet.conclude(failure, delta);
}
