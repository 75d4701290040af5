//! What a model of `auto` predicts by once it is set aside: the last weights, or averages over the stream.
//!
//! After round 32, and after every round t with `t >= t' + ceil(t'/4)`, `t'` the last such round, both once `t >= t' + n/16` for n features seen (`t' = 0` at first), the weights of all lanes on `x_i/s_i` (raw lanes: on `x_i`) are put down as a picture, and
//! `average += (weights - average) (t - t')/t`. Rounds after the first picture, of those beyond 1,024 every eighth, where there are more than 1,024 features every sixteenth, are judged before they are learned: what the picture says, mixed by the shares of
//! that time, and what the averages say, mixed by what they lost in rounds judged; a constant and the beliefs beside both, as they are now. Losses are summed, by importance over the mean importance of rounds judged, and the sums become four
//! fifths at a picture. Averages serve where the picture lost more than 1.2 times what they did in 24 such rounds or more.
//! Where the label changes less than a tenth as often as in random order, logistic losses are served by half the constant's probability and half that of the beliefs, each on average and by its prior; without beliefs by the averages' for that half.
use crate::streams::Labels;
use crate::{Auto, AutoWhole, Loss, Twin};

/// The twin.
#[derive(Clone)]
pub struct AutoSteady {
    /// The learner that goes along.
    pub whole: AutoWhole,
    beliefs: bool,
    average: Auto,
    outer: AutoWhole,
    picture: Auto,
    before: AutoWhole,
    taken: f64,
    judged: f64,
    weight: f64,
    /// By the picture, by the averages, by the learner, and the rounds.
    pub lost: [f64; 4],
    labels: Vec<bool>,
}

impl AutoSteady {
    /// Beside this learner, whose beliefs count where `beliefs` says so.
    pub fn new(whole: AutoWhole, beliefs: bool) -> Self {
        let (average, picture) = (whole.first.clone(), whole.first.clone());
        let (outer, before) = (whole.clone(), whole.clone());
        let (taken, judged, weight, lost, labels) = (0.0, 0.0, 0.0, [0.0; 4], Vec::new());
        Self { whole, beliefs, average, outer, picture, before, taken, judged, weight, lost, labels }
    }

    fn under(&self, lanes: &Auto) -> Auto {
        let mut lanes = lanes.clone();
        lanes.labels = self.whole.first.labels;
        lanes
    }

    /// What the averages say.
    pub fn steady(&self, x: &[f64]) -> f64 {
        let average = self.under(&self.average);
        let says = average.mixed(&average.says(x));
        if self.beliefs { self.outer.mixed(&self.all(x, says)) } else { says }
    }

    /// What is served in their place where labels come sorted; logistic loss.
    pub fn unordered(&self, x: &[f64]) -> f64 {
        let says = self.whole.says(x);
        let chance = |margin: f64| 1.0 / (1.0 + (-margin).exp());
        let voices = || (3..3 + 2 * self.whole.kinds()).step_by(2);
        let total: f64 = voices().map(|voice| self.whole.prior[voice]).sum();
        let beliefs: f64 = voices().map(|voice| self.whole.prior[voice] / total * chance(says[voice])).sum();
        let half = 0.5 * chance(says[1]) + 0.5 * beliefs;
        (half / (1.0 - half)).ln()
    }

    /// What everybody says, the first-order lanes this.
    fn all(&self, x: &[f64], first: f64) -> Vec<f64> {
        let mut says = self.whole.says(x);
        says[0] = first;
        says
    }

    /// Whether averages serve.
    pub fn averaged(&self) -> bool {
        let [last, average, _, rounds] = self.lost;
        self.sorted() || (rounds >= 24.0 && last > 1.2 * average)
    }

    /// Whether labels come sorted.
    pub fn sorted(&self) -> bool {
        let n = self.labels.len() as f64;
        let positive = self.labels.iter().filter(|label| **label).count() as f64;
        let expected = 2.0 * positive * (n - positive) / n.max(1.0);
        let changes = self.labels.windows(2).filter(|pair| pair[0] != pair[1]).count() as f64;
        self.taken > 0.0 && expected >= 20.0 && 10.0 * changes < expected
    }

    fn judge(&mut self, x: &[f64], y: f64, h: f64) {
        let loss = self.whole.first.loss;
        self.judged += 1.0;
        self.weight += h;
        let counted = h * self.judged / self.weight;
        let in_mixture = if loss == Loss::Logistic { counted } else { h };
        let along = self.whole.margin(x);
        let steady = self.steady(x);
        let picture = self.under(&self.picture);
        let mut then = picture.mixed(&picture.says(x));
        let says = self.under(&self.average).says(x);
        let own = self.average.mixed(&says);
        if self.beliefs {
            then = self.before.mixed(&self.all(x, then));
            let all = self.all(x, own);
            self.outer.t = self.judged;
            self.outer.judge(&all, y, in_mixture);
        }
        self.average.t = self.judged as u64;
        self.average.judge(&says, in_mixture * loss.value(own, y), y, in_mixture);
        let more = [loss.value(then, y), loss.value(steady, y), loss.value(along, y), 1.0];
        self.lost.iter_mut().zip(more).for_each(|(lost, more)| *lost += counted * more);
    }

    fn look(&mut self, t: f64) {
        let part = (t - self.taken) / t;
        let (now, old) = (&self.whole.first, &mut self.average);
        for (average, lane) in old.lanes.iter_mut().zip(&now.lanes) {
            for i in 0..lane.w.len() {
                let grown = if old.scale[i] > 0.0 && lane.grid.normalised {
                    old.scale[i] / now.scale[i]
                } else {
                    1.0
                };
                let mean = average.w[i] * grown;
                average.w[i] = mean + (lane.w[i] - mean) * part;
            }
        }
        old.scale.clone_from(&now.scale);
        self.picture = self.whole.first.clone();
        self.before = self.whole.clone();
        self.taken = t;
        self.lost.iter_mut().for_each(|lost| *lost *= 0.8);
    }
}

impl Twin for AutoSteady {
    fn point(&self) -> Vec<f64> {
        self.whole.point()
    }

    fn margin(&self, x: &[f64]) -> f64 {
        self.whole.margin(x)
    }

    fn learn(&mut self, x: &[f64], y: f64, h: f64) {
        if h == 0.0 {
            return;
        }
        let t = self.whole.t + 1.0;
        let features = self.whole.first.scale.iter().filter(|scale| **scale > 0.0).count();
        let turn = if features > 1024 { t % 16.0 == 0.0 } else { t <= 1024.0 || t % 8.0 == 0.0 };
        if self.taken > 0.0 && turn {
            self.judge(x, y, h);
        }
        if self.whole.first.loss.labels() == Labels::Binary {
            self.labels.push(y > 0.0);
        }
        self.whole.learn(x, y, h);
        let due = if self.taken == 0.0 { 32.0 } else { self.taken + (self.taken / 4.0).ceil() };
        let features = self.whole.first.scale.iter().filter(|scale| **scale > 0.0).count() as f64;
        if t >= due && t >= self.taken + features / 16.0 {
            self.look(t);
        }
    }
}
