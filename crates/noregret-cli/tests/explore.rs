//! A few streams of `cargo xtask explore`, always the same: random learners and data, and what must hold of all of them.

use explore::{Bench, Case, Check, Said};
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

const SEED: u64 = 21;
const STREAMS: u64 = 60;

/// Against hanging only; nothing here takes a hundredth of it.
const DEADLINE: Duration = Duration::from_secs(120);

#[test]
fn what_must_hold_holds_of_random_streams_and_learners() {
    let bench = Bench { command: PathBuf::from(env!("CARGO_BIN_EXE_noregret")), patience: DEADLINE };
    let mut held = 0;
    for number in 0..STREAMS {
        let case = Case::draw(SEED, number, None);
        for check in Check::chosen(&case) {
            let (case, bench) = (case.clone(), bench.clone());
            let (sender, verdict) = channel();
            thread::spawn(move || sender.send(check.hold(&case, &bench)));
            // A library that hangs cannot be stopped: the test ends without it. A panic ends the thread, and with it the channel.
            let verdict = verdict.recv_timeout(DEADLINE * 12);
            let verdict = verdict.unwrap_or_else(|e| panic!("stream {number} {}: {e}", check.name));
            let said =
                verdict.unwrap_or_else(|finding| panic!("stream {number} {}: {finding:#?}", check.name));
            held += usize::from(said == Said::Holds);
        }
    }
    assert!(held > STREAMS as usize, "only {held} checks had anything to hold");
}
