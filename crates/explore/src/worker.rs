//! Checks run in a process of their own: one that hangs can be killed, one that aborts takes nothing with it.

use crate::bench::{Bench, Finding};
use crate::case::Case;
use crate::checks::{Check, Said, Verdict};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// What a worker is asked, as one line of JSON.
#[derive(Serialize, Deserialize)]
struct Request {
    case: Case,
    checks: Vec<String>,
    command: PathBuf,
    patience: Duration,
}

/// What it answers, a line for the begin and one for the end of each check.
#[derive(Serialize, Deserialize)]
enum Answer {
    Begins,
    Holds,
    Nothing,
    Broken(Finding),
}

/// A check, with a panic as a finding.
fn held(check: &Check, case: &Case, bench: &Bench) -> Verdict {
    catch_unwind(AssertUnwindSafe(|| check.hold(case, bench))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message");
        Err(Finding::new(format!("panics: {text}")))
    })
}

/// Answers the request on standard input.
pub fn serve() -> anyhow::Result<()> {
    std::panic::set_hook(Box::new(|_| {}));
    let request: Request = serde_json::from_reader(std::io::stdin().lock())?;
    let bench = Bench { command: request.command, patience: request.patience };
    let mut out = std::io::stdout().lock();
    let mut say = |answer: &Answer| -> anyhow::Result<()> {
        writeln!(out, "{}", serde_json::to_string(answer)?)?;
        Ok(out.flush()?)
    };
    for check in request.checks.iter().filter_map(|name| Check::find(name)) {
        say(&Answer::Begins)?;
        say(&match held(check, &request.case, &bench) {
            Ok(Said::Holds) => Answer::Holds,
            Ok(Said::Nothing) => Answer::Nothing,
            Err(finding) => Answer::Broken(finding),
        })?;
    }
    Ok(())
}

/// Holds checks against a case in a worker. After one that hangs the rest are left out: they would hang too.
pub fn hold(
    case: &Case,
    checks: &[&'static Check],
    bench: &Bench,
) -> anyhow::Result<Vec<(&'static Check, Verdict)>> {
    let request = Request {
        case: case.clone(),
        checks: checks.iter().map(|check| check.name.to_owned()).collect(),
        command: bench.command.clone(),
        patience: bench.patience,
    };
    let mut child = Command::new(std::env::current_exe()?)
        .arg("--worker")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A worker that dies at once shows below.
        drop(stdin.write_all(serde_json::to_string(&request)?.as_bytes()));
    }
    let (sender, answers) = channel();
    let stdout = child.stdout.take();
    let reader = std::thread::spawn(move || {
        for line in stdout.into_iter().flat_map(|stdout| BufReader::new(stdout).lines()).map_while(Result::ok)
        {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    let mut verdicts = Vec::new();
    for check in checks {
        // A check of the command has several runs, each with its own deadline.
        let patience = bench.patience * if check.command { 12 } else { 1 };
        let verdict = loop {
            match answers.recv_timeout(patience) {
                Ok(line) => match serde_json::from_str(&line)? {
                    Answer::Begins => {}
                    Answer::Holds => break Ok(Said::Holds),
                    Answer::Nothing => break Ok(Said::Nothing),
                    Answer::Broken(finding) => break Err(finding),
                },
                Err(RecvTimeoutError::Timeout) => {
                    let what = format!("hangs: no end after {} s", patience.as_secs());
                    break Err(Finding { hang: true, ..Finding::new(what) });
                }
                Err(RecvTimeoutError::Disconnected) => {
                    break Err(Finding::new("the process dies"));
                }
            }
        };
        let last = verdict.as_ref().is_err_and(|finding| finding.hang || finding.what == "the process dies");
        verdicts.push((*check, verdict));
        if last {
            break;
        }
    }
    drop(child.kill());
    child.wait()?;
    drop(reader.join());
    Ok(verdicts)
}
