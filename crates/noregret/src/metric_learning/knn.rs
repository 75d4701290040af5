//! Nearest neighbours: how good a metric is, by the classes of the points it calls near.
//!
//! The class of a point is the most frequent among its k nearest training points; of classes that are equally frequent, the one
//! whose nearest point is nearest. Of points at the same distance, the one that comes first among the training points is nearer:
//! tables of categories have many such points, so their order should be random.
//!
//! Under a metric W = L'L, hand over the images L x: distances between them are Euclidean.
//! [`Neighbours`] holds the points eight abreast, each with a running sum of its own: the sums, and so the ties, are those of a plain loop.
//! Weakness: every test point looks at every training point.

/// Points with classes: `dim` coordinates each, one point after another.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// The coordinates.
    pub points: &'a [f64],
    /// The class of each point.
    pub classes: &'a [u32],
    /// The coordinates of one point.
    pub dim: usize,
}

impl<'a> Sample<'a> {
    /// Points and their classes; there must be `dim` coordinates for each class.
    pub fn new(points: &'a [f64], classes: &'a [u32], dim: usize) -> Self {
        assert_eq!(points.len(), classes.len() * dim, "a point is {dim} coordinates and a class");
        Self { points, classes, dim }
    }

    /// How many points.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// The point of a row.
    pub fn point(&self, row: usize) -> &'a [f64] {
        &self.points[row * self.dim..(row + 1) * self.dim]
    }
}

/// The class that the k nearest training points give to a point; none without training points.
pub fn knn_class(train: &Sample<'_>, x: &[f64], k: usize) -> Option<u32> {
    vote(&Neighbours::new(train.points, train.dim).nearest(x, k, |_| true), train.classes)
}

/// How many points stand abreast.
const ABREAST: usize = 8;

/// Points to look for neighbours among.
#[derive(Clone, Debug)]
pub struct Neighbours {
    blocks: Vec<[f64; ABREAST]>,
    dim: usize,
    len: usize,
}

impl Neighbours {
    /// Points of `dim` coordinates, one after another.
    pub fn new(points: &[f64], dim: usize) -> Self {
        let len = points.len() / dim.max(1);
        let mut blocks = vec![[0.0; ABREAST]; len.div_ceil(ABREAST) * dim];
        for (row, point) in points.chunks_exact(dim.max(1)).enumerate() {
            let first = row / ABREAST * dim;
            for (place, &value) in point.iter().enumerate() {
                blocks[first + place][row % ABREAST] = value;
            }
        }
        Self { blocks, dim, len }
    }

    /// How many points.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The k nearest points that are wanted: squared distance and row, nearest first; of equals the earlier row.
    pub fn nearest(&self, x: &[f64], k: usize, wanted: impl Fn(usize) -> bool) -> Vec<(f64, usize)> {
        let mut near: Vec<(f64, usize)> = Vec::with_capacity(k.min(self.len) + 1);
        let blocks = self.blocks.chunks_exact(self.dim.max(1));
        for (block, points) in blocks.enumerate() {
            let mut sums = [0.0; ABREAST];
            for (abreast, &x) in points.iter().zip(x) {
                for (sum, value) in sums.iter_mut().zip(abreast) {
                    *sum += (value - x) * (value - x);
                }
            }
            let first = block * ABREAST;
            for (row, &distance) in (first..self.len).zip(&sums) {
                let full = near.len() >= k;
                if (full && near.last().is_none_or(|(last, _)| distance >= *last)) || !wanted(row) {
                    continue;
                }
                if full {
                    near.pop();
                }
                near.insert(near.partition_point(|(other, _)| *other <= distance), (distance, row));
            }
        }
        near
    }
}

/// The class that most of the nearest rows have; of classes that are equally frequent, the one seen first.
pub fn vote(near: &[(f64, usize)], classes: &[u32]) -> Option<u32> {
    let votes = |class: u32| near.iter().filter(|(_, row)| classes[*row] == class).count();
    let most = near.iter().map(|(_, row)| votes(classes[*row])).max()?;
    near.iter().map(|(_, row)| classes[*row]).find(|&class| votes(class) == most)
}

/// The share of test points whose class the k nearest training points get wrong; 0 without test points.
pub fn knn_error(train: &Sample<'_>, test: &Sample<'_>, k: usize) -> f64 {
    let among = Neighbours::new(train.points, train.dim);
    let class = |row: usize| vote(&among.nearest(test.point(row), k, |_| true), train.classes);
    let wrong = |&row: &usize| class(row) != Some(test.classes[row]);
    (0..test.len()).filter(wrong).count() as f64 / test.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric_learning::splitmix::SplitMix64;

    fn distance(a: &[f64], b: &[f64]) -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
    }

    /// All distances sorted, every class counted.
    fn naive(train: &Sample<'_>, x: &[f64], k: usize) -> u32 {
        let mut all: Vec<_> = (0..train.len()).map(|i| (distance(train.point(i), x), i)).collect();
        all.sort_by(|a, b| a.partial_cmp(b).unwrap());
        let near: Vec<u32> = all.iter().take(k).map(|&(_, i)| train.classes[i]).collect();
        let rank = |class: u32| {
            let votes = near.iter().filter(|c| **c == class).count();
            (std::cmp::Reverse(votes), near.iter().position(|c| *c == class).unwrap())
        };
        *near.iter().min_by_key(|class| rank(**class)).unwrap()
    }

    #[test]
    fn agrees_with_its_naive_twin_on_many_ties() {
        let mut random = SplitMix64::new(3);
        for trial in 0..200 {
            let n = 1 + random.below(30);
            let points: Vec<f64> = (0..2 * n).map(|_| random.below(3) as f64).collect();
            let classes: Vec<u32> = (0..n).map(|_| random.below(4) as u32).collect();
            let train = Sample::new(&points, &classes, 2);
            let x = [random.below(3) as f64, random.below(3) as f64];
            for k in [1, 3, 5, 40] {
                assert_eq!(knn_class(&train, &x, k), Some(naive(&train, &x, k)), "trial {trial}, k = {k}");
            }
        }
    }

    #[test]
    fn votes_ties_and_edges() {
        let train = Sample::new(&[0.0, 1.0, 2.0, 3.0], &[7, 8, 8, 7], 1);
        assert_eq!(knn_class(&train, &[0.1], 1), Some(7));
        assert_eq!(knn_class(&train, &[0.1], 2), Some(7), "one vote each: the nearest decides");
        assert_eq!(knn_class(&train, &[0.1], 3), Some(8));
        assert_eq!(knn_error(&train, &Sample::new(&[0.1, 0.2], &[8, 7], 1), 3), 0.5);
        let none = Sample::new(&[], &[], 1);
        assert_eq!((knn_class(&none, &[0.0], 3), knn_error(&train, &none, 3)), (None, 0.0));
    }
}
