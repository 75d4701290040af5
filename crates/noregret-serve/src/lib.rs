//! A server for models that learn while they serve, and lose nothing.
//!
//! ```text
//! http/, vw.rs          requests come in                          any number of threads
//!    │  predict            reads the champion's live weights, under a lock that is held for a few lines at a time
//!    │  learn, label       a bounded queue before each model
//! model/writer.rs       drains the queue: append, sync, learn, answer   one thread a model
//! model/keeper.rs       the order between the log and the model
//! model/course.rs       what records do to a model: the same code serves and replays
//! log/                  segments of frames of records
//! storage/              the few operations on files; in tests a disk that crashes
//! ```
//!
//! What is promised: with [`Durability::Always`] an answer leaves after what it answers would survive a loss of power; after any crash
//! the model is the one that learned exactly the records in the log, to the bit. What is not: a second machine. Copies of the folder are
//! the user's to make.

mod config;
mod http;
mod log;
mod metrics;
mod model;
mod models;
#[cfg(all(test, target_os = "linux"))]
mod outside;
#[cfg(all(test, target_os = "linux"))]
mod process_tests;
mod replay;
mod server;
mod storage;
mod vw;
mod work;

pub use config::{Config, Limits};
pub use model::keeper::Durability;
pub use replay::{Replayed, Until, replay, time_of};
pub use server::{ServeError, run, start_logging};
