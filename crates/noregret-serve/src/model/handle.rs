//! What other threads hold of a model: they predict by its learners, and ask its writer for everything else.

use crate::log::record::{Form, Kept, Key, What};
use crate::model::keeper::{Keeper, Keeping, Reply, refused};
use crate::model::member::{Contribution, Member, Patience, Predicted, Unpredicted};
use crate::model::queue::{Job, Queue, Refusal, Unstored};
use crate::model::status::{Portrait, Status};
use crate::model::team::Roster;
use crate::model::writer::{self, REMOVED, Rhythm, Shared};
use axum::body::Bytes;
use parking_lot::{Mutex, RwLock};
use std::sync::Arc;
use std::thread::JoinHandle;
use tokio::sync::{oneshot, watch};

/// How much may wait before a model's writer.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Requests.
    pub requests: usize,
    /// Their bytes.
    pub bytes: usize,
}

/// A model that is served.
pub struct Handle {
    /// Its name.
    pub name: String,
    roster: Arc<Roster>,
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Handle {
    /// Starts the writer of a model.
    pub fn start(
        name: &str,
        keeper: Keeper,
        keeping: Keeping,
        rhythm: Rhythm,
        room: Room,
        alarm: watch::Sender<Option<String>>,
        commits: Box<dyn Fn(f64, usize) + Send + Sync>,
    ) -> std::io::Result<Arc<Self>> {
        let roster = keeper.course().team.roster();
        let status = RwLock::new(Arc::new(Status::of(&keeper, None)));
        let shared =
            Arc::new(Shared { queue: Queue::new(room.requests, room.bytes), status, alarm, commits });
        let thread = writer::start(keeper, shared.clone(), keeping.durability, rhythm, name)?;
        Ok(Arc::new(Self { name: name.to_owned(), roster, shared, thread: Mutex::new(Some(thread)) }))
    }

    /// Who answers.
    pub fn champion(&self) -> Arc<Member> {
        self.roster.champion()
    }

    /// How it stands.
    pub fn status(&self) -> Arc<Status> {
        self.shared.status.read().clone()
    }

    /// How it stands, with all that was answered before.
    pub async fn status_now(&self) -> Arc<Status> {
        match self.job(Job::Status).await {
            Some(status) => status,
            None => self.status(),
        }
    }

    /// Requests that are not answered yet, and their bytes.
    pub fn load(&self) -> (usize, usize) {
        self.shared.queue.load()
    }

    /// Predicts an example that is to be kept until its label comes: by every learner, so that each is judged by what it said now. If it is asked for, what
    /// the features add is told beside.
    pub fn predict_to_keep(
        &self,
        id: String,
        line: Vec<u8>,
        patience: Patience,
        parts: Option<&mut Option<Vec<Contribution>>>,
    ) -> Result<(Predicted, Kept), Unpredicted> {
        let champion = self.champion();
        let blank = || Unpredicted::Refused("there is no example".to_owned());
        let predicted = match parts {
            None => champion.predict(Form::Json, &line, patience)?.ok_or_else(blank)?,
            Some(parts) => {
                let (predicted, told) = champion.explain(Form::Json, &line)?.ok_or_else(blank)?;
                *parts = Some(told);
                predicted
            }
        };
        let mut served = vec![(champion.id, predicted.margins.clone())];
        for member in self.roster.all().iter().filter(|member| member.id != champion.id) {
            // One that cannot predict it is judged by what it would say when the label comes.
            match member.predict(Form::Json, &line, patience) {
                Ok(Some(other)) => served.push((member.id, other.margins)),
                Err(Unpredicted::Busy) => return Err(Unpredicted::Busy),
                Ok(None) | Err(Unpredicted::Refused(_)) => {}
            }
        }
        Ok((predicted, Kept { id, line, served }))
    }

    /// Asks for something that changes the model, and waits until it is done.
    pub async fn ask(&self, key: Option<Key>, what: What) -> Reply {
        self.asked(key, what, false).await
    }

    /// The same, answered without what each class has.
    pub async fn ask_briefly(&self, what: What) -> Reply {
        self.asked(None, what, true).await
    }

    async fn asked(&self, key: Option<Key>, what: What, brief: bool) -> Reply {
        let (reply, answer) = oneshot::channel();
        let bytes = 256
            + match &what {
                What::Learn { text } => text.lines.len(),
                What::Keep { examples } => examples.iter().map(Kept::bytes).sum(),
                _ => 0,
            };
        let ended = || {
            let (status, why) = self.ended();
            refused(status, &why)
        };
        match self.shared.queue.push(Job::Ask { key, what, brief, bytes, reply }) {
            Ok(()) => answer.await.unwrap_or_else(|_| ended()),
            Err(Refusal::Full) => refused(429, "too many requests wait to be learned; try again"),
            Err(Refusal::Closed) => ended(),
        }
    }

    /// Why nothing is done any more.
    fn ended(&self) -> Unstored {
        match self.shared.queue.removed() {
            true => (404, REMOVED.to_owned()),
            false => (503, "the model is being closed".to_owned()),
        }
    }

    async fn job<T>(&self, make: impl FnOnce(oneshot::Sender<T>) -> Job) -> Option<T> {
        let (reply, answer) = oneshot::channel();
        self.shared.queue.push(make(reply)).ok()?;
        answer.await.ok()
    }

    /// The champion's model file.
    pub async fn file(&self) -> Result<Bytes, Unstored> {
        let file = self.job(Job::File).await.ok_or_else(|| self.ended())?;
        file.map_err(|why| (503, why))
    }

    /// What is costly to look at.
    pub async fn portrait(&self) -> Result<Arc<Portrait>, Unstored> {
        self.job(Job::Portrait).await.ok_or_else(|| self.ended())
    }

    /// A snapshot now: its record.
    pub async fn snapshot(&self) -> Result<u64, Unstored> {
        self.job(Job::Snapshot).await.unwrap_or_else(|| Err(self.ended()))
    }

    /// Ends the writer after it has done what was asked for, and waits for that.
    pub fn close(&self) {
        self.shared.queue.close();
        self.join();
    }

    /// Ends the writer of a model that is being removed: who waits is told so, and nothing more is learned or written.
    pub fn abandon(&self) {
        self.shared.queue.abandon();
        self.join();
    }

    fn join(&self) {
        if let Some(thread) = self.thread.lock().take() {
            // A writer that panicked has told so; its log is whole.
            let _ = thread.join();
        }
    }
}
