//! One engine behind every door: it learns and predicts from files, lines, rows of a matrix and named
//! features alike.
//!
//! ```
//! use noregret::Rows;
//! use noregret_engine::{Engine, Scratch};
//! use noregret_io::Format;
//!
//! // Learn from rows: labels choose the loss, and the bias is added.
//! let mut engine = Engine::options().algorithm("auto").build()?;
//! let rows = Rows::new(&[0, 2, 3, 5], &[3, 7, 3, 1, 7], &[0.5, 1.0, 2.0, 1.0, 0.25])?;
//! let margins = engine.learn_rows(rows, &[1.0, -1.0, 1.0], None)?;
//! assert_eq!(margins.len(), 3);
//!
//! // The bytes are those of the file that `noregret train -m` writes, and either goes on from the other's.
//! let bytes = engine.to_bytes()?;
//! let again = Engine::from_bytes(&bytes)?;
//! let margin = again.margins().line(Format::Svmlight, "3:0.5 7:1", &mut Scratch::new());
//! # assert!(margin.is_err(), "svmlight text has a label");
//! let margin = again.margins().line(Format::Svmlight, "1 3:0.5 7:1", &mut Scratch::new())?;
//! assert_eq!(margin, Some(engine.margins().rows(rows)?[0]));
//!
//! // Features by name; a line of VW text with the same names is the same example.
//! let mut ads = Engine::options().build()?;
//! for round in 0..100 {
//!     let y = if round % 3 == 0 { 1.0 } else { -1.0 };
//!     ads.learn_named([("price", y), ("age", 0.5)], y, 1.0)?;
//! }
//! let serving = ads.predictor()?; // for other threads, while this one goes on
//! let margin = serving.margins().line(Format::Vw, "| price:1 age:0.5", &mut Scratch::new())?;
//! assert!(serving.prediction(margin.unwrap_or(0.0)) > 0.9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An [`Engine`] is a [`Core`] (a learner, its name, its parameters, its counts) and a
//! [`Schema`](noregret_io::Schema) (what its input means). However an example comes, it is drafted by the
//! same code of `noregret-io`, and so has the same indices, names, labels and errors: a model learned from a
//! matrix and one learned from svmlight text of it are the same to the bit.
//!
//! | door | learning | predicting |
//! |---|---|---|
//! | files, pipes | [`Engine::read`], [`Engine::learn_from`] | [`Session`], [`Engine::evaluate`] |
//! | rows | [`Engine::learn_rows`], [`Engine::learn_dense`] | [`Margins::rows`], [`Margins::row`] |
//! | names | [`Engine::learn_named`], [`Engine::naming`] | [`Margins::named`] |
//! | lines | [`Engine::learn_line`], [`Engine::lesson`] | [`Margins::line`], [`Margins::example`] |
//!
//! The engine prints nothing and listens to no signal; whoever has one does.

mod audit;
mod core;
mod dense;
mod engine;
mod entry;
mod error;
mod foresight;
mod gauge;
mod held_out;
mod learn;
mod lesson;
mod margins;
mod merge;
mod mind;
mod naming;
mod options;
mod predictor;
pub mod race;
mod serving;
mod session;
mod units;

pub use audit::{Audit, Unplayed};
pub use core::Core;
pub use engine::{Engine, Mark};
pub use error::{EngineError, Place, Refused, Why};
pub use foresight::Foresight;
pub use gauge::Gauge;
pub use held_out::HeldOut;
pub use learn::Taken;
pub use lesson::Lesson;
pub use margins::Margins;
pub use naming::Naming;
pub use noregret_io::{Column, GivenLabel, Named, Scratch, Value};
pub use options::EngineOptions;
pub use predictor::Predictor;
pub use session::{Session, Step};
