//! The first rows of a table, and what they say of it: whether its first row is a header, and what each column holds.
//!
//! A first row is a header if none of its cells is a number, a date or missing, and below it stands a column of nothing but numbers
//! or dates (years that rise may stand among its cells); or, where all is text, if no cell of it stands in its own column again and no two are alike; or if it holds a
//! usual name of a label that does not stand in its column again.
//!
//! A column whose values are all numbers is numeric; if at most one in twenty is a text, it is a number with texts. A column
//! of dates of one form is a date. Texts of four words or more, on average, of which half or more are different, are texts.
//! Everything else is a category. A column without any value takes both numbers and texts.

use xxhash_rust::xxh3::xxh3_64;

use crate::error::fault::NumberFault;
use crate::format::dressed::{Dress, dress};
use crate::format::header;
use crate::schema::ColumnKind;
use crate::schema::rules::Rules;
use crate::text::date::{self, DateForm, Forms};
use crate::text::record::Record;
use crate::text::words;

/// Rows, bytes, and columns of which single values are kept, at most.
pub(crate) const ROWS: usize = 1000;
pub(crate) const BYTES: usize = 16 << 20;
pub(crate) const KEPT_COLUMNS: usize = 1000;

/// What the first rows say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sample {
    /// How many bytes and records were read; a record may be of a wrong width.
    pub(crate) used: usize,
    pub(crate) records: usize,
    /// How many rows were of the right width.
    pub(crate) rows: usize,
    pub(crate) tallies: Vec<Tally>,
}

/// A value, as far as it is needed to compare it with others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    Missing,
    Number(f64),
    /// The hash of a text.
    Text(u64),
}

/// What the first rows of a column are.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    pub(crate) numbers: usize,
    pub(crate) texts: usize,
    /// Lone dashes, which are missing among numbers.
    pub(crate) dashes: usize,
    /// Whether every number is whole.
    pub(crate) whole: bool,
    /// Texts that are numbers with a comma for a point; such as may have it for thousands; such as have other signs.
    pub(crate) commas: usize,
    pub(crate) either: usize,
    pub(crate) signs: usize,
    /// Texts that are dates, the forms that all of them have, and the first text that is none.
    pub(crate) dates: usize,
    pub(crate) date_forms: Forms,
    pub(crate) no_date: Option<String>,
    /// The forms in which every text is a date, and every number one of eight digits.
    pub(crate) forms: Forms,
    compact: bool,
    words: usize,
    /// How many texts may be dates with years of two digits.
    short_dates: usize,
    /// How many values are written as what means missing, and the first of them.
    pub(crate) spelled: usize,
    pub(crate) spelling: Option<String>,
    /// The first text among numbers.
    pub(crate) stray: Option<String>,
    /// Whether the first row's cell stands here again.
    again: bool,
    /// Every row's value, where columns are not too many.
    pub(crate) values: Vec<Value>,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            numbers: 0,
            texts: 0,
            dashes: 0,
            whole: true,
            commas: 0,
            either: 0,
            signs: 0,
            dates: 0,
            date_forms: Forms::ALL,
            no_date: None,
            forms: Forms::ALL,
            compact: true,
            words: 0,
            short_dates: 0,
            spelled: 0,
            spelling: None,
            stray: None,
            again: false,
            values: Vec::new(),
        }
    }
}

impl Sample {
    /// For a table of so many columns.
    pub(crate) fn new(width: usize) -> Self {
        Self { tallies: (0..width).map(|_| Tally::default()).collect(), ..Self::default() }
    }

    /// Takes a row in; `first` is the first row of the table, if this is a later one.
    pub(crate) fn add(&mut self, row: &Record, first: Option<&Record>, rules: &Rules) {
        if row.len() != self.tallies.len() {
            return;
        }
        self.rows += 1;
        let keep = self.tallies.len() <= KEPT_COLUMNS;
        for (place, tally) in self.tallies.iter_mut().enumerate() {
            let text = row.get(place);
            tally.again |= first.is_some_and(|first| first.get(place) == text);
            let value = tally.add(text, rules);
            if keep {
                tally.values.push(value);
            }
        }
    }

    /// Takes in the first row of the table, which comes before all others.
    pub(crate) fn add_first(&mut self, row: &Record, rules: &Rules) {
        self.add(row, None, rules);
        self.records += 1;
        for values in
            self.tallies.iter_mut().map(|tally| &mut tally.values).filter(|values| !values.is_empty())
        {
            values.rotate_right(1);
        }
    }

    /// Whether the first row names the columns, as far as can be seen.
    pub(crate) fn is_header(&self, first: &Record, rules: &Rules) -> bool {
        let number = |text: &[u8]| rules.parse(text) != Err(NumberFault::NotNumber);
        let data = |text: &[u8]| number(text) || rules.missing.number(text) || date_like(text);
        let years = self.years(first, rules);
        let title = |text: &[u8]| text.is_empty() || !data(text) || (years && number(text));
        let usual = |(text, tally): (&[u8], &Tally)| {
            !tally.again && std::str::from_utf8(text).is_ok_and(header::usual)
        };
        if first.iter().zip(&self.tallies).any(usual) {
            return true;
        }
        if first.iter().all(<[u8]>::is_empty) {
            return false;
        }
        if !first.iter().all(title) {
            return self.numbered(first, rules);
        }
        if self.rows == 0 || self.tallies.iter().any(|tally| tally.all_numbers() || tally.all_dates()) {
            return true;
        }
        let mut texts: Vec<&[u8]> = first.iter().collect();
        texts.sort_unstable();
        let alone = |(text, tally): (&[u8], &Tally)| text.is_empty() || !tally.again;
        texts.windows(2).all(|pair| pair[0] != pair[1]) && first.iter().zip(&self.tallies).all(alone)
    }

    /// Whether the first row names the columns, though numbers, dates or `NA` are among its cells. No two cells may be alike, and no text may stand in its
    /// column again. Then it does if
    ///
    /// * its first cell is empty over a column of different values, none missing, as pandas and R write it, and its numbers are whole and rise; or
    /// * its numbers are 0, 1, ... or 1, 2, ... or years in a row, and a text among them does not go with its column; or
    /// * two texts or dates stand over columns of nothing but numbers.
    fn numbered(&self, first: &Record, rules: &Rules) -> bool {
        let named = Named::of(self, first, rules);
        if self.rows < Named::ROWS || named.twice || named.again {
            return false;
        }
        let run = named.in_a_row();
        let known = named.numbers.len();
        let alone = !named.number_again;
        let indexed =
            first.get(0).is_empty() && self.tallies.first().is_some_and(|tally| tally.tells_rows(self.rows));
        let rising = named.numbers.windows(2).all(|pair| pair[0] < pair[1]) && named.whole;
        let apart = named.over_numbers > 0 || named.over_texts > 0;
        let by_index = indexed && rising && (alone || run) && (known >= 2 || apart);
        // How sure the run of numbers is: numbers that come again below must be many, or have texts over columns of many numbers beside them.
        let sure = alone || known >= 4 || (known == 3 && named.over_many > 0) || named.over_many >= 2;
        let long = known > 2 || named.over_numbers > 0 || named.over_fractions;
        let by_run = run && apart && sure && long;
        let by_texts = named.over_many >= 2 && alone;
        by_index || by_run || by_texts
    }

    /// Whether the numbers of the first row are years that rise, at least three, as a header has them above columns of years. Where some are left out
    /// between them, no cell may stand in its column again, and most of these columns must hold numbers that are no years.
    fn years(&self, first: &Record, rules: &Rules) -> bool {
        let year = |y: f64| (1800.0..2200.0).contains(&y) && y == y.trunc();
        let years: Vec<(usize, f64)> = first
            .iter()
            .enumerate()
            .filter_map(|(place, text)| Some((place, rules.parse(text).ok()?)))
            .collect();
        let rise = years.windows(2).all(|pair| pair[0].1 < pair[1].1);
        if years.len() < 3 || years.len() >= first.len() || !rise || !years.iter().all(|(_, y)| year(*y)) {
            return false;
        }
        if years.windows(2).all(|pair| pair[1].1 == pair[0].1 + 1.0) {
            return true;
        }
        let no_year = |value: &Value| matches!(value, Value::Number(x) if !year(*x));
        let others = |(place, _): &&(usize, f64)| self.tallies[*place].values.iter().any(no_year);
        let alone = first.iter().zip(&self.tallies).all(|(text, tally)| text.is_empty() || !tally.again);
        alone && 2 * years.iter().filter(others).count() > years.len()
    }

    /// Whether the first row, which was taken for a row, may yet be a header: a text stands over a column of nothing but numbers, or all of it is 0, 1, 2, ....
    pub(crate) fn may_be_header(&self, first: &Record, rules: &Rules) -> bool {
        let named = Named::of(self, first, rules);
        let places = first.len() >= 4
            && named.numbers.len() == first.len()
            && named.in_a_row()
            && self.rows >= Named::MANY;
        named.over_many > 0 || (places && named.numbers[0] == 0.0)
    }
}

/// The first row held against its columns.
#[derive(Default)]
struct Named {
    /// Its numbers, in the order of columns, and whether all are whole.
    numbers: Vec<f64>,
    whole: bool,
    /// Whether a number, or a text, stands in its column again.
    number_again: bool,
    again: bool,
    /// Whether two cells are alike.
    twice: bool,
    /// How many texts and dates stand over nothing but numbers, and over many of them.
    over_numbers: usize,
    over_many: usize,
    /// How many texts stand over texts that come again and again.
    over_texts: usize,
    /// Whether every number stands over numbers of which some are not whole.
    over_fractions: bool,
}

impl Named {
    /// The fewest rows, the fewest texts that may be said to come again, and many numbers.
    const ROWS: usize = 3;
    const TEXTS: usize = 10;
    const MANY: usize = 20;

    fn of(sample: &Sample, first: &Record, rules: &Rules) -> Self {
        let mut named = Self { whole: true, over_fractions: true, ..Self::default() };
        let mut met: Vec<&[u8]> = first.iter().filter(|text| !text.is_empty()).collect();
        met.sort_unstable();
        named.twice = met.windows(2).any(|pair| pair[0] == pair[1]);
        for (text, tally) in first.iter().zip(&sample.tallies).filter(|(text, _)| !text.is_empty()) {
            match rules.parse(text) {
                Err(NumberFault::NotNumber) => {
                    named.again |= tally.again;
                    if !rules.missing.number(text) {
                        named.over_numbers += usize::from(tally.all_numbers());
                        named.over_many += usize::from(tally.all_numbers() && tally.numbers >= Self::MANY);
                        named.over_texts += usize::from(tally.repeats());
                    }
                }
                found => {
                    let number = found.unwrap_or(f64::NAN);
                    named.numbers.push(number);
                    named.whole &= number == number.trunc();
                    named.number_again |= tally.again;
                    named.over_fractions &= !tally.whole;
                }
            }
        }
        named
    }

    /// Whether its numbers, two or more, are 0, 1, ... or 1, 2, ... or years in a row.
    fn in_a_row(&self) -> bool {
        let start =
            self.numbers.first().is_some_and(|&n| n == 0.0 || n == 1.0 || (1800.0..2200.0).contains(&n));
        start
            && self.whole
            && self.numbers.len() >= 2
            && self.numbers.windows(2).all(|pair| pair[1] == pair[0] + 1.0)
    }
}

/// Whether a text may be a date with a year of two digits.
fn short_date(text: &[u8]) -> bool {
    let date = text.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let Some(mark) = date.iter().copied().find(|b| b"/.-".contains(b)) else { return false };
    let number = |part: &[u8]| {
        let digits = part.iter().all(u8::is_ascii_digit) && (1..=2).contains(&part.len());
        digits.then(|| part.iter().fold(0, |n, b| 10 * n + u32::from(b - b'0')))
    };
    let parts: Option<Vec<u32>> = date.split(|b| *b == mark).map(number).collect();
    let dated = |day: u32, month: u32| (1..=31).contains(&day) && (1..=12).contains(&month);
    let last = date.rsplit(|b| *b == mark).next().map_or(0, <[u8]>::len);
    matches!(parts.as_deref(), Some(&[a, b, c]) if last == 2 && (dated(a, b) || dated(b, a) || dated(c, b)))
}

fn date_like(text: &[u8]) -> bool {
    Forms::ALL.of(text) != Forms::NONE
}

impl Tally {
    fn add(&mut self, text: &[u8], rules: &Rules) -> Value {
        match rules.number(text) {
            Ok(None) => {
                if rules.missing.label(text) && !text.is_empty() {
                    self.spelled += 1;
                    self.spelling =
                        self.spelling.take().or_else(|| Some(String::from_utf8_lossy(text).into_owned()));
                }
                let dash = text == b"-" && !rules.missing.category(text);
                self.dashes += usize::from(dash);
                if dash { Value::Text(xxh3_64(text)) } else { Value::Missing }
            }
            Err(NumberFault::NotNumber) => {
                self.texts += 1;
                self.forms = self.forms.of(text);
                self.words += words::count(text);
                self.short_dates += usize::from(short_date(text));
                let shown = || Some(String::from_utf8_lossy(&text[..text.len().min(40)]).into_owned());
                match dress(text) {
                    Some(Dress::Comma) => self.commas += 1,
                    Some(Dress::Either) => self.either += 1,
                    Some(Dress::Signs) => self.signs += 1,
                    None => {}
                }
                let forms = self.date_forms.of(text);
                if forms == Forms::NONE {
                    self.no_date = self.no_date.take().or_else(shown);
                } else {
                    (self.date_forms, self.dates) = (forms, self.dates + 1);
                }
                self.stray = self.stray.take().or_else(shown);
                Value::Text(xxh3_64(text))
            }
            found => {
                self.numbers += 1;
                self.compact &= date::read(text, DateForm::Compact).is_some();
                let value = found.ok().flatten().unwrap_or(f64::MAX);
                self.whole &= value == value.trunc();
                Value::Number(value)
            }
        }
    }

    pub(crate) fn all_numbers(&self) -> bool {
        self.numbers > 0 && self.texts == 0
    }

    pub(crate) fn all_dates(&self) -> bool {
        self.texts > 0 && self.numbers == 0 && self.dashes == 0 && self.forms != Forms::NONE
    }

    /// Whether no value of so many rows is missing and no two are alike, as those that name rows.
    fn tells_rows(&self, rows: usize) -> bool {
        self.different() == Some((rows, rows))
    }

    /// Whether its values are texts of which most come again.
    fn repeats(&self) -> bool {
        let often = |(count, different): (usize, usize)| count >= Named::TEXTS && 4 * different <= count;
        self.numbers == 0 && self.different().is_some_and(often)
    }

    /// Whether all its texts are numbers in a dress.
    pub(crate) fn dressed(&self) -> bool {
        self.texts > 0 && self.commas + self.either + self.signs == self.texts
    }

    /// Whether its texts are dates but for a few, at most one in twenty of all values.
    pub(crate) fn nearly_dates(&self) -> bool {
        let values = self.numbers + self.texts;
        self.no_date.is_some() && self.dates >= 19 && 20 * self.dates >= 19 * values
    }

    /// Whether its values may all be dates with years of two digits.
    pub(crate) fn dates_of_two_digits(&self) -> bool {
        self.numbers == 0 && self.texts > 0 && self.short_dates == self.texts
    }

    /// Whether it has neither numbers nor texts.
    pub(crate) fn is_empty(&self) -> bool {
        self.numbers + self.texts == 0
    }

    /// Whether most of its values are numbers, and too many different ones to be names of something.
    pub(crate) fn mostly_numbers(&self) -> bool {
        const FEW: usize = 10;
        let many = self.different().is_none_or(|(_, different)| different > FEW);
        self.numbers > self.texts && self.texts > 0 && many
    }

    /// Whether its numbers may be dates: of eight digits, or seconds (or thousandths of them) since 1970, in this or the last decades.
    pub(crate) fn numbers_like_dates(&self) -> bool {
        let number = |value: &Value| if let Value::Number(x) = value { Some(*x) } else { None };
        let within =
            |least: f64, most: f64| self.values.iter().filter_map(number).all(|x| least <= x && x <= most);
        let seconds = |unit: f64| within(631_152_000.0 * unit, 2_208_988_800.0 * unit);
        let varied = self.different().is_some_and(|(count, different)| count >= 20 && 2 * different >= 10);
        let dates = || self.compact && within(18_000_101.0, 22_001_231.0);
        varied && self.all_numbers() && self.whole && (dates() || seconds(1.0) || seconds(1000.0))
    }

    /// How many values are there, and how many different ones; none where they are not kept.
    pub(crate) fn different(&self) -> Option<(usize, usize)> {
        let bits = |value: &Value| match value {
            Value::Missing => None,
            Value::Number(value) => Some((0, value.to_bits())),
            Value::Text(hash) => Some((1, *hash)),
        };
        let mut all: Vec<(u8, u64)> = self.values.iter().filter_map(bits).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        (!self.values.is_empty()).then_some((count, all.len()))
    }

    /// What the column holds.
    pub(crate) fn kind(&self, day_first: Option<bool>) -> ColumnKind {
        if self.texts == 0 {
            return if self.numbers == 0 { ColumnKind::Mixed } else { ColumnKind::Numeric };
        }
        if self.all_dates()
            && let Some(form) = self.forms.settled(day_first)
        {
            return ColumnKind::Date(Some(form));
        }
        let varied = self.different().is_none_or(|(count, different)| 2 * different >= count);
        if 20 * self.texts <= self.numbers + self.texts {
            ColumnKind::Mixed
        } else if self.words >= 4 * self.texts && self.numbers == 0 && varied {
            ColumnKind::Text
        } else {
            ColumnKind::Category
        }
    }

    /// The form of a column that the user calls dates.
    pub(crate) fn date_form(&self, day_first: bool) -> DateForm {
        match self.forms.settled(Some(day_first)) {
            Some(form) if self.texts > 0 => form,
            _ if self.numbers > 0 && self.compact => DateForm::Compact,
            _ if self.numbers > 0 => DateForm::Unix,
            _ => DateForm::YearFirst,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Schema;
    use crate::text::record::Outcome;

    /// The first row, and the sample of the others.
    fn sample(text: &str) -> (Record, Sample) {
        let rules = Rules::of(&Schema::default());
        let (mut record, mut used, mut first) = (Record::default(), 0, None::<Record>);
        let mut sample = Sample::default();
        while used < text.len() {
            let Outcome::Read { used: bytes, .. } = record.read(&text.as_bytes()[used..], b',', true) else {
                panic!()
            };
            used += bytes;
            match &first {
                None => {
                    sample = Sample::new(record.len());
                    first = Some(record.clone());
                }
                first => sample.add(&record, first.as_ref(), &rules),
            }
        }
        (first.unwrap(), sample)
    }

    fn header(text: &str) -> bool {
        let (first, sample) = sample(text);
        sample.is_header(&first, &Rules::of(&Schema::default()))
    }

    #[test]
    fn headers_are_recognised() {
        let row = |n: usize| format!("{}.5,{}.25,{}\n", n % 7, n % 5, ["a", "b"][n % 2]);
        let flowers: String = (0..40).map(row).collect();
        let indexed: String = (0..40).map(|n| format!("{n},{}", row(n))).collect();
        let counted: String = (2..42).map(|n| format!("{n},{},{}\n", n + 7, ["a", "b"][n % 2])).collect();
        for (text, headed) in [
            ("a,b,c\n1,2,x\n", true),
            ("a,b\n", true),
            ("y,a\n", true),
            (",a,b\n0,1,2\n", true),
            ("5.1,3.5,setosa\n4.9,3.0,setosa\n", false),
            ("M,0.455,15\nF,0.35,7\n", false),
            ("p,x,s\ne,x,s\np,y,t\n", false),
            ("buying,doors,LABEL\nlow,2,unacc\n", true),
            ("1,2,class\n0,0,x\n", true),
            ("vhigh,2,unacc\nvhigh,2,acc\n", false),
            ("name,city\nAnn,Rome\nBob,Oslo\n", true),
            ("a,a\nx,y\n", false),
            ("a,a\n1,2\n", true),
            ("when,what\n2011-01-01,x\n", true),
            ("2011-01-01,x\n2011-01-02,y\n", false),
            ("country,2001,2002,2003\nAruba,1.5,,2\n", true),
            ("Aruba,2001,2002,2004\nAruba,2001,2002,2004\n", false),
            ("country,1952,1957,1962,continent\nAruba,1.5,,2,x\nPeru,7,3,2,y\n", true),
            ("country,2001,2003,2005,2010\nAruba,1,4,2,9\n", true),
            ("who,1970,1971,1973\nAruba,10,1970,3\nPeru,4,0,1973\n", false),
            ("Ann,1950,1971,2004\nBob,1939,1960,1999\nEve,1925,1950,2001\n", false),
            ("a,2001,2010,2005\nb,1,2,3\n", false),
            ("?,x\n1,y\n", false),
            ("1,2\n3,4\n", false),
            ("1,2\n", false),
            ("a,b\n?,?\n", true),
            ("x,y\n", true),
            // Numbers, dates and NA among names.
            (&format!("0,1,species\n{}", flowers), true),
            (&format!(",0,1,species\n{}", indexed), true),
            ("id,1,2,3,digit\n1,0,0,9,7\n2,0,5,0,1\n3,0,0,2,1\n", true),
            ("name,2019,2020,y2\nAnn,1.5,2,0\nBob,7,3,1\nEve,2,2,1\n", true),
            ("\"\",\"1940\",\"1945\"\n\"a\",1,2.5\n\"b\",1,3\n\"c\",2,2.5\n", true),
            (&format!("a,b,NA,2020-01-31\n{}", "1,2,3,4\n".repeat(20)), true),
            // Rows.
            (&format!("1,2,rare\n{}", counted), false),
            (&format!("0,1,x\n{}", "0,1,y\n".repeat(30)), false),
            (&format!("unknown,unknown,7\n{}", "1,2,3\n".repeat(30)), false),
            (&format!(",1,2,setosa\n{}", "1,2,2,setosa\n".repeat(30)), false),
            ("1,2,Ann\n3,4,Bob\n5,6,Eve\n7,8,Joe\n", false),
            ("0,1,2\n3,4,5\n6,7,8\n9,10,11\n", false),
        ] {
            assert_eq!(header(text), headed, "{text}");
        }
    }

    fn kind(cells: &[&str]) -> ColumnKind {
        let text: String = cells.iter().map(|cell| format!("\"{cell}\",1\n")).collect();
        sample(&("head,n\n".to_owned() + &text)).1.tallies[0].kind(None)
    }

    #[test]
    fn kinds_are_recognised() {
        use ColumnKind::{Category, Date, Mixed, Numeric, Text};
        for (cells, wanted) in [
            (&["1", "2.5", "", "NA", "-", "1e999", "inf"][..], Numeric),
            (&["a", "b"], Category),
            (&["a", "-", "-"], Category),
            (&["2", "4", "more"], Category),
            (&["", "?"], Mixed),
            (&["2011-01-01", "2011-02-01", ""], Date(Some(DateForm::YearFirst))),
            (&["01.02.2011"], Date(Some(DateForm::DayFirst))),
            (&["01/02/2011", "03/04/2011"], Category),
            (&["01/02/2011", "01/31/2011"], Date(Some(DateForm::MonthFirst))),
            (&["2011-01-01", "2011-02-30"], Category),
            (&["20110101"], Numeric),
            (&["Jan 1 2000", "Feb 1 2000"], Date(Some(DateForm::MonthName))),
            (&["a great film of its time", "the worst film of this year"], Text),
            (&["New York", "Los Angeles"], Category),
        ] {
            assert_eq!(kind(cells), wanted, "{cells:?}");
        }
        let mut cells = vec!["1"; 19];
        cells.push("unknown");
        assert_eq!(kind(&cells), Mixed);
        cells.push("unknown");
        assert_eq!(kind(&cells), Category);
        let same = vec!["the very same four words"; 3];
        assert_eq!(kind(&same), Category);
    }

    #[test]
    fn dates_with_years_of_two_digits_are_known() {
        for text in ["03/04/15", "31.12.99", "99-12-31", "3/4/15 13:45", "12/31/07"] {
            assert!(short_date(text.as_bytes()), "{text}");
        }
        for text in ["03/04/2015", "40/50/60", "1/2/3", "a/b/cc", "1.2", "03/04-15", "00/00/00", ""] {
            assert!(!short_date(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn dates_that_were_asked_for() {
        let form = |cells: &[&str], day_first| {
            let text: String = cells.iter().map(|cell| format!("{cell},1\n")).collect();
            sample(&("head,n\n".to_owned() + &text)).1.tallies[0].date_form(day_first)
        };
        assert_eq!(form(&["01/02/2011"], false), DateForm::MonthFirst);
        assert_eq!(form(&["01/02/2011"], true), DateForm::DayFirst);
        assert_eq!(form(&["20110131", "20110201"], false), DateForm::Compact);
        assert_eq!(form(&["1296481509", "1296481510"], false), DateForm::Unix);
        assert_eq!(form(&["", ""], false), DateForm::YearFirst);
    }
}
