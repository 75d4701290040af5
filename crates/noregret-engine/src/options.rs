//! What a fresh engine is: which learner, and how its input is to be understood.

use crate::core::Core;
use crate::engine::Engine;
use crate::error::EngineError;
use noregret::{Loss, Parameters, algorithms};
use noregret_io::{ColumnKind, Crosses, LabelKind, Labels, Schema};

/// What is said of labels.
#[derive(Clone, Debug, Default)]
enum Given {
    #[default]
    Nothing,
    Pair(String, String),
    Positive(String),
    Classes,
}

/// The options of a fresh engine. Without any it is `auto`, whose loss the labels choose.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    algorithm: String,
    loss: Option<Loss>,
    parameters: Parameters,
    labels: Given,
    most_classes: Option<usize>,
    /// But for the labels and the groups.
    schema: Schema,
}

impl Default for EngineOptions {
    fn default() -> Self {
        let schema = Schema::new(Labels::new(LabelKind::Open));
        let (algorithm, parameters) = ("auto".to_owned(), Parameters::new());
        Self { algorithm, loss: None, parameters, labels: Given::Nothing, most_classes: None, schema }
    }
}

impl EngineOptions {
    /// `auto`, with a bias.
    pub fn new() -> Self {
        Self::default()
    }

    /// The algorithm's name.
    pub fn algorithm(mut self, name: impl Into<String>) -> Self {
        self.algorithm = name.into();
        self
    }

    /// The loss, in place of the algorithm's own or of the one labels would choose.
    pub fn loss(mut self, loss: Loss) -> Self {
        self.loss = Some(loss);
        self
    }

    /// The algorithm's parameters; groups of features are among them.
    pub fn parameters(mut self, parameters: Parameters) -> Self {
        self.parameters = parameters;
        self
    }

    /// Whether every example has a constant feature.
    pub fn bias(mut self, bias: bool) -> Self {
        self.schema.bias = bias;
        self
    }

    /// Features are hashed into 2^bits slots; named ones are anyway.
    pub fn bits(mut self, bits: u8) -> Self {
        self.schema.bits = Some(bits);
        self
    }

    /// The two labels of a binary loss as text has them.
    pub fn labels(mut self, negative: impl Into<String>, positive: impl Into<String>) -> Self {
        self.labels = Given::Pair(negative.into(), positive.into());
        self
    }

    /// The label that is one class; all others are the other one.
    pub fn positive(mut self, label: impl Into<String>) -> Self {
        self.labels = Given::Positive(label.into());
        self
    }

    /// Labels are classes, of any number, whatever they look like.
    pub fn classes(mut self) -> Self {
        self.labels = Given::Classes;
        self
    }

    /// So many classes there may be: a label that would be another one is refused.
    pub fn most_classes(mut self, most: usize) -> Self {
        self.most_classes = Some(most);
        self
    }

    /// The column or key of the label.
    pub fn label(mut self, column: impl Into<String>) -> Self {
        self.schema.label = Some(column.into());
        self
    }

    /// The column or key of the importance weight.
    pub fn weight(mut self, column: impl Into<String>) -> Self {
        self.schema.weight = Some(column.into());
        self
    }

    /// The column or key of the tag.
    pub fn tag(mut self, column: impl Into<String>) -> Self {
        self.schema.tag = Some(column.into());
        self
    }

    /// A column, key, namespace, or number of features to leave out.
    pub fn ignore(mut self, selector: impl Into<String>) -> Self {
        self.schema.ignore.push(selector.into());
        self
    }

    /// A column, key, namespace, or number of features to keep; all others are left out then.
    pub fn keep(mut self, selector: impl Into<String>) -> Self {
        self.schema.keep.push(selector.into());
        self
    }

    /// What is crossed with what.
    pub fn crosses(mut self, crosses: Crosses) -> Self {
        self.schema.crosses = crosses;
        self
    }

    /// What a column holds.
    pub fn column(mut self, name: impl Into<String>, kind: ColumnKind) -> Self {
        self.schema.columns.insert(name.into(), kind);
        self
    }

    /// Whether the names of features are kept.
    pub fn names(mut self, keep: bool) -> Self {
        self.schema.keep_names = keep;
        self
    }

    /// The engine.
    pub fn build(self) -> Result<Engine, EngineError> {
        let Self { algorithm, loss, parameters, labels, most_classes, mut schema } = self;
        let mut core = Core::new(algorithms::find(&algorithm)?, loss, &parameters)?;
        let binary = LabelKind::of(core.spec()) == LabelKind::Binary;
        let takes =
            |what: &str| EngineError::Options(format!("{what}, and the loss {} takes numbers", core.loss()));
        schema.labels = match labels {
            Given::Pair(negative, positive) if binary => Labels::binary_pair(negative, positive),
            Given::Pair(..) => return Err(takes("two labels are named")),
            Given::Positive(label) if binary => Labels::one_against_rest(label),
            Given::Positive(_) => return Err(takes("a label is named to be held against the rest")),
            Given::Classes if binary => {
                core = core.over_classes()?;
                Labels::new(LabelKind::Classes)
            }
            Given::Classes => return Err(takes("labels are said to be classes")),
            Given::Nothing if loss.is_none() && core.is_auto() => Labels::new(LabelKind::Open),
            Given::Nothing => Labels::new(LabelKind::of(core.spec())),
        };
        if let Some(most) = most_classes {
            schema.labels.limit_classes(most);
        }
        schema.groups = core.spec().groups.iter().map(|group| group.name.clone()).collect();
        Engine::from_parts(core, schema)
    }
}
