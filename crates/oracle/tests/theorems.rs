//! Theorems the twins must obey, checked on whole runs.
use oracle::streams::{self, Labels};
use oracle::{
    Loss, Terms, Twin, best_linear, comparator, dot, flh, global, implicit_composite, objective, optimistic,
    per_coord, strongly_convex, variation,
};

#[test]
fn composite_step_is_optimal() {
    let losses = [
        (Loss::Logistic, Labels::Binary),
        (Loss::Hinge, Labels::Binary),
        (Loss::SquaredHinge, Labels::Binary),
        (Loss::Squared, Labels::Real),
        (Loss::Absolute, Labels::Real),
        (Loss::Quantile(0.3), Labels::Real),
        (Loss::Huber(0.2), Labels::Real),
        (Loss::Poisson, Labels::Count),
    ];
    let terms = Terms::cube(3, -0.5, 0.75).with_l1(0.05).with_l2(0.1);
    for (loss, labels) in losses {
        let mut twin = implicit_composite(3, loss, terms.clone(), 0.4);
        let mut noise = streams::SplitMix64::new(3);
        for e in streams::random(11, 3, 40, 0.8, labels) {
            let old = twin.point();
            let price = |w: &[f64]| {
                let moved: f64 = w.iter().zip(&old).map(|(a, b)| 0.5 * (a - b) * (a - b)).sum();
                moved + 0.4 * (loss.value(dot(w, &e.x), e.y) + terms.penalty(w))
            };
            twin.learn(&e.x, e.y, 1.0);
            let best = price(&twin.point());
            for size in [1.0, 0.1, 1e-3] {
                for _ in 0..20 {
                    let near = |i: usize| terms.clip(i, twin.point()[i] + size * noise.signed());
                    let w: Vec<f64> = (0..3).map(near).collect();
                    assert!(price(&w) >= best - 1e-12, "{loss:?}");
                }
            }
        }
    }
}

/// `sum_i D_i sqrt(2 sum g_i^2)` and `D sqrt(2 sum |g|^2)`.
fn bounds(gradients: &[Vec<f64>], terms: &Terms) -> (f64, f64) {
    let squares = |i: usize| gradients.iter().map(|g| g[i] * g[i]).sum::<f64>();
    let each = (0..terms.dim()).map(|i| terms.width(i) * (2.0 * squares(i)).sqrt()).sum();
    let d2: f64 = (0..terms.dim()).map(|i| terms.width(i) * terms.width(i)).sum();
    let all: f64 = (0..terms.dim()).map(squares).sum();
    (each, (2.0 * d2 * all).sqrt())
}

/// Plays linear losses chosen against the player; its regret and the gradients.
fn linear_regret(mut twin: impl Twin, terms: &Terms, rounds: usize) -> (f64, Vec<Vec<f64>>) {
    let mut noise = streams::SplitMix64::new(21);
    let (mut total, mut gradients) = (0.0, Vec::new());
    for _ in 0..rounds {
        let w = twin.point();
        let against = |w: &f64| if *w > 0.1 { 1.0 } else { -1.0 };
        let g: Vec<f64> = w.iter().map(|w| noise.uniform() * against(w) + 0.1 * noise.signed()).collect();
        total += dot(&g, &w);
        twin.play(&g);
        gradients.push(g);
    }
    (total - best_linear(&gradients, terms).1, gradients)
}

#[test]
fn linear_regret_is_within_the_bounds() {
    let terms = Terms::boxed(vec![-1.0, 0.0, -3.0], vec![1.0, 0.5, 1.0]);
    let (regret, gradients) = linear_regret(per_coord(3, Loss::Squared, terms.clone(), 1.0), &terms, 2000);
    assert!(regret <= bounds(&gradients, &terms).0);
    let (regret, gradients) = linear_regret(global(3, Loss::Squared, terms.clone(), 1.0), &terms, 2000);
    assert!(regret <= bounds(&gradients, &terms).1);
    let (each, all) = bounds(&gradients, &terms);
    assert!(each <= all);
    let (regret, gradients) = linear_regret(strongly_convex(3, Loss::Squared, terms.clone()), &terms, 2000);
    assert!(regret <= 3.0 * bounds(&gradients, &terms).0);
    let (regret, gradients) = linear_regret(optimistic(3, Loss::Squared, terms.clone(), 1.0), &terms, 2000);
    assert!(regret <= 3.0 * bounds(&gradients, &terms).0);
    let (regret, gradients) = linear_regret(variation(3, Loss::Squared, terms.clone()), &terms, 2000);
    assert!(regret <= 10.0 * bounds(&gradients, &terms).0);
}

#[test]
fn regret_on_adversarial_examples_is_within_the_bound() {
    let terms = Terms::cube(4, -1.0, 1.0);
    let cases = [
        (Loss::Logistic, Labels::Binary),
        (Loss::Hinge, Labels::Binary),
        (Loss::Absolute, Labels::Real),
        (Loss::Poisson, Labels::Count),
    ];
    for (loss, labels) in cases {
        let mut twin = per_coord(4, loss, terms.clone(), 1.0);
        let (mut total, mut gradients) = (0.0, Vec::new());
        let played = streams::adversarial_signs(31, 4, 300, 0.6, labels, |x, label| {
            let z = twin.margin(x);
            let y = label(z);
            total += loss.value(z, y);
            gradients.push(x.iter().map(|x| loss.slope(z, y) * x).collect());
            twin.learn(x, y, 1.0);
        });
        let best = comparator(loss, &played, &terms);
        assert!(total - best.lower <= bounds(&gradients, &terms).0, "{loss:?}");
        assert!(best.value <= objective(loss, &played, &terms, &twin.point()));
    }
}

/// A long history misleads its base learner after a jump; the copies born since do not care.
#[test]
fn histories_follow_a_jump() {
    let terms = Terms::cube(1, -1.0, 1.0);
    let base = move || Box::new(per_coord(1, Loss::Absolute, terms.clone(), 0.2)) as Box<dyn Twin>;
    let mut alone = base();
    let mut copies = flh(Loss::Absolute, 1.0, Box::new(base));
    let (mut lone, mut mixed) = (0.0, 0.0);
    for t in 0..2000 {
        let y = if t < 1500 { -0.9 } else { 0.9 };
        lone += Loss::Absolute.value(alone.margin(&[1.0]), y);
        mixed += Loss::Absolute.value(copies.margin(&[1.0]), y);
        alone.learn(&[1.0], y, 1.0);
        copies.learn(&[1.0], y, 1.0);
    }
    assert!(mixed < 0.7 * lone, "{mixed} against {lone}");
}
