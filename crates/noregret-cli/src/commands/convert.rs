//! `noregret convert`: from one format to another, without learning anything.

use crate::feed::input::{InputFlags, OnError};
use crate::files::{Files, complete, place};
use crate::voice::failure::{Failure, Interrupted, bad_line, usage, writing};
use crate::voice::interrupt;
use crate::voice::talk::say;
use anyhow::Result;
use clap::Args;
use noregret::Labels as LossLabels;
use noregret_io::convert::{Columns, ConvertError, Converter, Draws, Shuffle};
use noregret_io::{Complete, Entry, Format, Input, LineError, Output, Position, Schema, transcribe};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Turn data of one format into another
#[derive(Args, Debug)]
#[command(after_help = "\
Numbers are written in the fewest digits that read back to the same 64-bit float; labels as they are. What the target
cannot say is refused: weights and missing labels in svmlight, names with blanks, | or : in VW text, text labels in both.
Named features become numbers in svmlight, those of their slots in a hash of --bits (22): a model learned from the result
has the weights it would have learned from the names. CSV and TSV are read twice, because their header comes first.

--shuffle writes lines in random order (up to 256 MiB are held in memory, more goes through temporary files), --sample keeps a
part of them, --split sends the rest to another file: all by --seed, the same every time.

Examples:
  noregret convert table.csv --label price --to jsonl > table.jsonl
  noregret convert table.parquet --to csv -o table.csv
  noregret convert ads.vw.gz --to svmlight -o ads.svm
  noregret convert data.svm --to vw | vw
  noregret convert sorted.csv --label last --to csv --shuffle --split 0.8 -o train.csv --rest test.csv")]
pub struct Convert {
    #[command(flatten)]
    input: InputFlags,

    /// The format to write: svmlight (libsvm), vw, csv, tsv or jsonl
    #[arg(long, value_name = "F")]
    to: Format,

    /// Write here instead of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write lines in random order
    #[arg(long)]
    shuffle: bool,

    /// Keep only about this part of the lines, chosen at random, such as 0.1
    #[arg(long, value_name = "P", value_parser = part)]
    sample: Option<f64>,

    /// Write about this part of the lines to the output, chosen at random, and the others to --rest
    #[arg(long, value_name = "P", value_parser = part, requires = "rest")]
    split: Option<f64>,

    /// Where the lines go that --split leaves
    #[arg(long, value_name = "FILE", requires = "split")]
    rest: Option<PathBuf>,

    /// The seed of --shuffle, --sample and --split
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

fn part(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|part| *part > 0.0 && *part < 1.0)
        .ok_or_else(|| "give a part between 0 and 1".to_owned())
}

/// Where lines go, as they come or shuffled.
struct Place {
    name: String,
    out: Output,
    shuffle: Option<Shuffle>,
}

impl Place {
    fn new(out: Output, seed: Option<u64>) -> Self {
        Self { name: out.name().to_owned(), out, shuffle: seed.map(Shuffle::new) }
    }

    fn line(&mut self, line: &[u8]) -> std::io::Result<()> {
        match &mut self.shuffle {
            Some(shuffle) => shuffle.push(line),
            None => self.out.write_all(line),
        }
    }

    /// Writes what is left; nothing is in its place yet.
    fn complete(mut self) -> Result<Complete> {
        if let Some(shuffle) = self.shuffle.take() {
            shuffle.finish(&mut self.out).map_err(writing(&self.name))?;
        }
        complete(self.out)
    }
}

/// Why the reading was stopped, and what was left out.
#[derive(Default)]
struct Stopped {
    error: Option<anyhow::Error>,
    skipped: u64,
}

impl Convert {
    /// Runs it.
    pub fn run(&self) -> Result<()> {
        let inputs = self.input.inputs();
        Files::default()
            .reads_data(&inputs)
            .writes("-o", self.output.as_deref())
            .writes("--rest", self.rest.as_deref())
            .prints("the data", self.output.is_none())
            .check()?;
        let mut schema = self.input.schema(Some(LossLabels::Real), false, Vec::new())?;
        if !schema.crosses.is_empty() {
            return Err(usage(
                "convert writes features as they are, and crosses none; they are crossed when they are read",
            ));
        }
        schema.label_optional = true;
        // A table made of a table has its cells as they are; every other format has the features that are learned from.
        schema.as_written = matches!(self.to, Format::Csv | Format::Tsv);
        let bits = schema.bits.unwrap_or(Schema::DEFAULT_BITS);
        if !(1..=Schema::MOST_BITS).contains(&bits) {
            return Err(usage(format!("--bits takes 1 to {}, not {bits}", Schema::MOST_BITS)));
        }
        schema.bits = None;
        interrupt::listen();
        let mut columns = Columns::default();
        if matches!(self.to, Format::Csv | Format::Tsv) {
            if let Some(input) =
                inputs.iter().find(|input| !matches!(input, Input::File(path) if path.is_file()))
            {
                let name = input.name();
                return Err(usage(format!("{} needs files that can be read twice; {name} cannot", self.to)));
            }
            self.each(&inputs, &schema, false, &mut |entry| columns.note(entry))?;
        }
        let create = |path: &Option<PathBuf>| match path {
            Some(path) => Output::create(path).map_err(writing(&path.display().to_string())),
            None => Ok(Output::stdout()),
        };
        let shuffled = |seed: u64| self.shuffle.then_some(seed);
        let mut places = vec![Place::new(create(&self.output)?, shuffled(self.seed))];
        if self.split.is_some() {
            places.push(Place::new(create(&self.rest)?, shuffled(self.seed ^ 1)));
        }
        let mut converter = Converter::new(self.to, bits, columns);
        for place in &mut places {
            match converter.header(&mut place.out) {
                Err(ConvertError::Io(error)) => return Err(writing(&place.name)(error)),
                other => other?,
            }
        }
        let (sample, split) = (Draws::new(self.seed, 1), Draws::new(self.seed, 2));
        let (mut number, mut line) = (0, Vec::new());
        let skipped = self.each(&inputs, &schema, true, &mut |entry| {
            line.clear();
            converter.write(entry, &mut line)?;
            number += 1;
            if self.sample.is_some_and(|part| !sample.chooses(number, part)) {
                return Ok(());
            }
            let first = self.split.is_none_or(|part| split.chooses(number, part));
            Ok(places[usize::from(!first)].line(&line)?)
        })?;
        interrupt::ending();
        let complete = places.into_iter().map(Place::complete).collect::<Result<Vec<_>>>()?;
        place(complete)?;
        if skipped > 0 {
            say(format_args!("{skipped} lines were left out"));
        }
        Ok(())
    }

    /// Does something with every line, and says how many were left out; only the last reading tells of them.
    fn each(
        &self,
        inputs: &[Input],
        schema: &Schema,
        told: bool,
        act: &mut dyn FnMut(Entry<'_>) -> Result<(), ConvertError>,
    ) -> Result<u64> {
        let mut stopped = Stopped::default();
        let mut each = |position: &Position, entry: Result<Entry<'_>, LineError>| {
            let error = match entry {
                _ if interrupt::asked() => Interrupted.into(),
                Err(error) => bad_line(&error, None),
                Ok(entry) => match act(entry) {
                    Ok(()) => return ControlFlow::Continue(()),
                    Err(ConvertError::Io(error)) => {
                        stopped.error = Some(writing("the output")(error));
                        return ControlFlow::Break(());
                    }
                    Err(ConvertError::Unsayable(why)) => {
                        let help = Some("pass --on-error skip to leave such lines out".to_owned());
                        Failure { message: format!("{position}: {why}"), help }.into()
                    }
                },
            };
            if self.input.on_error == OnError::Skip && !interrupt::asked() {
                stopped.skipped += 1;
                if told && stopped.skipped <= 5 {
                    say(format_args!("skipped: {error}"));
                }
                return ControlFlow::Continue(());
            }
            stopped.error = Some(error);
            ControlFlow::Break(())
        };
        transcribe(inputs, self.input.format, schema, &mut each)?;
        stopped.error.map_or(Ok(stopped.skipped), Err)
    }
}
