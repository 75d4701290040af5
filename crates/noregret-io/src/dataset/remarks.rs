//! What people should hear about the columns of a table that is read whole: as of other tables ([`remarks`](crate::format::remarks)), and what became of
//! dates and of numbers among texts, which are categories here.
//!
//! The first rows speak for the column. What the user or the format said of a column is not questioned.

use super::delimited::record;
use super::grid::{Declared, Grid};
use super::reading::{Column, Values};
use crate::format::header::{self, Role};
use crate::format::remarks;
use crate::format::sample::{ROWS, Sample, Tally};
use crate::schema::rules::Rules;
use crate::schema::{ColumnKind, Schema};

/// The fewest dimensions of a category that are many for a column of numbers and a few texts.
const MANY: usize = 20;

/// All remarks; `columns` has the place, what was made of it, and whether the user said so.
pub(crate) fn all(grid: &Grid, columns: &[(usize, Column, bool)], label: Option<usize>) -> Vec<String> {
    let (mut sample, rules) = (Sample::new(grid.width()), Rules::of(&Schema::default()));
    (0..grid.rows().min(ROWS)).for_each(|row| sample.add(&record(grid, row), None, &rules));
    let mut roles = vec![Role::Ignored; grid.width()];
    let mut own = Vec::new();
    for (place, column, said) in columns {
        let tally = &sample.tallies[*place];
        // Parquet's dates are said to be categories because a metric has no other place for them.
        let declared = &grid.declared[*place];
        let judged = !said && matches!(declared, Declared::Nothing | Declared::Category(None));
        let odd = tally.dressed() || tally.all_dates() || tally.nearly_dates() || tally.numbers_like_dates();
        match judged.then(|| single(column, tally, sample.rows)).flatten() {
            Some(remark) => own.push(remark),
            None if odd => {}
            None => roles[*place] = Role::Feature(kind(column)),
        }
    }
    if let Some(place) = label {
        roles[place] = Role::Label;
        // What means missing cannot be said here.
        sample.tallies[place].spelling = None;
    }
    let named = |(name, role): (&String, Role)| header::Column { name: name.clone(), role };
    let roles: Vec<_> = grid.names.iter().zip(roles).map(named).collect();
    // Fields stand between commas as far as remarks go: nothing here reads decimal commas.
    let mut told = remarks::all(&roles, &sample, Some(','), &[], false);
    told.extend(own);
    told
}

fn kind(column: &Column) -> ColumnKind {
    match column.values {
        Values::Numbers(_) => ColumnKind::Numeric,
        Values::Categories(..) => ColumnKind::Category,
    }
}

/// What has to be said of one column that its values alone decided about, where a metric takes it otherwise than a learner does.
fn single(column: &Column, tally: &Tally, rows: usize) -> Option<String> {
    let name = &column.name;
    let Values::Categories(texts, _) = &column.values else {
        return tally.numbers_like_dates().then(|| {
            format!(
                "{name}: numbers that may be dates, and are taken as numbers; --ignore leaves columns out"
            )
        });
    };
    let dimensions = texts.len();
    if tally.all_dates() || tally.nearly_dates() {
        return Some(format!(
            "{name}: dates, and so a category of {dimensions} values, a dimension each; --ignore leaves columns out, and dates written as numbers are numbers"
        ));
    }
    if tally.dressed() {
        return Some(format!(
            "{name}: looks like numbers with signs for thousands, currency or per cent, or with a comma for a point, and is a category of {dimensions} values, a dimension each; without the signs they are read as numbers"
        ));
    }
    let mostly = tally.numbers > tally.texts && tally.texts > 0 && dimensions >= MANY;
    tally.stray.as_ref().filter(|_| mostly).map(|stray| {
        format!(
            "{name}: {} numbers and {} texts such as {stray:?} in the first {rows} rows, and so a category of {dimensions} values, a dimension each; with empty fields in place of the texts they are read as numbers",
            tally.numbers,
            tally.texts
        )
    })
}

#[cfg(test)]
mod tests {
    use crate::Input;
    use crate::dataset::{Dataset, TableOptions};

    fn read(text: &str, options: &TableOptions) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.csv");
        std::fs::write(&path, text).unwrap();
        Dataset::read(&Input::File(path), options).unwrap().remarks
    }

    #[test]
    fn dates_and_numbers_that_became_categories_are_told() {
        let row = |n: usize| {
            let odd = if n.is_multiple_of(15) { ".".to_owned() } else { (n * 37 % 101).to_string() };
            let price = format!("\"{},{}\"", n % 17, n % 9 + 1);
            format!(
                "2011-{:02}-{:02},{odd},{price},{},{}\n",
                n / 28 % 12 + 1,
                n % 28 + 1,
                n * 7919 % 1000,
                ["a", "b"][n * 31 % 7 % 2]
            )
        };
        let text = "day,odd,price,plain,class\n".to_owned() + &(0..300).map(row).collect::<String>();
        let told = read(&text, &TableOptions::default());
        let about = |name: &str| told.iter().find(|remark| remark.starts_with(&format!("{name}: "))).cloned();
        assert!(about("day").unwrap().contains("dates, and so a category of 300 values"), "{told:?}");
        assert!(about("odd").unwrap().contains("280 numbers and 20 texts such as"), "{told:?}");
        assert!(about("price").unwrap().contains("a comma for a point, and is a category of"), "{told:?}");
        assert_eq!(about("plain"), None);
        assert!(
            !told.concat().contains("--d") && !told.concat().contains("--na"),
            "flags that metric lacks: {told:?}"
        );
        // What the user says, and what is left out, is not spoken of.
        let said = TableOptions {
            ignore: vec!["day".into()],
            categorical: vec!["odd".into(), "price".into()],
            ..TableOptions::default()
        };
        let told = read(&text, &said);
        assert_eq!(told, [] as [String; 0]);
    }

    #[test]
    fn what_tables_are_told_elsewhere_is_told_here() {
        let row = |n: usize| format!("{n},7,{},{}\n", n * 7919 % 1000, ["a", "b"][n * 31 % 7 % 2]);
        let text = "id,same,x,class\n".to_owned() + &(1..=200).map(row).collect::<String>();
        let told = read(&text, &TableOptions::default()).join("; ");
        assert!(told.contains("id: nearly every value") && told.contains("same: the same value"), "{told}");
        let row = |n: usize| {
            format!(
                "{},{},{}\n",
                ["low", "high"][n / 3 % 2],
                ["2", "4", "more"][n % 3],
                ["a", "b"][n * 31 % 7 % 2]
            )
        };
        let few = "buying,doors,class\n".to_owned() + &(0..60).map(row).collect::<String>();
        assert_eq!(read(&few, &TableOptions::default()), [] as [String; 0]);
    }
}
