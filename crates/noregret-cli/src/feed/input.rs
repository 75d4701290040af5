//! The flags that say what the input is, shared by `train` and `predict`.

use crate::feed::crosses::CrossFlags;
use crate::feed::tables::TableFlags;
use crate::voice::failure::usage;
use anyhow::Result;
use clap::{Args, ValueEnum};
use noregret::Labels as LossLabels;
use noregret_io::{Filter, Format, Input, LabelKind, Labels, ReadOptions, Schema};
use std::path::PathBuf;

/// What to do about a bad line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OnError {
    /// End with exit code 1.
    Stop,
    /// Leave it out, count it, say so.
    Skip,
}

/// What the input is.
#[derive(Args, Clone, Debug)]
pub struct InputFlags {
    /// Files to read, in order; `-` or nothing is standard input. Plain, .gz, .zst, .xz or .bz2
    #[arg(value_name = "DATA")]
    files: Vec<PathBuf>,

    /// Another file to read, as in VW
    #[arg(short = 'd', long = "data", value_name = "DATA")]
    data: Vec<PathBuf>,

    /// The format: svmlight (libsvm), vw, csv, tsv, jsonl, arff, parquet or arrow; recognised from the name or the content if not given
    #[arg(long, value_name = "F")]
    pub format: Option<Format>,

    /// Column or key of the label (tables and jsonl); a column also by its number from 1, or last
    #[arg(long, value_name = "COLUMN")]
    label: Option<String>,

    /// Column or key of the importance weight
    #[arg(long, value_name = "COLUMN")]
    weight: Option<String>,

    /// Column or key of the tag, repeated beside each prediction
    #[arg(long, value_name = "COLUMN")]
    tag: Option<String>,

    /// Columns, namespaces or feature numbers to leave out, separated by commas; ranges too: 1,3-5
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    ignore: Vec<String>,

    /// The only columns, namespaces or feature numbers not to leave out
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    keep: Vec<String>,

    /// Read only the rows of a table that meet a condition, or several: 'year >= 2015 and country = NO'
    #[arg(long = "where", value_name = "CONDITIONS")]
    rows: Option<Filter>,

    #[command(flatten)]
    crosses: CrossFlags,

    #[command(flatten)]
    tables: TableFlags,

    /// The two labels of a binary problem as the data writes them, the negative one first
    #[arg(long, value_name = "NEG,POS", allow_hyphen_values = true, conflicts_with_all = ["positive", "classes"])]
    labels: Option<String>,

    /// Learn this label against all others
    #[arg(long, value_name = "LABEL", allow_hyphen_values = true, conflicts_with = "classes")]
    positive: Option<String>,

    /// Labels are classes, of any number, even if they look like numbers
    #[arg(long)]
    pub classes: bool,

    /// Hash features into 2^B slots; named features are hashed anyway (22), numbered ones only with this
    #[arg(short = 'b', long, value_name = "B")]
    bits: Option<u8>,

    /// Do not keep the names of features: less memory, no names in `inspect`
    #[arg(long)]
    no_names: bool,

    /// Parse on this many threads; learning is in order, on one more, and no result depends on it [default: all cores but that one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// What to do about a bad line
    #[arg(long, value_enum, default_value = "stop", value_name = "stop|skip")]
    pub on_error: OnError,
}

impl InputFlags {
    /// Whether any data was named.
    pub fn given(&self) -> bool {
        !self.files.is_empty() || !self.data.is_empty()
    }

    /// The inputs in order.
    pub fn inputs(&self) -> Vec<Input> {
        let all: Vec<Input> = self.files.iter().chain(&self.data).map(Input::from_path).collect();
        if all.is_empty() { vec![Input::from_path("-")] } else { all }
    }

    /// The column of the label, if one was named.
    pub fn label(&self) -> Option<&str> {
        self.label.as_deref()
    }

    /// These flags as the words of a command, but for how many threads parse.
    pub fn words(&self) -> Vec<String> {
        let mut words: Vec<String> =
            self.files.iter().chain(&self.data).map(|path| path.display().to_string()).collect();
        let one = [
            ("--format", self.format.map(|format| format.to_string())),
            ("--label", self.label.clone()),
            ("--weight", self.weight.clone()),
            ("--tag", self.tag.clone()),
            ("--where", self.rows.as_ref().map(Filter::to_string)),
            ("--labels", self.labels.clone()),
            ("--positive", self.positive.clone()),
            ("--bits", self.bits.map(|bits| bits.to_string())),
            ("--on-error", (self.on_error == OnError::Skip).then(|| "skip".to_owned())),
        ];
        for (flag, value) in one {
            words.extend(value.into_iter().flat_map(|value| [flag.to_owned(), value]));
        }
        let many = [("--ignore", &self.ignore), ("--keep", &self.keep)];
        for (flag, values) in many.into_iter().filter(|(_, values)| !values.is_empty()) {
            words.extend([flag.to_owned(), values.join(",")]);
        }
        words.extend(self.crosses.words());
        words.extend(self.tables.words());
        let switches = [("--classes", self.classes), ("--no-names", self.no_names)];
        words.extend(switches.iter().filter(|(_, given)| *given).map(|(flag, _)| (*flag).to_owned()));
        words
    }

    /// How they are read.
    pub fn reading(&self) -> ReadOptions {
        let mut reading = ReadOptions::default();
        if let Some(threads) = self.threads {
            reading.threads = usize::from(threads);
        }
        reading
    }

    /// How many learners may learn at once.
    pub fn learners(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }

    /// Whether it is said that labels are classes, two or more.
    pub fn says_classes(&self) -> bool {
        self.labels.is_some() || self.positive.is_some() || self.classes
    }

    /// A schema for new data under a loss; without one, what labels are is left to them.
    pub fn schema(&self, labels: Option<LossLabels>, bias: bool, groups: Vec<String>) -> Result<Schema> {
        let kind = match labels {
            Some(LossLabels::Binary) => LabelKind::Binary,
            Some(LossLabels::Real) => LabelKind::Real,
            Some(LossLabels::Count) => LabelKind::Count,
            None if self.says_classes() => LabelKind::Binary,
            None => LabelKind::Open,
        };
        if self.says_classes() && kind != LabelKind::Binary {
            return Err(usage(
                "--labels, --positive and --classes name the classes of a binary loss; this loss takes numbers",
            ));
        }
        let labels = match (&self.labels, &self.positive) {
            (Some(pair), _) => match pair.split_once(',') {
                Some((negative, positive)) if negative != positive => Labels::binary_pair(negative, positive),
                _ => return Err(usage(format!("--labels takes two different labels NEG,POS, not {pair:?}"))),
            },
            (None, Some(label)) => Labels::one_against_rest(label),
            (None, None) if self.classes => Labels::new(LabelKind::Classes),
            (None, None) => Labels::new(kind),
        };
        let mut schema = Schema::new(labels);
        schema.bits = self.bits;
        schema.bias = bias;
        schema.keep = self.keep.clone();
        schema.crosses = self.crosses.crosses()?;
        schema.groups = groups;
        schema.keep_names = !self.no_names;
        schema.filter = self.rows.clone();
        self.place_columns(&mut schema);
        self.tables.tell(&mut schema)?;
        schema.ignore.extend(self.ignore.iter().cloned());
        Ok(schema)
    }

    fn place_columns(&self, schema: &mut Schema) {
        for (given, kept) in [
            (&self.label, &mut schema.label),
            (&self.weight, &mut schema.weight),
            (&self.tag, &mut schema.tag),
        ] {
            if given.is_some() {
                kept.clone_from(given);
            }
        }
    }

    /// The schema of a model, for more data: where its label, weight and tag stand may change, what features mean may not.
    pub fn continued(&self, mut schema: Schema) -> Result<Schema> {
        let fixed = [
            ("--bits", self.bits.is_some() && self.bits != schema.bits),
            ("--ignore", !self.ignore.is_empty() && schema.selected(&self.ignore) != schema.ignore),
            ("--keep", !self.keep.is_empty() && schema.selected(&self.keep) != schema.keep),
        ];
        let flag = fixed.iter().find(|(_, changed)| *changed).map(|(flag, _)| *flag);
        if let Some(flag) = flag.or_else(|| self.tables.continued(&mut schema)) {
            return Err(usage(format!(
                "{flag} differs from what the model was trained with, which decides what its features mean"
            )));
        }
        self.crosses.agree(&mut schema.crosses)?;
        if let Some(pair) = &self.labels {
            let known = schema.labels.mapping().map(|pair| pair.join(","));
            if known.as_ref() != Some(pair) {
                let known = known.unwrap_or_else(|| "numbers".to_owned());
                return Err(usage(format!("--labels {pair} differs from the model's labels: {known}")));
            }
        }
        let differs = |flag: String| {
            usage(format!(
                "{flag} differs from what the model was trained with, which decides what labels mean"
            ))
        };
        if self.classes && schema.labels.kind() != LabelKind::Classes {
            return Err(differs("--classes".to_owned()));
        }
        if let Some(label) = self.positive.as_ref().filter(|l| Labels::one_against_rest(*l) != schema.labels)
        {
            return Err(differs(format!("--positive {label}")));
        }
        if self.no_names {
            schema.keep_names = false;
        }
        schema.filter.clone_from(&self.rows);
        self.place_columns(&mut schema);
        Ok(schema)
    }
}
