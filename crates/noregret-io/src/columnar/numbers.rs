//! A column of numbers as 64-bit floats, where NaN is a value that is not there.
//!
//! Whole numbers and decimals are rounded to the nearest float, as their digits would be; a 32-bit float is the number it
//! stores, which is not the one that its shortest decimal stands for. NaN is missing, whatever `--na` lists; a number that is
//! listed there is missing too. Infinity is left for the cell to refuse.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type, DecimalType,
    Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, PrimitiveArray};
use arrow_buffer::ScalarBuffer;
use arrow_schema::DataType;

use crate::text::number;

/// The numbers of a column; none if it holds something else.
pub(crate) fn numbers(array: &dyn Array, missing: &[f64]) -> Option<ScalarBuffer<f64>> {
    let values = match array.data_type() {
        DataType::Float64 => {
            let array = array.as_primitive::<Float64Type>();
            if array.null_count() == 0 { array.values().clone() } else { each(array, |value| value) }
        }
        DataType::Float32 => each(array.as_primitive::<Float32Type>(), f64::from),
        DataType::Float16 => each(array.as_primitive::<Float16Type>(), |value| value.to_f64()),
        DataType::Int8 => each(array.as_primitive::<Int8Type>(), f64::from),
        DataType::Int16 => each(array.as_primitive::<Int16Type>(), f64::from),
        DataType::Int32 => each(array.as_primitive::<Int32Type>(), f64::from),
        DataType::Int64 => each(array.as_primitive::<Int64Type>(), |value| value as f64),
        DataType::UInt8 => each(array.as_primitive::<UInt8Type>(), f64::from),
        DataType::UInt16 => each(array.as_primitive::<UInt16Type>(), f64::from),
        DataType::UInt32 => each(array.as_primitive::<UInt32Type>(), f64::from),
        DataType::UInt64 => each(array.as_primitive::<UInt64Type>(), |value| value as f64),
        DataType::Decimal32(_, scale) => {
            each(array.as_primitive::<Decimal32Type>(), |value| decimal(i128::from(value), *scale))
        }
        DataType::Decimal64(_, scale) => {
            each(array.as_primitive::<Decimal64Type>(), |value| decimal(i128::from(value), *scale))
        }
        DataType::Decimal128(_, scale) => {
            each(array.as_primitive::<Decimal128Type>(), |value| decimal(value, *scale))
        }
        DataType::Decimal256(precision, scale) => each(array.as_primitive::<Decimal256Type>(), |value| {
            written(&Decimal256Type::format_decimal(value, *precision, *scale))
        }),
        _ => return None,
    };
    if missing.is_empty() {
        return Some(values);
    }
    Some(values.iter().map(|value| if missing.contains(value) { f64::NAN } else { *value }).collect())
}

fn each<T: ArrowPrimitiveType>(
    array: &PrimitiveArray<T>,
    number: impl Fn(T::Native) -> f64,
) -> ScalarBuffer<f64> {
    let values = array.values().iter().map(|value| number(*value));
    match array.nulls() {
        None => values.collect(),
        Some(nulls) => {
            values.zip(nulls.iter()).map(|(value, there)| if there { value } else { f64::NAN }).collect()
        }
    }
}

/// A decimal as the nearest float. Up to 2^53 and 10^22 both parts are floats, and one division rounds once.
fn decimal(value: i128, scale: i8) -> f64 {
    const POWERS: [f64; 23] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
        1e18, 1e19, 1e20, 1e21, 1e22,
    ];
    match usize::try_from(scale).ok().and_then(|scale| POWERS.get(scale)) {
        Some(power) if value.unsigned_abs() <= 1 << 53 => value as f64 / power,
        _ => written(&format!("{value}e{}", -i32::from(scale))),
    }
}

/// A number by its digits; one that is too large is infinite, and is refused as such.
fn written(digits: &str) -> f64 {
    number::parse(digits.as_bytes()).unwrap_or(f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{Decimal128Array, Float64Array, Int64Array};
    use proptest::prelude::*;

    #[test]
    fn nothing_is_nan() {
        let array = Int64Array::from(vec![Some(-999), None, Some(i64::MAX)]);
        let found = numbers(&array, &[]).unwrap();
        assert_eq!((found[0], found[2]), (-999.0, (1u64 << 63) as f64));
        assert!(found[1].is_nan() && numbers(&array, &[-999.0]).unwrap()[0].is_nan());
        let array = Float64Array::from(vec![0.5, f64::NAN, f64::INFINITY]);
        let found = numbers(&array, &[]).unwrap();
        assert!(found[0] == 0.5 && found[1].is_nan() && found[2] == f64::INFINITY);
        assert!(numbers(&arrow_array::NullArray::new(3), &[]).is_none());
    }

    proptest! {
        #[test]
        fn decimals_are_read_as_their_digits(value in any::<i128>(), shift in 0u32..127, scale in -30i8..38) {
            let value = (value >> shift) % 10i128.pow(38);
            let text = format!("{value}e{}", -i32::from(scale));
            prop_assert_eq!(decimal(value, scale).to_bits(), number::parse(text.as_bytes()).unwrap().to_bits());
            let array = Decimal128Array::from(vec![value]).with_precision_and_scale(38, scale).unwrap();
            prop_assert_eq!(numbers(&array, &[]).unwrap()[0].to_bits(), decimal(value, scale).to_bits());
        }
    }
}
