//! The means of a merge, coordinate by coordinate, for learners whose cells say how much they know.

use super::{MergeError, Union, toward};

/// A cell as a merge sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Portrait<const N: usize> {
    /// The weight; where a rule keeps a point from which the weight is made, that point.
    pub value: f64,
    /// What the cell keeps in the weight's stead: the same weight can have several.
    pub dual: f64,
    /// Sums, at the places of the cell's columns; 0 where a column is none.
    pub sums: [f64; N],
}

/// What a part tells of a coordinate.
#[derive(Clone, Copy, Debug)]
pub struct Told<const N: usize> {
    /// How it stands there.
    pub portrait: Portrait<N>,
    /// D: how much was added since the start.
    pub added: f64,
}

/// The means of one coordinate so far.
#[derive(Clone, Copy, Debug)]
struct Mean<const N: usize> {
    portrait: Portrait<N>,
    /// The sum of D.
    added: f64,
    group: u8,
    /// Whether the start has it.
    known: bool,
}

/// A merged coordinate.
#[derive(Clone, Copy, Debug)]
pub struct Joined<const N: usize> {
    /// Its index.
    pub index: u32,
    /// Its group: the start's, or that of the first part that has it.
    pub group: usize,
    /// The means of the parts.
    pub portrait: Portrait<N>,
    /// Whether any part added to it.
    pub moved: bool,
}

/// Means over the parts taken so far.
#[derive(Clone, Debug)]
pub struct Gather<const N: usize> {
    union: Union<Mean<N>>,
    parts: u64,
    rounds: u64,
}

impl<const N: usize> Gather<N> {
    /// Of the coordinates of a start and their groups, in order of index.
    pub fn new(start: impl Iterator<Item = (u32, usize)>) -> Self {
        let unknown = Portrait { value: 0.0, dual: 0.0, sums: [0.0; N] };
        let mean = |group| Mean { portrait: unknown, added: 0.0, group: group as u8, known: true };
        let entries = start.map(|(index, group)| (index, mean(group))).collect();
        Self { union: Union::new(entries), parts: 0, rounds: 0 }
    }

    /// How many coordinates there are.
    pub fn len(&self) -> usize {
        self.union.len()
    }

    /// Takes a part that has these coordinates and learned from so many rounds since the start. `fresh` is how a coordinate stands there that it does
    /// not have, by group; `tell` what it tells of the one at a place.
    pub fn add(
        &mut self,
        indices: &[u32],
        group: impl Fn(usize) -> usize,
        rounds: u64,
        fresh: impl Fn(usize) -> Portrait<N>,
        tell: impl Fn(usize) -> Result<Told<N>, MergeError>,
    ) -> Result<(), MergeError> {
        // The parts before did not have it.
        self.union.admit(indices, |_, place| {
            let group = group(place);
            Mean { portrait: fresh(group), added: 0.0, group: group as u8, known: false }
        });
        let part = self.parts as usize;
        self.parts += 1;
        self.rounds += rounds;
        let share = Share {
            plain: 1.0 / self.parts as f64,
            // Where nothing is added, parts differ by the penalties of their rounds.
            idle: match self.rounds {
                _ if self.parts == 1 => 1.0,
                0 => 0.0,
                all => rounds as f64 / all as f64,
            },
        };
        self.union.beside(indices, |index, mean, place| {
            let told = match place {
                Some(place) => tell(place)?,
                None if mean.known => {
                    return Err(MergeError::stranger(
                        part,
                        Some(index),
                        "it lacks a feature that the start has",
                    ));
                }
                None => Told { portrait: fresh(usize::from(mean.group)), added: 0.0 },
            };
            mean.take(&told, &share);
            Ok(())
        })
    }

    /// The merged coordinates, in order of index.
    pub fn finish(self) -> impl ExactSizeIterator<Item = Joined<N>> {
        self.union.into_iter().map(|(index, Mean { portrait, added, group, .. })| Joined {
            index,
            group: usize::from(group),
            portrait,
            moved: added > 0.0,
        })
    }
}

/// The share a part has in a mean.
struct Share {
    /// In a mean of all parts.
    plain: f64,
    /// In one by rounds.
    idle: f64,
}

impl<const N: usize> Mean<N> {
    fn take(&mut self, told: &Told<N>, share: &Share) {
        let Portrait { value, dual, sums, .. } = told.portrait;
        let mean = &mut self.portrait;
        // The first to add anything is the mean; until then those are that add nothing.
        let part = match (told.added > 0.0, self.added > 0.0) {
            (true, true) => told.added / (self.added + told.added),
            (true, false) => 1.0,
            (false, true) => 0.0,
            (false, false) => share.idle,
        };
        self.added += told.added.max(0.0);
        mean.value = toward(mean.value, value, part);
        mean.dual = toward(mean.dual, dual, part);
        mean.sums.iter_mut().zip(sums).for_each(|(mean, sum)| *mean = toward(*mean, sum, share.plain));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn portrait(value: f64, mass: f64) -> Portrait<1> {
        Portrait { value, dual: -value, sums: [mass] }
    }

    /// Parts of one coordinate, by weight and what was added to a start of mass 1.
    fn merged(parts: &[(f64, f64)]) -> Joined<1> {
        let mut gather = Gather::<1>::new(std::iter::once((3, 0)));
        for &(w, added) in parts {
            let told = Told { portrait: portrait(w, 1.0 + added), added };
            gather.add(&[3], |_| 0, 1, |_| portrait(0.0, 0.0), |_| Ok(told)).unwrap();
        }
        gather.finish().next().unwrap()
    }

    proptest! {
        /// The formula of the module, and the order of parts.
        #[test]
        fn the_means_are_the_formula(parts in prop::collection::vec((-3.0..3.0f64, 0.0..5.0f64), 1..7)) {
            let (d, n): (f64, f64) = (parts.iter().map(|p| p.1).sum(), parts.len() as f64);
            let joined = merged(&parts);
            let wanted = parts.iter().map(|(w, added)| w * added).sum::<f64>() / d;
            prop_assert!((joined.portrait.value - wanted).abs() < 1e-14);
            prop_assert!((joined.portrait.sums[0] - (1.0 + d / n)).abs() < 1e-14);
            let mut turned = parts.clone();
            turned.reverse();
            prop_assert!((joined.portrait.value - merged(&turned).portrait.value).abs() < 1e-14);
        }

        #[test]
        fn parts_that_agree_change_nothing(w in -3.0..3.0f64, added in 0.0..1e300f64, copies in 1usize..9) {
            let joined = merged(&vec![(w, added); copies]);
            prop_assert_eq!(joined.portrait, portrait(w, 1.0 + added));
        }
    }

    #[test]
    fn who_adds_nothing_has_no_say() {
        let joined = merged(&[(7.0, 0.0), (1.0, 2.0), (9.0, 0.0)]);
        assert_eq!((joined.portrait.value, joined.moved), (1.0, true));
        let joined = merged(&[(7.0, 0.0), (8.0, 0.0)]);
        assert_eq!((joined.portrait.value, joined.moved), (7.5, false));
    }

    #[test]
    fn what_the_start_has_a_part_must_have() {
        let mut gather = Gather::<1>::new([(3, 0), (5, 1)].into_iter());
        let told = Told { portrait: portrait(1.0, 1.0), added: 1.0 };
        let lacks = gather.add(&[3], |_| 0, 1, |_| portrait(0.0, 0.0), |_| Ok(told));
        assert!(matches!(lacks, Err(MergeError::Stranger { part: 1, .. })));
    }

    /// A coordinate that only the second of three parts has.
    #[test]
    fn parts_without_a_coordinate_count_in_its_sums() {
        let mut gather = Gather::<1>::new(std::iter::empty());
        let told = Told { portrait: portrait(2.0, 6.0), added: 6.0 };
        for indices in [&[][..], &[4], &[]] {
            gather.add(indices, |_| 1, 1, |_| portrait(0.0, 0.0), |_| Ok(told)).unwrap();
        }
        let joined = gather.finish().next().unwrap();
        assert_eq!(
            (joined.index, joined.group, joined.portrait.value, joined.portrait.sums),
            (4, 1, 2.0, [2.0])
        );
    }
}
