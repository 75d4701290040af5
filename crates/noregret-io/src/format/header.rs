//! The columns of a table: which is the label, the weight, the tag, and which are features.
//!
//! The first table gives every column its role by the user's selectors, and what they named is kept. Later tables are
//! matched with it by name: a column that is new is left out, one that is missing has no features, and both are said aloud,
//! or refused if the user is strict.

use std::collections::HashSet;

use crate::draft::drafter::Drafter;
use crate::format::remarks::listed;
use crate::schema::columns::{one, select};
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
    /// Dates, of a form that the first rows decide.
    Dates,
    Feature(ColumnKind),
}

/// What a table says of its columns.
#[derive(Debug, Default)]
pub(crate) struct Told {
    pub(crate) names: Vec<String>,
    /// Whether the names are its own; else they are numbers.
    pub(crate) named: bool,
    /// What it declares, for each column.
    pub(crate) declared: Vec<Declared>,
    /// The column that it marks as the label.
    pub(crate) label: Option<usize>,
}

/// What a format says a column holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Declared {
    /// Nothing.
    #[default]
    Nothing,
    /// Numbers.
    Numeric,
    /// Categories; the values, if they are listed.
    Category(Option<Vec<String>>),
    /// Dates.
    Date,
    /// Nothing to learn from.
    Ignored,
}

impl Told {
    /// Columns without names: their numbers, from 1.
    pub(crate) fn numbered(width: usize) -> Self {
        Self { names: (1..=width).map(|place| place.to_string()).collect(), ..Self::default() }
    }
}

/// Gives every column its role, or says what is wrong. What selectors mean is kept in the schema.
pub(crate) fn understand(mut told: Told, rows: &mut Drafter) -> Result<Vec<Column>, String> {
    part_twins(&mut told.names, &rows.schema)?;
    if rows.schema.label_optional {
        rows.schema.tables.insert(rows.context.file.to_string(), told.names.clone());
        rows.touch();
    }
    if rows.schema.columns_fixed { known(told, rows) } else { first(told, rows) }
}

/// The places of two columns of one name, if there are any; those that are left out by that name do not matter.
fn twins(names: &[String], schema: &Schema) -> Option<(usize, usize)> {
    let named = |name: &String| !name.is_empty() && !schema.ignore.contains(name);
    let mut sorted: Vec<(&String, usize)> =
        names.iter().enumerate().filter(|(_, name)| named(name)).map(|(place, name)| (name, place)).collect();
    sorted.sort_unstable();
    sorted.windows(2).find(|pair| pair[0].0 == pair[1].0).map(|pair| (pair[0].1, pair[1].1))
}

/// Calls columns by their number that share their name with another one and are left out. No two that are kept may be alike.
fn part_twins(names: &mut [String], schema: &Schema) -> Result<(), String> {
    if twins(names, schema).is_none() {
        return Ok(());
    }
    let number = |place: usize| (place + 1).to_string();
    let left_out: Vec<usize> = if schema.columns_fixed {
        // As the first table had it.
        let order = schema.dialect.as_ref().map_or(&[][..], |dialect| &dialect.order);
        let fits = order.len() == names.len();
        (0..names.len()).filter(|place| fits && order[*place] == number(*place)).collect()
    } else {
        let chosen = |selectors: &[String]| -> HashSet<usize> {
            selectors.iter().filter_map(|selector| select(names, selector)).flatten().collect()
        };
        let (ignored, kept) = (chosen(&schema.ignore), chosen(&schema.keep));
        let apart = [&schema.label, &schema.weight, &schema.tag];
        let apart: Vec<usize> =
            apart.into_iter().flatten().filter_map(|selector| one(names, selector)).collect();
        let out = |place: &usize| {
            ignored.contains(place)
                || (!schema.keep.is_empty() && !kept.contains(place) && !apart.contains(place))
        };
        (0..names.len()).filter(out).collect()
    };
    let twin = |place: &usize| {
        let name = &names[*place];
        !name.is_empty()
            && !schema.ignore.contains(name)
            && names.iter().filter(|other| *other == name).count() > 1
    };
    let renamed: Vec<usize> = left_out.into_iter().filter(twin).collect();
    for place in renamed {
        names[place] = number(place);
    }
    match twins(names, schema) {
        None => Ok(()),
        Some((a, b)) => {
            let (name, a, b) = (&names[a], a + 1, b + 1);
            Err(format!(
                "the column {name:?} appears twice, as the columns {a} and {b}; --ignore {b} leaves one of them out"
            ))
        }
    }
}

/// The columns of the first table.
fn first(mut told: Told, rows: &mut Drafter) -> Result<Vec<Column>, String> {
    let schema = &rows.schema;
    let mut unnamed = Vec::new();
    for (place, name) in told.names.iter_mut().enumerate() {
        if name.is_empty() {
            *name = (place + 1).to_string();
            unnamed.push(place);
        }
    }
    let names = &told.names;
    let mut roles = vec![None; names.len()];
    let [label, weight, tag] = apart(&told, schema)?;
    let optional = schema.label_optional;
    if label.is_none() && !optional {
        return Err(if told.named {
            format!("no column is called {}; name the label with --label COLUMN", LABELS.join(", "))
        } else {
            "there is no header, so the label must be named: --label last, or --label and the number of its column; \
             if the first row is a header, pass --header"
                .to_owned()
        });
    }
    for (place, role) in [(label, Role::Label), (weight, Role::Weight), (tag, Role::Tag)] {
        place_role(place, role, names, &mut roles)?;
    }
    let no_column = |selector: &str| Err(format!("there is no column {selector:?}"));
    let mut ignore = Vec::new();
    for selector in &schema.ignore {
        match select(names, selector) {
            None if !optional => return no_column(selector),
            None => ignore.push(selector.clone()),
            Some(places) => {
                for place in places {
                    ignore.push(names[place].clone());
                    roles[place].get_or_insert(Role::Ignored);
                }
            }
        }
    }
    // Of one name there may be several.
    for (_, role) in names.iter().zip(&mut roles).filter(|(name, _)| schema.ignore.contains(name)) {
        role.get_or_insert(Role::Ignored);
    }
    let mut keep = Vec::new();
    for selector in &schema.keep {
        match select(names, selector) {
            None if !optional => return no_column(selector),
            None => keep.push(selector.clone()),
            Some(places) => keep.extend(places.into_iter().map(|place| names[place].clone())),
        }
    }
    if !keep.is_empty() {
        let others = names.iter().zip(&mut roles).filter(|(name, _)| !keep.contains(name));
        others.for_each(|(_, role)| {
            role.get_or_insert(Role::Ignored);
        });
    }
    for name in schema.crosses.names().filter(|_| !optional) {
        match names.iter().position(|other| other == name).map(|place| roles[place]) {
            None => return no_column(name),
            Some(Some(Role::Label | Role::Weight | Role::Tag)) => {
                return Err(format!(
                    "the column {name:?} is the label, the weight or the tag, and cannot be crossed"
                ));
            }
            Some(_) => {}
        }
    }
    let mut kinds = Vec::new();
    for (selector, &kind) in &schema.columns {
        match select(names, selector) {
            None if !optional => return no_column(selector),
            None => {}
            Some(places) => kinds.extend(places.into_iter().map(|place| (place, kind))),
        }
    }
    for (place, kind) in kinds {
        let role = if kind == ColumnKind::Date(None) { Role::Dates } else { Role::Feature(kind) };
        match roles[place] {
            None => roles[place] = Some(role),
            Some(other @ (Role::Feature(_) | Role::Dates)) if other != role => {
                return Err(format!(
                    "the column {:?} is given as {kind} and as something else",
                    names[place]
                ));
            }
            Some(_) => {}
        }
    }
    let left_out = unnamed.iter().filter(|place| roles[**place].is_none());
    let remark = listed(left_out.map(|place| told.names[*place].as_str()));
    for place in unnamed {
        roles[place].get_or_insert(Role::Ignored);
    }
    let declared = |place: usize| match told.declared.get(place) {
        Some(Declared::Numeric) => Role::Feature(ColumnKind::Numeric),
        Some(Declared::Category(Some(_))) => Role::Feature(ColumnKind::Category),
        Some(Declared::Ignored) => Role::Ignored,
        Some(Declared::Date) => Role::Dates,
        Some(Declared::Category(None) | Declared::Nothing) | None => Role::Undecided,
    };
    let name = |place: Option<usize>| place.map(|place| told.names[place].clone());
    let (label, weight, tag) = (name(label), name(weight), name(tag));
    let columns: Vec<Column> = roles
        .into_iter()
        .enumerate()
        .map(|(place, role)| Column {
            role: role.unwrap_or_else(|| declared(place)),
            name: told.names[place].clone(),
        })
        .collect();
    let schema = &mut rows.schema;
    (schema.label, schema.ignore, schema.keep) = (label.or(schema.label.take()), ignore, keep);
    (schema.weight, schema.tag) = (weight.or(schema.weight.take()), tag.or(schema.tag.take()));
    if let Some(names) = remark {
        schema.remark(format!("{names}: a column without a name, left out; --numeric or --categorical with its number takes it in"));
    }
    rows.touch();
    Ok(columns)
}

/// Where the label, the weight and the tag stand.
fn apart(told: &Told, schema: &Schema) -> Result<[Option<usize>; 3], String> {
    let wanted = [("label", &schema.label), ("weight", &schema.weight), ("tag", &schema.tag)];
    let mut places = [None; 3];
    for (place, (what, selector)) in places.iter_mut().zip(wanted) {
        let Some(selector) = selector else { continue };
        *place = one(&told.names, selector);
        if place.is_none() && !schema.label_optional {
            return Err(format!("there is no {what} column {selector:?}; name it with --{what} COLUMN"));
        }
    }
    if schema.label.is_none() {
        let usual = || told.names.iter().position(|name| usual(name)).filter(|_| told.named);
        places[0] = told.label.or_else(usual);
    }
    Ok(places)
}

fn place_role(
    place: Option<usize>,
    role: Role,
    names: &[String],
    roles: &mut [Option<Role>],
) -> Result<(), String> {
    let Some(place) = place else { return Ok(()) };
    if roles[place].replace(role).is_some() {
        let what = if role == Role::Weight { "weight" } else { "tag" };
        return Err(format!("the column {:?} cannot be the {what} and something else", names[place]));
    }
    Ok(())
}

/// The columns of a later table.
fn known(told: Told, rows: &mut Drafter) -> Result<Vec<Column>, String> {
    let schema = &rows.schema;
    let names = &told.names;
    let here: HashSet<&str> = names.iter().map(String::as_str).collect();
    let ignored: HashSet<&str> = schema.ignore.iter().map(String::as_str).collect();
    let order = schema.dialect.as_ref().map_or(&[][..], |dialect| &dialect.order);
    let seen: HashSet<&str> = order.iter().map(String::as_str).collect();
    let mut roles = vec![None; names.len()];
    let [label, weight, tag] = apart(&told, schema)?;
    for (place, role) in [(label, Role::Label), (weight, Role::Weight), (tag, Role::Tag)] {
        place_role(place, role, names, &mut roles)?;
    }
    let mut new = Vec::new();
    for (name, role) in names.iter().zip(&mut roles).filter(|(_, role)| role.is_none()) {
        *role = Some(match schema.columns.get(name) {
            _ if ignored.contains(name.as_str()) => Role::Ignored,
            Some(kind) => Role::Feature(*kind),
            None => {
                // A column that was left out before, or had no name, is not new.
                if !seen.contains(name.as_str()) && !name.is_empty() {
                    new.push(name.as_str());
                }
                Role::Ignored
            }
        });
    }
    let kept = schema.columns.keys().map(String::as_str);
    let gone: Vec<&str> = kept.filter(|name| !here.contains(name) && !ignored.contains(name)).collect();
    if !schema.columns.is_empty() && !roles.iter().any(|role| matches!(role, Some(Role::Feature(_)))) {
        let known = listed(schema.columns.keys().map(String::as_str)).unwrap_or_default();
        let alike = |name: &String| schema.columns.keys().any(|known| known.eq_ignore_ascii_case(name));
        let case = if names.iter().any(alike) { "; names differ only in upper and lower case" } else { "" };
        return Err(format!("none of these columns is one that the model knows, which are {known}{case}"));
    }
    let (new, gone) = (listed(new.into_iter()), listed(gone.into_iter()));
    let label = label.map(|place| names[place].clone());
    let file = rows.context.file.clone();
    if schema.strict {
        match (&new, &gone) {
            (Some(new), _) => return Err(format!("{new}: new here; --ignore leaves columns out")),
            (None, Some(gone)) => return Err(format!("{gone}: missing here")),
            (None, None) => {}
        }
    }
    let columns = roles.into_iter().map(|role| role.unwrap_or(Role::Ignored));
    let columns = columns.zip(told.names).map(|(role, name)| Column { name, role }).collect();
    if new.is_some() || gone.is_some() || (label.is_some() && label != schema.label) {
        let schema = &mut rows.schema;
        schema.label = label.or(schema.label.take());
        if let Some(new) = new {
            schema.remark(format!("{file}: {new}: not among the columns learned from before, left out"));
        }
        if let Some(gone) = gone {
            schema.remark(format!("{file}: {gone}: columns learned from before that are missing here"));
        }
        rows.touch();
    }
    Ok(columns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draft::context::Contexts;
    use crate::format::Format;

    fn drafter(schema: &Schema) -> Drafter {
        let context = Contexts::new(schema).unwrap().start(&"f".into(), Format::Csv).unwrap();
        Drafter::new(context.into())
    }

    fn told(names: &[&str]) -> Told {
        Told { names: names.iter().map(|name| name.to_string()).collect(), named: true, ..Told::default() }
    }

    fn understood(names: &[&str], schema: &Schema) -> Result<Vec<Role>, String> {
        Ok(understand(told(names), &mut drafter(schema))?.iter().map(|column| column.role).collect())
    }

    #[test]
    fn usual_labels_are_found() {
        assert_eq!(understood(&["a", "Target", "y"], &Schema::default()).unwrap()[1], Role::Label);
        let schema = Schema { label: Some("y".into()), tag: Some("a".into()), ..Schema::default() };
        assert_eq!(
            understood(&["a", "Target", "y"], &schema).unwrap(),
            [Role::Tag, Role::Undecided, Role::Label]
        );
        let optional = Schema { label_optional: true, ..Schema::default() };
        assert_eq!(understood(&["a"], &optional).unwrap(), [Role::Undecided]);
    }

    #[test]
    fn columns_are_chosen_by_number_and_range() {
        let mut schema = Schema {
            label: Some("last".into()),
            ignore: vec!["1".into(), "3-4".into()],
            ..Schema::default()
        };
        schema.columns.insert("5-6".into(), ColumnKind::Category);
        let mut rows = drafter(&schema);
        let columns = understand(Told::numbered(7), &mut rows).unwrap();
        let category = Role::Feature(ColumnKind::Category);
        assert_eq!(
            columns.iter().map(|column| column.role).collect::<Vec<_>>(),
            [Role::Ignored, Role::Undecided, Role::Ignored, Role::Ignored, category, category, Role::Label]
        );
        assert_eq!(rows.schema.label.as_deref(), Some("7"));
        assert_eq!(rows.schema.ignore, ["1", "3", "4"]);
        assert_eq!(
            understood(&["y", "1", "x"], &Schema { ignore: vec!["1".into()], ..Schema::default() }).unwrap()
                [1],
            Role::Ignored
        );
    }

    #[test]
    fn columns_of_one_name_are_refused_where_both_are_kept() {
        let names = ["a", "y", "a", "b"];
        let refused = understood(&names, &Schema::default()).unwrap_err();
        assert!(refused.contains("as the columns 1 and 3") && refused.contains("--ignore 3"), "{refused}");
        let (out, open, label) = (Role::Ignored, Role::Undecided, Role::Label);
        let ignore = |list: &[&str]| list.iter().map(|name| name.to_string()).collect::<Vec<_>>();
        for (list, roles) in [
            (["3"], [open, label, out, open]),
            (["1"], [out, label, open, open]),
            (["a"], [out, label, out, open]),
        ] {
            let schema = Schema { ignore: ignore(&list), ..Schema::default() };
            assert_eq!(understood(&names, &schema).unwrap(), roles, "{list:?}");
        }
        let schema = Schema { keep: ignore(&["b"]), ..Schema::default() };
        assert_eq!(understood(&names, &schema).unwrap(), [out, label, out, open]);
        // What was learned from the first table holds for those like it.
        let mut rows = drafter(&Schema { ignore: ignore(&["1"]), ..Schema::default() });
        let columns = understand(told(&names), &mut rows).unwrap();
        let order = columns.iter().map(|column| column.name.clone()).collect();
        let numeric = ColumnKind::Numeric;
        let schema = Schema {
            columns_fixed: true,
            columns: [("a".to_owned(), numeric), ("b".to_owned(), numeric)].into(),
            dialect: Some(crate::Dialect { order, named: true, ..crate::Dialect::default() }),
            ..rows.schema.clone()
        };
        let feature = Role::Feature(numeric);
        assert_eq!(understood(&names, &schema).unwrap(), [out, label, feature, feature]);
        assert!(understood(&["a", "a", "b"], &schema).is_err());
    }

    #[test]
    fn a_column_without_a_name_is_left_out_unless_it_is_chosen() {
        let mut rows = drafter(&Schema::default());
        let columns = understand(told(&["", "y", "a"]), &mut rows).unwrap();
        assert_eq!((columns[0].role, columns[0].name.as_str()), (Role::Ignored, "1"));
        assert!(
            rows.schema.remarks[0].starts_with("1: a column without a name"),
            "{:?}",
            rows.schema.remarks
        );
        let mut schema = Schema::default();
        schema.columns.insert("1".into(), ColumnKind::Numeric);
        assert_eq!(understood(&["", "y"], &schema).unwrap()[0], Role::Feature(ColumnKind::Numeric));
    }

    #[test]
    fn later_tables_may_have_more_columns_or_fewer() {
        let mut schema = Schema { columns_fixed: true, label: Some("y".into()), ..Schema::default() };
        schema.columns.insert("a".into(), ColumnKind::Numeric);
        schema.columns.insert("b".into(), ColumnKind::Category);
        let mut rows = drafter(&schema);
        let roles: Vec<Role> = understand(told(&["new", "b", "y"]), &mut rows)
            .unwrap()
            .iter()
            .map(|column| column.role)
            .collect();
        assert_eq!(roles, [Role::Ignored, Role::Feature(ColumnKind::Category), Role::Label]);
        assert!(rows.schema.remarks[0].contains("f: new: not among"), "{:?}", rows.schema.remarks);
        assert!(rows.schema.remarks[1].contains("f: a: columns learned"), "{:?}", rows.schema.remarks);
        schema.strict = true;
        assert!(understood(&["a", "b", "y", "new"], &schema).unwrap_err().contains("new here"));
        assert!(understood(&["b", "y"], &schema).unwrap_err().contains("a: missing here"));
        assert!(understood(&["a", "b", "y"], &schema).is_ok());
        schema.strict = false;
        assert!(understood(&["c", "y"], &schema).unwrap_err().contains("none of these columns"));
        assert!(
            understood(&["A", "y"], &schema).unwrap_err().contains("differ only in upper and lower case")
        );
    }

    #[test]
    fn problems_are_named() {
        let with = |name: &str| Some(name.to_owned());
        let mut both = Schema::default();
        both.columns.insert("a".into(), ColumnKind::Category);
        both.columns.insert("2".into(), ColumnKind::Numeric);
        for (names, schema, message) in [
            (&["a", "b"][..], Schema::default(), "--label"),
            (&["y", "a", "a"], Schema::default(), "twice"),
            (&["y", "a"], Schema { label: with("t"), ..Schema::default() }, "no label column \"t\""),
            (&["y", "a"], Schema { label: with("1-2"), ..Schema::default() }, "no label column \"1-2\""),
            (&["y", "a"], Schema { label: with("3"), ..Schema::default() }, "no label column \"3\""),
            (&["y", "a"], Schema { weight: with("w"), ..Schema::default() }, "--weight"),
            (&["y", "a"], Schema { weight: with("y"), ..Schema::default() }, "something else"),
            (&["y", "a"], Schema { ignore: vec!["b".into()], ..Schema::default() }, "no column \"b\""),
            (&["y", "a"], Schema { ignore: vec!["2-3".into()], ..Schema::default() }, "no column \"2-3\""),
            (&["y", "a"], both, "something else"),
        ] {
            let error = understood(names, &schema).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
        assert!(
            understand(Told::numbered(3), &mut drafter(&Schema::default()))
                .unwrap_err()
                .contains("--label last")
        );
    }
}
