//! Streams of examples whose truth is known: the same bytes on every machine, for every seed.
//!
//! A [`Generator`] makes one [`Sample`] after another in constant memory, a [`Writer`] puts them in a
//! file, and [`Generator::truth`] tells what a learner should find.
//!
//! | kind | what it imitates | what it tries |
//! |---|---|---|
//! | [`Kind::Clicks`] | ad clicks: queries, ads, words | features whose frequencies differ by orders of magnitude |
//! | [`Kind::Ads`] | ad clicks for one phrase, as texts | dozens of features a row, a few always there, most seen once or twice |
//! | [`Kind::Text`] | news as tf-idf vectors | many rare terms, a sparse truth, some wrong labels |
//! | [`Kind::Regression`] | a plant's table of measurements | columns on scales from 1e-4 to 1e5 |
//! | [`Kind::Drift`] | a concept that jumps and slides | forgetting |
//! | [`Kind::Sea`] | the SEA concepts: a threshold that moves | the same, in a stream others use |
//!
//! ```
//! use noregret_generate::{Generator, Kind, Layout, Writer};
//!
//! let mut generator = Generator::new(Kind::Drift, 7);
//! let mut writer = Writer::new(Vec::new(), Layout::Csv, Kind::Drift);
//! for _ in 0..3 {
//!     writer.write(generator.next())?;
//! }
//! let text = String::from_utf8(writer.finish()?).unwrap();
//! assert!(text.starts_with("label,x1,x2,"));
//! assert_eq!(text.lines().count(), 4);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Same bytes everywhere: xoshiro256++ drives every draw, `libm` computes every transcendental
//! function, and values are rounded to six significant digits before anything depends on them. The
//! first rows of each kind are held as golden text by the tests; changing them is a breaking change.

mod ads;
mod clicks;
mod draw;
mod drift;
mod generator;
mod kind;
mod layout;
mod rate;
mod regression;
mod round;
mod sample;
mod sea;
mod text;
mod unknown;
mod word;
mod writer;
mod zipf;

pub use generator::Generator;
pub use kind::{Column, Holds, Kind};
pub use layout::Layout;
pub use sample::{BIAS, Feature, Name, Sample};
pub use unknown::UnknownName;
pub use writer::Writer;
