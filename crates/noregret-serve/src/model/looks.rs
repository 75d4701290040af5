//! Looks at all weights: the model file, the portrait, a snapshot. Each is taken by a thread of its own while learning stands still, so that
//! requests are committed and predictions answered meanwhile, however large the model.
//!
//! One at a time, and between two of them learning has as long as the last one took: nobody stops it by looking.

use crate::model::member::Member;
use crate::model::queue::News;
use crate::model::snapshot::Draft;
use crate::model::status::Portrait;
use crate::model::writer::Shared;
use crate::storage::Storage;
use axum::body::Bytes;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Instant;
use tokio::sync::oneshot;

/// Those who want to look, and whether somebody does.
pub struct Looks {
    shared: Arc<Shared>,
    /// They want the model file.
    pub files: Vec<oneshot::Sender<Result<Bytes, String>>>,
    /// They want the portrait.
    pub portraits: Vec<oneshot::Sender<Arc<Portrait>>>,
    /// Since when somebody looks.
    since: Option<Instant>,
    /// Before this, learning comes first.
    rest: Instant,
}

/// Tells something when it is dropped: also if its thread panics, or never began.
struct Tells(Arc<Shared>, Option<News>);

impl Tells {
    /// Tells something else.
    fn instead(mut self, news: News) {
        self.1 = Some(news);
    }
}

impl Drop for Tells {
    fn drop(&mut self) {
        if let Some(news) = self.1.take() {
            self.0.queue.tell(news);
        }
    }
}

impl Looks {
    /// Nobody looks.
    pub fn new(shared: Arc<Shared>) -> Self {
        Self { shared, files: Vec::new(), portraits: Vec::new(), since: None, rest: Instant::now() }
    }

    /// Whether somebody looks: nothing may be learned.
    pub fn under_way(&self) -> bool {
        self.since.is_some()
    }

    /// Whether the next one may begin, while there is something to learn or not.
    pub fn may_begin(&self, busy: bool) -> bool {
        self.since.is_none() && (!busy || Instant::now() >= self.rest)
    }

    /// The look is over.
    pub fn over(&mut self) {
        if let Some(since) = self.since.take() {
            self.rest = Instant::now() + since.elapsed();
        }
    }

    /// Looks on a thread of its own; what comes of it is told when the look is over.
    fn begin(&mut self, look: impl FnOnce(Tells) + Send + 'static) {
        self.since = Some(Instant::now());
        let over = Tells(self.shared.clone(), Some(News::Looked));
        if let Err(error) = thread::Builder::new().name("look".to_owned()).spawn(move || look(over)) {
            tracing::warn!(%error, "no thread to look at a model with");
        }
    }

    /// Writes the champion's model file for all who want it.
    pub fn file(&mut self, champion: Arc<Member>) {
        let files = std::mem::take(&mut self.files);
        self.begin(move |over| {
            let file = champion.look(|engine| engine.view().to_bytes()).map(Bytes::from);
            drop(over);
            files.into_iter().for_each(|reply| drop(reply.send(file.clone())));
        });
    }

    /// Makes the portrait for all who want it.
    pub fn portrait(&mut self, champion: Arc<Member>) {
        let portraits = std::mem::take(&mut self.portraits);
        let shared = self.shared.clone();
        self.begin(move |over| {
            let portrait = Arc::new(champion.look(Portrait::of));
            drop(over);
            shared.queue.tell(News::Portrait(portrait.clone()));
            portraits.into_iter().for_each(|reply| drop(reply.send(portrait.clone())));
        });
    }

    /// Gathers a snapshot, then puts it in its place while learning goes on.
    pub fn snapshot(&mut self, draft: Draft, storage: Arc<dyn Storage>, folder: PathBuf) {
        let seq = draft.head.seq;
        let failed = News::Stored(seq, Err((500, "the thread that makes it failed".to_owned())));
        let told = Tells(self.shared.clone(), Some(failed));
        self.begin(move |over| {
            let gathered = draft.gather().map_err(|why| (500, why));
            drop(over);
            let stored = gathered.and_then(|snapshot| {
                snapshot.store(&*storage, &folder).map(|_| ()).map_err(|error| error.told())
            });
            told.instead(News::Stored(seq, stored));
        });
    }
}
