//! How features are scaled before they are learned from, which decides Figures 2 and 3.
//!
//! LIBSVM's gisette_scale, the paper's data, has every feature in [-1, 1] and most of them at -1: dense, with a large common mean. The mean is the top direction of
//! the gradients, which a sketch sees and a diagonal cannot. Centring takes that direction away, and with it most of the advantage.
//! Both learn the range, or the mean, from the training rows.

use super::sets::Data;
use crate::data::Example;

/// What is done to every feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scaling {
    /// Nothing.
    AsIs,
    /// Its range over the training rows becomes [-1, 1], as svm-scale does.
    Range,
    /// As `Range`, and then its mean is taken away.
    Centred,
}

impl Scaling {
    /// What it is called beside the name of a set.
    pub fn name(self) -> &'static str {
        match self {
            Self::AsIs => "",
            Self::Range => "-range",
            Self::Centred => "-centred",
        }
    }

    /// The set, scaled.
    pub fn apply(self, data: Data) -> Data {
        if self == Self::AsIs {
            return data;
        }
        let width = data.train.iter().flat_map(|x| &x.indices).max().map_or(0, |&i| i as usize + 1);
        let dense = |x: &Example| {
            let mut row = vec![0.0; width];
            // A feature that no training row has says nothing.
            x.features().iter().filter(|(i, _)| (*i as usize) < width).for_each(|(i, v)| row[i as usize] = v);
            row
        };
        let (mut low, mut high, mut sum) =
            (vec![f64::INFINITY; width], vec![f64::NEG_INFINITY; width], vec![0.0; width]);
        for row in data.train.iter().map(dense) {
            for (i, v) in row.into_iter().enumerate() {
                (low[i], high[i], sum[i]) = (low[i].min(v), high[i].max(v), sum[i] + v);
            }
        }
        let rows = data.train.len().max(1) as f64;
        let scaled = |i: usize, v: f64| {
            let range = high[i] - low[i];
            let place = |v: f64| 2.0 * (v - low[i]) / range - 1.0;
            match self {
                _ if range == 0.0 => 0.0,
                Self::Centred => place(v) - place(sum[i] / rows),
                _ => place(v),
            }
        };
        let one = |x: &Example| {
            let row: Vec<f64> = dense(x).into_iter().enumerate().map(|(i, v)| scaled(i, v)).collect();
            Example::dense(&row, x.label)
        };
        Data { train: data.train.iter().map(one).collect(), test: data.test.iter().map(one).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_means_come_from_the_training_rows() {
        let row = |x: &[f64]| Example::dense(x, 1.0);
        let data = || Data {
            train: vec![row(&[0.0, 5.0, 1.0]), row(&[4.0, 5.0, 3.0])],
            test: vec![row(&[2.0, 7.0, 5.0])],
        };
        let values = |x: &Example| x.features().iter().collect::<Vec<_>>();
        let range = Scaling::Range.apply(data());
        // The second column never changes: it is left out.
        assert_eq!(values(&range.train[0]), [(0, -1.0), (2, -1.0)]);
        assert_eq!(values(&range.train[1]), [(0, 1.0), (2, 1.0)]);
        assert_eq!(values(&range.test[0]), [(2, 3.0)]);
        let uneven = Data { train: vec![row(&[0.0]), row(&[0.0]), row(&[3.0])], test: vec![] };
        let centred = Scaling::Centred.apply(uneven);
        let sum: f64 = centred.train.iter().flat_map(values).map(|(_, v)| v).sum();
        assert!(sum.abs() < 1e-15, "{sum}");
        assert_eq!(values(&Scaling::AsIs.apply(data()).train[0]), [(0, 0.0), (1, 5.0), (2, 1.0)][1..]);
    }
}
