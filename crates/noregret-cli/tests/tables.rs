//! Tables as people have them: small files in the style of well-known public tables, read as they are.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::Folder;
use command::raw::{Dice, remarked, rows, told};
use std::fmt::Write as _;

fn adult() -> String {
    rows(120, |dice, n| {
        let age = 20 + dice.below(50);
        let class = if age > 45 { ">50K" } else { "<=50K" };
        let work = dice.of(&["Private", "State-gov", "?"]);
        let wage = 10_000 + 7 * n as u64 + dice.below(7);
        let place = dice.of(&["United-States", "Mexico", "?"]);
        format!("{age}, {work}, {wage}, Bachelors, 13, Never-married, {place}, {class}")
    })
}

#[test]
fn adult_has_no_header_and_marks_what_is_missing() {
    let folder = Folder::new();
    folder.write("adult.data", adult() + "\n");
    folder.refuses(
        "train adult.data",
        1,
        &["adult.data:1: there is no header", "--label last", "the columns are: 1, 2, 3, 4, 5, 6, 7, 8"],
    );
    let (columns, remarks) = told(&folder, "train adult.data --label last -m m.nr");
    assert_eq!(columns, "3 numbers, 4 categories (2 2 values, 7 2 values, 4 1 value, ...)");
    assert!(remarked(&remarks, "4, 5, 6: the same value in all of the first 120 rows"), "{remarks:?}");
    assert!(remarked(&remarks, "1: tells the label alone"), "{remarks:?}");
    assert!(remarked(&remarks, "3: nearly every value"), "{remarks:?}");
    let model = folder.json("inspect m.nr --top 100");
    let names: Vec<&str> =
        model["top"].as_array().unwrap().iter().map(|w| w["name"].as_str().unwrap()).collect();
    for name in ["1", "2=Private", "2=?missing", "7=?missing"] {
        assert!(names.contains(&name), "{name} in {names:?}");
    }
    assert_eq!(model["labels"], serde_json::json!(["<=50K", ">50K"]));
    assert_eq!(model["columns"]["2"], "category");
    // Without its label, and one row at a time, the same predictions.
    let bare: String =
        adult().lines().map(|line| line.rsplit_once(", ").unwrap().0.to_owned() + "\n").collect();
    folder.write("bare.data", bare);
    let whole = folder.ok("predict m.nr adult.data --quiet").stdout;
    assert_eq!(folder.ok("predict m.nr bare.data --format csv --quiet").stdout, whole);
    // Chosen otherwise: by number and range.
    let (columns, _) = told(&folder, "train adult.data --label 8 --ignore 3-6 --categorical 1");
    assert_eq!(columns, "3 categories (1 46 values, 2 2 values, 7 2 values)");
}

#[test]
fn wine_has_semicolons_and_quoted_names() {
    let folder = Folder::new();
    let body = rows(80, |dice, _| {
        format!("{}.{};0.{};0;{}", 5 + dice.below(5), dice.below(10), dice.below(90), 3 + dice.below(6))
    });
    folder.write(
        "wine.csv",
        format!(
            "\"fixed acidity\";\"volatile acidity\";\"citric acid\";\"quality\"\r\n{}",
            body.replace('\n', "\r\n")
        ),
    );
    let said = folder.ok("train wine.csv --label quality -m m.nr").stderr;
    assert!(said.contains("3 numbers") && said.contains("squared loss"), "{said}");
    assert!(said.contains("remark: citric acid: the same value"), "{said}");
    folder.write(
        "utf16.csv",
        "\u{feff}"
            .encode_utf16()
            .chain(folder.read("wine.csv").encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect::<Vec<u8>>(),
    );
    folder.ok("train utf16.csv --label quality -m n.nr --quiet");
    assert_eq!(folder.bytes("m.nr"), folder.bytes("n.nr"));
    // The same with commas for points.
    folder.write("comma.csv", folder.read("wine.csv").replace('.', ","));
    assert!(folder.ok("train comma.csv --label quality").stderr.contains("--decimal-comma reads them"));
    folder.ok("train comma.csv --label quality --decimal-comma -p comma.txt --quiet");
    folder.ok("train wine.csv --label quality -p wine.txt --quiet");
    assert_eq!(folder.read("comma.txt"), folder.read("wine.txt"));
}

#[test]
fn titanic_has_names_in_quotes_and_empty_ages() {
    let folder = Folder::new();
    let body = rows(120, |dice, n| {
        let age = if dice.below(5) == 0 { String::new() } else { (dice.below(160) as f64 / 2.0).to_string() };
        let sex = dice.of(&["male", "female"]);
        let name = format!(
            "\"{}, Mr. {} ({} \"\"Joe\"\") {}\"",
            dice.of(&["Braund", "Heikkinen"]),
            dice.of(&["Owen", "Jan"]),
            dice.of(&["Lee", "Ray"]),
            n
        );
        format!(
            "{},{},{},{name},{sex},{age},{},{}",
            n + 1,
            dice.below(2),
            1 + dice.below(3),
            dice.below(500),
            dice.of(&["S", "C", "", "Q"])
        )
    });
    folder.write("titanic.csv", format!("PassengerId,Survived,Pclass,Name,Sex,Age,Fare,Embarked\n{body}"));
    let (columns, remarks) = told(&folder, "train titanic.csv --label Survived -m m.nr");
    assert_eq!(columns, "4 numbers, 2 categories (Embarked 3 values, Sex 2 values), 1 text");
    assert!(remarked(&remarks, "Name: read as text"), "{remarks:?}");
    assert!(remarked(&remarks, "PassengerId: nearly every value"), "{remarks:?}");
    let names = folder.ok("inspect m.nr --top 1000").stdout;
    for name in ["  Age=?missing", "  Age", "  Embarked=?missing", "  Name^braund", "  Name^joe"] {
        assert!(names.lines().any(|line| line.ends_with(name)), "{name}: {names}");
    }
    folder
        .ok("train titanic.csv --label Survived --ignore 1 --text Name --ngram 2 --skips 1 -m n.nr --quiet");
    assert!(folder.ok("inspect n.nr --top 10000").stdout.contains("Name^mr^owen"));
    folder.ok("predict n.nr titanic.csv --ignore 1 --ngram 2 -p p.txt --quiet");
    folder.refuses("predict n.nr titanic.csv --ngram 3", 2, &["--ngram differs"]);
    folder.refuses("predict n.nr titanic.csv --text Sex", 2, &["--text differs"]);
}

#[test]
fn bikes_have_dates() {
    let folder = Folder::new();
    let body = rows(60, |dice, n| {
        format!(
            "{},2011-{:02}-{:02},{},0.{},{}",
            n + 1,
            1 + n / 28,
            1 + n % 28,
            dice.below(24),
            dice.below(99),
            dice.below(900)
        )
    });
    folder.write("hour.csv", format!("instant,dteday,hr,temp,cnt\n{body}"));
    let (columns, remarks) = told(&folder, "train hour.csv --label cnt --categorical hr -m m.nr");
    assert!(columns.ends_with("1 date") && columns.starts_with("2 numbers, 1 category (hr "), "{columns}");
    assert!(remarked(&remarks, "dteday: read as dates, year, month, day"), "{remarks:?}");
    let names = folder.ok("inspect m.nr --top 1000").stdout;
    for name in ["dteday^years", "dteday^month=1", "dteday^weekday=sat", "hr=7"] {
        assert!(names.contains(name), "{name}: {names}");
    }
    assert!(!names.contains("hour="), "no time is written");
    folder.write("late.csv", "instant,dteday,hr,temp,cnt\n61,yesterday,1,0.5,7\n");
    folder.refuses(
        "train late.csv -i m.nr",
        1,
        &["late.csv:2: \"dteday\" = \"yesterday\": the value is not a date", "--categorical dteday"],
    );
    // As texts, and by other words for the same days.
    let dotted: String = folder
        .read("hour.csv")
        .replace("dteday", "day")
        .lines()
        .map(|line| {
            let mut cells: Vec<String> = line.split(',').map(str::to_owned).collect();
            if let [year, month, day] = cells[1].split('-').collect::<Vec<_>>()[..] {
                cells[1] = format!("{day}.{month}.{year} 07:30");
            }
            cells.join("\t") + "\n"
        })
        .collect();
    folder.write("dotted.tsv", dotted);
    let (_, remarks) = told(&folder, "train dotted.tsv --label cnt -m m.nr");
    assert!(remarked(&remarks, "day: read as dates, day, month, year"), "{remarks:?}");
    assert!(folder.ok("inspect m.nr --top 1000").stdout.contains("day^hour=7"));
    let (columns, _) = told(&folder, "train hour.csv --label cnt --categorical dteday");
    assert!(columns.contains("1 category (dteday 60 values)"), "{columns}");
    // What only the user can know.
    let seconds: String = (0..50).map(|n| format!("{},{}\n", n % 2, 1_296_481_509 + 3600 * n)).collect();
    folder.write("log.csv", format!("y,at\n{seconds}"));
    assert_eq!(told(&folder, "train log.csv").0, "1 number");
    let (columns, remarks) = told(&folder, "train log.csv --dates at");
    assert_eq!(columns, "1 date");
    assert!(remarked(&remarks, "at: read as dates, seconds since 1970"), "{remarks:?}");
    folder.write("slash.csv", "y,at\n1,01/02/2011\n0,03/04/2011\n");
    let (columns, remarks) = told(&folder, "train slash.csv");
    assert!(
        columns.starts_with("1 category") && remarked(&remarks, "at: looks like dates, but day and month"),
        "{remarks:?}"
    );
    assert!(remarked(&told(&folder, "train slash.csv --dates at").1, "at: read as dates, month, day, year"));
    assert!(remarked(
        &told(&folder, "train slash.csv --dates at --day-first").1,
        "at: read as dates, day, month, year"
    ));
    assert!(remarked(&told(&folder, "train slash.csv --day-first").1, "at: read as dates, day, month, year"));
}

#[test]
fn bank_has_everything_in_quotes() {
    let folder = Folder::new();
    let body = rows(60, |dice, _| {
        format!(
            "{};\"{}\";\"{}\";{};\"{}\"",
            20 + dice.below(60),
            dice.of(&["management", "blue-collar", "unknown"]),
            dice.of(&["yes", "no"]),
            dice.below(9000),
            dice.of(&["no", "yes"])
        )
    });
    folder.write("bank-full.csv", format!("\"age\";\"job\";\"housing\";\"balance\";\"y\"\n{body}"));
    let (columns, _) = told(&folder, "train bank-full.csv -m m.nr");
    assert_eq!(columns, "2 numbers, 2 categories (job 3 values, housing 2 values)");
    let (columns, _) = told(&folder, "train bank-full.csv --na unknown -m m.nr");
    assert_eq!(columns, "2 numbers, 2 categories (housing 2 values, job 2 values)");
    assert!(folder.ok("inspect m.nr").stdout.contains("job=?missing"));
    folder.ok("predict m.nr bank-full.csv -p p.txt --quiet");
    folder.refuses("predict m.nr bank-full.csv --na none", 2, &["--na differs"]);
    folder.ok("predict m.nr bank-full.csv --na unknown -p p.txt --quiet");
    folder.refuses("predict m.nr bank-full.csv --na only:unknown", 2, &["--na differs"]);
}

#[test]
fn cover_types_spam_abalone_and_mushrooms_have_no_header() {
    let folder = Folder::new();
    folder.write(
        "covtype.data",
        rows(60, |dice, n| format!("{},{},0,1,{}", 2500 + dice.below(900), dice.below(360), 1 + n % 2)),
    );
    let (columns, _) = told(&folder, "train covtype.data --label last");
    assert_eq!(columns, "4 numbers");
    folder.write(
        "spambase.data",
        rows(60, |dice, n| format!("0.{},0,{}.{},{}", dice.below(99), dice.below(500), dice.below(9), n % 2)),
    );
    assert_eq!(told(&folder, "train spambase.data --label 4").0, "3 numbers");
    folder.write(
        "abalone.data",
        rows(60, |dice, _| {
            format!("{},0.{},{}", dice.of(&["M", "F", "I"]), 100 + dice.below(700), 3 + dice.below(20))
        }),
    );
    let said = folder.ok("train abalone.data --label last").stderr;
    assert!(said.contains("1 number, 1 category (1 3 values)") && said.contains("squared loss"), "{said}");
    folder.write(
        "mushrooms.data",
        rows(60, |dice, _| {
            format!(
                "{},{},{},{}",
                dice.of(&["p", "e"]),
                dice.of(&["x", "b", "s"]),
                dice.of(&["y", "w"]),
                dice.of(&["?", "b", "c"])
            )
        }),
    );
    let (columns, _) = told(&folder, "train mushrooms.data --label 1 -m m.nr");
    assert_eq!(columns, "3 categories (2 3 values, 3 2 values, 4 2 values)");
    folder.refuses("train mushrooms.data --label 5", 1, &["there is no label column \"5\""]);
    folder.refuses("train mushrooms.data --label 1 --ignore 4-9", 1, &["there is no column \"4-9\""]);
}

#[test]
fn german_credit_has_blanks_and_arff() {
    let folder = Folder::new();
    let mut dice = Dice(3);
    let (mut data, mut arff) = (
        String::new(),
        String::from(
            "% credit\n@relation credit-g\n@attribute checking_status {'<0', '0<=X<200', 'no checking'}\n@attribute duration numeric\n@attribute purpose string\n@attribute class {good, bad}\n@data\n",
        ),
    );
    for n in 0..60 {
        let (status, duration, purpose) = (dice.below(3), 4 + dice.below(60), dice.below(10));
        let class = n % 2;
        let _ = writeln!(data, "A1{} {duration} A4{purpose} {}", 1 + status, 1 + class);
        let status = ["'<0'", "'0<=X<200'", "'no checking'"][status as usize];
        let _ = writeln!(arff, "{status},{duration},p{purpose},{}", ["good", "bad"][class]);
    }
    arff += "{1 7, 2 p1}\n";
    folder.write("german.data", &data);
    let (columns, _) = told(&folder, "train german.data --label last -m m.nr");
    assert_eq!(columns, "1 number, 2 categories (3 10 values, 1 3 values)");
    folder.ok("predict m.nr german.data -p p.txt --quiet");
    folder.write("credit-g.arff", &arff);
    let (columns, _) = told(&folder, "train credit-g.arff -m m.nr");
    assert_eq!(columns, "1 number, 2 categories (purpose 10 values, checking_status 3 values)");
    assert_eq!(folder.json("train credit-g.arff")["examples"], 61);
    // The rows of a table with the same columns, in another order.
    folder.write("more.csv", "purpose;duration;checking_status\np1;7;<0\n");
    folder.write("more.arff", "@attribute purpose string\n@attribute duration real\n@attribute checking_status string\n@data\np1,7,'<0'\n");
    let one = folder.ok("predict m.nr more.csv --quiet").stdout;
    assert_eq!((one.lines().count(), folder.ok("predict m.nr more.arff --quiet").stdout), (1, one));
}

#[test]
fn forest_fires_have_short_texts() {
    let folder = Folder::new();
    let body = rows(60, |dice, _| {
        format!(
            "{},{},{},{},8{}.{},{}",
            1 + dice.below(9),
            1 + dice.below(9),
            dice.of(&["mar", "aug"]),
            dice.of(&["fri", "sun"]),
            dice.below(9),
            dice.below(9),
            dice.below(40)
        )
    });
    folder.write("forestfires.csv", format!("X,Y,month,day,FFMC,area\n{body}"));
    // A usual name of a label that is a feature here: the user's word counts.
    let (columns, _) = told(&folder, "train forestfires.csv --label area");
    assert_eq!(columns, "3 numbers, 2 categories (day 2 values, month 2 values)");
}

#[test]
fn clicks_lose_their_header_on_the_way() {
    let folder = Folder::new();
    let row = |dice: &mut Dice, n: usize| {
        format!(
            "{},{},{},{:x}",
            10_000_000_000 + n as u64 * 7919,
            dice.below(2),
            1000 + dice.below(9),
            0xa000_0000_u64 + dice.below(99)
        )
    };
    folder.write("train.csv", format!("id,click,C1,site\n{}", rows(100, row)));
    folder.write("dev.csv", rows(30, row));
    let said = folder.ok("train train.csv dev.csv --ignore id -m m.nr").stderr;
    assert!(
        said.contains("remark: dev.csv: no header; its columns are taken in the order learned from before"),
        "{said}"
    );
    assert_eq!(folder.json("inspect m.nr")["examples"], 130);
    // Columns that are new or gone.
    folder.write("new.csv", "site,C1,browser\na0000001,1003,x\n");
    let output = folder.ok("predict m.nr new.csv");
    assert!(
        output.stderr.contains("remark: new.csv: browser: not among the columns learned from before"),
        "{output:?}"
    );
    folder.write("less.csv", "C1\n1003\n");
    assert!(
        folder
            .ok("predict m.nr less.csv")
            .stderr
            .contains("remark: less.csv: site: columns learned from before that are missing")
    );
    folder.refuses("predict m.nr new.csv --strict", 1, &["browser: new here"]);
    folder.refuses("predict m.nr less.csv --strict", 1, &["site: missing here"]);
    folder.write("other.csv", "x,y\n1,2\n");
    folder.refuses(
        "predict m.nr other.csv",
        1,
        &["2 fields in the first row, which names none of the columns"],
    );
    // Criteo's fields, with no header, tabs, and much that is missing.
    folder.write(
        "criteo.csv",
        rows(80, |dice, _| {
            format!(
                "{}\t{}\t{}\t{:x}",
                dice.below(2),
                dice.below(50),
                dice.of(&["", "3", "-1"]),
                0xc0de_0000_u64 + dice.below(30)
            )
        }),
    );
    let (columns, _) = told(&folder, "train criteo.csv --label 1");
    assert!(columns.starts_with("2 numbers, 1 category (4 "), "{columns}");
}

#[test]
fn a_schema_file_answers_the_first_row_at_once() {
    use std::io::{BufRead, BufReader, Write};
    let folder = Folder::new();
    folder.write("adult.data", adult());
    folder.ok("train adult.data --label last -m m.nr --quiet");
    folder.ok("inspect m.nr --schema -o columns.json");
    assert_eq!(folder.ok("inspect m.nr --schema").stdout, folder.read("columns.json"));
    let live = "train --format csv --schema columns.json --labels <=50K,>50K -p - --quiet";
    let mut child = folder.command(live).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
    for line in adult().lines().take(3) {
        writeln!(pipe, "{line}").unwrap();
        pipe.flush().unwrap();
        out.next().unwrap().unwrap();
    }
    drop(pipe);
    assert!(child.wait().unwrap().success());
    folder.ok("train adult.data --schema columns.json -m n.nr --quiet");
    let (m, n) = (folder.json("inspect m.nr"), folder.json("inspect n.nr"));
    assert_eq!((&m["top"], &m["loss"]), (&n["top"], &n["loss"]));
    folder.write("bad.json", "{\"columns\": {\"a\": \"colour\"}}");
    folder.refuses("train adult.data --schema bad.json", 1, &["bad.json: no schema"]);
    folder.refuses("train adult.data --schema columns.json --numeric 1", 2, &["--schema"]);
    folder.refuses("predict m.nr adult.data --schema columns.json", 2, &["--schema differs"]);
    folder.write("a.svm", "1 1:1\n-1 2:1\n");
    folder.ok("train a.svm -m s.nr --quiet");
    folder.refuses("inspect s.nr --schema", 1, &["was not learned from tables"]);
}

/// Threads, caches, compression and going on change nothing.
#[test]
fn how_a_table_is_read_changes_nothing() {
    let folder = Folder::new();
    let head = "id|when|what|size|code|y\n";
    let body = rows(1500, |dice, n| {
        let what: Vec<&str> =
            (0..4 + dice.below(4)).map(|_| dice.of(&["red", "green", "blue", "Grün"])).collect();
        let code = if dice.below(50) == 0 { "none given".to_owned() } else { dice.below(100).to_string() };
        format!(
            "r{n}|{:02}/{:02}/2011|{}|{}|{code}|{}",
            1 + dice.below(12),
            1 + dice.below(28),
            what.join(" "),
            dice.of(&["1.5", "", "-", "7"]),
            dice.of(&["no", "yes"])
        )
    });
    folder.write("t.psv", format!("{head}{body}"));
    let train = "train t.psv --ignore id --text what --ngram 2 --dates when --quiet";
    folder.ok(&format!("{train} --threads 1 -m one.nr -p one.txt"));
    for more in ["--threads 3", "-c", "-c --threads 2", "--passes 1"] {
        folder.ok(&format!("{train} {more} -m other.nr -p other.txt"));
        assert_eq!(folder.bytes("one.nr"), folder.bytes("other.nr"), "{more}");
        assert_eq!(folder.bytes("one.txt"), folder.bytes("other.txt"), "{more}");
    }
    // Other options are another cache.
    let said = folder.ok("train t.psv --ignore id --text what --ngram 2 --dates when --day-first -c").stderr;
    assert!(said.contains("the cache t.psv.cache is written anew: it was made with other options"), "{said}");
    // The remarks come from the cache as they came from the text.
    let said = folder.ok("train t.psv --ignore id --text what --ngram 2 --dates when --day-first -c").stderr;
    assert!(said.contains("remark: when: read as dates, month, day, year"), "{said}");
    let lines: Vec<&str> = body.lines().collect();
    folder.write("a.psv", format!("{head}{}\n", lines[..1200].join("\n")));
    folder.write("b.psv", format!("{head}{}\n", lines[1200..].join("\n")));
    folder.ok("train a.psv --ignore id --text what --ngram 2 --dates when --quiet -m a.nr");
    folder.ok("train b.psv -i a.nr -m b.nr --quiet");
    assert_eq!(folder.bytes("one.nr"), folder.bytes("b.nr"), "resumed");
    // From one table to another, nothing is lost.
    folder.ok("convert t.psv --label y --to tsv -o t.tsv");
    folder.ok("train t.tsv --ignore id --text what --ngram 2 --dates when --quiet -p two.txt");
    let margins = |name: &str| folder.read(name).lines().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(margins("one.txt"), margins("two.txt"));
    // As features, a table learns the same.
    folder.ok("convert t.psv --label y --ignore id --text what --ngram 2 --dates when --to jsonl -o t.jsonl");
    folder.ok("train t.jsonl --quiet -p three.txt");
    assert_eq!(margins("one.txt"), margins("three.txt"));
}

/// `--ngram` over the features of a VW namespace, as Vowpal Wabbit names them.
#[test]
fn runs_of_features_in_vw_text() {
    let folder = Folder::new();
    folder.write("a.vw", "1 |w not so:2 good |x 7 8\n-1 |w good\n");
    folder.ok("train a.vw --ngram 2 --skips 1 -m m.nr --quiet");
    let text = folder.ok("inspect m.nr --top 100").stdout;
    let mut names: Vec<&str> = text
        .lines()
        .skip_while(|line| !line.contains("  feature"))
        .skip(1)
        .map(|line| line.trim_start().split_once("  ").unwrap().1)
        .collect();
    names.sort_unstable();
    assert_eq!(
        names,
        ["the bias", "w^good", "w^not", "w^not^good", "w^not^so", "w^so", "w^so^good", "x^7", "x^7^8", "x^8"]
    );
    folder.ok("predict m.nr a.vw -p p.txt --quiet");
    folder.ok("train a.vw -m plain.nr --quiet");
    assert_eq!(folder.json("inspect plain.nr --top 100")["top"].as_array().unwrap().len(), 6 + 1 - 1);
}

/// Messages straight from a column give the loss that words written out by hand give, to the last bit.
#[test]
fn a_text_column_is_its_words_written_out() {
    let folder = Folder::new();
    let spam = ["WIN", "a", "free", "prize", "now", "call", "Free"];
    let ham = ["see", "you", "at", "home", "now", "I'm", "late"];
    let (mut table, mut words) = (String::new(), String::new());
    let mut dice = Dice(11);
    for n in 0..400 {
        let (label, list) = if dice.below(3) == 0 { ("spam", &spam) } else { ("ham", &ham) };
        let message: Vec<&str> = (0..4 + dice.below(5)).map(|_| dice.of(list)).collect();
        let _ = writeln!(table, "{label}\t{}, {n}!", message.join(" "));
        let mut counts = std::collections::BTreeMap::from([(n.to_string(), 1.0_f64)]);
        for word in message {
            *counts.entry(word.to_lowercase()).or_default() += 1.0;
        }
        let length = counts.values().map(|count| count * count).sum::<f64>().sqrt();
        let of = |(word, count): (&String, &f64)| format!("{word:?}: {:?}", count / length);
        let inner: Vec<String> = counts.iter().map(of).collect();
        let _ = writeln!(words, "{{\"1\": {label:?}, \"2\": {{{}}}}}", inner.join(", "));
    }
    folder.write("sms.tsv", &table);
    folder.write("words.jsonl", words);
    let (columns, remarks) = told(&folder, "train sms.tsv --label 1 -p text.txt");
    assert!(columns == "1 text" && remarked(&remarks, "2: read as text"), "{columns} {remarks:?}");
    folder.ok("train words.jsonl --label 1 -p words.txt --quiet");
    assert_eq!(folder.read("text.txt"), folder.read("words.txt"));
    // The same text under a key of JSON, and in another encoding and compression.
    let lines = table.lines().map(|line| line.split_once('\t').unwrap());
    let json: String =
        lines.map(|(label, text)| format!("{{\"1\": {label:?}, \"2\": {text:?}}}\n")).collect();
    folder.write("sms.jsonl", json);
    folder.ok("train sms.jsonl --label 1 --text 2 -p json.txt --quiet");
    assert_eq!(folder.read("text.txt"), folder.read("json.txt"));
}
