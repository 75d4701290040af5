//! The fast way through a table and the way field by field: the same drafts, bit for bit, whatever the rows are.

use std::sync::Arc;

use proptest::prelude::*;

use super::Table;
use crate::draft::context::{Context, Contexts};
use crate::draft::drafter::Drafter;
use crate::draft::{Draft, What};
use crate::{ColumnKind, Dialect, Format, LabelKind, Labels, Schema};

/// Cells that are ordinary, and such as are not.
const CELLS: [&str; 44] = [
    "1",
    "-2.5",
    "0",
    "0.0",
    "-0",
    "1e5",
    " 7",
    "7 ",
    "12345678",
    "123456789012",
    "0.1234567890123456789",
    "-98765432.1234567",
    "3.",
    ".5",
    "+4",
    "1e999",
    "inf",
    "nan",
    "NA",
    "?",
    "-",
    "",
    "  ",
    "-999",
    "x",
    "x y",
    " x ",
    "007",
    "Zoë",
    "a\"b",
    "\"q\"",
    "\" q \"",
    "\"12\"",
    "\"\"",
    "\"a,b\"",
    "\"a\tb;c\"",
    "\"a\"\"b\"",
    "\"a\nb\"",
    "\"a\"x",
    " \"b\"",
    "\"z\" ",
    "\"open",
    "a\0b",
    "an ordinary text that is longer than a window is",
];
const ENDS: [&str; 5] = ["\n", "\n", "\r\n", " \n", "\n \n\n"];

/// A drafter and a table; the second way has no fast one.
struct Way {
    table: Table,
    rows: Drafter,
    context: Arc<Context>,
}

impl Way {
    fn new(schema: &Schema, fast: bool, header: &str) -> Self {
        let context = Arc::new(Contexts::new(schema).unwrap().start(&"f".into(), Format::Csv).unwrap());
        let mut rows = Drafter::new(context.clone());
        let mut table = Table::under_header(context.clone());
        table.parse(header.as_bytes(), true, &mut 0, &mut rows).unwrap();
        assert_eq!(table.undecided(), None);
        assert!(table.quick.is_some(), "the columns allow it");
        if !fast {
            table.quick = None;
        }
        rows.take(0);
        Self { table, rows, context }
    }

    /// Drafts rows and meets their names, as the merger does.
    fn draft(&mut self, text: &str) -> Vec<String> {
        let draft = self.table.draft(text.as_bytes(), &mut self.rows);
        if let Some(prints) = &self.context.prints {
            draft.fresh.names.iter().for_each(|name| {
                let _ = prints.meet(name.index, name.print);
            });
        }
        shown(&draft)
    }
}

fn shown(draft: &Draft) -> Vec<String> {
    let mut met = 0;
    let mut shown: Vec<String> = draft
        .rows
        .iter()
        .map(|row| match &row.what {
            What::Bad(refusal) => format!("{} {:?} {}", row.line, refusal.field, refusal.fault),
            What::Example { cells, weight, label, fresh, collisions, .. } => {
                let features = draft.arena.features(cells);
                let features: Vec<_> =
                    features.iter().map(|(index, value)| (index, value.to_bits())).collect();
                let names = &draft.fresh.names[met..*fresh as usize];
                met = *fresh as usize;
                let names: Vec<_> =
                    names.iter().map(|n| (n.index, n.print, n.separator, draft.fresh.parts(n))).collect();
                let text = |(start, end): (u32, u32)| &draft.arena.text[start as usize..end as usize];
                let (label, tag) = (label.map(text), draft.arena.tag(cells));
                format!("{} {features:?} {weight} {label:?} {tag:?} {names:?} {collisions}", row.line)
            }
        })
        .collect();
    shown.push(draft.lines.to_string());
    shown
}

/// Numbers, categories, either; label, weight, tag; a column that is left out.
fn schema(bits: u8, kept: bool, bias: bool, missing: Option<&str>) -> Schema {
    let mut schema =
        Schema { bits: Some(bits), bias, keep_names: kept, ..Schema::new(Labels::new(LabelKind::Real)) };
    let kinds = [
        ColumnKind::Numeric,
        ColumnKind::Numeric,
        ColumnKind::Category,
        ColumnKind::Category,
        ColumnKind::Mixed,
    ];
    schema.columns = ["n", "k", "c", "d", "m"].map(str::to_owned).into_iter().zip(kinds).collect();
    (schema.weight, schema.tag) = (Some("w".into()), Some("t".into()));
    schema.ignore = vec!["i".into()];
    schema.dialect = missing.map(|text| Dialect { missing: Some(vec![text.into()]), ..Dialect::default() });
    schema
}

/// A row that is often of the right width, with ordinary cells where numbers must be.
fn row() -> impl Strategy<Value = (Vec<usize>, usize, usize)> {
    (prop::collection::vec(0..CELLS.len(), 8), 0..ENDS.len(), 0..40usize)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    #[test]
    fn fast_rows_are_those_read_with_care(
        blocks in prop::collection::vec(prop::collection::vec(row(), 1..8), 1..4),
        delimiter in 0usize..3,
        bits in prop::sample::select(vec![3u8, 6, 22]),
        kept in any::<bool>(),
        bias in any::<bool>(),
        listed in 0usize..4,
    ) {
        let delimiter = [",", "\t", ";"][delimiter];
        let schema = schema(bits, kept, bias, [None, None, None, Some("-999")][listed]);
        let header = ["n", "c", "y", "k", "w", "m", "t", "d", "i"].join(delimiter) + "\n";
        let (mut fast, mut slow) = (Way::new(&schema, true, &header), Way::new(&schema, false, &header));
        for block in blocks {
            let mut text = String::new();
            for (cells, end, odd) in block {
                let mut cells: Vec<&str> = cells.iter().map(|&cell| CELLS[cell]).collect();
                cells.insert(8, "i");
                // Most rows have numbers where they must, and the right width.
                if odd > 3 {
                    (cells[0], cells[3], cells[4]) = (CELLS[odd % 16], CELLS[odd % 11], "1");
                }
                match odd {
                    0 => cells.truncate(5),
                    1 => cells.push("more"),
                    _ => {}
                }
                text += &(cells.join(delimiter) + ENDS[end]);
            }
            prop_assert_eq!(fast.draft(&text), slow.draft(&text), "{:?}", text);
        }
    }
}

#[test]
fn quick_rows_are_quick() {
    let header = "n,c,y,k,w,m,t,d,i\n";
    let mut fast = Way::new(&schema(22, true, true, None), true, header);
    for line in [
        "1,a,0,-2.5,1,b,t,?,x\n",
        ",,,,2,,,,\r\n",
        "\"1\",\"a b\",1, 3 ,1,4,\"u\",d,\"\"\n",
        "0,a\"b,1,1e3,1,NA,,d,i\n",
    ] {
        let quick = fast.table.quick.as_mut().unwrap();
        let end = super::whole_line(line.as_bytes()).unwrap();
        assert!(quick.row(line.as_bytes(), end, &fast.context.rules, &mut fast.rows).is_some(), "{line:?}");
    }
}
