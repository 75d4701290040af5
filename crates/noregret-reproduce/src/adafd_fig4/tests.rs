//! Runs as the program keeps them, drawn.

use super::*;

fn write(folder: &Path, method: &str, seed: u64, losses: &str, ended: bool) {
    let had = if ended { 2 } else { 1 };
    let text = format!(
        r#"{{"set":"mnist","method":"{method}","rates":{{"eta":0.1,"delta":0.01}},"tau":20,"seed":{seed},"images":[512,128],"epochs":[2,{had}],"losses":{losses},"accuracies":[[2,0.5],[4,0.9]],"diverged":false,"seconds":3.5}}"#
    );
    std::fs::write(folder.join(format!("mnist-{method}-{seed}.json")), text).unwrap();
}

#[test]
fn runs_are_read_and_averaged() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "sgd", 1, "[4,3,2,1]", true);
    write(folder.path(), "ada-fd", 2, "[2,2,2,3]", true);
    write(folder.path(), "ada-fd", 1, "[4,3,2,1]", true);
    write(folder.path(), "ada-fd", 3, "[4,3]", false);
    std::fs::write(folder.path().join("mnist-ada-fd-search.json"), "{}").unwrap();
    let runs = runs::read(folder.path()).unwrap();
    let names: Vec<(&str, u64)> = runs.iter().map(|run| (run.method.as_str(), run.seed)).collect();
    assert_eq!(
        names,
        [("ada-fd", 1), ("ada-fd", 2), ("sgd", 1)],
        "the paper's first; not what is on its way"
    );
    let groups = groups(&runs);
    let table = table("mnist", &groups);
    let shown: Vec<String> = table.rows[0].iter().map(Cell::shown).collect();
    assert_eq!(shown[..4], ["ada-fd", "1e-1", "1e-2", "2"]);
    assert_eq!(shown[4], "2.0000 ± 1.4142", "of 1 and 3");
    assert_eq!(table.rows[1][2].shown(), "", "sgd has no delta");
    let figures = figures("mnist", &groups);
    assert_eq!(figures[0].series[0].points, [(0.5, 3.0), (1.0, 2.5), (1.5, 2.0), (2.0, 2.0)]);
    assert_eq!(figures[1].series[0].points, [(1.0, 50.0), (2.0, 90.0)]);
    std::fs::write(folder.path().join("mnist-adam-1.json"), "what is this").unwrap();
    assert!(runs::read(folder.path()).unwrap_err().to_string().contains("mnist-adam-1.json"));
    assert!(runs::read(&folder.path().join("absent")).unwrap().is_empty());
}

/// One of two seeds went on for longer: a mean over both would be of no training that there was.
#[test]
fn runs_of_other_lengths_are_not_averaged() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "sgd", 1, "[4,3,2,1]", true);
    write(folder.path(), "sgd", 2, "[4,3,2,1]", true);
    let path = folder.path().join("mnist-sgd-2.json");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("[2,2]", "[3,3]").replace("[4,3,2,1]", "[4,3,2,1,1,0.5]")).unwrap();
    let runs = runs::read(folder.path()).unwrap();
    let groups = groups(&runs);
    let table = table("mnist", &groups);
    let shown = |row: usize| [0, 3, 5].map(|column| table.rows[row][column].shown());
    assert_eq!(shown(0), ["sgd, 2 epochs", "1", "2"]);
    assert_eq!(shown(1), ["sgd, 3 epochs", "1", "3"]);
    let names: Vec<String> = figures("mnist", &groups)[0].series.iter().map(|one| one.name.clone()).collect();
    assert_eq!(names, ["sgd, 2 epochs", "sgd, 3 epochs"]);
}

#[test]
fn who_trained_longer_is_shown_at_equal_times() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "ada-fd", 1, "[4,3,2,1]", true);
    let text = std::fs::read_to_string(folder.path().join("mnist-ada-fd-1.json")).unwrap();
    let short = text
        .replace("ada-fd", "adam")
        .replace("[2,2]", "[1,1]")
        .replace("[4,3,2,1]", "[4,3]")
        .replace(",[4,0.9]", "");
    std::fs::write(folder.path().join("mnist-adam-1.json"), short).unwrap();
    let runs = runs::read(folder.path()).unwrap();
    let table = table("mnist", &groups(&runs));
    assert!(table.title.contains("1 to 2 epochs"), "{}", table.title);
    assert_eq!(table.columns[4..6], ["test accuracy at epoch 1, %", "epochs"]);
    let shown = |row: usize| table.rows[row][4..].iter().map(Cell::shown).collect::<Vec<_>>();
    assert_eq!(shown(0)[..2], ["50.0000", "2"]);
    assert_eq!(shown(1)[..2], ["50.0000", "1"]);
    assert_eq!((shown(0)[3].as_str(), shown(1)[3].as_str()), ("90.0000", "50.0000"));
}
