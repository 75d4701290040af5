//! What Prometheus is told.

use crate::models::Models;
use prometheus::{
    Encoder, Histogram, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts,
    Registry, TextEncoder,
};

/// The measures of a server.
pub struct Metrics {
    registry: Registry,
    /// Requests by route and status.
    pub requests: IntCounterVec,
    /// How long they took, by route.
    pub seconds: HistogramVec,
    /// The same of [`ASKED`], by model.
    asked: HistogramVec,
    /// Examples that came to be learned, by model.
    pub learned: IntCounterVec,
    /// Examples that were predicted, by model.
    pub predicted: IntCounterVec,
    /// How long commits took, by model.
    pub commits: HistogramVec,
    /// Requests in a commit, by model.
    pub together: HistogramVec,
    /// Open connections.
    pub connections: IntGauge,
    /// Connections that were closed for a fault of theirs.
    pub faults: IntCounter,
    state: IntGaugeVec,
}

/// What a model is asked for again and again.
pub const ASKED: [&str; 3] = ["learn", "predict", "label"];

const SECONDS: [f64; 14] = [5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2, 2e-2, 5e-2, 0.1, 0.5, 2.0, 10.0];

impl Metrics {
    /// All of them at 0.
    pub fn new() -> Result<Self, prometheus::Error> {
        let registry = Registry::new();
        let counters =
            |name: &str, help: &str, labels: &[&str]| IntCounterVec::new(Opts::new(name, help), labels);
        let times = |name: &str, help: &str, labels: &[&str]| {
            HistogramVec::new(HistogramOpts::new(name, help).buckets(SECONDS.to_vec()), labels)
        };
        let sizes = HistogramOpts::new("noregret_commit_requests", "Requests made durable together")
            .buckets(vec![1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 512.0]);
        let this = Self {
            requests: counters("noregret_requests_total", "Requests answered", &["route", "status"])?,
            seconds: times("noregret_request_seconds", "Time to answer a request", &["route"])?,
            asked: times(
                "noregret_model_request_seconds",
                "Time to answer a request to learn, predict or label",
                &["model", "what"],
            )?,
            learned: counters(
                "noregret_examples_learned_total",
                "Examples that came to be learned",
                &["model"],
            )?,
            predicted: counters(
                "noregret_examples_predicted_total",
                "Examples that were predicted",
                &["model"],
            )?,
            commits: times(
                "noregret_commit_seconds",
                "Time to append to the log and make it durable",
                &["model"],
            )?,
            together: HistogramVec::new(sizes, &["model"])?,
            connections: IntGauge::new("noregret_connections", "Open connections")?,
            faults: IntCounter::new(
                "noregret_connection_faults_total",
                "Connections that broke HTTP or TLS, or were too slow",
            )?,
            state: IntGaugeVec::new(
                Opts::new("noregret_model", "What a model holds: records, examples, bytes"),
                &["model", "what"],
            )?,
            registry,
        };
        let all: [Box<dyn prometheus::core::Collector>; 10] = [
            Box::new(this.requests.clone()),
            Box::new(this.seconds.clone()),
            Box::new(this.asked.clone()),
            Box::new(this.learned.clone()),
            Box::new(this.predicted.clone()),
            Box::new(this.commits.clone()),
            Box::new(this.together.clone()),
            Box::new(this.connections.clone()),
            Box::new(this.faults.clone()),
            Box::new(this.state.clone()),
        ];
        all.into_iter().try_for_each(|one| this.registry.register(one))?;
        Ok(this)
    }

    /// The text that is scraped.
    pub fn text(&self, models: &Models) -> String {
        self.state.reset();
        for model in models.all() {
            let status = model.status();
            let (requests, bytes) = model.load();
            let numbers = [
                ("record", status.seq),
                ("record_logged", status.logged),
                ("record_safe", status.safe),
                ("snapshot_record", status.snapshots.last().copied().unwrap_or(0)),
                ("log_bytes", status.log_bytes),
                ("log_segments", status.segments as u64),
                ("examples", status.counts.examples),
                ("examples_labelled", status.counts.labelled),
                ("predictions_waiting", status.late.waiting as u64),
                ("predictions_labelled", status.late.labelled),
                ("predictions_expired", status.late.expired),
                ("requests_waiting", requests as u64),
                ("request_bytes_waiting", bytes as u64),
            ];
            for (what, number) in numbers {
                self.state
                    .with_label_values(&[&*model.name, what])
                    .set(i64::try_from(number).unwrap_or(i64::MAX));
            }
        }
        let mut text = Vec::new();
        // Writing to memory does not fail.
        let _ = TextEncoder::new().encode(&self.registry.gather(), &mut text);
        String::from_utf8(text).unwrap_or_default()
    }

    /// Forgets a model.
    pub fn forget(&self, model: &str) {
        let _ = self.learned.remove_label_values(&[model]);
        let _ = self.predicted.remove_label_values(&[model]);
        let _ = self.commits.remove_label_values(&[model]);
        let _ = self.together.remove_label_values(&[model]);
        for what in ASKED {
            let _ = self.asked.remove_label_values(&[model, what]);
        }
    }

    /// The times of one of [`ASKED`] of a model, to be added to or read from.
    pub fn asked(&self, model: &str, what: &str) -> Histogram {
        self.asked.with_label_values(&[model, what])
    }
}
