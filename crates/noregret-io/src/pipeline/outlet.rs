//! Where batches leave the pipeline: to the caller, and on the way into a cache, if one is asked for.
//!
//! A cache that cannot be written is no reason to stop learning: it is given up, and the reason kept for the end. The caller, who
//! alone knows that all was used, puts it in its place.

use std::ops::ControlFlow;
use std::sync::mpsc::{Sender, SyncSender};

use crate::cache::write::Writer;
use crate::error::ReadError;
use crate::pipeline::batch::{Batch, Delta};
use crate::pipeline::stream::Message;

/// The caller's end of the pipeline.
pub(crate) struct Outlet {
    sender: SyncSender<Message>,
    cache: Option<Writer>,
    /// Why there will be no cache.
    given_up: Option<String>,
    /// Tells, by going away, that nothing of a cache is left here.
    _here: Sender<()>,
}

impl Outlet {
    pub(crate) fn new(sender: SyncSender<Message>, cache: Option<Writer>, here: Sender<()>) -> Self {
        Self { sender, cache, given_up: None, _here: here }
    }

    /// Hands over a batch; breaks when nobody wants it.
    pub(crate) fn send(&mut self, batch: Batch) -> ControlFlow<()> {
        if let Some(Err(error)) = self.cache.as_mut().map(|cache| cache.batch(&batch)) {
            (self.cache, self.given_up) = (None, Some(error.to_string()));
        }
        match self.sender.send(Message::Batch(batch)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// The last message. After a failure there is no cache. Nobody is left to hear of it if it cannot be sent.
    pub(crate) fn conclude(self, failure: Option<ReadError>, delta: Delta) {
        let Self { sender, mut cache, mut given_up, _here } = self;
        let message = match failure {
            Some(error) => {
                drop(cache);
                Message::Failure(error)
            }
            None => {
                if let Some(Err(error)) = cache.as_mut().map(|cache| cache.end(&delta)) {
                    (cache, given_up) = (None, Some(error.to_string()));
                }
                Message::End { delta, given_up, cache }
            }
        };
        let _ = sender.send(message);
    }
}
