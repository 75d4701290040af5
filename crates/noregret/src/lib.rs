//! placeholder
mod features;
pub use features::{Features, FeaturesBuf, FeaturesError};
