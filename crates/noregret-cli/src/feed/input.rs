//! The flags that say what the input is, shared by `train` and `predict`.

use crate::feed::crosses::CrossFlags;
use crate::voice::failure::usage;
use anyhow::Result;
use clap::{Args, ValueEnum};
use noregret::Labels as LossLabels;
use noregret_io::{ColumnKind, Format, Input, LabelKind, Labels, ReadOptions, Schema};
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

    /// The format: svmlight (libsvm), vw, csv, tsv or jsonl; recognised from the name or the content if not given
    #[arg(long, value_name = "F")]
    pub format: Option<Format>,

    /// Column or key of the label (csv, tsv, jsonl)
    #[arg(long, value_name = "COLUMN")]
    label: Option<String>,

    /// Column or key of the importance weight
    #[arg(long, value_name = "COLUMN")]
    weight: Option<String>,

    /// Column or key of the tag, repeated beside each prediction
    #[arg(long, value_name = "COLUMN")]
    tag: Option<String>,

    /// Columns, namespaces or feature numbers to leave out, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    ignore: Vec<String>,

    /// The only columns, namespaces or feature numbers not to leave out
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    keep: Vec<String>,

    #[command(flatten)]
    crosses: CrossFlags,

    /// Columns that hold categories although they look like numbers
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    categorical: Vec<String>,

    /// Columns that hold numbers although they do not look it in the first rows
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    numeric: Vec<String>,

    /// The two labels of a binary problem as the data writes them, the negative one first
    #[arg(long, value_name = "NEG,POS", allow_hyphen_values = true)]
    labels: Option<String>,

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

    /// These flags as the words of a command, but for how many threads parse.
    pub fn words(&self) -> Vec<String> {
        let mut words: Vec<String> =
            self.files.iter().chain(&self.data).map(|path| path.display().to_string()).collect();
        let one = [
            ("--format", self.format.map(|format| format.to_string())),
            ("--label", self.label.clone()),
            ("--weight", self.weight.clone()),
            ("--tag", self.tag.clone()),
            ("--labels", self.labels.clone()),
            ("--bits", self.bits.map(|bits| bits.to_string())),
            ("--on-error", (self.on_error == OnError::Skip).then(|| "skip".to_owned())),
        ];
        for (flag, value) in one {
            words.extend(value.into_iter().flat_map(|value| [flag.to_owned(), value]));
        }
        let many = [
            ("--ignore", &self.ignore),
            ("--keep", &self.keep),
            ("--categorical", &self.categorical),
            ("--numeric", &self.numeric),
        ];
        for (flag, values) in many.into_iter().filter(|(_, values)| !values.is_empty()) {
            words.extend([flag.to_owned(), values.join(",")]);
        }
        words.extend(self.crosses.words());
        if self.no_names {
            words.push("--no-names".to_owned());
        }
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

    /// A schema for new data under a loss; without one, what labels are is left to them.
    pub fn schema(&self, labels: Option<LossLabels>, bias: bool, groups: Vec<String>) -> Result<Schema> {
        let kind = match labels {
            Some(LossLabels::Binary) => LabelKind::Binary,
            Some(LossLabels::Real) => LabelKind::Real,
            Some(LossLabels::Count) => LabelKind::Count,
            None if self.labels.is_some() => LabelKind::Binary,
            None => LabelKind::Open,
        };
        let labels = match &self.labels {
            None => Labels::new(kind),
            Some(_) if kind != LabelKind::Binary => {
                return Err(usage("--labels names the two labels of a binary loss; this loss takes numbers"));
            }
            Some(pair) => match pair.split_once(',') {
                Some((negative, positive)) if negative != positive => Labels::binary_pair(negative, positive),
                _ => return Err(usage(format!("--labels takes two different labels NEG,POS, not {pair:?}"))),
            },
        };
        let mut schema = Schema::new(labels);
        schema.bits = self.bits;
        schema.bias = bias;
        schema.ignore = self.ignore.clone();
        schema.keep = self.keep.clone();
        schema.crosses = self.crosses.crosses()?;
        schema.groups = groups;
        schema.keep_names = !self.no_names;
        for (columns, kind) in
            [(&self.categorical, ColumnKind::Category), (&self.numeric, ColumnKind::Numeric)]
        {
            for column in columns {
                if schema.columns.insert(column.clone(), kind).is_some_and(|other| other != kind) {
                    return Err(usage(format!(
                        "the column {column:?} is given as both categorical and numeric"
                    )));
                }
            }
        }
        self.place_columns(&mut schema);
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
            ("--ignore", !self.ignore.is_empty() && self.ignore != schema.ignore),
            ("--keep", !self.keep.is_empty() && self.keep != schema.keep),
            ("--categorical", self.contradicts(&schema, &self.categorical, ColumnKind::Category)),
            ("--numeric", self.contradicts(&schema, &self.numeric, ColumnKind::Numeric)),
        ];
        if let Some((flag, _)) = fixed.iter().find(|(_, changed)| *changed) {
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
        if self.no_names {
            schema.keep_names = false;
        }
        self.place_columns(&mut schema);
        Ok(schema)
    }

    fn contradicts(&self, schema: &Schema, columns: &[String], kind: ColumnKind) -> bool {
        columns.iter().any(|column| schema.columns.get(column) != Some(&kind))
    }
}
