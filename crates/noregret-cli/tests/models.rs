//! No damaged model file is accepted: not cut, not extended, not with a bit flipped; and none makes the command panic.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::{Folder, SplitMix};
use noregret::{Array, State, Value};
use noregret_io::{LabelKind, Labels, Model};
use proptest::prelude::*;

/// A few kinds of model, small and not so small.
fn models() -> (Folder, Vec<String>) {
    let folder = Folder::new();
    folder.write("small.svm", "1 1:1\n-1 2:1\n");
    folder.ok("generate clicks --rows 40 -o clicks.vw");
    folder.ok("generate drift --rows 40 -o drift.csv");
    for (data, name, flags) in [
        ("small.svm", "small", "-a ogd"),
        ("clicks.vw", "named", "-a per-coord --l2 0.1 --box hour=-0.1,0.1"),
        ("drift.csv", "flh", "-a flh --base arow"),
    ] {
        folder.ok(&format!("train {data} {flags} -m {name}.nr --quiet"));
    }
    (folder, ["small", "named", "flh"].map(|name| format!("{name}.nr")).to_vec())
}

/// Damages bytes in one of the ways files are damaged.
fn damaged(whole: &[u8], random: &mut SplitMix) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    let length = bytes.len();
    match random.below(7) {
        0 => {
            for _ in 0..=random.below(4) {
                bytes[random.below(length)] ^= 1 << random.below(8);
            }
        }
        1 => bytes[random.below(length)] = random.next() as u8,
        2 => bytes.truncate(random.below(length)),
        3 => bytes.extend((0..=random.below(40)).map(|_| random.next() as u8)),
        4 => {
            // Two regions change places.
            let size = 1 + random.below(length / 4);
            let (a, b) = (random.below(length / 2 - size), length / 2 + random.below(length / 2 - size));
            let (left, right) = bytes.split_at_mut(b);
            left[a..a + size].swap_with_slice(&mut right[..size]);
        }
        5 => {
            let start = random.below(length);
            let end = (start + 1 + random.below(512)).min(length);
            bytes[start..end].fill(0);
        }
        _ => {
            // A piece is missing, or there twice.
            let start = random.below(length);
            let piece: Vec<u8> = bytes[start..(start + 1 + random.below(64)).min(length)].to_vec();
            if random.below(2) == 0 {
                bytes.drain(start..start + piece.len());
            } else {
                bytes.splice(start..start, piece);
            }
        }
    }
    bytes
}

#[test]
fn a_model_comes_back_to_the_same_bytes() {
    let (folder, names) = models();
    for name in names {
        let bytes = folder.bytes(&name);
        let model = Model::from_bytes(&bytes).unwrap();
        assert!(model.to_bytes().unwrap() == bytes, "{name}");
        assert_eq!(Model::from_bytes(&model.to_bytes().unwrap()).unwrap(), model);
    }
}

#[test]
fn no_cut_and_no_flipped_bit_is_accepted() {
    let (folder, names) = models();
    for name in names {
        let whole = folder.bytes(&name);
        for length in 0..whole.len() {
            assert!(Model::from_bytes(&whole[..length]).is_err(), "{name} cut to {length} bytes");
        }
        let mut bytes = whole.clone();
        for place in 0..whole.len() {
            let bit = 1 << (place % 8);
            bytes[place] ^= bit;
            assert!(Model::from_bytes(&bytes).is_err(), "{name} with a bit of byte {place} flipped");
            bytes[place] ^= bit;
        }
        for more in 1..40 {
            bytes.push(0);
            assert!(Model::from_bytes(&bytes).is_err(), "{name} with {more} bytes more");
        }
    }
}

#[test]
fn no_randomly_damaged_model_is_accepted() {
    let (folder, names) = models();
    let mut random = SplitMix(20);
    for name in names {
        let whole = folder.bytes(&name);
        let mut tried = 0;
        while tried < 700 {
            let bytes = damaged(&whole, &mut random);
            if bytes != whole {
                assert!(Model::from_bytes(&bytes).is_err(), "{name}, damage {tried}");
                tried += 1;
            }
        }
    }
}

/// Every command that reads a model says which file it refuses.
fn refused(folder: &Folder, data: &str, says: &str) {
    for command in [
        format!("predict bad.nr {data}"),
        format!("predict bad.nr {data} --json -p margins.txt"),
        "inspect bad.nr".to_owned(),
        "inspect bad.nr --json".to_owned(),
        format!("train {data} -i bad.nr -m new.nr -p margins.txt"),
    ] {
        folder.refuses(&command, 1, &["bad.nr", says]);
        assert!(
            !folder.names().iter().any(|n| n == "new.nr" || n == "margins.txt" || n.starts_with('.')),
            "{command}"
        );
    }
}

#[test]
fn the_command_refuses_damaged_models() {
    let (folder, names) = models();
    let mut random = SplitMix(21);
    for (name, data) in names.iter().zip(["small.svm", "clicks.vw", "drift.csv"]) {
        let whole = folder.bytes(name);
        for _ in 0..6 {
            let bytes = damaged(&whole, &mut random);
            if bytes != whole {
                folder.write("bad.nr", bytes);
                refused(&folder, data, "not a usable model file");
            }
        }
    }
    for (bytes, says) in [
        (&b""[..], "does not begin as one"),
        (b"1 1:1\n", "does not begin as one"),
        (b"NOREGRET", "not a usable model file"),
        (b"NOREGRET\x01\0\0\0", "not a usable model file"),
        (b"NOREGRET\x01\0\0\0\x14\0\0\0\0\0\0\0", "damaged"),
        (b"NOREGRET\x01\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff", "cut or damaged"),
    ] {
        folder.write("bad.nr", bytes);
        refused(&folder, "small.svm", says);
    }
    folder.refuses("inspect nothing.nr", 1, &["nothing.nr"]);
    folder.refuses("predict . small.svm", 1, &["."]);
}

/// The model with another state, and a checksum that matches.
fn with_state(model: &Model, change: impl FnOnce(&mut State)) -> Vec<u8> {
    let mut model = model.clone();
    change(&mut model.state);
    model.to_bytes().unwrap()
}

#[test]
fn a_state_that_does_not_fit_is_refused_though_its_checksum_matches() {
    let (folder, _) = models();
    let load = |name: &str| Model::from_bytes(&folder.bytes(name)).unwrap();
    let (small, named, flh) = (load("small.nr"), load("named.nr"), load("flh.nr"));
    let without = |model: &Model, gone: &str| {
        let mut state = State::new();
        model
            .state
            .iter()
            .filter(|(name, _)| *name != gone)
            .for_each(|(name, array)| state.put(name, array.clone()));
        with_state(model, |s| *s = state)
    };
    let mut bad: Vec<(Vec<u8>, &str)> = Vec::new();
    // Everything gone; each array gone.
    bad.push((with_state(&small, |s| *s = State::new()), "no array"));
    for model in [&small, &named, &flh] {
        for (name, array) in model.state.iter() {
            // What is not there need not be there: a group of 0, a bound that is none.
            if name != "group" && !name.ends_with(".before") && !name.ends_with(".group") {
                bad.push((without(model, name), "no array"));
                let other =
                    if matches!(array, Array::U8(_)) { Array::F64(vec![]) } else { Array::U8(vec![]) };
                bad.push((with_state(model, |s| s.put(name, other)), "no array"));
            }
            if let Array::F64(values) = array {
                let longer = Array::F64([&values[..], &[0.0]].concat());
                bad.push((with_state(model, |s| s.put(name, longer)), "entries instead of"));
                for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                    if !values.is_empty() {
                        let mut values = values.clone();
                        values[0] = wrong;
                        bad.push((with_state(model, |s| s.put(name, Array::F64(values))), "not finite"));
                    }
                }
            }
        }
    }
    let column = small
        .state
        .iter()
        .find(|(name, _)| name.starts_with("cell."))
        .map(|(name, _)| name.to_owned())
        .unwrap();
    let rows = |indices: Vec<u32>| {
        let length = indices.len();
        let columns: Vec<_> =
            small.state.iter().map(|(name, _)| name).filter(|n| n.starts_with("cell.")).collect();
        with_state(&small, |s| {
            columns.iter().for_each(|name| s.put(*name, Array::F64(vec![0.0; length])));
            s.put("index", Array::U32(indices));
        })
    };
    bad.push((rows(vec![3, 2]), "increasing"));
    bad.push((rows(vec![2, 2]), "increasing"));
    bad.push((rows(vec![u32::MAX]), "index"));
    bad.push((with_state(&small, |s| s.put(column.as_str(), Array::F64(vec![]))), "entries instead of"));
    let touched = named.state.indices("index").unwrap().len();
    bad.push((with_state(&named, |s| s.put("group", Array::U8(vec![9; touched]))), "no group 9"));
    bad.push((with_state(&named, |s| s.put("group", Array::U8(vec![0]))), "entries instead of"));
    for births in [vec![], vec![0], vec![5, 4], vec![1, 41, 41]] {
        bad.push((with_state(&flh, |s| s.put("copies.born", Array::U64(births))), "copies"));
    }
    assert!(bad.len() > 60, "{}", bad.len());
    for (place, (bytes, says)) in bad.into_iter().enumerate() {
        let model = Model::from_bytes(&bytes).unwrap();
        let refusal = model.spec.check_state(&model.state).unwrap_err().to_string();
        assert!(refusal.contains(says), "{place}: {refusal}");
        if place % 12 == 0 {
            folder.write("bad.nr", bytes);
            refused(&folder, "small.svm", says);
        }
    }
}

/// A state may be anything: it is refused, or it is used without a panic.
#[test]
fn no_state_makes_a_learner_panic() {
    let folder = Folder::new();
    folder.ok("generate drift --rows 30 -o drift.csv");
    let mut random = SplitMix(22);
    let (mut accepted, mut refused) = (0, 0);
    for algorithm in noregret::algorithms::ALL {
        folder.ok(&format!("train drift.csv -a {} --bits 10 -m model.nr --quiet", algorithm.name));
        let model = Model::from_bytes(&folder.bytes("model.nr")).unwrap();
        let arrays: Vec<(String, Array)> =
            model.state.iter().map(|(name, array)| (name.to_owned(), array.clone())).collect();
        for _ in 0..300 {
            let mut state = model.state.clone();
            for _ in 0..=random.below(2) {
                let (name, array) = &arrays[random.below(arrays.len())];
                state.put(name.as_str(), changed(array, &mut random));
            }
            let noregret::Plan::One(spec) = &model.spec else { panic!("a model of one output") };
            let mut learner = spec.build();
            if learner.restore(&state).is_err() {
                refused += 1;
                continue;
            }
            accepted += 1;
            let x = noregret::Features::new(&[0, 5, 9, 1000], &[1.0, 0.5, -2.0, 1.0]).unwrap();
            let _ = (learner.margin(x), learner.bound(), learner.weights(), learner.rounds());
            for y in [1.0, -1.0] {
                let _ = learner.learn(x, y, 1.0);
            }
            let _ = (learner.margin(x), learner.bound(), learner.state());
        }
    }
    assert!(accepted > 100 && refused > 100, "{accepted} accepted, {refused} refused");
}

/// An array with one number, or its length, changed.
fn changed(array: &Array, random: &mut SplitMix) -> Array {
    fn change<T: Copy>(values: &[T], new: T, random: &mut SplitMix) -> Vec<T> {
        let mut values = values.to_vec();
        match random.below(8) {
            0 => values.truncate(values.len() / 2),
            1 => values.push(new),
            _ if values.is_empty() => {}
            _ => {
                let place = random.below(values.len());
                values[place] = new;
            }
        }
        values
    }
    // Counts stay where a run could bring them.
    let whole = [0, 1, 2, 63, 1 << 30, u64::from(u32::MAX), 1 << 53, 1 << 62, 1 << 61, random.next() >> 2];
    let whole = whole[random.below(whole.len())];
    let real = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        1e-300,
        1e300,
        f64::MAX,
        f64::MIN,
        5e-324,
        f64::NAN,
        f64::from_bits(random.next()),
    ];
    let real = real[random.below(real.len())];
    match array {
        Array::F64(values) => Array::F64(change(values, real, random)),
        Array::U32(values) => Array::U32(change(values, whole as u32 % (1 << 20), random)),
        Array::U64(values) => Array::U64(change(values, whole, random)),
        Array::U8(values) => Array::U8(change(values, whole as u8, random)),
        Array::F32(values) => Array::F32(change(values, real as f32, random).into()),
    }
}

#[test]
fn an_impossible_spec_or_another_learners_is_refused() {
    let (folder, _) = models();
    let mut model = Model::from_bytes(&folder.bytes("small.nr")).unwrap();
    let whole = model.clone();
    model.parameters.values.insert("eta".into(), Value::Number(-1.0));
    folder.write("bad.nr", model.to_bytes().unwrap());
    refused(&folder, "small.svm", "eta = -1 is out of range");
    // Another learner's state.
    let flh = Model::from_bytes(&folder.bytes("flh.nr")).unwrap();
    let other = Model { state: whole.state, ..flh };
    folder.write("bad.nr", other.to_bytes().unwrap());
    refused(&folder, "drift.csv", "no array");
}

/// Each part of a header could be believed alone.
#[test]
fn a_header_that_contradicts_itself_is_refused() {
    let (folder, _) = models();
    type Change = fn(&mut Model);
    let changes: [(&str, &str, Change); 9] = [
        ("small", "no algorithm", |model| model.algorithm = "nonsense".into()),
        ("small", "takes no", |model| model.algorithm = "ada-diag".into()),
        ("small", "", |model| drop(model.parameters.values.insert("eta".into(), Value::Word("x".into())))),
        ("small", "is not", |model| drop(model.parameters.values.insert("eta".into(), Value::Number(0.123)))),
        ("small", "the kind of the loss", |model| model.schema.labels = Labels::new(LabelKind::Real)),
        ("small", "the kind of the loss", |model| model.schema.labels = Labels::new(LabelKind::Open)),
        ("named", "names of features", |model| model.schema.family = None),
        ("named", "names of features", |model| model.schema.bits = None),
        ("named", "the groups", |model| model.schema.groups.clear()),
    ];
    for (name, says, change) in changes {
        let mut model = Model::from_bytes(&folder.bytes(&format!("{name}.nr"))).unwrap();
        change(&mut model);
        let why = Model::from_bytes(&model.to_bytes().unwrap()).unwrap_err();
        assert!(why.starts_with("its header contradicts itself: ") && why.contains(says), "{says:?}: {why}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_are_no_model(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        prop_assert!(Model::from_bytes(&bytes).is_err());
    }

    #[test]
    fn random_bytes_after_a_true_beginning_are_no_model(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        let length = (bytes.len() + 20) as u64;
        let file = [&b"NOREGRET\x01\0\0\0"[..], &length.to_le_bytes(), &bytes].concat();
        prop_assert!(Model::from_bytes(&file).is_err());
    }
}

/// The weights of `auto` are no weights one can predict with, and `inspect` says so; those of others are.
#[test]
fn inspect_says_what_the_weights_are() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 200 -o c.vw");
    folder.ok("generate regression --rows 200 -o r.csv");
    for (data, flags, note) in [
        ("c.vw", "", Some("sigmoid(w_k.x)")),
        ("r.csv", "", Some("the interval of the labels seen")),
        ("c.vw", "--loss hinge", None),
        ("c.vw", "-a ada-diag", None),
    ] {
        folder.ok(&format!("train {data} {flags} -m m.nr --quiet"));
        let (text, json) = (folder.ok("inspect m.nr").stdout, folder.json("inspect m.nr --top 3"));
        assert_eq!(json["top"].as_array().unwrap().len(), 3);
        match note {
            Some(note) => {
                assert!(text.contains(note), "{data} {flags}: {text}");
                assert!(json["weights_note"].as_str().unwrap().contains(note), "{json}");
            }
            None => {
                assert!(json["weights_note"].is_null() && !text.contains("w.x"), "{data} {flags}: {text}")
            }
        }
    }
}

/// Copies keep the rates of what they are copies of: the header's parameters give the spec again.
#[test]
fn copies_of_sketched_learners_are_read_back() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 30 -o d.vw");
    for base in ["ada-fd", "s-ada", "fd-son", "rfd-son", "ada-diag", "per-coord"] {
        folder.ok(&format!("train d.vw -a flh --base {base} -m m.nr --quiet"));
        folder.ok("inspect m.nr");
        folder.ok("train d.vw -i m.nr -m m.nr --quiet");
    }
}
