//! `noregret train`: predict each example, then learn from it.

mod pass_flags;
mod passes;
mod testing;
mod trial;

pub use testing::Tested;
pub use trial::Holdout;

use crate::feed::input::InputFlags;
use crate::feed::prediction::Form;
use crate::feed::progress::Interval;
use crate::feed::run::End;
use crate::files::{Files, complete, place};
use crate::parameters::{ParameterFlags, loss_help};
use crate::voice::failure::{Failure, Interrupted, is_broken_pipe, usage, writing};
use crate::voice::interrupt;
use crate::voice::remarks;
use crate::voice::report::Summary;
use crate::voice::talk::say;
use crate::vw;
use anyhow::{Result, anyhow};
use clap::Args;
use noregret::{Labels, Loss, Spec, SpecError, algorithms};
use noregret_engine::{Core, Engine};
use noregret_io::{Cache, Input, LabelKind, Output, ReadOptions, Schema};
use pass_flags::PassFlags;
use passes::Passed;
use std::path::{Path, PathBuf};
use std::time::Instant;

const DEFAULT: &str = "auto";

/// Learn a linear model in one pass: each example is predicted first, then learned from
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  noregret train data.svm                                    learn, report the progressive loss
  noregret train day1.vw.gz day2.vw.gz -m ads.nr             several files, one model
  noregret train digits.svm --classes -m digits.nr           ten classes, or however many there are
  noregret train table.csv --label price -m price.nr         numbers for labels: squared loss, unless --loss says
  noregret train adult.data --label last --ignore 3          a table without a header: columns by number, last, 3-10
  noregret train log.parquet --label click --where 'day >= 2024-01-01'    Parquet or Arrow; only some rows
  zcat log.gz | noregret train --format vw -p margins.txt    from a pipe; margins, one a line
  noregret train day3.vw.gz -i ads.nr -m ads.nr              go on, as if never interrupted
  noregret train day1.vw.gz -c --passes 10 -m ads.nr         parse once, read up to ten times, keep the best pass
  noregret train day1.vw.gz -m ads.nr --test day2.vw.gz      and how the model does on another file
  noregret train day1.vw.gz --holdout 0.1                    and on a tenth of its examples, which are not learned from
  noregret train day1.vw.gz --examples 10000                 only the first ten thousand
  noregret train data.svm -a per-coord --radius 100 --scale 0.006 --loss hinge --no-bias
  noregret train ads.vw -a per-coord --radius 1 --box user=-5,5 --l2 query=0.001")]
pub struct Train {
    #[command(flatten)]
    input: InputFlags,

    /// The algorithm; `noregret algorithms` lists them [default: auto]
    #[arg(short = 'a', long, value_name = "NAME")]
    algorithm: Option<String>,

    #[arg(long, value_name = "LOSS", help = loss_help(
        "The loss",
        "auto: logistic for two labels and for classes, squared for numbers; logistic for the others, hinge for those made for it",
    ))]
    loss: Option<Loss>,

    /// Write the model here
    #[arg(short = 'm', long, short_alias = 'f', value_name = "FILE")]
    model: Option<PathBuf>,

    /// Go on from this model
    #[arg(short = 'i', long, value_name = "FILE")]
    initial: Option<PathBuf>,

    /// Write the prediction for each example before learning from it, one a line; `-` is standard output
    #[arg(short = 'p', long, value_name = "FILE")]
    predictions: Option<PathBuf>,

    /// What -p writes: class, probabilities or margins [default: the class of several, else the margin]
    #[arg(long, value_enum, value_name = "WHAT", requires = "predictions")]
    output: Option<Form>,

    #[command(flatten)]
    passes: PassFlags,

    /// When done, measure the model on this file, without learning; several times for several files
    #[arg(long, value_name = "DATA")]
    test: Vec<PathBuf>,

    /// Keep the parsed examples in DATA.cache, beside the (first) data file, and read them from there next time
    #[arg(short = 'c', conflicts_with = "cache")]
    cached: bool,

    /// Keep the parsed examples in this file, and read them from there next time
    #[arg(long, value_name = "FILE")]
    cache: Option<PathBuf>,

    /// Write the cache anew, even if it could be used
    #[arg(short = 'k', long = "kill-cache")]
    kill_cache: bool,

    /// No constant feature
    #[arg(long)]
    no_bias: bool,

    /// Only predict and measure: learn nothing (needs --initial)
    #[arg(short = 't', long, requires = "initial")]
    testonly: bool,

    /// When to print a line of progress: N for every N examples, a factor such as 2.0 for growing intervals
    #[arg(short = 'P', long, default_value = "2.0", value_name = "N|F")]
    progress: Interval,

    /// Take no measures but the mean loss and mistakes
    #[arg(long)]
    no_measures: bool,

    /// Print the summary as one JSON object on standard output
    #[arg(long)]
    json: bool,

    /// No progress and no summary
    #[arg(long)]
    quiet: bool,

    #[command(flatten)]
    parameters: ParameterFlags,
}

fn refuse(error: SpecError) -> anyhow::Error {
    usage(error.to_string())
}

impl Train {
    fn fresh(&self) -> Result<Engine> {
        let algorithm = algorithms::find(self.algorithm.as_deref().unwrap_or(DEFAULT)).map_err(refuse)?;
        let core = Core::new(algorithm, self.loss, &self.parameters.parse()?).map_err(refuse)?;
        let groups = core.spec().groups.iter().map(|group| group.name.clone()).collect();
        let open = self.loss.is_none() && core.is_auto();
        let labels = (!open).then(|| core.loss().labels());
        let schema = self.input.schema(labels, !self.no_bias, groups)?;
        let core = if self.input.classes { core.over_classes().map_err(refuse)? } else { core };
        Ok(Engine::from_parts(core, schema)?)
    }

    fn continued(&self, path: &Path) -> Result<Engine> {
        let (core, schema) = Engine::load(path)?.into_parts();
        if !core.learns() {
            return Err(anyhow!(
                "{} is a serving model: it predicts and cannot go on learning; go on from the model it was exported from",
                path.display()
            ));
        }
        self.agrees(path, &core, schema.bias)?;
        let schema = Schema { label_optional: self.testonly, ..self.input.continued(schema)? };
        Ok(Engine::from_parts(core, schema)?)
    }

    /// Refuses flags that differ from what the model was trained with.
    fn agrees(&self, path: &Path, core: &Core, bias: bool) -> Result<()> {
        let differs = |what: String| usage(format!("{} cannot go on with {what}", path.display()));
        if let Some(name) = self.algorithm.as_ref().filter(|name| **name != core.algorithm()) {
            return Err(differs(format!("-a {name}: it was trained by {}", core.algorithm())));
        }
        if let Some(loss) = self.loss.filter(|loss| *loss != core.loss()) {
            return Err(differs(format!("--loss {loss}: it was trained for {}", core.loss())));
        }
        if !self.parameters.is_empty() {
            let given = self.parameters.parse()?;
            let algorithm = algorithms::find(core.algorithm()).map_err(refuse)?;
            let mut merged = core.parameters().clone();
            merged.values.extend(given.values.clone());
            if given.values.contains_key("box") {
                merged.values.remove("radius");
            }
            if !given.groups.is_empty() {
                merged.groups.clone_from(&given.groups);
            }
            let spec = algorithm.spec(Some(core.loss()), &merged).map_err(refuse)?;
            if (Spec { classes: core.spec().classes, ..spec }) != *core.spec() {
                let was = crate::voice::report::list(core.parameters());
                let was = if was.is_empty() { "the defaults" } else { was.trim_start_matches(", ") };
                return Err(differs(format!("other parameters than it was trained with: {was}")));
            }
        }
        if self.no_bias && bias {
            return Err(differs("--no-bias: it was trained with a bias".to_owned()));
        }
        Ok(())
    }

    /// Runs it.
    pub fn run(&self) -> Result<()> {
        let outcome = self.learn();
        match (&outcome, &self.model) {
            (Err(error), Some(path)) if is_broken_pipe(error) => {
                // Whoever read the predictions has enough; whoever wants the model must hear that there is none.
                let message = format!(
                    "the predictions were not read to their end, so {} was not written",
                    path.display()
                );
                Err(Failure { message, help: Some("write the predictions to a file".to_owned()) }.into())
            }
            _ => outcome,
        }
    }

    /// Refuses outputs that would overwrite each other, the data or the model it goes on from.
    fn check_files(&self, inputs: &[Input], cache: Option<&Cache>) -> Result<()> {
        let flag = if self.cached { "-c" } else { "--cache" };
        let mut files = Files::default().reads_data(inputs);
        for path in &self.test {
            files = files.reads("--test", path);
        }
        for path in self.passes.paths(self.model.as_deref())? {
            files = files.writes("--save-per-pass", Some(&path));
        }
        files
            .goes_on_from("-i", self.initial.as_deref(), "-m")
            .writes("-m", self.model.as_deref())
            .writes("-p", self.predictions.as_deref())
            .keeps(flag, cache.map(|cache| cache.path.as_path()))
            .prints("--json", self.json)
            .check()
    }

    /// The cache that is asked for.
    fn cache(&self, inputs: &[Input]) -> Result<Option<Cache>> {
        let path = match (&self.cache, self.cached, inputs.first()) {
            (Some(path), _, _) => path.clone(),
            (None, true, Some(Input::File(path))) => {
                let mut name = path.clone().into_os_string();
                name.push(".cache");
                name.into()
            }
            (None, true, _) => {
                return Err(usage("-c needs data in files: standard input cannot be read again"));
            }
            (None, false, _) if self.kill_cache => {
                return Err(usage("-k writes a cache anew: ask for one with -c or --cache FILE"));
            }
            (None, false, _) => return Ok(None),
        };
        if self.passes.most().is_some() {
            return Err(usage("a cache keeps whole files: leave out --examples, or the cache"));
        }
        for input in inputs {
            if !matches!(input, Input::File(path) if path.is_file() || !path.exists()) {
                return Err(usage(format!(
                    "a cache needs files that can be read again; {} cannot",
                    input.name()
                )));
            }
        }
        Ok(Some(Cache { path, rewrite: self.kill_cache }))
    }

    fn learn(&self) -> Result<()> {
        let start = Instant::now();
        let inputs = self.input.inputs();
        let (cache, most) = (self.cache(&inputs)?, self.passes.most());
        let reading = ReadOptions { cache, most, ..self.input.reading() };
        testing::check(&self.test)?;
        self.check_files(&inputs, reading.cache.as_ref())?;
        if self.testonly && self.model.is_some() {
            return Err(usage("-t learns nothing, so there is no model to write: leave out -m"));
        }
        let mut engine = match &self.initial {
            Some(path) => self.continued(path)?,
            None => self.fresh()?,
        };
        self.passes.check(&inputs)?;
        interrupt::listen();
        let mut predictions = match &self.predictions {
            Some(path) => Some(Output::create(path).map_err(writing(&path.display().to_string()))?),
            None => None,
        };
        let passed = self.pass(&mut engine, &inputs, &reading, predictions.as_mut())?;
        interrupt::ending();
        if let Some(remark) = vw::ignored_letter(engine.schema()).filter(|_| !self.quiet) {
            say(remark);
        }
        if !self.quiet && passed.end == End::Complete {
            let unmet =
                vw::kept_nothing(engine.schema()).into_iter().chain(vw::crossed_nothing(engine.schema()));
            unmet.for_each(|remark| say(format_args!("remark: {remark}")));
        }
        // Nothing is put into its place before all of it is complete.
        let mut written = Vec::new();
        if let Some(out) = predictions {
            written.push(complete(out)?);
        }
        let mut summary = self.summary(&engine, &passed);
        if let Some(path) = &self.model {
            written.push(engine.write(path)?);
            summary.model = Some(path.display().to_string());
        }
        place(written)?;
        if !self.testonly && !self.quiet && summary.examples > 0 && summary.labelled == 0 {
            say(
                "no example has a label, so nothing was learned; --label NAME says which column or key it is (_label in VW's JSON)",
            );
        }
        let tested = self.tested(&engine, &mut summary);
        summary.seconds = start.elapsed().as_secs_f64();
        if self.json {
            summary.print_json()?;
        } else if !self.quiet {
            summary.print(!self.testonly);
        }
        tested?;
        if !self.quiet {
            remarks::tell_all(&summary.remarks);
            for test in &summary.tests {
                let told: Vec<_> = test.remarks.iter().map(|remark| test.about(remark)).collect();
                remarks::tell_all(&told);
            }
        }
        if summary.interrupted {
            if self.json || self.quiet {
                say(format_args!("interrupted after {} examples", summary.examples));
            }
            return Err(Interrupted.into());
        }
        Ok(())
    }

    /// Measures what was learned on the files to test on, unless the run was interrupted. What can be told is told even if a file is bad.
    fn tested(&self, engine: &Engine, summary: &mut Summary) -> Result<()> {
        if self.test.is_empty() || summary.interrupted {
            return Ok(());
        }
        let (tests, end) = testing::measure(engine, &self.test, &self.input)?;
        summary.tests = tests;
        summary.interrupted = end == End::Interrupted;
        Ok(())
    }

    fn summary(&self, engine: &Engine, passed: &Passed) -> Summary {
        let core = engine.core();
        let mut summary = Summary::new(core, engine.schema());
        (summary.bound, summary.lanes, summary.iterate) = (core.bound(), core.lanes(), core.iterate());
        let decided = engine.schema().labels.kind() != LabelKind::Open;
        if decided && self.loss.is_none() && self.initial.is_none() && core.is_auto() {
            summary.loss_chosen = Some(match engine.schema().labels.kind() {
                LabelKind::Classes => "the labels are several classes",
                LabelKind::Binary => "the labels are two classes",
                LabelKind::Real | LabelKind::Count | LabelKind::Open => "the labels are numbers",
            });
            summary.explain_labels(&engine.schema().labels, self.input.says_classes());
        }
        summary.measures = passed.measures.clone();
        summary.interrupted = passed.end == End::Interrupted;
        summary.remarks = remarks::all(engine.schema(), &passed.order);
        let measures = passed.measures.as_ref();
        if self.testonly {
            summary.remarks.extend(remarks::unlearned(measures, &engine.schema().labels));
        } else {
            summary.remarks.extend(remarks::first_row(measures));
            summary.remarks.extend(remarks::worse_than_constant(measures, core.spec()));
        }
        if self.passes.several() {
            summary.loss_by_pass = passed.losses.clone();
        }
        summary.holdout = passed.holdout.clone();
        summary
    }

    fn label_help(&self, engine: &Engine) -> Option<&'static str> {
        let binary = engine.loss().labels() == Labels::Binary;
        (binary && self.loss.is_none() && self.initial.is_none())
            .then_some("pass --loss squared if the label is a number to be estimated")
    }
}
