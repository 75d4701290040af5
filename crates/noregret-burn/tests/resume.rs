//! A state that was saved goes on to the bit: in this process, and in another.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod place;
mod trained;

use burn::module::Module;
use burn::store::ModuleRecord;
use burn::tensor::Device;
use place::Place;
use std::path::Path;
use std::process::Command;
use trained::{KINDS, bits, made, small, train};

const HALF: usize = 20;
const WHOLE: usize = 50;

/// Loads both halves from a folder and goes on.
fn go_on(folder: &Path, kind: &str) -> Vec<u32> {
    let device = Device::flex().autodiff();
    let record = ModuleRecord::load(folder.join("net.bpk")).unwrap();
    let net = small(&device).try_load_record(record).unwrap();
    let mut optimizer = made(kind).load(folder.join("optimizer.bpk")).unwrap();
    bits(&train(net, &mut optimizer, HALF..WHOLE))
}

/// The child of the test below; alone it does nothing.
#[test]
fn in_another_process() {
    let (Ok(folder), Ok(kind)) = (std::env::var("RESUME_FOLDER"), std::env::var("RESUME_KIND")) else {
        return;
    };
    let bits: Vec<String> = go_on(Path::new(&folder), &kind).iter().map(u32::to_string).collect();
    std::fs::write(Path::new(&folder).join("bits"), bits.join(" ")).unwrap();
}

#[test]
fn saved_and_loaded_equals_uninterrupted() {
    let device = Device::flex().autodiff();
    for kind in KINDS {
        let whole = bits(&train(small(&device), &mut made(kind), 0..WHOLE));
        let folder = Place::new();
        let mut optimizer = made(kind);
        let half = train(small(&device), &mut optimizer, 0..HALF);
        assert_ne!(bits(&half), whole, "{kind}: the second half matters");
        half.into_record().save(folder.path().join("net.bpk")).unwrap();
        optimizer.save(folder.path().join("optimizer.bpk")).unwrap();
        assert_eq!(go_on(folder.path(), kind), whole, "{kind}");
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "in_another_process", "--test-threads", "1"])
            .env("RESUME_FOLDER", folder.path())
            .env("RESUME_KIND", kind)
            .output()
            .unwrap();
        assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stdout));
        let told = std::fs::read_to_string(folder.path().join("bits")).unwrap();
        let told: Vec<u32> = told.split(' ').map(|v| v.parse().unwrap()).collect();
        assert_eq!(told, whole, "{kind}, in another process");
    }
}

/// Without its optimizer's state a run goes elsewhere: the test above can fail.
#[test]
fn a_forgotten_state_shows() {
    let device = Device::flex().autodiff();
    for kind in KINDS {
        let whole = bits(&train(small(&device), &mut made(kind), 0..WHOLE));
        let half = train(small(&device), &mut made(kind), 0..HALF);
        assert_ne!(bits(&train(half, &mut made(kind), HALF..WHOLE)), whole, "{kind}");
    }
}
