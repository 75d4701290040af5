//! Any bytes read as a model file; what is accepted must load into its learner or be refused, and be written back unchanged.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // Coverage cannot guess a 64-bit checksum: give the content a right one.
    let mut bytes = bytes.to_vec();
    let length = bytes.len() as u64 + 8;
    if bytes.len() >= 20 {
        bytes[12..20].copy_from_slice(&length.to_le_bytes());
    }
    let checksum = xxhash_rust::xxh3::xxh3_64(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    let Ok(model) = noregret_io::Model::from_bytes(&bytes) else { return };
    let _ = model.spec.check_state(&model.state);
    let written = model.to_bytes().expect("what was read can be written");
    assert_eq!(noregret_io::Model::from_bytes(&written).expect("and read again"), model);
});
