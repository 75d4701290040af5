//! A sign of life on a terminal, once a run takes longer than two seconds.

use indicatif::ProgressBar;
use std::io::IsTerminal;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The sign; gone when stopped or dropped.
pub struct Ticker {
    words: Option<Sender<String>>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    /// Begins, without showing anything yet.
    pub fn start(first: &str) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self { words: None, thread: None };
        }
        let (words, heard) = mpsc::channel::<String>();
        let mut now = first.to_owned();
        let thread = std::thread::spawn(move || {
            let patience = Instant::now() + Duration::from_secs(2);
            loop {
                match heard.recv_timeout(patience.saturating_duration_since(Instant::now())) {
                    Ok(words) => now = words,
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
            let bar = ProgressBar::new_spinner().with_message(now);
            bar.enable_steady_tick(Duration::from_millis(120));
            while let Ok(words) = heard.recv() {
                bar.set_message(words);
            }
            bar.finish_and_clear();
        });
        Self { words: Some(words), thread: Some(thread) }
    }

    /// What is being done now.
    pub fn say(&self, words: &str) {
        if let Some(sender) = &self.words {
            // Where the thread is gone there is nobody to tell.
            let _ = sender.send(words.to_owned());
        }
    }

    /// Takes the sign away.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        self.words = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.end();
    }
}
