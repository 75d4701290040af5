//! The five UCI tables: as their publisher writes them, or as others have converted them.

use crate::data::bytes;
use crate::error::{Answer, ReproduceError};
use crate::findings::Findings;
use crate::setting::Setting;
use noregret_generate::{Generator, Kind, Layout, Writer};
use noregret_io::Input;
use noregret_io::dataset::{Dataset, TableOptions};
use std::io::Write;

/// One way a table may lie in the folder.
struct Source {
    /// The files, one after the other.
    files: &'static [&'static str],
    /// The label's column, where it is not the last.
    label: Option<&'static str>,
    /// A column that is a row's name.
    ignore: Option<&'static str>,
    /// Columns of codes: 0, 1, 2 that are no numbers.
    coded: std::ops::Range<usize>,
}

const fn plain(files: &'static [&'static str]) -> Source {
    Source { files, label: None, ignore: None, coded: 0..0 }
}

const TABLES: [(&str, &[Source]); 5] = [
    ("iris", &[plain(&["uci/iris.csv"]), plain(&["uci/iris.data"])]),
    (
        "balance-scale",
        &[
            plain(&["uci/balance-scale.csv"]),
            Source { label: Some("1"), ..plain(&["uci/balance-scale.data"]) },
        ],
    ),
    (
        "soybean",
        &[
            plain(&["uci/soybean.arff"]),
            Source {
                label: Some("1"),
                coded: 2..37,
                ..plain(&["uci/soybean-large.data", "uci/soybean-large.test"])
            },
        ],
    ),
    ("car", &[plain(&["uci/car.data"])]),
    (
        "audiology",
        &[
            plain(&["uci/audiology.tab"]),
            Source {
                ignore: Some("70"),
                ..plain(&["uci/audiology.standardized.data", "uci/audiology.standardized.test"])
            },
        ],
    ),
];

impl Source {
    fn read(&self, setting: &Setting<'_>) -> Answer<Option<Dataset>> {
        let found: Option<Vec<_>> = self.files.iter().map(|name| setting.data.find(name)).collect();
        let Some(paths) = found else { return Ok(None) };
        let columns = |range: std::ops::Range<usize>| range.map(|k| k.to_string()).collect();
        let reading = TableOptions {
            label: self.label.map(str::to_owned),
            ignore: self.ignore.map(str::to_owned).into_iter().collect(),
            categorical: columns(self.coded.clone()),
            ..TableOptions::default()
        };
        if let [path] = &paths[..] {
            return Ok(Some(Dataset::read(&Input::from_path(path), &reading)?));
        }
        let mut all = Vec::new();
        for path in &paths {
            all.extend(bytes(path)?);
            if all.last().is_some_and(|&last| last != b'\n') {
                all.push(b'\n');
            }
        }
        table(&all, &reading).map(Some)
    }
}

/// Reads a table from memory, through a file of its own.
fn table(bytes: &[u8], reading: &TableOptions) -> Answer<Dataset> {
    let mut file = tempfile::Builder::new()
        .suffix(".csv")
        .tempfile()
        .map_err(ReproduceError::read("a temporary file".as_ref()))?;
    file.write_all(bytes).map_err(ReproduceError::read(file.path()))?;
    Ok(Dataset::read(&Input::from_path(file.path()), reading)?)
}

/// The tables that are there; a generated one if none is.
pub(super) fn read(setting: &Setting<'_>, findings: &mut Findings) -> Answer<Vec<(&'static str, Dataset)>> {
    let mut tables = Vec::new();
    for (name, sources) in TABLES {
        let mut found = None;
        for source in sources {
            found = match found {
                None => source.read(setting)?,
                found => found,
            };
        }
        match found {
            Some(data) => tables.push((name, data)),
            None => findings.stand_in(format!("{name} is not in the folder and is left out.")),
        }
    }
    if setting.quick {
        tables.truncate(2);
    }
    if tables.is_empty() {
        let rows = setting.either(600, 120);
        findings.stand_in(format!("a generated table of {rows} rows, ten columns and two classes (noregret generate drift) for the paper's."));
        let unread = ReproduceError::read("a generated table".as_ref());
        let (mut generator, mut writer) =
            (Generator::new(Kind::Drift, 1), Writer::new(Vec::new(), Layout::Csv, Kind::Drift));
        let written = (0..rows).try_for_each(|_| writer.write(generator.next()));
        let text = written.and_then(|()| writer.finish()).map_err(unread)?;
        tables.push(("generated", table(&text, &TableOptions::default())?));
    }
    Ok(tables)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Folder;

    #[test]
    fn the_publishers_own_files_are_read() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("uci")).unwrap();
        let write =
            |name: &str, text: &str| std::fs::write(folder.path().join("uci").join(name), text).unwrap();
        write("balance-scale.data", "B,1,1,1,1\nR,1,1,1,2\nL,2,1,1,1\nR,1,1,1,3\n");
        let row = |class: &str, code: usize| format!("{class}{}\n", format!(",{code}").repeat(35));
        write("soybean-large.data", &(row("rot", 0) + &row("spot", 1)));
        write("soybean-large.test", &(row("rot", 2) + row("spot", 0).trim_end()));
        let row = |place: usize, class: &str| {
            format!("{}p{place},{class}\n", "f,".repeat(place % 2) + &"t,".repeat(69 - place % 2))
        };
        write("audiology.standardized.data", &(row(1, "normal") + &row(2, "other")));
        write("audiology.standardized.test", &row(3, "normal"));
        let setting = Setting {
            data: Folder::new(Some(folder.path().to_owned())),
            quick: false,
            threads: 1,
            say: &|_| {},
            stop: &|| false,
        };
        let mut findings = Findings::default();
        let tables = read(&setting, &mut findings).unwrap();
        let shapes: Vec<_> =
            tables.iter().map(|(name, data)| (*name, data.rows(), data.columns.len())).collect();
        assert_eq!(shapes, [("balance-scale", 4, 4), ("soybean", 4, 35), ("audiology", 3, 69)]);
        let classes = |k: usize| tables[k].1.labels.as_ref().unwrap().classes.clone();
        assert_eq!(
            (classes(0), classes(1)),
            (vec!["B".into(), "R".into(), "L".into()], vec!["rot".to_owned(), "spot".into()])
        );
        assert_eq!(findings.stand_ins.len(), 2, "iris and car are not there");
    }
}
