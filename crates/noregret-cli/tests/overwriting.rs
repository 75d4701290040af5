//! No command overwrites what it reads, nor one of its outputs with another, however the file is spelled.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::{Folder, finished};
use std::process::Stdio;

/// Data, models and links to them.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("d.svm", "1 1:1 2:0.5\n-1 1:-1\n1 2:1\n-1 1:-0.5 2:-1\n".repeat(10));
    folder.write("t.csv", "a,b,class\n1,2,x\n2,1,y\n3,1,y\n1,3,x\n2,2,x\n".repeat(4));
    folder.write("p.csv", "1,0,1,1,0\n");
    folder.ok("train d.svm -m m.nr --quiet");
    folder.ok("metric train t.csv -m w.nr --rounds 5 --quiet");
    std::fs::create_dir(folder.path("sub")).unwrap();
    std::fs::hard_link(folder.path("d.svm"), folder.path("hard.svm")).unwrap();
    std::fs::hard_link(folder.path("t.csv"), folder.path("hard.svg")).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("d.svm", folder.path("link.svm")).unwrap();
        std::os::unix::fs::symlink("sub/new", folder.path("dangling")).unwrap();
    }
    folder
}

/// All that the folder holds.
fn content(folder: &Folder) -> Vec<(String, Vec<u8>)> {
    let files = folder.names().into_iter().filter(|name| folder.path(name).is_file());
    files.map(|name| (name.clone(), folder.bytes(&name))).collect()
}

#[test]
fn inputs_are_not_overwritten() {
    let folder = folder();
    let before = content(&folder);
    let mut cases = vec![
        ("train d.svm -m d.svm", ["-m d.svm", "DATA d.svm"]),
        ("train d.svm -m ./d.svm", ["-m ./d.svm", "DATA d.svm"]),
        ("train ./sub/../d.svm -p d.svm", ["-p d.svm", "DATA ./sub/../d.svm"]),
        ("train d.svm -m hard.svm", ["-m hard.svm", "DATA d.svm"]),
        ("train -d p.csv -d hard.svm -m d.svm", ["-m d.svm", "DATA hard.svm"]),
        ("train d.svm -i m.nr -p m.nr", ["-p m.nr", "-i m.nr"]),
        ("train d.svm -i m.nr -p sub/../m.nr", ["-p sub/../m.nr", "-i m.nr"]),
        ("train d.svm --cache ./d.svm", ["--cache ./d.svm", "DATA d.svm"]),
        ("train d.svm -i m.nr --cache ./m.nr", ["--cache ./m.nr", "-i m.nr"]),
        ("predict m.nr d.svm -p d.svm", ["-p d.svm", "DATA d.svm"]),
        ("predict m.nr d.svm -p ./m.nr", ["-p ./m.nr", "MODEL m.nr"]),
        ("regret d.svm --plot d.svm", ["--plot d.svm", "DATA d.svm"]),
        ("regret d.svm --plot ./d.svm", ["--plot ./d.svm", "DATA d.svm"]),
        ("compare d.svm --report ./d.svm", ["--report ./d.svm", "DATA d.svm"]),
        ("compare d.svm --plot hard.svm", ["--plot hard.svm", "DATA d.svm"]),
        ("tune d.svm -a ogd -f ./d.svm", ["-f ./d.svm", "DATA d.svm"]),
        ("convert d.svm --to vw -o ./d.svm", ["-o ./d.svm", "DATA d.svm"]),
        ("metric train t.csv --matrix ./t.csv", ["--matrix ./t.csv", "DATA t.csv"]),
        ("metric train --constraints p.csv -p ./p.csv", ["-p ./p.csv", "--constraints p.csv"]),
        ("metric train t.csv -i w.nr --matrix ./w.nr", ["--matrix ./w.nr", "-i w.nr"]),
        ("metric eval t.csv --plot hard.svg", ["--plot hard.svg", "DATA t.csv"]),
        ("metric transform w.nr t.csv -o ./w.nr", ["-o ./w.nr", "MODEL w.nr"]),
        ("metric distance w.nr p.csv -o ./p.csv", ["-o ./p.csv", "DATA p.csv"]),
    ];
    if cfg!(unix) {
        cases.push(("train d.svm -m link.svm", ["-m link.svm", "DATA d.svm"]));
        cases.push(("train link.svm -m hard.svm", ["-m hard.svm", "DATA link.svm"]));
    }
    for (line, names) in cases {
        folder.refuses(line, 2, &["name the same file", names[0], names[1]]);
    }
    assert!(content(&folder) == before, "nothing was changed, nothing was made");
}

#[test]
fn outputs_are_not_overwritten_by_each_other() {
    let folder = folder();
    let before = content(&folder);
    let mut cases = vec![
        ("train d.svm -m x -p x", ["-m x", "-p x"]),
        ("train d.svm -m x -p ./x", ["-m x", "-p ./x"]),
        ("train d.svm -m sub/x -p sub/../sub/x", ["-m sub/x", "-p sub/../sub/x"]),
        ("train d.svm -c -m ./d.svm.cache", ["-c d.svm.cache", "-m ./d.svm.cache"]),
        ("compare d.svm --report x --plot ./x", ["--report x", "--plot ./x"]),
        ("tune d.svm -a ogd -f x --plot ./x", ["-f x", "--plot ./x"]),
        ("metric train t.csv -m x --matrix ./x", ["-m x", "--matrix ./x"]),
        ("generate clicks --rows 3 -o g.vw --truth ./g.vw", ["-o g.vw", "--truth ./g.vw"]),
    ];
    if cfg!(unix) {
        // The link leads to a file that is not there yet.
        cases.push(("train d.svm -m dangling -p sub/new", ["-m dangling", "-p sub/new"]));
    }
    for (line, names) in cases {
        folder.refuses(line, 2, &["name the same file", names[0], names[1]]);
    }
    assert!(content(&folder) == before, "nothing was changed, nothing was made");
}

/// Going on in place, devices and standard output stay allowed.
#[test]
fn what_overwrites_nothing_is_allowed() {
    let folder = folder();
    folder.ok("train d.svm -i m.nr -m m.nr --quiet");
    folder.ok("train d.svm -i m.nr -m ./m.nr --quiet");
    folder.ok("metric train t.csv -i w.nr -m ./w.nr --rounds 5 --quiet");
    folder.ok("train d.svm -c -p margins.txt --quiet");
    folder.ok("train d.svm -c -p margins.txt --quiet");
    folder.ok("generate clicks --rows 3 -o - --truth truth.csv");
    if cfg!(unix) {
        folder.ok("train d.svm -m /dev/null -p /dev/null --quiet");
        folder.ok("train d.svm -m /dev/stdout -p /dev/null --quiet");
        folder.ok("predict m.nr /dev/null -p /dev/null --quiet --format svmlight");
    }
    assert_eq!(folder.json("inspect m.nr")["examples"], 120);
}

/// Standard input and output may be files as well.
#[cfg(unix)]
#[test]
fn redirected_files_count() {
    let folder = folder();
    let before = content(&folder);
    let open = |name: &str| Stdio::from(std::fs::File::open(folder.path(name)).unwrap());
    for (line, name, says) in [
        ("train --format svmlight -m d.svm", "d.svm", ["standard input", "-m d.svm"]),
        ("train /dev/stdin --format svmlight -m hard.svm", "d.svm", ["standard input", "-m hard.svm"]),
        ("metric distance w.nr - -o ./p.csv", "p.csv", ["standard input", "-o ./p.csv"]),
    ] {
        let child = folder.command(line).stdin(open(name)).spawn().unwrap();
        let output = finished(child, line);
        assert_eq!(output.code, 2, "{line}: {output:?}");
        assert!(says.iter().all(|says| output.stderr.contains(says)), "{line}: {output:?}");
    }
    for (line, name) in [
        ("predict m.nr d.svm", "d.svm"),
        ("inspect m.nr", "m.nr"),
        ("train d.svm -p - -m out", "out"),
        ("convert d.svm --to vw", "d.svm"),
    ] {
        let append = std::fs::OpenOptions::new().append(true).create(true).open(folder.path(name)).unwrap();
        let child = folder.command(line).stdin(Stdio::null()).stdout(append).spawn().unwrap();
        let output = finished(child, line);
        assert_eq!(output.code, 2, "{line}: {output:?}");
        assert!(output.stderr.contains("standard output"), "{line}: {output:?}");
    }
    std::fs::remove_file(folder.path("out")).unwrap();
    assert!(content(&folder) == before);
}

#[test]
fn two_answers_on_standard_output_are_refused() {
    let folder = folder();
    for line in [
        "train d.svm --json -p -",
        "train d.svm -m - -p -",
        "train d.svm -m - --json",
        "predict m.nr d.svm --json",
        "predict m.nr d.svm --json -p -",
        "compare d.svm --report -",
        "tune d.svm -a ogd -f -",
        "generate clicks --truth -",
        "metric train t.csv --json -m -",
        "regret d.svm --plot -",
    ] {
        folder.refuses(line, 2, &["both want standard output"]);
    }
}
