//! `auto` over classes: learners of K margins side by side, mixed by how well each did. Nothing to tune.
//!
//! Lane k of the [grid] has for every class j weights w_j and sums G_j: G_ji += (s_j x_i)^2, H_ji = sqrt(G_ji)/eta_k, and takes the implicit step,
//! w <- argmin_u h l(u.x, y) + 1/2 sum_j |u_j - w_j|_{H_j}^2. A softmax lane has the joint log loss, s_j = h (p_j - [j = y]): one root
//! (`step/root/softmax.rs`), found for all lanes at once. The hinge lane has sum_j max(0, 1 - t_j u_j.x)^2/2, t_y = 1 and all others -1, s_j = h (z_j - t_j) where
//! z_j falls short of t_j and else 0: the step multiplies that by 1/(1 + h c_j). Its sums are the same for all classes, G_i += x_i^2 sum_j s_j^2/K. The [`link`] makes probabilities of margins and the [`judge`] mixes them; shares, changing of lanes and the price are those of
//! the binary [mixture](super::mixture): log loss is mixable whatever the lanes are.
//! With two classes a softmax lane is the binary lane of twice its rate.
//!
//! Weakness: 20 bytes a feature and class; rates never rise again, so drift is followed slowly.
//! References: those of [`auto`](super); for several classes, Vovk 1990: the log loss is mixable whatever their number.

mod former;
mod grid;
mod judge;
mod kernel;
mod lanes;
mod link;
mod merge;
mod rows;
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
use grid::{ALONE, JOINT, LANES};
use judge::Judged;
use kernel::{Class, Open};
use link::Links;
use rows::{FOUR, Quad, Rows, WHOLE};

pub use lanes::ClassLanes;

/// The lanes of all classes and their mixture.
#[derive(Debug)]
pub struct AutoClasses<F> {
    rounds: u64,
    outputs: usize,
    mixture: Mixture<LANES>,
    links: Links,
    rows: Rows<F, WHOLE>,
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
    root: Softmax<JOINT>,
    /// The classes that take part in it.
    part: Vec<usize>,
}

impl Round {
    /// For lanes of this float.
    fn new<F: Float>() -> Self {
        let [margins, says, slopes, c] = [const { Vec::new() }; 4];
        let (judged, root) = (Judged::default(), Softmax::new(F::EPSILON));
        Self { margins, says, slopes, c, judged, root, part: Vec::new() }
    }
}

/// So far behind the right one is the margin of a class that takes no part.
const BEHIND: f64 = 1e4;

impl Round {
    /// Makes the slopes of softmax lanes those of the implicit step: over the classes that have one.
    fn shorten(&mut self, class: usize, weight: f64) {
        let Self { margins, slopes, c, root, part, .. } = self;
        let takes = |j: usize, k: usize| j == class || slopes[j][k] != 0.0;
        part.clear();
        part.extend((0..margins.len()).filter(|&j| (0..JOINT).any(|k| takes(j, k))));
        if part.len() < 2 {
            return;
        }
        let right = part.iter().position(|&j| j == class).unwrap_or(0);
        let behind =
            |j: usize, k: usize| if takes(j, k) { margins[j][k] } else { margins[class][k] - BEHIND };
        let one =
            |&j: &usize| (std::array::from_fn(|k| behind(j, k)), std::array::from_fn(|k| weight * c[j][k]));
        root.solve(part.iter().map(one), right);
        for (&j, shares) in part.iter().zip(root.shares()) {
            let sign = if j == class { -weight } else { weight };
            slopes[j].iter_mut().zip(shares).for_each(|(slope, share)| *slope = sign * share);
        }
    }
}

/// Sets the slopes of the hinge lane, class by class, from how far margins fall short of where they should be.
fn alone(margins: &[Class], class: usize, slopes: &mut [Class], slope: impl Fn(usize, f64) -> f64) {
    for (j, (z, slopes)) in margins.iter().zip(slopes).enumerate() {
        let target = if j == class { 1.0 } else { -1.0 };
        let beyond = z[ALONE] - target;
        slopes[ALONE] = if beyond * target < 0.0 { slope(j, beyond) } else { 0.0 };
    }
}

fn finite(classes: &[Class]) -> Result<(), LearnError> {
    let fine = classes.iter().flatten().all(|v| v.is_finite());
    if fine { Ok(()) } else { Err(overflow(None)) }
}

/// The mixture's margins over these rows, of at least all classes; not numbers for values beyond what lanes can hold.
fn predicted<F: Float, const PARTS: usize>(
    rows: &Rows<F, PARTS>,
    outputs: usize,
    (shares, links): (&[f64; LANES], &Links),
    x: Features<'_>,
    mixed: &mut [f64],
) {
    if predictable::<F>(x).is_err() {
        return mixed.fill(f64::NAN);
    }
    let mut margins = kernel::margins(rows, x, outputs);
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
    rows: &Rows<F, PARTS>,
    outputs: usize,
    (shares, links): (&[f64; LANES], &Links),
    x: Features<'_>,
) -> Vec<Vec<f64>> {
    let factors = links.factors();
    let mean = |class: &Class| (0..LANES).fold(0.0, |sum, k| sum + shares[k] * factors[k] * class[k]);
    x.singles().map(|one| kernel::margins(rows, one, outputs).iter().map(mean).collect()).collect()
}

/// A class's weights on plain values under their links, by share, in order of index.
fn weights<F: Float, const PARTS: usize>(
    rows: &Rows<F, PARTS>,
    outputs: usize,
    (shares, links): (&[f64; LANES], &Links),
    class: usize,
) -> Vec<Weight> {
    if class >= outputs {
        return Vec::new();
    }
    let weight = |(index, place): (u32, u32)| {
        let scale = rows.head(place).0.to_f64();
        let of_lane = |k: usize| links.factors()[k] * rows.number(place, class, k).to_f64() / scale;
        Weight { index, value: (0..LANES).fold(0.0, |sum, k| sum + shares[k] * of_lane(k)) }
    };
    rows.table.sorted().into_iter().map(weight).collect()
}

/// How many weights of all classes are not 0.
fn active<F: Float, const PARTS: usize>(
    rows: &Rows<F, PARTS>,
    outputs: usize,
    (shares, links): (&[f64; LANES], &Links),
) -> usize {
    let (width, factors) = (Rows::<F, PARTS>::width(outputs), links.factors());
    let some = |row: &[Quad<F>]| {
        let scale = row[0][0].to_f64();
        let of_lane =
            |group: &[Quad<F>; PARTS], j: usize, k: usize| factors[k] * group[k][j].to_f64() / scale;
        // Places that no class has are zeros.
        let weight = |group, j| (0..LANES).fold(0.0, |sum, k| sum + shares[k] * of_lane(group, j, k));
        let of_group = |group| (0..FOUR).map(|j| usize::from(weight(group, j) != 0.0)).sum::<usize>();
        row[1..].as_chunks::<PARTS>().0.iter().map(of_group).sum::<usize>()
    };
    rows.table.places().map(|place| some(rows.table.part(place, 0, width))).sum()
}

/// A row that a learner may have written: its scale, sums of squares and all numbers.
fn sound<F: Float>(scale: F, mut sums: impl Iterator<Item = F>, all: &[F]) -> Result<(), StateError> {
    let (smallest, largest) = (F::from_f64(F::SMALLEST), F::from_f64(F::LARGEST * 1.001));
    let fits = (smallest..=largest).contains(&scale) && all.iter().all(|v| v.to_f64().is_finite());
    if fits && sums.all(|sum| sum >= F::default()) {
        return Ok(());
    }
    let reason = "scales and sums of squares are positive, and all numbers finite".to_owned();
    Err(StateError::Value { name: "rows".to_owned(), reason })
}

/// Rows as [`Classifier::save`] writes them.
fn read_rows<F: Float>(outputs: usize, state: &State) -> Result<Rows<F, WHOLE>, StateError> {
    let (indices, numbers) = (state.indices("index")?, state.numbers::<F>("rows")?);
    let kept = AutoClasses::<F>::kept(outputs);
    if numbers.len() != indices.len() * kept {
        let (expected, found) = (indices.len() * kept, numbers.len());
        return Err(StateError::Length { name: "rows".to_owned(), expected, found });
    }
    let mut rows = Rows::restore(indices, outputs)?;
    for (k, row) in numbers.chunks_exact(kept).enumerate() {
        let sums = row[2..].chunks_exact(WHOLE).flat_map(|class| &class[LANES..]).chain([&row[1]]);
        sound(row[0], sums.copied(), row)?;
        rows.set_head(k, (row[0], row[1]));
        row[2..].iter().enumerate().for_each(|(j, number)| rows.set(k, j / WHOLE, j % WHOLE, *number));
    }
    Ok(rows)
}

impl<F: Float> AutoClasses<F> {
    /// A learner that has seen no class.
    pub fn new() -> Self {
        Self {
            rounds: 0,
            outputs: 0,
            mixture: Mixture::new(grid::prior()),
            links: Links::new(),
            rows: Rows::default(),
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
            predicted(&self.rows, self.outputs, (&self.mixture.shares, &self.links), x, mixed);
            return check_margins(mixed);
        }
        predictable::<F>(x)?;
        let Round { margins, says, slopes, c, judged, .. } = &mut self.round;
        self.open.predict(&mut self.rows, x, outputs, margins)?;
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
        alone(margins, class, slopes, |_, short| weight * short);
        finite(slopes)?;
        self.open.rates.set(slopes, x.growth(), self.rounds + 1);
        c.clear();
        c.resize(outputs, Class::default());
        self.open.adapt(&self.rows, c).map_err(|place| overflow(Some(x.indices()[place])))?;
        finite(c)?;
        self.round.shorten(class, weight);
        let Round { margins, slopes, c, .. } = &mut self.round;
        alone(margins, class, slopes, |j, short| weight * short / (1.0 + weight * c[j][ALONE]));
        finite(slopes)?;
        self.open.step(slopes);
        self.staged = Some((mixture, links, outputs));
        Ok(())
    }

    /// Learns what is staged, which was worked out for an example of these indices.
    fn take(&mut self, indices: &[u32]) {
        if let Some((mixture, links, outputs)) = self.staged.take() {
            self.open.write(&mut self.rows, indices);
            (self.mixture, self.links, self.outputs) = (mixture, links, outputs);
            self.rounds += 1;
        }
    }

    /// How many numbers of a row are kept in a file: the scale and the sum for all classes, then weights and sums class by class.
    fn kept(outputs: usize) -> usize {
        2 + WHOLE * outputs
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
            predicted(&self.rows, self.outputs, (&self.mixture.shares, &self.links), x, margins);
        });
    }

    fn contributions(&self, x: Features<'_>) -> Vec<Vec<f64>> {
        contributions(&self.rows, self.outputs, (&self.mixture.shares, &self.links), x)
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
        self.rows.table.reserve(Features::default(), Rows::<F, WHOLE>::width(outputs))?;
        self.outputs = outputs;
        Ok(())
    }

    fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The lanes' weights on plain values, by posterior: which features matter, not what predicts, since probabilities are mixed.
    fn weights(&self, class: usize) -> Vec<Weight> {
        weights(&self.rows, self.outputs, (&self.mixture.shares, &self.links), class)
    }

    fn active(&self) -> usize {
        active(&self.rows, self.outputs, (&self.mixture.shares, &self.links))
    }

    /// None, as for two classes: what is proven is the price against the best lane.
    fn bound(&self) -> Option<f64> {
        None
    }

    fn lanes(&self) -> Vec<Standing> {
        let standing = |k: usize| Standing {
            name: grid::name(k),
            prior: grid::prior()[k],
            posterior: self.mixture.shares[k],
            loss: self.mixture.losses[k],
            price: self.mixture.price(Mixing::Bayes, k),
            unit: self.mixture.unit(Mixing::Bayes),
        };
        (0..LANES).map(standing).collect()
    }

    fn bytes(&self) -> u64 {
        self.rows.table.bytes()
    }

    fn save(&self, state: &mut dyn Save) {
        state.put_count("rounds", self.rounds);
        state.put_count("classes", self.outputs as u64);
        self.mixture.save(state);
        self.links.save(state);
        let (sorted, kept) = (self.rows.table.sorted(), Self::kept(self.outputs));
        state.each("index", sorted.len(), sorted.iter().map(|(index, _)| *index));
        let row = |&(_, place): &(u32, u32)| {
            let (scale, alike) = self.rows.head(place);
            let numbers = (0..kept - 2).map(move |k| self.rows.number(place, k / WHOLE, k % WHOLE));
            [scale, alike].into_iter().chain(numbers)
        };
        state.each("rows", sorted.len() * kept, sorted.iter().flat_map(row));
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let (rounds, outputs) = (state.rounds()?, read_outputs(state)?);
        let mixture = Mixture::restore(Mixing::Bayes, grid::prior(), state)?;
        let links = Links::restore(state)?;
        let rows = if state.has("rows") { read_rows(outputs, state)? } else { former::rows(outputs, state)? };
        (self.rows, self.mixture, self.links) = (rows, mixture, links);
        (self.rounds, self.outputs) = (rounds, outputs);
        self.staged = None;
        Ok(())
    }

    fn merge(&mut self, parts: &mut ClassParts<'_>) -> Result<(), MergeError> {
        self.merge_parts(parts)
    }

    fn freeze(&self) -> Option<FrozenClasses> {
        let lanes = ClassLanes::new(self.outputs, (self.mixture.shares, self.links), &self.rows).ok()?;
        Some(FrozenClasses::lanes(self.objective(), self.rounds, lanes))
    }
}
