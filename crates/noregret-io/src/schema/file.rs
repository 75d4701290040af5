//! A file that says what the columns of tables are, so that nothing waits for the first rows.
//!
//! JSON: `label`, `weight`, `tag`, `ignore`, `columns` (the kind of each), `labels` (what they mean) and `dialect` (how tables are
//! written, with the order of the columns), as a model keeps them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::schema::dialect::Dialect;
use crate::schema::labels::Meaning;
use crate::schema::{ColumnKind, Schema};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SchemaFile {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    weight: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tag: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    ignore: Vec<String>,
    columns: BTreeMap<String, ColumnKind>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    labels: Option<Meaning>,
    #[serde(default)]
    dialect: Dialect,
}

impl Schema {
    /// The columns of the tables read, as a file; none if there were none.
    pub fn columns_file(&self) -> Option<String> {
        let file = SchemaFile {
            label: self.label.clone(),
            weight: self.weight.clone(),
            tag: self.tag.clone(),
            ignore: self.ignore.clone(),
            columns: self.columns.clone(),
            labels: self.labels.known_meaning(),
            dialect: self.dialect.clone().unwrap_or_default(),
        };
        self.columns_fixed.then(|| serde_json::to_string_pretty(&file).ok()).flatten().map(|text| text + "\n")
    }

    /// Takes columns from a file, in place of what the first rows would tell; label, weight, tag and what labels mean only where
    /// nobody said it.
    pub fn take_columns(&mut self, file: &str) -> Result<(), String> {
        let file: SchemaFile = serde_json::from_str(file).map_err(|error| error.to_string())?;
        let all = |names: &Vec<String>| !names.is_empty();
        let known = |name: &String| file.dialect.order.contains(name);
        if let Some(name) = file.columns.keys().find(|name| all(&file.dialect.order) && !known(name)) {
            return Err(format!("the column {name:?} is not among those in its order"));
        }
        self.label = self.label.take().or(file.label);
        self.weight = self.weight.take().or(file.weight);
        self.tag = self.tag.take().or(file.tag);
        self.ignore = file.ignore;
        self.columns = file.columns;
        self.columns_fixed = true;
        if let Some(meaning) = file.labels {
            self.labels.expect(meaning);
        }
        let mut dialect = file.dialect;
        dialect.named |= dialect.order.is_empty();
        self.dialect = Some(dialect);
        self.check().map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DateForm, Format, LabelKind, Labels, parse_bytes};

    #[test]
    fn columns_go_both_ways() {
        let text = b"y,a,b,when\n1,2,x,2011-01-31\n0,3,y,2011-02-28\n";
        let mut first = Schema::new(Labels::new(LabelKind::Real));
        assert_eq!(first.columns_file(), None);
        parse_bytes(text, "f", Some(Format::Csv), &mut first).unwrap();
        let file = first.columns_file().unwrap();
        let mut second = Schema::new(Labels::new(LabelKind::Real));
        second.take_columns(&file).unwrap();
        assert_eq!(
            (&second.columns, &second.label, &second.dialect),
            (&first.columns, &first.label, &first.dialect)
        );
        assert_eq!(second.columns["when"], ColumnKind::Date(Some(DateForm::YearFirst)));
        parse_bytes(text, "f", Some(Format::Csv), &mut second).unwrap();
        assert_eq!(second.names, first.names);
    }

    #[test]
    fn what_a_person_writes() {
        let mut schema = Schema::default();
        schema
            .take_columns(r#"{"label": "y", "columns": {"a": "numeric", "when": {"date": "day-first"}}}"#)
            .unwrap();
        assert!(schema.columns_fixed && schema.dialect.as_ref().is_some_and(|dialect| dialect.named));
        for wrong in [
            "",
            "{}",
            r#"{"columns": {"a": "number"}}"#,
            r#"{"columns": {}, "colour": 1}"#,
            r#"{"columns": {"a": "numeric"}, "dialect": {"order": ["b"]}}"#,
            r#"{"columns": {}, "dialect": {"ngram": 99}}"#,
        ] {
            assert!(Schema::default().take_columns(wrong).is_err(), "{wrong}");
        }
    }
}
