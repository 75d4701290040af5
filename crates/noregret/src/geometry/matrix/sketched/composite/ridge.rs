//! A least-squares problem whose rows may differ by any number of orders of magnitude.
//!
//! min_z 1/2 |z|^2 + c.z + 1/2 |W z - r|^2
//!
//! is solved without forming W'W or W W', which would square those differences. A wide W is first made
//! square from the right, W = L Q'; then (L; I) = Q (R; 0). Both by Householder's reflections, what is
//! reflected in falling order of size and the longest vector next: errors are small beside every row, and
//! every column, by itself. The residual r - W z comes from the reflections too, not from a difference,
//! so it has its digits also where a heavy row leaves next to nothing.
//! Weakness: twice the work of the normal equations.
//! Reference: Powell and Reid 1969; Cox and Higham 1998.

use crate::sketch::{add_scaled, dot};

/// Where the minimum is.
pub struct Minimum {
    /// The z that is sought.
    pub point: Vec<f64>,
    /// r - W z.
    pub residual: Vec<f64>,
}

/// W, decomposed.
pub struct Ridge {
    /// A wide W: the reflections that made it square, and the order of columns and rows they found it in.
    turns: Vec<Reflection>,
    columns: Vec<usize>,
    rows: Vec<usize>,
    triangle: Triangle,
}

/// (L; I) = Q (R; 0).
struct Triangle {
    turns: Vec<Reflection>,
    /// The columns of R, which stand in the order of `pivots`.
    columns: Vec<Vec<f64>>,
    pivots: Vec<usize>,
    /// The order in which the rows of (L; I) were taken.
    order: Vec<usize>,
}

/// The reflection I - 2 u u' that takes a vector to its first axis.
struct Reflection {
    unit: Vec<f64>,
    /// What is left of the vector: its entry on the axis.
    image: f64,
}

impl Reflection {
    fn of(vector: &[f64]) -> Self {
        let largest = largest(vector);
        if largest == 0.0 {
            return Self { unit: Vec::new(), image: 0.0 };
        }
        // Scaled, so that squares neither overflow nor vanish.
        let mut unit: Vec<f64> = vector.iter().map(|v| v / largest).collect();
        let length = dot(&unit, &unit).sqrt().copysign(unit[0]);
        unit[0] += length;
        let size = (2.0 * length * unit[0]).sqrt();
        unit.iter_mut().for_each(|v| *v /= size);
        Self { unit, image: -length * largest }
    }

    fn apply(&self, vector: &mut [f64]) {
        let along = dot(&self.unit, vector);
        add_scaled(vector, -2.0 * along, &self.unit);
    }
}

fn largest(vector: &[f64]) -> f64 {
    vector.iter().fold(0.0, |most, v| most.max(v.abs()))
}

fn length(vector: &[f64]) -> f64 {
    let largest = largest(vector);
    if largest == 0.0 {
        return 0.0;
    }
    largest * vector.iter().fold(0.0, |sum, v| sum + (v / largest) * (v / largest)).sqrt()
}

/// The order that sorts numbers, the largest first.
fn falling(numbers: impl Iterator<Item = f64>) -> Vec<usize> {
    let numbers: Vec<f64> = numbers.collect();
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|&a, &b| numbers[b].total_cmp(&numbers[a]));
    order
}

/// The vector from `first` on that is longest beyond its first `first` entries.
fn longest(vectors: &[Vec<f64>], first: usize) -> usize {
    let length = |i: &usize| length(&vectors[*i][first..]);
    (first..vectors.len()).max_by(|a, b| length(a).total_cmp(&length(b))).unwrap_or(first)
}

/// Values in an order.
fn gathered(order: &[usize], values: &[f64]) -> Vec<f64> {
    order.iter().map(|&i| values[i]).collect()
}

/// Values that stand in an order, put back.
fn scattered(order: &[usize], values: &[f64]) -> Vec<f64> {
    let mut target = vec![0.0; order.len()];
    order.iter().zip(values).for_each(|(&i, &v)| target[i] = v);
    target
}

impl Ridge {
    /// Decomposes a W of so many rows, given by its columns.
    pub fn new(columns: &[&[f64]], tall: usize) -> Self {
        let wide = columns.len() > tall;
        let order = if wide {
            falling(columns.iter().map(|column| largest(column)))
        } else {
            (0..columns.len()).collect()
        };
        let mut rows: Vec<Vec<f64>> =
            (0..tall).map(|i| order.iter().map(|&j| columns[j][i]).collect()).collect();
        let mut taken: Vec<usize> = (0..tall).collect();
        let mut turns = Vec::new();
        for i in 0..if wide { tall } else { 0 } {
            let longest = longest(&rows, i);
            rows.swap(i, longest);
            taken.swap(i, longest);
            let (row, below) = rows[i..].split_at_mut(1);
            let turn = Reflection::of(&row[0][i..]);
            below.iter_mut().for_each(|row| turn.apply(&mut row[i..]));
            row[0].truncate(i);
            row[0].push(turn.image);
            row[0].resize(tall, 0.0);
            turns.push(turn);
        }
        let triangle = Triangle::new(&rows, columns.len().min(tall));
        Self { turns, columns: order, rows: taken, triangle }
    }

    /// The minimum for this c and r.
    pub fn solve(&self, c: &[f64], r: &[f64]) -> Minimum {
        let (mut c, r) = (gathered(&self.columns, c), gathered(&self.rows, r));
        for (i, turn) in self.turns.iter().enumerate() {
            turn.apply(&mut c[i..]);
        }
        let kept = self.triangle.pivots.len();
        let Minimum { mut point, residual } = self.triangle.solve(&c[..kept], &r);
        // W knows nothing of the rest.
        point.extend(c[kept..].iter().map(|c| -c));
        for (i, turn) in self.turns.iter().enumerate().rev() {
            turn.apply(&mut point[i..]);
        }
        Minimum { point: scattered(&self.columns, &point), residual: scattered(&self.rows, &residual) }
    }
}

impl Triangle {
    fn new(rows: &[Vec<f64>], width: usize) -> Self {
        let tall = rows.len();
        let order = falling((0..tall + width).map(|i| rows.get(i).map_or(1.0, |row| largest(row))));
        let entry = |i: usize, j: usize| match rows.get(i) {
            Some(row) => row[j],
            None => f64::from(u8::from(i - tall == j)),
        };
        let mut columns: Vec<Vec<f64>> =
            (0..width).map(|j| order.iter().map(|&i| entry(i, j)).collect()).collect();
        let mut pivots: Vec<usize> = (0..width).collect();
        let mut turns = Vec::with_capacity(width);
        for j in 0..width {
            let longest = longest(&columns, j);
            columns.swap(j, longest);
            pivots.swap(j, longest);
            let turn = Reflection::of(&columns[j][j..]);
            columns[j][j] = turn.image;
            columns[j + 1..].iter_mut().for_each(|column| turn.apply(&mut column[j..]));
            turns.push(turn);
        }
        Self { turns, columns, pivots, order }
    }

    /// With Q'(r; 0) = (y; x) it is R z = y - R'^-1 c, and the residual of (L; I) is Q (R'^-1 c; x).
    fn solve(&self, c: &[f64], r: &[f64]) -> Minimum {
        let Self { turns, columns, pivots, order } = self;
        let width = pivots.len();
        let mut right: Vec<f64> = order.iter().map(|&i| r.get(i).copied().unwrap_or(0.0)).collect();
        turns.iter().enumerate().for_each(|(j, turn)| turn.apply(&mut right[j..]));
        let mut pull: Vec<f64> = Vec::with_capacity(width);
        for j in 0..width {
            pull.push((c[pivots[j]] - dot(&pull, &columns[j][..j])) / columns[j][j]);
        }
        let mut point = vec![0.0; width];
        for j in (0..width).rev() {
            let value = (right[j] - pull[j]) / columns[j][j];
            point[pivots[j]] = value;
            add_scaled(&mut right[..j], -value, &columns[j][..j]);
            right[j] = pull[j];
        }
        for (j, turn) in turns.iter().enumerate().rev() {
            turn.apply(&mut right[j..]);
        }
        let mut residual = scattered(order, &right);
        residual.truncate(r.len());
        Minimum { point, residual }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ridge(columns: &[&[f64]], c: &[f64], r: &[f64]) -> Minimum {
        Ridge::new(columns, r.len()).solve(c, r)
    }

    /// One row of 1e20 against the identity: z = w r/(1 + w^2), residual r/(1 + w^2), each to its own
    /// last digits.
    #[test]
    fn heavy_rows_leave_a_residual_with_all_its_digits() {
        let near = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-14;
        let one = ridge(&[&[1e20]], &[0.0], &[3.0]);
        assert!(
            near(one.point[0], 3e-20) && near(one.residual[0], 3e-40),
            "{:?} {:?}",
            one.point,
            one.residual
        );
        let wide = ridge(&[&[3e20], &[4e20], &[0.0]], &[0.0, 0.0, 7.0], &[5.0]);
        assert!(near(wide.point[1], 0.8e-20) && near(wide.residual[0], 2e-41), "{:?}", wide.residual);
        assert!(near(wide.point[2], -7.0), "{:?}", wide.point);
        // Rows (w, w) and (1, -1): the light one is kept beside the heavy one.
        let two = ridge(&[&[1e20, 1.0], &[1e20, -1.0]], &[0.0, 0.0], &[0.0, 3.0]);
        assert!(near(two.point[0], 1.0) && near(two.point[1], -1.0) && near(two.residual[1], 1.0));
    }

    #[test]
    fn without_rows_or_columns_there_is_little_to_solve() {
        let none = ridge(&[&[], &[]], &[1.0, 2.0], &[]);
        assert_eq!((none.point, none.residual), (vec![-1.0, -2.0], vec![]));
        let none = ridge(&[], &[], &[1.0, 2.0]);
        assert_eq!((none.point, none.residual), (vec![], vec![1.0, 2.0]));
    }
}
