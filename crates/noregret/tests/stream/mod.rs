//! The oracle's dense examples as the sparse ones learners take, and the specs every test runs over.
#![allow(dead_code, clippy::unwrap_used, reason = "every test file uses a part, and a test may panic")]

use noregret::{Checked, FeaturesBuf, Loss, Online, Parameters, algorithms};
use oracle::Example;
use oracle::streams;

/// The oracle's kind of labels for a loss.
pub fn labels(loss: Loss) -> streams::Labels {
    twin_loss(loss).labels()
}

/// The oracle's loss; panics where it has none of that name.
pub fn twin_loss(loss: Loss) -> oracle::Loss {
    oracle::Loss::named(loss.name(), loss.parameter())
}

/// A named algorithm with parameters, checked.
pub fn checked(name: &str, loss: Option<Loss>, parameters: &Parameters) -> Checked {
    algorithms::find(name).unwrap().spec(loss, parameters).unwrap().check().unwrap()
}

/// One dense example, learned; the margin before.
pub fn learn(learner: &mut dyn Online, example: &Example) -> f64 {
    let mut buf = FeaturesBuf::new();
    example.x.iter().enumerate().for_each(|(i, &v)| buf.push(i as u32, v));
    learner.learn(buf.finish().unwrap(), example.y, example.h).unwrap()
}

/// The margin of a dense vector.
pub fn margin(learner: &dyn Online, x: &[f64]) -> f64 {
    let mut buf = FeaturesBuf::new();
    x.iter().enumerate().for_each(|(i, &v)| buf.push(i as u32, v));
    learner.margin(buf.finish().unwrap())
}

/// The losses an algorithm (with these parameters) learns.
pub fn losses(name: &str, parameters: &Parameters) -> Vec<Loss> {
    let fits = |loss: &Loss| algorithms::find(name).unwrap().spec(Some(*loss), parameters).is_ok();
    Loss::all().into_iter().filter(fits).collect()
}

/// The algorithm of every name, flh around every other one.
pub fn everyone() -> Vec<(&'static str, Parameters)> {
    let mut all = Vec::new();
    for algorithm in algorithms::ALL {
        if algorithm.name == "flh" {
            let bases = algorithms::ALL.iter().filter(|base| base.name != "flh");
            all.extend(bases.map(|base| ("flh", Parameters::new().word("base", base.name))));
        } else {
            all.push((algorithm.name, Parameters::new()));
        }
        if algorithm.name != "mirror" && algorithm.parameters.iter().any(|p| p.name == "update") {
            all.push((algorithm.name, Parameters::new().word("update", "implicit")));
        }
    }
    let held = || Parameters::new().number("l1", 0.01).number("l2", 0.02);
    all.extend([("auto", held()), ("auto", held().interval("box", -0.25, 2.0))]);
    all.push(("auto", Parameters::new().number("radius", 0.5)));
    all.push(("ada-diag", Parameters::new().word("average", "yes")));
    for features in [3.0, 1e6] {
        let told = Parameters::new().number("features", features);
        all.push(("global", told.clone()));
        all.push(("global", told.word("update", "implicit")));
    }
    all.push(("flh", Parameters::new().word("base", "global").number("features", 20.0)));
    let mirror = |potential: &str| ("mirror", Parameters::new().word("potential", potential));
    all.extend([mirror("entropy"), mirror("burg")]);
    all.push(("mirror", mirror("entropy").1.word("signed", "yes")));
    all.push(("mirror", mirror("entropy").1.word("signed", "yes").word("set", "simplex")));
    for potential in ["euclidean", "entropy", "burg"] {
        all.push(("mirror", mirror(potential).1.word("set", "simplex")));
    }
    all.push(("mirror", mirror("euclidean").1.word("set", "ball:2").word("update", "explicit")));
    all.push(("mirror", mirror("entropy").1.number("l1", 0.01).number("radius", 3.0)));
    for name in ["ada-full", "ada-fd", "fd-son", "rfd-son", "s-ada"] {
        let pds = Parameters::new().word("method", "pds");
        all.push((name, pds.clone()));
        all.push((name, pds.word("update", "implicit")));
        if name != "ada-full" {
            // As published; without a word they are preconditioned.
            let published = Parameters::new().word("precondition", "none");
            all.push((name, published.clone()));
            all.push((name, published.word("update", "implicit")));
        }
    }
    for method in ["cmd", "pds"] {
        let few = Parameters::new().number("tau", 3.0).word("method", method);
        all.push(("ada-fd", few.clone()));
        all.push(("ada-fd", few.number("l1", 0.01).number("l2", 0.01).interval("box", -0.25, 2.0)));
    }
    all
}

/// Learners with penalties, and boxes beside them.
pub fn penalized() -> Vec<(&'static str, Parameters)> {
    let both = || Parameters::new().number("l1", 0.01).number("l2", 0.02);
    vec![
        ("auto", both()),
        ("auto", both().number("radius", 0.3)),
        ("ogd", both()),
        ("ogd", both().number("radius", 0.5).word("update", "implicit")),
        ("per-coord", both()),
        ("per-coord", both().word("update", "implicit")),
        ("global", both()),
        ("ada-diag", both()),
        ("ada-diag", both().number("radius", 1.0).word("method", "pds")),
        ("ftrl", both()),
        ("strongly-convex", Parameters::new().number("l2", 0.02)),
        ("mirror", both()),
    ]
}
