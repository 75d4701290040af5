//! `noregret reproduce` and `noregret fetch`: what they say, write and refuse.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::Folder;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;

const NAMES: [&str; 7] =
    ["table1", "theorem1", "table2", "implicit-fig1", "implicit-fig2", "adafd-fig1", "adafd-fig2"];

#[test]
fn without_a_name_it_lists() {
    let folder = Folder::new();
    let list = folder.ok("reproduce").stdout;
    assert!(NAMES.iter().all(|name| list.contains(name)), "{list}");
    assert!(list.contains("Less Regret via Online Conditioning"), "{list}");
    let list = folder.json("reproduce --data .");
    assert_eq!(list.as_array().unwrap().len(), NAMES.len() + 1, "and adafd-fig4");
    assert_eq!(list[0]["needs"][0]["found"], false);
    assert_eq!(folder.names(), [""; 0], "nothing is written");
}

#[test]
fn wrong_usage_is_told() {
    let folder = Folder::new();
    folder.refuses("reproduce table3", 2, &["table3", "theorem1", "or all"]);
    folder.refuses("reproduce all --data nowhere", 2, &["nowhere is no folder", "stand-ins"]);
    folder.refuses("reproduce all --threads 0", 2, &["threads"]);
    // An experiment that fails is told among the others.
    let output = folder.run("reproduce adafd-fig4");
    assert!(output.code == 1 && output.stdout.contains("failed: there are no images"), "{output:?}");
    assert!(output.stderr.contains("adafd-fig4: there are no images"), "{output:?}");
    folder.refuses("fetch everything", 2, &["everything", "gisette"]);
    folder.refuses("fetch iris", 2, &["--data", "NOREGRET_DATA"]);
    folder.write("file", "");
    folder.refuses("reproduce theorem1 --quick --out file", 1, &["cannot write file"]);
}

#[test]
fn all_of_it_in_small() {
    let folder = Folder::new();
    let output = folder.ok("reproduce all --quick --out small");
    for name in NAMES {
        assert!(output.stdout.contains(&format!("== {name}: ")), "{name} is missing");
        assert!(output.stderr.contains(&format!("{name}: done in ")), "{}", output.stderr);
    }
    assert!(output.stderr.contains("no --data"), "{}", output.stderr);
    assert!(output.stdout.contains("stand-in  books: generated text"), "{}", output.stdout);
    assert!(output.stdout.contains("(0.606)"), "the paper's number");
    let page = folder.read("small/report.html");
    assert!(page.contains("quick version") && page.contains("Stand-in: "));
    assert_eq!(page.matches("<h2>").count(), NAMES.len());
    let figures = std::fs::read_dir(folder.path("small")).unwrap().count() - 1;
    assert_eq!(page.matches("<svg ").count(), figures, "every figure is a file too");
    assert!(figures >= 10);
}

#[test]
fn findings_as_json_on_the_folders_data() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("uci")).unwrap();
    let rows: String = (0..60).map(|k| format!("{},{},{}\n", k % 7, k % 5, ["a", "b"][k % 2])).collect();
    std::fs::write(folder.path("uci/iris.data"), rows).unwrap();
    let found = folder.json("reproduce implicit-fig2 theorem1 --quick --data . --out small");
    assert_eq!(found["experiments"][0]["name"], "theorem1", "in the order of the papers");
    let findings = &found["experiments"][1]["findings"];
    assert_eq!(findings["tables"][0]["columns"][1], "iris");
    assert_eq!(findings["tables"][0]["rows"][0][1]["text"], "60");
    assert!(findings["stand_ins"][0].as_str().unwrap().contains("balance-scale is not in the folder"));
    // A bad file ends its own experiment, not the others.
    std::fs::write(folder.path("uci/iris.data"), "1,2\n").unwrap();
    let output = folder.run("reproduce implicit-fig2 theorem1 --quick --data . --out small");
    assert_eq!(output.code, 1, "{output:?}");
    assert!(output.stdout.contains("exponent p") && output.stdout.contains("failed: "), "{output:?}");
    assert!(
        output.stderr.contains("implicit-fig2: ") && output.stderr.contains("docs/reproduce.md"),
        "{output:?}"
    );
}

/// Gives every file that is asked for these words; 404 for news20.
fn server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            let first = lines.next().unwrap().unwrap();
            while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
            let answer: &[u8] = if first.contains("news20") {
                b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            } else {
                b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nhello\n"
            };
            let _ = stream.write_all(answer);
        }
    });
    format!("http://{address}")
}

#[test]
fn files_are_fetched_and_checked() {
    let folder = Folder::new();
    let list = folder.ok("fetch").stdout;
    assert!(list.contains("libsvm/gisette_scale.bz2") && list.contains("scikit-learn"), "{list}");
    let near = server();
    let files = folder.json(&format!("fetch car --data d --mirror {near}"));
    assert_eq!((&files[0]["bytes"], &files[0]["checked"]), (&6.into(), &false.into()));
    assert_eq!(folder.read("d/uci/car.data"), "hello\n");
    assert!(folder.read("d/SHA256SUMS").ends_with("  uci/car.data\n"));
    let again = folder.ok(&format!("fetch car --data d --mirror {near}"));
    assert!(again.stderr.contains("was there") && again.stderr.contains("SHA256SUMS"), "{again:?}");
    // Iris has a published sum, which is not this.
    folder.refuses(
        &format!("fetch iris --data d --mirror {near}"),
        1,
        &["6f608b71a731", "deleted", "help: "],
    );
    assert!(!folder.path("d/uci/iris.data").exists());
    folder.refuses(&format!("fetch news20 --data d --mirror {near}"), 1, &["404", "--mirror"]);
    let gone = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    folder.refuses(
        &format!("fetch gisette --data d --mirror http://{gone}"),
        1,
        &["cannot reach", "network"],
    );
}
