//! The cells of a column as text: what a CSV file of the same table would hold, without the blanks around it.

use std::io::Write as _;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type, Float16Type,
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, LargeStringArray, StringArray,
    StringViewArray,
};
use arrow_schema::DataType;

use super::times::Times;
use crate::text::shortest::shortest;

/// A column of texts.
#[derive(Clone, Debug)]
pub(crate) enum Texts {
    Utf8(StringArray),
    LargeUtf8(LargeStringArray),
    View(StringViewArray),
    Binary(BinaryArray),
    LargeBinary(LargeBinaryArray),
    BinaryView(BinaryViewArray),
}

impl Texts {
    /// Those of a column; none if it holds something else.
    pub(crate) fn of(array: &ArrayRef) -> Option<Self> {
        Some(match array.data_type() {
            DataType::Utf8 => Self::Utf8(array.as_string().clone()),
            DataType::LargeUtf8 => Self::LargeUtf8(array.as_string().clone()),
            DataType::Utf8View => Self::View(array.as_string_view().clone()),
            DataType::Binary => Self::Binary(array.as_binary().clone()),
            DataType::LargeBinary => Self::LargeBinary(array.as_binary().clone()),
            DataType::BinaryView => Self::BinaryView(array.as_binary_view().clone()),
            _ => return None,
        })
    }

    /// The text of a row; empty where there is none.
    #[inline]
    pub(crate) fn get(&self, row: usize) -> &[u8] {
        let text = match self {
            Self::Utf8(array) if array.is_valid(row) => array.value(row).as_bytes(),
            Self::LargeUtf8(array) if array.is_valid(row) => array.value(row).as_bytes(),
            Self::View(array) if array.is_valid(row) => array.value(row).as_bytes(),
            Self::Binary(array) if array.is_valid(row) => array.value(row),
            Self::LargeBinary(array) if array.is_valid(row) => array.value(row),
            Self::BinaryView(array) if array.is_valid(row) => array.value(row),
            _ => b"",
        };
        text.trim_ascii()
    }
}

/// Adds the text of a cell; nothing where the value is not there.
pub(crate) fn write(array: &ArrayRef, row: usize, out: &mut Vec<u8>) {
    if array.is_null(row) {
        return;
    }
    match array.data_type() {
        DataType::Boolean => {
            out.extend_from_slice(if array.as_boolean().value(row) { b"true" } else { b"false" });
        }
        DataType::Int8 => whole::<Int8Type>(array, row, out),
        DataType::Int16 => whole::<Int16Type>(array, row, out),
        DataType::Int32 => whole::<Int32Type>(array, row, out),
        DataType::Int64 => whole::<Int64Type>(array, row, out),
        DataType::UInt8 => whole::<UInt8Type>(array, row, out),
        DataType::UInt16 => whole::<UInt16Type>(array, row, out),
        DataType::UInt32 => whole::<UInt32Type>(array, row, out),
        DataType::UInt64 => whole::<UInt64Type>(array, row, out),
        DataType::Decimal32(..) => put(array.as_primitive::<Decimal32Type>().value_as_string(row), out),
        DataType::Decimal64(..) => put(array.as_primitive::<Decimal64Type>().value_as_string(row), out),
        DataType::Decimal128(..) => put(array.as_primitive::<Decimal128Type>().value_as_string(row), out),
        DataType::Decimal256(..) => put(array.as_primitive::<Decimal256Type>().value_as_string(row), out),
        DataType::Float16 => float(array.as_primitive::<Float16Type>().value(row).to_f64(), out),
        DataType::Float32 => float(f64::from(array.as_primitive::<Float32Type>().value(row)), out),
        DataType::Float64 => float(array.as_primitive::<Float64Type>().value(row), out),
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            if let Some(&key) = array.slice(row, 1).as_any_dictionary().normalized_keys().first() {
                write(dictionary.values(), key, out);
            }
        }
        _ => {
            if let Some(texts) = Texts::of(array) {
                out.extend_from_slice(texts.get(row));
            } else if let Some(times) = Times::of(&array.slice(row, 1)) {
                times.write(0, out);
            }
        }
    }
}

fn put(text: impl std::fmt::Display, out: &mut Vec<u8>) {
    // Nothing fails in memory.
    let _ = write!(out, "{text}");
}

fn float(value: f64, out: &mut Vec<u8>) {
    if !value.is_nan() {
        put(shortest(value), out);
    }
}

fn whole<T: ArrowPrimitiveType>(array: &ArrayRef, row: usize, out: &mut Vec<u8>)
where
    T::Native: std::fmt::Display,
{
    put(array.as_primitive::<T>().value(row), out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::types::Int8Type;
    use arrow_array::*;
    use std::sync::Arc;

    fn written(array: ArrayRef) -> Vec<String> {
        let text = |row| {
            let mut out = Vec::new();
            write(&array, row, &mut out);
            String::from_utf8(out).unwrap()
        };
        (0..array.len()).map(text).collect()
    }

    #[test]
    fn cells_as_a_csv_file_has_them() {
        let codes: DictionaryArray<Int8Type> = vec![Some("b"), None, Some(" a ")].into_iter().collect();
        let cents = Decimal128Array::from(vec![1234, -5]).with_precision_and_scale(9, 2).unwrap();
        let arrays: [(ArrayRef, &[&str]); 9] = [
            (Arc::new(Int64Array::from(vec![Some(9_007_199_254_740_993), None])), &["9007199254740993", ""]),
            (Arc::new(Float64Array::from(vec![1.0, 0.1, f64::NAN, f64::INFINITY])), &["1", "0.1", "", "inf"]),
            (Arc::new(Float32Array::from(vec![0.5])), &["0.5"]),
            (Arc::new(cents), &["12.34", "-0.05"]),
            (Arc::new(BooleanArray::from(vec![Some(true), Some(false), None])), &["true", "false", ""]),
            (Arc::new(StringViewArray::from(vec![" x y\t", "", "a, \"b\""])), &["x y", "", "a, \"b\""]),
            (Arc::new(codes), &["b", "", "a"]),
            (Arc::new(TimestampMillisecondArray::from(vec![1_296_481_509_250])), &["2011-01-31 13:45:09.25"]),
            (Arc::new(NullArray::new(1)), &[""]),
        ];
        for (array, wanted) in arrays {
            assert_eq!(written(array), wanted);
        }
    }
}
