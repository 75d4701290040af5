//! `noregret convert`: from one format to another, without learning anything.

use crate::feed::input::{InputFlags, OnError};
use crate::files::Files;
use crate::voice::failure::{Failure, Interrupted, bad_line, usage, writing};
use crate::voice::interrupt;
use crate::voice::talk::say;
use anyhow::Result;
use clap::Args;
use noregret::Labels as LossLabels;
use noregret_io::convert::{Columns, ConvertError, Converter};
use noregret_io::{Entry, Format, Input, LineError, Output, Position, Schema, transcribe};
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Turn data of one format into another
#[derive(Args, Debug)]
#[command(after_help = "\
Numbers are written in the fewest digits that read back to the same 64-bit float; labels as they are. What the target
cannot say is refused: weights and missing labels in svmlight, names with blanks, | or : in VW text, text labels in both.
Named features become numbers in svmlight, those of their slots in a hash of --bits (22): a model learned from the result
has the weights it would have learned from the names. CSV and TSV are read twice, because their header comes first.

Examples:
  noregret convert table.csv --label price --to jsonl > table.jsonl
  noregret convert ads.vw.gz --to svmlight -o ads.svm
  noregret convert data.svm --to vw | vw")]
pub struct Convert {
    #[command(flatten)]
    input: InputFlags,

    /// The format to write: svmlight (libsvm), vw, csv, tsv or jsonl
    #[arg(long, value_name = "F")]
    to: Format,

    /// Write here instead of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    output: Option<PathBuf>,
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
            .prints("the data", self.output.is_none())
            .check()?;
        let mut schema = self.input.schema(Some(LossLabels::Real), false, Vec::new())?;
        if !schema.crosses.is_empty() {
            return Err(usage(
                "convert writes features as they are, and crosses none; they are crossed when they are read",
            ));
        }
        schema.label_optional = true;
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
        let mut out = match &self.output {
            Some(path) => Output::create(path).map_err(writing(&path.display().to_string()))?,
            None => Output::stdout(),
        };
        let name = out.name().to_owned();
        let mut converter = Converter::new(self.to, bits, columns);
        match converter.header(&mut out) {
            Err(ConvertError::Io(error)) => return Err(writing(&name)(error)),
            other => other?,
        }
        let skipped = self.each(&inputs, &schema, true, &mut |entry| converter.write(entry, &mut out))?;
        interrupt::ending();
        out.finish().map_err(writing(&name))?;
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
