//! The fields of `clicks`: what their members are called, which ids they have, how they move the logit.

use crate::draw::Draw;
use crate::{Feature, Name};

/// How the members of a field are called.
enum Names {
    /// A prefix and the rank, from 1 (or the hour, from 0).
    Numbered {
        prefix: &'static str,
        from: u32,
    },
    Listed(&'static [&'static str]),
    Words,
}

/// The true weights of a field's members.
enum Effects {
    /// Normal, of this spread, from the stream of this purpose.
    Normal {
        spread: f64,
        purpose: u64,
    },
    Listed(&'static [f64]),
    /// A wave over the day, highest in the evening at eight.
    Daily {
        height: f64,
    },
}

/// A field: one namespace, with members 0, ..., size - 1 in the order of their frequency.
pub(super) struct Field {
    namespace: &'static str,
    pub size: u32,
    first_id: u32,
    names: Names,
    effects: Effects,
}

pub(super) const QUERY: Field = Field {
    namespace: "query",
    size: 100_000,
    first_id: 1,
    names: Names::Numbered { prefix: "q", from: 1 },
    effects: Effects::Normal { spread: 0.7, purpose: 0x43_01 },
};
pub(super) const AD: Field = Field {
    namespace: "ad",
    size: 5_000,
    first_id: QUERY.end(),
    names: Names::Numbered { prefix: "a", from: 1 },
    effects: Effects::Normal { spread: 0.5, purpose: 0x43_02 },
};
pub(super) const ADVERTISER: Field = Field {
    namespace: "advertiser",
    size: 400,
    first_id: AD.end(),
    names: Names::Numbered { prefix: "v", from: 1 },
    effects: Effects::Normal { spread: 0.4, purpose: 0x43_03 },
};
const POSITION: Field = Field {
    namespace: "position",
    size: 4,
    first_id: ADVERTISER.end(),
    names: Names::Numbered { prefix: "p", from: 1 },
    effects: Effects::Listed(&[0.5, 0.1, -0.2, -0.4]),
};
const HOUR: Field = Field {
    namespace: "hour",
    size: 24,
    first_id: POSITION.end(),
    names: Names::Numbered { prefix: "h", from: 0 },
    effects: Effects::Daily { height: 0.3 },
};
const DEVICE: Field = Field {
    namespace: "device",
    size: 3,
    first_id: HOUR.end(),
    names: Names::Listed(&["phone", "desktop", "tablet"]),
    effects: Effects::Listed(&[0.15, -0.1, 0.05]),
};
pub(super) const WORD: Field = Field {
    namespace: "words",
    size: 20_000,
    first_id: DEVICE.end(),
    names: Names::Words,
    effects: Effects::Normal { spread: 0.3, purpose: 0x43_04 },
};

/// Every field, in the order of the columns.
pub(super) const FIELDS: [&Field; 7] = [&QUERY, &AD, &ADVERTISER, &POSITION, &HOUR, &DEVICE, &WORD];

impl Field {
    const fn end(&self) -> u32 {
        self.first_id + self.size
    }

    /// The `index`th member, from 0, as a feature.
    pub fn member(&self, index: u32) -> Feature {
        let name = match self.names {
            Names::Numbered { prefix, from } => Name::Numbered(prefix, from + index),
            Names::Listed(list) => Name::Fixed(list[index as usize]),
            Names::Words => Name::Word(index),
        };
        Feature::category(self.namespace, name, self.first_id + index)
    }

    /// The true weight of the `index`th member.
    pub fn effect(&self, seed: u64, index: u32) -> f64 {
        match self.effects {
            Effects::Normal { spread, purpose } => {
                spread * Draw::keyed(seed, purpose, u64::from(index)).normal()
            }
            Effects::Listed(list) => list[index as usize],
            Effects::Daily { height } => {
                height * libm::sin(core::f64::consts::TAU * (f64::from(index) - 14.0) / 24.0)
            }
        }
    }
}
