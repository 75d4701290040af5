//! The implicit step of the softmax loss: K slopes from one scalar root, for several learners at once.
//!
//! A step of slopes s leaves the margins u_j = z_j - c_j s_j with s_j = h (softmax_j(u) - [j = y]). Put a_j = h c_j, q_j = softmax_j(u)
//! for the wrong classes, d their sum, m_j = z_j - z_y and L = log sum exp(u) - z_y. Then s_j = h q_j, s_y = -h d, u_y = z_y + a_y d, and
//!
//!   ln q_j + a_j q_j = m_j - L,      L = a_y d - ln(1 - d) =: R(L).
//!
//! For a given L every wrong class answers alone: a_j q_j = W(ln a_j + m_j - L), W Lambert's function from the logarithm of its argument.
//! d falls with L and is convex, and so is R: the root of R(L) = L is unique. With d_0 and L_0 those of no step it lies between
//! max(0, m_j - a_j d_0) and a_y d_0 + L_0, since a proximal step never raises the loss, so that q_j <= d <= d_0; and not above
//! max(1, L_0 + ln(K (a_y + 2))), since d <= K exp(L_0 - L). In lambda = L + z_y this is within
//! log sum exp(z_j - a_j [j != y]) <= lambda <= log sum exp(z_j + a_j [j = y]).
//!
//! The probability of the right class never appears, only d: where a step is so long that the class becomes nearly certain, 1 - d has no digits left,
//! and d has all of them. Each answer is continued to a model on which the equation is solved by W again: up to d = 1/2 R is taken for an
//! exponential, from there to d = 5/4 d for a line, and beyond d for an exponential on its way to 1. A bracket ends what the models do not. The first L is that of
//! two classes, the right one and all wrong ones taken together with a = sum_j a_j (p_j/d_0)^2, p_j their probabilities before the step: exact where a_j p_j is the same
//! for all, as it is for AdaGrad's first steps. Two classes are the logistic step with c = c_1 + c_2.
//! Weakness: a dozen exponentials and logarithms a class. Reference: Kulis and Bartlett 2010, for two classes.

use super::lambert::{lambert, nearby};
use crate::loss::logistic;
use crate::simd::{self, Loop, wide};

/// How many numbers are computed at once.
const WIDE: usize = 8;

/// Numbers of the N steps, class after class, in blocks.
type Blocks = Vec<[f64; WIDE]>;

/// N steps over the same classes: the memory for them, and what was found.
#[derive(Debug)]
pub struct Softmax<const N: usize> {
    /// Where a change of L is below this, what it leaves is of the order of its square.
    close: f64,
    classes: Classes<N>,
    /// How often d was asked for: by the slowest of the N.
    pub asked: u32,
}

/// The classes in the N steps. The last block is filled up with classes so far behind that they change nothing.
#[derive(Debug, Default)]
struct Classes<const N: usize> {
    count: usize,
    /// The right one.
    y: usize,
    a: Blocks,
    log_a: Blocks,
    /// Margins, and then m_j.
    margin: Blocks,
    /// a_j q_j at the last L asked.
    w: Blocks,
    /// q_j; for the right class d.
    shares: Blocks,
    /// What each class adds to a sum.
    parts: Blocks,
}

/// How far behind the right one such a class is.
const FAR: f64 = 1e4;

/// Beyond this a step is as short as a float can tell.
const LARGEST: f64 = 1e307;
/// Below this it is as long as the explicit one, and a probability is none.
const SMALLEST: f64 = 1e-300;
/// The least that can be divided by.
const LEAST: f64 = 1e-307;
/// From answers this close to the one before, W takes one step.
const NEARBY: f64 = 0.03;
/// Answers asked for at most.
const MOST_STEPS: u32 = 64;

/// Numbers class by class.
#[inline(always)]
fn by_class<const N: usize>(blocks: &[[f64; WIDE]]) -> &[[f64; N]] {
    blocks.as_flattened().as_chunks().0
}

/// As many of one class as are computed at once.
#[inline(always)]
fn tiled<const N: usize>(numbers: &[f64; N]) -> [f64; WIDE] {
    each(|k| numbers[k % N])
}

impl<const N: usize> Classes<N> {
    fn set(&mut self, classes: impl Iterator<Item = ([f64; N], [f64; N])>, y: usize) {
        let Self { count, a, log_a, margin, w, shares, parts, .. } = self;
        a.clear();
        margin.clear();
        *count = 0;
        for (k, (margins, each)) in classes.enumerate() {
            let at = k * N % WIDE;
            if at == 0 {
                a.push([1.0; WIDE]);
                margin.push([0.0; WIDE]);
            }
            if let (Some(a), Some(margin)) = (a.last_mut(), margin.last_mut()) {
                // Not by min, which would make a number of what is none.
                let each = each.map(|a| if a < LARGEST { a } else { LARGEST }.max(SMALLEST));
                a[at..at + N].copy_from_slice(&each);
                margin[at..at + N].copy_from_slice(&margins);
            }
            *count += 1;
        }
        self.y = y;
        for blocks in [log_a, w, shares, parts] {
            blocks.clear();
            blocks.resize(a.len(), [0.0; WIDE]);
        }
    }

    /// The sum over all wrong classes, in their order.
    #[inline(always)]
    fn total(&self, blocks: &[[f64; WIDE]]) -> [f64; N] {
        let mut total = [0.0; N];
        for (j, numbers) in by_class::<N>(blocks).iter().enumerate().take(self.count) {
            if j != self.y {
                total = each(|k| total[k] + numbers[k]);
            }
        }
        total
    }

    /// The largest number of any class, at least 0.
    #[inline(always)]
    fn most(blocks: &[[f64; WIDE]]) -> [f64; N] {
        let top = blocks.iter().fold([0.0; WIDE], |top, block| {
            each::<WIDE>(|k| if block[k] > top[k] { block[k] } else { top[k] })
        });
        by_class::<N>(&[top])
            .iter()
            .fold([0.0; N], |most, top| each(|k| if top[k] > most[k] { top[k] } else { most[k] }))
    }
}

impl<const N: usize> Softmax<N> {
    /// For shares with a relative error of about `epsilon`.
    pub fn new(epsilon: f64) -> Self {
        const { assert!(WIDE.is_multiple_of(N)) }
        Self { close: epsilon.sqrt(), classes: Classes::default(), asked: 0 }
    }

    /// Finds the shares of steps from the margins of all classes, each with its a_j, where class y is the right one.
    pub fn solve(&mut self, classes: impl Iterator<Item = ([f64; N], [f64; N])>, y: usize) {
        self.classes.set(classes, y);
        self.asked = 0;
        if y < self.classes.count {
            self.asked = wide(Solve { classes: &mut self.classes, close: self.close });
        }
    }

    /// q_j of all classes; of the right one d.
    pub fn shares(&self) -> &[[f64; N]] {
        &by_class(&self.classes.shares)[..self.classes.count]
    }
}

struct Solve<'a, const N: usize> {
    classes: &'a mut Classes<N>,
    close: f64,
}

/// What is known before any answer.
struct Start<const N: usize> {
    /// d_0 and L_0.
    d: [f64; N],
    l: [f64; N],
    /// ln(d_0 / (1 - d_0)), and the a of all wrong classes together.
    behind: [f64; N],
    together: [f64; N],
}

/// d and -dd/dL at an L.
struct Answer<const N: usize> {
    d: [f64; N],
    fall: [f64; N],
}

/// One number for each of the N.
#[inline(always)]
fn each<const N: usize>(number: impl Fn(usize) -> f64) -> [f64; N] {
    std::array::from_fn(number)
}

impl<const N: usize> Solve<'_, N> {
    /// The a of the right class.
    #[inline(always)]
    fn own(&self) -> [f64; N] {
        by_class(&self.classes.a)[self.classes.y]
    }

    /// Turns margins into distances from the right one.
    #[inline(always)]
    fn begin(&mut self) -> Start<N> {
        let Classes { count, y, a, log_a, margin, parts, .. } = &mut *self.classes;
        let right = tiled(&by_class::<N>(margin)[*y]);
        for ((margin, log_a), a) in margin.iter_mut().zip(log_a).zip(&*a) {
            *margin = each(|k| (margin[k] - right[k]).clamp(-1e300, 1e300));
            *log_a = simd::ln(*a);
        }
        margin.as_flattened_mut()[*count * N..].fill(-FAR);
        let top = Classes::<N>::most(margin);
        let behind = tiled(&top);
        for (part, margin) in parts.iter_mut().zip(&*margin) {
            *part = simd::exp(each(|k| margin[k] - behind[k]));
        }
        let others = self.classes.total(&self.classes.parts);
        let Classes { a, parts, .. } = &mut *self.classes;
        for (part, a) in parts.iter_mut().zip(&*a) {
            *part = each(|k| a[k] * (part[k] * part[k]));
        }
        let weighed = self.classes.total(&self.classes.parts);
        let own = simd::exp(top.map(|top| -top));
        let all = each::<N>(|k| own[k] + others[k]);
        let (log, behind) = (simd::ln(all), simd::ln(others.map(|others| others.max(SMALLEST))));
        Start {
            d: each::<N>(|k| others[k] / all[k]),
            l: each::<N>(|k| top[k] + log[k]),
            behind: each::<N>(|k| top[k] + behind[k]),
            together: each::<N>(|k| {
                let together = weighed[k] / (others[k] * others[k]).max(SMALLEST);
                if together < LARGEST { together } else { LARGEST }
            }),
        }
    }

    /// The ends of the bracket.
    #[inline(always)]
    fn bracket(&mut self, start: &Start<N>) -> ([f64; N], [f64; N]) {
        let own = self.own();
        let Classes { count, a, margin, parts, .. } = &mut *self.classes;
        let d = tiled(&start.d);
        for ((part, margin), a) in parts.iter_mut().zip(&*margin).zip(&*a) {
            *part = each(|k| margin[k] - a[k] * d[k]);
        }
        let low = Classes::<N>::most(parts);
        let count = *count as f64;
        let most = simd::ln(each::<N>(|k| count * (own[k] + 2.0)));
        let high = each::<N>(|k| (own[k] * start.d[k] + start.l[k]).min((most[k] + start.l[k]).max(1.0)));
        (low, high)
    }

    /// L if all wrong classes were one.
    #[inline(always)]
    fn guess(&self, start: &Start<N>, low: &[f64; N], high: &[f64; N]) -> [f64; N] {
        let own = self.own();
        let d = logistic::implicit((start.behind.map(|m| -m), each::<N>(|k| own[k] + start.together[k])));
        let log = simd::ln(each::<N>(|k| if d[k] > 0.5 { d[k] } else { 1.0 - d[k] }));
        each::<N>(|k| {
            let l = if d[k] > 0.5 {
                start.behind[k] - log[k] - start.together[k] * d[k]
            } else {
                own[k] * d[k] - log[k]
            };
            let l = if l > low[k] { l } else { low[k] };
            if l < high[k] { l } else { high[k] }
        })
    }

    /// The wrong classes' answers to L, which is `by` more than the last one asked if that was close.
    #[inline(always)]
    fn ask(&mut self, l: &[f64; N], by: Option<[f64; N]>) -> Answer<N> {
        let Classes { a, log_a, margin, w, shares, parts, .. } = &mut *self.classes;
        let (l, by) = (tiled(l), by.map(|by| tiled(&by)));
        let known = a.iter().zip(&*log_a).zip(&*margin);
        for (((a, log_a), margin), ((w, q), part)) in known.zip(w.iter_mut().zip(shares).zip(parts)) {
            let gap = each::<WIDE>(|k| margin[k] - l[k]);
            let t = each::<WIDE>(|k| log_a[k] + gap[k]);
            *w = match by {
                Some(by) => nearby(t, *w, by),
                None => lambert(t),
            };
            // Where W is large the difference has lost its digits, and W itself has them.
            let free = simd::exp(each::<WIDE>(|k| (gap[k] - w[k]).min(700.0)));
            *q = each(|k| if w[k] > 1.0 { w[k] / a[k] } else { free[k] });
            *part = each(|k| q[k] / (1.0 + w[k]));
        }
        let (d, fall) = (self.classes.total(&self.classes.shares), self.classes.total(&self.classes.parts));
        Answer { d, fall: fall.map(|fall| if fall > LEAST { fall } else { LEAST }) }
    }

    /// Moves the shares by a last change of L, to first order, and adds up d; no step is longer than the explicit one.
    #[inline(always)]
    fn end(&mut self, first: &[f64; N], change: &[f64; N]) {
        let change = tiled(change);
        for (q, w) in self.classes.shares.iter_mut().zip(&self.classes.w) {
            *q = each(|k| q[k] - q[k] * (change[k] / (1.0 + w[k])));
        }
        let total = self.classes.total(&self.classes.shares);
        let shrink = each::<N>(|k| if total[k] > first[k] { first[k] / total[k] } else { 1.0 });
        let by = tiled(&shrink);
        for q in &mut self.classes.shares {
            *q = each(|k| q[k] * by[k]);
        }
        let right = self.classes.y * N;
        let d = each::<N>(|k| total[k] * shrink[k]);
        self.classes.shares.as_flattened_mut()[right..right + N].copy_from_slice(&d);
    }
}

/// R(L), and where a model made of the answer to L has its root.
#[inline(always)]
fn foretell<const N: usize>(
    l: &[f64; N],
    own: &[f64; N],
    Answer { d, fall }: &Answer<N>,
) -> ([f64; N], [f64; N]) {
    let left = each::<N>(|k| if 1.0 - d[k] > SMALLEST { 1.0 - d[k] } else { SMALLEST });
    // -ln(1 - d), with all its digits where d is small.
    let odds = simd::log1p(each::<N>(|k| if d[k] < 0.5 { d[k] / left[k] } else { 1.0 }));
    let (half, far) = (|k: usize| d[k] <= 0.5, |k: usize| d[k] > 1.25);
    let log = simd::ln(each::<N>(|k| if far(k) { d[k] } else { left[k] }));
    let r = each::<N>(|k| own[k] * d[k] + if d[k] < 0.5 { odds[k] } else { -log[k] });
    // R exp(-rate (L' - L)) = L', or 1 - d' = W / steep for d' = d - fall (L' - L).
    let drop = each::<N>(|k| (own[k] + 1.0 / left[k]) * fall[k]);
    let rate = each::<N>(|k| drop[k] / r[k].max(SMALLEST));
    let steep = each::<N>(|k| own[k] + 1.0 / fall[k]);
    let scale = simd::ln(each::<N>(|k| if half(k) { drop[k].max(SMALLEST) } else { steep[k] }));
    let w = lambert(each::<N>(|k| {
        scale[k] + if half(k) { rate[k] * l[k] } else { own[k] - l[k] + (1.0 - d[k]) / fall[k] }
    }));
    let next = each::<N>(|k| {
        let line = (w[k] / steep[k] - (1.0 - d[k])) / fall[k];
        let ahead = if far(k) { log[k] * (d[k] / fall[k]) } else { line };
        if half(k) { w[k] / rate[k] } else { l[k] + ahead }
    });
    (r, next)
}

/// One step's bracket, and how far its last change went.
#[derive(Clone, Copy)]
struct Search {
    low: f64,
    high: f64,
    /// Whether the ends were asked.
    asked: [bool; 2],
    last: f64,
    close: f64,
}

impl Search {
    /// Where to ask after L, given R(L), d and where the model has its root; and whether that is the root.
    #[inline(always)]
    fn next(&mut self, l: f64, r: f64, d: f64, model: f64, noise: f64, patient: bool) -> (f64, bool) {
        let right = d >= 1.0 || r > l;
        *(if right { &mut self.low } else { &mut self.high }) = l;
        self.asked[usize::from(!right)] = true;
        let (below, above) = (model < self.low - noise, model > self.high + noise);
        let found = !below && !above && (model - l).abs() <= self.close + noise;
        // However the models fail, a split whenever one points as far as that before it ends it.
        let stuck = !patient && !found && (model - l).abs() > 0.5 * self.last;
        let floor = self.low.max(1.0);
        let split = if self.high > 4.0 * floor {
            floor.sqrt() * self.high.sqrt()
        } else {
            0.5 * self.low + 0.5 * self.high
        };
        let to = match (below, above) {
            _ if stuck => split,
            (true, _) => [self.low, split][usize::from(self.asked[0])],
            (_, true) => [self.high, split][usize::from(self.asked[1])],
            _ => model,
        };
        self.last = if stuck { f64::INFINITY } else { (to - l).abs() };
        (to, found)
    }
}

impl<const N: usize> Loop for Solve<'_, N> {
    type Output = u32;

    #[inline(always)]
    fn call(mut self) -> u32 {
        let start = self.begin();
        let (low, high) = self.bracket(&start);
        let mut l = self.guess(&start, &low, &high);
        let (first, own, close) = (start.d, self.own(), self.close);
        let mut searches: [Search; N] = std::array::from_fn(|k| Search {
            low: low[k],
            high: high[k],
            asked: [false; 2],
            last: f64::INFINITY,
            close,
        });
        let (mut by, mut asked) = (None, 0);
        let mut change = [0.0; N];
        for step in 0..MOST_STEPS {
            asked += 1;
            let answer = self.ask(&l, by);
            let (r, model) = foretell(&l, &own, &answer);
            let (mut open, mut near) = (false, true);
            for k in 0..N {
                // What rounding may have done to L.
                let noise = 16.0 * f64::EPSILON * (l[k] + answer.d[k] / answer.fall[k]);
                let (to, found) = searches[k].next(l[k], r[k], answer.d[k], model[k], noise, step < 3);
                change[k] = to - l[k];
                open |= !found && first[k] > SMALLEST;
                near &= change[k].abs() <= NEARBY;
            }
            if !open {
                break;
            }
            l = each::<N>(|k| l[k] + change[k]);
            by = if near { Some(change) } else { None };
            change = [0.0; N];
        }
        // A step that is none at all may have been left anywhere.
        let change = each::<N>(|k| if first[k] > SMALLEST { change[k] } else { 0.0 });
        self.end(&first, &change);
        asked
    }
}

#[cfg(test)]
mod tests;
