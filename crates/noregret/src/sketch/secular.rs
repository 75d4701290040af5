//! The eigendecomposition of a diagonal plus a rank-one matrix, in O(n^2).
//!
//! The eigenvalues of diag(d) + z z', with d_1 >= d_2 >= ... >= 0, are the roots of f(l) = 1 + sum_j
//! z_j^2/(d_j - l), one in every interval (d_i, d_{i-1}) and one above d_1. Each is found as its
//! distance from the nearer end of its interval, so that small eigenvalues are known to as many digits
//! as large ones. The vectors are those of the matrix whose eigenvalues are exactly the computed ones
//! (Gu and Eisenstat), which makes them orthogonal to the last digits. Entries z_i that are negligible
//! beside sqrt d_i, and equal d's, are split off first; so is what lies so far below the largest of all
//! that its squares would leave the floats ([`FLOOR`]).
//! Reference: Gu and Eisenstat 1994; the iteration is the middle way of Li 1994.

/// Eigenvalues in falling order and the matrix whose columns are the vectors, row by row.
#[derive(Clone, Debug, Default)]
pub struct Eigen {
    /// The eigenvalues, falling.
    pub values: Vec<f64>,
    /// Entry i of vector j at `i * n + j`.
    pub vectors: Vec<f64>,
}

/// 2^-490. Entries of z below this share of the largest among sqrt d and z count as 0: their squares
/// would underflow. The largest must be within a few orders of magnitude of 1.
const FLOOR: f64 = f64::from_bits((1023 - 490) << 52);

/// A root nearer to a pole than this counts as the pole, and the pole's axis as its vector. In units of
/// the square of the largest. The vector is then off by the square root of this over the distance to the
/// next pole, at most 2^-55.
const LEAST: f64 = FLOOR * FLOOR;
/// Poles nearer to each other than this count as one, in the same units.
const APART: f64 = LEAST * (1_u128 << 110) as f64;

/// A root as its distance from an end of its interval.
#[derive(Clone, Copy)]
struct Root {
    pole: usize,
    distance: f64,
}

/// The eigendecomposition of diag(d) + z z'; d must fall and not be negative.
pub fn rank_one(d: &[f64], z: &[f64]) -> Eigen {
    let n = d.len();
    let mut turned = z.to_vec();
    // Equal values: a rotation puts the whole of z on one of them.
    let mut turns: Vec<(usize, usize, f64, f64)> = Vec::new();
    let mut active: Vec<usize> = Vec::with_capacity(n);
    let mut idle: Vec<usize> = Vec::new();
    let largest = z.iter().fold(d.first().map_or(0.0, |d| d.sqrt()), |most, z| most.max(z.abs()));
    let (floor, least, apart) = (FLOOR * largest, LEAST * largest * largest, APART * largest * largest);
    for i in 0..n {
        if turned[i].abs() <= floor.max(f64::EPSILON * d[i].sqrt()) {
            idle.push(i);
            continue;
        }
        if let Some(&last) = active.last()
            && d[last] - d[i] <= apart.max(4.0 * f64::EPSILON * d[last])
        {
            let size = libm::hypot(turned[last], turned[i]);
            let (c, s) = (turned[i] / size, turned[last] / size);
            turns.push((last, i, c, s));
            turned[i] = size;
            turned[last] = 0.0;
            active.pop();
            idle.push(last);
        }
        active.push(i);
    }
    let (mut poles, mut weights, mut roots): (Vec<f64>, Vec<f64>, Vec<Root>);
    // A root that is its pole takes it out of the others' equation. Each turn takes one at least.
    loop {
        poles = active.iter().map(|&i| d[i]).collect();
        weights = active.iter().map(|&i| turned[i]).collect();
        let squares: Vec<f64> = weights.iter().map(|z| z * z).collect();
        roots = (0..active.len()).map(|i| root(&poles, &squares, i)).collect();
        let mut alone: Vec<usize> =
            roots.iter().filter(|root| root.distance.abs() < least).map(|root| root.pole).collect();
        if alone.is_empty() {
            break;
        }
        alone.dedup();
        alone.iter().rev().for_each(|&pole| idle.push(active.remove(pole)));
    }
    let m = active.len();
    let gap = |j: usize, i: usize| (poles[roots[j].pole] - poles[i]) + roots[j].distance;

    // The z of which the computed roots are the exact eigenvalues.
    let exact: Vec<f64> = (0..m)
        .map(|i| {
            let others = (0..m).filter(|&j| j != i).map(|j| gap(j, i) / (poles[j] - poles[i]));
            let square = others.fold(gap(i, i), |product, ratio| product * ratio);
            square.max(0.0).sqrt().copysign(weights[i])
        })
        .collect();

    // (value, where it comes from): an idle coordinate, or a root.
    let mut order: Vec<(f64, Result<usize, usize>)> = idle.iter().map(|&i| (d[i], Ok(i))).collect();
    order.extend(roots.iter().enumerate().map(|(j, root)| (poles[root.pole] + root.distance, Err(j))));
    order.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut vectors = vec![0.0; n * n];
    for (column, &(_, source)) in order.iter().enumerate() {
        match source {
            Ok(i) => vectors[i * n + column] = 1.0,
            Err(j) => {
                let entries: Vec<f64> = (0..m).map(|i| -exact[i] / gap(j, i)).collect();
                let largest = entries.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
                let norm = entries.iter().map(|v| (v / largest) * (v / largest)).sum::<f64>().sqrt();
                for (&i, v) in active.iter().zip(entries) {
                    vectors[i * n + column] = v / largest / norm;
                }
            }
        }
    }
    for &(i, j, c, s) in turns.iter().rev() {
        for column in 0..n {
            let (a, b) = (vectors[i * n + column], vectors[j * n + column]);
            vectors[i * n + column] = c * a + s * b;
            vectors[j * n + column] = c * b - s * a;
        }
    }
    Eigen { values: order.iter().map(|&(value, _)| value).collect(), vectors }
}

/// The most steps towards a root; halving alone needs about 70.
const MOST_STEPS: usize = 100;

/// The root above pole i and below the one before it.
fn root(poles: &[f64], squares: &[f64], i: usize) -> Root {
    let total: f64 = squares.iter().sum();
    let (low, high, pole);
    if i == 0 {
        (low, high, pole) = (0.0, total, 0);
    } else {
        let width = poles[i - 1] - poles[i];
        let middle = secular(poles, squares, i, i, 0.5 * width).value;
        if middle >= 0.0 {
            (low, high, pole) = (0.0, 0.5 * width, i);
        } else {
            (low, high, pole) = (-0.5 * width, 0.0, i - 1);
        }
    }
    // Distances of one sign: low and high are those of the bracket, the end at the pole being 0.
    let sign = if pole == i { 1.0 } else { -1.0 };
    let (mut near, mut far) = if sign > 0.0 { (low, high) } else { (-high, -low) };
    let mut u = start(poles, squares, i, pole, far);
    if !(u > near && u <= far) {
        u = 0.5 * far;
    }
    for iteration in 0..MOST_STEPS {
        let f = secular(poles, squares, i, pole, sign * u);
        if f.value.abs() <= f64::EPSILON * f.size {
            break;
        }
        // f increases with the eigenvalue: above the root it is positive.
        if (f.value > 0.0) == (sign > 0.0) {
            far = u;
        } else {
            near = u;
        }
        let step = f.step(poles, i, pole, sign * u);
        let mut next = u + sign * step;
        if !(next > near && next < far) || iteration > 30 {
            next = if near == 0.0 {
                far * if iteration < 8 { 1e-2 } else { 1e-8 }
            } else if far > 4.0 * near {
                near.sqrt() * far.sqrt()
            } else {
                0.5 * (near + far)
            };
        }
        if next == u || (next - u).abs() <= 0.5 * f64::EPSILON * u || !(next > near && next < far) {
            break;
        }
        u = next;
    }
    Root { pole, distance: sign * u }
}

/// The distance from the pole if all but the two poles around the root were constant.
fn start(poles: &[f64], squares: &[f64], i: usize, pole: usize, far: f64) -> f64 {
    let at = if pole == i { 0.5 * far } else { -0.5 * far };
    let f = secular(poles, squares, i, pole, at);
    let own = squares[pole];
    // 1 + the others at the middle of the bracket, against the pole's own term.
    let rest = f.value - own / -at;
    if pole == i { own / rest } else { -own / rest }
}

/// Numbers whose squares are still floats with all their digits.
const TINY: f64 = 1e-140;

/// f and its parts at a point.
struct Secular {
    value: f64,
    below: f64,
    above: f64,
    size: f64,
}

fn secular(poles: &[f64], squares: &[f64], i: usize, pole: usize, distance: f64) -> Secular {
    let (mut value, mut below, mut above, mut size) = (1.0, 0.0, 0.0, 1.0);
    for (j, (&d, &square)) in poles.iter().zip(squares).enumerate() {
        let gap = (d - poles[pole]) - distance;
        let term = square / gap;
        value += term;
        size += term.abs();
        let slope = term / gap;
        if j < i {
            above += slope;
        } else {
            below += slope;
        }
    }
    Secular { value, below, above, size }
}

impl Secular {
    /// The step to the root of the rational function with the two nearest poles that agrees with f here.
    fn step(&self, poles: &[f64], i: usize, pole: usize, distance: f64) -> f64 {
        let lower = (poles[i] - poles[pole]) - distance;
        if i == 0 {
            // c + p/(d_0 - l), with p = f' lower^2.
            let c = self.value - self.below * lower;
            return if c > 0.0 { lower * self.value / c } else { f64::NAN };
        }
        let upper = (poles[i - 1] - poles[pole]) - distance;
        // In a unit that keeps the products of tiny distances among the floats; otherwise in none.
        let wide = lower.abs().max(upper.abs());
        let unit = if wide < TINY { wide } else { 1.0 };
        let (lower, upper) = (lower / unit, upper / unit);
        let (below, above) = (self.below * unit, self.above * unit);
        let slope = below + above;
        let c = self.value - lower * below - upper * above;
        let a = (lower + upper) * self.value - lower * upper * slope;
        let b = lower * upper * self.value;
        let root = if a.abs() < TINY {
            let scale = a.abs().max(b.abs().sqrt() * c.abs().sqrt()).max(f64::MIN_POSITIVE);
            scale * ((a / scale) * (a / scale) - 4.0 * (b / scale) * (c / scale)).abs().sqrt()
        } else {
            (a * a - 4.0 * b * c).abs().sqrt()
        };
        unit * if a <= 0.0 { (a - root) / (2.0 * c) } else { 2.0 * b / (a + root) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Residual, orthogonality and order.
    fn assert_decomposes(d: &[f64], z: &[f64]) {
        let n = d.len();
        let Eigen { values, vectors } = rank_one(d, z);
        assert!(values.windows(2).all(|pair| pair[0] >= pair[1]), "{values:?}");
        let scale = d.first().copied().unwrap_or(0.0) + z.iter().map(|v| v * v).sum::<f64>();
        for (j, value) in values.iter().enumerate() {
            for i in 0..n {
                let v = |k: usize, column: usize| vectors[k * n + column];
                let product: f64 = (0..n).map(|k| v(k, i) * v(k, j)).sum();
                let unit = if i == j { 1.0 } else { 0.0 };
                assert!((product - unit).abs() < 1e-13 * n as f64, "{i} {j}: {product} of {d:?} {z:?}");
                let zv: f64 = (0..n).map(|k| z[k] * v(k, j)).sum();
                let residual = d[i] * v(i, j) + z[i] * zv - value * v(i, j);
                assert!(residual.abs() <= 4e-15 * n as f64 * scale, "{i} {j}: {residual} of {d:?} {z:?}");
            }
        }
    }

    #[test]
    fn decomposes_hard_cases() {
        for (d, z) in [
            (vec![0.0], vec![2.0]),
            (vec![0.0], vec![0.0]),
            (vec![1.0, 0.0], vec![0.0, 3.0]),
            (vec![1.0, 1.0, 1.0, 0.0], vec![1.0, 2.0, 3.0, 4.0]),
            (vec![4.0, 1.0, 0.0], vec![1e-9, 1e-12, 1e-6]),
            (vec![1e12, 1.0, 1e-12, 0.0], vec![1.0, 1.0, 1.0, 1.0]),
            (vec![1.0, 1.0 - 1e-15, 0.5, 0.5 - 1e-14, 0.0], vec![1.0, 1e-3, 1e3, 1e-8, 1.0]),
            (vec![1e-200, 1e-210, 0.0], vec![1e-100, 1e-105, 1e-103]),
        ] {
            assert_decomposes(&d, &z);
        }
    }

    /// What a confident example has: a slope of e^-400 beside a spectrum near 1.
    #[test]
    fn nothing_beside_the_rest_changes_nothing() {
        let Eigen { values, vectors } = rank_one(&[1.0, 0.5, 0.0], &[1e-174, -2e-174, 3e-174]);
        assert_eq!(values, [1.0, 0.5, 0.0]);
        assert_eq!(vectors, [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn small_eigenvalues_are_known_to_all_digits() {
        // [[a + x^2, x y], [x y, y^2]] with a >> x^2, y^2 has the small eigenvalue a y^2/(a + x^2 +
        // y^2), nearly.
        let (a, x, y) = (1.0, 1e-5, 1e-9);
        let small = rank_one(&[a, 0.0], &[x, y]).values[1];
        let large = a + x * x + y * y;
        assert!((small / (a * y * y / large) - 1.0).abs() < 1e-9, "{small}");
    }

    proptest! {
        #[test]
        fn decomposes(entries in prop::collection::vec((0..4u32, -9.0..9.0f64, -14.0..2.0f64), 1..24)) {
            let mut d: Vec<f64> = entries.iter().map(|&(kind, _, e)| if kind == 0 { 0.0 } else { libm::pow(10.0, e).floor().max(libm::pow(10.0, e)) }).collect();
            d.sort_by(|a, b| b.total_cmp(a));
            let z: Vec<f64> = entries.iter().map(|&(kind, v, _)| if kind == 3 { 0.0 } else { v }).collect();
            assert_decomposes(&d, &z);
        }

        /// Poles and entries over all the orders of magnitude there are, the largest near 1.
        #[test]
        fn decomposes_whatever_the_sizes(entries in prop::collection::vec((0..6u32, -330.0..0.0f64, -330.0..0.0f64), 1..10), top in any::<bool>()) {
            let mut d: Vec<f64> = entries.iter().map(|&(kind, e, _)| if kind == 0 { 0.0 } else { libm::pow(10.0, e) }).collect();
            d.sort_by(|a, b| b.total_cmp(a));
            let mut z: Vec<f64> = entries.iter().map(|&(kind, _, e)| if kind == 1 { 0.0 } else { libm::pow(10.0, e) }).collect();
            if top {
                d[0] = 1.0;
            } else {
                z[entries.len() / 2] = 1.0;
            }
            assert_decomposes(&d, &z);
        }
    }
}
