//! Every listed experiment runs, in its quick version, and finds something that can be drawn.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use noregret_reproduce::{ALL, Cell, Experiment, Findings, Folder, Setting, Shape, find};
use std::collections::HashSet;
use std::path::Path;

fn quick(experiment: &Experiment, folder: Option<&Path>, threads: usize) -> Findings {
    let data = Folder::new(folder.map(Path::to_owned));
    let setting = Setting { data, quick: true, threads, say: &|_| {}, stop: &|| false };
    experiment.run(&setting).unwrap_or_else(|error| panic!("{}: {error}", experiment.name))
}

#[test]
fn all_run_without_data_and_say_what_stands_in() {
    let mut names = HashSet::new();
    for experiment in ALL.iter().filter(|experiment| experiment.program.is_none()) {
        let found = quick(experiment, None, 2);
        let name = experiment.name;
        assert_eq!(found.stand_ins.is_empty(), experiment.needs.is_empty(), "{name}: {:?}", found.stand_ins);
        assert!(!found.tables.is_empty() && !found.remarks.is_empty(), "{name}");
        for table in &found.tables {
            assert!(!table.rows.is_empty(), "{name}: {}", table.title);
            for row in &table.rows {
                assert_eq!(row.len(), table.columns.len(), "{name}: {row:?}");
                for cell in row {
                    if let Cell::Number(number) = cell {
                        let shown = [number.ours, number.paper];
                        assert!(shown.iter().flatten().all(|v| v.is_finite()), "{name}: {row:?}");
                        assert!(shown.iter().any(Option::is_some), "{name}: {row:?}");
                    }
                }
            }
        }
        for figure in &found.figures {
            assert!(names.insert(figure.name.clone()), "{} twice", figure.name);
            assert!(figure.name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'), "{}", figure.name);
            assert!(!figure.series.is_empty(), "{}", figure.name);
            for series in &figure.series {
                assert!(!series.points.is_empty(), "{}: {}", figure.name, series.name);
                assert!(series.points.iter().all(|p| p.0.is_finite() && p.1.is_finite()), "{}", figure.name);
                if let Shape::Bars(groups) | Shape::LogBars(groups) = &figure.shape {
                    assert_eq!(groups.len(), series.points.len(), "{}", figure.name);
                }
            }
        }
    }
}

#[test]
fn threads_change_nothing() {
    for name in ["table1", "theorem1", "table2", "implicit-fig1", "implicit-fig2"] {
        let experiment = find(name).unwrap();
        assert_eq!(quick(experiment, None, 1), quick(experiment, None, 3), "{name}");
    }
}

#[test]
fn an_empty_folder_is_as_none() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = find("table1").unwrap();
    assert_eq!(quick(experiment, Some(folder.path()), 2), quick(experiment, None, 2));
}

/// Reviews in the layout of their publisher.
#[test]
fn what_the_folder_has_is_used() {
    let folder = tempfile::tempdir().unwrap();
    for domain in ["books", "dvd", "electronics", "kitchen"] {
        let place = folder.path().join("sentiment/processed_acl").join(domain);
        std::fs::create_dir_all(&place).unwrap();
        for (label, word) in [("positive", "good"), ("negative", "bad")] {
            let line = format!("{word}:2 book:1 a_{word}:1 #label#:{label}\n");
            std::fs::write(place.join(format!("{label}.review")), line.repeat(40)).unwrap();
        }
    }
    let found = quick(find("table1").unwrap(), Some(folder.path()), 2);
    assert_eq!(found.stand_ins.len(), 2, "news and rcv1: {:?}", found.stand_ins);
    let first = &found.tables[0].rows[0];
    assert_eq!(first[0].shown(), "books, 80 rows");
    let Cell::Number(loss) = &first[2] else { panic!("{first:?}") };
    assert!(loss.ours.unwrap() < 0.3 && loss.paper == Some(0.545), "an easy set: {loss:?}");
    std::fs::remove_file(folder.path().join("sentiment/processed_acl/dvd/negative.review")).unwrap();
    let setting = Setting {
        data: Folder::new(Some(folder.path().to_owned())),
        quick: true,
        threads: 1,
        say: &|_| {},
        stop: &|| false,
    };
    let error = find("table1").unwrap().run(&setting).unwrap_err().to_string();
    assert!(error.contains("it has no dvd/negative.review"), "{error}");
}

#[test]
fn an_experiment_stops_when_asked() {
    let setting = Setting { data: Folder::default(), quick: false, threads: 2, say: &|_| {}, stop: &|| true };
    for experiment in &ALL {
        let error = experiment.run(&setting).unwrap_err();
        assert_eq!(error.to_string(), "interrupted", "{}", experiment.name);
    }
}
