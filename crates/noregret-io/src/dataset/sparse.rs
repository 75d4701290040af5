//! svmlight as a table: a column for every index up to the largest, zero where a line does not have it.

use super::error::DatasetError;
use super::reading::{Column, Dataset, Labelling, MOST_DIMENSIONS, Values};
use crate::text::number;
use std::sync::Arc;

/// Reads a table. Columns are named by their indices, from 1, or from 0 if that is used.
pub(crate) fn read(file: Arc<str>, bytes: &[u8]) -> Result<Dataset, DatasetError> {
    let mut labels = Labelling::new("label");
    let mut rows: Vec<Vec<(usize, f64)>> = Vec::new();
    let mut lines = Vec::new();
    let (mut first, mut last) = (1, 0);
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    for (place, line) in bytes.split(|&b| b == b'\n').enumerate() {
        let number = place as u64 + 1;
        let line = memchr::memchr(b'#', line).map_or(line, |comment| &line[..comment]);
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let Some(label) = words.next() else { continue };
        let wrong = |place: usize, text: &[u8], problem: &str| {
            DatasetError::field(&file, number, place + 1, text, problem)
        };
        if label.contains(&b':') {
            return Err(wrong(0, label, "the line has no label"));
        }
        let text = std::str::from_utf8(label).map_err(|_| wrong(0, label, "the label is not UTF-8 text"))?;
        labels.push(Some(text));
        let mut row: Vec<(usize, f64)> = Vec::new();
        for (place, word) in words.enumerate() {
            let place = place + 1;
            let Some(colon) = memchr::memchr(b':', word) else {
                return Err(wrong(place, word, "a feature is written index:value"));
            };
            let (index, value) = (&word[..colon], &word[colon + 1..]);
            if index == b"qid" {
                continue;
            }
            let index: usize = std::str::from_utf8(index)
                .ok()
                .filter(|index| index.bytes().all(|b| b.is_ascii_digit()))
                .and_then(|index| index.parse().ok())
                .ok_or_else(|| wrong(place, word, "the index is not a whole number"))?;
            if index > MOST_DIMENSIONS {
                let most = format!("the index is above {MOST_DIMENSIONS}, the most a metric can have");
                return Err(wrong(place, word, &most));
            }
            let value =
                number::parse(value).map_err(|fault| wrong(place, word, &format!("the value {fault}")))?;
            first = first.min(index);
            last = last.max(index);
            match row.iter_mut().find(|(known, _)| *known == index) {
                Some((_, sum)) if (*sum + value).is_finite() => *sum += value,
                Some(_) => return Err(wrong(place, word, "the values of the index add up to infinity")),
                None => row.push((index, value)),
            }
        }
        rows.push(row);
        lines.push(number);
    }
    let mut columns: Vec<Vec<f64>> = (first..=last).map(|_| vec![0.0; rows.len()]).collect();
    for (place, row) in rows.iter().enumerate() {
        for &(index, value) in row {
            columns[index - first][place] = value;
        }
    }
    let column = |(place, values): (usize, Vec<f64>)| Column {
        name: (first + place).to_string(),
        values: Values::Numbers(values.into_iter().map(Some).collect()),
    };
    let columns = columns.into_iter().enumerate().map(column).collect();
    Ok(Dataset { file, lines, columns, named: true, sparse: true, labels: Some(labels), remarks: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_is_zero() {
        let data = read("f".into(), b"# c\nx 2:1.5 1:1\n\ny qid:3 3:2 3:1\n").unwrap();
        assert_eq!(data.lines, [2, 4]);
        let names: Vec<_> = data.columns.iter().map(|column| column.name.as_str()).collect();
        assert_eq!(names, ["1", "2", "3"]);
        assert_eq!(data.columns[2].values, Values::Numbers(vec![Some(0.0), Some(3.0)]));
        assert_eq!(data.labels.unwrap().of, [Some(0), Some(1)]);
    }

    #[test]
    fn refusals_have_line_and_field() {
        for (text, message) in [
            ("x 1:1\n1:1\n", "f:2: field 1 \"1:1\": the line has no label"),
            ("x 1:1 a:1\n", "f:1: field 3 \"a:1\": the index is not a whole number"),
            ("x 1:nan\n", "f:1: field 2 \"1:nan\": the value is not a finite number"),
            ("x 1\n", "f:1: field 2 \"1\": a feature is written index:value"),
        ] {
            assert_eq!(read("f".into(), text.as_bytes()).unwrap_err().to_string(), message);
        }
        assert!(read("f".into(), b"x 99999:1\n").unwrap_err().to_string().contains("above 65536"));
    }
}
