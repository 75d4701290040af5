//! Ctrl-C and requests to terminate: the first asks the run to end well, the second ends it at once.
//!
//! A run looks between examples whether it was asked. One that does not come to that within a second (a step of a large matrix, a solver, a pipe that says
//! nothing) is ended from outside: no output is put into its place any more, and what was written of them is removed. A run that has begun to write its
//! results is left to it.

use crate::voice::talk::say;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

/// How long a run may take to come to its end.
const PATIENCE: Duration = Duration::from_secs(1);

const GIVEN_UP: &str =
    "interrupted in a step that takes longer than a second: it was given up, and all files are as they were";

static ASKED: AtomicBool = AtomicBool::new(false);

/// Whether the run writes its results.
static ENDING: Mutex<bool> = Mutex::new(false);

/// From now on Ctrl-C (and a request to terminate) only asks.
pub fn listen() {
    // Where no handler can be set, Ctrl-C ends the program as ever.
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::SeqCst) {
            leave();
        }
        // Where there can be no more threads, a second signal is needed.
        let _ = thread::Builder::new().spawn(watch);
    });
}

/// Whether the user asked to end.
pub fn asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}

/// The learning is over, and what follows writes what came of it: it is not cut off.
pub fn ending() {
    *ENDING.lock().unwrap_or_else(PoisonError::into_inner) = true;
}

fn watch() {
    thread::sleep(PATIENCE);
    // Held to the end: results are not begun to be written now.
    let ending = ENDING.lock().unwrap_or_else(PoisonError::into_inner);
    if !*ending {
        let (told, heard) = mpsc::channel();
        // Said by another: where nobody reads standard error, nobody waits for it.
        let _ = thread::Builder::new().spawn(move || {
            say(GIVEN_UP);
            let _ = told.send(());
        });
        let _ = heard.recv_timeout(PATIENCE / 10);
        leave();
    }
}

fn leave() -> ! {
    noregret_io::abandon();
    std::process::exit(130)
}
