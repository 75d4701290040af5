//! The minimum of a step by trying every face, in numbers of 32 digits: slow, and right up to
//! conditions of 1e28 or so.

use super::{Penalty, Step};
use std::ops::{Add, Div, Mul, Sub};

/// A sum of two floats (Dekker 1971).
#[derive(Clone, Copy)]
struct Twofold(f64, f64);

fn quick(a: f64, b: f64) -> Twofold {
    let sum = a + b;
    Twofold(sum, b - (sum - a))
}

fn sum(a: f64, b: f64) -> Twofold {
    let sum = a + b;
    let part = sum - a;
    Twofold(sum, (a - (sum - part)) + (b - part))
}

fn product(a: f64, b: f64) -> Twofold {
    let product = a * b;
    Twofold(product, libm::fma(a, b, -product))
}

impl From<f64> for Twofold {
    fn from(a: f64) -> Self {
        Self(a, 0.0)
    }
}

impl Add for Twofold {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (high, low) = (sum(self.0, other.0), sum(self.1, other.1));
        let high = quick(high.0, high.1 + low.0);
        quick(high.0, high.1 + low.1)
    }
}

impl Sub for Twofold {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + Self(-other.0, -other.1)
    }
}

impl Mul for Twofold {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let high = product(self.0, other.0);
        quick(high.0, high.1 + (self.0 * other.1 + self.1 * other.0))
    }
}

impl Div for Twofold {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        let first = self.0 / other.0;
        let rest = self - other * first.into();
        let second = rest.0 / other.0;
        let rest = rest - other * second.into();
        quick(first, second) + (rest.0 / other.0).into()
    }
}

/// What a coordinate may do: held at a number, or free with this derivative of l1|b|.
#[derive(Clone, Copy)]
enum Piece {
    Held(f64),
    Free(f64),
}

fn pieces(Penalty { set, l1, .. }: Penalty) -> Vec<Piece> {
    let mut all: Vec<Piece> =
        [set.lo, set.hi].into_iter().filter(|b| b.is_finite()).map(Piece::Held).collect();
    if l1 == 0.0 {
        all.push(Piece::Free(0.0));
        return all;
    }
    if set.clip(0.0) == 0.0 {
        all.push(Piece::Held(0.0));
    }
    all.extend([Piece::Free(l1), Piece::Free(-l1)]);
    all
}

/// The minimum, from whichever face has it.
pub fn minimum(step: Step<'_>) -> Option<Vec<f64>> {
    let (n, width) = (step.target.len(), step.factor.width);
    let row = |i: usize| &step.factor.entries[i * width..][..width];
    let entry = |i: usize, j: usize| {
        let start = Twofold::from(if i == j { step.base } else { 0.0 });
        row(i).iter().zip(row(j)).fold(start, |sum, (a, b)| sum + product(*a, *b))
    };
    let h: Vec<Vec<Twofold>> = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
    let pieces = pieces(step.penalty);
    (0..pieces.len().pow(n as u32)).find_map(|code| {
        let face: Vec<Piece> =
            (0..n).map(|i| pieces[code / pieces.len().pow(i as u32) % pieces.len()]).collect();
        on_face(step, &h, &face)
    })
}

/// The minimum over a face, if it is the minimum over all.
fn on_face(step: Step<'_>, h: &[Vec<Twofold>], face: &[Piece]) -> Option<Vec<f64>> {
    let Penalty { set, l1, l2 } = step.penalty;
    let n = face.len();
    let free: Vec<(usize, f64)> = (0..n)
        .filter_map(|i| match face[i] {
            Piece::Free(slope) => Some((i, slope)),
            Piece::Held(_) => None,
        })
        .collect();
    let left = |j: usize| match face[j] {
        Piece::Held(b) => Twofold::from(step.target[j]) - b.into(),
        Piece::Free(_) => step.target[j].into(),
    };
    let equation = |&(i, slope): &(usize, f64)| {
        let right = (0..n).fold(Twofold::from(-slope), |sum, j| sum + h[i][j] * left(j));
        let entry = |&(j, _): &(usize, f64)| if i == j { h[i][j] + l2.into() } else { h[i][j] };
        free.iter().map(entry).chain([right]).collect::<Vec<_>>()
    };
    let solved = eliminated(free.iter().map(equation).collect());
    let mut point: Vec<Twofold> = face
        .iter()
        .map(|piece| match piece {
            Piece::Held(b) => (*b).into(),
            Piece::Free(_) => 0.0.into(),
        })
        .collect();
    for (&(i, slope), b) in free.iter().zip(solved) {
        // The strict sense: what is on an end is the face of that end.
        if !(b.0 >= set.lo && b.0 <= set.hi && (slope == 0.0 || b.0 * slope > 0.0)) {
            return None;
        }
        point[i] = b;
    }
    let stays = |i: usize| {
        let Piece::Held(b) = face[i] else { return true };
        let terms = (0..n).map(|j| h[i][j] * (point[j] - step.target[j].into()));
        let (value, size) = terms.fold((product(l2, b), 0.0), |(sum, size), t| (sum + t, size + t.0.abs()));
        let rounding = 1e-26 * (size + l1);
        let up = value.0 + if b < 0.0 { -l1 } else { l1 };
        let down = value.0 + if b > 0.0 { l1 } else { -l1 };
        (b == set.hi || up >= -rounding) && (b == set.lo || down <= rounding)
    };
    (0..n).all(stays).then(|| point.iter().map(|b| b.0).collect())
}

/// The solution of a positive definite system, its right side the last column; the largest pivot next.
fn eliminated(mut rows: Vec<Vec<Twofold>>) -> Vec<Twofold> {
    let n = rows.len();
    let mut order: Vec<usize> = Vec::new();
    for _ in 0..n {
        let open = (0..n).filter(|i| !order.contains(i));
        let Some(next) = open.max_by(|&a, &b| rows[a][a].0.total_cmp(&rows[b][b].0)) else { break };
        order.push(next);
        let pivot = rows[next].clone();
        for i in (0..n).filter(|i| !order.contains(i)) {
            let factor = rows[i][next] / pivot[next];
            rows[i].iter_mut().zip(&pivot).for_each(|(a, b)| *a = *a - factor * *b);
        }
    }
    let mut solved = vec![Twofold(0.0, 0.0); n];
    for (k, &i) in order.iter().enumerate().rev() {
        let right = order[k + 1..].iter().fold(rows[i][n], |sum, &j| sum - rows[i][j] * solved[j]);
        solved[i] = right / rows[i][i];
    }
    solved
}
