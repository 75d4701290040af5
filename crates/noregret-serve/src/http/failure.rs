//! Answers as JSON, and what a request is answered with when it is not done: a status and a reason.

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::json;

/// An answer as JSON.
pub fn told(status: StatusCode, value: &impl Serialize) -> Response {
    written(status, value).map(Body::from)
}

/// An answer as JSON, in its bytes.
pub fn written(status: StatusCode, value: &impl Serialize) -> Response<Bytes> {
    let (status, body) = match serde_json::to_vec(value) {
        Ok(body) => (status, body),
        Err(error) => {
            let told = json!({ "error": error.to_string() });
            (StatusCode::INTERNAL_SERVER_ERROR, told.to_string().into_bytes())
        }
    };
    let mut response = Response::new(Bytes::from(body));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// Why a request was not done.
#[derive(Debug)]
pub struct Failure {
    status: StatusCode,
    why: String,
}

impl Failure {
    /// With a status.
    pub fn new(status: u16, why: impl Into<String>) -> Self {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self { status, why: why.into() }
    }

    /// The request makes no sense.
    pub fn bad(why: impl Into<String>) -> Self {
        Self::new(400, why)
    }
}

impl From<(u16, String)> for Failure {
    fn from((status, why): (u16, String)) -> Self {
        Self::new(status, why)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = told(self.status, &json!({ "error": self.why }));
        let headers = response.headers_mut();
        match self.status {
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
            }
            StatusCode::UNAUTHORIZED => {
                headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            _ => {}
        }
        response
    }
}
