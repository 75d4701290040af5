//! A model that learns while it serves.
//!
//! From bottom to top: `answer` and `object` are what clients see; `member`, `board`, `history` and `team` are learners side by side; `aging`,
//! `late` and `repeats` are what is remembered beside them; `course` is all of these through the records of the log; `snapshot` its
//! bytes; `commit` and `keeper` tie it to the log; `queue`, `looks` and `writer` are the thread that owns it; `handle` is what other threads hold.

pub mod aging;
pub mod answer;
pub mod board;
mod commit;
pub mod course;
#[cfg(test)]
mod crash_tests;
pub mod definition;
pub mod handle;
pub mod history;
pub mod keeper;
pub mod late;
mod looks;
pub mod member;
pub mod object;
pub mod queue;
pub mod repeats;
pub mod snapshot;
pub mod status;
pub mod team;
pub mod writer;
