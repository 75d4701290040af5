//! Learning, predicting, and labels that come later.

use super::App;
use super::auth::Access;
use super::body::{Examples, JSON, kind};
use super::failure::{Failure, told, written};
use super::held::{Part, SMALL};
use crate::log::record::{Form, Key, Text, What};
use crate::model::answer::{Answer, Told};
use crate::model::course::{ANSWERS, count_lines};
use crate::model::handle::Handle;
use crate::model::keeper::Reply;
use crate::model::member::{Contribution, Patience, Unpredicted};
use crate::model::object;
use crate::work::SHORT;
use axum::body::Body;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;
use std::sync::Arc;

/// What is answered for examples.
#[derive(Serialize)]
struct Predictions<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    seq: Option<u64>,
    /// Whether the same request was done before.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    repeated: bool,
    /// How many had a label and were learned.
    #[serde(skip_serializing_if = "Option::is_none")]
    learned: Option<u64>,
    predictions: Option<Vec<Told<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contributions: Option<Vec<Contribution>>,
    /// Why examples with an id were predicted and not kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_kept: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

impl Predictions<'_> {
    /// With nothing in it but a record.
    fn of(seq: Option<u64>, repeated: bool) -> Self {
        let learned = None;
        Self { seq, repeated, learned, predictions: None, contributions: None, not_kept: None, error: None }
    }

    fn told(&self, part: Part) -> Response {
        let refused = self.error.is_some();
        part.carry(written(if refused { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK }, self))
    }
}

/// The reason if all were refused.
fn nothing_but_refused<'a>(answers: &[&'a Answer]) -> Option<&'a str> {
    let why = |answer: &&Answer| matches!(answer, Answer::Refused(_) | Answer::Nothing);
    let told = |answer: &&'a Answer| if let Answer::Refused(why) = answer { Some(&**why) } else { None };
    let first = answers.iter().find_map(told);
    if answers.iter().all(why) { first.or(Some("there is no example in the body")) } else { None }
}

/// The idempotency key of a request, with a hash of the request: the same bytes as another content type are another one.
pub fn key(headers: &HeaderMap, path: &str, kind: &str, body: &[u8]) -> Result<Option<Key>, Failure> {
    let Some(value) = headers.get("idempotency-key") else { return Ok(None) };
    let text = value.to_str().map_err(|_| Failure::bad("the idempotency key is no text"))?;
    if text.is_empty() || text.len() > 256 {
        return Err(Failure::bad("an idempotency key has 1 to 256 characters"));
    }
    let place = if kind == JSON { path.to_owned() } else { format!("{path} {kind}") };
    let print = xxhash_rust::xxh3::xxh3_64_with_seed(body, xxhash_rust::xxh3::xxh3_64(place.as_bytes()));
    Ok(Some(Key { text: text.to_owned(), print }))
}

/// A reply to something that was done.
pub struct Replied {
    /// The record.
    pub seq: u64,
    /// What was predicted.
    pub answers: Option<Arc<Vec<Answer>>>,
    /// How many examples had a label.
    pub learned: Option<u64>,
    /// Whether it had been done before.
    pub repeated: bool,
}

/// What a reply is answered with.
pub fn replied(reply: Reply) -> Result<Replied, Failure> {
    match reply {
        Reply::Done { seq, answers, learned, again } => {
            Ok(Replied { seq, answers, learned, repeated: again })
        }
        Reply::Refused { status, why } => Err(Failure::new(status, why)),
    }
}

/// The longest body that is explained: of every feature a name is told.
const EXPLAINED: usize = 1 << 20;

/// Whether a query asks for what the features add.
fn explained(query: Option<&str>) -> Result<bool, Failure> {
    let asked = query.unwrap_or_default().split('&').filter_map(|part| part.split_once('='));
    asked.filter(|(key, _)| *key == "explain").try_fold(false, |_, (_, value)| match value {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(Failure::bad("explain is true or false")),
    })
}

/// Does something with so many bytes; beside the threads that serve, if they are many.
async fn work<T: Send + 'static>(
    app: &App,
    bytes: usize,
    what: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    if bytes <= SHORT { what() } else { beside(app, bytes, what).await }
}

/// Does something beside the threads that serve.
async fn beside<T: Send + 'static>(
    app: &App,
    bytes: usize,
    what: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let failed = || Failure::new(500, "the request could not be worked on");
    app.works.beside(bytes, what).await.ok_or_else(failed)?
}

/// Learns from examples.
pub async fn learn(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Failure> {
    let model = app.model(&name)?;
    let kind = kind(&headers)?;
    let mut body = app.body(body).await?;
    let (size, longest) = (body.bytes.len(), app.limits.line);
    let (key, text, count, wrong) = work(&app, size, move || {
        let key = key(&headers, uri.path(), &kind, &body.bytes)?;
        // Lines that came as they are kept are not copied.
        let bytes = std::mem::take(&mut body.bytes);
        let mut examples = Examples::of(&kind, bytes, longest)?;
        let wrong = examples.wrong();
        let (form, lines) = examples.into_lines();
        let count = count_lines(&lines);
        Ok((key, Text { form, lines }, count, wrong))
    })
    .await?;
    if count == 0 {
        return Err(Failure::bad("there is no example in the body"));
    }
    let Replied { seq, answers, learned, repeated } = replied(model.ask(key, What::Learn { text }).await)?;
    let wrong: Vec<_> = wrong.into_iter().map(|(place, why)| (place, Answer::Refused(why))).collect();
    // It is learned: where there is no room for what was predicted, that is not told.
    let mut part = app.part();
    let bytes = answers.as_ref().map_or(0, |answers| answers.iter().map(Answer::bytes).sum());
    let answers = answers.filter(|_| bytes <= SMALL || part.grow(bytes, bytes));
    if !repeated {
        app.metrics.learned.with_label_values(&[&*name]).inc_by(count as u64);
    }
    work(&app, size.max(bytes), move || {
        let mut all: Option<Vec<&Answer>> = answers.as_deref().map(|answers| answers.iter().collect());
        for (place, refused) in &wrong {
            if let Some(answer) = all.as_mut().and_then(|all| all.get_mut(*place)) {
                *answer = refused;
            }
        }
        let error = all.as_deref().and_then(nothing_but_refused);
        let predictions = all.map(|all| all.into_iter().map(Told).collect());
        Ok(Predictions { learned, predictions, error, ..Predictions::of(Some(seq), repeated) }.told(part))
    })
    .await
}

/// Predicts examples; those with an id are kept until their labels come.
pub async fn predict(
    State(app): State<Arc<App>>,
    Extension(access): Extension<Access>,
    Path(name): Path<String>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Failure> {
    let model = app.model(&name)?;
    let explain = explained(uri.query())?;
    let kind = kind(&headers)?;
    let body = app.body(body).await?;
    if explain && body.bytes.len() > EXPLAINED {
        return Err(Failure::new(413, format!("what is to be explained may have {EXPLAINED} bytes")));
    }
    let mut load = if explain { body.bytes.len().max(SHORT + 1) } else { body.bytes.len() };
    let (asked, longest) = (model.clone(), app.limits.line);
    let read = move || Examples::of(&kind, body.bytes.clone(), longest);
    // All requests wait for this thread: it neither works long nor waits for whoever learns a long line.
    let mut quick = None;
    if load <= SHORT {
        let examples = read()?;
        load = model.champion().load(load, examples.most());
        if load <= SHORT {
            quick = predicted(&model, access, false, examples, Patience::short(), app.part())?;
        }
    }
    let done = match quick {
        Some(done) => Some(done),
        None => {
            let part = app.part();
            let ask = move || predicted(&asked, access, explain, read()?, Patience::Endless, part);
            beside(&app, load, ask).await?
        }
    };
    let undone = || Failure::new(503, "the model is busy; try again");
    let Done { answers, bytes, part, kept, contributions } = done.ok_or_else(undone)?;
    app.metrics.predicted.with_label_values(&[&*name]).inc_by(answers.len() as u64);
    let mut not_kept = None;
    let seq = if kept.is_empty() {
        None
    } else {
        match model.ask(None, What::Keep { examples: kept }).await {
            // Predictions go on when nothing can be learned.
            Reply::Refused { status: 429 | 507, why } => {
                not_kept = Some(why);
                None
            }
            reply => Some(replied(reply)?.seq),
        }
    };
    work(&app, bytes, move || {
        let all: Vec<&Answer> = answers.iter().collect();
        let error = nothing_but_refused(&all);
        let predictions = Some(all.into_iter().map(Told).collect());
        let told = Predictions { predictions, contributions, not_kept, error, ..Predictions::of(seq, false) };
        Ok(told.told(part))
    })
    .await
}

/// What was predicted, what is to be kept, and why.
struct Done {
    answers: Vec<Answer>,
    /// What the answers take, and what of it is counted.
    bytes: usize,
    part: Part,
    kept: Vec<crate::log::record::Kept>,
    contributions: Option<Vec<Contribution>>,
}

/// Predicts examples; none if that would take more patience.
fn predicted(
    model: &Handle,
    access: Access,
    explain: bool,
    examples: Examples,
    patience: Patience,
    mut part: Part,
) -> Result<Option<Done>, Failure> {
    let (mut answers, mut kept, mut contributions) = (Vec::new(), Vec::new(), None);
    let champion = model.champion();
    let mut bytes = 0;
    let mut fits = |answers: &[Answer]| {
        bytes += answers.last().map_or(0, Answer::bytes);
        let why = "the predictions of this request take more memory than one may have: send fewer examples";
        if bytes > ANSWERS {
            return Err(Failure::new(413, why));
        }
        let more = bytes - part.counted();
        if more > SMALL && !part.grow(more, bytes) {
            return Err(Failure::new(503, "too many large answers at once; try again"));
        }
        Ok(())
    };
    let plain = |form: Form,
                 line: &[u8],
                 answers: &mut Vec<Answer>,
                 contributions: &mut Option<Vec<Contribution>>| {
        let outcome = if explain && answers.is_empty() {
            champion.explain(form, line).map(|found| {
                found.map(|(predicted, parts)| {
                    *contributions = Some(parts);
                    predicted
                })
            })
        } else {
            champion.predict(form, line, patience)
        };
        answers.push(match outcome {
            Ok(Some(predicted)) => predicted.answer,
            Ok(None) => Answer::Nothing,
            Err(Unpredicted::Refused(why)) => Answer::Refused(why),
            Err(Unpredicted::Busy) => return false,
        });
        true
    };
    match examples {
        Examples::Lines(form, text) => {
            for line in text.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty()) {
                if !plain(form, line.trim_ascii_end(), &mut answers, &mut contributions) {
                    return Ok(None);
                }
                fits(&answers)?;
            }
        }
        Examples::Objects(sent) => {
            if sent.iter().any(|one| one.id.is_some()) && access < Access::Write {
                return Err(Failure::new(403, "this token may predict, but not keep examples under an id"));
            }
            for one in sent {
                fits(&answers)?;
                if let Some(why) = one.wrong {
                    answers.push(Answer::Refused(why));
                    continue;
                }
                let Some(id) = one.id else {
                    if !plain(Form::Json, &one.line, &mut answers, &mut contributions) {
                        return Ok(None);
                    }
                    continue;
                };
                if champion.keys.labelled(&one.line) {
                    answers.push(Answer::Refused(
                        "an example that waits for its label has one already".to_owned(),
                    ));
                    continue;
                }
                let parts = (explain && answers.is_empty()).then_some(&mut contributions);
                match model.predict_to_keep(id, one.line, patience, parts) {
                    Ok((predicted, example)) => {
                        answers.push(predicted.answer);
                        kept.push(example);
                    }
                    Err(Unpredicted::Refused(why)) => answers.push(Answer::Refused(why)),
                    Err(Unpredicted::Busy) => return Ok(None),
                }
            }
        }
    }
    if answers.is_empty() {
        return Err(Failure::bad("there is no example in the body"));
    }
    Ok(Some(Done { answers, bytes, part, kept, contributions }))
}

/// A label that comes later.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Label<'a> {
    #[serde(borrow)]
    id: &'a RawValue,
    #[serde(borrow)]
    label: &'a RawValue,
    weight: Option<f64>,
}

/// Learns an example that was predicted, now that its label is known.
pub async fn label(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Failure> {
    let model = app.model(&name)?;
    let body = app.body(body).await?;
    let key = key(&headers, uri.path(), JSON, &body.bytes)?;
    let asked: Label<'_> = serde_json::from_slice(&body.bytes).map_err(|error| {
        Failure::bad(format!("a label is {{\"id\": .., \"label\": .., \"weight\": ..}}: {error}"))
    })?;
    let id = object::name(asked.id).map_err(Failure::bad)?;
    let label = asked.label.get();
    if label.len() > app.limits.line {
        return Err(Failure::new(413, format!("a label may have {} bytes", app.limits.line)));
    }
    if label.starts_with(['{', '[']) || label == "null" || label == "\"\"" {
        return Err(Failure::bad("a label is a number, a text, true or false"));
    }
    if asked.weight.is_some_and(|weight| !(weight >= 0.0 && weight.is_finite())) {
        return Err(Failure::bad("a weight is a number that is not negative"));
    }
    let what = What::Label { id, label: label.to_owned(), weight: asked.weight };
    let Replied { seq, answers, repeated, .. } = replied(model.ask(key, what).await)?;
    if let Some(Answer::Refused(why)) = answers.as_deref().and_then(|answers| answers.first()) {
        let status = if why.starts_with("no prediction waits") { 404 } else { 422 };
        return Err(Failure::new(status, why.clone()));
    }
    if !repeated {
        app.metrics.learned.with_label_values(&[&*name]).inc();
    }
    let mut labelled = json!({ "seq": seq });
    if repeated {
        labelled["repeated"] = true.into();
    }
    Ok(told(StatusCode::OK, &labelled))
}
