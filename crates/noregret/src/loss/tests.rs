//! Every listed loss against its slow twin, its own derivative and the optimality of its implicit step.

use super::*;
use proptest::prelude::*;

/// The oracle's loss; panics where it has none of that name.
pub(crate) fn twin(loss: Loss) -> oracle::Loss {
    oracle::Loss::named(loss.name(), loss.parameter())
}

/// The oracle's kind of labels.
pub(crate) fn kind(loss: Loss) -> oracle::streams::Labels {
    twin(loss).labels()
}

fn label(loss: Loss, draw: f64) -> f64 {
    match loss.labels() {
        Labels::Binary => {
            if draw < 0.0 {
                -1.0
            } else {
                1.0
            }
        }
        Labels::Real => draw,
        Labels::Count => draw.abs().floor(),
    }
}

#[test]
fn text_reads_back() {
    for loss in Loss::all() {
        assert_eq!(loss.to_string().parse::<Loss>().unwrap(), loss);
        let json = serde_json::to_string(&loss).unwrap();
        assert_eq!(serde_json::from_str::<Loss>(&json).unwrap(), loss);
    }
    let forms = Loss::forms();
    assert!(forms.contains(&"hinge".to_owned()) && forms.contains(&"quantile(Q)".to_owned()), "{forms:?}");
    assert_eq!("quantile(0.9)".parse::<Loss>().unwrap(), Loss::Quantile(Quantile { q: 0.9 }));
    assert_eq!("huber".parse::<Loss>().unwrap(), Loss::Huber(Huber { d: 1.0 }));
    for bad in [
        "",
        "log",
        "hinge(1)",
        "quantile(1)",
        "quantile(0)",
        "quantile(x)",
        "huber(-1)",
        "huber(1",
        "huber(nan)",
    ] {
        assert!(bad.parse::<Loss>().is_err(), "{bad}");
    }
}

#[test]
fn what_is_no_number_costs_no_number() {
    for loss in Loss::all() {
        assert!(loss.value(f64::NAN, 1.0).is_nan(), "{loss}");
        assert!(loss.value_error(f64::NAN, 1.0).is_nan(), "{loss}");
    }
}

#[test]
fn finite_for_every_finite_margin() {
    for loss in Loss::all() {
        for p in [0.0, 1e6, -1e6, 1e150, -1e150, 1e300, -1e300, f64::MAX, -f64::MAX, f64::MIN_POSITIVE] {
            for draw in [-3.0, 2.0, 0.0, 1e300, -1e300, 1e131] {
                let y = label(loss, draw);
                for c in [0.0, 1e-12, 1.0, 1e12] {
                    assert!(loss.value(p, y).is_finite(), "{loss} value({p}, {y})");
                    assert!(loss.slope(p, y).is_finite(), "{loss} slope({p}, {y})");
                    assert!(loss.implicit_slope(p, y, c).is_finite(), "{loss} implicit({p}, {y}, {c})");
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn equal_to_the_twin(p in -50.0..50.0f64, draw in -9.0..9.0f64) {
        for loss in Loss::all() {
            let (y, twin) = (label(loss, draw), twin(loss));
            let near = |a: f64, b: f64| (a - b).abs() <= 1e-12 * (1.0 + b.abs());
            prop_assert!(near(loss.value(p, y), twin.value(p, y)), "{} value({p}, {y})", loss);
            prop_assert!(near(loss.slope(p, y), twin.slope(p, y)), "{} slope({p}, {y})", loss);
        }
    }

    #[test]
    fn slope_is_a_subgradient(p in -20.0..20.0f64, q in -20.0..20.0f64, draw in -9.0..9.0f64) {
        for loss in Loss::all() {
            let y = label(loss, draw);
            let tangent = loss.value(p, y) + loss.slope(p, y) * (q - p);
            prop_assert!(loss.value(q, y) >= tangent - 1e-9 * (1.0 + tangent.abs()), "{} at {p} and {q}", loss);
        }
    }

    /// The margin p - c s minimises 1/2 (q - p)^2 + c l(q): no neighbour is better, and s lies between 0 and the slope.
    #[test]
    fn implicit_slope_is_optimal(p in -20.0..20.0f64, draw in -9.0..9.0f64, exponent in -6.0..6.0f64) {
        let c = libm::pow(10.0, exponent);
        for loss in Loss::all() {
            let y = label(loss, draw);
            let (s, full) = (loss.implicit_slope(p, y, c), loss.slope(p, y));
            prop_assert!(s * full >= 0.0 && s.abs() <= full.abs() * (1.0 + 1e-15), "{} s = {s}, slope = {full}", loss);
            let at = |q: f64| 0.5 * (q - p) * (q - p) / c + loss.value(q, y);
            let best = p - c * s;
            for step in [1e-3, 1e-5] {
                for q in [best - step, best + step] {
                    prop_assert!(at(q) >= at(best) - 1e-9 * (1.0 + at(best).abs()), "{} p={p} y={y} c={c} s={s}", loss);
                }
            }
        }
    }
}
