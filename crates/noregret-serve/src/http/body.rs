//! Bodies: read within limits of size, time and memory, and taken for examples.

use crate::config::Limits;
use crate::http::failure::Failure;
use crate::http::held::{Held, Part};
use crate::log::record::Form;
use crate::model::object::{self, Fault, Sent};
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, header};
use http_body_util::BodyExt;
use hyper::body::Body as _;

/// What a body is that does not say it.
pub const JSON: &str = "application/json";

/// A body, which counts as held while it is there.
pub struct Whole {
    /// Its bytes.
    pub bytes: Bytes,
    part: Part,
}

/// Reads a body.
pub async fn read(body: Body, limits: &Limits, held: &Held) -> Result<Whole, Failure> {
    match tokio::time::timeout(limits.body_time, collect(body, limits, held)).await {
        Ok(whole) => whole,
        Err(_) => {
            Err(Failure::new(408, format!("the body did not come within {} s", limits.body_time.as_secs())))
        }
    }
}

async fn collect(mut body: Body, limits: &Limits, held: &Held) -> Result<Whole, Failure> {
    let mut whole = Whole { bytes: Bytes::new(), part: held.part() };
    let mut parts: Vec<u8> = Vec::new();
    // What says that it is too large need not be waited for.
    let expected = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
    if expected > limits.body {
        return Err(Failure::new(413, format!("a body may have {} bytes", limits.body)));
    }
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| Failure::bad(format!("the body broke off: {error}")))?;
        let Ok(data) = frame.into_data() else { continue };
        if whole.part.counted() + data.len() > limits.body {
            return Err(Failure::new(413, format!("a body may have {} bytes", limits.body)));
        }
        if !whole.part.grow(data.len(), expected) {
            return Err(Failure::new(503, "too many large bodies at once; try again"));
        }
        if parts.is_empty() && whole.bytes.is_empty() {
            // Most bodies come in one part, which need not be copied.
            whole.bytes = data;
        } else {
            if parts.is_empty() {
                // What says how long it is comes without being moved again.
                parts.reserve_exact(expected.max(whole.bytes.len() + data.len()));
                parts.extend_from_slice(&whole.bytes);
            }
            parts.extend_from_slice(&data);
        }
    }
    if !parts.is_empty() {
        whole.bytes = parts.into();
    }
    Ok(whole)
}

/// What a body says it is, in small letters.
pub fn kind(headers: &HeaderMap) -> Result<String, Failure> {
    let Some(value) = headers.get(header::CONTENT_TYPE) else { return Ok(JSON.to_owned()) };
    let text = value.to_str().map_err(|_| Failure::new(415, "the content type is no text"))?;
    Ok(text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase())
}

/// Examples of a request.
pub enum Examples {
    /// Objects, perhaps with ids.
    Objects(Vec<Sent>),
    /// Lines as they came.
    Lines(Form, Bytes),
}

impl Examples {
    /// Of a body, whose examples may have so many bytes each.
    pub fn of(kind: &str, body: Bytes, longest: usize) -> Result<Self, Failure> {
        let form = match kind {
            JSON => {
                let read = object::examples(&body, longest);
                return read.map(Self::Objects).map_err(|fault| match fault {
                    Fault::Nonsense(why) => Failure::bad(why),
                    Fault::Large(why) => Failure::new(413, why),
                });
            }
            "application/x-ndjson" | "application/jsonl" | "application/x-jsonlines" => Form::Json,
            "text/x-vw" => Form::Vw,
            "text/x-svmlight" => Form::Svmlight,
            other => {
                return Err(Failure::new(
                    415,
                    format!(
                        "the content type {other:?} is none of application/json, application/x-ndjson, text/x-vw, text/x-svmlight"
                    ),
                ));
            }
        };
        if memchr::memchr_iter(b'\n', &body).count() > object::MOST {
            return Err(Failure::new(413, object::too_many()));
        }
        if body.len() > longest && object::longest_line(&body) > longest {
            return Err(Failure::new(413, object::too_long(longest)));
        }
        // Only where an id may be, lines are taken apart.
        if form != Form::Json || !object::may_have_id(&body) {
            return Ok(Self::Lines(form, body));
        }
        let lines = body.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
        Ok(Self::Objects(lines.map(object::example).collect()))
    }

    /// How many there are at most: of lines, how many ends of lines.
    pub fn most(&self) -> usize {
        match self {
            Self::Objects(sent) => sent.len(),
            Self::Lines(_, text) => memchr::memchr_iter(b'\n', text).count() + 1,
        }
    }

    /// Which are no examples, and why.
    pub fn wrong(&mut self) -> Vec<(usize, String)> {
        let Self::Objects(sent) = self else { return Vec::new() };
        sent.iter_mut().enumerate().filter_map(|(place, one)| Some((place, one.wrong.take()?))).collect()
    }

    /// As lines.
    pub fn into_lines(self) -> (Form, Vec<u8>) {
        match self {
            Self::Lines(form, bytes) => (form, bytes.into()),
            Self::Objects(sent) => {
                let mut lines = Vec::with_capacity(sent.iter().map(|one| one.line.len() + 1).sum());
                for one in sent {
                    lines.extend_from_slice(&one.line);
                    lines.push(b'\n');
                }
                (Form::Json, lines)
            }
        }
    }
}
