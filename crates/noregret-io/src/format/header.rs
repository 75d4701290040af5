//! The header of a table: which column is the label, the weight, the tag, and which are features.

use crate::draft::drafter::Drafter;
use crate::schema::{ColumnKind, Schema};

/// The names a label column usually has, in any case.
const LABELS: [&str; 6] = ["label", "target", "y", "class", "click", "outcome"];

/// Whether a label column is usually called so.
pub(crate) fn usual(name: &str) -> bool {
    LABELS.iter().any(|label| name.eq_ignore_ascii_case(label))
}

/// A column and what it is for.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) role: Role,
}

/// What a column is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Role {
    Label,
    Weight,
    Tag,
    Ignored,
    /// A feature, of a kind that the first rows decide.
    Undecided,
    Feature(ColumnKind),
}

/// Gives every column its role, or says what is wrong. A label column found by its usual name is kept in the
/// schema, so that later files have the same one.
pub(crate) fn understand(names: Vec<String>, rows: &mut Drafter) -> Result<Vec<Column>, String> {
    let mut sorted: Vec<&str> = names.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("the column {:?} appears twice", twice[0]));
    }
    if rows.schema.label.is_none()
        && let Some(label) = names.iter().find(|name| usual(name))
    {
        rows.schema.label = Some(label.clone());
        rows.touch();
    }
    let mut columns: Vec<Column> =
        names.into_iter().map(|name| Column { name, role: Role::Undecided }).collect();
    let Schema { label, weight, tag, columns: kinds, columns_fixed, label_optional, .. } = &rows.schema;
    for (what, name, role) in
        [("label", label, Role::Label), ("weight", weight, Role::Weight), ("tag", tag, Role::Tag)]
    {
        let found = columns.iter_mut().find(|column| name.as_ref() == Some(&column.name));
        match (found, name) {
            (Some(column), _) if column.role != Role::Undecided => {
                return Err(format!("the column {:?} cannot be the {what} and something else", column.name));
            }
            (Some(column), _) => column.role = role,
            (None, Some(name)) if !label_optional => {
                return Err(format!("there is no {what} column {name:?}; name it with --{what} COLUMN"));
            }
            (None, None) if role == Role::Label && !label_optional => {
                let usual = LABELS.join(", ");
                return Err(format!("no column is called {usual}; name the label with --label COLUMN"));
            }
            (None, _) => {}
        }
    }
    for column in columns.iter_mut().filter(|column| column.role == Role::Undecided) {
        column.role = match kinds.get(&column.name) {
            _ if rows.ignores(column.name.as_bytes()) => Role::Ignored,
            Some(kind) => Role::Feature(*kind),
            None if *columns_fixed => {
                return Err(format!("the column {:?} is new; leave it out with --ignore", column.name));
            }
            None if column.name.is_empty() => {
                return Err("a column has no name; name it, or drop it before writing the file".to_owned());
            }
            None => Role::Undecided,
        };
    }
    let there = |name: &String| columns.iter().any(|column| column.name == *name);
    let mut asked =
        kinds.keys().chain(&rows.schema.ignore).chain(&rows.schema.keep).chain(rows.schema.crosses.names());
    match asked.find(|name| !columns_fixed && !label_optional && !there(name)) {
        Some(name) => Err(format!("there is no column {name:?}")),
        None => Ok(columns),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draft::context::Contexts;
    use crate::format::Format;

    fn understood(names: &[&str], schema: Schema) -> Result<Vec<Role>, String> {
        let context = Contexts::new(&schema).unwrap().start(&"f".into(), Format::Csv).unwrap();
        let mut rows = Drafter::new(context.into());
        let names = names.iter().map(|name| name.to_string()).collect();
        Ok(understand(names, &mut rows)?.iter().map(|column| column.role).collect())
    }

    #[test]
    fn usual_labels_are_found() {
        assert_eq!(understood(&["a", "Target", "y"], Schema::default()).unwrap()[1], Role::Label);
        let schema = Schema { label: Some("y".into()), tag: Some("a".into()), ..Schema::default() };
        assert_eq!(
            understood(&["a", "Target", "y"], schema).unwrap(),
            [Role::Tag, Role::Undecided, Role::Label]
        );
        let optional = Schema { label_optional: true, ..Schema::default() };
        assert_eq!(understood(&["a"], optional).unwrap(), [Role::Undecided]);
    }

    #[test]
    fn problems_are_named() {
        let with = |name: &str| Some(name.to_owned());
        for (names, schema, message) in [
            (&["a", "b"][..], Schema::default(), "--label"),
            (&["y", "a", "a"], Schema::default(), "twice"),
            (&["y", ""], Schema::default(), "no name"),
            (&["y", "a"], Schema { label: with("t"), ..Schema::default() }, "no label column \"t\""),
            (&["y", "a"], Schema { weight: with("w"), ..Schema::default() }, "--weight"),
            (&["y", "a"], Schema { weight: with("y"), ..Schema::default() }, "something else"),
            (&["y", "a"], Schema { ignore: vec!["b".into()], ..Schema::default() }, "no column \"b\""),
            (&["y", "a"], Schema { columns_fixed: true, ..Schema::default() }, "\"a\" is new"),
        ] {
            let error = understood(names, schema).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }
}
