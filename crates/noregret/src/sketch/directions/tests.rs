//! Directions against what they are made of.

use super::*;

#[test]
fn powers_of_two() {
    assert_eq!([1.0, 1.5, 0.3, 8.0, 1e300].map(power_of_two), [1.0, 1.0, 0.25, 8.0, libm::pow(2.0, 996.0)]);
    assert!(power_of_two(5e-324) > 0.0 && (1.0 / power_of_two(5e-324)).is_finite());
}

#[test]
fn a_row_is_its_parts() {
    let mut directions = Directions::new(Some(3));
    // Rows e1, e1 + e2 as raw rows.
    let row = directions.resolve(&[], 1.0).unwrap();
    let turned = directions.turn(&row, 2.0, None);
    directions.commit(&turned);
    assert_eq!(directions.spectrum(), [2.0]);
    let row = directions.resolve(&[1.0], 2.0).unwrap();
    assert!((row.along[0].abs() - 1.0).abs() < 1e-15 && (row.rest - 1.0).abs() < 1e-15);
    assert!((row.unit[0] + 1.0).abs() < 1e-15 && (row.unit[1] - 1.0).abs() < 1e-15, "{:?}", row.unit);
    assert!(directions.resolve(&[3.0], 9.0).is_none(), "in the span");
}
