//! One pass of a learner over a stream, and its regret against the best fixed point.
//!
//!   f_t(w) = log(1 + exp(-y_t w . x_t)) + l2/2 |w|^2 over [-1, 1]^n.
//!
//! What a learner pays for its own weights, l2/2 |w_t|^2, is read at rounds two in a hundred apart and held in between: to read all weights every round would take days. The comparator's part is certified, this reading is not.

use super::distinct::Distinct;
use super::stream::Stream;
use crate::error::Answer;
use crate::statistics::geometric;
use noregret::loss::Loss;
use noregret::regret::{Hindsight, Regret, RivalTerms, Rivals, Transcript, against, best, course};
use noregret::{Interval, Online, Parameters, algorithms};

/// The factor both rates are scaled by.
const SCALE: f64 = 0.1;

/// Points of a curve.
const POINTS: usize = 60;

/// Who plays.
#[derive(Clone, Copy)]
pub(super) enum Who {
    PerCoord,
    Global,
    /// `global` that knows this n from the first round on.
    Told(usize),
}

impl Who {
    fn learner(self, loss: Loss, l2: f64) -> Answer<Box<dyn Online>> {
        let parameters = Parameters::new().number("radius", 1.0).number("scale", SCALE).number("l2", l2);
        let (name, parameters) = match self {
            Who::PerCoord => ("per-coord", parameters),
            Who::Global => ("global", parameters),
            Who::Told(n) => ("global", parameters.number("features", n as f64)),
        };
        Ok(algorithms::find(name)?.spec(Some(loss), &parameters)?.check()?.build())
    }
}

/// |w|^2.
fn square(learner: &dyn Online) -> f64 {
    learner.weights().iter().map(|w| w.value * w.value).sum()
}

/// What a learner came to on a stream.
pub(super) struct Outcome {
    pub regret: Regret,
    pub rounds: usize,
    pub features: usize,
    /// Non-zero features over all rounds.
    pub entries: usize,
    pub clicks: usize,
    pub curve: Vec<(f64, f64)>,
}

impl Outcome {
    /// The middle of the certified interval, a round.
    pub fn a_round(&self) -> f64 {
        0.5 * (self.regret.lower + self.regret.upper) / self.rounds as f64
    }

    /// Half the interval's width, a round.
    pub fn within(&self) -> f64 {
        0.5 * (self.regret.upper - self.regret.lower) / self.rounds as f64
    }
}

/// One pass, then the regret against the best fixed point, which is looked for unless it is known.
pub(super) fn play(who: Who, stream: &Stream, l2: f64, known: Option<&Hindsight>) -> Answer<Outcome> {
    let loss: Loss = "logistic".parse()?;
    let mut learner = who.learner(loss, l2)?;
    let mut transcript = Transcript::new();
    let (mut penalty, mut next, mut clicks) = (0.0, 0, 0);
    stream.each(|x, y| {
        let round = transcript.rounds();
        if l2 > 0.0 && round >= next {
            penalty = 0.5 * l2 * square(learner.as_ref());
            next = round + 1 + round / 50;
        }
        clicks += usize::from(y > 0.0);
        let margin = learner.learn(x, y, 1.0)?;
        Ok(transcript.record(x, y, 1.0, margin, penalty)?)
    })?;
    let rounds = transcript.rounds();
    let rivals = |l2| Rivals::with_terms(RivalTerms { set: Interval::radius(1.0), l1: 0.0, l2 });
    let hindsight = match known {
        Some(known) => known.clone(),
        None => {
            let mut distinct = Distinct::default();
            stream.each(|x, y| {
                distinct.add(x, y);
                Ok(())
            })?;
            let distinct = distinct.transcript()?;
            // The same penalty in all, from fewer rounds.
            let l2 = l2 * rounds as f64 / distinct.rounds() as f64;
            let start = distinct.dense(&learner.weights());
            best(&distinct, 0..distinct.rounds(), loss, &rivals(l2)?, &start)
        }
    };
    let regret = against(&transcript, 0..rounds, loss, hindsight);
    let point: Vec<f64> = regret.hindsight.point.iter().map(|w| w.value).collect();
    let over_time = course(&transcript, 0..rounds, loss, &rivals(l2)?, &point);
    let curve = geometric(rounds, POINTS).into_iter().map(|t| (t as f64, over_time[t - 1] / t as f64));
    let (features, entries) = (transcript.features(), transcript.entries());
    Ok(Outcome { rounds, features, entries, clicks, curve: curve.collect(), regret })
}

#[cfg(test)]
mod tests {
    use super::super::stream::Made;
    use super::*;
    use noregret::Features;
    use noregret_generate::Kind;

    /// The slow twin: every round kept, though many are equal.
    #[test]
    fn equal_rounds_counted_have_the_same_best_point() {
        let (stream, l2) =
            (Stream::Made(Made { columns: &["ad", "title"], ..Made::whole(Kind::Ads, 3_000) }), 1e-3);
        let outcome = play(Who::Global, &stream, l2, None).unwrap();
        let (loss, mut whole) = ("logistic".parse::<Loss>().unwrap(), Transcript::new());
        stream.each(|x, y| Ok(whole.record(x, y, 1.0, 0.0, 0.0)?)).unwrap();
        let rivals = RivalTerms { set: Interval::radius(1.0), l1: 0.0, l2 };
        let slow = best(&whole, 0..3_000, loss, &Rivals::with_terms(rivals).unwrap(), &[]);
        let quick = &outcome.regret.hindsight;
        assert!(quick.lower <= slow.upper && slow.lower <= quick.upper, "{quick:?} {slow:?}");
        assert_eq!(
            quick.point.iter().map(|w| w.index).collect::<Vec<_>>(),
            slow.point.iter().map(|w| w.index).collect::<Vec<_>>()
        );
    }

    /// The slow twin: the penalty of every round, the rounds' losses one by one.
    #[test]
    fn the_held_penalty_is_near_every_round_s() {
        let (stream, l2) = (Stream::Made(Made::whole(Kind::Ads, 1_500)), 5e-3);
        let outcome = play(Who::PerCoord, &stream, l2, None).unwrap();
        let loss: Loss = "logistic".parse().unwrap();
        let mut learner = Who::PerCoord.learner(loss, l2).unwrap();
        let (mut paid, mut penalties) = (0.0, 0.0);
        let round = |x: Features<'_>, y| {
            penalties += 0.5 * l2 * square(learner.as_ref());
            paid += loss.value(learner.learn(x, y, 1.0)?, y);
            Ok(())
        };
        stream.each(round).unwrap();
        let off = (outcome.regret.suffered - paid - penalties).abs();
        assert!(penalties > 1.0 && off < 0.02 * penalties, "{off} of {penalties}");
        assert!(outcome.within() < 1e-3 && outcome.regret.hindsight.is_tight());
    }
}
