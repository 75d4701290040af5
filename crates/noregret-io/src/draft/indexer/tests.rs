use super::*;

fn indexer(bits: Option<u8>, family: Family) -> Indexer {
    let schema = Schema { bits, family: Some(family), ..Schema::default() };
    Indexer::new(&schema, known_fingerprints(&schema, &Names::default()), false)
}

#[test]
fn numbers_are_shifted_past_the_bias() {
    let fresh = &mut Fresh::default();
    let mut plain = indexer(None, Family::Indexed);
    assert_eq!(plain.number(0, fresh), Ok(1));
    assert_eq!(plain.number(LARGEST_NUMBER, fresh), Ok(1 << 30));
    assert!(plain.number(1 << 30, fresh).is_err());
    let mut hashed = indexer(Some(4), Family::Indexed);
    assert!((1..=16).contains(&hashed.number(u64::MAX, fresh).unwrap()));
}

#[test]
fn hashes_never_change() {
    let fresh = &mut Fresh::default();
    let mut indexer = indexer(Some(22), Family::Named);
    indexer.begin();
    indexer.namespace(b"city", fresh);
    assert_eq!(
        indexer.name(b'=', b"Oslo"),
        1 + (xxh3_64_with_seed(b"Oslo", xxh3_64(b"city")) & 0x3f_ffff) as u32
    );
    indexer.namespace(b"", fresh);
    assert_eq!(indexer.name(b'^', b"age"), 1 + (xxh3_64_with_seed(b"age", xxh3_64(b"")) & 0x3f_ffff) as u32);
    indexer.settle_kept(fresh);
    assert_eq!(fresh.names.len(), 2);
    assert_eq!(fresh.parts(&fresh.names[0]), (&b"city"[..], &b"Oslo"[..]));
    assert_eq!(fresh.parts(&fresh.names[1]), (&b""[..], &b"age"[..]));
    fresh.truncate(1);
    assert_eq!(fresh.names.len(), 1);
}

#[test]
fn names_find_their_namespaces_wherever_they_stand() {
    let fresh = &mut Fresh::default();
    let mut indexer = indexer(Some(22), Family::Named);
    for _ in 0..2 {
        indexer.begin();
        let text = b"p |a x y |bc |d x";
        indexer.name_at(b'^', text, 0, 1);
        indexer.namespace_at(3, b"a");
        indexer.name_at(b'^', text, 5, 6);
        indexer.name_at(b'^', text, 7, 8);
        indexer.namespace_at(10, b"bc");
        indexer.namespace_at(14, b"d");
        indexer.name_at(b'^', text, 16, 17);
        indexer.settle(text, fresh);
    }
    let parts: Vec<_> = fresh.names.iter().map(|name| fresh.parts(name)).collect();
    let once: Vec<(&[u8], &[u8])> = vec![(b"", b"p"), (b"a", b"x"), (b"a", b"y"), (b"d", b"x")];
    assert_eq!(parts, once.repeat(2), "only the merger gives slots away");
}

#[test]
fn plain_numbers_without_a_namespace_are_their_own_slots() {
    assert_eq!(xxh3_64(b""), NO_NAMESPACE);
    let mask = (1 << 22) - 1;
    let slot = |namespace: &[u8], name: &[u8]| hash_name(namespace, name, mask) as u32 & mask;
    for number in [0, 7, 10, 12_345, 4_194_303] {
        let name = number.to_string();
        assert_eq!(slot(b"", name.as_bytes()), number);
        assert_eq!(hash_name(b"a", name.as_bytes(), mask), xxh3_64_with_seed(name.as_bytes(), xxh3_64(b"a")));
        // In a text, where other things follow.
        let mut indexer = indexer(Some(22), Family::Named);
        indexer.begin();
        let text = format!("x|{name} 99999999");
        assert_eq!(indexer.name_at(b'^', text.as_bytes(), 2, 2 + name.len()), 1 + number);
    }
    for name in ["007", "00", "4194304", "12x", "1.5", "123456789", "x", ""] {
        assert_eq!(
            hash_name(b"", name.as_bytes(), mask),
            xxh3_64_with_seed(name.as_bytes(), NO_NAMESPACE),
            "{name}"
        );
    }
}

#[test]
fn many_names_are_looked_up_on_the_way() {
    let fresh = &mut Fresh::default();
    let mut indexer = indexer(Some(22), Family::Named);
    indexer.begin();
    let names: Vec<String> = (0..30_000).map(|k| format!("name{k}")).collect();
    for name in &names {
        indexer.namespace(name.as_bytes(), fresh);
        indexer.name(b'=', b"v");
    }
    assert!(fresh.names.len() > 10_000 && indexer.kept.len() < 1 << 17);
    indexer.settle_kept(fresh);
    let found: Vec<_> = fresh.names.iter().map(|name| fresh.parts(name)).collect();
    let wanted: Vec<_> = names.iter().map(|name| (name.as_bytes(), &b"v"[..])).collect();
    assert_eq!(found, wanted);
}
