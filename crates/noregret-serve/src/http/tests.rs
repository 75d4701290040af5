//! The document of the doors is what the doors are, and no request brings anything down.

use super::*;
use crate::config::Config;
use crate::storage::crash::Chance;
use crate::work::SHORT;
use axum::http::StatusCode;
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

fn app(folder: &std::path::Path, tokens: Tokens) -> (Arc<App>, watch::Sender<bool>) {
    let config = Config::new(folder, ([127, 0, 0, 1], 0).into());
    let metrics = Arc::new(Metrics::new().unwrap());
    let models = Models::open(&config, metrics.clone(), watch::channel(None).0).unwrap();
    let (stop, stopped) = watch::channel(false);
    (App::new(models, tokens, config.limits, metrics, stopped), stop)
}

async fn send(
    app: &Arc<App>,
    method: &str,
    path: &str,
    kind: &str,
    body: impl Into<Body>,
) -> (StatusCode, Value) {
    let request =
        Request::builder().method(method).uri(path).header("content-type", kind).body(body.into()).unwrap();
    let response = router(app.clone()).oneshot(request).await.unwrap();
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}

const JSON: &str = "application/json";

#[tokio::test]
async fn the_document_says_what_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let (app, _stop) = app(folder.path(), Tokens::open());
    let document: Value = serde_json::from_str(include_str!("openapi.json")).unwrap();
    let paths = document["paths"].as_object().unwrap();
    assert_eq!(paths.len(), ROUTES.len());
    for (path, methods) in ROUTES {
        let told =
            paths.get(path).unwrap_or_else(|| panic!("{path} is not in the document")).as_object().unwrap();
        let listed: Vec<&str> = told.keys().map(String::as_str).filter(|key| *key != "parameters").collect();
        assert_eq!(listed.len(), methods.len(), "{path}");
        for method in methods {
            assert!(listed.contains(method), "{method} {path}");
            let real = path.replace("{name}", "nobody").replace("{challenger}", "c");
            let (status, answer) = send(&app, &method.to_uppercase(), &real, JSON, "{}").await;
            let missing = answer["error"].as_str().is_some_and(|why| why.contains("nothing under this path"));
            assert!(!missing && status != StatusCode::METHOD_NOT_ALLOWED, "{method} {path}: {status}");
            let documented = told[*method]["responses"].as_object().unwrap();
            let known = documented.contains_key(status.as_str()) || status == StatusCode::NOT_FOUND;
            assert!(known, "{method} {path} answers {status}");
        }
    }
    assert_eq!(send(&app, "GET", "/nowhere", JSON, "").await.0, StatusCode::NOT_FOUND);
    assert_eq!(send(&app, "POST", "/health", JSON, "").await.0, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn a_model_learns_predicts_and_waits_for_labels() {
    let folder = tempfile::tempdir().unwrap();
    let (app, _stop) = app(folder.path(), Tokens::open());
    let made =
        send(&app, "PUT", "/v1/models/ads", JSON, r#"{"loss": "logistic", "labels": ["0", "1"]}"#).await;
    assert_eq!(made.0, StatusCode::CREATED, "{}", made.1);
    assert_eq!(send(&app, "PUT", "/v1/models/ads", JSON, "{}").await.0, StatusCode::CONFLICT);
    let learn = "/v1/models/ads/learn";
    let (status, answer) = send(&app, "POST", learn, JSON, r#"{"label": 1, "price": 2.5}"#).await;
    assert_eq!((status, answer["seq"].as_u64()), (StatusCode::OK, Some(1)), "{answer}");
    assert_eq!((&answer["predictions"][0]["prediction"], &answer["learned"]), (&0.5.into(), &1.into()));
    // What has no label is only predicted, and said not to be learned.
    let (_, unlabelled) = send(&app, "POST", learn, JSON, r#"[{"price": 2.5}]"#).await;
    assert_eq!(
        (unlabelled["seq"].as_u64(), unlabelled["learned"].as_u64()),
        (Some(2), Some(0)),
        "{unlabelled}"
    );
    let (_, answer) = send(&app, "POST", learn, "text/x-vw", "1 | price:2\n0 | other\n").await;
    assert_eq!(
        (answer["seq"].as_u64(), answer["predictions"].as_array().map(Vec::len)),
        (Some(3), Some(2)),
        "{answer}"
    );
    let (_, answer) =
        send(&app, "POST", learn, "application/x-ndjson", "{\"label\":1,\"price\":3}\n\nnonsense\n").await;
    assert!(answer["predictions"][1]["error"].is_string(), "{answer}");
    assert_eq!(
        send(&app, "POST", learn, JSON, "{\"label\": 7, \"price\": 1}").await.0,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    assert_eq!(send(&app, "POST", learn, JSON, "").await.0, StatusCode::BAD_REQUEST);
    assert_eq!(send(&app, "POST", learn, "text/plain", "x").await.0, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let predict = "/v1/models/ads/predict";
    let (status, answer) =
        send(&app, "POST", predict, JSON, r#"[{"price": 1, "id": "a"}, {"price": 2}]"#).await;
    assert_eq!(status, StatusCode::OK);
    assert!(
        answer["predictions"][0]["prediction"].as_f64().unwrap() > 0.5 && answer["seq"].is_u64(),
        "{answer}"
    );
    let (_, described) = send(&app, "GET", "/v1/models/ads", JSON, "").await;
    let known = [&described["seq"], &described["counts"]["labelled"], &described["late"]["waiting"]];
    assert_eq!(known, [6, 4, 1], "what was answered is in it: {described}");
    let label = "/v1/models/ads/label";
    assert_eq!(
        send(&app, "POST", label, JSON, r#"{"id": "a", "label": 0, "weight": 2}"#).await.0,
        StatusCode::OK
    );
    assert_eq!(send(&app, "POST", label, JSON, r#"{"id": "a", "label": 0}"#).await.0, StatusCode::NOT_FOUND);
    assert_eq!(send(&app, "POST", label, JSON, r#"{"id": "a"}"#).await.0, StatusCode::BAD_REQUEST);
    let (_, answer) = send(&app, "POST", &format!("{predict}?explain=true"), JSON, r#"{"price": 1}"#).await;
    let named = answer["contributions"].as_array().unwrap().iter().any(|part| part["feature"] == "price");
    assert!(named, "{answer}");
    assert_eq!(send(&app, "POST", "/v1/models/ads/snapshot", JSON, "").await.0, StatusCode::OK);
    let joined = send(
        &app,
        "PUT",
        "/v1/models/ads/challengers/b",
        JSON,
        r#"{"algorithm": "per-coord", "labels": ["0", "1"]}"#,
    )
    .await;
    assert_eq!(joined.0, StatusCode::OK, "{}", joined.1);
    let promoted = send(&app, "POST", "/v1/models/ads/promote", JSON, r#"{"learner": "b"}"#).await;
    assert_eq!(promoted.1["champion"], "b", "{}", promoted.1);
    assert_eq!(send(&app, "DELETE", "/v1/models/ads/challengers/b", JSON, "").await.0, StatusCode::CONFLICT);
    assert_eq!(send(&app, "DELETE", "/v1/models/ads/challengers/c", JSON, "").await.0, StatusCode::NOT_FOUND);
    let (_, described) = send(&app, "GET", "/v1/models/ads", JSON, "").await;
    assert_eq!(described["learners"].as_array().map(Vec::len), Some(2), "{described}");
    assert_eq!(send(&app, "DELETE", "/v1/models/ads", JSON, "").await.0, StatusCode::NO_CONTENT);
    assert_eq!(send(&app, "GET", "/v1/models/ads", JSON, "").await.0, StatusCode::NOT_FOUND);
}

/// What the features add is told of the first example, or of none.
#[tokio::test]
async fn the_first_example_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let (app, _stop) = app(folder.path(), Tokens::open());
    send(&app, "PUT", "/v1/models/m", JSON, r#"{"loss": "logistic", "labels": ["0", "1"]}"#).await;
    // Names are known when they were learned.
    send(&app, "POST", "/v1/models/m/learn", JSON, r#"{"label": 1, "first": 1, "second": 1}"#).await;
    let explained = async |kind: &str, body: &'static str| {
        let (status, told) = send(&app, "POST", "/v1/models/m/predict?explain=true", kind, body).await;
        assert_eq!(status, StatusCode::OK, "{told}");
        told["contributions"].as_array().map(|parts| {
            let names = parts.iter().map(|part| part["feature"].as_str().unwrap().to_owned());
            names.filter(|name| name == "first" || name == "second").collect::<Vec<_>>()
        })
    };
    let first = Some(vec!["first".to_owned()]);
    assert_eq!(explained(JSON, r#"[{"first": 1}, {"second": 1}]"#).await, first);
    assert_eq!(explained(JSON, r#"[{"first": 1, "id": "a"}, {"second": 1}]"#).await, first);
    assert_eq!(explained(JSON, r#"{"first": 1, "id": "b"}"#).await, first);
    assert_eq!(explained(JSON, r#"[{"first": 1e308, "id": "c", "label": 1}, {"second": 1}]"#).await, None);
    assert_eq!(explained("application/x-ndjson", "{bad\n{\"second\": 1}\n").await, None);
}

#[tokio::test]
async fn examples_that_are_too_long_are_refused_before_they_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (app, _stop) = app(folder.path(), Tokens::open());
    send(&app, "PUT", "/v1/models/m", JSON, r#"{"loss": "logistic", "labels": ["0", "1"]}"#).await;
    let words = |bytes: usize| "a ".repeat(bytes / 2);
    let over = app.limits.line + 2;
    let long = [
        ("text/x-vw", format!("1 | b\n1 | {}\n0 | c\n", words(over))),
        ("text/x-svmlight", format!("1 {}", "1:1 ".repeat(over / 4 + 1))),
        ("application/x-ndjson", format!("{{\"label\": 1, \"a\": \"{}\"}}\n", words(over))),
        ("application/x-ndjson", format!("{{\"label\": 1, \"id\": 7, \"a\": \"{}\"}}\n", words(over))),
        (JSON, format!("{{\"label\": 1, \"a\": \"{}\"}}", words(over))),
        (JSON, format!("[{{\"label\": 1, \"a\": 1}}, {{\"label\": 1, \"a\": \"{}\"}}]", words(over))),
    ];
    for (kind, body) in long {
        for door in ["learn", "predict"] {
            let (status, answer) =
                send(&app, "POST", &format!("/v1/models/m/{door}"), kind, body.clone()).await;
            assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE, "{door} {kind}: {answer}");
        }
    }
    let label = format!("{{\"id\": \"x\", \"label\": \"{}\"}}", words(over));
    assert_eq!(send(&app, "POST", "/v1/models/m/label", JSON, label).await.0, StatusCode::PAYLOAD_TOO_LARGE);
    // Many that are short are no long one.
    let many = "1 | a b c d\n".repeat(app.limits.line / 8);
    let (status, answer) = send(&app, "POST", "/v1/models/m/learn", "text/x-vw", many).await;
    assert_eq!((status, answer["seq"].as_u64()), (StatusCode::OK, Some(1)), "nothing was kept before");
}

/// What is small by its bytes and much by its classes is not worked on by the threads that serve.
#[tokio::test]
async fn much_work_in_a_small_body_is_done_beside() {
    let folder = tempfile::tempdir().unwrap();
    let (app, _stop) = app(folder.path(), Tokens::open());
    let made = r#"{"algorithm": "ada-diag", "loss": "logistic", "classes": true, "bits": 8}"#;
    send(&app, "PUT", "/v1/models/m", JSON, made).await;
    let champion = app.models.get("m").unwrap().champion();
    assert!(champion.load(1000, 10) < SHORT);
    let classes: String = (0..200).map(|k| format!("{{\"label\": \"c{k}\", \"a\": 1}}\n")).collect();
    let ndjson = "application/x-ndjson";
    send(&app, "POST", "/v1/models/m/learn", ndjson, classes).await;
    assert!(champion.load(50, 1) < SHORT && champion.load(60, 20) > SHORT);
    let body = format!("[{}{{}}]", "{},".repeat(999));
    let (status, told) = send(&app, "POST", "/v1/models/m/predict", JSON, body).await;
    assert_eq!((status, told["predictions"].as_array().map(Vec::len)), (StatusCode::OK, Some(1000)));
    let crossed = r#"{"loss": "logistic", "labels": ["0", "1"], "quadratic": ["ab"], "bits": 8}"#;
    send(&app, "PUT", "/v1/models/n", JSON, crossed).await;
    let champion = app.models.get("n").unwrap().champion();
    assert!(champion.load(500, 1) < SHORT && champion.load(5000, 1) > SHORT);
}

/// Answers count as held: where there is no room for them a prediction is put off, and what is learned is told without them.
#[tokio::test]
async fn large_answers_are_bounded_together() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::new(folder.path(), ([127, 0, 0, 1], 0).into());
    config.limits.bodies = 1 << 20;
    let metrics = Arc::new(Metrics::new().unwrap());
    let models = Models::open(&config, metrics.clone(), watch::channel(None).0).unwrap();
    let (_stop, stopped) = watch::channel(false);
    let app = App::new(models, Tokens::open(), config.limits, metrics, stopped);
    let made = r#"{"algorithm": "ada-diag", "loss": "logistic", "classes": true, "bits": 8}"#;
    send(&app, "PUT", "/v1/models/m", JSON, made).await;
    let lines = |count: usize| {
        (0..count).map(|k| format!("{{\"label\": \"c{}\", \"a\": 1}}\n", k % 100)).collect::<String>()
    };
    let ndjson = "application/x-ndjson";
    let told = async |door: &str, count: usize| {
        let (status, told) = send(&app, "POST", &format!("/v1/models/m/{door}"), ndjson, lines(count)).await;
        (status.as_u16(), told["learned"].as_u64(), told["predictions"].as_array().map(Vec::len))
    };
    assert_eq!(told("learn", 100).await, (200, Some(100), Some(100)));
    assert_eq!(told("learn", 400).await, (200, Some(400), None));
    assert_eq!(told("predict", 400).await, (503, None, None));
    assert_eq!(told("predict", 5).await, (200, None, Some(5)));
    // What was held is given back.
    let all = app.part();
    assert!(!app.held.part().grow(1 << 20, 0) && app.held.part().grow(1 << 18, 0));
    drop(all);
}

/// Learning holds the lock of a model; the one thread that serves here goes on.
#[tokio::test]
async fn a_long_line_that_is_learned_holds_up_nobody_else() {
    let folder = tempfile::tempdir().unwrap();
    let (app, _stop) = app(folder.path(), Tokens::open());
    for name in ["m", "other"] {
        let made = r#"{"loss": "logistic", "labels": ["0", "1"]}"#;
        send(&app, "PUT", &format!("/v1/models/{name}"), JSON, made).await;
    }
    let champion = app.models.get("m").unwrap().champion();
    let (free, freed) = std::sync::mpsc::channel::<()>();
    let (held, holds) = std::sync::mpsc::channel();
    let learning = std::thread::spawn(move || {
        let lock = champion.hold();
        held.send(()).unwrap();
        let _ = freed.recv();
        drop(lock);
    });
    holds.recv().unwrap();
    let waits = |kind: &'static str, body: &'static str| {
        let app = app.clone();
        tokio::spawn(async move { send(&app, "POST", "/v1/models/m/predict", kind, body).await.0 })
    };
    let waiting =
        [waits(JSON, r#"{"a": 1}"#), waits(JSON, r#"{"a": 1, "id": "x"}"#), waits("text/x-vw", "| a")];
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    for (method, path, body) in [
        ("GET", "/health", ""),
        ("GET", "/v1/models", ""),
        ("GET", "/metrics", ""),
        ("POST", "/v1/models/other/predict", r#"{"a": 1}"#),
    ] {
        assert_eq!(send(&app, method, path, JSON, body).await.0, StatusCode::OK, "{path}");
    }
    assert!(waiting.iter().all(|one| !one.is_finished()));
    free.send(()).unwrap();
    for one in waiting {
        assert_eq!(one.await.unwrap(), StatusCode::OK);
    }
    learning.join().unwrap();
}

/// How often a model is asked, and how long that takes, is its own; nothing is kept of models that there are not.
#[tokio::test]
async fn requests_are_counted_by_model() {
    let folder = tempfile::tempdir().unwrap();
    let (app, _stop) = app(folder.path(), Tokens::open());
    for model in ["a", "b"] {
        send(&app, "PUT", &format!("/v1/models/{model}"), JSON, r#"{"loss": "logistic", "bits": 8}"#).await;
    }
    for path in ["a/predict", "a/predict", "b/predict", "nobody/predict", "a/portrait"] {
        send(&app, "POST", &format!("/v1/models/{path}"), JSON, r#"{"x": 1}"#).await;
    }
    let count = |model: &str| app.metrics.asked(model, "predict").get_sample_count();
    assert_eq!((count("a"), count("b")), (2, 1));
    let told = app.metrics.text(&app.models);
    assert!(told.contains(r#"noregret_model_request_seconds_count{model="a",what="predict"} 2"#), "{told}");
    assert!(!told.contains("nobody"));
    send(&app, "DELETE", "/v1/models/a", JSON, "").await;
    assert!(!app.metrics.text(&app.models).contains(r#"{model="a",what="predict"}"#));
}

/// A stream of events holds no model that was removed, and follows another one of its name.
#[tokio::test]
async fn events_are_of_the_model_that_has_the_name() {
    let folder = tempfile::tempdir().unwrap();
    let (app, _stop) = app(folder.path(), Tokens::open());
    let made = r#"{"loss": "logistic", "labels": ["0", "1"], "bits": 8}"#;
    send(&app, "PUT", "/v1/models/m", JSON, made).await;
    send(&app, "POST", "/v1/models/m/learn", JSON, r#"{"label": 1, "a": 1}"#).await;
    send(&app, "GET", "/v1/models/m", JSON, "").await;
    let request = Request::builder().uri("/v1/models/m/live").body(Body::empty()).unwrap();
    let mut events = router(app.clone()).oneshot(request).await.unwrap().into_body();
    let mut record = async || {
        let frame = events.frame().await?.unwrap().into_data().unwrap();
        let text = String::from_utf8(frame.to_vec()).unwrap();
        let told: Value = serde_json::from_str(text.strip_prefix("data: ").unwrap()).unwrap();
        Some(told["model"]["seq"].as_u64().unwrap())
    };
    assert_eq!(record().await, Some(1));
    let removed = Arc::downgrade(&app.models.get("m").unwrap());
    send(&app, "DELETE", "/v1/models/m", JSON, "").await;
    assert!(removed.upgrade().is_none(), "somebody holds the model that was removed");
    send(&app, "PUT", "/v1/models/m", JSON, made).await;
    assert_eq!(record().await, Some(0));
    send(&app, "DELETE", "/v1/models/m", JSON, "").await;
    assert_eq!(record().await, None);
}

#[tokio::test]
async fn crossed_features_are_learned() {
    let folder = tempfile::tempdir().unwrap();
    let (app, _stop) = app(folder.path(), Tokens::open());
    let made = r#"{"loss": "logistic", "labels": ["0", "1"], "interactions": ["a*b"]}"#;
    assert_eq!(send(&app, "PUT", "/v1/models/m", JSON, made).await.0, StatusCode::CREATED);
    let body = r#"{"label": 1, "a": "x", "b": "y"}"#;
    assert_eq!(send(&app, "POST", "/v1/models/m/learn", JSON, body).await.0, StatusCode::OK);
    let (_, told) =
        send(&app, "POST", "/v1/models/m/predict?explain=true", JSON, r#"{"a": "x", "b": "y"}"#).await;
    // a, b, both together, and the bias.
    assert_eq!(told["contributions"].as_array().map(Vec::len), Some(4), "{told}");
}

#[tokio::test]
async fn a_model_file_is_served_as_its_query_says() {
    let folder = tempfile::tempdir().unwrap();
    let (app, _stop) = app(folder.path(), Tokens::open());
    let made = r#"{"loss": "logistic", "labels": ["0", "1"], "bits": 8}"#;
    send(&app, "PUT", "/v1/models/first", JSON, made).await;
    let file = app.models.get("first").unwrap().file().await.unwrap();
    let put = async |query: &str| {
        let path = format!("/v1/models/second?{query}");
        send(&app, "PUT", &path, "application/octet-stream", file.clone()).await.0.as_u16()
    };
    assert_eq!(put("late.expire_as=7").await, 422);
    let champion = app.models.get("first").unwrap().champion();
    let exported = champion.look(|engine| engine.freeze().unwrap().view().to_bytes().unwrap());
    let (status, told) = send(&app, "PUT", "/v1/models/served", "application/octet-stream", exported).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{told}");
    assert!(told["error"].as_str().unwrap().contains("cannot learn"), "{told}");
    assert_eq!(put("what=1").await, 422);
    assert_eq!(put("late.seconds=0&late.expire_as=0&confidence=0.9").await, 201);
    send(&app, "POST", "/v1/models/second/predict", JSON, r#"{"id": 1, "a": 1}"#).await;
    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    send(&app, "POST", "/v1/models/second/learn", JSON, r#"{"label": 1, "a": 1}"#).await;
    let (_, told) = send(&app, "GET", "/v1/models/second", JSON, "").await;
    assert_eq!(told["late"]["expired"], 1, "{told}");
    assert_eq!(
        send(&app, "PUT", "/v1/models/third?confidence=0.9", JSON, "{}").await.0,
        StatusCode::BAD_REQUEST
    );
}

#[tokio::test]
async fn heads_of_requests_are_understood() {
    let folder = tempfile::tempdir().unwrap();
    let (app, _stop) = app(folder.path(), Tokens::open());
    let made = r#"{"loss": "logistic", "labels": ["0", "1"], "bits": 8}"#;
    assert_eq!(
        send(&app, "PUT", "/v1/models/m", "Application/JSON; charset=utf-8", made).await.0,
        StatusCode::CREATED
    );
    let learn = "/v1/models/m/learn";
    assert_eq!(send(&app, "POST", learn, "Text/X-VW", "1 | a").await.0, StatusCode::OK);
    let with = async |kind: &str, headers: &[(&str, &str)], body: &'static str| {
        let mut request = Request::builder().method("POST").uri(learn).header("content-type", kind);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = router(app.clone()).oneshot(request.body(Body::from(body)).unwrap()).await.unwrap();
        response.status().as_u16()
    };
    assert_eq!(with(JSON, &[("content-encoding", "gzip")], "{}").await, 415);
    assert_eq!(with("text/x-vw", &[("content-encoding", "identity")], "1 | a").await, 200);
    // The same bytes are other examples in another format.
    let key = [("idempotency-key", "k")];
    let body = r#"{"label": 1, "a": 1}"#;
    assert_eq!(with("application/x-ndjson", &key, body).await, 200);
    assert_eq!(with(JSON, &key, body).await, 422);
    assert_eq!(with("Application/X-NDJSON", &key, body).await, 200);
    // A name that is no text.
    for (method, path) in
        [("GET", "/v1/models/%ff"), ("POST", "/v1/models/%ff/learn"), ("PUT", "/v1/models/%c3%28")]
    {
        let (status, answer) = send(&app, method, path, JSON, "{}").await;
        assert!(status.is_client_error() && answer["error"].is_string(), "{path}: {status} {answer}");
    }
}

/// Lines of JSON with ids among them are no stricter than others, and an id is one however it is written.
#[tokio::test]
async fn a_bad_line_among_lines_with_ids_is_told_in_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let (app, _stop) = app(folder.path(), Tokens::open());
    send(&app, "PUT", "/v1/models/m", JSON, r#"{"loss": "logistic", "labels": ["0", "1"], "bits": 8}"#).await;
    let ndjson = "application/x-ndjson";
    let body = b"{\"label\": 1, \"a\": 1}\n{bad\n{\"label\": 1, \"a\": \"id\", \"id\": [1]}\n\n{\"label\": 0, \"a\": \"\xff\"}\n{\"label\": 0, \"id\": \"x\"}\n";
    for door in ["learn", "predict"] {
        let (status, told) = send(&app, "POST", &format!("/v1/models/m/{door}"), ndjson, body.to_vec()).await;
        assert_eq!(status, StatusCode::OK, "{told}");
        let errors: Vec<Option<&str>> =
            told["predictions"].as_array().unwrap().iter().map(|one| one["error"].as_str()).collect();
        assert!(
            errors.len() == 5 && errors[0].is_none() && errors[1..4].iter().all(Option::is_some),
            "{told}"
        );
        assert!(errors[2].unwrap().contains("an id is"), "{told}");
        assert_eq!(errors[4].is_none(), door == "learn", "one that is to wait has no label yet");
    }
    let (_, described) = send(&app, "GET", "/v1/models/m", JSON, "").await;
    assert_eq!(described["counts"]["labelled"], 2, "{described}");
    let escaped = "{\"a\": 1, \"\\u0069d\": \"late\"}\n{\"a\": 1, \"i\\u0064\": \"later\"}\n";
    assert_eq!(send(&app, "POST", "/v1/models/m/predict", ndjson, escaped).await.0, StatusCode::OK);
    for id in ["late", "later"] {
        let label = format!("{{\"id\": \"{id}\", \"label\": 1}}");
        let (status, told) = send(&app, "POST", "/v1/models/m/label", JSON, label).await;
        assert_eq!(status, StatusCode::OK, "{told}");
        assert!(told.as_object().unwrap().keys().eq(["seq"]), "{told}");
    }
    // A key that is the server's cannot be the label's.
    for key in ["label", "weight", "tag"] {
        let (status, told) = send(&app, "PUT", "/v1/models/n", JSON, format!("{{\"{key}\": \"id\"}}")).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{told}");
    }
}

#[tokio::test]
async fn tokens_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tokens");
    std::fs::write(&file, "abcdefghijklmnop\nread 0123456789abcdef\n").unwrap();
    let (app, _stop) = app(folder.path(), Tokens::read(&file).unwrap());
    let with = async |method: &str, path: &str, token: &str| {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("authorization", token)
            .body(Body::from("{}"))
            .unwrap();
        router(app.clone()).oneshot(request).await.unwrap().status().as_u16()
    };
    assert_eq!(with("GET", "/health", "").await, 200);
    assert_eq!(with("GET", "/v1/models", "").await, 401);
    assert_eq!(with("GET", "/metrics", "Bearer wrong").await, 401);
    assert_eq!(with("GET", "/v1/models", "Bearer 0123456789abcdef").await, 200);
    assert_eq!(with("PUT", "/v1/models/m", "Bearer 0123456789abcdef").await, 403);
    assert_eq!(with("PUT", "/v1/models/m", "Bearer abcdefghijklmnop").await, 201);
    assert_eq!(with("POST", "/v1/models/m/learn", "Bearer 0123456789abcdef").await, 403);
    assert_eq!(with("POST", "/v1/models/m/predict", "Bearer 0123456789abcdef").await, 200);
}

/// Requests made of the document's paths and of bytes that are nearly right.
#[tokio::test]
async fn whatever_is_sent_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let (app, _stop) = app(folder.path(), Tokens::open());
    send(&app, "PUT", "/v1/models/m", JSON, r#"{"loss": "logistic", "labels": ["0", "1"], "bits": 10}"#)
        .await;
    let seeds: [&[u8]; 12] = [
        br#"{"label": 1, "a": 2.5, "b": "x", "id": "k"}"#,
        br#"{"examples": [{"label": 0, "a": {"b": 1}}, {"a": [1, 2]}]}"#,
        br#"[{"a": 1e308}, {"a": -1e308, "label": 1}]"#,
        br#"{"id": "k", "label": 1, "weight": 3}"#,
        b"1 'tag|ns a:1 b:2 |other c\n0 | d",
        b"+1 3:0.5 7:1\n-1 2:1e300",
        br#"{"algorithm": "ada-diag", "late": {"seconds": 1}, "challengers": [{"name": "c"}]}"#,
        br#"{"learner": "first"}"#,
        b"\xff\xfe\x00",
        b"",
        br#"{"features": {"a": 1}, "weight": -1, "label": "x"}"#,
        b"{\"a\":\"\\ud800\", \"label\": null}",
    ];
    let kinds =
        [JSON, "application/x-ndjson", "text/x-vw", "text/x-svmlight", "application/octet-stream", "*/*;;"];
    let mut chance = Chance(5);
    for round in 0..3000 {
        let (path, methods) = ROUTES[chance.below(ROUTES.len() as u64) as usize];
        let method = methods[chance.below(methods.len() as u64) as usize];
        if path.ends_with("/live") || (method == "delete" && chance.below(20) > 0) {
            continue;
        }
        let name = ["m", "m", "m", "other", "..", "%2e%2e%2f"][chance.below(6) as usize];
        let path = path.replace("{name}", name).replace("{challenger}", "c");
        let mut body = seeds[chance.below(seeds.len() as u64) as usize].to_vec();
        for _ in 0..chance.below(3) {
            match chance.below(3) {
                0 if !body.is_empty() => {
                    let at = chance.below(body.len() as u64) as usize;
                    body[at] = chance.next() as u8;
                }
                1 => body.truncate(chance.below(body.len() as u64 + 1) as usize),
                _ => body.extend_from_within(..body.len() / 2),
            }
        }
        let kind = kinds[chance.below(kinds.len() as u64) as usize];
        let (status, _) = send(&app, &method.to_uppercase(), &path, kind, body.clone()).await;
        let told = String::from_utf8_lossy(&body).into_owned();
        assert!(status.as_u16() < 500, "round {round}: {method} {path} {kind} {told:?}: {status}");
    }
    send(&app, "PUT", "/v1/models/m", JSON, "{}").await;
    let (status, _) = send(&app, "POST", "/v1/models/m/predict", JSON, r#"{"a": 1}"#).await;
    assert_eq!(status, StatusCode::OK);
}
