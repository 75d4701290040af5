//! `convert`: what is written reads back to the same examples, and what cannot be said is refused.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::Folder;

#[test]
fn to_each_format_by_hand() {
    let folder = Folder::new();
    folder.write("a.vw", "1 2 't|user age:0.30 x |item red:1 red:2\n-1 | y\n|\n");
    assert_eq!(
        folder.ok("convert a.vw --to vw").stdout,
        "1 2 't|user age:0.3 x |item red red:2\n-1 | y\n|\n"
    );
    assert_eq!(
        folder.ok("convert a.vw --to jsonl").stdout,
        "{\"features\":{\"item\":{\"red\":3},\"user\":{\"age\":0.3,\"x\":1}},\"label\":1,\"tag\":\"t\",\"weight\":2}\n\
         {\"features\":{\"y\":1},\"label\":-1}\n{\"features\":{}}\n"
    );
    assert_eq!(
        folder.ok("convert a.vw --to csv").stdout,
        "label,weight,tag,item^red,user^age,user^x,y\n1,2,t,3,0.3,1,0\n-1,1,,0,0,0,1\n,1,,0,0,0,0\n"
    );
    folder.write("a.csv", "y,city,n\n+1,\"New York, NY\",1e3\n0,Oslo,\n");
    let said = folder.ok("convert a.csv --to tsv").stdout;
    assert_eq!(said, "y\tcity\tn\n+1\tNew York, NY\t1000\n0\tOslo\t\n");
    assert_eq!(folder.ok("convert a.csv --to vw --ignore city").stdout, "+1 | n:1000\n0 |n ?missing\n");
    folder.write("a.svm", "1 3:0.5 18446744073709551615:1 3:1 # c\n");
    assert_eq!(folder.ok("convert a.svm --to svmlight").stdout, "1 3:0.5 18446744073709551615:1 3:1\n");
    assert_eq!(folder.ok("convert a.svm --to vw").stdout, "1 | 3:0.5 18446744073709551615 3\n");
}

#[test]
fn a_model_is_the_same_from_either_format() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 2000 -o a.vw");
    folder.ok("generate text --rows 300 -o a.svm");
    let margins = |data: &str| {
        folder.ok(&format!("train {data} -p margins.txt --no-names --quiet"));
        folder.read("margins.txt")
    };
    folder.ok("convert a.vw --to jsonl -o b.jsonl");
    folder.ok("convert b.jsonl --to vw -o c.vw");
    folder.ok("convert a.vw --to svmlight -o d.svm");
    let wanted = margins("a.vw");
    let untagged =
        |text: &str| text.lines().map(|line| line.split(' ').next().unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(margins("b.jsonl"), wanted);
    assert_eq!(margins("c.vw"), wanted);
    assert_eq!(untagged(&margins("d.svm")), untagged(&wanted));
    folder.ok("convert a.svm --to svmlight -o e.svm");
    assert_eq!(folder.read("a.svm"), folder.read("e.svm"));
}

#[test]
fn lines_are_shuffled_sampled_and_split() {
    let folder = Folder::new();
    let lines: Vec<String> =
        (0..1000).map(|n| format!("{} | a:{}\n", if n < 500 { -1 } else { 1 }, n + 1)).collect();
    folder.write("sorted.vw", lines.concat());
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    let all = folder.ok("convert sorted.vw --to vw").stdout;
    let shuffled = folder.ok("convert sorted.vw --to vw --shuffle").stdout;
    assert_ne!(shuffled, all);
    assert_eq!(sorted(&shuffled), sorted(&all));
    assert_eq!(folder.ok("convert sorted.vw --to vw --shuffle --seed 1").stdout, shuffled);
    assert_ne!(folder.ok("convert sorted.vw --to vw --shuffle --seed 2").stdout, shuffled);
    let few = folder.ok("convert sorted.vw --to vw --sample 0.1").stdout;
    assert!((60..150).contains(&few.lines().count()), "{}", few.lines().count());
    assert!(few.lines().all(|line| all.contains(line)));
    folder.ok("convert sorted.vw --to csv --shuffle --split 0.8 -o train.csv --rest test.csv");
    let (train, test) = (folder.read("train.csv"), folder.read("test.csv"));
    assert_eq!((train.lines().next(), test.lines().next()), (Some("label,a"), Some("label,a")));
    assert_eq!(train.lines().count() + test.lines().count(), 1002);
    assert!((750..850).contains(&train.lines().count()), "{}", train.lines().count());
    // A sorted file is remarked on, and a shuffled one is not.
    let said = folder.ok("train sorted.vw").stderr;
    assert!(said.contains("remark: the two labels come in 2 runs") && said.contains("--shuffle"), "{said}");
    assert!(!folder.ok("train train.csv").stderr.contains("runs"));
    folder.refuses("convert sorted.vw --to vw --split 0.8", 2, &["--rest"]);
    folder.refuses("convert sorted.vw --to vw --sample 1.5", 2, &["between 0 and 1"]);
    folder.refuses("convert sorted.vw --to vw --split 0.5 --rest sorted.vw", 2, &["same file"]);
}

#[test]
fn what_cannot_be_said_is_refused() {
    let folder = Folder::new();
    folder.write("a.csv", "y,city\nyes,New York\n1,Oslo\n");
    folder.write("w.vw", "1 | a\n1 2 | a\n| a\n");
    folder.refuses("convert a.csv --to vw", 1, &["a.csv:2", "no number"]);
    folder.refuses("convert a.csv --to svmlight", 1, &["a.csv:2", "no number"]);
    folder.refuses(
        "convert w.vw --to svmlight -o out.svm",
        1,
        &["w.vw:2: svmlight has no weights", "--on-error skip"],
    );
    let kept = folder.ok("convert w.vw --to svmlight --on-error skip -b 4");
    assert_eq!(kept.stdout.lines().count(), 1);
    assert!(
        kept.stderr.contains("skipped: w.vw:3: svmlight has no lines without a label"),
        "{}",
        kept.stderr
    );
    assert!(kept.stderr.contains("2 lines were left out"));
    folder.write("s.csv", "y,city\n1,New York\n");
    folder.refuses("convert s.csv --to vw", 1, &["s.csv:2", "New York"]);
    folder.write("bad.svm", "1 1:1\n1 x\n");
    folder.refuses("convert bad.svm --to vw -o out.vw", 1, &["bad.svm:2: field 2"]);
    assert!(!folder.names().contains(&"out.vw".to_owned()));
    folder.refuses("convert - --to csv", 2, &["read twice"]);
    folder.refuses("convert bad.svm --to vw -o bad.svm", 2, &["same file"]);
    folder.refuses("convert none.svm --to vw", 1, &["none.svm"]);
}

/// A line that is left out takes no column along, and those that stay lose none.
#[test]
fn lines_that_are_left_out_leave_no_columns_behind() {
    let folder = Folder::new();
    folder.write(
        "a.jsonl",
        "{\"y\":1,\"a\":1,\"c\":\"x\"}\n{\"y\":0,\"a\":\"t\",\"d\":2}\n{\"y\":0,\"a\":3,\"e\":4}\n",
    );
    let kept = folder.ok("convert a.jsonl --label y --to csv --on-error skip");
    assert_eq!(kept.stdout, "label,a,c,e\n1,1,x,0\n0,3,,4\n");
    assert!(
        kept.stderr.contains("skipped: a.jsonl:2: ") && kept.stderr.contains("1 lines were left out"),
        "{}",
        kept.stderr
    );
    folder.refuses("convert a.jsonl --label y --to csv", 1, &["a.jsonl:2: ", "\"a\" would hold both"]);
    folder.write("w.vw", "1 2 | a\n1 | b weight:3\n");
    folder.refuses("convert w.vw --to csv", 1, &["w.vw:2: a table cannot have the column \"weight\""]);
    assert_eq!(folder.ok("convert w.vw --to csv --on-error skip").stdout, "label,weight,a\n1,2,1\n");
    folder.write("v.vw", "1 | b weight:3\n");
    assert_eq!(folder.ok("convert v.vw --to csv").stdout, "label,b,weight\n1,1,3\n");
}

/// Names of the label, the weight and the tag, the order of columns, and columns that are called so and are none.
#[test]
fn a_table_keeps_its_columns() {
    let folder = Folder::new();
    let weighed = "y,a,weight,city\n1,5,70,Oslo\n0,6,80,Rome\n1,7,60,Oslo\n";
    folder.write("w.csv", weighed);
    for flags in ["", "--weight weight", "--on-error skip", "--weight a --tag city"] {
        assert_eq!(
            folder.ok(&format!("convert w.csv --label y --to csv {flags}")).stdout,
            weighed,
            "{flags}"
        );
    }
    let table = "name,target,tag,label,none,a\nAnn,1,t1,x,,3\nBob,0,t2,,,\n";
    folder.write("t.csv", table);
    assert_eq!(folder.ok("convert t.csv --label target --to csv").stdout, table);
    assert_eq!(folder.ok("convert t.csv --label label --to tsv").stdout, table.replace(',', "\t"));
    assert_eq!(
        folder.ok("convert t.csv --label target --ignore tag,none --to csv").stdout,
        "name,target,label,a\nAnn,1,x,3\nBob,0,,\n"
    );
    // Without a header columns are known by their numbers.
    folder.write("bare.csv", "1,Oslo,0\n2,Rome,1\n3,Oslo,0\n");
    assert_eq!(
        folder.ok("convert bare.csv --label last --to csv").stdout,
        "1,2,label\n1,Oslo,0\n2,Rome,1\n3,Oslo,0\n"
    );
    // A second table is written in the order of the first.
    folder.write("u.csv", "city,y,a\nBern,1,9\n");
    assert_eq!(folder.ok("convert w.csv u.csv --label y --to csv").stdout, format!("{weighed}1,9,,Bern\n"));
}

/// What a model learned from is its label, also where nobody says so.
#[test]
fn a_table_without_the_label_is_told_so() {
    let folder = Folder::new();
    let weighed = "y,a,weight,city\n1,5,70,Oslo\n0,6,80,Rome\n1,7,60,Oslo\n";
    folder.write("w.csv", weighed);
    folder.ok("train w.csv --label y -m m.nr");
    folder.ok("convert w.csv --label y --to csv -o again.csv");
    assert_eq!(folder.json("evaluate m.nr again.csv")["labelled"], 3);
    folder.write("other.csv", "label,a,weight,city\n1,5,70,Oslo\n");
    folder.refuses(
        "evaluate m.nr other.csv",
        1,
        &["there is no column y; the columns are label, a, weight, city", "--label COLUMN"],
    );
}
