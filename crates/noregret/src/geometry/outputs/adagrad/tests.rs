//! The tight loops against the general path, bit for bit.

use super::*;
use crate::classes::{Classifier, Classify, Coupled};
use crate::geometry::Wide;
use crate::loss::Loss;
use crate::rule::interval::Interval;
use crate::rule::memory;
use crate::rule::metric::Diagonal;
use crate::rule::potential::Euclidean;
use crate::rule::{Bregman, Terms};
use crate::spec::{Coupling, Update};
use oracle::streams::SplitMix64;

fn general(eta: f64, delta: f64) -> impl Outputs {
    let everywhere = Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY };
    let rule = Bregman {
        potential: Euclidean,
        metric: Diagonal { delta },
        memory: memory::Mirror,
        project_after: false,
    };
    Wide::new(rule, vec![Terms { set: everywhere, l1: 0.0, l2: 0.0, eta, start: 0.0 }])
}

/// Margins, refusals, weights; explicit and implicit, both couplings, odd numbers among the values, classes that come late.
#[test]
fn the_same_bits_as_the_general_path() {
    let logistic: Loss = "logistic".parse().unwrap();
    let mut cases = vec![(Coupling::Softmax, logistic)];
    cases.extend(["logistic", "hinge", "squared-hinge"].map(|loss| (Coupling::Rest, loss.parse().unwrap())));
    let odd = [1e200, -1e308, 5e-324, 1e-170, 3e10];
    for (coupling, loss) in cases {
        for (update, delta) in [(Update::Explicit, 1e-6), (Update::Implicit, 0.0), (Update::Implicit, 0.5)] {
            let eta = 0.3;
            let mut general = Coupled::new(coupling, loss, loss, update, general(eta, delta));
            let mut tight = Coupled::new(coupling, loss, loss, update, WideAdagrad::new(eta, delta));
            let mut random = SplitMix64::new(5);
            let (mut a, mut b) = (Vec::new(), Vec::new());
            for t in 0..600usize {
                let draws = (0..40).map(|i| (random.uniform(), (i * i * 3, random.signed())));
                let mut entries: Vec<(u32, f64)> =
                    draws.filter(|(chosen, _)| *chosen < 0.3).map(|(_, entry)| entry).collect();
                if t % 23 == 11 && !entries.is_empty() {
                    let k = t % entries.len();
                    entries[k].1 = odd[t / 23 % odd.len()];
                }
                let (indices, values): (Vec<u32>, Vec<f64>) = entries.into_iter().unzip();
                let x = Features::new(&indices, &values).unwrap();
                let class = (random.uniform() * (2.0 + (t / 100) as f64 * 2.0)) as usize;
                let weight = [1.0, 2.0, 0.0, 0.3][t % 4];
                let mut pure = [vec![0.0; tight.outputs() + 1], vec![0.0; general.outputs() + 1]];
                tight.margins(x, &mut pure[0]);
                general.margins(x, &mut pure[1]);
                assert_eq!(format!("{:?}", pure[0]), format!("{:?}", pure[1]));
                let (left, right) =
                    (tight.learn(x, class, weight, &mut a), general.learn(x, class, weight, &mut b));
                assert_eq!(format!("{left:?}"), format!("{right:?}"), "{coupling} {loss} {update:?} {t}");
                if left.is_ok() {
                    let bits = |z: &[f64]| z.iter().map(|z| z.to_bits()).collect::<Vec<_>>();
                    assert_eq!(bits(&a), bits(&b), "{coupling} {loss} {update:?} {t}");
                }
                assert_eq!(tight.outputs(), general.outputs());
            }
            assert_eq!(tight.rounds(), general.rounds());
            assert!(tight.outputs() > 9);
            for class in 0..tight.outputs() {
                let met = general.weights(class).into_iter().filter(|weight| weight.value != 0.0);
                let tight = tight.weights(class).into_iter().filter(|weight| weight.value != 0.0);
                assert!(met.eq(tight), "{coupling} {loss} {update:?} class {class}");
            }
            assert_eq!(tight.active(), general.active());
        }
    }
}

/// Row widths grow as classes come; a table that has had room for all from the start says the same.
#[test]
fn how_much_room_there_is_shows_in_no_result() {
    let logistic: Loss = "logistic".parse().unwrap();
    let make =
        || Coupled::new(Coupling::Softmax, logistic, logistic, Update::Implicit, WideAdagrad::new(0.3, 1e-6));
    let (mut plain, mut roomy) = (make(), make());
    // Prepared and forgotten: room for 200 classes, and no class more.
    let mut margins = Vec::new();
    let x = Features::new(&[4], &[1.0]).unwrap();
    roomy.prepare(x, 199, 1.0, &mut margins).unwrap();
    assert_eq!((margins.len(), roomy.outputs()), (200, 0));
    let mut random = SplitMix64::new(2);
    let mut other = Vec::new();
    for t in 0..300 {
        let values = [random.signed(), random.signed()];
        let indices = [t % 7, 9 + t % 5];
        let x = Features::new(&indices, &values).unwrap();
        let class = (random.uniform() * 13.0) as usize;
        plain.learn(x, class, 1.0, &mut margins).unwrap();
        roomy.learn(x, class, 1.0, &mut other).unwrap();
        assert_eq!(margins, other);
    }
    assert_eq!(plain.state(), roomy.state());
}
