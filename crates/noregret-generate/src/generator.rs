//! The generator: a kind, a seed, and one row after another.

use crate::ads::Ads;
use crate::clicks::Clicks;
use crate::drift::Drift;
use crate::regression::Regression;
use crate::sea::Sea;
use crate::text::Text;
use crate::{Kind, Sample};

/// The truth of a stream, a weight at a time.
pub(crate) type Truth<'a> = Box<dyn Iterator<Item = (String, f64)> + 'a>;

/// What each kind does: fill the row numbered `sample.row`, and tell the truth as of the last row.
pub(crate) trait Source: Send {
    fn fill(&mut self, sample: &mut Sample);
    fn truth(&self) -> Truth<'_>;
}

/// An endless stream of rows of one kind, in memory that does not grow.
pub struct Generator {
    kind: Kind,
    row: u64,
    source: Box<dyn Source>,
    sample: Sample,
}

impl Generator {
    /// The stream of a kind and a seed. Different seeds have different truths, not only other rows (but for
    /// `sea`, whose truth is given).
    pub fn new(kind: Kind, seed: u64) -> Generator {
        let source: Box<dyn Source> = match kind {
            Kind::Clicks => Box::new(Clicks::new(seed)),
            Kind::Text => Box::new(Text::new(seed)),
            Kind::Regression => Box::new(Regression::new(seed)),
            Kind::Drift => Box::new(Drift::new(seed)),
            Kind::Sea => Box::new(Sea::new(seed)),
            Kind::Ads => Box::new(Ads::new(seed)),
        };
        Generator { kind, row: 0, source, sample: Sample::default() }
    }

    /// The kind of stream.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The next row, in the generator's own buffer.
    #[allow(clippy::should_implement_trait, reason = "it lends its buffer, which an Iterator cannot")]
    pub fn next(&mut self) -> &Sample {
        fill(&mut *self.source, &mut self.row, &mut self.sample);
        &self.sample
    }

    /// The next row, into the caller's buffer.
    pub fn next_into(&mut self, sample: &mut Sample) {
        fill(&mut *self.source, &mut self.row, sample);
    }

    /// The true weights behind the last row made (the first row's, before any): the names of
    /// [`Feature::full_name`](crate::Feature::full_name), the constant as [`BIAS`](crate::BIAS), and
    /// no zeros unless by chance. A row's margin is the constant plus its values times these weights:
    /// the logit of the label for `clicks`, `ads` and `drift`, its sign before mistakes for `text` and `sea`, its mean for
    /// `regression`. The weights of `drift` change from row to row, those of `sea` from time to time.
    pub fn truth(&self) -> impl Iterator<Item = (String, f64)> {
        self.source.truth()
    }
}

fn fill(source: &mut dyn Source, row: &mut u64, sample: &mut Sample) {
    sample.row = *row;
    sample.features.clear();
    source.fill(sample);
    *row += 1;
}
