//! Parquet and Arrow at the command: wherever CSV is read, and with the same results.
#![allow(clippy::unwrap_used, reason = "a test should fail loudly")]

mod command;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, DictionaryArray, Float64Array, Int64Array, RecordBatch, StringArray, TimestampSecondArray,
};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use command::{Folder, SplitMix};
use parquet::arrow::ArrowWriter;
use parquet::file::properties::WriterProperties;
use std::fmt::Write as _;
use std::sync::Arc;

/// A table as CSV and as a record batch: two classes, a number to predict, and columns of several kinds with gaps.
fn table(rows: usize) -> (String, RecordBatch) {
    let mut draw = SplitMix(3);
    let mut text = "y,price,age,city,shop,when,w,id\n".to_owned();
    let (mut y, mut price, mut age, mut city, mut shop) = (vec![], vec![], vec![], vec![], vec![]);
    let (mut when, mut w, mut id) = (vec![], vec![], vec![]);
    for row in 0..rows {
        let a = (draw.below(8) > 0).then(|| draw.below(800) as f64 / 10.0);
        let c = (draw.below(9) > 0).then(|| ["Oslo", "Rome", "Lima"][draw.below(3)]);
        let s = (draw.below(9) > 0).then(|| format!("s{}", draw.below(30)));
        let t = (draw.below(9) > 0).then(|| draw.below(1 << 30) as i64 / 86_400 * 86_400 + 3600);
        let class = i64::from(a.unwrap_or(40.0) + 20.0 * f64::from(c == Some("Oslo")) > 45.0);
        let cost = 3.0 * a.unwrap_or(40.0) + draw.below(100) as f64 / 7.0;
        let weight = draw.below(5) as f64 / 2.0;
        let shown = |cell: Option<String>| cell.unwrap_or_default();
        let date = t.map(|t| date(t / 86_400) + " 01:00:00");
        let _ = writeln!(
            text,
            "{class},{cost},{},{},{},{},{weight},r{row}",
            shown(a.map(|a| a.to_string())),
            c.unwrap_or_default(),
            shown(s.clone()),
            shown(date),
        );
        y.push(class);
        price.push(cost);
        age.push(a);
        city.push(c);
        shop.push(s);
        when.push(t);
        w.push(weight);
        id.push(format!("r{row}"));
    }
    let shop: DictionaryArray<Int32Type> = shop.iter().map(Option::as_deref).collect();
    let columns: [(&str, ArrayRef); 8] = [
        ("y", Arc::new(Int64Array::from(y))),
        ("price", Arc::new(Float64Array::from(price))),
        ("age", Arc::new(Float64Array::from(age))),
        ("city", Arc::new(StringArray::from(city))),
        ("shop", Arc::new(shop)),
        ("when", Arc::new(TimestampSecondArray::from(when))),
        ("w", Arc::new(Float64Array::from(w))),
        ("id", Arc::new(StringArray::from(id))),
    ];
    (text, RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(n, a)| (n, a, true))).unwrap())
}

/// A date after 1970, counted day by day.
fn date(mut days: i64) -> String {
    let mut year = 1970;
    let leap = |year: i64| (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    while days >= 365 + i64::from(leap(year)) {
        days -= 365 + i64::from(leap(year));
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + i64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        (days, month) = (days - length, month + 1);
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

fn parquet(batch: &RecordBatch, group: usize) -> Vec<u8> {
    let properties = WriterProperties::builder().set_max_row_group_row_count(Some(group)).build();
    let mut out = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut out, batch.schema(), Some(properties)).unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
    out
}

fn stream(batch: &RecordBatch, rows: usize) -> Vec<u8> {
    let mut writer = StreamWriter::try_new(Vec::new(), &batch.schema()).unwrap();
    for start in (0..batch.num_rows()).step_by(rows) {
        writer.write(&batch.slice(start, rows.min(batch.num_rows() - start))).unwrap();
    }
    writer.into_inner().unwrap()
}

/// A folder with the table in every format.
fn folder(rows: usize) -> (Folder, RecordBatch) {
    let folder = Folder::new();
    let (text, batch) = table(rows);
    folder.write("t.csv", text);
    folder.write("t.parquet", parquet(&batch, 700));
    let mut writer = FileWriter::try_new(Vec::new(), &batch.schema()).unwrap();
    writer.write(&batch).unwrap();
    folder.write("t.feather", writer.into_inner().unwrap());
    folder.write("t.arrows", stream(&batch, 500));
    (folder, batch)
}

const OTHERS: [&str; 3] = ["t.parquet", "t.feather", "t.arrows"];

/// A model file without its checksum, and without what only text has: the sign between fields.
fn essence(folder: &Folder, name: &str) -> Vec<u8> {
    let bytes = folder.bytes(name);
    let header = u64::from_le_bytes(bytes[20..28].try_into().unwrap()) as usize;
    let text = std::str::from_utf8(&bytes[28..28 + header]).unwrap().replace(",\"found\":\",\"", "");
    [text.as_bytes(), &bytes[28 + header..bytes.len() - 8]].concat()
}

#[test]
fn the_same_model_and_the_same_predictions() {
    let (folder, _) = folder(3000);
    for flags in [
        "--label y --weight w --tag id --ignore price",
        "--label price --weight w --tag id --ignore y -a ada-diag --loss squared",
        "--label shop --tag id --classes --ignore w,id",
        "--label y --ignore w,id,price --categorical age -q :: --bits 12 -a ada-diag",
    ] {
        folder.ok(&format!("train t.csv {flags} -m csv.nr -p csv.txt --quiet"));
        let found = folder.json("inspect csv.nr --top 50");
        for file in OTHERS {
            folder.ok(&format!("train {file} {flags} -m m.nr -p m.txt --quiet"));
            assert!(folder.read("m.txt") == folder.read("csv.txt"), "{file} {flags}");
            assert!(essence(&folder, "m.nr") == essence(&folder, "csv.nr"), "{file} {flags}");
            let told = folder.json("inspect m.nr --top 50");
            assert_eq!((&told["weights"], &told["columns"]), (&found["weights"], &found["columns"]));
            for model in ["m.nr", "csv.nr"] {
                let by = |data: &str| folder.ok(&format!("predict {model} {data} --quiet")).stdout;
                assert!(by(file) == by("t.csv"), "{file} {flags}");
            }
        }
    }
}

#[test]
fn every_command_takes_it() {
    let (folder, _) = folder(1200);
    let columns = "--label y --weight w --ignore price,id";
    for (line, keys) in [
        ("train DATA", &["examples", "loss"][..]),
        (
            "compare DATA -a ada-diag -a ogd",
            &["labelled", "learners/0/learner", "learners/0/loss", "learners/1/loss"],
        ),
        ("tune DATA -a ada-diag", &["labelled", "learners/0/learner", "learners/0/loss"]),
        ("regret DATA -a ada-diag", &["rounds", "suffered"]),
    ] {
        let of = |data: &str| {
            let told = folder.json(&format!("{} {columns}", line.replace("DATA", data)));
            let pick = |key: &&str| {
                told.pointer(&format!("/{key}")).unwrap_or_else(|| panic!("{key}: {told}")).clone()
            };
            keys.iter().map(pick).collect::<Vec<_>>()
        };
        let wanted = of("t.csv");
        OTHERS.iter().for_each(|file| assert_eq!(of(file), wanted, "{line}"));
    }
    for to in ["csv", "jsonl", "vw"] {
        let converted =
            |data: &str| folder.ok(&format!("convert {data} --label y --weight w --tag id --to {to}")).stdout;
        assert_eq!(converted("t.parquet"), converted("t.csv"), "{to}");
        assert_eq!(converted("t.arrows"), converted("t.csv"), "{to}");
    }
    folder.refuses("convert t.csv --label y --to parquet", 1, &["parquet is read and not written"]);
    // A schema of either serves the other.
    folder.ok(&format!("train t.parquet {columns} -m m.nr --quiet"));
    folder.ok("inspect m.nr --schema -o columns.json");
    let flags = "--label y --weight w --schema columns.json -p p.txt --quiet";
    folder.ok(&format!("train t.csv {flags}"));
    let wanted = folder.read("p.txt");
    folder.ok(&format!("train t.feather {flags}"));
    assert_eq!(folder.read("p.txt"), wanted);
    // A cache, and several passes over it.
    folder.ok(&format!("train t.parquet {columns} -c --passes 3 -m twice.nr --quiet"));
    folder.ok(&format!("train t.csv {columns} --passes 3 -m once.nr --quiet"));
    assert!(essence(&folder, "twice.nr") == essence(&folder, "once.nr"));
}

#[test]
fn metrics_are_learned_from_it() {
    let (folder, batch) = folder(300);
    let label = "--label city --rounds 50";
    let whole = batch.project(&[0, 1, 3, 6]).unwrap();
    let kept: Vec<usize> =
        (0..300).filter(|row| !arrow_array::Array::is_null(whole.column(2), *row)).collect();
    let parts: Vec<RecordBatch> = kept.iter().map(|row| whole.slice(*row, 1)).collect();
    let mut out = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut out, whole.schema(), None).unwrap();
    parts.iter().for_each(|part| writer.write(part).unwrap());
    writer.close().unwrap();
    folder.write("cities.parquet", out);
    folder.ok("convert cities.parquet --label city --to csv -o cities.csv");
    let of = |data: &str, label: &str| folder.json(&format!("metric train {data} {label}"));
    let (ours, theirs) = (of("cities.parquet", label), of("cities.csv", label));
    for key in ["rows", "dim", "classes"] {
        assert!(ours[key].as_u64().is_some_and(|count| count > 0), "{ours}");
        assert_eq!(ours[key], theirs[key]);
    }
}

#[test]
fn pipes() {
    let (folder, batch) = folder(1500);
    let columns = "--label y --weight w --ignore price,id -p p.txt --quiet";
    folder.ok(&format!("train t.csv {columns}"));
    let wanted = folder.read("p.txt");
    for (bytes, flag) in [
        (stream(&batch, 100), ""),
        (stream(&batch, 1500), "--format arrow"),
        (folder.bytes("t.parquet"), ""),
        (folder.bytes("t.feather"), "--format arrow"),
    ] {
        let output = folder.feed(&format!("train - {columns} {flag}"), bytes);
        assert_eq!(output.code, 0, "{output:?}");
        assert_eq!(folder.read("p.txt"), wanted);
    }
    let output = folder.feed("train - --label y --format parquet", stream(&batch, 100));
    assert!(output.code == 1 && output.stderr.contains("pass --format arrow"), "{output:?}");
}

#[test]
fn only_some_rows() {
    let (folder, _) = folder(2500);
    let rows: Vec<String> = folder.read("t.csv").lines().skip(1).map(str::to_owned).collect();
    let kept = |row: &&String| {
        let cells: Vec<&str> = row.split(',').collect();
        cells[2].parse::<f64>().is_ok_and(|age| age >= 30.0) && cells[3] != "Rome" && !cells[3].is_empty()
    };
    let ids: Vec<String> =
        rows.iter().filter(kept).map(|row| row.rsplit(',').next().unwrap().to_owned()).collect();
    assert!(ids.len() > 500);
    for file in ["t.csv", "t.parquet", "t.feather", "t.arrows"] {
        let mut command = folder.command(&format!(
            "train {file} --label y --weight w --tag id --ignore price -p {file}.txt --quiet"
        ));
        command.args(["--where", "age >= 30 and city != Rome"]);
        let output = command::finished(command.spawn().unwrap(), file);
        assert_eq!(output.code, 0, "{output:?}");
        let told = folder.read(&format!("{file}.txt"));
        let tags: Vec<&str> = told.lines().map(|line| line.rsplit(' ').next().unwrap()).collect();
        assert_eq!(tags, ids, "{file}");
        assert!(told == folder.read("t.csv.txt"), "{file}");
    }
    folder.refuses(
        "train t.parquet --label y --where nothing=3",
        1,
        &["there is no column \"nothing\"", "age, city"],
    );
    folder.refuses("train t.csv --label y --where age~3", 2, &["conditions are written"]);
    folder.write("d.svm", "1 1:2\n");
    folder.refuses("train d.svm --where age=3", 1, &["--where chooses rows of tables"]);
}

/// Numbers that rise: whole row groups can be passed over, and rows keep their numbers.
#[test]
fn row_groups_that_cannot_hold_a_row_are_not_read() {
    let folder = Folder::new();
    let n: Vec<i64> = (0..5000).collect();
    let x: Vec<f64> = n.iter().map(|n| if *n == 4444 { f64::INFINITY } else { (*n % 7) as f64 }).collect();
    let columns: [(&str, ArrayRef); 3] = [
        ("y", Arc::new(Float64Array::from_iter_values(n.iter().map(|n| (*n % 5) as f64)))),
        ("n", Arc::new(Int64Array::from(n))),
        ("x", Arc::new(Float64Array::from(x))),
    ];
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    folder.write("t.parquet", parquet(&batch, 500));
    let line = "train t.parquet --loss squared --where n>=4400";
    folder.refuses(line, 1, &["t.parquet:4445: \"x\" = \"inf\""]);
    assert_eq!(folder.json(&format!("{line} --on-error skip"))["examples"], 599);
    // Damage in a group that is passed over is never met.
    damage(&folder, 4, 1);
    assert_eq!(folder.json(&format!("{line} --on-error skip"))["examples"], 599);
    folder.refuses(
        "train t.parquet --loss squared --on-error skip",
        1,
        &["row group", "column", "cannot be read"],
    );
}

/// Overwrites a column of a row group.
fn damage(folder: &Folder, group: usize, column: usize) {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let mut bytes = folder.bytes("t.parquet");
    let file = SerializedFileReader::new(std::fs::File::open(folder.path("t.parquet")).unwrap()).unwrap();
    let (start, length) = file.metadata().row_group(group).column(column).byte_range();
    bytes[start as usize..(start + length) as usize].fill(0x5a);
    folder.write("t.parquet", bytes);
}

#[test]
fn columns_that_are_left_out_are_not_decoded() {
    let (folder, _) = folder(1500);
    (0..3).for_each(|group| damage(&folder, group, 1));
    folder.refuses(
        "train t.parquet --label y",
        1,
        &["t.parquet: row group 1, rows 1 to 700, column \"price\""],
    );
    folder.ok("train t.parquet --label y --ignore price --quiet");
    folder.ok("train t.parquet --label y --keep age,city --quiet");
}
