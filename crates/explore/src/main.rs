//! `explore [STREAMS]`: hostile random tests; `cargo xtask explore` starts it with the built command.

use anyhow::{Context, Result, bail};
use explore::runner::Plan;
use explore::{Bench, Check, worker};
use noregret::algorithms;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

const HELP: &str = "\
explore [STREAMS] [--seed S] [--jobs J] [--only CHECK|ALGORITHM]... [--first N] [--patience SECONDS] [--folder F] [--command PATH]

Random streams and learners against the library and the command; 1000 streams unless told.
A finding is one line and, shrunk, a folder in F (target/explore). Ends with 1 if there is any.

Checks:
";

fn help() -> String {
    let checks = explore::checks::ALL;
    checks
        .iter()
        .fold(HELP.to_owned(), |text, check| text + &format!("  {:14} {}\n", check.name, check.about))
}

fn plan(arguments: &[String]) -> Result<Plan> {
    let mut plan = Plan {
        seed: 1,
        first: 0,
        streams: 1000,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        check: None,
        algorithm: None,
        bench: Bench { command: PathBuf::from("target/release/noregret"), patience: Duration::from_secs(20) },
        folder: PathBuf::from("target/explore"),
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if let Ok(streams) = argument.parse() {
            plan.streams = streams;
            continue;
        }
        let value = rest.next().with_context(|| format!("{argument} takes a value\n\n{}", help()))?;
        match argument.as_str() {
            "--seed" => plan.seed = value.parse()?,
            "--first" => plan.first = value.parse()?,
            "--jobs" => plan.jobs = value.parse::<usize>()?.max(1),
            "--patience" => plan.bench.patience = Duration::from_secs(value.parse()?),
            "--folder" => plan.folder = PathBuf::from(value),
            "--command" => plan.bench.command = PathBuf::from(value),
            "--only" => match (Check::find(value), algorithms::find(value)) {
                (Some(check), _) => plan.check = Some(check),
                (None, Ok(algorithm)) => plan.algorithm = Some(algorithm.name.to_owned()),
                (None, Err(_)) => bail!("{value} is neither a check nor an algorithm\n\n{}", help()),
            },
            _ => bail!("{}", help()),
        }
    }
    // Commands are run in other folders.
    let command = &plan.bench.command;
    let found = command.canonicalize();
    plan.bench.command = found.with_context(|| format!("{} is not built", command.display()))?;
    Ok(plan)
}

fn main() -> Result<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments == ["--worker"] {
        worker::serve()?;
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        print!("{}", help());
        return Ok(ExitCode::SUCCESS);
    }
    Ok(if plan(&arguments)?.run()? { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
