//! Crossed features against a slow twin that makes them of strings, by every door; threads, caches and files change nothing.
#![allow(clippy::unwrap_used, reason = "a test should fail loudly")]

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use noregret_io::{
    Cache, Drafted, Format, Input, Intake, Item, LabelKind, Labels, Named, Parser, Polled, ReadOptions,
    Schema, Scratch, Stream, Value, parse_bytes,
};
use proptest::prelude::*;

const PATIENCE: Duration = Duration::from_secs(20);

/// A feature: namespace, name, value.
type Feature = (String, String, f64);

fn schema(list: &str) -> Schema {
    let mut schema = Schema::new(Labels::new(LabelKind::Real));
    if !list.is_empty() {
        schema.crosses.add_list(list).unwrap();
    }
    schema
}

/// The features of the only example of a text.
fn features(text: &str, format: Format, schema: &mut Schema) -> Result<Vec<(u32, f64)>, String> {
    let batches = parse_bytes(text.as_bytes(), "f", Some(format), schema).map_err(|e| e.to_string())?;
    let items: Vec<_> = batches.iter().flat_map(|batch| batch.iter()).collect();
    match items[..] {
        [Item::Example(e)] => Ok(e.features.iter().collect()),
        [Item::Bad(error)] => Err(error.to_string()),
        _ => panic!("one example"),
    }
}

/// The index of a feature by itself.
fn index(namespace: &str, name: &str) -> u32 {
    let mut plain = Schema { bias: false, ..schema("") };
    features(&format!("1 |{namespace} {name}"), Format::Vw, &mut plain).unwrap()[0].0
}

/// The documented hash, written again: mixed indices are added, and mixed once more.
fn slot(parts: &[u32]) -> u32 {
    let mix = |index: u32| {
        let z = (u64::from(index) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let sum = parts.iter().map(|&part| mix(part)).fold(0, u64::wrapping_add);
    let hash = (sum ^ (sum >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    1 + ((hash ^ (hash >> 32)) & ((1 << 22) - 1)) as u32
}

/// Every way to take one feature for each part, as sets of strings; the same set comes once.
fn products(features: &[Feature], list: &str) -> BTreeMap<Vec<(String, String)>, f64> {
    let mut summed: BTreeMap<(String, String), f64> = BTreeMap::new();
    for (namespace, name, value) in features {
        *summed.entry((namespace.clone(), name.clone())).or_default() += value;
    }
    let mut made = BTreeMap::new();
    for interaction in list.split(',') {
        let mut some: Vec<(Vec<(String, String)>, f64)> = vec![(Vec::new(), 1.0)];
        for part in interaction.split('*').map(str::trim) {
            let fits = |namespace: &str| part == "all" || namespace == part;
            let mut more = Vec::new();
            for (set, product) in &some {
                for (feature, value) in summed.iter().filter(|(feature, _)| fits(&feature.0)) {
                    let mut set = set.clone();
                    set.push(feature.clone());
                    more.push((set, product * value));
                }
            }
            some = more;
        }
        for (mut set, product) in some {
            set.sort();
            made.entry(set).or_insert(product);
        }
    }
    made
}

/// All features of an example by index, and the parts of each product by index.
fn twin(features: &[Feature], list: &str) -> (BTreeMap<u32, f64>, BTreeMap<u32, Vec<String>>) {
    let mut all = BTreeMap::from([(0, 1.0)]);
    for (namespace, name, value) in features {
        *all.entry(index(namespace, name)).or_default() += value;
    }
    let (mut named, mut once) = (BTreeMap::new(), BTreeSet::new());
    for (set, product) in products(features, list) {
        let parts: Vec<u32> = set.iter().map(|(namespace, name)| index(namespace, name)).collect();
        // The name of a slot that two share is the first one's.
        let shared = all.contains_key(&slot(&parts)) || !once.insert(slot(&parts));
        *all.entry(slot(&parts)).or_default() += product;
        let names =
            set.iter().map(
                |(namespace, name)| {
                    if namespace.is_empty() { name.clone() } else { format!("{namespace}^{name}") }
                },
            );
        if shared {
            named.remove(&slot(&parts));
        } else if product != 0.0 {
            named.insert(slot(&parts), names.collect());
        }
    }
    (all, named)
}

/// VW text, with a namespace for each feature.
fn vw(features: &[Feature]) -> String {
    let words = features.iter().map(|(namespace, name, value)| format!(" |{namespace} {name}:{value}"));
    format!("1 |{}\n", words.collect::<String>())
}

fn some_features() -> impl Strategy<Value = Vec<Feature>> {
    let namespace = prop::sample::select(vec!["user", "ad", "hour", "x"]).prop_map(str::to_owned);
    let name = (0u32..5).prop_map(|k| format!("f{k}"));
    let value = prop::sample::select(vec![1.0, -1.0, 0.0, 0.5, 2.0, -3.25, 1e-3, 7.0]);
    prop::collection::vec((namespace, name, value), 0..12)
}

const LISTS: [&str; 8] = [
    "user*ad",
    "all*all",
    "user*user",
    "user*ad,ad*user,user*ad*hour",
    "all*user,ad*all",
    "all*all*all",
    "user*all*user,ad*all*all",
    "ad*ad*ad*user",
];

proptest! {
    #[test]
    fn as_strings_would_make_them(features in some_features(), list in prop::sample::select(LISTS.to_vec())) {
        let (wanted, named) = twin(&features, list);
        let mut known = schema(list);
        let found = self::features(&vw(&features), Format::Vw, &mut known).unwrap();
        let wanted: Vec<(u32, f64)> = wanted.into_iter().filter(|cell| cell.1.abs() > 1e-15).collect();
        let found_near: Vec<(u32, f64)> = found.iter().copied().filter(|cell| cell.1.abs() > 1e-15).collect();
        prop_assert_eq!(found_near.len(), wanted.len());
        for (found, wanted) in found_near.iter().zip(&wanted) {
            prop_assert_eq!(found.0, wanted.0);
            prop_assert!((found.1 - wanted.1).abs() <= 1e-12 * wanted.1.abs(), "{} {}", found.1, wanted.1);
        }
        for (index, parts) in named {
            let told = known.feature_name(index);
            let mut told: Vec<&str> = told.split('*').collect();
            told.sort_unstable();
            let mut parts: Vec<&str> = parts.iter().map(String::as_str).collect();
            parts.sort_unstable();
            prop_assert_eq!(told, parts);
        }
        prop_assert_eq!(known.collisions, 0);
    }

    #[test]
    fn the_same_bits_by_every_door(features in some_features(), list in prop::sample::select(LISTS.to_vec()), turn in 0usize..12) {
        let mut known = schema(list);
        let wanted = self::features(&vw(&features), Format::Vw, &mut known).unwrap();
        // In another order.
        let mut turned = features.clone();
        turned.rotate_left(turn.min(features.len()));
        let mut again = schema(list);
        prop_assert_eq!(&self::features(&vw(&turned), Format::Vw, &mut again).unwrap(), &wanted);
        prop_assert_eq!(&again, &known);
        // By name, one at a time, to learn and to predict.
        let named = || turned.iter().map(|(namespace, name, value)| Named { namespace, name, value: Value::Number(*value) });
        let mut grown = schema(list);
        let mut intake = Intake::new(&grown, "names", Format::Jsonl, None).unwrap();
        match intake.named(named(), Some(1.0), 1.0).unwrap() {
            Drafted::Ready(ready) => {
                prop_assert_eq!(&ready.example().features.iter().collect::<Vec<_>>(), &wanted);
                ready.accept(&mut grown);
            }
            Drafted::Waiting(_) => panic!("nothing to wait for"),
        }
        prop_assert_eq!(&grown, &known);
        let (parser, mut scratch) = (Parser::new(&known, Format::Vw).unwrap(), Scratch::new());
        prop_assert_eq!(parser.named(named(), &mut scratch).unwrap().iter().collect::<Vec<_>>(), wanted.clone());
        let line = vw(&turned);
        let example = parser.line(line.as_bytes(), 1, &mut scratch).unwrap().unwrap();
        prop_assert_eq!(example.features.iter().collect::<Vec<_>>(), wanted);
    }
}

/// Everything about an item, bit for bit, as text.
fn told(item: &Item<'_>) -> String {
    match item {
        Item::Bad(error) => format!("{error} {:?}", error.help()),
        Item::Example(e) => {
            let features: Vec<_> = e.features.iter().map(|(index, value)| (index, value.to_bits())).collect();
            format!(
                "{} {:?} {} {:?} {features:?} {:?}",
                e.line,
                e.label,
                e.weight,
                e.tag,
                e.features.groups()
            )
        }
    }
}

fn drain(stream: &mut Stream) -> Vec<String> {
    let mut items = Vec::new();
    loop {
        match stream.next(PATIENCE).unwrap() {
            Polled::Batch(batch) => items.extend(batch.iter().map(|item| told(&item))),
            Polled::Waiting => panic!("the stream is stuck"),
            Polled::End => return items,
        }
    }
}

/// Lines of clicks, with repeats, tags, weights, and few slots, so that products collide.
fn lines(count: u64) -> String {
    let mut state = 7u64;
    let mut draw = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut text = String::new();
    for _ in 0..count {
        let (y, weight, tag) = (draw(2), 1 + draw(3), draw(9));
        text += &format!(
            "{y} {weight} t{tag}|user u{} age:{}.5 |ad a{} a{}",
            draw(40),
            draw(60),
            draw(30),
            draw(30)
        );
        if draw(3) == 0 {
            text += &format!(" |ad:0.25 a{}:2 x |hour {}", draw(30), draw(24));
        }
        text += if draw(50) == 0 { " |ad bad:nan\n" } else { "\n" };
    }
    text
}

/// By the text, on any number of threads, while a cache is written, from it, and from one that other crosses wrote.
#[test]
fn threads_and_caches_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clicks.vw");
    std::fs::write(&path, lines(700)).unwrap();
    let start = |list: &str| Schema { bits: Some(9), groups: vec!["ad".into()], ..schema(list) };
    let read = |list: &str, threads: usize, cache: bool| {
        let cache = cache.then(|| Cache { path: folder.path().join("cache"), rewrite: false });
        let reading = ReadOptions { threads, block: 900, cache, most: None };
        let mut stream = Stream::with(vec![Input::File(path.clone())], None, start(list), reading).unwrap();
        let remark = stream.remark().map(str::to_owned);
        let items = drain(&mut stream);
        assert_eq!(stream.given_up(), None);
        (items, remark, stream.replayable(), stream.into_schema())
    };
    for list in ["u*a", "all*all", "user*ad*hour, ad*ad", ""] {
        let (wanted, _, _, known) = read(list, 1, false);
        assert!(list.is_empty() || (known.product_collisions > 0 && !known.products.is_empty()));
        for threads in [1, 3] {
            let (items, _, _, schema) = read(list, threads, false);
            assert_eq!((items == wanted, schema == known), (true, true), "{list} on {threads}");
        }
        for round in 0..2 {
            let (items, remark, replay, schema) = read(list, 2, true);
            assert_eq!(remark, None, "{list}: a cache of one serves all");
            assert!(items == wanted && schema == known, "{list}: round {round}");
            let mut again = Stream::replay(replay.unwrap(), schema).unwrap();
            assert!(drain(&mut again) == wanted, "{list}: replayed");
            let again = again.into_schema();
            assert_eq!(again.products, known.products);
        }
    }
}

#[test]
fn a_plain_cache_is_written_anew_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clicks.vw");
    std::fs::write(&path, lines(50)).unwrap();
    let remark = |list: &str| {
        let schema = schema(list);
        let cache = Some(Cache { path: folder.path().join("cache"), rewrite: false });
        let reading = ReadOptions { threads: 1, block: 1 << 16, cache, most: None };
        let mut stream = Stream::with(vec![Input::File(path.clone())], None, schema, reading).unwrap();
        drain(&mut stream);
        stream.remark().map(str::to_owned)
    };
    assert_eq!(remark(""), None);
    assert!(remark("user*ad").unwrap().contains("no namespaces"));
    assert_eq!([remark("all*all"), remark("")], [None, None]);
}

#[test]
fn letters_are_found_out_and_kept() {
    let text = "1 |user a |ad b\n0 |ad b |url c\n1 |ad z\n0 |ad b |user q |url c\n1 |user a |ad c\n";
    let mut known = schema("u*a");
    let batches = parse_bytes(text.as_bytes(), "f", Some(Format::Vw), &mut known).unwrap();
    let told: Vec<String> =
        batches.iter().flat_map(|b| b.iter().map(|item| told(&item)).collect::<Vec<_>>()).collect();
    assert!(told[1].contains("f:2: the letter u can mean \"user\" or \"url\""), "{}", told[1]);
    assert!(told[3].contains("\"url\" or \"user\"") && !told[4].contains("letter"), "{told:?}");
    assert_eq!(known.crosses.letters[&'u'], "user");
    // One that predicts asks no more.
    let parser = Parser::new(&known, Format::Vw).unwrap();
    let mut scratch = Scratch::new();
    let example = parser.line(b"|ad b |url c", 1, &mut scratch).unwrap().unwrap();
    assert_eq!(example.features.len(), 3, "the bias, b and c");
    // One that learns on goes on asking, and so does one line at a time.
    let mut intake = Intake::new(&known, "lines", Format::Vw, None).unwrap();
    let error = intake.line(b"1 |url c |ad b").unwrap_err().to_string();
    assert!(error.contains("\"user\" or \"url\""), "{error}");
    assert!(intake.line(b"1 |user c |ad b").is_ok());
}

#[test]
fn tables_cross_columns_by_name() {
    let csv = "y,age,city,zip\n1,3,Oslo,7\n";
    let mut known = schema("age*city, city*zip*zip");
    let found = features(csv, Format::Csv, &mut known).unwrap();
    let told: BTreeMap<String, f64> =
        found.iter().map(|&(index, value)| (known.feature_name(index), value)).collect();
    assert_eq!(told["age*city=Oslo"], 3.0);
    assert_eq!(told["city=Oslo*zip*zip"], 49.0);
    assert_eq!(told.len(), 6, "{told:?}");
    let json = r#"{"y": 1, "zip": 7, "city": "Oslo", "age": 3}"#;
    assert_eq!(features(json, Format::Jsonl, &mut known.clone()).unwrap(), found);
    let error = features(csv, Format::Csv, &mut schema("age*town")).unwrap_err();
    assert!(error.contains("no column \"town\""), "{error}");
}

#[test]
fn features_can_be_crossed_only_or_kept_only() {
    let text = "1 |a x:2 |b y:3 |c z";
    let mut known = schema("a*b");
    known.crosses.ignore_linear = vec!["a".into()];
    known.keep = vec!["a".into(), "b".into()];
    let found = features(text, Format::Vw, &mut known).unwrap();
    let told: BTreeMap<String, f64> =
        found.iter().map(|&(index, value)| (known.feature_name(index), value)).collect();
    let wanted = [("the bias", 1.0), ("b^y", 3.0), ("a^x*b^y", 6.0)];
    assert_eq!(told, wanted.map(|(name, value)| (name.to_owned(), value)).into());
}

#[test]
fn numbers_have_no_namespaces() {
    let mut known = schema("all*all");
    let found = features("1 3:2 7:5\n", Format::Svmlight, &mut known).unwrap();
    let told: BTreeMap<String, f64> =
        found.iter().map(|&(index, value)| (known.feature_name(index), value)).collect();
    assert_eq!(known.bits, Some(22));
    assert_eq!((told["3*7"], told["3*3"], told["7*7"], told.len()), (10.0, 4.0, 25.0, 6));
    let error = features("1 3:2\n", Format::Svmlight, &mut schema("3*7")).unwrap_err();
    assert!(error.contains("all*all"), "{error}");
}

#[test]
fn hostile_lines_are_refused_with_their_reason() {
    let error = features("1 |a x:1e200 |b y:-1e200", Format::Vw, &mut schema("a*b")).unwrap_err();
    assert!(error.contains("1e200 of \"a\"") || error.contains("of \"a\" and"), "{error}");
    let mut few = schema("all*all");
    few.crosses.most = 5;
    assert_eq!(features("1 |a x y", Format::Vw, &mut few.clone()).unwrap().len(), 6);
    let error = features("1 |a x y z", Format::Vw, &mut few).unwrap_err();
    assert!(error.contains("more than 5 products"), "{error}");
    let long: String = (0..3000).map(|k| format!(" w{k}")).collect();
    let error = features(&format!("1 |t{long}"), Format::Vw, &mut schema("all*all*all")).unwrap_err();
    assert!(error.contains("products"), "{error}");
    // A product too small to be a number is none.
    assert_eq!(features("1 |a x:1e-200 |b y:1e-200", Format::Vw, &mut schema("a*b")).unwrap().len(), 3);
}
