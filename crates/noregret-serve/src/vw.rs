//! The line protocol of VW's daemon: a line of VW text in, a prediction and the line's tag out.
//!
//! A line with a label is learned from, a line without one is only predicted. Whatever lines a client has sent are taken together and answered in
//! order, so that those who send many before they read are served fast. The prediction is the margin, or the class, as `noregret predict` has
//! it; 0 while it is not known what labels mean, and for a line that is refused. The tag `save` (or `save_FILE`) makes a snapshot. The protocol knows no tokens, so it is
//! served on loopback alone.

use crate::config::Limits;
use crate::log::record::{Form, Text, What};
use crate::metrics::Metrics;
use crate::model::answer::Answer;
use crate::model::handle::Handle;
use crate::model::keeper::Reply;
use crate::model::member::{Patience, Unpredicted};
use crate::model::object::longest_line;
use crate::models::Models;
use crate::work::{SHORT, Works};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

/// The most bytes of lines that are not whole yet, of all clients.
const UNDONE: usize = 256 << 20;
/// Lines that are learned together at most.
const TOGETHER: usize = 1024;
/// Bytes that are read at a time.
const READ: usize = 64 << 10;
/// For answers under way when the server ends, and for a client that does not read.
const GRACE: Duration = Duration::from_secs(10);

/// Serves until it is told to stop, then answers the lines it has taken.
pub async fn serve(
    socket: TcpListener,
    models: impl Fn() -> Option<Arc<Handle>> + Clone + Send + Sync + 'static,
    metrics: Arc<Metrics>,
    limits: Limits,
    works: Works,
    mut stop: watch::Receiver<bool>,
) {
    let room = Arc::new(Semaphore::new(limits.connections));
    let undone = Arc::new(AtomicUsize::new(0));
    loop {
        let accepted = tokio::select! {
            accepted = socket.accept() => accepted,
            _ = stop.changed() => break,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        let Ok(permit) = room.clone().try_acquire_owned() else { continue };
        let (models, metrics, stop, works) = (models.clone(), metrics.clone(), stop.clone(), works.clone());
        let lines = Lines { text: Vec::new(), seen: 0, longest: limits.line, undone: undone.clone() };
        tokio::spawn(async move {
            if let Err(error) = talk(stream, lines, &models, &metrics, &works, stop).await {
                tracing::debug!(%error, "a client of the old protocol is gone");
            }
            drop(permit);
        });
    }
    let all = u32::try_from(limits.connections).unwrap_or(u32::MAX);
    let _ = tokio::time::timeout(GRACE, room.acquire_many(all)).await;
}

async fn talk(
    mut stream: TcpStream,
    mut lines: Lines,
    models: &(impl Fn() -> Option<Arc<Handle>> + Sync),
    metrics: &Metrics,
    works: &Works,
    mut stop: watch::Receiver<bool>,
) -> io::Result<()> {
    let _ = stream.set_nodelay(true);
    loop {
        let read = tokio::select! {
            read = lines.read(&mut stream) => read?,
            // What was taken has been answered.
            _ = stop.changed() => return Ok(()),
        };
        while let Some(some) = lines.whole()? {
            let model = models().ok_or_else(|| io::Error::other("the model of the old protocol is gone"))?;
            let answers = answered(&model, some, metrics, works).await?;
            tokio::time::timeout(GRACE, stream.write_all(answers.as_bytes())).await??;
        }
        if read == 0 {
            return Ok(());
        }
    }
}

/// Lines as they come.
struct Lines {
    text: Vec<u8>,
    /// So many bytes of it have no end of a line.
    seen: usize,
    /// So many bytes may be in a line.
    longest: usize,
    undone: Arc<AtomicUsize>,
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.undone.fetch_sub(self.text.len(), Ordering::Relaxed);
    }
}

impl Lines {
    /// Reads some more; how much.
    async fn read(&mut self, stream: &mut TcpStream) -> io::Result<usize> {
        let read = loop {
            stream.readable().await?;
            // All that has come is taken together, and who sends nothing has no room kept for it.
            self.text.reserve(READ);
            match stream.try_read_buf(&mut self.text) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => break read?,
            }
        };
        let undone = self.undone.fetch_add(read, Ordering::Relaxed) + read;
        if undone > UNDONE {
            return Err(io::Error::other("lines are too long"));
        }
        if read == 0 && !self.text.is_empty() {
            // The last line may end with the connection.
            self.text.push(b'\n');
            self.undone.fetch_add(1, Ordering::Relaxed);
        }
        Ok(read)
    }

    /// The next lines that are whole and are taken together.
    fn whole(&mut self) -> io::Result<Option<Vec<u8>>> {
        let ends = memchr::memchr_iter(b'\n', &self.text[self.seen..]).take(TOGETHER);
        let Some(end) = ends.last().map(|at| self.seen + at + 1) else {
            self.seen = self.text.len();
            return self.fits(self.seen).then_some(None).ok_or_else(overlong);
        };
        self.seen = 0;
        if !self.fits(end) {
            return Err(overlong());
        }
        self.undone.fetch_sub(end, Ordering::Relaxed);
        let rest = self.text.split_off(end);
        Ok(Some(std::mem::replace(&mut self.text, rest)))
    }

    /// Whether no line among the first bytes is too long.
    fn fits(&self, end: usize) -> bool {
        end <= self.longest || longest_line(&self.text[..end]) <= self.longest
    }
}

fn overlong() -> io::Error {
    io::Error::other("a line is too long")
}

/// The lines of a text that are not blank.
fn lines_of(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty())
}

/// Predictions of lines, in order, as they are answered; none if they would take more patience.
fn predicted(model: &Handle, text: &[u8], patience: Patience) -> Option<Vec<String>> {
    let champion = model.champion();
    let one = |line: &[u8]| match champion.predict(Form::Vw, line, patience) {
        Ok(Some(predicted)) => Some(predicted.answer.plain()),
        Ok(None) | Err(Unpredicted::Refused(_)) => Some(Answer::Nothing.plain()),
        Err(Unpredicted::Busy) => None,
    };
    lines_of(text).map(one).collect()
}

async fn answered(
    model: &Arc<Handle>,
    text: Vec<u8>,
    metrics: &Metrics,
    works: &Works,
) -> io::Result<String> {
    let text = Arc::new(text);
    let lines: Vec<&[u8]> = lines_of(&text).collect();
    let heads: Vec<Head<'_>> = lines.iter().map(|line| Head::of(line)).collect();
    let answers = if heads.iter().any(|head| head.labelled) {
        metrics.learned.with_label_values(&[&*model.name]).inc_by(lines.len() as u64);
        match model.ask_briefly(What::Learn { text: Text { form: Form::Vw, lines: text.to_vec() } }).await {
            Reply::Done { answers: Some(answers), .. } => answers.iter().map(Answer::plain).collect(),
            // Names of classes as long as books: no answer must be taken for that of another line.
            Reply::Done { answers: None, .. } => {
                return Err(io::Error::other("the answers take more memory than they may have"));
            }
            // Nothing was learned: the client must not believe so.
            Reply::Refused { why, .. } => return Err(io::Error::other(why)),
        }
    } else {
        metrics.predicted.with_label_values(&[&*model.name]).inc_by(lines.len() as u64);
        let load = model.champion().load(text.len(), lines.len());
        let quick = if load <= SHORT { predicted(model, &text, Patience::short()) } else { None };
        match quick {
            Some(answers) => answers,
            None => {
                let (asked, own) = (model.clone(), text.clone());
                let work = move || predicted(&asked, &own, Patience::Endless);
                let done = works.beside(load, work).await.flatten();
                done.ok_or_else(|| io::Error::other("the lines could not be worked on"))?
            }
        }
    };
    let mut told = String::new();
    for (head, answer) in heads.iter().zip(&answers) {
        if head.tag.starts_with(b"save") {
            let _ = model.snapshot().await;
        }
        told.push_str(answer);
        if !head.tag.is_empty() {
            told.push(' ');
            told.push_str(&String::from_utf8_lossy(head.tag));
        }
        told.push('\n');
    }
    Ok(told)
}

/// What stands before the features of a line.
struct Head<'a> {
    labelled: bool,
    tag: &'a [u8],
}

impl<'a> Head<'a> {
    fn of(line: &'a [u8]) -> Self {
        let bar = memchr::memchr(b'|', line).unwrap_or(line.len());
        let head = &line[..bar];
        let mut words = head.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let first = words.clone().next();
        let labelled = first.is_some_and(|word| {
            word[0] != b'\'' && (word.len() < head.len() || bar == line.len() || is_number(word))
        });
        // The tag touches the bar, or begins with a quote.
        let last = words.next_back().unwrap_or_default();
        let touches = head.last().is_some_and(|byte| !byte.is_ascii_whitespace());
        let tag = match last.strip_prefix(b"'") {
            Some(tag) => tag,
            None if touches && bar < line.len() && (words.next().is_some() || !is_number(last)) => last,
            None => b"",
        };
        let labelled = labelled && first.is_some_and(is_number);
        Self { labelled, tag }
    }
}

fn is_number(word: &[u8]) -> bool {
    std::str::from_utf8(word).is_ok_and(|text| text.parse::<f64>().is_ok())
}

/// The model that the old protocol speaks to, made if there is none: `auto`, whose loss labels choose.
pub fn model(models: &Models, name: &str) -> Result<(), String> {
    if models.get(name).is_some() {
        return Ok(());
    }
    let definition = crate::model::definition::Definition::parse(b"{}")?;
    models.create(name, &definition, None).map(|_| ()).map_err(|(_, why)| why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_when_they_are_whole() {
        let undone = Arc::new(AtomicUsize::new(0));
        let mut lines = Lines { text: Vec::new(), seen: 0, longest: 20, undone: undone.clone() };
        let add = |lines: &mut Lines, text: &[u8]| {
            lines.text.extend_from_slice(text);
            undone.fetch_add(text.len(), Ordering::Relaxed);
            lines.whole().unwrap()
        };
        assert_eq!(add(&mut lines, b"1 | a"), None);
        assert_eq!(add(&mut lines, b" b"), None);
        assert_eq!(add(&mut lines, b"\n0 | c\n1 |"), Some(b"1 | a b\n0 | c\n".to_vec()));
        assert_eq!((lines.whole().unwrap(), undone.load(Ordering::Relaxed)), (None, 3));
        let many = "x\n".repeat(TOGETHER);
        assert_eq!(add(&mut lines, many.as_bytes()).map(|some| some.len()), Some(3 + many.len()));
        // A line that is too long is found before it is whole, and behind others.
        for wrong in ["y".repeat(21), format!("1 | a\n{}\n", "y".repeat(21))] {
            let mut lines = Lines { text: wrong.into_bytes(), seen: 0, longest: 20, undone: Arc::default() };
            assert!(lines.whole().is_err());
            lines.text.clear();
        }
        drop(lines);
        assert_eq!(undone.load(Ordering::Relaxed), 0);
    }

    /// All lines that a client sent at once are one record, and each has its answer, of however many classes.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn lines_that_were_sent_together_are_learned_together_and_all_answered() {
        use crate::config::Config;
        use tokio::io::AsyncReadExt;
        let folder = tempfile::tempdir().unwrap();
        let config = Config::new(folder.path(), ([127, 0, 0, 1], 0).into());
        let metrics = Arc::new(Metrics::new().unwrap());
        let models = Models::open(&config, metrics.clone(), watch::channel(None).0).unwrap();
        let definition = br#"{"algorithm": "ada-diag", "loss": "logistic", "classes": true, "bits": 8}"#;
        let definition = crate::model::definition::Definition::parse(definition).unwrap();
        let handle = models.create("vw", &definition, None).unwrap();
        // With what each class has, the answers to so many lines take more than one request may have.
        let class = |k: usize| format!("{{\"label\": \"{k:0>250}\", \"a\": 1}}\n");
        let lines = (0..300).map(class).collect::<String>().into_bytes();
        handle.ask(None, What::Learn { text: Text { form: Form::Json, lines } }).await;
        let socket = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let here = socket.local_addr().unwrap();
        let (stop, stopped) = watch::channel(false);
        let (limits, works, model) = (config.limits, Works::new(config.limits.line), handle.clone());
        let serving = serve(socket, move || Some(model.clone()), metrics, limits, works, stopped);
        let serving = tokio::spawn(serving);
        let mut stream = TcpStream::connect(here).await.unwrap();
        for labelled in [true, false] {
            let label = |k: usize| if labelled { format!("{} ", k % 9) } else { String::new() };
            let lines: String = (0..1000).map(|k| format!("{}'t{k}| a\n", label(k))).collect();
            stream.write_all(lines.as_bytes()).await.unwrap();
            let (mut told, mut some) = (Vec::new(), [0; 4096]);
            while told.iter().filter(|&&byte| byte == b'\n').count() < 1000 {
                let read = tokio::time::timeout(Duration::from_secs(60), stream.read(&mut some)).await;
                let read = read.unwrap().unwrap();
                assert!(read > 0, "the connection was closed");
                told.extend_from_slice(&some[..read]);
            }
            for (k, line) in String::from_utf8(told).unwrap().lines().enumerate() {
                let (said, tag) = line.split_once(' ').unwrap();
                assert_eq!(tag, format!("t{k}"));
                assert!(!said.is_empty());
            }
        }
        let records = handle.status_now().await.seq - 1;
        assert!(records <= 8, "{records} records for 1000 lines");
        stop.send(true).unwrap();
        drop(stream);
        serving.await.unwrap();
        models.close();
    }

    #[test]
    fn heads_tell_labels_and_tags() {
        let told = |line: &'static str| {
            let head = Head::of(line.as_bytes());
            (head.labelled, String::from_utf8_lossy(head.tag).into_owned())
        };
        assert_eq!(told("1 'tag| a b"), (true, "tag".to_owned()));
        assert_eq!(told("1 0.5 tag| a b"), (true, "tag".to_owned()));
        assert_eq!(told("-1 | a"), (true, String::new()));
        assert_eq!(told("1| a"), (true, String::new()));
        assert_eq!(told("| a b"), (false, String::new()));
        assert_eq!(told("'second_house | price:.18"), (false, "second_house".to_owned()));
        assert_eq!(told("tag| a"), (false, "tag".to_owned()));
        assert_eq!(told("0 1 0.5 'third |n a"), (true, "third".to_owned()));
    }
}
