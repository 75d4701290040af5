//! A table with columns of every kind, and all the ways it can be written and read.

use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Decimal128Array, DictionaryArray, Float64Array, Int64Array,
    RecordBatch, RecordBatchIterator, StringArray, TimestampMicrosecondArray,
};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use noregret_io::{
    Batch, Input, Item, LabelKind, Labels, Polled, ReadError, ReadOptions, RecordBatches, Schema, Stream,
};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;

/// A column, as an array and as the cells of a CSV file.
pub struct Written {
    pub name: &'static str,
    pub array: ArrayRef,
    pub cells: Vec<String>,
}

impl Written {
    fn new<T: Clone>(
        name: &'static str,
        values: &[Option<T>],
        array: ArrayRef,
        text: impl Fn(T) -> String,
    ) -> Self {
        let cells = values.iter().map(|value| value.clone().map_or(String::new(), &text)).collect();
        Self { name, array, cells }
    }
}

/// Draws, the same every time.
fn draws() -> impl FnMut(u64) -> u64 {
    let mut state = 7_u64;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

const CITIES: [&str; 7] = ["Oslo", "New York, NY", "Zoë", "NA", "a \"b\"", " padded ", ""];
const WORDS: [&str; 9] = ["a", "great", "film", "of", "its", "time", "the", "worst", "ever"];

/// So many rows of every kind of column, a tenth of the values missing.
pub fn mixed(rows: usize) -> Vec<Written> {
    let mut draw = draws();
    fn some<T>(
        rows: usize,
        draw: &mut impl FnMut(u64) -> u64,
        mut value: impl FnMut(&mut dyn FnMut(u64) -> u64) -> T,
    ) -> Vec<Option<T>> {
        (0..rows).map(|_| if draw(10) == 0 { None } else { Some(value(draw)) }).collect()
    }
    let label: Vec<Option<i64>> = (0..rows).map(|_| Some(draw(2) as i64)).collect();
    let floats = some(rows, &mut draw, |draw| (draw(1 << 30) as f64 - 5e8) / 7.0);
    let wholes = some(rows, &mut draw, |draw| draw(1 << 31) as i64 * 4_294_967_291 - (1 << 61));
    let cents = some(rows, &mut draw, |draw| i128::from(draw(1 << 31)) * 1_000_003 - (1 << 40));
    let cities = some(rows, &mut draw, |draw| CITIES[draw(7) as usize].to_owned());
    let shops = some(rows, &mut draw, |draw| format!("shop {}", draw(40)));
    let reviews = some(rows, &mut draw, |draw| {
        (0..4 + draw(6)).map(|_| WORDS[draw(9) as usize]).collect::<Vec<_>>().join(" ")
    });
    let flags = some(rows, &mut draw, |draw| draw(2) == 0);
    let days = some(rows, &mut draw, |draw| draw(30_000) as i32 - 5000);
    let times = some(rows, &mut draw, |draw| {
        draw(1 << 31) as i64 * 1_000_000 + if draw(2) == 0 { draw(1_000_000) as i64 } else { 0 }
    });
    let weights: Vec<Option<f64>> = (0..rows).map(|_| Some(draw(8) as f64 / 4.0)).collect();
    let tags: Vec<Option<String>> = (0..rows).map(|row| Some(format!("row{row}"))).collect();
    let strings = |values: &[Option<String>]| -> ArrayRef { Arc::new(StringArray::from(values.to_vec())) };
    let coded: DictionaryArray<Int32Type> = shops.iter().map(Option::as_deref).collect();
    let decimals = Decimal128Array::from(cents.clone()).with_precision_and_scale(30, 3).unwrap();
    vec![
        Written::new("y", &label, Arc::new(Int64Array::from(label.clone())), |v| v.to_string()),
        Written::new("x", &floats, Arc::new(Float64Array::from(floats.clone())), |v| v.to_string()),
        Written::new("n", &wholes, Arc::new(Int64Array::from(wholes.clone())), |v| v.to_string()),
        Written::new("price", &cents, Arc::new(decimals), |v| {
            let sign = if v < 0 { "-" } else { "" };
            format!("{sign}{}.{:03}", v.abs() / 1000, v.abs() % 1000)
        }),
        Written::new("city", &cities, strings(&cities), |v| v),
        Written::new("shop", &shops, Arc::new(coded), |v| v),
        Written::new("review", &reviews, strings(&reviews), |v| v),
        Written::new("flag", &flags, Arc::new(BooleanArray::from(flags.clone())), |v| v.to_string()),
        Written::new("day", &days, Arc::new(Date32Array::from(days.clone())), |v| date(i64::from(v))),
        Written::new("at", &times, Arc::new(TimestampMicrosecondArray::from(times.clone())), |v| {
            let (seconds, micros) = (v.div_euclid(1_000_000), v.rem_euclid(1_000_000));
            let of_day = seconds.rem_euclid(86_400);
            let (h, m, s) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
            format!("{} {h:02}:{m:02}:{s:02}.{micros:06}", date(seconds.div_euclid(86_400)))
        }),
        Written::new("w", &weights, Arc::new(Float64Array::from(weights.clone())), |v| v.to_string()),
        Written::new("id", &tags, strings(&tags), |v| v),
    ]
}

/// A date, counted day by day.
fn date(days: i64) -> String {
    let leap = |year: i64| (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    let (mut year, mut left) = (1970, days);
    while left < 0 {
        year -= 1;
        left += if leap(year) { 366 } else { 365 };
    }
    while left >= if leap(year) { 366 } else { 365 } {
        left -= if leap(year) { 366 } else { 365 };
        year += 1;
    }
    let february = if leap(year) { 29 } else { 28 };
    let mut month = 0;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        month += 1;
        if left < length {
            break;
        }
        left -= length;
    }
    format!("{year:04}-{month:02}-{:02}", left + 1)
}

/// The table as CSV.
pub fn csv(columns: &[Written]) -> String {
    let mut text = columns.iter().map(|column| column.name).collect::<Vec<_>>().join(",") + "\n";
    for row in 0..columns[0].cells.len() {
        let cells: Vec<String> =
            columns.iter().map(|column| format!("\"{}\"", column.cells[row].replace('"', "\"\""))).collect();
        let _ = writeln!(text, "{}", cells.join(","));
    }
    text
}

/// The table as record batches of so many rows.
pub fn batches(columns: &[Written], rows: usize) -> Vec<RecordBatch> {
    let named = columns.iter().map(|column| (column.name, column.array.clone(), true));
    let whole = RecordBatch::try_from_iter_with_nullable(named).unwrap();
    let all = whole.num_rows();
    (0..all).step_by(rows).map(|start| whole.slice(start, rows.min(all - start))).collect()
}

/// As Parquet, with row groups of so many rows.
pub fn parquet(batches: &[RecordBatch], compression: Compression, group: usize) -> Vec<u8> {
    let properties = WriterProperties::builder()
        .set_compression(compression)
        .set_max_row_group_row_count(Some(group))
        .build();
    let mut out = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut out, batches[0].schema(), Some(properties)).unwrap();
    batches.iter().for_each(|batch| writer.write(batch).unwrap());
    writer.close().unwrap();
    out
}

/// As an Arrow file.
pub fn arrow_file(batches: &[RecordBatch]) -> Vec<u8> {
    let mut writer = FileWriter::try_new(Vec::new(), &batches[0].schema()).unwrap();
    batches.iter().for_each(|batch| writer.write(batch).unwrap());
    writer.into_inner().unwrap()
}

/// As a stream of Arrow messages.
pub fn arrow_stream(batches: &[RecordBatch]) -> Vec<u8> {
    let mut writer = StreamWriter::try_new(Vec::new(), &batches[0].schema()).unwrap();
    batches.iter().for_each(|batch| writer.write(batch).unwrap());
    writer.into_inner().unwrap()
}

/// Everything of an item that a learner, or a person, sees.
pub fn told(item: &Item<'_>) -> String {
    match item {
        Item::Bad(error) => error.to_string(),
        Item::Example(e) => {
            let features: Vec<(u32, u64)> = e.features.iter().map(|(i, v)| (i, v.to_bits())).collect();
            let label = e.label.map(f64::to_bits);
            let tag = String::from_utf8_lossy(e.tag);
            format!("{label:?} {} {tag} {:?} {features:?}", e.weight.to_bits(), e.features.groups())
        }
    }
}

/// All that came out, and the schema then.
pub type Outcome = Result<(Vec<String>, Schema), String>;

fn drain(mut stream: Stream) -> Outcome {
    let mut seen = Vec::new();
    loop {
        match stream.next(Duration::from_secs(60)).map_err(|error| error.to_string())? {
            Polled::Batch(batch) => seen.extend(batch.iter().map(|item| told(&item))),
            Polled::Waiting => panic!("the stream is stuck"),
            Polled::End => return Ok((seen, stream.into_schema())),
        }
    }
}

/// Reads bytes as a file of that name.
pub fn read(bytes: &[u8], name: &str, schema: &Schema, threads: usize, block: usize) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::File::create(&path).unwrap().write_all(bytes).unwrap();
    let reading = ReadOptions { threads, block, ..ReadOptions::default() };
    let stream = Stream::with(vec![Input::File(path.clone())], None, schema.clone(), reading);
    let without = |text: String| text.replace(&format!("{}/", folder.path().display()), "");
    let drained = stream.map_err(|error| error.to_string()).and_then(drain).map_err(without)?;
    let (seen, mut schema) = drained;
    schema.remarks = schema.remarks.into_iter().map(without).collect();
    Ok((seen.into_iter().map(without).collect(), schema))
}

/// Reads record batches from memory, in the background.
pub fn handed(batches: &[RecordBatch], schema: &Schema) -> Outcome {
    let owned = batches.to_vec();
    let reader = RecordBatchIterator::new(owned.into_iter().map(Ok), batches[0].schema());
    drain(Stream::of_batches("f", Box::new(reader), &mut schema.clone(), ReadOptions::default()).unwrap())
}

/// Reads record batches from memory, at once.
pub fn pushed(batches: &[RecordBatch], schema: &Schema) -> Outcome {
    let mut schema = schema.clone();
    let push = |schema: &mut Schema| -> Result<Vec<Batch>, ReadError> {
        let mut table = RecordBatches::new("f", &batches[0].schema(), schema)?;
        let mut ready = Vec::new();
        for batch in batches {
            ready.extend(table.push(batch, schema)?);
        }
        ready.extend(table.end(schema)?);
        Ok(ready)
    };
    let ready = push(&mut schema).map_err(|error| error.to_string())?;
    let seen = ready.iter().flat_map(|batch| batch.iter()).map(|item| told(&item)).collect();
    Ok((seen, schema))
}

/// A schema for the mixed table.
pub fn roles(kind: LabelKind) -> Schema {
    let mut schema = Schema::new(Labels::new(kind));
    (schema.weight, schema.tag) = (Some("w".into()), Some("id".into()));
    schema
}
