//! The `noregret` command: online learning of linear models, with proven regret.
//!
//! One file a subcommand. Data goes to standard output, talk to standard error; the exit code is 0 for success, 1 for a failure, 2 for
//! wrong usage, 130 after Ctrl-C.

mod chart;
mod commands;
mod feed;
mod files;
mod limits;
mod page;
mod parameters;
mod race;
mod voice;
mod vw;

use clap::{CommandFactory, Parser, Subcommand};
use std::process::ExitCode;

/// Online learning of linear models: one pass, one example at a time, regret proven and reported.
#[derive(Parser)]
#[command(
    name = "noregret",
    version,
    about,
    max_term_width = 110,
    after_help = "\
Examples:
  noregret generate clicks --rows 100000 > clicks.vw      make an ad-click stream to play with
  noregret train clicks.vw -m clicks.nr                   learn from it in one pass
  noregret predict clicks.nr clicks.vw --link | head      click probabilities
  noregret evaluate clicks.nr clicks.vw --by device       AUC, calibration and all else, by segment and over time
  noregret inspect clicks.nr --top 10                     the heaviest weights, by name
  noregret regret clicks.vw                               what not knowing the best weights cost, certified
  noregret compare clicks.vw --report compare.html        eight learners over one pass, with a leaderboard
  noregret tune clicks.vw -a ada-diag -f clicks.nr        the best rate, and its model
  noregret algorithms per-coord                           formula, bound and weakness of a learner
  noregret reproduce                                      the papers' experiments, to be run again
  noregret serve --data models                            models that learn while they serve, over HTTP"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Train(Box<commands::train::Train>),
    Predict(Box<commands::predict::Predict>),
    Evaluate(Box<commands::evaluate::Evaluate>),
    Inspect(commands::inspect::Inspect),
    Algorithms(commands::algorithms::Algorithms),
    Generate(commands::generate::Generate),
    Convert(Box<commands::convert::Convert>),
    Metric(commands::metric::Metric),
    Regret(Box<commands::regret::Regret>),
    Compare(Box<commands::compare::Compare>),
    Tune(Box<commands::tune::Tune>),
    Reproduce(commands::reproduce::Reproduce),
    Export(Box<commands::export::Export>),
    Merge(commands::merge::Merge),
    Fetch(commands::fetch::Fetch),
    Serve(Box<commands::serve::Serve>),
}

/// Lets a file that may grow no further be an error of the write, as a full disk is, instead of the end of the process. Blocked before any other thread is
/// started, so that all have it so.
#[cfg(unix)]
fn outlive_file_size_limits() {
    use nix::sys::signal::{SigSet, Signal};
    // Where it cannot be blocked, the limit ends the process as ever.
    let _ = SigSet::from(Signal::SIGXFSZ).thread_block();
}

#[cfg(not(unix))]
fn outlive_file_size_limits() {}

fn main() -> ExitCode {
    outlive_file_size_limits();
    let words = match vw::understand(Cli::command, std::env::args_os().collect()) {
        Ok(words) => words,
        Err(line) => {
            voice::talk::say(format_args!("error: {line}"));
            return ExitCode::from(2);
        }
    };
    let cli = match Cli::try_parse_from(words) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are answers; everything else is wrong usage. A closed pipe is nobody's fault.
            let code = if error.use_stderr() { 2 } else { 0 };
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let outcome = match cli.command {
        Command::Train(command) => command.run(),
        Command::Predict(command) => command.run(),
        Command::Evaluate(command) => command.run(),
        Command::Inspect(command) => command.run(),
        Command::Algorithms(command) => command.run(),
        Command::Generate(command) => command.run(),
        Command::Convert(command) => command.run(),
        Command::Metric(command) => command.run(),
        Command::Regret(command) => command.run(),
        Command::Compare(command) => command.run(),
        Command::Tune(command) => command.run(),
        Command::Reproduce(command) => command.run(),
        Command::Export(command) => command.run(),
        Command::Merge(command) => command.run(),
        Command::Fetch(command) => command.run(),
        Command::Serve(command) => command.run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => voice::failure::report(&error),
    }
}
