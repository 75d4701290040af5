//! Every spec reads back to the same bits, and nothing else reads as one.

use super::*;
use crate::rule::schedule::Rate;

fn read_back(spec: &Spec) -> String {
    let json = serde_json::to_string(spec).unwrap();
    let back: Spec = serde_json::from_str(&json).unwrap();
    assert_eq!(back, *spec, "{json}");
    assert_eq!(format!("{back:?}"), format!("{spec:?}"), "{json}");
    assert_eq!(serde_json::to_string(&back).unwrap(), json);
    json
}

#[test]
fn every_algorithm_reads_back() {
    for algorithm in algorithms::ALL {
        let mut spec = algorithm.spec(None, &Parameters::new()).unwrap();
        read_back(&spec);
        spec.l1 = 0.1 + 0.2;
        spec.l2 = -0.0;
        spec.groups.push(Group {
            name: "my (odd)=\u{e9}, \"name\"".into(),
            set: Some(Interval { lo: -1e-300, hi: 3.0 }),
            l1: None,
            l2: Some(0.25),
        });
        spec.groups.push(Group { name: "3-10".into(), set: None, l1: None, l2: Some(-0.0) });
        read_back(&spec);
    }
}

/// JSON has no infinity: the ends of a box are words then.
#[test]
fn infinite_boxes_read_back() {
    let mut spec = algorithms::find("ogd").unwrap().spec(None, &Parameters::new()).unwrap();
    for (lo, hi) in [
        (f64::NEG_INFINITY, f64::INFINITY),
        (f64::NEG_INFINITY, 5e-324),
        (-0.0, f64::INFINITY),
        (f64::MIN, f64::MAX),
        (-0.1, 1.0 / 3.0),
    ] {
        spec.set = Some(Interval { lo, hi });
        spec.groups = vec![Group { name: "a".into(), set: spec.set, l1: None, l2: None }];
        read_back(&spec);
        let given = Parameters { groups: spec.groups.clone(), ..Parameters::new().interval("box", lo, hi) };
        let json = serde_json::to_string(&given).unwrap();
        assert_eq!(serde_json::from_str::<Parameters>(&json).unwrap(), given, "{json}");
    }
}

#[test]
fn a_spec_reads_like_its_parts() {
    let given = Parameters::new().number("features", 7.0).number("scale", 0.5);
    let spec =
        algorithms::find("global").unwrap().spec(Some("quantile(0.9)".parse().unwrap()), &given).unwrap();
    assert_eq!(
        read_back(&spec),
        r#"{"loss":"quantile(0.9)","learner":{"descent":{"metric":{"diameter":{"scale":0.5,"features":7}},"memory":"mirror","update":"explicit"}},"set":{"lo":-1.0,"hi":1.0}}"#
    );
    let spec = algorithms::find("flh").unwrap().spec(None, &Parameters::new().word("base", "auto")).unwrap();
    assert_eq!(read_back(&spec), r#"{"loss":"logistic","learner":{"auto":{}},"flh":1.0}"#);
}

#[test]
fn every_part_reads_back() {
    let metrics = [
        Metric::Fixed { rate: Rate::Inverse, eta: 0.1 },
        Metric::Diameter { scale: 1e-300, features: None },
        Metric::Unlimited,
        Metric::Diagonal { eta: 1.0 / 3.0, delta: 0.0 },
        Metric::PerCoordinate { scale: 5e-324 },
    ];
    for metric in metrics {
        for memory in [Memory::Mirror, Memory::Averaging, Memory::Proximal] {
            for update in [Update::Explicit, Update::Implicit] {
                let step_loss = (update == Update::Implicit).then(|| "huber(0.3)".parse().unwrap());
                let learner = learner::Descent { metric, memory, update, step_loss }.into();
                let loss = "squared".parse().unwrap();
                read_back(&Spec {
                    loss,
                    learner,
                    set: None,
                    l1: 0.0,
                    l2: 0.0,
                    groups: vec![],
                    flh: None,
                    normalize: update == Update::Implicit,
                    average: memory == Memory::Mirror,
                    classes: None,
                });
            }
        }
    }
}

#[test]
fn refuses_what_is_no_spec() {
    for json in [
        "",
        "{}",
        r#"{"loss":"hinge"}"#,
        r#"{"loss":"hinge","learner":"cw"}"#,
        r#"{"loss":"hinge","learner":{"cw":{"phi":1}}}"#,
        r#"{"loss":"hinge","learner":{"cw":{"phi":1,"variance":1,"x":2}}}"#,
        r#"{"loss":"hinge","learner":{"cw":{"phi":null,"variance":1}}}"#,
        r#"{"loss":"hinge","learner":{"variation":{"x":1}}}"#,
        r#"{"loss":"hinge","learner":{"nothing":{}}}"#,
        r#"{"loss":"nope","learner":{"variation":{}}}"#,
        r#"{"loss":"hinge","learner":{"variation":{}},"set":1}"#,
        r#"{"loss":"hinge","learner":{"variation":{}},"set":{"lo":0}}"#,
        r#"{"loss":"hinge","learner":{"variation":{}},"set":{"lo":0,"hi":"high"}}"#,
        r#"{"loss":"hinge","learner":{"variation":{}},"set":{"lo":0,"hi":1,"mid":2}}"#,
        r#"{"loss":"hinge","learner":{"variation":{}},"colour":"red"}"#,
        r#"{"loss":"hinge","learner":{"variation":{}},"groups":[{"l1":1}]}"#,
        r#"{"loss":"hinge","learner":{"descent":{"metric":{"fixed":{"rate":"never","eta":1}},"memory":"mirror","update":"explicit"}}}"#,
        r#"{"loss":"hinge","learner":{"descent":{"metric":{"diagonal":{"eta":1,"delta":0}},"memory":"none","update":"explicit"}}}"#,
        r#"{"loss":"hinge","learner":{"descent":{"metric":{"diameter":{"scale":1,"features":2.5}},"memory":"mirror","update":"explicit"}}}"#,
    ] {
        assert!(serde_json::from_str::<Spec>(json).is_err(), "{json:?}");
    }
}
