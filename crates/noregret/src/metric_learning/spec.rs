//! A metric learner as data.

use crate::rule::schedule::Rate;
use crate::spec::{SpecError, Update};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How the change of a matrix is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatrixGeometry {
    /// tr(W V^-1) - ln det(W V^-1) - d: blind to the units of the coordinates.
    #[serde(rename = "logdet")]
    LogDet,
    /// 1/2 |W - V|^2: all entries alike.
    Frobenius,
    /// tr(W ln W - W ln V - W + V): the quantum relative entropy.
    VonNeumann,
}

impl MatrixGeometry {
    /// Every geometry.
    pub const ALL: [MatrixGeometry; 3] =
        [MatrixGeometry::LogDet, MatrixGeometry::Frobenius, MatrixGeometry::VonNeumann];

    /// What it is called in a spec.
    pub fn name(self) -> &'static str {
        match self {
            MatrixGeometry::LogDet => "logdet",
            MatrixGeometry::Frobenius => "frobenius",
            MatrixGeometry::VonNeumann => "von-neumann",
        }
    }
}

impl fmt::Display for MatrixGeometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for MatrixGeometry {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = MatrixGeometry::ALL.into_iter().find(|geometry| geometry.name() == text);
        known.ok_or_else(|| {
            format!("unknown geometry {text:?}: the geometries are logdet, frobenius, von-neumann")
        })
    }
}

/// What is learned and how. The rate of round t (the first is 1) is `rate.at(eta, t)`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MetricSpec {
    /// How the change of the matrix is measured.
    pub geometry: MatrixGeometry,
    /// Which step is taken.
    pub update: Update,
    /// The numerator of the rate.
    pub eta: f64,
    /// How the rate falls.
    pub rate: Rate,
    /// W = L'L with so many rows of L, and steps in L; none is a full matrix. Frobenius's geometry alone has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<usize>,
}

impl MetricSpec {
    /// Implicit steps at the rate 1 / sqrt t.
    pub fn default_for(geometry: MatrixGeometry) -> Self {
        Self { geometry, update: Update::Implicit, eta: 1.0, rate: Rate::Sqrt, rank: None }
    }

    /// Implicit steps in a factor of so many rows, at the rate 1 / sqrt t.
    pub fn low_rank(rank: usize) -> Self {
        Self { rank: Some(rank), ..Self::default_for(MatrixGeometry::Frobenius) }
    }

    /// Refuses what makes no sense, with the reason.
    pub fn check(&self) -> Result<(), SpecError> {
        if self.rank.is_some() && self.geometry != MatrixGeometry::Frobenius {
            return Err(SpecError::Range {
                name: "rank".to_owned(),
                value: format!("with the geometry {}", self.geometry),
                wanted: "the geometry frobenius: steps in the factor are measured by its norm".to_owned(),
            });
        }
        if self.rank == Some(0) {
            return Err(SpecError::Range {
                name: "rank".to_owned(),
                value: "0".to_owned(),
                wanted: "a whole number above 0".to_owned(),
            });
        }
        if self.eta > 0.0 && self.eta.is_finite() {
            return Ok(());
        }
        Err(SpecError::Range {
            name: "eta".to_owned(),
            value: self.eta.to_string(),
            wanted: "a finite number above 0".to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for geometry in MatrixGeometry::ALL {
            assert_eq!(geometry.to_string().parse(), Ok(geometry));
            assert_eq!(serde_json::to_string(&geometry).unwrap(), format!("\"{geometry}\""));
            let spec = MetricSpec { eta: 0.3, ..MetricSpec::default_for(geometry) };
            let text = serde_json::to_string(&spec).unwrap();
            assert_eq!(serde_json::from_str::<MetricSpec>(&text).unwrap(), spec);
            assert_eq!(spec.check(), Ok(()));
            assert!(!text.contains("rank"), "older versions read it");
            assert_eq!(
                MetricSpec { rank: Some(3), ..spec }.check().is_ok(),
                geometry == MatrixGeometry::Frobenius
            );
        }
        assert!(MetricSpec::low_rank(0).check().is_err());
        assert!("cosine".parse::<MatrixGeometry>().is_err());
        for eta in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(MetricSpec { eta, ..MetricSpec::default_for(MatrixGeometry::LogDet) }.check().is_err());
        }
    }
}
