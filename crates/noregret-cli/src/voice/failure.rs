//! How a failure is told: one line that says what, one that says what to do, and the exit code.

use crate::voice::talk::say;
use noregret_io::LineError;
use std::fmt;
use std::io;
use std::process::ExitCode;

/// Wrong usage: exit 2.
#[derive(Debug)]
pub struct Usage(pub String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Wrong usage as an error.
pub fn usage(message: impl Into<String>) -> anyhow::Error {
    Usage(message.into()).into()
}

/// A failure with advice: exit 1.
#[derive(Debug)]
pub struct Failure {
    /// What happened.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// The run was ended by Ctrl-C, after it saved what it was asked to save: exit 130.
#[derive(Debug)]
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl std::error::Error for Interrupted {}

/// A bad line as a failure with its help; `for_labels` is advice that only a bad label calls for.
pub fn bad_line(error: &LineError, for_labels: Option<&str>) -> anyhow::Error {
    let label = error.fault.is_of_label();
    let skip = "fix the line, or pass --on-error skip to leave such lines out".to_owned();
    let advice = [error.help(), for_labels.filter(|_| label).map(str::to_owned), Some(skip)];
    let help = advice.into_iter().flatten().collect::<Vec<_>>().join("; or ");
    Failure { message: error.to_string(), help: Some(help) }.into()
}

/// An output that failed.
pub fn writing(name: &str) -> impl FnOnce(io::Error) -> anyhow::Error + '_ {
    move |error| anyhow::Error::new(error).context(format!("cannot write {name}"))
}

/// Whether whoever read our output went away.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(broken))
}

/// The error and its causes; a cause that the words before it already tell is not repeated.
fn told(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.ends_with(&cause) {
            text.push_str(": ");
            text.push_str(&cause);
        }
    }
    text
}

/// Prints the failure and gives the exit code.
pub fn report(error: &anyhow::Error) -> ExitCode {
    if is_broken_pipe(error) {
        // Whoever read our output has enough.
        return ExitCode::SUCCESS;
    }
    if error.is::<Interrupted>() {
        return ExitCode::from(130);
    }
    if let Some(usage) = error.downcast_ref::<Usage>() {
        say(format_args!("error: {usage}\n\nSee noregret --help, or noregret COMMAND --help."));
        return ExitCode::from(2);
    }
    say(format_args!("error: {}", told(error)));
    if let Some(help) = error.downcast_ref::<Failure>().and_then(|failure| failure.help.as_ref()) {
        say(format_args!("help: {help}"));
    }
    ExitCode::FAILURE
}
