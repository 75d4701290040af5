//! The averaged iterate beside the last, around any learner whose margin is w.x (`--average`): what a saved model predicts by.
//!
//! After rounds 32, 40, 50, ..., each a quarter later than the one before and at least a round later for 16 features of it, a *picture* of the weights is taken:
//!
//! average <- average + (w - average) (t - t')/t,   t' the round of the picture before.
//!
//! Until the next one rows are predicted by both before they are learned, and what each loses is summed; sums fade by a fifth at a picture. The averages serve where the picture lost a fifth more, and where labels of two
//! classes come sorted. These are the rules of [`steady`](super::auto::steady), which `auto` has of its own, but that averages asked for stay however many features there are; learning does not depend on any of it.
//!
//! Weakness: pictures know no difference between a weight that is 0 and one that was not yet met, so that late features count little; 16 bytes a feature; merging several parts ends it, for averages speak of one stream.
//! Known relatives: averaging (Polyak and Juditsky 1992), of snapshots (Izmailov and others 2018).

use super::auto::steady::{FADE, Order, due, judged, verdict};
use crate::features::Features;
use crate::frozen::Frozen;
use crate::loss::{Labels, Loss};
use crate::merge::{MergeError, Parts};
use crate::online::{Iterate, LearnError, Online, Predict, Standing, Weight};
use crate::state::{Part, Save, State, StateError};
use crate::table::{Lookup, Ranked};

/// The learner's part of a state.
const INNER: &str = "learner";
/// The averages' part.
const AVERAGES: &str = "averages";

/// A learner and the averages of its weights.
pub struct Averaged {
    inner: Box<dyn Online>,
    loss: Loss,
    /// None has left.
    kept: Option<Box<Kept>>,
    staged: Option<Judgement>,
}

/// The last picture and the averages, and how both do.
#[derive(Debug)]
struct Kept {
    /// Of every feature its weight in the picture and in the averages.
    table: Ranked<[f64; 2]>,
    /// The round of the picture; 0 if there was none.
    taken: u64,
    judged: Judgement,
}

/// What rounds judged come to.
#[derive(Clone, Copy, Debug, Default)]
struct Judgement {
    rounds: u64,
    /// The mean importance of those rounds.
    mean: f64,
    /// What was lost, fading: by the picture, by the averages, by the learner that goes along; and the rounds.
    lost: [f64; 4],
    order: Order,
}

impl Judgement {
    fn is_finite(&self) -> bool {
        self.mean.is_finite() && self.lost.iter().all(|lost| lost.is_finite())
    }
}

impl Kept {
    /// Before anything is seen.
    fn new() -> Result<Self, StateError> {
        Ok(Self { table: Ranked::new(&[], Vec::new())?, taken: 0, judged: Judgement::default() })
    }

    /// How many features the last picture has: those of now are known to the learner alone, which a picture asks.
    fn features(&self) -> usize {
        self.table.cells().len()
    }

    /// w.x of the picture and of the averages.
    fn margins(&self, x: Features<'_>) -> [f64; 2] {
        let mut places = vec![0; x.len()];
        self.table.find(x.indices(), &mut places);
        let mut margins = [0.0; 2];
        for (place, value) in places.into_iter().zip(x.values()) {
            let row = self.table.cells().get(place as usize).copied().unwrap_or_default();
            margins.iter_mut().zip(row).for_each(|(margin, weight)| *margin += weight * value);
        }
        margins
    }

    /// Works out a round, of which the learner says `along`.
    fn judge(
        &self,
        loss: Loss,
        (x, y, weight): (Features<'_>, f64, f64),
        along: f64,
        round: u64,
    ) -> Judgement {
        let Judgement { mut rounds, mut mean, mut lost, order } = self.judged;
        let order = if loss.labels() == Labels::Binary { order.with(y) } else { order };
        if self.taken > 0 && judged(round, self.features()) {
            let [picture, average] = self.margins(x);
            rounds += 1;
            mean += (weight - mean) / rounds as f64;
            let more = [loss.value(picture, y), loss.value(average, y), loss.value(along, y), 1.0];
            lost = std::array::from_fn(|k| lost[k] + weight / mean * more[k]);
        }
        Judgement { rounds, mean, lost, order }
    }

    /// Writes a round, after which the learner stands so. False if the averages leave by it.
    fn take(&mut self, judged: Judgement, learner: &dyn Online) -> bool {
        self.judged = judged;
        let rounds = learner.rounds();
        let due = due(self.taken, rounds, self.features() as u64);
        judged.is_finite() && (!due || self.look(rounds, &learner.weights()).is_ok())
    }

    /// Takes a picture.
    fn look(&mut self, rounds: u64, weights: &[Weight]) -> Result<(), StateError> {
        let part = (rounds - self.taken) as f64 / rounds as f64;
        let (mut indices, mut rows) = (Vec::with_capacity(weights.len()), Vec::with_capacity(weights.len()));
        let mut add = |index: u32, weight: f64, old: f64| {
            indices.push(index);
            rows.push([weight, old + (weight - old) * part]);
        };
        // A feature that the learner no longer shows, as the copies of `flh` that knew it have died, has the weight 0.
        let mut known = self.table.iter().map(|(index, row)| (index, row[1])).peekable();
        for &Weight { index, value } in weights {
            while let Some((gone, average)) = known.next_if(|(other, _)| *other < index) {
                add(gone, 0.0, average);
            }
            let average = known.next_if(|(other, _)| *other == index).map_or(0.0, |(_, average)| average);
            add(index, value, average);
        }
        known.for_each(|(gone, average)| add(gone, 0.0, average));
        if !rows.iter().flatten().all(|number| number.is_finite()) {
            return Err(StateError::impossible("average", "not every number is finite"));
        }
        self.table = Ranked::new(&indices, rows)?;
        self.taken = rounds;
        self.judged.lost.iter_mut().for_each(|lost| *lost *= FADE);
        Ok(())
    }

    fn verdict(&self, rounds: u64) -> Iterate {
        verdict(self.judged.lost, self.taken > 0 && self.judged.order.sorted(rounds))
    }

    fn save(&self, state: &mut dyn Save) {
        let Judgement { rounds, mean, lost, order } = self.judged;
        state.all("rounds", &[self.taken, rounds, order.changes, order.positive]);
        state.all("lost", &[lost[0], lost[1], lost[2], lost[3], mean, order.last]);
        let rows = self.table.cells();
        state.each("index", rows.len(), self.table.indices());
        state.each("picture", rows.len(), rows.iter().map(|row| row[0]));
        state.each("average", rows.len(), rows.iter().map(|row| row[1]));
    }

    /// Reads it back. Whether it fits a learner is for [`possible`](Self::possible) to say.
    fn restore(state: &State) -> Result<Self, StateError> {
        let &[taken, rounds, changes, positive] = state.counts("rounds")? else {
            return Err(StateError::impossible("rounds", "four counts"));
        };
        let sums = state.reals_of("lost", 6)?;
        let (lost, mean, last) = (std::array::from_fn(|k| sums[k]), sums[4], sums[5]);
        if mean < 0.0 || sums[3] < 0.0 {
            return Err(StateError::impossible("lost", "weights are not negative"));
        }
        let indices = state.indices("index")?;
        let (picture, average) =
            (state.reals_of("picture", indices.len())?, state.reals_of("average", indices.len())?);
        let rows: Vec<[f64; 2]> = picture.iter().zip(average).map(|(p, a)| [*p, *a]).collect();
        let judged = Judgement { rounds, mean, lost, order: Order { changes, positive, last } };
        Ok(Self { table: Ranked::new(indices, rows)?, taken, judged })
    }

    /// Refuses counts that a learner of so many rounds cannot have.
    fn possible(&self, learned: u64) -> Result<(), StateError> {
        let Judgement { rounds, order, .. } = self.judged;
        if [self.taken, rounds, order.changes, order.positive].iter().all(|count| *count <= learned) {
            return Ok(());
        }
        Err(StateError::impossible("rounds", "no more than the learner's"))
    }

    /// The averages, as weights.
    fn weights(&self) -> Vec<Weight> {
        self.table.iter().map(|(index, row)| Weight { index, value: row[1] }).collect()
    }
}

/// What predicts by the averages.
struct Served<'a>(&'a Kept);

impl Predict for Served<'_> {
    fn margin(&self, x: Features<'_>) -> f64 {
        self.0.margins(x)[1]
    }
}

impl Averaged {
    /// Around a learner that has seen nothing.
    pub(crate) fn new(loss: Loss, inner: Box<dyn Online>) -> Self {
        Self { inner, loss, kept: Kept::new().ok().map(Box::new), staged: None }
    }

    /// The averages, where they serve.
    fn serve(&self) -> Option<&Kept> {
        self.kept.as_deref().filter(|kept| kept.verdict(self.rounds()).averaged)
    }

    /// The averages in a state; none where they have left.
    fn averages(state: &State) -> Result<Option<Box<Kept>>, StateError> {
        let part = state.part(AVERAGES);
        part.has("rounds").then(|| Kept::restore(&part).map(Box::new)).transpose()
    }

    /// Takes averages beside a learner that was in this state before; back to it where they are none of the learner's.
    fn keep(
        &mut self,
        kept: Result<Option<Box<Kept>>, StateError>,
        before: &State,
    ) -> Result<(), StateError> {
        let learned = self.rounds();
        let kept = kept.and_then(|kept| {
            kept.as_ref().map_or(Ok(()), |kept| kept.possible(learned))?;
            Ok(kept)
        });
        match kept {
            Ok(kept) => {
                (self.kept, self.staged) = (kept, None);
                Ok(())
            }
            Err(error) => self.inner.restore(before).and(Err(error)),
        }
    }
}

impl Predict for Averaged {
    fn margin(&self, x: Features<'_>) -> f64 {
        self.inner.margin(x)
    }

    fn contributions(&self, x: Features<'_>) -> Vec<f64> {
        self.inner.contributions(x)
    }
}

impl Online for Averaged {
    fn prepare(&mut self, x: Features<'_>, y: f64, weight: f64) -> Result<f64, LearnError> {
        self.staged = None;
        let p = self.inner.prepare(x, y, weight)?;
        if weight > 0.0 {
            let round = self.rounds() + 1;
            self.staged = self.kept.as_ref().map(|kept| kept.judge(self.loss, (x, y, weight), p, round));
        }
        Ok(p)
    }

    fn commit(&mut self) {
        self.inner.commit();
        if let (Some(judged), Some(kept)) = (self.staged.take(), &mut self.kept)
            && !kept.take(judged, self.inner.as_ref())
        {
            self.kept = None;
        }
    }

    fn foresee(&mut self, last: u32, lookups: u64) {
        self.inner.foresee(last, lookups);
    }

    fn expect(&mut self, indices: &[u32], next: bool) {
        self.inner.expect(indices, next);
    }

    fn rounds(&self) -> u64 {
        self.inner.rounds()
    }

    fn weights(&self) -> Vec<Weight> {
        self.inner.weights()
    }

    fn active(&self) -> usize {
        self.inner.active()
    }

    /// The learner's: it learns and predicts as it would alone.
    fn bound(&self) -> Option<f64> {
        self.inner.bound()
    }

    fn lanes(&self) -> Vec<Standing> {
        self.inner.lanes()
    }

    fn iterate(&self) -> Option<Iterate> {
        self.kept.as_ref().map(|kept| kept.verdict(self.rounds()))
    }

    fn serving(&self) -> Option<Box<dyn Predict + '_>> {
        self.serve().map(|kept| Box::new(Served(kept)) as _)
    }

    fn settled(&self) -> Option<Frozen> {
        self.serve().and_then(|kept| Frozen::weights(self.rounds(), &kept.weights()))
    }

    fn bytes(&self) -> u64 {
        self.inner.bytes() + self.kept.as_ref().map_or(0, |kept| kept.table.bytes())
    }

    fn save(&self, state: &mut dyn Save) {
        self.inner.save(&mut Part::new(state, INNER));
        if let Some(kept) = &self.kept {
            kept.save(&mut Part::new(state, AVERAGES));
        }
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let before = self.inner.state();
        self.inner.restore(&state.part(INNER))?;
        self.keep(Self::averages(state), &before)
    }

    /// A single part's averages are taken as they are; several have none in common.
    fn merge(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError> {
        let before = self.inner.state();
        let (mut count, mut averages) = (0, None);
        let mut inner = parts.enumerate().map(|(place, part)| {
            let part = part?;
            averages = Self::averages(&part).map_err(MergeError::state(place))?;
            count += 1;
            Ok(part.part(INNER))
        });
        self.inner.merge(&mut inner)?;
        // A single part's rounds are the learner's by now.
        let averages = if count == 1 { averages } else { None };
        self.keep(Ok(averages), &before).map_err(MergeError::state(0))
    }

    fn freeze(&self) -> Option<Frozen> {
        self.inner.freeze()
    }

    fn compact(&self) -> Result<Frozen, StateError> {
        self.inner.compact()
    }
}
