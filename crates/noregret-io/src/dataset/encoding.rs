//! From cells to vectors: what is fitted on some rows and applied to all others.
//!
//! A number becomes one dimension, (x - centre) factor; a missing one the mean of those it was fitted on. A category becomes one
//! dimension for each of its texts, the factor at its own and 0 at the others (one-hot); a missing one, and one that was
//! not fitted on, is 0 everywhere.
//!
//! Standardised, numbers have mean 0 and standard deviation 1 on the fitted rows (a column that is constant there counts for
//! nothing), and one common factor makes the mean squared distance of two fitted rows 1: the same learning rate then
//! means the same on every table, whatever the units and however many the columns.

use super::error::DatasetError;
use super::reading::{Dataset, MOST_DIMENSIONS, Values};
use serde::{Deserialize, Serialize};

/// How a column becomes numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ColumnEncoding {
    /// (x - centre) factor.
    Numeric {
        /// The column.
        name: String,
        /// What a missing value counts as.
        fill: f64,
        /// What becomes 0.
        centre: f64,
        /// The scale.
        factor: f64,
    },
    /// One-hot.
    Category {
        /// The column.
        name: String,
        /// The texts that have a dimension, in its order.
        texts: Vec<String>,
        /// What stands for "this one".
        factor: f64,
    },
}

impl ColumnEncoding {
    /// The column.
    pub fn name(&self) -> &str {
        match self {
            Self::Numeric { name, .. } | Self::Category { name, .. } => name,
        }
    }

    /// How many dimensions it has.
    pub fn dim(&self) -> usize {
        match self {
            Self::Numeric { .. } => 1,
            Self::Category { texts, .. } => texts.len(),
        }
    }

    fn scale(&mut self, by: f64) {
        let (Self::Numeric { factor, .. } | Self::Category { factor, .. }) = self;
        *factor *= by;
    }
}

/// How the rows of a table become vectors.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Encoding {
    /// Whether columns are matched by name, not by place.
    pub named: bool,
    /// The label's column, which is no feature.
    pub label: Option<String>,
    /// The columns in order.
    pub columns: Vec<ColumnEncoding>,
}

impl Encoding {
    /// Rows that are vectors already.
    pub fn plain(dim: usize) -> Self {
        let column = |place: usize| ColumnEncoding::Numeric {
            name: place.to_string(),
            fill: 0.0,
            centre: 0.0,
            factor: 1.0,
        };
        Self { named: false, label: None, columns: (1..=dim).map(column).collect() }
    }

    /// Fits an encoding on some rows of a table.
    pub fn fit(data: &Dataset, rows: &[usize], standardize: bool) -> Result<Self, DatasetError> {
        let columns = data.columns.iter().map(|column| match &column.values {
            Values::Numbers(cells) => {
                let there: Vec<f64> = rows.iter().filter_map(|&row| cells[row]).collect();
                let n = there.len().max(1) as f64;
                let mean = there.iter().sum::<f64>() / n;
                let variance = there.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
                if !(mean.is_finite() && variance.is_finite()) {
                    let problem = format!("the numbers of the column {:?} are too large", column.name);
                    return Err(DatasetError::table(&data.file, problem));
                }
                let factor = if variance > 0.0 { 1.0 / variance.sqrt() } else { 0.0 };
                let (centre, factor) = if standardize { (mean, factor) } else { (0.0, 1.0) };
                Ok(ColumnEncoding::Numeric { name: column.name.clone(), fill: mean, centre, factor })
            }
            Values::Categories(texts, cells) => {
                let mut seen = vec![false; texts.len()];
                for class in rows.iter().filter_map(|&row| cells[row]) {
                    seen[class as usize] = true;
                }
                let mut texts: Vec<String> = texts
                    .iter()
                    .zip(&seen)
                    .filter(|(_, seen)| **seen)
                    .map(|(text, _)| text.clone())
                    .collect();
                texts.sort_unstable();
                Ok(ColumnEncoding::Category { name: column.name.clone(), texts, factor: 1.0 })
            }
        });
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        let label = data.labels.as_ref().map(|labels| labels.name.clone());
        let mut encoding = Self { named: data.named, label, columns };
        encoding.check().map_err(|problem| {
            DatasetError::table(&data.file, problem).advise("leave columns out with --ignore")
        })?;
        if standardize {
            let spread = encoding.spread(data, rows)?;
            if spread > 0.0 {
                encoding.columns.iter_mut().for_each(|column| column.scale(1.0 / spread.sqrt()));
            }
        }
        Ok(encoding)
    }

    /// The mean squared distance of two different rows: twice the sum of the dimensions' variances.
    fn spread(&self, data: &Dataset, rows: &[usize]) -> Result<f64, DatasetError> {
        let vectors = self.vectors(data, rows)?;
        let (dim, n) = (self.dim(), rows.len() as f64);
        let mut spread = 0.0;
        for place in 0..dim {
            let values = || vectors.iter().skip(place).step_by(dim);
            let mean = values().sum::<f64>() / n;
            spread += values().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0);
        }
        Ok(if spread.is_finite() { 2.0 * spread } else { 0.0 })
    }

    /// How many dimensions the vectors have.
    pub fn dim(&self) -> usize {
        self.columns.iter().map(ColumnEncoding::dim).sum()
    }

    /// Refuses what no fit could have made.
    pub fn check(&self) -> Result<(), String> {
        let dim = self.dim();
        if dim == 0 || dim > MOST_DIMENSIONS {
            return Err(format!("its columns have {dim} dimensions; there must be 1 to {MOST_DIMENSIONS}"));
        }
        for column in &self.columns {
            let fine = match column {
                ColumnEncoding::Numeric { fill, centre, factor, .. } => {
                    fill.is_finite() && centre.is_finite() && factor.is_finite()
                }
                ColumnEncoding::Category { texts, factor, .. } => {
                    factor.is_finite() && texts.windows(2).all(|pair| pair[0] < pair[1])
                }
            };
            if !fine {
                return Err(format!("the encoding of the column {:?} is impossible", column.name()));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::reading::Column;

    fn data() -> Dataset {
        let number = |values: &[f64]| Values::Numbers(values.iter().map(|x| Some(*x)).collect());
        let mut size = number(&[1.0, 3.0, 5.0, 100.0]);
        if let Values::Numbers(cells) = &mut size {
            cells[1] = None;
        }
        let colours = vec!["red".into(), "blue".into(), "pink".into()];
        let columns = vec![
            Column { name: "size".into(), values: size },
            Column { name: "same".into(), values: number(&[7.0, 7.0, 7.0, 8.0]) },
            Column {
                name: "colour".into(),
                values: Values::Categories(colours, vec![Some(0), None, Some(1), Some(2)]),
            },
        ];
        let lines = vec![1, 2, 3, 4];
        Dataset {
            file: "f".into(),
            lines,
            columns,
            named: true,
            sparse: false,
            labels: None,
            remarks: Vec::new(),
        }
    }

    #[test]
    fn plain_values_means_and_one_hot() {
        let (data, fitted) = (data(), [0, 1, 2]);
        let encoding = Encoding::fit(&data, &fitted, false).unwrap();
        assert_eq!(encoding.dim(), 4);
        let vectors = encoding.vectors(&data, &[0, 1, 2, 3]).unwrap();
        // The mean of 1 and 5 stands for the missing number; pink was not fitted on; blue comes before red.
        assert_eq!(vectors[..4], [1.0, 7.0, 0.0, 1.0]);
        assert_eq!(vectors[4..8], [3.0, 7.0, 0.0, 0.0]);
        assert_eq!(vectors[12..], [100.0, 8.0, 0.0, 0.0]);
        assert_eq!(encoding.unknown(&data), 1);
        let text = serde_json::to_string(&encoding).unwrap();
        assert_eq!(serde_json::from_str::<Encoding>(&text).unwrap(), encoding);
    }

    #[test]
    fn standardised_rows_are_at_mean_squared_distance_one() {
        let (data, fitted) = (data(), [0, 1, 2]);
        let encoding = Encoding::fit(&data, &fitted, true).unwrap();
        let vectors = encoding.vectors(&data, &fitted).unwrap();
        let row = |i: usize| &vectors[4 * i..4 * i + 4];
        let apart = |i, j| row(i).iter().zip(row(j)).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
        let mean = (apart(0, 1) + apart(0, 2) + apart(1, 2)) / 3.0;
        assert!((mean - 1.0).abs() < 1e-12, "{mean}");
        assert!(vectors.iter().skip(1).step_by(4).all(|x| *x == 0.0), "a constant column counts for nothing");
        assert!(vectors.iter().step_by(4).sum::<f64>().abs() < 1e-12);
    }

    #[test]
    fn what_no_fit_makes_is_refused() {
        let good = Encoding::fit(&data(), &[0, 1, 2], true).unwrap();
        assert_eq!(good.check(), Ok(()));
        let with = |column: ColumnEncoding| Encoding { columns: vec![column], ..good.clone() }.check();
        let category = |texts: &[&str], factor| ColumnEncoding::Category {
            name: "c".into(),
            texts: texts.iter().map(|text| text.to_string()).collect(),
            factor,
        };
        assert!(with(category(&["a", "b"], 1.0)).is_ok());
        assert!(with(category(&["b", "a"], 1.0)).is_err());
        assert!(with(category(&[], 1.0)).is_err());
        assert!(with(category(&["a"], f64::NAN)).is_err());
        let huge = Dataset {
            columns: vec![Column {
                name: "x".into(),
                values: Values::Numbers(vec![Some(1e300), Some(-1e300), None, None]),
            }],
            ..data()
        };
        assert!(Encoding::fit(&huge, &[0, 1], false).unwrap_err().to_string().contains("too large"));
    }
}
