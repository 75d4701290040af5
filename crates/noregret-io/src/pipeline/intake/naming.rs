//! An example that is named feature by feature, straight from wherever a program has them: nothing is gathered first.

use super::{Drafted, Intake};
use crate::error::{LineError, Refusal};
use crate::format::named::{self, Column, Named, Value};
use crate::pipeline::parser::finish;
use crate::schema::labels::GivenLabel;

/// An example in the making. Dropped before its end, it leaves nothing behind.
#[derive(Debug)]
pub struct Naming<'a> {
    intake: &'a mut Intake,
    /// Why a feature was refused; those after it are not looked at.
    refusal: Option<Box<Refusal>>,
}

impl Intake {
    /// Begins an example whose features are named one after the other.
    #[inline]
    pub fn naming(&mut self) -> Naming<'_> {
        self.source.drafter.clear();
        self.source.drafter.begin();
        Naming { intake: self, refusal: None }
    }
}

impl<'a> Naming<'a> {
    /// Adds a feature.
    #[inline]
    pub fn add(&mut self, feature: Named<'_>) {
        if self.refusal.is_none() {
            self.refusal = named::draft(feature, &mut self.intake.source.drafter).err();
        }
    }

    /// Adds a feature under a name that was hashed before.
    #[inline]
    pub fn add_in(&mut self, column: &Column, value: Value<'_>) {
        if self.refusal.is_none() {
            self.refusal = named::draft_in(column, value, &mut self.intake.source.drafter).err();
        }
    }

    /// Ends the example.
    #[inline]
    pub fn end<'l>(
        self,
        label: Option<impl Into<GivenLabel<'l>>>,
        weight: f64,
    ) -> Result<Drafted<'a>, Box<LineError>> {
        let Self { intake, refusal } = self;
        intake.labelled(label.map(Into::into), |drafter, text| match refusal {
            Some(refusal) => Err(refusal),
            None => finish(weight, text, drafter),
        })
    }
}
