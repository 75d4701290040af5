//! `auto` over classes: learners of K margins side by side, mixed by how well each did. Nothing to tune.
//!
//! Lane k of the [grid] has for every class j weights w_j and sums G_j: G_ji += (s_j x_i)^2, H_ji = sqrt(G_ji)/eta_k, and takes the implicit step,
//! w <- argmin_u h l(u.x, y) + 1/2 sum_j |u_j - w_j|_{H_j}^2. A softmax lane has the joint log loss, s_j = h (p_j - [j = y]): one root
//! (`step/root/softmax.rs`), found for all lanes at once. The squared lane has sum_j (u_j.x - t_j)^2/2, t_y = 1 and all others -1, s_j = h (z_j - t_j): the
//! step multiplies z_j - t_j by 1/(1 + h c_j). The [`link`] makes probabilities of margins and the [`judge`] mixes them; shares, changing of lanes and the price are those of
//! the binary [mixture](super::mixture): log loss is mixable whatever the lanes are.
//! With two classes a softmax lane is the binary lane of twice its rate.
//!
//! Weakness: 24 bytes a feature and class; rates never rise again, so drift is followed slowly.
//! References: those of [`auto`](super); for several classes, Vovk 1990: the log loss is mixable whatever their number.

mod grid;
mod judge;
mod kernel;
mod lanes;
mod link;
mod merge;
#[cfg(test)]
mod tests;

use super::mixture::{Mixing, Mixture};
use super::{Float, overflow, predictable};
use crate::classes::{
    ClassParts, Classifier, Classify, FrozenClasses, Objective, check, check_margins, check_outputs, in_full,
    read_outputs,
};
use crate::features::Features;
use crate::loss::Logistic;
use crate::merge::MergeError;
use crate::online::{LearnError, Standing, Weight};
use crate::spec::Coupling;
use crate::state::{Save, State, StateError};
use crate::step::root::Softmax;
use crate::table::Strided;
use grid::{GRID, LANES, WIDE, squared};
use judge::Judged;
use kernel::{Block, Class, Open, blocks, spot};
use link::Links;

pub use lanes::ClassLanes;

/// The lanes of all classes and their mixture.
#[derive(Debug)]
pub struct AutoClasses<F> {
    rounds: u64,
    outputs: usize,
    mixture: Mixture<LANES>,
    links: Links,
    table: Strided<Block<F>, 2>,
    open: Open<F>,
    round: Round,
    /// The mixture, the links and the number of classes after the round in the making.
    staged: Option<(Mixture<LANES>, Links, usize)>,
    /// The indices of the example a round was prepared for.
    prepared: Vec<u32>,
}

/// Numbers of a round, by class and lane.
#[derive(Debug)]
struct Round {
    margins: Vec<Class>,
    /// The margins under their links.
    says: Vec<Class>,
    slopes: Vec<Class>,
    c: Vec<Class>,
    judged: Judged,
    root: Softmax<WIDE>,
}

impl Round {
    /// For lanes of this float.
    fn new<F: Float>() -> Self {
        let [margins, says, slopes, c] = [const { Vec::new() }; 4];
        Self { margins, says, slopes, c, judged: Judged::default(), root: Softmax::new(F::EPSILON) }
    }
}

/// Sets the slopes of squared lanes, class by class and lane by lane, from how far margins are from where they should be.
fn alone(margins: &[Class], class: usize, slopes: &mut [Class], slope: impl Fn(usize, usize, f64) -> f64) {
    for (j, (z, slopes)) in margins.iter().zip(slopes).enumerate() {
        let target = if j == class { 1.0 } else { -1.0 };
        for k in (0..LANES).filter(|k| squared(*k)) {
            slopes[k] = slope(j, k, z[k] - target);
        }
    }
}

fn finite(classes: &[Class]) -> Result<(), LearnError> {
    let fine = classes.iter().flatten().all(|v| v.is_finite());
    if fine { Ok(()) } else { Err(overflow(None)) }
}

/// The mixture's margins over these rows, of at least all classes; not numbers for values beyond what lanes can hold.
fn predicted<F: Float, const PARTS: usize>(
    table: &Strided<Block<F>, PARTS>,
    outputs: usize,
    (shares, links): (&[f64; LANES], &Links),
    x: Features<'_>,
    mixed: &mut [f64],
) {
    if predictable::<F>(x).is_err() {
        return mixed.fill(f64::NAN);
    }
    let mut margins = kernel::margins(table, x, outputs);
    margins.resize(mixed.len().max(outputs), Class::default());
    let mut says = Vec::new();
    links.apply(&margins, &mut says);
    if finite(&says).is_err() {
        return mixed.fill(f64::NAN);
    }
    let mut judged = Judged::default();
    judged.set(&says);
    judged.mix(shares, &says, mixed);
}

/// What each feature adds to the lanes' margins under their links, by share.
fn contributions<F: Float, const PARTS: usize>(
    table: &Strided<Block<F>, PARTS>,
    outputs: usize,
    (shares, links): (&[f64; LANES], &Links),
    x: Features<'_>,
) -> Vec<Vec<f64>> {
    let factors = links.factors();
    let mean = |class: &Class| (0..LANES).fold(0.0, |sum, k| sum + shares[k] * factors[k] * class[k]);
    x.singles().map(|one| kernel::margins(table, one, outputs).iter().map(mean).collect()).collect()
}

/// A class's weights on plain values under their links, by share, in order of index.
fn weights<F: Float, const PARTS: usize>(
    table: &Strided<Block<F>, PARTS>,
    outputs: usize,
    (shares, links): (&[f64; LANES], &Links),
    class: usize,
) -> Vec<Weight> {
    if class >= outputs {
        return Vec::new();
    }
    let weight = |(index, place): (u32, u32)| {
        let row = table.part(place, 0, blocks(outputs));
        let of_lane = |k: usize| {
            let (block, at) = spot(class, k);
            links.factors()[k] * row[block][at].to_f64() / row[0][0].to_f64()
        };
        Weight { index, value: (0..LANES).fold(0.0, |sum, k| sum + shares[k] * of_lane(k)) }
    };
    table.sorted().into_iter().map(weight).collect()
}

impl<F: Float> AutoClasses<F> {
    /// A learner that has seen no class.
    pub fn new() -> Self {
        Self {
            rounds: 0,
            outputs: 0,
            mixture: Mixture::new(grid::prior()),
            links: Links::new(),
            table: Strided::default(),
            open: Open::default(),
            round: Round::new::<F>(),
            staged: None,
            prepared: Vec::new(),
        }
    }

    /// Works out the round and leaves it staged.
    fn stage(
        &mut self,
        x: Features<'_>,
        class: usize,
        weight: f64,
        mixed: &mut Vec<f64>,
    ) -> Result<(), LearnError> {
        self.staged = None;
        check(class, weight)?;
        let outputs = self.outputs.max(class + 1);
        mixed.clear();
        mixed.resize(outputs, 0.0);
        if weight == 0.0 {
            predicted(&self.table, self.outputs, (&self.mixture.shares, &self.links), x, mixed);
            return check_margins(mixed);
        }
        predictable::<F>(x)?;
        let Round { margins, says, slopes, c, judged, root } = &mut self.round;
        self.open.gather(&mut self.table, x, outputs, margins)?;
        self.links.apply(margins, says);
        finite(says)?;
        judged.set(says);
        judged.mix(&self.mixture.shares, says, mixed);
        let lost = judged.lost(says, class);
        let round = self.rounds + 1;
        let weights = self.mixture.weights.with(weight, round);
        let mixture = self.mixture.after(Mixing::Bayes, round, (weights, weight), -mixed[class], &lost);
        if !mixture.is_finite() {
            return Err(overflow(None));
        }
        check_margins(mixed)?;
        let weight = weight / weights.base;
        let links = self.links.after(margins, &judged.probabilities, class, weight);
        judged.slopes(class, weight, slopes);
        alone(margins, class, slopes, |_, _, distance| weight * distance);
        finite(slopes)?;
        self.open.rates.set(slopes, self.rounds + 1);
        c.clear();
        c.resize(outputs, Class::default());
        self.open.adapt(c);
        finite(c)?;
        root.solve(margins.iter().zip(&*c).map(|(z, c)| (*z, c.map(|c| weight * c))), class);
        for (slopes, shares) in slopes.iter_mut().zip(&root.shares) {
            *slopes = shares.map(|share| weight * share);
        }
        slopes[class] = slopes[class].map(|slope| -slope);
        alone(margins, class, slopes, |j, k, distance| weight * distance / (1.0 + weight * c[j][k]));
        finite(slopes)?;
        if let Some(place) = self.open.step(slopes) {
            return Err(overflow(Some(x.indices()[place])));
        }
        self.staged = Some((mixture, links, outputs));
        Ok(())
    }

    /// Learns what is staged, which was worked out for an example of these indices.
    fn take(&mut self, indices: &[u32]) {
        if let Some((mixture, links, outputs)) = self.staged.take() {
            self.open.write(&mut self.table, indices);
            (self.mixture, self.links, self.outputs) = (mixture, links, outputs);
            self.rounds += 1;
        }
    }

    /// How many numbers of half a row are kept in a file.
    fn kept(outputs: usize) -> usize {
        1 + LANES * outputs
    }
}

impl<F: Float> Classify for AutoClasses<F> {
    fn objective(&self) -> Objective {
        Objective::new(Coupling::Softmax, Logistic {}.into())
    }

    fn outputs(&self) -> usize {
        self.outputs
    }

    /// The logarithms of the mixed probabilities.
    fn margins(&self, x: Features<'_>, margins: &mut [f64]) {
        in_full(self.outputs, margins, |margins| {
            predicted(&self.table, self.outputs, (&self.mixture.shares, &self.links), x, margins);
        });
    }

    fn contributions(&self, x: Features<'_>) -> Vec<Vec<f64>> {
        contributions(&self.table, self.outputs, (&self.mixture.shares, &self.links), x)
    }
}

impl<F: Float> Classifier for AutoClasses<F> {
    fn prepare(
        &mut self,
        x: Features<'_>,
        class: usize,
        weight: f64,
        margins: &mut Vec<f64>,
    ) -> Result<(), LearnError> {
        self.stage(x, class, weight, margins)?;
        self.prepared.clear();
        self.prepared.extend_from_slice(x.indices());
        Ok(())
    }

    fn commit(&mut self) {
        let prepared = std::mem::take(&mut self.prepared);
        self.take(&prepared);
        self.prepared = prepared;
    }

    fn learn(
        &mut self,
        x: Features<'_>,
        class: usize,
        weight: f64,
        margins: &mut Vec<f64>,
    ) -> Result<(), LearnError> {
        self.stage(x, class, weight, margins)?;
        self.take(x.indices());
        Ok(())
    }

    fn grow(&mut self, outputs: usize) -> Result<(), LearnError> {
        self.staged = None;
        check_outputs(outputs)?;
        let outputs = self.outputs.max(outputs);
        self.table.reserve(Features::default(), blocks(outputs))?;
        self.outputs = outputs;
        Ok(())
    }

    fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The lanes' weights on plain values, by posterior: which features matter, not what predicts, since probabilities are mixed.
    fn weights(&self, class: usize) -> Vec<Weight> {
        weights(&self.table, self.outputs, (&self.mixture.shares, &self.links), class)
    }

    fn active(&self) -> usize {
        let class = |class| self.weights(class).iter().filter(|weight| weight.value != 0.0).count();
        (0..self.outputs).map(class).sum()
    }

    /// None, as for two classes: what is proven is the price against the best lane.
    fn bound(&self) -> Option<f64> {
        None
    }

    fn lanes(&self) -> Vec<Standing> {
        let standing = |k: usize| Standing {
            name: grid::name(&GRID[k]),
            prior: grid::prior()[k],
            posterior: self.mixture.shares[k],
            loss: self.mixture.losses[k],
            price: self.mixture.price(Mixing::Bayes, k),
            unit: self.mixture.unit(Mixing::Bayes),
        };
        (0..LANES).map(standing).collect()
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    fn save(&self, state: &mut dyn Save) {
        state.put_count("rounds", self.rounds);
        state.put_count("classes", self.outputs as u64);
        self.mixture.save(state);
        self.links.save(state);
        let (sorted, blocks, kept) = (self.table.sorted(), blocks(self.outputs), Self::kept(self.outputs));
        state.each("index", sorted.len(), sorted.iter().map(|(index, _)| *index));
        // The scale, the weights of all classes and lanes, and their sums.
        let row = |(_, place): &(u32, u32)| {
            let half =
                |part: usize| self.table.part(*place, part, blocks).iter().flatten().copied().take(kept);
            half(0).chain(half(1).skip(1))
        };
        state.each("cells", sorted.len() * (2 * kept - 1), sorted.iter().flat_map(row));
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let impossible =
            |name: &str, reason: &str| StateError::Value { name: name.to_owned(), reason: reason.to_owned() };
        let (rounds, outputs) = (state.rounds()?, read_outputs(state)?);
        let mixture = Mixture::restore(Mixing::Bayes, grid::prior(), state)?;
        let links = Links::restore(state)?;
        let (indices, numbers) = (state.indices("index")?, state.numbers::<F>("cells")?);
        let (blocks, kept) = (blocks(outputs), Self::kept(outputs));
        if numbers.len() != indices.len() * (2 * kept - 1) {
            let (expected, found) = (indices.len() * (2 * kept - 1), numbers.len());
            return Err(StateError::Length { name: "cells".to_owned(), expected, found });
        }
        let (smallest, largest) = (F::from_f64(F::SMALLEST), F::from_f64(F::LARGEST * 1.001));
        let mut table = Strided::<Block<F>, 2>::restore(indices, blocks)?;
        for (k, row) in numbers.chunks_exact(2 * kept - 1).enumerate() {
            let (weights, sums) = row.split_at(kept);
            let sound = row.iter().all(|v| v.to_f64().is_finite())
                && (smallest..=largest).contains(&weights[0])
                && sums.iter().all(|sum| *sum >= F::default());
            if !sound {
                return Err(impossible(
                    "cells",
                    "scales and sums of squares are positive, and all numbers finite",
                ));
            }
            let places = table.part_mut(k, 0, blocks).iter_mut().flatten();
            places.zip(weights).for_each(|(place, number)| *place = *number);
            let places = table.part_mut(k, 1, blocks).iter_mut().flatten().skip(1);
            places.zip(sums).for_each(|(place, number)| *place = *number);
        }
        (self.table, self.mixture, self.links) = (table, mixture, links);
        (self.rounds, self.outputs) = (rounds, outputs);
        self.staged = None;
        Ok(())
    }

    fn merge(&mut self, parts: &mut ClassParts<'_>) -> Result<(), MergeError> {
        self.merge_parts(parts)
    }

    fn freeze(&self) -> Option<FrozenClasses> {
        let lanes = ClassLanes::new(self.outputs, (self.mixture.shares, self.links), &self.table).ok()?;
        Some(FrozenClasses::lanes(self.objective(), self.rounds, lanes))
    }
}
