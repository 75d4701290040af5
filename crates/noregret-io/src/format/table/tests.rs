//! What rows of tables become.

use crate::pipeline::batch::Item;
use crate::{ColumnKind, Format, LabelKind, Labels, ReadError, Schema, parse_bytes};

type Row = (Option<f64>, f64, String, Vec<(String, f64)>);

fn read(text: &str, schema: &mut Schema) -> Result<Vec<Result<Row, String>>, ReadError> {
    let batches = parse_bytes(text.as_bytes(), "f", Some(Format::Csv), schema)?;
    let items = batches.iter().flat_map(|batch| batch.iter());
    let rows = items.map(|item| match item {
        Item::Bad(error) => Err(error.to_string()),
        Item::Example(e) => {
            let named = |(index, value)| (schema.names.get(index).unwrap().into_owned(), value);
            let mut features: Vec<_> = e.features.iter().map(named).collect();
            features.sort_by(|a, b| a.0.cmp(&b.0));
            Ok((e.label, e.weight, String::from_utf8_lossy(e.tag).into_owned(), features))
        }
    });
    Ok(rows.collect())
}

fn plain() -> Schema {
    Schema { bias: false, ..Schema::new(Labels::new(LabelKind::Real)) }
}

fn row(label: Option<f64>, features: &[(&str, f64)]) -> Result<Row, String> {
    let features = features.iter().map(|(name, value)| (name.to_string(), *value)).collect();
    Ok((label, 1.0, String::new(), features))
}

#[test]
fn kinds_are_decided_and_kept() {
    let mut schema = plain();
    let text = "age,Y,city,zip\n3,1,Oslo,0\n?,2,\"New\nYork\",7\n\nNA,,,\n";
    let rows = read(text, &mut schema).unwrap();
    assert_eq!(rows[0], row(Some(1.0), &[("age", 3.0), ("city=Oslo", 1.0)]));
    assert_eq!(rows[1], row(Some(2.0), &[("age=?missing", 1.0), ("city=New\nYork", 1.0), ("zip", 7.0)]));
    assert_eq!(rows[2], row(None, &[("age=?missing", 1.0), ("city=?missing", 1.0), ("zip=?missing", 1.0)]));
    assert_eq!(schema.label.as_deref(), Some("Y"));
    let kinds: Vec<_> = schema.columns.iter().map(|(name, kind)| (name.as_str(), *kind)).collect();
    use ColumnKind::{Category, Numeric};
    assert_eq!(kinds, [("age", Numeric), ("city", Category), ("zip", Numeric)]);
    let later = read("zip,Y\nabc,1\n5,1\n", &mut schema).unwrap();
    assert_eq!(
        later[0],
        Err("f:2: \"zip\" = \"abc\": the value is not a number, and the column is numeric".into())
    );
    assert_eq!(later[1], row(Some(1.0), &[("zip", 5.0)]));
    assert!(
        schema
            .remarks
            .iter()
            .any(|remark| remark == "f: age, city: columns learned from before that are missing here")
    );
    assert_eq!(read("new,zip,Y\n1,2,1\n", &mut schema).unwrap()[0], row(Some(1.0), &[("zip", 2.0)]));
    assert!(schema.remarks.iter().any(|remark| remark.starts_with("f: new: not among the columns")));
    schema.strict = true;
    assert!(read("zip,Y,new\n1,1,1\n", &mut schema).unwrap_err().to_string().contains("new: new here"));
}

#[test]
fn declared_columns_weights_and_tags() {
    let mut schema =
        Schema { weight: Some("w".into()), tag: Some("id".into()), ignore: vec!["x".into()], ..plain() };
    schema.label = Some("t".into());
    schema.columns.insert("zip".into(), ColumnKind::Category);
    let rows = read("zip,t,w,id,x\n0150,1,0.5,a b,9\n1,1,,c,9\n1,1,-1,c,9\n", &mut schema).unwrap();
    assert_eq!(rows[0], Ok((Some(1.0), 0.5, "a b".into(), vec![("zip=0150".into(), 1.0)])));
    assert!(rows[1].as_ref().unwrap_err().contains("weight is missing"));
    assert!(rows[2].as_ref().unwrap_err().contains("weight is negative"));
}

#[test]
fn infinity_does_not_make_a_column_a_category() {
    let rows = read("y,a\n1,2\n1,nan\n1,inf\n1,1e999\n", &mut plain()).unwrap();
    assert_eq!(rows[0], row(Some(1.0), &[("a", 2.0)]));
    assert_eq!(rows[1], row(Some(1.0), &[("a=?missing", 1.0)]));
    assert!(rows[2].as_ref().unwrap_err().contains("f:4: \"a\" = \"inf\": the value is not a finite number"));
    assert!(rows[3].is_err());
}

#[test]
fn tables_without_a_header() {
    let mut schema = Schema { label: Some("last".into()), ..plain() };
    let rows = read("5.1, x,1\n4.9, ?,2\n", &mut schema).unwrap();
    assert_eq!(rows[0], row(Some(1.0), &[("1", 5.1), ("2=x", 1.0)]));
    assert_eq!(rows[1], row(Some(2.0), &[("1", 4.9), ("2=?missing", 1.0)]));
    assert_eq!((schema.label.as_deref(), schema.dialect.as_ref().unwrap().named), (Some("3"), false));
    let short = read("1,x,2\n1,x\n", &mut schema).unwrap();
    assert_eq!(short[1], Err("f:2: 2 fields; the first row has 3".into()));
    // A header above numbers is left out, and the label may be absent in prediction.
    assert_eq!(read("a,b,c\n7,x,2\n", &mut schema).unwrap(), [row(Some(2.0), &[("1", 7.0), ("2=x", 1.0)])]);
    schema.label_optional = true;
    assert_eq!(read("7;x\n", &mut schema).unwrap(), [row(None, &[("1", 7.0), ("2=x", 1.0)])]);
    let error = read("1,2,3,4\n", &mut schema).unwrap_err().to_string();
    assert!(error.contains("4 fields in the first row"), "{error}");
    let error = read("1,2\n3,4\n", &mut plain()).unwrap_err().to_string();
    assert!(error.contains("--label last") && error.contains("the columns are: 1, 2"), "{error}");
}

#[test]
fn a_table_that_lost_its_header_is_read_in_order() {
    let mut schema = plain();
    read("y,a,b\n1,2,x\n0,3,z\n", &mut schema).unwrap();
    assert_eq!(read("1,2,x\n", &mut schema).unwrap(), [row(Some(1.0), &[("a", 2.0), ("b=x", 1.0)])]);
    assert!(schema.remarks.iter().any(|remark| remark.starts_with("f: no header; ")), "{:?}", schema.remarks);
    assert_eq!(
        read("b\ty\ta\nx\t1\t2\n", &mut schema).unwrap(),
        [row(Some(1.0), &[("a", 2.0), ("b=x", 1.0)])]
    );
}

#[test]
fn every_kind_has_its_features() {
    let mut schema = plain();
    let mut text = String::from("y,n,when,what,code\n");
    for k in 0..19 {
        text += &format!("1,{k},2011-01-{:02} 13:00,the {k} quick brown foxes,{k}\n", k + 1);
    }
    text += "1,-,NA,,B7\n1,7,2011-02-01,one one two,-\n";
    let rows = read(&text, &mut schema).unwrap();
    let years = |days: f64, seconds: f64| (days - 10_957.0 + seconds / 86_400.0) / 365.25;
    let word = 1.0 / 5f64.sqrt();
    let first = [
        ("what^0", word),
        ("what^brown", word),
        ("what^foxes", word),
        ("what^quick", word),
        ("what^the", word),
        ("when^hour=13", 1.0),
        ("when^month=1", 1.0),
        ("when^weekday=sat", 1.0),
        ("when^years", years(14_975.0, 46_800.0)),
    ];
    assert_eq!(rows[0], row(Some(1.0), &first));
    let missing = [("code=B7", 1.0), ("n=?missing", 1.0), ("what=?missing", 1.0), ("when=?missing", 1.0)];
    assert_eq!(rows[19], row(Some(1.0), &missing));
    let last = [
        ("code=?missing", 1.0),
        ("n", 7.0),
        ("what^one", 2.0 / 5f64.sqrt()),
        ("what^two", 1.0 / 5f64.sqrt()),
        ("when^month=2", 1.0),
        ("when^weekday=tue", 1.0),
        ("when^years", years(15_006.0, 0.0)),
    ];
    assert_eq!(rows[20], row(Some(1.0), &last));
    let late = read("y,when\n1,soon\n", &mut schema).unwrap();
    assert!(late[0].as_ref().unwrap_err().contains("\"when\" = \"soon\": the value is not a date"));
    for start in [
        "what: read as text",
        "when: read as dates, year, month, day",
        "code: 19 numbers and 1 texts such as \"B7\"",
    ] {
        assert!(
            schema.remarks.iter().any(|remark| remark.starts_with(start)),
            "{start}: {:?}",
            schema.remarks
        );
    }
}

#[test]
fn numbers_with_commas() {
    let dialect = Some(crate::Dialect { decimal_comma: true, ..Default::default() });
    let mut schema = Schema { dialect, weight: Some("w".into()), ..plain() };
    let rows = read("y;a;w\n1,5;2,25;0,5\n2;-1e-1;1\n", &mut schema).unwrap();
    assert_eq!(rows[0], Ok((Some(1.5), 0.5, String::new(), vec![("a".into(), 2.25)])));
    assert_eq!(rows[1], row(Some(2.0), &[("a", -0.1)]));
}

#[test]
fn a_model_from_before_has_no_feature_for_what_is_missing() {
    let mut schema = Schema { columns_fixed: true, label: Some("y".into()), ..plain() };
    schema.columns.insert("a".into(), ColumnKind::Numeric);
    schema.columns.insert("b".into(), ColumnKind::Category);
    let text = "y,a,b\n1,,\n2,NA,NA\nNA,?,?\n";
    let rows = read(text, &mut schema).unwrap();
    assert_eq!(rows, [row(Some(1.0), &[]), row(Some(2.0), &[("b=NA", 1.0)]), row(None, &[("b=?", 1.0)])]);
    assert_eq!(schema.dialect, None);
}

#[test]
fn prediction_needs_no_label() {
    let mut schema = plain();
    read("y,a\n1,2\n", &mut schema).unwrap();
    assert!(read("a\n2\n", &mut schema).is_err());
    schema.label_optional = true;
    assert_eq!(read("a\n2\n", &mut schema).unwrap()[0], row(None, &[("a", 2.0)]));
}

#[test]
fn lines_are_counted_across_quoted_breaks() {
    let rows = read("y,a\n1,\"x\n\n\"\n1\n\n1,2,3\n1,\"q\"z\n1,\"open\n", &mut plain()).unwrap();
    let errors: Vec<_> = rows.into_iter().filter_map(Result::err).collect();
    assert_eq!(errors.len(), 4);
    for (error, start) in
        errors.iter().zip(["f:5: 1 fields", "f:7: 3 fields", "f:8: text after", "f:9: a quote is"])
    {
        assert!(error.starts_with(start), "{error}");
    }
}

#[test]
fn a_header_alone_is_no_example() {
    let mut schema = plain();
    assert!(read("y,a\n", &mut schema).unwrap().is_empty());
    assert!(read("", &mut plain()).unwrap().is_empty());
    assert!(read("y,a\n1,b\n", &mut schema).unwrap()[0].is_ok(), "a column without values is not decided");
}
