//! The doors of the server: paths, and who may go through them.

mod accept;
pub mod auth;
mod body;
mod browser;
mod examples;
mod failure;
mod held;
mod models;
mod operations;
mod patience;
#[cfg(test)]
mod tests;

pub use accept::{Listener, serve};

use crate::config::Limits;
use crate::metrics::{ASKED, Metrics};
use crate::models::Models;
use crate::work::Works;
use auth::{Access, Tokens};
use axum::Router;
use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{Method, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use failure::Failure;
use held::{Held, Part};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use tokio::sync::{Semaphore, watch};

/// What all requests share.
pub struct App {
    /// The models.
    pub models: Models,
    /// Who may do what.
    pub tokens: Tokens,
    /// What clients may do.
    pub limits: Limits,
    /// What is measured.
    pub metrics: Arc<Metrics>,
    /// Whether requests are wanted.
    pub ready: AtomicBool,
    /// Says when the server ends.
    pub stop: watch::Receiver<bool>,
    held: Held,
    /// Where long work is done.
    pub works: Works,
    /// Model files that may be sent at a time.
    downloads: Arc<Semaphore>,
}

const DOWNLOADS: usize = 4;

impl App {
    /// Of its parts.
    pub fn new(
        models: Models,
        tokens: Tokens,
        limits: Limits,
        metrics: Arc<Metrics>,
        stop: watch::Receiver<bool>,
    ) -> Arc<Self> {
        let (ready, held) = (AtomicBool::new(true), Held::new(limits.bodies));
        let (works, downloads) = (Works::new(limits.line), Arc::new(Semaphore::new(DOWNLOADS)));
        Arc::new(Self { models, tokens, limits, metrics, ready, stop, held, works, downloads })
    }

    async fn body(&self, body: Body) -> Result<body::Whole, Failure> {
        body::read(body, &self.limits, &self.held).await
    }

    /// What an answer will hold.
    fn part(&self) -> Part {
        self.held.part()
    }

    fn model(&self, name: &str) -> Result<Arc<crate::model::handle::Handle>, Failure> {
        self.models.get(name).ok_or_else(|| Failure::new(404, format!("there is no model {name:?}")))
    }
}

/// Every path with its methods, as the OpenAPI document has them.
#[cfg(test)]
pub const ROUTES: [(&str, &[&str]); 16] = [
    ("/", &["get"]),
    ("/health", &["get"]),
    ("/ready", &["get"]),
    ("/metrics", &["get"]),
    ("/openapi.json", &["get"]),
    ("/v1/models", &["get"]),
    ("/v1/models/{name}", &["get", "put", "delete"]),
    ("/v1/models/{name}/learn", &["post"]),
    ("/v1/models/{name}/predict", &["post"]),
    ("/v1/models/{name}/label", &["post"]),
    ("/v1/models/{name}/file", &["get"]),
    ("/v1/models/{name}/snapshot", &["post"]),
    ("/v1/models/{name}/promote", &["post"]),
    ("/v1/models/{name}/challengers/{challenger}", &["put", "delete"]),
    ("/v1/models/{name}/portrait", &["get"]),
    ("/v1/models/{name}/live", &["get"]),
];

/// The doors.
pub fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/", get(operations::page))
        .route("/health", get(operations::health))
        .route("/ready", get(operations::ready))
        .route("/metrics", get(operations::metrics))
        .route("/openapi.json", get(operations::openapi))
        .route("/v1/models", get(models::list))
        .route("/v1/models/{name}", get(models::describe).put(models::create).delete(models::remove))
        .route("/v1/models/{name}/learn", post(examples::learn))
        .route("/v1/models/{name}/predict", post(examples::predict))
        .route("/v1/models/{name}/label", post(examples::label))
        .route("/v1/models/{name}/file", get(models::file))
        .route("/v1/models/{name}/snapshot", post(models::snapshot))
        .route("/v1/models/{name}/promote", post(models::promote))
        .route("/v1/models/{name}/challengers/{challenger}", put(models::join).delete(models::leave))
        .route("/v1/models/{name}/portrait", get(models::portrait))
        .route("/v1/models/{name}/live", get(operations::live))
        .fallback(nowhere)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .with_state(app)
}

async fn nowhere() -> Failure {
    Failure::new(404, "there is nothing under this path; /openapi.json says what there is")
}

/// What is refused before it comes to us (a path that is no text) is told as everything else is.
async fn as_json(response: Response) -> Response {
    let kind = response.headers().get(header::CONTENT_TYPE);
    let ours = kind.is_some_and(|kind| kind.as_bytes() == body::JSON.as_bytes());
    if !response.status().is_client_error() || ours {
        return response;
    }
    let (status, told) =
        (response.status().as_u16(), axum::body::to_bytes(response.into_body(), 1 << 16).await);
    Failure::new(status, String::from_utf8_lossy(&told.unwrap_or_default())).into_response()
}

async fn wrong_method() -> Failure {
    Failure::new(405, "this path does not take this method; /openapi.json says which it takes")
}

/// The model that a path asks for one of [`ASKED`], and for which.
fn asked(path: &str) -> Option<(&str, &'static str)> {
    let (model, what) = path.strip_prefix("/v1/models/")?.split_once('/')?;
    ASKED.into_iter().find(|asked| *asked == what).map(|what| (model, what))
}

/// Lets those through who may, and measures.
async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    let header = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let access = app.tokens.access(header);
    let open = matches!(&*route, "/" | "/health" | "/ready" | "/openapi.json");
    let reads =
        request.method() == Method::GET || request.method() == Method::HEAD || route.ends_with("/predict");
    let foreign = if app.tokens.needed() { None } else { browser::foreign(request.headers()) };
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let packed = request.headers().get(header::CONTENT_ENCODING);
    let packed = packed.is_some_and(|value| !value.as_bytes().eq_ignore_ascii_case(b"identity"));
    let response = match access {
        _ if foreign.is_some() => Failure::new(403, foreign.unwrap_or_default()).into_response(),
        _ if packed => {
            let why = "bodies are taken as they are: send it again without Content-Encoding, not compressed";
            Failure::new(415, why).into_response()
        }
        _ if open => next.run(request).await,
        None => Failure::new(401, "a bearer token is needed").into_response(),
        Some(Access::Read) if !reads => {
            Failure::new(403, "this token may look and predict only").into_response()
        }
        Some(access) => {
            request.extensions_mut().insert(access);
            next.run(request).await
        }
    };
    let response = as_json(response).await;
    app.metrics.requests.with_label_values(&[&*route, response.status().as_str()]).inc();
    let seconds = begun.elapsed().as_secs_f64();
    app.metrics.seconds.with_label_values(&[&*route]).observe(seconds);
    if let Some((model, what)) = asked(&path).filter(|(model, _)| app.models.get(model).is_some()) {
        app.metrics.asked(model, what).observe(seconds);
    }
    tracing::debug!(%method, path, status = response.status().as_u16(), seconds, "request");
    response
}
