//! Models: made, listed, described, taken home, removed; and their learners.

use super::App;
use super::body::kind;
use super::examples::replied;
use super::failure::{Failure, told};
use crate::log::record::What;
use crate::model::answer::Answer;
use crate::model::definition::{Definition, Learner, check_name};
use crate::model::handle::Handle;
use crate::model::status::Status;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::Response;
use futures_util::stream;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::convert::Infallible;
use std::sync::Arc;

/// A model in a list.
#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    champion: &'a str,
    algorithm: &'a str,
    loss: Option<f64>,
    examples: u64,
    seq: u64,
}

/// All models.
pub async fn list(State(app): State<Arc<App>>) -> Response {
    let all: Vec<(String, Arc<Status>)> =
        app.models.all().iter().map(|model| (model.name.clone(), model.status())).collect();
    let rows: Vec<Row<'_>> = all
        .iter()
        .map(|(name, status)| Row {
            name,
            champion: &status.champion,
            algorithm: status.learners.iter().find(|one| one.champion).map_or("", |one| &*one.algorithm),
            loss: status.counts.loss,
            examples: status.counts.examples,
            seq: status.seq,
        })
        .collect();
    told(StatusCode::OK, &json!({ "models": rows }))
}

/// A model, described.
#[derive(Serialize)]
pub struct Described<'a> {
    /// Its name.
    pub name: &'a str,
    /// How it stands.
    #[serde(flatten)]
    pub status: &'a Status,
    /// Requests that are not answered yet.
    pub requests_waiting: usize,
}

/// One model.
pub async fn describe(State(app): State<Arc<App>>, Path(name): Path<String>) -> Result<Response, Failure> {
    let model = app.model(&name)?;
    let status = model.status_now().await;
    let described = Described { name: &name, status: &status, requests_waiting: model.load().0 };
    Ok(told(StatusCode::OK, &described))
}

/// Makes a model, by a definition or of a model file.
pub async fn create(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Failure> {
    let kind = kind(&headers)?;
    let body = app.body(body).await?;
    let shared = app.clone();
    let made = tokio::task::spawn_blocking(move || {
        let (definition, file) = match &*kind {
            "application/json" if uri.query().is_some_and(|query| !query.is_empty()) => {
                let why = "what stands in the query is for model files; a definition has it in its body";
                return Err((400, why.to_owned()));
            }
            "application/json" => (Definition::parse(&body.bytes).map_err(|why| (422, why))?, None),
            "application/octet-stream" => {
                let definition = Definition::beside_file(uri.query()).map_err(|why| (422, why))?;
                (definition, Some(&*body.bytes))
            }
            other => {
                let why = format!(
                    "{other:?} is neither application/json nor application/octet-stream, a model file"
                );
                return Err((415, why));
            }
        };
        shared.models.create(&name, &definition, file)
    });
    let model = made.await.map_err(|_| Failure::new(500, "the model could not be made"))??;
    let status = model.status();
    let described = Described { name: &model.name, status: &status, requests_waiting: 0 };
    Ok(told(StatusCode::CREATED, &described))
}

/// Removes a model.
pub async fn remove(State(app): State<Arc<App>>, Path(name): Path<String>) -> Result<StatusCode, Failure> {
    let removed = tokio::task::spawn_blocking(move || app.models.remove(&name));
    removed.await.map_err(|_| Failure::new(500, "the model could not be removed"))??;
    Ok(StatusCode::NO_CONTENT)
}

/// Pieces of a model file, which are sent one after the other.
const PIECE: usize = 256 << 10;

/// The champion's model file. So few are sent at a time that their memory is bounded.
pub async fn file(State(app): State<Arc<App>>, Path(name): Path<String>) -> Result<Response, Failure> {
    let model = app.model(&name)?;
    let busy = |_| Failure::new(503, "others are being sent model files; try again");
    let permit = app.downloads.clone().try_acquire_owned().map_err(busy)?;
    let bytes = model.file().await?;
    let length = bytes.len();
    let pieces = stream::unfold((bytes, permit), |(mut rest, permit)| async move {
        let piece = rest.split_to(rest.len().min(PIECE));
        (!piece.is_empty()).then_some((Ok::<_, Infallible>(piece), (rest, permit)))
    });
    let mut response = Response::new(Body::from_stream(pieces));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}.nr\"")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(response)
}

/// A snapshot now.
pub async fn snapshot(State(app): State<Arc<App>>, Path(name): Path<String>) -> Result<Response, Failure> {
    let seq = app.model(&name)?.snapshot().await?;
    Ok(told(StatusCode::OK, &json!({ "seq": seq })))
}

/// The heaviest weights, and the learners inside.
pub async fn portrait(State(app): State<Arc<App>>, Path(name): Path<String>) -> Result<Response, Failure> {
    let portrait = app.model(&name)?.portrait().await?;
    Ok(told(StatusCode::OK, &*portrait))
}

/// Asks for a change of the learners.
async fn change(model: &Handle, what: What) -> Result<Response, Failure> {
    let reply = replied(model.ask(None, what).await)?;
    if let Some(Answer::Refused(why)) = reply.answers.as_deref().and_then(|answers| answers.first()) {
        return Err(Failure::new(409, why.clone()));
    }
    let seq = reply.seq;
    Ok(told(StatusCode::OK, &json!({ "seq": seq, "champion": model.champion().name })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Promoted {
    learner: String,
}

/// Makes a challenger the champion.
pub async fn promote(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    body: Body,
) -> Result<Response, Failure> {
    let model = app.model(&name)?;
    let body = app.body(body).await?;
    let asked: Promoted = serde_json::from_slice(&body.bytes)
        .map_err(|error| Failure::bad(format!("promote takes {{\"learner\": \"NAME\"}}: {error}")))?;
    change(&model, What::Promote { name: asked.learner }).await
}

/// A challenger joins.
pub async fn join(
    State(app): State<Arc<App>>,
    Path((name, challenger)): Path<(String, String)>,
    body: Body,
) -> Result<Response, Failure> {
    let model = app.model(&name)?;
    check_name(&challenger).map_err(|why| Failure::new(422, why))?;
    let body = app.body(body).await?;
    let learner: Learner =
        serde_json::from_slice(&body.bytes).map_err(|error| Failure::new(422, error.to_string()))?;
    let definition = serde_json::to_string(&learner).map_err(|error| Failure::new(500, error.to_string()))?;
    change(&model, What::Join { name: challenger, definition }).await
}

/// A challenger leaves.
pub async fn leave(
    State(app): State<Arc<App>>,
    Path((name, challenger)): Path<(String, String)>,
) -> Result<Response, Failure> {
    let model = app.model(&name)?;
    change(&model, What::Leave { name: challenger }).await
}
