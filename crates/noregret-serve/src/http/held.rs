//! What requests hold in memory: their bodies, and what they are answered with, until it is sent.
//!
//! All of it together is bounded. An eighth is for small requests alone, and a large one may hold as much as it leaves to others: so a few that
//! come slowly, or do not read what they are answered, keep nobody else away.

use axum::body::{Body, Bytes};
use axum::response::Response;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

/// What holds no more is small.
pub const SMALL: usize = 64 << 10;
/// Answers are sent in pieces, so that what a client does not read is not taken for sent.
const PIECE: usize = 256 << 10;

/// All that is held now, of so many bytes at most.
#[derive(Clone)]
pub struct Held {
    now: Arc<AtomicUsize>,
    most: usize,
}

impl Held {
    /// Nothing yet.
    pub fn new(most: usize) -> Self {
        Self { now: Arc::default(), most }
    }

    /// Nothing yet of a request.
    pub fn part(&self) -> Part {
        Part { held: self.clone(), counted: 0 }
    }
}

/// What a request holds, until it is dropped.
pub struct Part {
    held: Held,
    counted: usize,
}

impl Drop for Part {
    fn drop(&mut self) {
        self.held.now.fetch_sub(self.counted, Ordering::Relaxed);
    }
}

impl Part {
    /// How much.
    pub fn counted(&self) -> usize {
        self.counted
    }

    /// Holds so many bytes more, if there is room; so many in all are expected.
    pub fn grow(&mut self, bytes: usize, expected: usize) -> bool {
        let own = self.counted + bytes;
        let all = self.held.now.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let fits = if own.max(expected) <= SMALL {
            all <= self.held.most
        } else {
            own <= (self.held.most - self.held.most / 8).saturating_sub(all)
        };
        if fits {
            self.counted = own;
        } else {
            self.held.now.fetch_sub(bytes, Ordering::Relaxed);
        }
        fits
    }

    /// Holds no more than so many bytes.
    pub fn shrink(&mut self, bytes: usize) {
        let less = self.counted.saturating_sub(bytes);
        self.counted -= less;
        self.held.now.fetch_sub(less, Ordering::Relaxed);
    }

    /// An answer of such bytes, which counts until it is sent.
    pub fn carry(mut self, response: Response<Bytes>) -> Response {
        let length = response.body().len();
        self.shrink(length);
        if self.counted == 0 {
            return response.map(Body::from);
        }
        response.map(|rest| Body::new(Carried { rest, _part: self }))
    }
}

/// Bytes on their way to a client.
struct Carried {
    rest: Bytes,
    _part: Part,
}

impl HttpBody for Carried {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let length = self.rest.len().min(PIECE);
        let piece = self.rest.split_to(length);
        Poll::Ready((length > 0).then(|| Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.rest.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::BodyExt;

    #[test]
    fn small_ones_have_room_and_large_ones_leave_some() {
        let most = 64 * SMALL;
        let held = Held::new(most);
        // However many large ones come a piece at a time, small ones go on.
        let mut large: Vec<Part> = (0..50).map(|_| held.part()).collect();
        for part in &mut large {
            while part.grow(SMALL / 2, most) {}
        }
        assert!(large[0].counted() >= most / 4, "{}", large[0].counted());
        assert!(large[0].counted() <= most / 2 && large[1].counted() > most / 8);
        let mut small: Vec<Part> = (0..8).map(|_| held.part()).collect();
        assert!(small.iter_mut().take(3).all(|part| part.grow(SMALL, SMALL)));
        let mut other = held.part();
        assert!(!other.grow(SMALL, 2 * SMALL) && other.counted() == 0, "what will be large is large");
        large[0].shrink(SMALL);
        assert_eq!(large[0].counted(), SMALL);
        drop((large, small, other));
        assert_eq!(held.now.load(Ordering::Relaxed), 0);
    }

    #[tokio::test]
    async fn what_is_sent_is_held_until_then() {
        let held = Held::new(64 * SMALL);
        let mut part = held.part();
        assert!(part.grow(10 * SMALL, 0));
        let text = Bytes::from(vec![b'x'; 8 * SMALL]);
        let response = part.carry(Response::new(text.clone()));
        assert_eq!(held.now.load(Ordering::Relaxed), 8 * SMALL);
        let mut body = response.into_body();
        let first = body.frame().await.unwrap().unwrap().into_data().unwrap();
        assert_eq!((first.len(), held.now.load(Ordering::Relaxed)), (PIECE, 8 * SMALL));
        assert_eq!(body.collect().await.unwrap().to_bytes().len(), text.len() - PIECE);
        assert_eq!(held.now.load(Ordering::Relaxed), 0);
    }
}
