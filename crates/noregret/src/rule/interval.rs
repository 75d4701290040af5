//! Feasible sets of the separable learners: a box, one interval for each feature group, or none.
//!
//! In one dimension projecting onto an interval is a clamp, under any metric and after any penalty, so a box costs
//! a comparison. Its widths D_i are the diameters of the regret bounds.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A closed interval [lo, hi]; infinite ends mean no bound.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interval {
    /// The lower end.
    #[serde(serialize_with = "write_end", deserialize_with = "read_end")]
    pub lo: f64,
    /// The upper end.
    #[serde(serialize_with = "write_end", deserialize_with = "read_end")]
    pub hi: f64,
}

/// An end as it is written: a number, or a word where JSON has no number for it.
#[derive(Deserialize)]
#[serde(untagged)]
enum End {
    Number(f64),
    Word(String),
}

fn write_end<S: Serializer>(end: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if end.is_finite() { serializer.serialize_f64(*end) } else { serializer.collect_str(end) }
}

fn read_end<'a, D: Deserializer<'a>>(deserializer: D) -> Result<f64, D::Error> {
    match End::deserialize(deserializer)? {
        End::Number(end) => Ok(end),
        End::Word(word) if word == "inf" => Ok(f64::INFINITY),
        End::Word(word) if word == "-inf" => Ok(f64::NEG_INFINITY),
        End::Word(word) => Err(de::Error::custom(format!("{word:?} is no end of an interval"))),
    }
}

impl Interval {
    /// [-r, r].
    pub fn radius(r: f64) -> Self {
        Self { lo: -r, hi: r }
    }

    /// hi - lo.
    pub fn width(self) -> f64 {
        self.hi - self.lo
    }

    /// The nearest point of the interval.
    #[inline]
    pub fn clip(self, w: f64) -> f64 {
        // Not by min and max, which would make an end of what is no number.
        let w = if w < self.lo { self.lo } else { w };
        if w > self.hi { self.hi } else { w }
    }

    /// Whether w lies in it.
    pub fn contains(self, w: f64) -> bool {
        self.lo <= w && w <= self.hi
    }

    /// The largest magnitude in it.
    pub fn reach(self) -> f64 {
        self.lo.abs().max(self.hi.abs())
    }

    /// Why it is no interval a learner can use, if so.
    pub fn fault(self) -> Option<String> {
        let Interval { lo, hi } = self;
        if !lo.is_finite() || !hi.is_finite() {
            Some(format!("the ends of a box must be finite numbers, not {lo} and {hi}"))
        } else if lo >= hi {
            Some(format!("the box [{lo}, {hi}] is empty: its lower end must be below its upper end"))
        } else if !(hi - lo).is_finite() {
            Some(format!("the box [{lo}, {hi}] is too wide"))
        } else {
            None
        }
    }
}
