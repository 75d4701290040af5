//! `noregret train`: predict each example, then learn from it.

use crate::feed::input::InputFlags;
use crate::feed::order::Order;
use crate::feed::progress::{Interval, Progress};
use crate::feed::run::{End, Pass};
use crate::files::{Files, complete, place};
use crate::parameters::ParameterFlags;
use crate::revive::{Revived, revive};
use crate::voice::failure::{Failure, Interrupted, is_broken_pipe, usage, writing};
use crate::voice::interrupt;
use crate::voice::remarks;
use crate::voice::report::Summary;
use crate::voice::talk::say;
use anyhow::Result;
use clap::Args;
use noregret::loss::Squared;
use noregret::{Checked, Labels, LearnError, Learner, Loss, Online, Parameters, Spec, SpecError, algorithms};
use noregret_io::{
    Cache, Counts, Example, Input, LabelKind, Memory, ModelView, Output, ReadOptions, Replay, Schema, Stream,
};
use std::path::{Path, PathBuf};
use std::time::Instant;

const DEFAULT: &str = "auto";

/// Learn a linear model in one pass: each example is predicted first, then learned from
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  noregret train data.svm                                    learn, report the progressive loss
  noregret train day1.vw.gz day2.vw.gz -m ads.nr             several files, one model
  noregret train table.csv --label price -m price.nr         numbers for labels: squared loss, unless --loss says
  noregret train adult.data --label last --ignore 3          a table without a header: columns by number, last, 3-10
  zcat log.gz | noregret train --format vw -p margins.txt    from a pipe; margins, one a line
  noregret train day3.vw.gz -i ads.nr -m ads.nr              go on, as if never interrupted
  noregret train day1.vw.gz -c --passes 3 -m ads.nr          parse once, read three times
  noregret train data.svm -a per-coord --radius 100 --scale 0.006 --loss hinge --no-bias
  noregret train ads.vw -a per-coord --radius 1 --box user=-5,5 --l2 query=0.001")]
pub struct Train {
    #[command(flatten)]
    input: InputFlags,

    /// The algorithm; `noregret algorithms` lists them [default: auto]
    #[arg(short = 'a', long, value_name = "NAME")]
    algorithm: Option<String>,

    /// The loss: logistic, hinge, squared-hinge, squared, absolute, quantile(Q), huber(D), poisson
    /// [default: auto: logistic for two labels, squared for more; logistic for the others, hinge for those made for it]
    #[arg(long, value_name = "LOSS")]
    loss: Option<Loss>,

    /// Write the model here
    #[arg(short = 'm', long, short_alias = 'f', value_name = "FILE")]
    model: Option<PathBuf>,

    /// Go on from this model
    #[arg(short = 'i', long, value_name = "FILE")]
    initial: Option<PathBuf>,

    /// Write the margin of each example before learning from it, one a line; `-` is standard output
    #[arg(short = 'p', long, value_name = "FILE")]
    predictions: Option<PathBuf>,

    /// Read the data this many times
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..), value_name = "N")]
    passes: u32,

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

    /// Print the summary as one JSON object on standard output
    #[arg(long)]
    json: bool,

    /// No progress and no summary
    #[arg(long)]
    quiet: bool,

    #[command(flatten)]
    parameters: ParameterFlags,
}

/// A learner with what a model file needs around it.
struct Learning {
    algorithm: String,
    parameters: Parameters,
    spec: Checked,
    schema: Schema,
    before: Counts,
    learner: Box<dyn Online>,
}

impl Learning {
    /// What is done with an example: it is predicted, and learned from if it has a label and this is no test.
    fn step(&mut self, testonly: bool) -> impl FnMut(&Example<'_>) -> Result<f64, LearnError> {
        let learner = &mut self.learner;
        move |example| match example.label {
            Some(y) if !testonly => learner.learn(example.features, y, example.weight),
            _ => Ok(learner.margin(example.features)),
        }
    }

    /// Where nobody named a loss: numbers take the squared one. Nothing was learned before.
    fn choose_loss(&mut self, kind: LabelKind) -> Result<()> {
        if kind == LabelKind::Real {
            let spec = Spec { loss: Squared {}.into(), ..self.spec.spec().clone() };
            self.spec = spec.check().map_err(refuse)?;
            self.learner = self.spec.build();
        }
        Ok(())
    }
}

/// A step that also sees in which order labels come, in the first pass.
fn watched<'a>(
    mut step: impl FnMut(&Example<'_>) -> Result<f64, LearnError> + 'a,
    order: &'a mut Order,
    first: bool,
) -> impl FnMut(&Example<'_>) -> Result<f64, LearnError> + 'a {
    move |example| {
        if let Some(label) = example.label.filter(|_| first) {
            order.see(label);
        }
        step(example)
    }
}

fn refuse(error: SpecError) -> anyhow::Error {
    usage(error.to_string())
}

impl Train {
    fn fresh(&self) -> Result<Learning> {
        let algorithm = algorithms::find(self.algorithm.as_deref().unwrap_or(DEFAULT)).map_err(refuse)?;
        let given = self.parameters.parse()?;
        let spec = algorithm.spec(self.loss, &given).map_err(refuse)?.check().map_err(refuse)?;
        let parameters = algorithm.resolve(&given).map_err(refuse)?;
        let groups = spec.spec().groups.iter().map(|group| group.name.clone()).collect();
        let open = self.loss.is_none() && spec.spec().learner == Learner::Auto;
        let labels = (!open).then(|| spec.spec().loss.labels());
        let schema = self.input.schema(labels, !self.no_bias, groups)?;
        let learner = spec.build();
        Ok(Learning {
            algorithm: algorithm.name.to_owned(),
            parameters,
            spec,
            schema,
            before: Counts::default(),
            learner,
        })
    }

    fn continued(&self, path: &Path) -> Result<Learning> {
        let Revived { model, spec: checked, learner } = revive(path)?;
        let differs = |what: String| usage(format!("{} cannot go on with {what}", path.display()));
        if let Some(name) = self.algorithm.as_ref().filter(|name| **name != model.algorithm) {
            return Err(differs(format!("-a {name}: it was trained by {}", model.algorithm)));
        }
        if let Some(loss) = self.loss.filter(|loss| *loss != model.spec.loss) {
            return Err(differs(format!("--loss {loss}: it was trained for {}", model.spec.loss)));
        }
        if !self.parameters.is_empty() {
            let given = self.parameters.parse()?;
            let algorithm = algorithms::find(&model.algorithm).map_err(refuse)?;
            let mut merged = model.parameters.clone();
            merged.values.extend(given.values.clone());
            if given.values.contains_key("box") {
                merged.values.remove("radius");
            }
            if !given.groups.is_empty() {
                merged.groups.clone_from(&given.groups);
            }
            let spec = algorithm.spec(Some(model.spec.loss), &merged).map_err(refuse)?;
            if spec != model.spec {
                let was = crate::voice::report::list(&model.parameters);
                return Err(differs(format!(
                    "other parameters than it was trained with: {}",
                    was.trim_start_matches(", ")
                )));
            }
        }
        if self.no_bias && model.schema.bias {
            return Err(differs("--no-bias: it was trained with a bias".to_owned()));
        }
        let mut schema = self.input.continued(model.schema)?;
        schema.label_optional = self.testonly;
        Ok(Learning {
            algorithm: model.algorithm,
            parameters: model.parameters,
            spec: checked,
            schema,
            before: model.counts,
            learner,
        })
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
        Files::default()
            .reads_data(inputs)
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
        let reading = ReadOptions { cache: self.cache(&inputs)?, ..self.input.reading() };
        self.check_files(&inputs, reading.cache.as_ref())?;
        if self.testonly && self.model.is_some() {
            return Err(usage("-t learns nothing, so there is no model to write: leave out -m"));
        }
        let mut learning = match &self.initial {
            Some(path) => self.continued(path)?,
            None => self.fresh()?,
        };
        if self.passes > 1 {
            for input in &inputs {
                if !matches!(input, Input::File(path) if path.is_file()) {
                    return Err(usage(format!(
                        "several passes need files that can be read again; {} cannot",
                        input.name()
                    )));
                }
            }
        }
        interrupt::listen();
        let mut predictions = match &self.predictions {
            Some(path) => Some(Output::create(path).map_err(writing(&path.display().to_string()))?),
            None => None,
        };
        let (mut counts, mut total) = (Counts::default(), learning.before);
        let mut by_pass = Vec::new();
        let mut end = End::Complete;
        let mut progress = Progress::new(self.quiet, self.progress);
        let mut replay: Option<Replay> = None;
        let mut order = Order::default();
        for pass_number in 0..self.passes {
            let schema = std::mem::take(&mut learning.schema);
            let mut stream = match replay.take() {
                Some(replay) => Stream::replay(replay, schema)?,
                None => {
                    // The first pass writes the cache; a later one reads the text again only if that failed.
                    let cache = reading.cache.clone().filter(|_| pass_number == 0);
                    let reading = ReadOptions { cache, ..reading.clone() };
                    Stream::with(inputs.clone(), self.input.format, schema, reading)?
                }
            };
            if let (Some(why), Some(cache)) = (stream.remark(), &reading.cache) {
                say(format_args!("the cache {} is written anew: {why}", cache.path.display()));
            }
            progress.start(stream.bytes_total());
            let before = counts;
            let mut pass = Pass {
                first: None,
                open: stream.schema().labels.kind() == LabelKind::Open,
                loss: learning.spec.spec().loss,
                on_error: self.input.on_error,
                label_help: self.label_help(&learning),
                predictions: predictions.as_mut(),
                link: false,
                progress: &mut progress,
                counts: &mut counts,
                total: &mut total,
            };
            let mut ended =
                pass.run(&mut stream, watched(learning.step(self.testonly), &mut order, pass_number == 0));
            if let Ok(End::Decided) = ended {
                learning.choose_loss(stream.schema().labels.kind())?;
                pass.loss = learning.spec.spec().loss;
                ended = pass
                    .run(&mut stream, watched(learning.step(self.testonly), &mut order, pass_number == 0));
            }
            progress.finish();
            end = ended?;
            if let (Some(why), Some(cache)) = (stream.given_up(), &reading.cache) {
                say(format_args!("the cache {} was not written: {why}", cache.path.display()));
            }
            replay = stream.replayable();
            learning.schema = stream.into_schema();
            if pass_number + 1 < self.passes {
                // The next pass brings the same labels again, not more of them.
                learning.schema.labels.settle();
            }
            by_pass.extend(counts.mean_loss_since(&before));
            if end == End::Interrupted {
                break;
            }
        }
        interrupt::ending();
        // Nothing is put into its place before all of it is complete.
        let mut written = Vec::new();
        if let Some(out) = predictions {
            written.push(complete(out)?);
        }
        let spec = learning.spec.spec().clone();
        let mut summary =
            Summary::new(&spec, &learning.algorithm, &learning.parameters, &counts, &learning.schema);
        summary.bound = learning.learner.bound();
        summary.lanes = learning.learner.lanes();
        let decided = learning.schema.labels.kind() != LabelKind::Open;
        if decided && self.loss.is_none() && self.initial.is_none() && spec.learner == Learner::Auto {
            let classes = spec.loss.labels() == Labels::Binary;
            summary.loss_chosen =
                Some(if classes { "the labels are two classes" } else { "the labels are numbers" });
        }
        summary.weights = learning.learner.active() as u64;
        summary.rounds = learning.learner.rounds();
        summary.bytes = learning.learner.bytes();
        summary.total_examples = total.examples;
        summary.interrupted = end == End::Interrupted;
        if self.passes > 1 {
            summary.loss_by_pass = by_pass;
        }
        if let Some(path) = &self.model {
            let model = ModelView {
                algorithm: &learning.algorithm,
                parameters: &learning.parameters,
                spec: &spec,
                schema: &learning.schema,
                counts: total,
                memory: Memory::Learner(learning.learner.as_ref()),
            };
            written.push(model.write(path)?);
            summary.model = Some(path.display().to_string());
        }
        place(written)?;
        summary.seconds = start.elapsed().as_secs_f64();
        if self.json {
            summary.print_json()?;
        } else if !self.quiet {
            summary.print(!self.testonly);
        }
        if !self.quiet {
            remarks::tell(&learning.schema);
            order.remark().iter().for_each(|remark| say(format_args!("remark: {remark}")));
        }
        if end == End::Interrupted {
            if self.json || self.quiet {
                say(format_args!("interrupted after {} examples", counts.examples));
            }
            return Err(Interrupted.into());
        }
        Ok(())
    }

    fn label_help(&self, learning: &Learning) -> Option<&'static str> {
        let binary = learning.spec.spec().loss.labels() == Labels::Binary;
        (binary && self.loss.is_none() && self.initial.is_none())
            .then_some("pass --loss squared if the label is a number to be estimated")
    }
}
