//! Learners that are no geometry: a mixture of lanes, weights with a variance, copies started at
//! different times.
//!
//! They implement [`Online`](crate::online::Online) themselves; every other learner is
//! [`Linear`](crate::step::Linear) over a [`Geometry`](crate::geometry::Geometry).

pub mod auto;
pub mod averaged;
pub mod confidence;
pub mod flh;
pub mod normalized;
