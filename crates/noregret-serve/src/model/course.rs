//! The course of a model through its records: what each of them changes, in their order.
//!
//! The same code serves requests and replays the log, so a model that was recovered is the one that was never interrupted, to the
//! bit. A record is [applied](Course::apply) when it is in the log: what waits for labels changes at once. What it has to
//! teach is learned in [steps](Course::step) of a few lines, in the order of the records.

use crate::log::record::{Form, Key, Record, What};
use crate::model::answer::Answer;
use crate::model::definition::Learner;
use crate::model::late::{Ledger, Waiting};
use crate::model::object::Keys;
use crate::model::repeats::Repeats;
use crate::model::snapshot::{Draft, Head, Tallies};
use crate::model::team::Team;
use std::collections::VecDeque;

/// Who waits for an answer.
pub type Ticket = u64;

/// Something to be learned.
enum Work {
    Lines { form: Form, text: Vec<u8>, at: usize },
    Kept { waiting: Waiting, label: String, weight: Option<f64>, asked: bool },
    Promote(String),
    Join(String, String),
    Leave(String),
    Refuse(String),
}

/// A record that is in the log and not learned yet.
struct Task {
    seq: u64,
    key: Option<Key>,
    ticket: Option<Ticket>,
    work: VecDeque<Work>,
    answers: Vec<Answer>,
    /// Whether they are told without what each class has.
    brief: bool,
    /// The bytes of the answers; beyond a limit none are told.
    bytes: usize,
    /// Its examples that had a label.
    learned: u64,
}

/// A record that was learned.
pub struct Finished {
    /// Its number.
    pub seq: u64,
    /// Who waits.
    pub ticket: Option<Ticket>,
    /// Its key.
    pub key: Option<Key>,
    /// What was predicted; none where that is too much to tell.
    pub answers: Option<Vec<Answer>>,
    /// How many of its examples had a label and were learned.
    pub learned: u64,
}

/// A model between its records.
pub struct Course {
    /// Who learns.
    pub team: Team,
    /// What waits for labels.
    pub ledger: Ledger,
    /// Which requests were seen.
    pub repeats: Repeats,
    tasks: VecDeque<Task>,
    /// The last record that was learned.
    pub learned: u64,
    /// The time of the last one that was applied.
    pub time: u64,
    /// When the model was created.
    pub created: u64,
}

/// The most lines and bytes that are learned under one hold of the lock.
const LINES: usize = 16;
const BYTES: usize = 8 << 10;
/// The most bytes of what is answered to one request.
pub const ANSWERS: usize = 64 << 20;

impl Course {
    /// At its beginning.
    pub fn new(team: Team, ledger: Ledger, now: u64) -> Self {
        let (repeats, tasks) = (Repeats::default(), VecDeque::new());
        Self { team, ledger, repeats, tasks, learned: 0, time: now, created: now }
    }

    /// Of a snapshot.
    pub fn resume(head: Head, team: Team) -> Self {
        let Head { seq, time, created, ledger, repeats, .. } = head;
        Self { team, ledger, repeats, tasks: VecDeque::new(), learned: seq, time, created }
    }

    /// A snapshot of now, but for the weights. Nothing may be left to learn.
    pub fn draft(&self) -> Draft {
        let head = Head {
            seq: self.learned,
            time: self.time,
            created: self.created,
            team: self.team.state(),
            ledger: self.ledger.frozen(),
            repeats: self.repeats.frozen(),
        };
        let members = self.team.members().to_vec();
        let refused = members.iter().map(|member| member.refused()).collect();
        let tallies = Tallies { late: self.ledger.aside(), whole: self.ledger.whole(), refused };
        Draft { head, tallies, members }
    }

    /// The bytes of a snapshot of now.
    #[cfg(test)]
    pub fn snapshot(&self) -> Result<Vec<u8>, String> {
        self.draft().gather().map(|gathered| gathered.bytes)
    }

    /// Why the model is not what its records make of it: nothing it says may be told, and no snapshot made of it.
    pub fn failed(&self) -> Option<String> {
        self.team.members().iter().find_map(|member| member.failed()).map(|why| {
            format!("{why}: give the process more memory, or give models fewer places for features (bits)")
        })
    }

    /// Gives up what is left to learn.
    pub fn abandon(&mut self) {
        self.tasks.clear();
    }

    /// Whether something is left to learn.
    pub fn busy(&self) -> bool {
        !self.tasks.is_empty()
    }

    /// Which keys of objects are no features.
    pub fn keys(&self) -> Keys {
        self.team.champion().keys.clone()
    }

    /// Why an example that waits could not be learned with a label, as far as the champion can tell before it learns.
    pub fn refuses(&self, line: &[u8], label: &str, weight: Option<f64>) -> Option<String> {
        let champion = self.team.champion();
        match champion.keys.labelled_line(line, label, weight) {
            Ok(line) => champion.refuses(&line),
            Err(why) => Some(why),
        }
    }

    /// Takes a record in that is in the log under a number.
    pub fn apply(&mut self, seq: u64, record: Record, ticket: Option<Ticket>) {
        self.time = self.time.max(record.time);
        let time = self.time;
        let mut work = VecDeque::new();
        match record.what {
            What::Learn { text } => work.push_back(Work::Lines { form: text.form, text: text.lines, at: 0 }),
            What::Keep { examples } => examples.into_iter().for_each(|kept| self.ledger.keep(kept, time)),
            What::Label { id, label, weight } => {
                // What has expired by now is no longer there.
                self.expire(time, &mut work);
                work.push_back(match self.ledger.take(&id) {
                    Some(waiting) => Work::Kept { waiting, label, weight, asked: true },
                    None => Work::Refuse(format!("no prediction waits under the id {id:?}")),
                });
            }
            What::Promote { name } => work.push_back(Work::Promote(name)),
            What::Join { name, definition } => work.push_back(Work::Join(name, definition)),
            What::Leave { name } => work.push_back(Work::Leave(name)),
            What::Tick => {}
        }
        self.expire(time, &mut work);
        let (key, answers) = (record.key, Vec::new());
        self.tasks.push_back(Task { seq, key, ticket, work, answers, brief: false, bytes: 0, learned: 0 });
    }

    /// The record that was taken in last is answered without what each class has.
    pub fn answer_briefly(&mut self) {
        if let Some(task) = self.tasks.back_mut() {
            task.brief = true;
        }
    }

    /// What has expired is forgotten, or to be learned with the label that silence stands for.
    fn expire(&mut self, time: u64, work: &mut VecDeque<Work>) {
        while let Some(waiting) = self.ledger.expire(time) {
            if let Some(label) = self.ledger.silence() {
                work.push_back(Work::Kept { waiting, label, weight: None, asked: false });
            }
        }
    }

    /// Learns a little of the oldest record that is not learned yet; what was finished by it.
    pub fn step(&mut self) -> Option<Finished> {
        let mut task = self.tasks.pop_front()?;
        let before = task.answers.len();
        if let Some(work) = task.work.pop_front()
            && let Some(rest) = self.work(work, &mut task.answers, &mut task.learned)
        {
            task.work.push_front(rest);
        }
        if task.brief {
            task.answers[before..].iter_mut().for_each(Answer::shorten);
        }
        task.bytes += task.answers[before..].iter().map(Answer::bytes).sum::<usize>();
        if task.bytes > ANSWERS {
            task.answers = Vec::new();
        }
        if !task.work.is_empty() {
            self.tasks.push_front(task);
            return None;
        }
        if let Some(name) = self.team.promote_the_sure() {
            tracing::info!(name, seq = task.seq, "a challenger is sure to be better and was promoted");
        }
        let Task { seq, key, ticket, answers, bytes, learned, .. } = task;
        let answers = (bytes <= ANSWERS).then_some(answers);
        self.learned = seq;
        if let Some(key) = &key {
            self.repeats.remember(key.clone(), seq, answers.as_deref());
        }
        Some(Finished { seq, ticket, key, answers, learned })
    }

    /// Does a little of some work; the rest of it.
    fn work(&mut self, work: Work, answers: &mut Vec<Answer>, count: &mut u64) -> Option<Work> {
        let outcome = match work {
            Work::Lines { form, text, at } => {
                let (lines, next) = some_lines(&text, at);
                *count += self.team.learn(form, &lines, None, answers);
                return (next < text.len()).then_some(Work::Lines { form, text, at: next });
            }
            Work::Kept { waiting, label, weight, asked } => {
                let learned = self.keys().labelled_line(&waiting.line, &label, weight).map(|line| {
                    let mut own = Vec::new();
                    self.team.learn(Form::Json, &[line.as_slice()], Some(&waiting.served), &mut own);
                    own
                });
                match learned {
                    Ok(own) if asked => {
                        answers.extend(own);
                        Ok(())
                    }
                    Err(why) if asked => Err(why),
                    // Nobody waits for what has expired.
                    Ok(own) => {
                        if let Some(Answer::Refused(why)) = own.first() {
                            self.ledger.unlearned(why);
                        }
                        Ok(())
                    }
                    Err(why) => {
                        self.ledger.unlearned(&why);
                        Ok(())
                    }
                }
            }
            Work::Promote(name) => self.team.promote(&name),
            Work::Join(name, definition) => serde_json::from_str::<Learner>(&definition)
                .map_err(|error| error.to_string())
                .and_then(|learner| self.team.join(&name, &learner)),
            Work::Leave(name) => self.team.leave(&name),
            Work::Refuse(why) => Err(why),
        };
        if let Err(why) = outcome {
            answers.push(Answer::Refused(why));
        }
        None
    }
}

/// The next few lines from a place on, blank ones left out, and where they end.
fn some_lines(text: &[u8], at: usize) -> (Vec<&[u8]>, usize) {
    let (mut lines, mut place) = (Vec::new(), at);
    while place < text.len() && lines.len() < LINES && (place - at < BYTES || lines.is_empty()) {
        let end = memchr::memchr(b'\n', &text[place..]).map_or(text.len(), |k| place + k + 1);
        let line = text[place..end].trim_ascii_end();
        if !line.trim_ascii_start().is_empty() {
            lines.push(line);
        }
        place = end;
    }
    (lines, place)
}

/// How many lines a text has, blank ones left out.
pub fn count_lines(text: &[u8]) -> usize {
    text.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_a_few_at_a_time() {
        let text = format!("{}\n\n  \r\n{}last", "x\n".repeat(40), "y".repeat(10_000) + "\n");
        let (mut at, mut all) = (0, Vec::new());
        while at < text.len() {
            let (lines, next) = some_lines(text.as_bytes(), at);
            assert!(lines.len() <= LINES && next > at);
            all.extend(lines);
            at = next;
        }
        assert_eq!((all.len(), all[40].len(), all[41]), (42, 10_000, &b"last"[..]));
        assert_eq!(count_lines(text.as_bytes()), 42);
    }
}
