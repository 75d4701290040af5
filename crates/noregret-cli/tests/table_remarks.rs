//! What people hear about tables that could be misread: headers, missing values, what tells the label, numbers in a dress.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::Folder;
use command::raw::{Dice, remarked, rows, told};

/// A small file sorted by its classes is told so, and the command told mixes it.
#[test]
fn small_sorted_tables_are_told_how_to_be_mixed() {
    let folder = Folder::new();
    let rows =
        (0..150).map(|n| format!("{},{},{}\n", n % 7, n % 11, ["setosa", "versicolor", "virginica"][n / 50]));
    folder.write("iris.csv", "a,b,the species\n".to_owned() + &rows.collect::<String>());
    let mut command = folder.command("train iris.csv --json");
    command.args(["--label", "the species"]);
    let told = command::finished(command.spawn().unwrap(), "train").json()["remarks"].to_string();
    let says = "noregret convert DATA --label 'the species' --to csv --shuffle mixes it";
    assert!(told.contains("3 runs") && told.contains(says), "{told}");
    let mut command = folder.command("convert iris.csv --to csv --shuffle -o mixed.csv");
    command.args(["--label", "the species"]);
    assert_eq!(command::finished(command.spawn().unwrap(), "convert").code, 0);
    let mut command = folder.command("train mixed.csv --json");
    command.args(["--label", "the species"]);
    let told = command::finished(command.spawn().unwrap(), "train").json();
    assert!(told["examples"] == 150 && !told["remarks"].to_string().contains("runs"), "{told}");
    let lines = (0..60).map(|n| format!("{} 1:{}\n", n / 30, n % 7));
    folder.write("sorted.svm", lines.collect::<String>());
    let told = folder.ok("train sorted.svm").stderr;
    assert!(told.contains("noregret convert DATA --to svmlight --shuffle mixes it"), "{told}");
}

/// pandas names columns by their numbers, R's matrices by years; scikit-learn counts above its tables.
#[test]
fn headers_may_hold_numbers() {
    let folder = Folder::new();
    let flower = |dice: &mut Dice, n: usize| {
        format!(
            "{}.{},{}.{},{}",
            4 + dice.below(4),
            dice.below(10),
            2 + dice.below(2),
            dice.below(10),
            ["a", "b"][n % 2]
        )
    };
    let flowers = rows(60, flower);
    let classes = |line: &str| folder.json(line)["labels"].clone();
    folder.write("named.csv", format!("0,1,species\n{flowers}"));
    assert_eq!(classes("train named.csv --label last"), serde_json::json!(["a", "b"]));
    folder.write(
        "indexed.csv",
        format!(",0,1,species\n{}", rows(60, |dice, n| format!("{n},{}", flower(dice, n)))),
    );
    let (columns, remarks) = told(&folder, "train indexed.csv --label last");
    assert!(
        columns == "2 numbers" && remarked(&remarks, "1: a column without a name"),
        "{columns}: {remarks:?}"
    );
    let digits = rows(60, |dice, n| {
        format!("{n},{},{},{},{}", dice.below(17), dice.below(17), dice.below(17), dice.below(10))
    });
    folder.write("digits.csv", format!("id,1,2,3,digit\n{digits}"));
    assert_eq!(told(&folder, "train digits.csv --label digit").0, "4 numbers");
    assert_eq!(told(&folder, "train digits.csv --label last --loss squared").0, "4 numbers");
    let years =
        rows(60, |dice, n| format!("town {n},{}.5,{},{}", dice.below(50), dice.below(90), dice.below(300)));
    folder.write("years.csv", format!("name,2019,2020,y2\n{years}"));
    assert!(told(&folder, "train years.csv --label last --ignore 1").0.starts_with("2 numbers"));
    let matrix = rows(30, |dice, n| format!("\"state {n}\",{}.5,{}.5", dice.below(900), dice.below(900)));
    folder.write("matrix.csv", format!("\"\",\"1940\",\"1945\"\n{matrix}"));
    assert_eq!(told(&folder, "train matrix.csv --label last").0, "1 number");
    let numbered = rows(60, |dice, n| {
        format!("{}.{},3.{},1.5,.2,{}", 4 + dice.below(4), dice.below(10), dice.below(10), n % 3)
    });
    folder.write("iris.csv", format!("150,4,setosa,versicolor,virginica\n{numbered}"));
    let (columns, remarks) = told(&folder, "train iris.csv --label last");
    assert!(
        columns == "4 numbers" && remarked(&remarks, "iris.csv:1: a line of 5 fields above the table"),
        "{remarks:?}"
    );
    // What may be a header and is read as a row is told of.
    folder.write(
        "odd.csv",
        format!(
            "7,1,species\n{}",
            rows(60, |dice, n| format!("{},{},{}", dice.below(9), n % 2, dice.below(5)))
        ),
    );
    folder.refuses(
        "train odd.csv --label last --loss squared",
        1,
        &["odd.csv:1: \"3\" = \"species\": the label is not a number", "--header"],
    );
    let (_, remarks) = told(&folder, "train odd.csv --label 2");
    assert!(remarked(&remarks, "odd.csv:1: read as a row, and may be a header"), "{remarks:?}");
    for said in ["--header", "--no-header"] {
        assert!(!remarked(
            &told(&folder, &format!("train odd.csv --label 2 {said}")).1,
            "odd.csv:1: read as a row"
        ));
    }
    // Rows that begin like one.
    folder.write(
        "rows.csv",
        format!(
            "1,2,rare\n{}",
            rows(60, |dice, n| format!("{},{},{}", n + 2, dice.below(9), ["a", "b"][n % 2]))
        ),
    );
    assert_eq!(folder.json("train rows.csv --label last")["examples"], 61);
}

/// `--na` says what is missing beside what always is; `--na only:` says what alone is.
#[test]
fn what_means_missing_is_added_to_the_usual() {
    let folder = Folder::new();
    let body = rows(120, |dice, n| {
        let size = match n % 30 {
            0 => "NA".to_owned(),
            1 => "unknown".to_owned(),
            _ => dice.below(90).to_string(),
        };
        format!("{size},{}", n % 2)
    });
    folder.write("a.csv", format!("size,y\n{body}"));
    let (columns, remarks) = told(&folder, "train a.csv");
    assert!(
        columns == "1 number with texts" && remarks[0].contains("--na unknown makes it missing"),
        "{remarks:?}"
    );
    assert_eq!(told(&folder, "train a.csv --na unknown -m m.nr").0, "1 number");
    assert!(folder.ok("inspect m.nr").stdout.contains("size=?missing"));
    assert_eq!(told(&folder, "train a.csv --na unknown,NA,-1").0, "1 number");
    for only in ["only:unknown", "only:"] {
        let (columns, _) = told(&folder, &format!("train a.csv --na {only} -m n.nr"));
        assert!(columns.ends_with("number with texts") || columns.contains("category"), "{columns}");
        assert!(folder.ok("inspect n.nr").stdout.contains("size=NA"));
        folder.ok(&format!("predict n.nr a.csv --na {only} --quiet"));
        folder.refuses("predict n.nr a.csv --na unknown", 2, &["--na differs"]);
    }
    assert_eq!(told(&folder, "train a.csv --na only:unknown,NA").0, "1 number");
}

/// Names in other letters are a header all the same, and none of them is known; a file without names is no table of a strict reader.
#[test]
fn a_header_in_other_letters_is_no_row() {
    let folder = Folder::new();
    let body =
        rows(60, |dice, n| format!("u{},a{},{}.5,{}", dice.below(5), dice.below(5), dice.below(9), n % 2));
    folder.write("a.csv", format!("user,ad,x,y\n{body}"));
    folder.ok("train a.csv -m m.nr --quiet");
    let learned = folder.bytes("m.nr");
    for header in ["User,Ad,X,Y", "USER,AD,X", "uid,aid,amount,clicked", "uid,aid,amount"] {
        let rows: String = if header.matches(',').count() == 3 {
            body.clone()
        } else {
            body.lines().map(|row| row[..row.rfind(',').unwrap()].to_owned() + "\n").collect()
        };
        folder.write("b.csv", format!("{header}\n{rows}"));
        let case = if header.starts_with('u') {
            "which are ad, user, x"
        } else {
            "differ only in upper and lower case"
        };
        for line in ["predict m.nr b.csv", "predict m.nr b.csv --strict"] {
            folder.refuses(line, 1, &["b.csv:1: none of these columns is one that the model knows", case]);
        }
    }
    folder.write("bare.csv", &body);
    assert!(
        folder.ok("predict m.nr bare.csv").stderr.contains("no header; its columns are taken in the order")
    );
    folder.refuses(
        "predict m.nr bare.csv --strict",
        1,
        &["bare.csv:1: no header, which --strict asks for", "--no-header"],
    );
    assert_eq!(folder.ok("predict m.nr bare.csv --strict --no-header --quiet").stdout.lines().count(), 60);
    assert_eq!(folder.bytes("m.nr"), learned);
}

/// A column that is the label in other words is told of, whatever classes there are.
#[test]
fn what_tells_the_label_is_told_of() {
    let folder = Folder::new();
    let body = rows(200, |dice, n| {
        let class = dice.below(3) as usize;
        let paid = if class == 0 { String::new() } else { dice.below(9000).to_string() };
        format!(
            "{},{},{},{paid},{},{}",
            ["setosa", "versicolor", "virginica"][class],
            class + 4,
            dice.below(50),
            u8::from(n % 16 == 0),
            ["a", "b", "c"][class]
        )
    });
    folder.write("a.csv", format!("name,code,size,paid,rare,class\n{body}"));
    assert!(remarked(&told(&folder, "train a.csv").1, "name, code: tells the label alone"));
    let zero = folder.read("a.csv").replace(",a\n", ",0\n").replace(",b\n", ",1\n").replace(",c\n", ",1\n");
    folder.write("b.csv", zero);
    assert!(remarked(&told(&folder, "train b.csv").1, "name, code, paid: tells the label alone"));
    folder.write(
        "c.csv",
        folder
            .read("a.csv")
            .lines()
            .map(|line| format!("{},{}\n", line, line.split(',').nth(4).unwrap().replace("rare", "copy")))
            .collect::<String>(),
    );
    let (_, remarks) = told(&folder, "train c.csv --label rare");
    assert!(remarked(&remarks, "copy: tells the label alone"), "{remarks:?}");
}

/// Numbers with signs for thousands, currency or per cent are texts, and so are labels of that kind.
#[test]
fn numbers_in_a_dress_are_told_of() {
    let folder = Folder::new();
    let body = rows(120, |dice, n| {
        format!(
            "\"{},{:03}\",${}.50,{} %,\"{},5\",{}",
            1 + dice.below(9),
            dice.below(1000),
            dice.below(90),
            dice.below(100),
            dice.below(9),
            n % 2
        )
    });
    folder.write("a.csv", format!("sales,price,share,size,y\n{body}"));
    let (_, remarks) = told(&folder, "train a.csv");
    assert!(
        remarked(&remarks, "sales, price, share, size: looks like numbers with signs for thousands"),
        "{remarks:?}"
    );
    assert!(
        !remarks.iter().any(|remark| remark.contains("--decimal-comma") || remark.contains("identifiers")),
        "{remarks:?}"
    );
    for (label, says) in
        [("sales", "looks like numbers with signs"), ("size", "looks like numbers with signs")]
    {
        let (_, remarks) = told(&folder, &format!("train a.csv --label {label}"));
        assert!(remarked(&remarks, &format!("the label {label} {says}")), "{remarks:?}");
    }
    let commas = rows(120, |dice, n| format!("{},{};{},5", n % 50, 1 + dice.below(9), dice.below(900)));
    folder.write("b.csv", format!("x;y\n{commas}"));
    let (_, remarks) = told(&folder, "train b.csv --label y");
    assert!(
        remarked(&remarks, "the label y looks like numbers with a comma for a point; --decimal-comma"),
        "{remarks:?}"
    );
    assert!(
        remarked(&remarks, "x: looks like numbers with a comma for a point; --decimal-comma"),
        "{remarks:?}"
    );
    folder.write("c.csv", format!("x,id\n{}", rows(120, |dice, n| format!("{},name {n}", dice.below(9)))));
    assert!(remarked(
        &told(&folder, "train c.csv --label id").1,
        "the label id: texts that nearly all differ"
    ));
    let mixed = rows(120, |dice, n| {
        format!(
            "{},{}",
            if n % 30 == 3 { "\"1,059\"".to_owned() } else { dice.below(900).to_string() },
            n % 2
        )
    });
    folder.write("d.csv", format!("sales,y\n{mixed}"));
    let (_, remarks) = told(&folder, "train d.csv");
    assert!(remarked(&remarks, "sales: looks like numbers with signs") && remarks.len() == 1, "{remarks:?}");
}

/// Dates among which a few values are none, and numbers that may be dates.
#[test]
fn columns_that_may_be_dates_are_told_of() {
    let folder = Folder::new();
    let body = rows(120, |dice, n| {
        let when = if n % 40 == 5 {
            "pending".to_owned()
        } else {
            format!("2011-{:02}-{:02}", 1 + dice.below(12), 1 + dice.below(28))
        };
        let compact = 20_110_100 + 100 * dice.below(12) + 1 + dice.below(28);
        format!(
            "{when},{compact},{},{},{}",
            1_296_481_509 + 4000 * n + dice.below(900) as usize,
            10_000_000 + dice.below(90_000_000),
            n % 2
        )
    });
    folder.write("a.csv", format!("when,day,at,number,y\n{body}"));
    let (columns, remarks) = told(&folder, "train a.csv");
    assert!(columns.starts_with("3 numbers, 1 category"), "{columns}");
    assert!(remarked(&remarks, "when: 117 dates and 3 other values such as \"pending\""), "{remarks:?}");
    assert!(remarked(&remarks, "day, at: numbers that may be dates; --dates"), "{remarks:?}");
    assert_eq!(told(&folder, "train a.csv --dates day,at --na pending").0, "1 number, 3 dates");
}

/// Lines of JSON for a model of a table: keys that are no columns are left out, as new columns of a table are.
#[test]
fn keys_that_are_no_columns_are_left_out() {
    let folder = Folder::new();
    let body = rows(60, |dice, n| format!("{},u{},{}", dice.below(9), dice.below(5), n % 2));
    folder.write("a.csv", format!("x,user,y\n{body}"));
    folder.ok("train a.csv -m m.nr --quiet");
    let json = |more: &dyn Fn(usize) -> String| -> String {
        let row = |(n, line): (usize, &str)| {
            let cells: Vec<&str> = line.split(',').collect();
            format!("{{\"x\": {}, \"user\": \"{}\", \"y\": {}{}}}\n", cells[0], cells[1], cells[2], more(n))
        };
        body.lines().enumerate().map(row).collect()
    };
    folder.write("same.jsonl", json(&|_| String::new()));
    folder.write("more.jsonl", json(&|n| format!(", \"extra\": {n}, \"k{}\": \"v\"", n % 3)));
    let same = folder.ok("train same.jsonl -i m.nr -m same.nr --strict").stderr;
    assert!(!same.contains("left out"), "{same}");
    for threads in ["1", "3"] {
        let said = folder.ok(&format!("train more.jsonl -i m.nr -m more.nr --threads {threads}")).stderr;
        assert!(
            said.contains("remark: extra, k0, k1, k2: not among the columns learned from before, left out"),
            "{said}"
        );
        assert_eq!(said.matches("left out").count(), 1, "{said}");
        assert_eq!(folder.bytes("same.nr"), folder.bytes("more.nr"));
    }
    let told = folder.ok("predict m.nr same.jsonl --quiet").stdout;
    assert_eq!(folder.ok("predict m.nr more.jsonl --quiet").stdout, told);
    assert_eq!(folder.ok("predict m.nr a.csv --quiet").stdout, told);
    folder.refuses(
        "predict m.nr more.jsonl --strict",
        1,
        &["more.jsonl:1: the key \"extra\" is none of the columns learned from"],
    );
    folder.write("less.jsonl", "{\"x\": 1, \"y\": 1}\n");
    assert_eq!(folder.ok("predict m.nr less.jsonl --quiet").stdout.lines().count(), 1);
    folder.refuses(
        "predict m.nr less.jsonl --strict",
        1,
        &["less.jsonl:1: the key \"user\", a column learned from, is missing"],
    );
    folder.write("null.jsonl", "{\"x\": 1, \"user\": null}\n");
    folder.ok("predict m.nr null.jsonl --strict --quiet");
}

/// Years stand among the names of columns also where some are left out, and a label that is one is found.
#[test]
fn years_with_gaps_are_names() {
    let folder = Folder::new();
    let body = rows(30, |dice, n| {
        format!(
            "land {n},{}.5,{},{},{}",
            30 + dice.below(40),
            dice.below(9000),
            dice.below(300),
            dice.of(&["x", "y"])
        )
    });
    folder.write("wide.csv", format!("country,1952,1957,1972,continent\n{body}"));
    let wide = folder.json("train wide.csv --label continent --ignore country");
    assert_eq!((&wide["examples"], &wide["columns"]), (&30.into(), &"3 numbers".into()));
    // The number of a year is no column's number, so that it is a name.
    let body = rows(30, |dice, _| format!("{},{},{}", dice.below(9), dice.below(9000), dice.below(300)));
    folder.write("years.csv", format!("1960,1990,1970\n{body}"));
    assert_eq!(folder.json("train years.csv --label 1990 --loss squared")["examples"], 30);
    assert_eq!(folder.json("train years.csv --label 2 --loss squared")["examples"], 31);
}

/// A column of numbers with too many texts, one without any value, and dates with years of two digits.
#[test]
fn columns_that_may_be_read_amiss_are_told_of() {
    let folder = Folder::new();
    let body = rows(600, |dice, n| {
        let size = if n % 10 == 3 { "unknown".to_owned() } else { format!("{}.5", dice.below(90)) };
        format!("{size},{},,{:02}/{:02}/15,{}", dice.of(&["2", "4", "more"]), 1 + n % 12, 1 + n % 28, n % 2)
    });
    folder.write("a.csv", format!("size,doors,void,when,y\n{body}"));
    let (columns, remarks) = told(&folder, "train a.csv");
    assert!(columns.starts_with("3 categories") && columns.ends_with(", 1 empty"), "{columns}");
    assert!(remarked(&remarks, "size: 540 numbers and 60 texts such as \"unknown\""), "{remarks:?}");
    assert!(remarks.iter().any(|remark| remark.contains("--na unknown makes it missing")), "{remarks:?}");
    assert!(remarked(&remarks, "void: no value in the first 600 rows"), "{remarks:?}");
    assert!(remarked(&remarks, "when: may be dates with years of two digits"), "{remarks:?}");
    assert!(!remarked(&remarks, "doors: "), "{remarks:?}");
    let (columns, remarks) = told(&folder, "train a.csv --na unknown");
    assert!(columns.starts_with("1 number,") && !remarked(&remarks, "size: "), "{columns}: {remarks:?}");
    assert!(!remarked(&told(&folder, "train a.csv --categorical size").1, "size: 540"), "it was asked for");
}

/// Texts and numbers among labels, opposites, and a class that is called as what is missing.
#[test]
fn labels_that_may_be_read_amiss_are_told_of() {
    let folder = Folder::new();
    folder.write("drive.csv", "a,y\n1,f\n2,4\n3,r\n4,4\n");
    let (_, remarks) = told(&folder, "train drive.csv --label y");
    assert!(remarked(&remarks, "the label y: 2 numbers and 2 texts such as \"f\""), "{remarks:?}");
    assert_eq!(folder.json("train drive.csv --label y")["classes"], serde_json::json!(["f", "4", "r"]));
    folder.refuses(
        "train drive.csv --label y --loss logistic",
        1,
        &["drive.csv:3: ", "--na f", "--labels NEG,POS"],
    );
    let said = folder.run("train drive.csv --label y --loss logistic").stderr;
    assert!(!said.contains("--header"), "{said}");
    // A first row that was taken for data may be none.
    folder.write("bare.csv", "7,score\n1,4\n8,5\n");
    folder.refuses("train bare.csv --label 2", 1, &["bare.csv:2: ", "pass --header"]);
    for [negative, positive] in [["-", "+"], ["no", "YES"], ["neg", "Pos"]] {
        let body = rows(40, |dice, n| format!("{},{}", dice.below(9), [negative, positive][n % 2]));
        folder.write("two.csv", format!("a,y\n{body}"));
        for loss in ["", "--loss logistic"] {
            let labels = folder.json(&format!("train two.csv --label y {loss}"))["labels"].clone();
            assert_eq!(labels, serde_json::json!([negative, positive]));
        }
    }
    let body = rows(60, |dice, n| format!("{},{}", dice.below(9), ["None", "some", "lots"][n % 3]));
    folder.write("none.csv", format!("a,y\n{body}"));
    let (_, remarks) = told(&folder, "train none.csv --label y");
    let wanted = "the label y: 20 of the first 60 rows say that it is missing, such as \"None\"; --na only: ";
    assert!(remarked(&remarks, wanted), "{remarks:?}");
    let (_, remarks) = told(&folder, "train none.csv --label y --na only:");
    assert!(!remarked(&remarks, "the label y"), "{remarks:?}");
}

/// Quotes that are none of CSV, in a model's own files without a flag.
#[test]
fn quotes_may_be_ordinary_characters() {
    let folder = Folder::new();
    let body = rows(40, |dice, n| match n % 4 {
        0 => format!("ham\t\"Gimme a few\" was {} minutes ago", dice.below(9)),
        1 => format!("spam\t\"call {} now or never", dice.below(9)),
        2 => format!("ham\tsee you at {} then", dice.below(9)),
        _ => format!("spam\tyou won {} pounds today", dice.below(9)),
    });
    folder.write("sms.tsv", format!("y\tt\n{body}"));
    for line in ["train sms.tsv", "metric train sms.tsv --categorical t"] {
        folder.refuses(line, 1, &["sms.tsv:2: text after a closing quote", "--no-quotes"]);
    }
    folder.write("open.tsv", "y\tt\nham\tsee you at nine\nspam\t\"call now or never\n");
    folder.refuses("train open.tsv", 1, &["open.tsv:3: a quote is opened and never closed", "--no-quotes"]);
    assert_eq!(folder.json("train sms.tsv --no-quotes -m m.nr")["examples"], 40);
    assert_eq!(folder.json("evaluate m.nr sms.tsv")["labelled"], 40);
    assert_eq!(folder.ok("predict m.nr sms.tsv --quiet").stdout.lines().count(), 40);
    folder.ok("train sms.tsv --no-quotes --categorical t -m c.nr");
    assert!(folder.ok("inspect c.nr --top 1000").stdout.contains("t=\"call"), "a quote is part of the text");
    assert!(folder.ok("inspect m.nr --schema").stdout.contains("\"no_quotes\": true"));
    assert_eq!(folder.ok("convert sms.tsv --no-quotes --to jsonl").stdout.lines().count(), 40);
    // A table of categories and numbers is read the fast way, and by many.
    let wide = rows(3000, |dice, n| {
        format!("{},\"{},{},{}", n % 2, dice.of(&["a", "b\"", "c\"d"]), dice.below(9), dice.below(9))
    });
    folder.write("wide.csv", format!("y,text,n,m\n{wide}"));
    let one = folder.json("train wide.csv --no-quotes --threads 1");
    let many = folder.json("train wide.csv --no-quotes --threads 3");
    assert_eq!((&one["examples"], &one["loss"]), (&3000.into(), &many["loss"]));
}

/// Two columns of one name, of which one is left out; and what stands between fields otherwise than in the header.
#[test]
fn errors_of_headers_say_what_to_do() {
    let folder = Folder::new();
    let body = rows(40, |dice, n| format!("{},{},{},{}", dice.below(9), n % 2, dice.below(9), dice.below(9)));
    folder.write("twice.csv", format!("a,y,a,b\n{body}"));
    folder.refuses(
        "train twice.csv",
        1,
        &["the column \"a\" appears twice, as the columns 1 and 3", "--ignore 3"],
    );
    for left in ["3", "1", "a"] {
        let columns = if left == "a" { "1 number" } else { "2 numbers" };
        assert_eq!(told(&folder, &format!("train twice.csv --ignore {left} -m m.nr")).0, columns);
        assert_eq!(folder.json("evaluate m.nr twice.csv")["labelled"], 40);
    }
    folder.write("tabs.txt", "a\tb\ty\n1 2 0\n3 4 1\n");
    folder.refuses("train tabs.txt --label y", 1, &["tabs.txt:2: 1 fields; the header has 3", "--delimiter"]);
}
