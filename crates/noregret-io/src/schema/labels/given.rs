//! Labels that are handed over beside an example instead of standing in its text.

use super::{LabelKind, LabelRead, Labels};
use crate::error::fault::{LineFault, NumberFault};

/// A label as whoever hands an example over has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GivenLabel<'a> {
    /// Under two classes one of the pair that is known, or -1 or +1.
    Number(f64),
    /// As a file would have it.
    Text(&'a str),
}

impl From<f64> for GivenLabel<'_> {
    fn from(value: f64) -> Self {
        Self::Number(value)
    }
}

impl<'a> From<&'a str> for GivenLabel<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl Labels {
    /// Whether it is still undecided what labels are, or more of them may show that they were taken for something else.
    pub fn is_open(&self) -> bool {
        self.waits() || self.kind == LabelKind::Open || self.undecided.is_some()
    }

    /// What a label means, if no other comes; more may become known of labels by it.
    pub fn meaning(&mut self, label: GivenLabel<'_>) -> Result<f64, LineFault> {
        match label {
            GivenLabel::Number(value) if !value.is_finite() => {
                Err(LineFault::Number { what: "label", fault: NumberFault::NotFinite })
            }
            GivenLabel::Number(value) => self.of_number(value),
            GivenLabel::Text(text) => match self.read(text.as_bytes(), true)? {
                LabelRead::Value(value) => Ok(value),
                LabelRead::Pending(place) => {
                    self.assume();
                    Ok(self.meanings().get(place).copied().unwrap_or(1.0))
                }
            },
        }
    }

    /// Refuses the first label that cannot be learned from, as far as labels alone tell, with its place. While it is
    /// undecided what labels are, only what no label can be is found.
    pub fn check_given<'l>(
        &self,
        labels: impl IntoIterator<Item = GivenLabel<'l>>,
    ) -> Result<(), (usize, LineFault)> {
        let open = self.is_open();
        let mut probe = self.clone();
        for (k, label) in labels.into_iter().enumerate() {
            let undecided = open && !matches!(label, GivenLabel::Number(value) if !value.is_finite());
            if !undecided {
                probe.meaning(label).map_err(|fault| (k, fault))?;
            }
        }
        Ok(())
    }
}
