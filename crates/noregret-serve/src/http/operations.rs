//! For those who run it: health, measures, the document of the doors, and the live page.

use super::App;
use super::failure::{Failure, told};
use super::models::Described;
use crate::metrics::ASKED;
use crate::model::handle::Handle;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use serde_json::json;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The live page, whole.
const PAGE: &str = include_str!("../page/index.html");
const STYLE: &str = include_str!("../page/style.css");
const SCRIPT: &str = include_str!("../page/page.js");
const OPENAPI: &str = include_str!("openapi.json");

fn text(kind: &'static str, body: String) -> Response {
    let mut response = body.into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// The page. It shows nothing by itself: what it asks for needs a token like everything else.
pub async fn page() -> Response {
    let page = PAGE.replace("/*style*/", STYLE).replace("/*script*/", SCRIPT);
    let mut response = text("text/html; charset=utf-8", page);
    let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response
}

/// The process answers.
pub async fn health() -> Response {
    told(StatusCode::OK, &json!({ "status": "ok" }))
}

/// Requests are wanted.
pub async fn ready(State(app): State<Arc<App>>) -> Response {
    let ready = app.ready.load(Ordering::Relaxed);
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    told(status, &json!({ "ready": ready }))
}

/// What Prometheus asks for.
pub async fn metrics(State(app): State<Arc<App>>) -> Response {
    text("text/plain; version=0.0.4", app.metrics.text(&app.models))
}

/// What there is.
pub async fn openapi() -> Response {
    text("application/json", OPENAPI.to_owned())
}

/// A model as it goes on: an event a second.
pub async fn live(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Failure> {
    app.model(&name)?;
    let stop = app.stop.clone();
    let events = stream::unfold((app, name, stop, true), |(app, name, mut stop, first)| async move {
        if !first {
            let pause = tokio::time::sleep(Duration::from_secs(1));
            tokio::select! {
                () = pause => {}
                _ = stop.changed() => return None,
            }
        }
        // One that was removed is no more, and is not held here; another one of its name is followed.
        let model = app.models.get(&name)?;
        let event = Event::default().data(moment(&app, &model).await);
        Some((Ok(event), (app, name, stop, false)))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// All that the page shows of a model.
async fn moment(app: &App, model: &Handle) -> String {
    let status = model.status();
    let portrait = model.portrait().await.ok();
    let traffic: Vec<_> = ASKED
        .iter()
        .map(|what| {
            let histogram = app.metrics.asked(&model.name, what);
            json!({ "what": what, "count": histogram.get_sample_count(), "seconds": histogram.get_sample_sum() })
        })
        .collect();
    let described = Described { name: &model.name, status: &status, requests_waiting: model.load().0 };
    json!({ "model": described, "portrait": portrait.as_deref(), "traffic": traffic }).to_string()
}
