//! What a model is, as a client defines it: its learner, its challengers, what becomes of late labels.

use noregret::classes::MAX_CLASSES;
use noregret::{Loss, Parameters};
use noregret_engine::{Engine, EngineError};
use noregret_io::{ColumnKind, Crosses, Interaction};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A learner, and what its examples mean.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Learner {
    /// The algorithm's name.
    pub algorithm: String,
    /// The loss, in place of the one labels would choose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<String>,
    /// Its parameters.
    pub parameters: Parameters,
    /// The negative and the positive label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<(String, String)>,
    /// The label that is held against all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positive: Option<String>,
    /// Whether labels are classes, whatever they look like.
    pub classes: bool,
    /// So many classes there may be: each takes a weight of every feature it came with, and room in every answer.
    pub most_classes: usize,
    /// Features are hashed into 2^bits slots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bits: Option<u8>,
    /// Whether every example has a constant feature.
    pub bias: bool,
    /// The key of the label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The key of the importance weight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<String>,
    /// The key of the tag.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// What to leave out.
    pub ignore: Vec<String>,
    /// What to keep; all else is left out then.
    pub keep: Vec<String>,
    /// What is crossed, by name: `user*ad`.
    pub interactions: Vec<String>,
    /// Two that are crossed, by their first letters, as VW has it.
    pub quadratic: Vec<String>,
    /// Three.
    pub cubic: Vec<String>,
    /// Namespaces or keys whose features are crossed and nothing else.
    pub ignore_linear: Vec<String>,
    /// The most products of an example.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_products: Option<u64>,
    /// What keys hold: number, category or text.
    pub columns: BTreeMap<String, Kind>,
    /// Whether the names of features are kept.
    pub names: bool,
    /// What the columns of tables are: what `noregret inspect --schema` writes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schema: Option<Value>,
}

/// The classes of a learner that does not say how many there may be.
const CLASSES: usize = 1000;

impl Default for Learner {
    fn default() -> Self {
        Self {
            algorithm: "auto".to_owned(),
            loss: None,
            parameters: Parameters::new(),
            labels: None,
            positive: None,
            classes: false,
            most_classes: CLASSES,
            bits: None,
            bias: true,
            label: None,
            weight: None,
            tag: None,
            ignore: Vec::new(),
            keep: Vec::new(),
            interactions: Vec::new(),
            quadratic: Vec::new(),
            cubic: Vec::new(),
            ignore_linear: Vec::new(),
            most_products: None,
            columns: BTreeMap::new(),
            names: true,
            schema: None,
        }
    }
}

/// What a key holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Numbers.
    Number,
    /// Texts, each a feature.
    Category,
    /// Texts of several words, each a feature.
    Text,
}

impl Kind {
    fn kind(self) -> ColumnKind {
        match self {
            Self::Number => ColumnKind::Numeric,
            Self::Category => ColumnKind::Category,
            Self::Text => ColumnKind::Text,
        }
    }
}

impl Learner {
    /// What is crossed.
    fn crosses(&self) -> Result<Crosses, String> {
        let mut crosses = Crosses { ignore_linear: self.ignore_linear.clone(), ..Crosses::default() };
        for (all, key, count) in [(&self.quadratic, "quadratic", 2), (&self.cubic, "cubic", 3)] {
            for letters in all {
                let interaction = Interaction::of_letters(letters, count);
                crosses.add(interaction.map_err(|error| format!("{key}: {error}"))?);
            }
        }
        for list in &self.interactions {
            crosses.add_list(list).map_err(|error| format!("interactions: {error}"))?;
        }
        crosses.most = self.most_products.unwrap_or(crosses.most);
        Ok(crosses)
    }

    /// The engine that has learned nothing yet; why not, if this makes no sense.
    pub fn build(&self) -> Result<Engine, String> {
        let mut options =
            Engine::options().algorithm(&*self.algorithm).parameters(self.parameters.clone()).bias(self.bias);
        if let Some(loss) = &self.loss {
            options = options.loss(loss.parse::<Loss>().map_err(|error| error.to_string())?);
        }
        options = match (&self.labels, &self.positive, self.classes) {
            (None, None, false) => options,
            (Some((negative, positive)), None, false) => options.labels(negative, positive),
            (None, Some(label), false) => options.positive(label),
            (None, None, true) => options.classes(),
            _ => return Err("labels, positive and classes exclude each other".to_owned()),
        };
        if !(2..=MAX_CLASSES).contains(&self.most_classes) {
            return Err(format!("most_classes must lie in 2 to {MAX_CLASSES}"));
        }
        options = options.most_classes(self.most_classes);
        if let Some(bits) = self.bits {
            options = options.bits(bits);
        }
        if let Some(key) = &self.label {
            options = options.label(key);
        }
        if let Some(key) = &self.weight {
            options = options.weight(key);
        }
        if let Some(key) = &self.tag {
            options = options.tag(key);
        }
        options = self.ignore.iter().fold(options, |options, selector| options.ignore(selector));
        options = self.keep.iter().fold(options, |options, selector| options.keep(selector));
        options = options.crosses(self.crosses()?).names(self.names);
        options =
            self.columns.iter().fold(options, |options, (name, kind)| options.column(name, kind.kind()));
        let told = |error: EngineError| error.to_string();
        let engine = options.build().map_err(told)?;
        let Some(columns) = &self.schema else { return Ok(engine) };
        let (core, mut schema) = engine.into_parts();
        schema.take_columns(&columns.to_string())?;
        Engine::from_parts(core, schema).map_err(told)
    }
}

/// An engine that came as a model file, with no more classes than another one may have; those it has it keeps.
pub fn limited(engine: Engine) -> Result<Engine, String> {
    let (core, mut schema) = engine.into_parts();
    schema.labels.limit_classes(CLASSES.max(schema.labels.classes().len()));
    Engine::from_parts(core, schema).map_err(|error| error.to_string())
}

/// What becomes of predictions that wait for their labels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Late {
    /// They expire after so many seconds.
    pub seconds: f64,
    /// At most so many wait; then the oldest expire.
    pub count: usize,
    /// At most so many bytes of them wait.
    pub bytes: usize,
    /// The label that an expired one is learned with, as JSON; none: it is forgotten.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expire_as: Option<Value>,
}

impl Default for Late {
    fn default() -> Self {
        Self { seconds: 7.0 * 86_400.0, count: 1_000_000, bytes: 256 << 20, expire_as: None }
    }
}

/// How another learner becomes the champion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Promotion {
    /// When somebody asks for it.
    #[default]
    ByHand,
    /// As soon as it is sure to be better.
    WhenSure,
}

/// A model.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// Who answers at first; none if it came as a model file.
    pub learner: Option<Learner>,
    /// Who learns in its shadow, by name.
    pub challengers: Vec<(String, Learner)>,
    /// Late labels.
    pub late: Late,
    /// How challengers are promoted.
    pub promotion: Promotion,
    /// How sure verdicts are.
    pub confidence: f64,
}

/// What a champion is called that was never a challenger.
pub const FIRST: &str = "first";

impl Definition {
    /// The options of a model whose learner comes as a file.
    pub fn of_file() -> Self {
        Self {
            learner: None,
            challengers: Vec::new(),
            late: Late::default(),
            promotion: Promotion::ByHand,
            confidence: 0.95,
        }
    }

    /// The options of a model whose learner comes as a file, by what stands in the query beside it: `confidence=0.9&late.seconds=60`.
    pub fn beside_file(query: Option<&str>) -> Result<Self, String> {
        let (mut map, mut late) = (Map::new(), Map::new());
        for part in query.unwrap_or_default().split('&').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let value = decoded(value).ok_or_else(|| format!("{key}: its value is no text"))?;
            let read = serde_json::from_str(&value).unwrap_or_else(|_| Value::String(value.clone()));
            let known = match (key, key.strip_prefix("late.")) {
                ("promotion", _) => map.insert(key.to_owned(), Value::String(value)),
                ("confidence", _) => map.insert(key.to_owned(), read),
                (_, Some(key)) => late.insert(key.to_owned(), read),
                _ => {
                    return Err(format!(
                        "{key:?} cannot stand beside a model file: promotion, confidence, late.seconds, late.count, late.bytes and late.expire_as can"
                    ));
                }
            };
            if known.is_some() {
                return Err(format!("{key} comes twice"));
            }
        }
        if !late.is_empty() {
            map.insert("late".to_owned(), Value::Object(late));
        }
        let text = Value::Object(map).to_string();
        Ok(Self { learner: None, ..Self::parse(text.as_bytes())? })
    }

    /// Reads a definition; why not, if it is none.
    pub fn parse(text: &[u8]) -> Result<Self, String> {
        let told = |error: serde_json::Error| error.to_string();
        let mut map: Map<String, Value> = serde_json::from_slice(text).map_err(told)?;
        let mut this = Self::of_file();
        if let Some(late) = map.remove("late") {
            this.late = serde_json::from_value(late).map_err(|error| format!("late: {error}"))?;
        }
        if !(this.late.seconds >= 0.0 && this.late.seconds <= 1e9) {
            return Err("late.seconds must lie in 0 to 1e9".to_owned());
        }
        if matches!(this.late.expire_as, Some(Value::Array(_) | Value::Object(_))) {
            return Err("late.expire_as must be a number, a text or true or false".to_owned());
        }
        if let Some(promotion) = map.remove("promotion") {
            this.promotion =
                serde_json::from_value(promotion).map_err(|error| format!("promotion: {error}"))?;
        }
        if let Some(confidence) = map.remove("confidence") {
            this.confidence = confidence.as_f64().ok_or("confidence must be a number")?;
        }
        if !(this.confidence > 0.0 && this.confidence < 1.0) {
            return Err("confidence must lie between 0 and 1".to_owned());
        }
        if let Some(challengers) = map.remove("challengers") {
            let list: Vec<Map<String, Value>> =
                serde_json::from_value(challengers).map_err(|error| format!("challengers: {error}"))?;
            for mut challenger in list {
                let name = match challenger.remove("name") {
                    Some(Value::String(name)) => name,
                    _ => return Err("every challenger needs a name".to_owned()),
                };
                check_name(&name)?;
                let known = this.challengers.iter().any(|(other, _)| *other == name) || name == FIRST;
                if known {
                    return Err(format!("two learners are called {name}"));
                }
                let learner = serde_json::from_value(Value::Object(challenger))
                    .map_err(|error| format!("challenger {name}: {error}"))?;
                this.challengers.push((name, learner));
            }
        }
        if this.challengers.len() > MOST {
            return Err(format!("more than {MOST} challengers"));
        }
        this.learner = Some(serde_json::from_value(Value::Object(map)).map_err(told)?);
        Ok(this)
    }
}

/// A value of a query as it was before it was put there.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digit = |byte: u8| char::from(byte).to_digit(16);
                (16 * digit(rest.next()?)? + digit(rest.next()?)?) as u8
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

/// The most challengers of a model.
pub const MOST: usize = 15;

/// Refuses a name that cannot be that of a model, a folder or a learner.
pub fn check_name(name: &str) -> Result<(), String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let first = name.starts_with(|c: char| c.is_ascii_alphanumeric());
    if first && name.len() <= 64 && name.chars().all(fits) {
        return Ok(());
    }
    Err("a name has 1 to 64 letters, digits, '-', '_' or '.', and begins with a letter or digit".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_crossed_and_keys_are_what_they_are_said_to_be() {
        let built = |text: &str| {
            Definition::parse(text.as_bytes())
                .unwrap()
                .learner
                .unwrap()
                .build()
                .map(|engine| engine.schema().clone())
        };
        let schema = built(
            r#"{"interactions": ["user*ad, user*hour"], "quadratic": ["xy"], "most_products": 9, "ignore_linear": ["ad"],
                "columns": {"user": "category", "note": "text"}, "names": false}"#,
        )
        .unwrap();
        let told: Vec<String> = schema.crosses.interactions.iter().map(ToString::to_string).collect();
        assert_eq!(told, ["x*y", "user*ad", "user*hour"]);
        assert_eq!(
            (schema.crosses.most, schema.crosses.ignore_linear, schema.keep_names),
            (9, vec!["ad".to_owned()], false)
        );
        assert_eq!(schema.columns["note"], ColumnKind::Text);
        for wrong in [
            r#"{"interactions": ["user"]}"#,
            r#"{"quadratic": ["abc"]}"#,
            r#"{"cubic": ["ab"]}"#,
            r#"{"ignore_linear": ["a"]}"#,
        ] {
            assert!(built(wrong).is_err(), "{wrong}");
        }
        assert!(Definition::parse(br#"{"columns": {"a": "date"}}"#).is_err());
    }

    #[test]
    fn what_stands_beside_a_model_file_is_read() {
        let query = "promotion=when-sure&confidence=0.9&late.seconds=60&late.expire_as=%220%22";
        let definition = Definition::beside_file(Some(query)).unwrap();
        assert_eq!((definition.promotion, definition.confidence), (Promotion::WhenSure, 0.9));
        assert_eq!((definition.late.seconds, definition.late.expire_as), (60.0, Some(Value::from("0"))));
        let late = |query| Definition::beside_file(Some(query)).unwrap().late.expire_as;
        assert_eq!(
            (late("late.expire_as=no+one"), late("late.expire_as=0")),
            (Some(Value::from("no one")), Some(Value::from(0)))
        );
        assert_eq!(Definition::beside_file(None), Ok(Definition::of_file()));
        for wrong in [
            "loss=logistic",
            "confidence=2",
            "confidence=x",
            "late.what=1",
            "promotion=never",
            "confidence=%f",
            "confidence=.5&confidence=.6",
        ] {
            assert!(Definition::beside_file(Some(wrong)).is_err(), "{wrong}");
        }
    }

    #[test]
    fn definitions_are_read_and_told_what_is_wrong_with_them() {
        let text = br#"{"algorithm": "ada-diag", "loss": "hinge", "parameters": {"eta": 0.3}, "labels": ["no", "yes"],
            "late": {"seconds": 60, "expire_as": "no"}, "promotion": "when-sure",
            "challengers": [{"name": "b", "algorithm": "auto", "loss": "hinge"}]}"#;
        let definition = Definition::parse(text).unwrap();
        assert_eq!(definition.promotion, Promotion::WhenSure);
        assert_eq!(definition.late.count, Late::default().count);
        assert_eq!(definition.challengers[0].0, "b");
        let engine = definition.learner.unwrap().build().unwrap();
        assert_eq!(engine.core().algorithm(), "ada-diag");
        assert_eq!(Definition::parse(b"{}").unwrap().learner, Some(Learner::default()));
        for wrong in [
            "[]",
            "nonsense",
            r#"{"algorithms": "auto"}"#,
            r#"{"late": {"seconds": -1}}"#,
            r#"{"confidence": 1}"#,
            r#"{"challengers": [{"algorithm": "auto"}]}"#,
            r#"{"challengers": [{"name": "../x"}]}"#,
            r#"{"promotion": "never"}"#,
        ] {
            assert!(Definition::parse(wrong.as_bytes()).is_err(), "{wrong}");
        }
        let wrong = [
            r#"{"most_classes": 1}"#,
            r#"{"algorithm": "none"}"#,
            r#"{"parameters": {"what": 1}}"#,
            r#"{"loss": "none"}"#,
        ];
        for wrong in wrong {
            let learner = Definition::parse(wrong.as_bytes()).unwrap().learner.unwrap();
            assert!(learner.build().is_err(), "{wrong}");
        }
    }
}
