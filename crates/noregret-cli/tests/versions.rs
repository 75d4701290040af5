//! Model files of every version stay readable: `versions/N` holds models that the program wrote when it wrote version N, and what they predicted.
//!
//! A new version of the file needs a new folder here, and never a change to an old one.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::Folder;
use std::path::Path;

#[test]
fn models_of_every_version_predict_as_they_did_and_go_on() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/versions");
    let folder = Folder::new();
    for data in ["clicks.vw", "small.svm", "table.csv"] {
        folder.write(data, std::fs::read(home.join(data)).unwrap());
    }
    let models =
        [("auto", "clicks.vw"), ("flh", "clicks.vw"), ("ada-diag", "small.svm"), ("ada-fd", "small.svm")];
    for version in [3, 4, 5, 6] {
        // What tables are has been kept since version 6.
        let tables = [("table", "table.csv")].into_iter().filter(|_| version >= 6);
        for (model, data) in models.into_iter().chain(tables) {
            let there = home.join(version.to_string());
            let bytes = std::fs::read(there.join(format!("{model}.nr"))).unwrap();
            assert_eq!(bytes[8..12], u32::to_le_bytes(version), "version {version} of {model}");
            folder.write("m.nr", bytes);
            folder.ok(&format!("predict m.nr {data} -p p.txt --quiet"));
            let wanted = std::fs::read_to_string(there.join(format!("{model}.txt"))).unwrap();
            assert_eq!(folder.read("p.txt"), wanted, "version {version} of {model}");
            folder.ok(&format!("train {data} -i m.nr -m next.nr --quiet"));
            folder.ok(&format!("predict next.nr {data} -p p.txt --quiet"));
        }
    }
}
