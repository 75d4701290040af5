//! What people should hear about the columns of a table, from its first rows: identifiers, constants, dates, texts among
//! numbers, and columns that give the label away.
//!
//! A column gives the label away if it alone tells it, or nearly so, in the first rows: for numbers, a correlation of 0.9999
//! or more; for two classes, one threshold; for any classes, the commonest one of each value that comes twice, or of missing values and all others. It must be right
//! for 199 in 200, and for 9 in 10 of those rows that are not of the commonest class, of which ten are needed. Weakness: first rows of one class tell nothing.

use crate::error::fault::quoted;
use crate::format::header::{Column, Role};
use crate::format::sample::{Sample, Tally, Value};
use crate::schema::ColumnKind;
use crate::text::date::DateForm;

/// The fewest rows that say something.
const LEAST: usize = 20;

/// All remarks on a table whose columns are decided.
/// `found` is what stands between fields, where something does; `decided` says whose kind the first rows decided, and `open` whether they decide what labels
/// are.
pub(crate) fn all(
    columns: &[Column],
    sample: &Sample,
    found: Option<char>,
    decided: &[bool],
    open: bool,
) -> Vec<String> {
    let rows = sample.rows;
    let features = || {
        columns.iter().zip(&sample.tallies).filter_map(|(column, tally)| match column.role {
            Role::Feature(kind) => Some((column.name.as_str(), kind, tally)),
            _ => None,
        })
    };
    let torn = columns.iter().zip(&sample.tallies).zip(decided).filter_map(|((column, tally), decided)| {
        let category = *decided && column.role == Role::Feature(ColumnKind::Category);
        (category && tally.mostly_numbers()).then(|| torn(&column.name, tally, rows)).flatten()
    });
    let list = |wanted: &dyn Fn(ColumnKind, &Tally) -> bool| {
        listed(features().filter(|(_, kind, tally)| wanted(*kind, tally)).map(|(name, _, _)| name))
    };
    let constant = |_, tally: &Tally| rows > 1 && tally.different() == Some((rows, 1));
    let readable = matches!(found, None | Some(';' | '\t' | '|' | ' '));
    let commas = |kind, tally: &Tally| is_dressed(kind, tally) && has_commas(tally, readable);
    let signs = |kind, tally: &Tally| is_dressed(kind, tally) && !has_commas(tally, readable);
    let labelled = columns.iter().zip(&sample.tallies).find(|(column, _)| column.role == Role::Label);
    let label = labelled.map(|(_, tally)| &tally.values);
    let away = |_, tally: &Tally| label.is_some_and(|label| gives_away(&tally.values, label));
    let lists = [
        list(&identifies).map(|names| {
            format!(
                "{names}: nearly every value of the first {rows} rows is different, as in identifiers and counts of rows; what is learned of \
                 them may not hold for other rows, and spoil a saved model; --ignore leaves columns out"
            )
        }),
        list(&constant).map(|names| format!("{names}: the same value in all of the first {rows} rows")),
        list(&|_, tally: &Tally| rows > 0 && tally.is_empty())
            .map(|names| format!("{names}: no value in the first {rows} rows")),
        list(&commas).map(|names| {
            format!("{names}: looks like numbers with a comma for a point; --decimal-comma reads them")
        }),
        list(&signs).map(|names| {
            format!("{names}: looks like numbers with signs for thousands, currency or per cent, or with a comma for a point; without them they are read as numbers")
        }),
        list(&|kind, tally| kind == ColumnKind::Numeric && tally.numbers_like_dates())
            .map(|names| format!("{names}: numbers that may be dates; --dates reads them as dates")),
        list(&|kind, tally| kind == ColumnKind::Category && tally.dates_of_two_digits()).map(|names| {
            format!("{names}: may be dates with years of two digits, which are not read as dates; write years with four")
        }),
        list(&away).map(|names| {
            format!("{names}: tells the label alone in the first {rows} rows; --ignore it unless it is known before the label is")
        }),
    ];
    let single = features().filter_map(|(name, kind, tally)| single(name, kind, tally, rows));
    let label = labelled.and_then(|(column, tally)| of_label(&column.name, tally, readable, rows, open));
    let absent = labelled.and_then(|(column, tally)| without_label(&column.name, tally, rows));
    lists.into_iter().flatten().chain(label).chain(absent).chain(single).chain(torn).collect()
}

/// Whether a column is one of texts that would be numbers without their signs.
fn is_dressed(kind: ColumnKind, tally: &Tally) -> bool {
    matches!(kind, ColumnKind::Category | ColumnKind::Mixed) && tally.dressed()
}

/// Whether signs are commas for points, where a comma is not what stands between fields.
fn has_commas(tally: &Tally, readable: bool) -> bool {
    readable && tally.commas > 0 && tally.signs == 0
}

/// What has to be said of labels that are taken for classes, and may be none.
fn of_label(name: &str, tally: &Tally, readable: bool, rows: usize, open: bool) -> Option<String> {
    let texts = |(count, different): (usize, usize)| count >= 5 * LEAST && 20 * different >= 19 * count;
    let many = tally.numbers == 0 && tally.different().is_some_and(texts);
    if tally.dressed() && tally.texts >= LEAST {
        let help = match has_commas(tally, readable) {
            true => "a comma for a point; --decimal-comma reads them",
            false => {
                "signs for thousands, currency or per cent, or with a comma for a point; without them they are read as numbers"
            }
        };
        return Some(format!("the label {name} looks like numbers with {help}; as it is, each is a class"));
    }
    // Only whole numbers that follow a text are taken for classes.
    let text_first = tally.values.iter().find(|value| **value != Value::Missing);
    let mixed = open && tally.numbers > 0 && tally.whole && matches!(text_first, Some(Value::Text(_)));
    if let Some(stray) = tally.stray.as_ref().filter(|_| mixed) {
        let (numbers, texts) = (tally.numbers, tally.texts);
        return Some(format!(
            "the label {name}: {numbers} numbers and {texts} texts such as {stray:?} in the first {rows} rows, each of them a class; --na {} \
             takes this one for missing",
            quoted(stray)
        ));
    }
    let dates = if tally.nearly_dates() || tally.all_dates() { ", dates" } else { "" };
    (many || (!dates.is_empty() && tally.texts >= LEAST)).then(|| {
        format!("the label {name}: texts{dates} that nearly all differ in the first {rows} rows, each of them a class; is it the column to be learned?")
    })
}

/// What has to be said of labels among which some mean that there is none.
fn without_label(name: &str, tally: &Tally, rows: usize) -> Option<String> {
    let spelling = tally.spelling.as_ref().filter(|_| tally.texts > 0)?;
    let count = tally.spelled;
    Some(format!(
        "the label {name}: {count} of the first {rows} rows say that it is missing, such as {spelling:?}; --na only: takes such texts for classes"
    ))
}

/// What has to be said of a category most of whose values are numbers.
fn torn(name: &str, tally: &Tally, rows: usize) -> Option<String> {
    let stray = tally.stray.as_ref().filter(|_| !tally.dressed() && !tally.nearly_dates())?;
    let (numbers, texts) = (tally.numbers, tally.texts);
    Some(format!(
        "{name}: {numbers} numbers and {texts} texts such as {stray:?} in the first {rows} rows, and so a category, whose numbers are \
         texts too; --na {} makes it missing, and without such texts it is a column of numbers",
        quoted(stray)
    ))
}

/// What has to be said of one column.
fn single(name: &str, kind: ColumnKind, tally: &Tally, rows: usize) -> Option<String> {
    match kind {
        ColumnKind::Mixed if tally.dressed() => None,
        ColumnKind::Category if tally.nearly_dates() => tally.no_date.as_ref().map(|stray| {
            let (dates, others) = (tally.dates, tally.numbers + tally.texts - tally.dates);
            format!(
                "{name}: {dates} dates and {others} other values such as {stray:?} in the first {rows} rows, and so a category; --na {} makes \
                 it missing, and a column of dates, which --dates {name} asks for",
                quoted(stray)
            )
        }),
        ColumnKind::Mixed => tally.stray.as_ref().map(|stray| {
            let (numbers, texts) = (tally.numbers, tally.texts);
            format!(
                "{name}: {numbers} numbers and {texts} texts such as {stray:?} in the first {rows} rows; each text is a \
                 feature of its own, --na {} makes it missing",
                quoted(stray)
            )
        }),
        ColumnKind::Date(Some(form)) => {
            Some(format!("{name}: read as dates, {}; --categorical {name} takes them as texts", told(form)))
        }
        ColumnKind::Category if tally.all_dates() && tally.forms.ambiguous() => Some(format!(
            "{name}: looks like dates, but day and month cannot be told apart; --dates {name} takes the month first, with \
             --day-first the day"
        )),
        ColumnKind::Text => {
            Some(format!("{name}: read as text, a feature for each word; --categorical {name} takes it whole"))
        }
        _ => None,
    }
}

fn told(form: DateForm) -> &'static str {
    match form {
        DateForm::YearFirst => "year, month, day",
        DateForm::DayFirst => "day, month, year",
        DateForm::MonthFirst => "month, day, year",
        DateForm::MonthName => "with the name of the month",
        DateForm::Compact => "eight digits",
        DateForm::Unix => "seconds since 1970",
    }
}

/// Names, at most ten of them; none of none.
pub(crate) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> Option<String> {
    let names: Vec<&str> = names.collect();
    let more = if names.len() > 10 { format!(" and {} more", names.len() - 10) } else { String::new() };
    (!names.is_empty()).then(|| names[..names.len().min(10)].join(", ") + &more)
}

/// Whether nearly every value is different, though values of that kind usually repeat. Whole numbers often do not; they are
/// taken for identifiers if all of them rise, or have ten digits or more.
fn identifies(kind: ColumnKind, tally: &Tally) -> bool {
    let Some((count, different)) = tally.different() else { return false };
    let number = |value: &Value| if let Value::Number(x) = value { Some(*x) } else { None };
    let numbers = || tally.values.iter().filter_map(number);
    let counts = || numbers().zip(numbers().skip(1)).all(|(a, b)| a < b) || numbers().all(|x| x >= 1e9);
    let nearly = match kind {
        ColumnKind::Category => {
            let told = tally.dressed() || tally.nearly_dates() || tally.dates_of_two_digits();
            20 * different >= 19 * count && !told
        }
        ColumnKind::Numeric => tally.whole && different == count && counts() && !tally.numbers_like_dates(),
        _ => false,
    };
    count >= 5 * LEAST && nearly
}

/// Whether a column's values tell the label's.
fn gives_away(values: &[Value], labels: &[Value]) -> bool {
    let labelled = |(_, label): &(Value, Value)| *label != Value::Missing;
    let pairs: Vec<(Value, Value)> =
        values.iter().copied().zip(labels.iter().copied()).filter(labelled).collect();
    let met: Vec<(Value, Value)> =
        pairs.iter().copied().filter(|(value, _)| *value != Value::Missing).collect();
    if pairs.len() < LEAST {
        return false;
    }
    let mut classes: Vec<Value> = Vec::new();
    for (_, label) in &met {
        if !classes.contains(label) {
            classes.push(*label);
        }
        if classes.len() > 2 {
            break;
        }
    }
    let threshold = match classes[..] {
        [first, _] => {
            separates(&met.iter().map(|(value, label)| (*value, *label == first)).collect::<Vec<_>>())
        }
        _ => classes.len() > 2 && met.len() >= LEAST && correlates(&met),
    };
    let missing =
        |(value, label): &(Value, Value)| (Value::Number(f64::from(*value == Value::Missing)), *label);
    threshold || groups(&pairs) || groups(&pairs.iter().map(missing).collect::<Vec<_>>())
}

/// Whether so few rows are told wrongly that this is no chance: of those outside the commonest class, ten or more, at most a tenth, and one in 200 of all.
fn is_told(wrong: usize, rows: usize, outside: usize) -> bool {
    outside >= LEAST / 2 && 10 * wrong <= outside && 200 * wrong <= rows
}

/// Whether numbers go with numeric labels.
fn correlates(pairs: &[(Value, Value)]) -> bool {
    let mut numbers = Vec::with_capacity(pairs.len());
    for pair in pairs {
        let (Value::Number(x), Value::Number(y)) = pair else { return false };
        numbers.push((*x, *y));
    }
    let n = numbers.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| numbers.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| numbers.iter().map(|p| of(p.0 - x, p.1 - y)).sum::<f64>();
    let (xx, yy, xy) = (sum(&|a, _| a * a), sum(&|_, b| b * b), sum(&|a, b| a * b));
    xx > 0.0 && yy > 0.0 && (xx * yy).is_finite() && xy * xy >= 0.9998 * xx * yy
}

/// Whether one threshold tells two classes apart.
fn separates(labelled: &[(Value, bool)]) -> bool {
    let number =
        |(value, one): &(Value, bool)| if let Value::Number(x) = value { Some((*x, *one)) } else { None };
    let mut numbers: Vec<(f64, bool)> = labelled.iter().filter_map(number).collect();
    if numbers.len() < labelled.len() {
        return false;
    }
    numbers.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let (n, ones) = (numbers.len(), numbers.iter().filter(|(_, one)| *one).count());
    if n < LEAST {
        return false;
    }
    let (mut below, mut best) = (0, 0);
    for place in 0..n {
        // Right if the class is true at and below the threshold, or above it.
        if place > 0 && numbers[place].0 > numbers[place - 1].0 {
            let right = below + (n - place - (ones - below));
            best = best.max(right).max(n - right);
        }
        below += usize::from(numbers[place].1);
    }
    is_told(n - best, n, ones.min(n - ones))
}

/// Whether values that come again have one class each, whatever classes there are; a missing one is a value like others.
fn groups(pairs: &[(Value, Value)]) -> bool {
    let key = |value: &Value| match value {
        Value::Number(x) => (0, x.to_bits()),
        Value::Text(hash) => (1, *hash),
        Value::Missing => (2, 0),
    };
    // The commonest class of some rows, which are in order.
    let commonest = |rows: &[Keys]| rows.chunk_by(|a, b| a.1 == b.1).map(<[Keys]>::len).max().unwrap_or(0);
    let mut rows: Vec<Keys> = pairs.iter().map(|(value, label)| (key(value), key(label))).collect();
    rows.sort_unstable();
    let again = || rows.chunk_by(|a, b| a.0 == b.0).filter(|rows| rows.len() > 1);
    let (all, right) = again().fold((0, 0), |(all, right), rows| (all + rows.len(), right + commonest(rows)));
    let values = rows.chunk_by(|a, b| a.0 == b.0).count();
    if values < 2 || 10 * all < 9 * rows.len() {
        return false;
    }
    rows.sort_unstable_by_key(|row| row.1);
    // Of many classes, few rows of a value say little: those of one person are alike.
    let classes = rows.chunk_by(|a, b| a.1 == b.1).count();
    if classes > 2 && 10 * values > rows.len() {
        return false;
    }
    is_told(all - right, all, rows.len() - commonest(&rows))
}

/// A value and a label.
type Keys = ((u8, u64), (u8, u64));

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(list: impl Iterator<Item = u64>) -> Vec<Value> {
        list.map(Value::Text).collect()
    }

    fn numbers(list: impl Iterator<Item = f64>) -> Vec<Value> {
        list.map(Value::Number).collect()
    }

    #[test]
    fn a_copy_of_the_label_gives_it_away() {
        let classes = texts((0..100).map(|n| n % 2));
        assert!(gives_away(&texts((0..100).map(|n| 7 + n % 2)), &classes));
        let apart = |by: f64| numbers((0..100).map(move |n| f64::from(n % 2) * by + f64::from(n)));
        assert!(gives_away(&apart(500.0), &classes) && !gives_away(&apart(50.0), &classes));
        assert!(gives_away(
            &numbers((0..100).map(|n| f64::from(-3 * n) + 7.0)),
            &numbers((0..100).map(f64::from))
        ));
    }

    #[test]
    fn ordinary_columns_do_not() {
        let classes = texts((0..100).map(|n| n % 2));
        assert!(!gives_away(&texts(0..100), &classes), "identifiers tell nothing");
        assert!(!gives_away(&numbers((0..100).map(f64::from)), &classes));
        assert!(!gives_away(&texts((0..100).map(|n| n % 3)), &classes));
        assert!(
            !gives_away(&texts((0..100).map(|n| n % 2)), &texts((0..100).map(|n| u64::from(n == 50)))),
            "one class alone"
        );
        assert!(!gives_away(&texts((0..10).map(|n| n % 2)), &texts((0..10).map(|n| n % 2))), "too few");
        assert!(!gives_away(&numbers((0..100).map(|n| f64::from(n * n))), &numbers((0..100).map(f64::from))));
        let missing = vec![Value::Missing; 100];
        assert!(!gives_away(&missing, &classes) && !gives_away(&classes, &missing));
        assert!(!gives_away(&numbers((0..100).map(|_| 1.0)), &numbers((0..100).map(f64::from))), "constants");
    }

    #[test]
    fn classes_are_given_away_by_what_goes_with_them() {
        let three = texts((0..90).map(|n| n % 3));
        assert!(gives_away(&texts((0..90).map(|n| 40 + n % 3)), &three), "a text for each");
        assert!(gives_away(&numbers((0..90).map(|n| f64::from(7 - n % 3))), &three), "a number for each");
        assert!(gives_away(&texts((0..90).map(|n| 40 + n % 9)), &three), "three texts for each");
        assert!(!gives_away(&texts((0..90).map(|n| n % 3 / 2)), &three), "two of three classes alike");
        assert!(!gives_away(&texts((0..90).map(|n| n % 18)), &three), "persons with five rows each");
        let grades = numbers((0..90).map(|n| f64::from(n % 6)));
        assert!(gives_away(&texts((0..90).map(|n| n % 6)), &grades), "a text for each number");
        // Missing exactly where the label is 0.
        let label = numbers((0..90).map(|n| f64::from(u8::from(n % 3 > 0))));
        let paid = |n: u32| {
            if !n.is_multiple_of(3) { Value::Number(f64::from(n * 7919 % 1000)) } else { Value::Missing }
        };
        assert!(gives_away(&(0..90).map(paid).collect::<Vec<_>>(), &label));
        let some = |n: u32| {
            if !n.is_multiple_of(4) { Value::Number(f64::from(n * 7919 % 1000)) } else { Value::Missing }
        };
        assert!(!gives_away(&(0..90).map(some).collect::<Vec<_>>(), &label));
        // One in 25.
        let rare = texts((0..500).map(|n| u64::from(n % 25 == 0)));
        assert!(
            gives_away(&rare, &rare)
                && gives_away(&numbers((0..500).map(|n| f64::from(u8::from(n % 25 == 0)))), &rare)
        );
        assert!(
            !gives_away(&texts((0..500).map(|n| n % 7)), &rare),
            "what is always right of the commonest tells nothing"
        );
        assert!(!gives_away(&texts((0..500).map(|n| n / 2)), &rare), "pairs of rows tell little");
    }

    #[test]
    fn lists_are_short() {
        assert_eq!(listed(std::iter::empty()), None);
        assert_eq!(listed(["a", "b"].into_iter()), Some("a, b".into()));
        assert_eq!(listed(["x"; 12].into_iter()).unwrap().matches('x').count(), 10);
    }
}
