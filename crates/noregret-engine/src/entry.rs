//! Where examples come in that are handed over one at a time.

use noregret_io::{Family, Format, Intake, ReadError, Schema};

/// The intake, made when the first example comes.
#[derive(Debug, Default)]
pub(crate) struct Entry {
    intake: Option<Box<Intake>>,
    /// How many were handed over to intakes that are gone.
    before: u64,
}

/// What stands before an example in messages.
const NAME: &str = "example";

impl Entry {
    /// The intake for examples of a family, in whatever format that has.
    pub(crate) fn of_family(&mut self, family: Family, schema: &Schema) -> Result<&mut Intake, ReadError> {
        let usual = match family {
            Family::Indexed => Format::Svmlight,
            Family::Named => Format::Jsonl,
        };
        self.fitting(schema, usual, |format| format.family() == family)
    }

    /// The intake for lines of a format.
    pub(crate) fn of_format(&mut self, format: Format, schema: &Schema) -> Result<&mut Intake, ReadError> {
        self.fitting(schema, format, |found| found == format)
    }

    fn fitting(
        &mut self,
        schema: &Schema,
        format: Format,
        fits: impl Fn(Format) -> bool,
    ) -> Result<&mut Intake, ReadError> {
        let fits = self.intake.as_ref().is_some_and(|intake| fits(intake.format()));
        self.open(schema, if fits { None } else { Some((format, None)) })
    }

    /// The intake for the records of a table.
    pub(crate) fn of_table(
        &mut self,
        format: Format,
        header: &[u8],
        schema: &Schema,
    ) -> Result<&mut Intake, ReadError> {
        self.open(schema, Some((format, Some(header))))
    }

    /// The intake, turned to another source if one is given.
    fn open(
        &mut self,
        schema: &Schema,
        source: Option<(Format, Option<&[u8]>)>,
    ) -> Result<&mut Intake, ReadError> {
        if let (Some(intake), Some((format, header))) = (&mut self.intake, source) {
            intake.turn(NAME, format, header)?;
        }
        let intake = match self.intake.take() {
            Some(intake) => intake,
            None => {
                let (format, header) = source.unwrap_or((Format::Svmlight, None));
                Box::new(Intake::new(schema, NAME, format, header)?.counting_from(self.before))
            }
        };
        Ok(self.intake.insert(intake))
    }

    /// Gives back the memory that the last example took to be read.
    pub(crate) fn shed(&mut self) {
        if let Some(intake) = &mut self.intake {
            intake.shed();
        }
    }

    /// How many examples wait for labels.
    pub(crate) fn waiting(&self) -> usize {
        self.intake.as_ref().map_or(0, |intake| intake.waiting())
    }

    /// The intake, if examples wait in it.
    pub(crate) fn with_waiting(&mut self) -> Option<&mut Intake> {
        self.intake.as_deref_mut().filter(|intake| intake.waiting() > 0)
    }

    /// Gives up the intake: the schema is about to change without it.
    pub(crate) fn close(&mut self) {
        self.before = self.intake.take().map_or(self.before, |intake| intake.taken());
    }
}
