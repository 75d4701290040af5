//! Learners that started from one common state and learned their own parts of a stream become one.
//!
//! With `D_k` what part k added to the curvature of a coordinate:
//! `w = w_0 + sum_k D_k (w_k - w_0) / sum_k D_k`;  `G = G_0 + mean_k (G_k - G_0)`, and so for every sum a learner keeps.
//! * Where nothing was added, `w` is the parts' mean by their rounds: `w_0`, or what the penalties of those rounds made of it.
//! * The round that a rate has come to is `t_0 + mean_k (t_k - t_0)`, to the nearest whole number.
//! * Where all coordinates have one rate, `D_k` is the rounds of part k if it changed the coordinate, else 0.
use crate::Twin;

/// A twin whose parts become one.
pub trait Merge: Twin + Sized {
    /// What parts become that all went on from a start.
    fn merged(start: &Self, parts: &[&Self]) -> Self;
}

/// What a part says of one coordinate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Say {
    /// Its weight.
    pub w: f64,
    /// D.
    pub added: f64,
    /// The rounds it learned.
    pub rounds: f64,
}

/// `w_0 + sum D (w - w_0) / sum D`; the mean by rounds where `sum D = 0`; `w_0` where there were none.
pub(crate) fn weighed(w0: f64, says: &[Say]) -> f64 {
    let mean = |weight: &dyn Fn(&Say) -> f64| {
        let total: f64 = says.iter().map(weight).sum();
        let moved: f64 = says.iter().map(|say| weight(say) * (say.w - w0)).sum();
        (total > 0.0).then(|| w0 + moved / total)
    };
    mean(&|say| say.added).or_else(|| mean(&|say| say.rounds)).unwrap_or(w0)
}

/// `g_0 + mean (g_k - g_0)`.
pub(crate) fn grown(g0: f64, parts: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = parts.fold((0.0, 0.0), |(count, sum), g| (count + 1.0, sum + (g - g0)));
    g0 + sum / count
}

/// The same of every coordinate.
pub(crate) fn all_grown<'a>(g0: &[f64], parts: impl Iterator<Item = &'a Vec<f64>> + Clone) -> Vec<f64> {
    (0..g0.len()).map(|i| grown(g0[i], parts.clone().map(|g| g[i]))).collect()
}

/// `t_0 + mean (t_k - t_0)`, to the nearest.
pub(crate) fn clock(t0: u64, parts: impl Iterator<Item = u64>) -> u64 {
    (grown(t0 as f64, parts.map(|t| t as f64)) + 0.5).floor() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let say = |w, added, rounds| Say { w, added, rounds };
        assert_eq!(weighed(1.0, &[say(3.0, 1.0, 9.0), say(0.0, 3.0, 1.0), say(7.0, 0.0, 2.0)]), 0.75);
        assert_eq!(weighed(1.0, &[say(3.0, 0.0, 1.0), say(0.0, 0.0, 3.0)]), 0.75);
        assert_eq!(weighed(1.0, &[say(1.0, 0.0, 0.0)]), 1.0);
        assert_eq!(grown(2.0, [5.0, 3.0].into_iter()), 4.0);
        assert_eq!((clock(4, [9, 6].into_iter()), clock(0, [7, 7].into_iter())), (8, 7));
    }
}
