//! Ctrl-C: the first asks the run to end well, the second ends it at once.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C (and a request to terminate) only asks.
pub fn listen() {
    // Where no handler can be set, Ctrl-C ends the program as ever.
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    });
}

/// Whether the user asked to end.
pub fn asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}
