//! Labels in every order and kind.

use super::*;
use crate::error::fault::LineFault;
use crate::text::shortest::shortest;

fn read(labels: &mut Labels, text: &str) -> Result<LabelRead, LineFault> {
    labels.read(text.as_bytes(), true)
}

/// A limit is kept with the model, and is no part of it where there is none.
#[test]
fn there_are_as_many_classes_as_there_may_be() {
    let mut labels = Labels::new(LabelKind::Classes);
    assert!(!serde_json::to_string(&labels).unwrap().contains("most"));
    labels.limit_classes(2);
    let read = |labels: &mut Labels, text: &str| labels.read(text.as_bytes(), true);
    assert_eq!(read(&mut labels, "a"), Ok(LabelRead::Value(0.0)));
    assert_eq!(read(&mut labels, "b"), Ok(LabelRead::Value(1.0)));
    let mut again: Labels = serde_json::from_str(&serde_json::to_string(&labels).unwrap()).unwrap();
    for labels in [&mut labels, &mut again] {
        assert_eq!(read(labels, "c"), Err(LineFault::ManyClasses { limit: 2 }));
        assert_eq!(read(labels, "b"), Ok(LabelRead::Value(1.0)));
        assert_eq!(labels.classes().len(), 2);
    }
    let mut open = Labels::new(LabelKind::Open);
    open.limit_classes(3);
    for label in ["a", "b", "c"] {
        assert!(read(&mut open, label).is_ok());
    }
    assert_eq!(read(&mut open, "d"), Err(LineFault::ManyClasses { limit: 3 }));
}

#[test]
fn every_usual_pair_is_found_in_either_order() {
    for (negative, positive) in [("-1", "1"), ("0", "1"), ("1", "2"), ("ham", "spam")] {
        for order in [[negative, positive], [positive, negative]] {
            let mut labels = Labels::new(LabelKind::Binary);
            for label in order {
                read(&mut labels, label).unwrap();
            }
            assert_eq!(labels.mapping().unwrap(), [negative, positive]);
            assert_eq!(read(&mut labels, negative), Ok(LabelRead::Value(-1.0)));
            assert_eq!(read(&mut labels, positive), Ok(LabelRead::Value(1.0)));
            assert!(matches!(read(&mut labels, "3"), Err(LineFault::ThirdLabel { .. })));
        }
    }
}

#[test]
fn a_lone_one_waits_then_is_positive_and_binding() {
    let mut labels = Labels::new(LabelKind::Binary);
    assert_eq!(read(&mut labels, "+1"), Ok(LabelRead::Pending(0)));
    assert_eq!(read(&mut labels, "1.0"), Ok(LabelRead::Pending(0)));
    assert!(labels.waits());
    labels.assume();
    assert_eq!(labels.class("1"), Some(1.0));
    assert!(labels.describe().unwrap().contains("assumed"));
    assert!(matches!(read(&mut labels, "2"), Err(LineFault::Contradiction { .. })));
    assert!(matches!(read(&mut labels, "7"), Err(LineFault::UnlikeFirst { .. })));
    assert_eq!(read(&mut labels, "0"), Ok(LabelRead::Value(-1.0)));
    assert_eq!(labels.describe().unwrap(), "0 -> -1, 1 -> +1");
}

#[test]
fn texts_and_numbers_do_not_mix() {
    let mut labels = Labels::new(LabelKind::Binary);
    read(&mut labels, "yes").unwrap();
    assert!(matches!(read(&mut labels, "0"), Err(LineFault::UnlikeFirst { .. })));
    assert!(matches!(read(&mut labels, "nan"), Err(LineFault::Number { .. })));
    labels.assume();
    assert!(matches!(read(&mut labels, "zebra"), Err(LineFault::Contradiction { .. })));
    assert_eq!(read(&mut labels, "no"), Ok(LabelRead::Value(-1.0)));
    let mut strict = Labels::new(LabelKind::Binary);
    assert!(matches!(strict.read(b"yes", false), Err(LineFault::Number { .. })));
    assert!(matches!(strict.read(b"3", false), Err(LineFault::NotBinary)));
}

#[test]
fn labels_that_would_look_alike_are_refused() {
    let mut labels = Labels::new(LabelKind::Binary);
    assert_eq!(labels.read(b"0\x8d", true), Err(LineFault::LabelNotText));
    assert_eq!(labels, Labels::new(LabelKind::Binary));
}

#[test]
fn an_explicit_pair_may_be_anything() {
    let mut labels = Labels::binary_pair("5", "3");
    assert_eq!(labels.read(b"3.0", false), Ok(LabelRead::Value(1.0)));
    assert_eq!(labels.read(b"5", false), Ok(LabelRead::Value(-1.0)));
    assert!(matches!(labels.read(b"1", false), Err(LineFault::ThirdLabel { .. })));
    assert!(Labels::binary_pair("b", "a").knows(b"a"));
}

#[test]
fn open_labels_become_classes_or_numbers() {
    let open = |texts: &[&str]| {
        let mut labels = Labels::new(LabelKind::Open);
        let readings: Vec<_> = texts.iter().map(|text| read(&mut labels, text).unwrap()).collect();
        (labels, readings)
    };
    let (mut labels, readings) = open(&["3.5", "2", "3.5", "-1"]);
    assert_eq!((labels.kind(), readings[3]), (LabelKind::Real, LabelRead::Value(-1.0)));
    assert_eq!(readings[..3], [0, 1, 0].map(LabelRead::Pending));
    assert_eq!(labels.meanings(), [3.5, 2.0, -1.0]);
    for (texts, pair) in [(["5", "3"], ["3", "5"]), (["1", "0"], ["0", "1"]), (["-1", "+1"], ["-1", "1"])] {
        assert_eq!(open(&texts).0.enough(), (texts[0] == "-1").then_some(1), "they may be sorted");
        let (mut labels, _) = open(&[texts[0], texts[1], texts[0]]);
        assert_eq!(
            labels.enough(),
            Some([1000, 100, 1][["5", "1", "-1"].iter().position(|t| *t == texts[0]).unwrap()])
        );
        labels.assume();
        assert_eq!((labels.kind(), labels.mapping().unwrap()), (LabelKind::Binary, pair.map(str::to_owned)));
        assert_eq!(labels.meanings(), if texts[0] == "-1" { [-1.0, 1.0] } else { [1.0, -1.0] });
    }
    for (lone, kind) in [
        ("1", LabelKind::Binary),
        ("0", LabelKind::Binary),
        ("7", LabelKind::Real),
        ("yes", LabelKind::Binary),
    ] {
        let (mut labels, _) = open(&[lone, lone]);
        labels.assume();
        assert_eq!(labels.kind(), kind, "{lone}");
    }
    assert_eq!(open(&["good", "acc", "good"]).0.enough(), Some(10_000), "a third text may come");
    assert_eq!(open(&["yes", "yes", "no", "no"]).0.enough(), None, "sorted");
    let (mut labels, _) = open(&["yes", "No", "yes"]);
    assert_eq!((labels.waits(), labels.enough()), (true, Some(1000)), "a third text is less likely");
    labels = open(&["yes", "no"]).0;
    labels.assume();
    assert_eq!(labels.mapping().unwrap(), ["no", "yes"]);
    assert_eq!((labels.kind(), labels.meanings()), (LabelKind::Binary, vec![1.0, -1.0]));
    let (mut labels, _) = open(&["1", "2"]);
    assert!(read(&mut labels, "yes").is_err());
    let mut none = Labels::new(LabelKind::Open);
    none.assume();
    assert_eq!(none, Labels::new(LabelKind::Open));
}

/// Opposites are known in any case; the one that denies is negative, whatever their bytes say.
#[test]
fn of_opposites_the_one_that_denies_is_negative() {
    for [negative, positive] in [
        ["-", "+"],
        ["no", "YES"],
        ["neg", "Pos"],
        ["false", "TRUE"],
        ["No", "yes"],
        ["n", "Y"],
        ["bad", "good"],
    ] {
        for order in [[negative, positive], [positive, negative]] {
            for kind in [LabelKind::Binary, LabelKind::Open] {
                let mut labels = Labels::new(kind);
                for label in order {
                    read(&mut labels, label).unwrap();
                }
                labels.assume();
                assert_eq!(labels.mapping().unwrap(), [negative, positive], "{order:?}");
            }
        }
        let mut lone = Labels::new(LabelKind::Binary);
        read(&mut lone, positive).unwrap();
        lone.assume();
        assert_eq!(read(&mut lone, negative), Ok(LabelRead::Value(-1.0)), "{negative}");
    }
}

/// A model that took them the other way round keeps its pair, also if it was not sure of it.
#[test]
fn opposites_that_were_learned_stay_as_they_are() {
    let mut lone = Labels::new(LabelKind::Binary);
    read(&mut lone, "-").unwrap();
    lone.assume();
    assert_eq!(read(&mut lone, "+"), Ok(LabelRead::Value(-1.0)));
    let mut open = Labels::new(LabelKind::Open);
    for label in ["+", "-"] {
        read(&mut open, label).unwrap();
    }
    let undecided = open.waiting(Waited::default()).unwrap();
    let mut before = Labels::binary_pair("+", "-").until_more(undecided.clone());
    assert_eq!(before.reopened(), None);
    assert_eq!(read(&mut before, "-"), Ok(LabelRead::Value(1.0)));
    assert!(Labels::binary_pair("-", "+").until_more(undecided).reopened().is_some());
}

#[test]
fn whole_numbers_after_a_text_are_classes_like_it() {
    let among = |labels: &mut Labels, text: &str| labels.read_among(text.as_bytes(), true, true);
    let mut labels = Labels::new(LabelKind::Open);
    assert_eq!(among(&mut labels, "f"), Ok(LabelRead::Pending(0)));
    assert!(matches!(among(&mut labels, "4.5"), Err(LineFault::UnlikeFirst { .. })));
    assert!(matches!(read(&mut labels, "4"), Err(LineFault::UnlikeFirst { .. })));
    assert_eq!(among(&mut labels, "4"), Ok(LabelRead::Pending(1)));
    // What is known by then is known to all.
    assert_eq!(read(&mut labels, "4.0"), Ok(LabelRead::Pending(1)));
    let mut two = labels.clone();
    assert_eq!(among(&mut labels, "r"), Ok(LabelRead::Value(2.0)));
    assert_eq!(
        (labels.kind(), labels.classes()),
        (LabelKind::Classes, &["f", "4", "r"].map(str::to_owned)[..])
    );
    assert_eq!(labels.meanings(), [0.0, 1.0, 2.0]);
    let mut number = two.clone();
    assert_eq!(among(&mut number, "5"), Ok(LabelRead::Value(2.0)));
    two.assume();
    assert_eq!((two.kind(), two.mapping().unwrap()), (LabelKind::Binary, ["4", "f"].map(str::to_owned)));
    let mut numbers = Labels::new(LabelKind::Open);
    read(&mut numbers, "4").unwrap();
    assert!(among(&mut numbers, "f").is_err(), "it may mean that the number is missing");
}

#[test]
fn what_an_end_took_for_something_is_borne_out_or_not() {
    let open = |texts: &[&str]| {
        let mut labels = Labels::new(LabelKind::Open);
        for text in texts {
            read(&mut labels, text).unwrap();
        }
        labels
    };
    for (first, then, holds) in [
        (&["1"][..], &["1", "0"][..], true),
        (&["1"], &["1", "2"], false),
        (&["1"], &["1", "7"], false),
        (&["0"], &["0", "1"], true),
        (&["0"], &["0", "-1"], false),
        (&["7"], &["7", "8", "9"], true),
        (&["7"], &["7", "8"], false),
        (&["3", "5"], &["3", "5"], true),
        (&["3", "5"], &["3", "5", "7"], false),
    ] {
        let before = open(first);
        let waited = Waited { examples: first.len() as u64, bytes: 7 };
        let mut taken = before.clone();
        taken.assume();
        let taken = taken.until_more(before.waiting(waited).unwrap());
        assert_eq!(taken.reopened(), Some((before, waited)));
        let mut now = open(then);
        now.assume();
        assert_eq!(now.bears_out(&taken), holds, "{first:?} {then:?}");
    }
}

#[test]
fn rows_say_classes_by_the_pair_or_in_the_language_of_the_loss() {
    let third =
        |pair: &Labels, value| matches!(pair.clone().of_number(value), Err(LineFault::ThirdLabel { .. }));
    for (negative, positive) in [("-1", "1"), ("0", "1"), ("ham", "spam"), ("5", "3")] {
        let mut labels = Labels::binary_pair(negative, positive);
        assert_eq!((labels.of_number(-1.0), labels.of_number(1.0)), (Ok(-1.0), Ok(1.0)));
        if let (Ok(negative), Ok(positive)) = (negative.parse(), positive.parse()) {
            assert_eq!((labels.of_number(negative), labels.of_number(positive)), (Ok(-1.0), Ok(1.0)));
        }
        assert!(third(&labels, 7.0));
    }
    let ones_and_twos = Labels::binary_pair("1", "2");
    assert_eq!(ones_and_twos.clone().of_number(1.0), Ok(-1.0));
    assert_eq!(ones_and_twos.clone().of_number(2.0), Ok(1.0));
    assert!(third(&ones_and_twos, -1.0), "1 would be wrong where -1 is right");
}

/// What rows leave behind is what text with the same labels does.
#[test]
fn rows_leave_the_pair_that_text_does() {
    for list in [&[1.0, -1.0][..], &[-1.0, 1.0], &[0.0, 1.0], &[1.0, 0.0], &[1.0, 1.0], &[2.0, 1.0]] {
        let (mut rows, mut text) = (Labels::new(LabelKind::Binary), Labels::new(LabelKind::Binary));
        for value in list {
            rows.of_number(*value).unwrap();
            read(&mut text, &shortest(*value).to_string()).unwrap();
        }
        text.assume();
        assert_eq!(rows, text, "{list:?}");
    }
    let mut rows = Labels::new(LabelKind::Binary);
    assert_eq!(rows.of_number(1.0), Ok(1.0));
    assert!(matches!(rows.of_number(2.0), Err(LineFault::Contradiction { .. })));
    assert!(matches!(Labels::new(LabelKind::Binary).of_number(3.5), Err(LineFault::NotBinary)));
    assert_eq!(Labels::new(LabelKind::Real).of_number(3.5), Ok(3.5));
    assert_eq!(Labels::new(LabelKind::Count).of_number(-1.0), Err(LineFault::NegativeCount));
}

#[test]
fn merged_labels_agree_or_are_refused() {
    let after = |texts: &[&str]| {
        let mut labels = Labels::new(LabelKind::Binary);
        for text in texts {
            read(&mut labels, text).unwrap();
        }
        labels.assume();
        labels
    };
    let (both, lone, none) = (after(&["0", "1"]), after(&["1"]), after(&[]));
    for (a, b) in [(&both, &lone), (&both, &none), (&both, &both)] {
        assert_eq!(a.merged(b).as_ref(), Some(&both));
        assert_eq!(b.merged(a).as_ref(), Some(&both));
    }
    assert_eq!(lone.merged(&lone), Some(lone.clone()));
    for (a, b) in [
        (&lone, after(&["1", "2"])),
        (&after(&["ham"]), after(&["spam"])),
        (&both, after(&["-1", "1"])),
        (&both, Labels::new(LabelKind::Real)),
    ] {
        assert_eq!((a.merged(&b), b.merged(a)), (None, None));
    }
    let open = Labels::new(LabelKind::Open);
    assert_eq!(open.merged(&both), Some(both.clone()));
    let mut waiting = Labels::new(LabelKind::Open);
    read(&mut waiting, "1").unwrap();
    let left = waiting.waiting(Waited::default()).unwrap();
    waiting.assume();
    assert_eq!(waiting.until_more(left).merged(&both), Some(both), "what was left open is settled");
}

#[test]
fn numbers_and_counts() {
    let mut real = Labels::new(LabelKind::Real);
    assert_eq!(read(&mut real, "-2.5"), Ok(LabelRead::Value(-2.5)));
    assert!(read(&mut real, "inf").is_err());
    let mut count = Labels::new(LabelKind::Count);
    assert_eq!(read(&mut count, "3"), Ok(LabelRead::Value(3.0)));
    assert!(matches!(read(&mut count, "-1"), Err(LineFault::NegativeCount)));
    assert_eq!(count.describe(), None);
}

#[test]
fn a_third_text_makes_classes_in_the_order_they_came() {
    let mut labels = Labels::new(LabelKind::Open);
    let readings = ["b", "c", "b", "a"].map(|text| read(&mut labels, text).unwrap());
    let pending = [0, 1, 0].map(LabelRead::Pending);
    assert_eq!((labels.kind(), &readings[..3]), (LabelKind::Classes, &pending[..]));
    assert_eq!(
        (readings[3], labels.classes()),
        (LabelRead::Value(2.0), &["b", "c", "a"].map(str::to_owned)[..])
    );
    assert_eq!(labels.meanings(), [0.0, 1.0, 2.0]);
    // One that comes late takes the next place.
    assert_eq!(read(&mut labels, "z"), Ok(LabelRead::Value(3.0)));
    assert_eq!(read(&mut labels, "c"), Ok(LabelRead::Value(1.0)));
    assert_eq!((labels.class_name(3.0), labels.class_name(4.0)), (Some("z"), None));
    labels.check().unwrap();
    let saved = serde_json::to_string(&labels).unwrap();
    assert_eq!(serde_json::from_str::<Labels>(&saved).unwrap(), labels);
    let twice = saved.replace("\"c\"", "\"b\"");
    assert!(serde_json::from_str::<Labels>(&twice).unwrap().check().is_err(), "{twice}");
}

#[test]
fn numbers_of_classes_are_classes_however_they_are_written() {
    let mut labels = Labels::new(LabelKind::Classes);
    let places = ["7", "3", "7.0", "+3", "cat", "-1e1"].map(|text| read(&mut labels, text).unwrap());
    assert_eq!(places, [0.0, 1.0, 0.0, 1.0, 2.0, 3.0].map(LabelRead::Value));
    assert_eq!((labels.of_number(3.0), labels.of_number(2.5)), (Ok(1.0), Ok(4.0)));
    assert_eq!(labels.classes(), ["7", "3", "cat", "-10", "2.5"]);
    assert!(labels.read(b"dog", false).is_err(), "svmlight has no texts");
    assert!(read(&mut labels, "inf").is_err());
}

#[test]
fn whole_numbers_wait_for_a_thousand_examples() {
    let after = |texts: &mut dyn Iterator<Item = u64>| {
        let mut labels = Labels::new(LabelKind::Open);
        let mut waits = true;
        for value in texts {
            read(&mut labels, &value.to_string()).unwrap();
            waits &= labels.waits();
        }
        labels.assume();
        (waits, labels.kind())
    };
    assert_eq!(after(&mut (0..1000).map(|t| t * 7 % 10)), (true, LabelKind::Classes));
    assert_eq!(after(&mut (0..1000).map(|t| t % 60)), (false, LabelKind::Real), "too many values");
    assert_eq!(after(&mut (0..1000).map(|t| (t % 45) * (t % 44) / 100)), (true, LabelKind::Real), "counts");
    let mut labels = Labels::new(LabelKind::Open);
    for text in ["1", "2", "3"] {
        read(&mut labels, text).unwrap();
    }
    assert_eq!((labels.waits(), labels.enough()), (true, None), "sorted so far");
    read(&mut labels, "1").unwrap();
    assert_eq!((labels.waits(), labels.enough()), (true, Some(1000)));
    assert_eq!(read(&mut labels, "3.5"), Ok(LabelRead::Value(3.5)));
    assert_eq!((labels.kind(), labels.meanings()), (LabelKind::Real, vec![1.0, 2.0, 3.0, 3.5]));
}

#[test]
fn one_label_against_the_rest() {
    let mut labels = Labels::one_against_rest("7");
    let readings = ["7", "7.0", "3", "seven"].map(|text| read(&mut labels, text).unwrap());
    assert_eq!(readings, [1.0, 1.0, -1.0, -1.0].map(LabelRead::Value));
    assert!(labels.settled() && labels.read(b"seven", false).is_err());
    assert_eq!((labels.of_number(7.0), labels.of_number(1.0)), (Ok(1.0), Ok(-1.0)));
    assert_eq!((labels.class_name(1.0), labels.class_name(-1.0)), (Some("7"), Some("rest")));
    assert_eq!(labels.describe().unwrap(), "7 -> +1, all others -> -1");
    labels.check().unwrap();
}

#[test]
fn merged_classes_are_those_of_both() {
    let of = |texts: &[&str]| {
        let mut labels = Labels::new(LabelKind::Classes);
        for text in texts {
            read(&mut labels, text).unwrap();
        }
        labels
    };
    let (ours, theirs) = (of(&["b", "a"]), of(&["c", "a", "d"]));
    let merged = ours.merged(&theirs).unwrap();
    assert_eq!(merged.classes(), ["b", "a", "c", "d"]);
    assert_eq!(merged.places_of(&theirs), Some(vec![2, 1, 3]));
    assert_eq!(ours.places_of(&theirs), None);
    assert_eq!(ours.merged(&Labels::new(LabelKind::Binary)), None);
}

#[test]
fn what_is_expected_holds_from_the_first_label_on() {
    let two = Meaning::Two { negative: "1".to_owned(), positive: "2".to_owned() };
    let many = Meaning::Classes(vec!["b".to_owned(), "a".to_owned()]);
    for (meaning, text, kind, value) in [
        (two.clone(), "1", LabelKind::Binary, -1.0),
        (Meaning::Positive("7".to_owned()), "1", LabelKind::Binary, -1.0),
        (many.clone(), "a", LabelKind::Classes, 1.0),
        (many.clone(), "c", LabelKind::Classes, 2.0),
        (Meaning::Numbers, "1", LabelKind::Real, 1.0),
    ] {
        let mut labels = Labels::new(LabelKind::Open);
        labels.expect(meaning.clone());
        assert_eq!(labels.kind(), LabelKind::Open, "before the first label");
        labels.check().unwrap();
        assert_eq!(read(&mut labels, text), Ok(LabelRead::Value(value)), "{meaning:?}");
        assert_eq!((labels.kind(), labels.waits()), (kind, false));
        labels.check().unwrap();
        if text != "c" {
            assert_eq!(labels.known_meaning(), Some(meaning), "it is told again");
        }
    }
    let mut said = Labels::binary_pair("2", "1");
    said.expect(two);
    assert_eq!(read(&mut said, "1"), Ok(LabelRead::Value(1.0)), "what the user said stays");
    for wrong in [
        Meaning::Two { negative: "1".to_owned(), positive: "1.0".to_owned() },
        Meaning::Classes(vec!["a".to_owned(), "a".to_owned()]),
    ] {
        let mut labels = Labels::new(LabelKind::Open);
        labels.expect(wrong);
        assert!(labels.check().is_err());
    }
}
