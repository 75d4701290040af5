//! What the type of an Arrow column says of it.
//!
//! | type | is |
//! |---|---|
//! | whole numbers, floats, decimals | numbers |
//! | texts, bytes, times of day | what the first rows say, as in CSV |
//! | a dictionary of texts | the same, but never numbers: codes are categories |
//! | a dictionary of anything else | categories |
//! | booleans | the categories `true` and `false` |
//! | dates, timestamps | dates |
//! | lists of numbers; pairs of a name or number and a value; maps to numbers | numbers, one for each place or name |
//! | lists of texts | a category for each |
//!
//! Anything else is not read.

use arrow_schema::{DataType, Field, Schema as ArrowSchema};

use crate::format::header::{Declared, Told};

/// What a table says of its columns; the index that pandas writes has no name, as in its CSV.
pub(crate) fn told(columns: &ArrowSchema) -> Told {
    let name = |field: &Field| match field.name() {
        name if is_index(name) => String::new(),
        name => name.clone(),
    };
    let declared = |field: &Field| declared(field.data_type()).unwrap_or(Declared::Ignored);
    Told {
        names: columns.fields().iter().map(|field| name(field)).collect(),
        named: true,
        declared: columns.fields().iter().map(|field| declared(field)).collect(),
        label: None,
    }
}

/// Whether a name is the one that pandas gives an index without a name.
fn is_index(name: &str) -> bool {
    let number = name.strip_prefix("__index_level_").and_then(|rest| rest.strip_suffix("__"));
    number.is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()))
}

/// What a type says; none if it is not read.
pub(crate) fn declared(kind: &DataType) -> Option<Declared> {
    if is_number(kind) {
        return Some(Declared::Numeric);
    }
    Some(match kind {
        DataType::Null => Declared::Nothing,
        DataType::Boolean => categories(),
        DataType::Date32 | DataType::Date64 | DataType::Timestamp(..) => Declared::Date,
        DataType::Time32(_) | DataType::Time64(_) => Declared::Category(None),
        kind if is_text(kind) => Declared::Category(None),
        DataType::Dictionary(_, values) if is_number(values) => categories(),
        DataType::Dictionary(_, values) if !matches!(**values, DataType::Dictionary(..)) => declared(values)?,
        kind => match items(kind)? {
            Items::Texts => categories(),
            Items::Numbers | Items::Pairs => Declared::Numeric,
        },
    })
}

fn categories() -> Declared {
    Declared::Category(Some(Vec::new()))
}

/// Whether its cells have a text.
pub(crate) fn is_scalar(kind: &DataType) -> bool {
    declared(kind).is_some() && items(kind).is_none()
}

/// Whether codes stand for texts.
pub(crate) fn is_coded(kind: &DataType) -> bool {
    matches!(kind, DataType::Dictionary(_, values) if is_text(values))
}

/// Whether it holds numbers.
pub(crate) fn is_number(kind: &DataType) -> bool {
    kind.is_integer()
        || kind.is_floating()
        || matches!(
            kind,
            DataType::Decimal32(..)
                | DataType::Decimal64(..)
                | DataType::Decimal128(..)
                | DataType::Decimal256(..)
        )
}

/// Whether it holds texts, or bytes that are taken for texts.
pub(crate) fn is_text(kind: &DataType) -> bool {
    use DataType::{Binary, BinaryView, LargeBinary, LargeUtf8, Utf8, Utf8View};
    matches!(kind, Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary | BinaryView)
}

/// What a list holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Items {
    Numbers,
    Texts,
    /// A name or number, and a value.
    Pairs,
}

/// What the items of a column of lists or maps are, if they are read.
pub(crate) fn items(kind: &DataType) -> Option<Items> {
    let item = match kind {
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => item,
        DataType::Map(item, _) => item,
        _ => return None,
    };
    match item.data_type() {
        kind if is_number(kind) => Some(Items::Numbers),
        kind if is_text(kind) => Some(Items::Texts),
        DataType::Struct(parts) => match &parts[..] {
            [name, value] => {
                let named = is_text(name.data_type()) || name.data_type().is_integer();
                (named && is_number(value.data_type())).then_some(Items::Pairs)
            }
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn types_tell_kinds() {
        use DataType::{Binary, Boolean, Date32, Dictionary, Float32, Int64, Interval, List, Struct, Utf8};
        let code = |values| Dictionary(Box::new(DataType::Int8), Box::new(values));
        let list = |item| List(Arc::new(Field::new("item", item, true)));
        let parts = |name, value| {
            list(Struct(vec![Field::new("a", name, true), Field::new("b", value, true)].into()))
        };
        for (kind, wanted) in [
            (Int64, Some(Declared::Numeric)),
            (Float32, Some(Declared::Numeric)),
            (DataType::Decimal128(10, 2), Some(Declared::Numeric)),
            (Boolean, Some(categories())),
            (Utf8, Some(Declared::Category(None))),
            (Binary, Some(Declared::Category(None))),
            (code(Utf8), Some(Declared::Category(None))),
            (code(Int64), Some(categories())),
            (code(Date32), Some(Declared::Date)),
            (code(code(Utf8)), None),
            (DataType::Null, Some(Declared::Nothing)),
            (list(Float32), Some(Declared::Numeric)),
            (list(Utf8), Some(categories())),
            (parts(Utf8, Int64), Some(Declared::Numeric)),
            (parts(Int64, Float32), Some(Declared::Numeric)),
            (parts(Float32, Float32), None),
            (list(list(Int64)), None),
            (Struct(vec![Field::new("a", Int64, true)].into()), None),
            (Interval(arrow_schema::IntervalUnit::DayTime), None),
        ] {
            assert_eq!(declared(&kind), wanted, "{kind}");
        }
    }

    #[test]
    fn an_index_has_no_name() {
        let fields =
            ["a", "__index_level_0__", "__index_level_x__"].map(|n| Field::new(n, DataType::Int8, true));
        assert_eq!(told(&ArrowSchema::new(fields.to_vec())).names, ["a", "", "__index_level_x__"]);
    }
}
