//! `noregret regret`: learn in one pass, then find the best fixed weights in hindsight and say what not knowing them cost, certified.

mod figure;
mod findings;
mod ticker;

use crate::feed::input::InputFlags;
use crate::feed::order::Order;
use crate::feed::progress::{Interval as Every, Progress};
use crate::feed::run::{End, Pass};
use crate::files::Files;
use crate::limits::Size;
use crate::parameters::{ParameterFlags, loss_help};
use crate::voice::failure::{Failure, Interrupted, usage};
use crate::voice::interrupt;
use crate::voice::remarks;
use anyhow::Result;
use clap::Args;
use findings::{Findings, Moment, Window};
use noregret::regret::{Patience, Regret as Certified};
use noregret::{Interval, LearnError, Loss, SpecError, algorithms};
use noregret_engine::{Audit, Core, Engine, Unplayed, race};
use std::ops::Range;
use std::path::PathBuf;
use std::time::Instant;
use ticker::Ticker;

/// Without a name: nothing to tune, or, with parameters, the learner that has them.
const DEFAULTS: [&str; 2] = ["auto", "per-coord"];

const NO_CLASSES: &str = "the best fixed weights of several classes are not looked for, so no regret against them is certified; --positive LABEL certifies one class against the rest";

/// Certify the regret of a learner: one pass, then the best fixed weights in hindsight
#[derive(Args, Debug)]
#[command(after_help = "\
The rounds are kept in memory while the learner runs; then a batch solver looks for the best fixed weights of the learner's own box
(or under its own penalty). The solver is not trusted: the interval printed follows from a point and from lines below the losses,
with rounding counted. See docs/regret.md.

Examples:
  noregret regret data.svm                                   auto, against fixed weights in a box that it names
  noregret regret data.svm -a per-coord                      per-coord over [-1, 1], and its bound
  noregret regret data.svm -a ada-diag --radius 10 --loss hinge --plot regret.svg
  noregret regret data.svm -a ada-diag --l2 0.001            all weights, held by an l2 penalty
  noregret regret data.svm -a arow --within -1,1             a learner without a box, against weights in one
  noregret regret table.csv --label price --loss squared --radius 100 --windows 10 --json")]
pub struct Regret {
    #[command(flatten)]
    input: InputFlags,

    /// The algorithm; `noregret algorithms` lists them [default: auto; with parameters, such as --radius, per-coord]
    #[arg(short = 'a', long, value_name = "NAME")]
    algorithm: Option<String>,

    #[arg(long, value_name = "LOSS", help = loss_help("The loss", "auto: logistic for two labels, squared for numbers; logistic for the others, hinge for those made for it"))]
    loss: Option<Loss>,

    /// No constant feature
    #[arg(long)]
    no_bias: bool,

    /// Compare with fixed weights in this box instead of the learner's own: LO,HI, or R for -R,R
    #[arg(long, value_name = "LO,HI", allow_hyphen_values = true)]
    within: Option<String>,

    /// Also the regret on each of K equal intervals against the best fixed weights of that interval alone
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    windows: Option<u32>,

    /// Look on for a narrower interval: minutes where it would be seconds
    #[arg(long)]
    thorough: bool,

    /// Draw the regret over time into this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// The most memory the rounds and the solver may take, such as 500M or 16G
    #[arg(long, value_name = "SIZE", default_value = "4G")]
    max_memory: Size,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    parameters: ParameterFlags,
}

fn refuse(error: SpecError) -> anyhow::Error {
    usage(error.to_string())
}

/// Parses --within.
pub fn interval(text: &str) -> Result<Interval> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let parsed = match text.split_once(',') {
        Some((lo, hi)) => number(lo).zip(number(hi)).map(|(lo, hi)| Interval { lo, hi }),
        None => number(text).map(Interval::radius),
    };
    let set = parsed.ok_or_else(|| usage(format!("--within takes LO,HI or R, not {text:?}")))?;
    match set.fault() {
        Some(fault) => Err(usage(format!("--within: {fault}"))),
        None => Ok(set),
    }
}

/// The learner with what it is held against.
struct Run {
    engine: Engine,
    audit: Audit,
}

impl Regret {
    /// Runs it.
    pub fn run(&self) -> Result<()> {
        Files::default()
            .reads_data(&self.input.inputs())
            .writes("--plot", self.plot.as_deref())
            .prints("the regret", true)
            .check()?;
        interrupt::listen();
        let ticker = Ticker::start("learning");
        let name = DEFAULTS[usize::from(!self.parameters.is_empty())];
        let algorithm = algorithms::find(self.algorithm.as_deref().unwrap_or(name)).map_err(refuse)?;
        let given = self.parameters.parse()?;
        let core = Core::new(algorithm, self.loss, &given).map_err(refuse)?.as_published();
        if self.input.classes {
            return Err(usage(NO_CLASSES));
        }
        let instead = self.within.as_deref().map(interval).transpose()?;
        let audit = Audit::new(&core, instead).map_err(refuse)?;
        let groups = core.spec().groups.iter().map(|group| group.name.clone()).collect();
        let open = self.loss.is_none() && core.is_auto();
        let labels = (!open).then(|| core.loss().labels());
        let schema = self.input.schema(labels, !self.no_bias, groups)?;
        let engine = Engine::from_parts(core, schema)?;
        let mut run = Run { engine, audit };
        let learning = Instant::now();
        let mut order = Order::default();
        self.learn(&mut run, &mut order)?;
        run.audit.settle(run.engine.core());
        let mut findings = Findings::new(&run);
        findings.within = run.audit.within.map(|set| [set.lo, set.hi]);
        findings.named = run.audit.named;
        findings.seconds_learning = learning.elapsed().as_secs_f64();
        if findings.within.is_some() {
            // The theorem speaks of the learner's own set.
            findings.bound = None;
        }
        ticker.say("looking for the best fixed weights");
        let solving = Instant::now();
        self.solve(&run, &mut findings, &ticker)?;
        findings.seconds_solving = solving.elapsed().as_secs_f64();
        ticker.stop();
        findings.print(self.json)?;
        let schema = run.engine.schema();
        remarks::tell_tables(schema, &order);
        if race::given_over(algorithm, &given, schema) != given {
            let remark = "the columns are taken as they are; train divides them by their largest values, and --normalize=no learns what was measured here";
            remarks::tell_all(&[remark.to_owned()]);
        }
        Ok(())
    }

    /// One pass, every round kept.
    fn learn(&self, run: &mut Run, order: &mut Order) -> Result<()> {
        let Run { engine, audit } = run;
        let mut session = engine.read(self.input.inputs(), self.input.format, self.input.reading())?;
        let mut progress = Progress::new(true, Every::Times(2.0));
        let mut fault = None;
        let help = "pass --loss squared if the label is a number to be estimated";
        let mut pass = Pass {
            on_error: self.input.on_error,
            label_help: self.loss.is_none().then_some(help),
            predictions: None,
            output: None,
            explain: false,
            progress: &mut progress,
        };
        let ended = pass.run(&mut session, |core, _, example| {
            if let Some(y) = example.label {
                if fault.is_some() {
                    return Ok(0.0);
                }
                order.see(y);
            }
            let stop = match audit.learn(core, example) {
                Ok(margin) => match self.max_memory.fault(&audit.transcript) {
                    None => return Ok(margin),
                    Some(full) => full,
                },
                Err(Unplayed::Refused(refused)) => return Err(refused),
                Err(Unplayed::Unkept(error)) => Failure {
                    message: error.to_string(),
                    help: Some("give the features more room with --bits".to_owned()),
                },
                Err(Unplayed::Classes) => Failure {
                    message: "the labels are several classes".to_owned(),
                    help: Some(NO_CLASSES.to_owned()),
                },
            };
            fault = Some(stop);
            Err(LearnError::Label("the round cannot be kept".to_owned()).into())
        });
        if let Some(fault) = fault {
            return Err(fault.into());
        }
        if ended? == End::Interrupted {
            return Err(Interrupted.into());
        }
        if audit.transcript.rounds() == 0 {
            let help = Some("regret needs labelled examples of positive weight".to_owned());
            return Err(Failure { message: "there is no round to judge".to_owned(), help }.into());
        }
        if session.core().counts_here().overflowed() {
            let help = Some("rescale the labels, or the importance weights".to_owned());
            return Err(
                Failure { message: "the losses are too large to be added up".to_owned(), help }.into()
            );
        }
        Ok(())
    }

    fn solve(&self, run: &Run, findings: &mut Findings, ticker: &Ticker) -> Result<()> {
        let (core, audit) = (run.engine.core(), &run.audit);
        let rounds = audit.transcript.rounds();
        let start = audit.transcript.dense(&core.weights());
        let patience = if self.thorough { Patience::THOROUGH } else { Patience::QUICK };
        let Some(found) = audit.find(core, 0..rounds, &start, &patience) else { return Ok(()) };
        let point: Vec<f64> = found.hindsight.point.iter().map(|w| w.value).collect();
        let over_time = audit.course(core, &point);
        findings.moments = moments(&over_time);
        for k in 0..self.windows.unwrap_or(0) as usize {
            let of = self.windows.unwrap_or(1) as usize;
            let window = rounds * k / of..rounds * (k + 1) / of;
            if window.is_empty() {
                return Err(usage(format!(
                    "{of} windows are more than the {rounds} rounds: lower --windows"
                )));
            }
            ticker.say(&format!("window {} of {of}", k + 1));
            let own = audit.find(core, window.clone(), &point, &patience);
            findings.windows.extend(own.map(|own| Window::new(window, &own)));
        }
        findings.certify(&found);
        interrupt::ending();
        if let Some(path) = &self.plot {
            figure::write(path, &over_time, findings)?;
            findings.plot = Some(path.display().to_string());
        }
        Ok(())
    }
}

/// The course at every doubling of the rounds, and at the end.
fn moments(course: &[f64]) -> Vec<Moment> {
    let mut rounds: Vec<usize> = (0..usize::BITS).map(|k| course.len() >> k).take_while(|&t| t > 0).collect();
    rounds.truncate(8);
    rounds
        .iter()
        .rev()
        .map(|&t| Moment { round: t, difference: course[t - 1], a_round: course[t - 1] / t as f64 })
        .collect()
}

impl Window {
    fn new(rounds: Range<usize>, found: &Certified) -> Self {
        Self {
            from: rounds.start + 1,
            to: rounds.end,
            suffered: found.suffered,
            best_lower: found.hindsight.lower,
            best_upper: found.hindsight.upper,
            regret_lower: found.lower,
            regret_upper: found.upper,
            tight: found.hindsight.is_tight(),
        }
    }
}
