//! Ad clicks as categories: Criteo's tab-separated lines and Avazu's table.
//!
//! Every field is a category, one feature for each of its texts. Criteo's thirteen counts become categories by the square of their logarithm, rounded down; Avazu's row number is left out and of its
//! hour only the hour of the day is kept. Files are taken in the order train, dev, test, rows in the order of the files.

use crate::data::{Example, Folder, lines};
use crate::error::{Answer, ReproduceError};
use std::collections::HashMap;

/// Reads at most so many rows, if the folder has them.
pub(super) type Reader = fn(&Folder, usize) -> Answer<Option<Vec<Example>>>;

/// Features by field and text.
#[derive(Default)]
struct Categories(HashMap<String, u32>);

impl Categories {
    /// The number of a category, from 1; 0 is the constant.
    fn number(&mut self, field: usize, text: &str) -> u32 {
        let next = self.0.len() as u32 + 1;
        *self.0.entry(format!("{field}={text}")).or_insert(next)
    }

    fn example(&mut self, fields: &[(usize, String)], clicked: bool) -> Answer<Example> {
        let ones = fields.iter().map(|(field, text)| (self.number(*field, text), 1.0));
        let entries: Vec<(u32, f64)> = std::iter::once((0, 1.0)).chain(ones).collect();
        Example::sparse(entries, if clicked { 1.0 } else { -1.0 })
    }
}

/// A count as a category.
fn bucket(text: &str) -> String {
    match text.parse::<i64>() {
        Ok(count) if count > 2 => {
            let log = libm::log(count as f64);
            format!("l{}", (log * log) as i64)
        }
        _ => text.to_owned(),
    }
}

fn read(
    folder: &Folder,
    name: &str,
    most: usize,
    mut row: impl FnMut(&mut Categories, &str) -> Result<Option<Example>, String>,
) -> Answer<Option<Vec<Example>>> {
    let (mut categories, mut examples) = (Categories::default(), Vec::new());
    for part in ["train", "dev", "test"] {
        let Some(path) = folder.find(&format!("clicks/{name}_wideresdnn_{part}.csv")) else { continue };
        lines(&path, |number, line| {
            if examples.len() < most {
                let read = row(&mut categories, line);
                let fault = |why| ReproduceError::Line { path: path.clone(), line: number, why };
                examples.extend(read.map_err(fault)?);
            }
            Ok(examples.len() < most)
        })?;
    }
    Ok(Some(examples).filter(|examples| !examples.is_empty()))
}

fn clicked(text: &str) -> Result<bool, String> {
    match text {
        "0" => Ok(false),
        "1" => Ok(true),
        _ => Err(format!("{text:?} is no click: it should be 0 or 1")),
    }
}

/// Criteo: the click, 13 counts, 26 categories; empty where missing.
pub(super) fn criteo(folder: &Folder, most: usize) -> Answer<Option<Vec<Example>>> {
    read(folder, "criteo", most, |categories, line| {
        let fields: Vec<&str> = line.split('\t').collect();
        if fields.len() != 40 {
            return Err(format!("{} fields; Criteo's rows have 40", fields.len()));
        }
        let text = |(k, text): (usize, &&str)| (k, if k <= 13 { bucket(text) } else { (*text).to_owned() });
        let present = fields.iter().enumerate().skip(1).filter(|(_, text)| !text.is_empty());
        let present: Vec<_> = present.map(text).collect();
        let example = categories.example(&present, clicked(fields[0])?);
        example.map(Some).map_err(|e| e.to_string())
    })
}

/// Avazu: a number, the click, the hour, 21 categories; the first file begins with a header.
pub(super) fn avazu(folder: &Folder, most: usize) -> Answer<Option<Vec<Example>>> {
    read(folder, "avazu", most, |categories, line| {
        let fields: Vec<&str> = line.split(',').collect();
        if fields.len() != 24 {
            return Err(format!("{} fields; Avazu's rows have 24", fields.len()));
        }
        if fields[0] == "id" {
            return Ok(None);
        }
        let hour = fields[2].get(6..).unwrap_or_default();
        let text = |(k, text): (usize, &&str)| (k, if k == 2 { hour } else { text }.to_owned());
        let all: Vec<_> = fields.iter().enumerate().skip(2).map(text).collect();
        let example = categories.example(&all, clicked(fields[1])?);
        example.map(Some).map_err(|e| e.to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_categories() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("clicks")).unwrap();
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(format!("clicks/{name}.csv")), text).unwrap();
        };
        let data = Folder::new(Some(folder.path().to_owned()));
        assert_eq!(criteo(&data, 9).unwrap(), None);
        let rest = "\t".repeat(25);
        write(
            "criteo_wideresdnn_train",
            &format!("1\t5\t1{}\tabc{rest}\n0\t6\t2{}\tabc{rest}\n", "\t".repeat(11), "\t".repeat(11)),
        );
        let rows = criteo(&data, 9).unwrap().unwrap();
        assert_eq!((rows[0].label, rows[1].label), (1.0, -1.0));
        // The constant, a count (5 and 6: log squared 2 and 3), a small count, a category.
        assert_eq!((&rows[0].indices[..], &rows[1].indices[..]), (&[0, 1, 2, 3][..], &[0, 3, 4, 5][..]));
        write("criteo_wideresdnn_dev", "1\t2\n");
        let error = criteo(&data, 9).unwrap_err().to_string();
        assert!(error.contains("line 1: 2 fields"), "{error}");
        let row = |click: u8, hour: &str| format!("7,{click},141021{hour}{}\n", ",a".repeat(21));
        write(
            "avazu_wideresdnn_train",
            &format!("id,click,hour{}\n{}{}", ",C".repeat(21), row(0, "00"), row(1, "01")),
        );
        let rows = avazu(&data, 9).unwrap().unwrap();
        assert_eq!((rows.len(), rows[0].indices.len(), rows[1].label), (2, 23, 1.0));
        assert_eq!(avazu(&data, 1).unwrap().unwrap().len(), 1);
    }
}
