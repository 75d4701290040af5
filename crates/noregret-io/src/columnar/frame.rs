//! A table of record batches: its columns, what they hold, and its rows.
//!
//! Roles and kinds are those of any table: by the user's flags, by what a model or an earlier file knows, by the types of the
//! columns, and by the first thousand rows. Until these have come, batches are held. Columns that nobody needs are never asked
//! for.

use arrow_array::RecordBatch;
use arrow_schema::{DataType, Schema as ArrowSchema};

use super::chosen;
use super::kind;
use super::lane::{Beside, Lane};
use super::texts::write;
use super::times::offset;
use crate::draft::drafter::Drafter;
use crate::error::{Position, ReadError};
use crate::format::header::{Column, Role, Told, understand};
use crate::format::opening::{by_place, decide, fix, unnamed};
use crate::format::prepared::Prepared;
use crate::format::remarks::{self, listed};
use crate::format::sample::{ROWS, Sample};
use crate::schema::ColumnKind;
use crate::schema::filter::Condition;
use crate::schema::labels::LabelKind;
use crate::text::record::Record;

/// A table being read.
#[derive(Debug)]
pub(crate) struct Frame {
    columns: Vec<Column>,
    types: Vec<DataType>,
    /// The places of the columns that are read.
    places: Vec<usize>,
    /// Batches before the columns are known, each with the number of the row before it.
    held: Option<Vec<(u64, RecordBatch)>>,
    lanes: Vec<Lane>,
    /// The columns that are read, for rows of numbers and categories.
    prepared: Option<Prepared>,
    /// What rows must meet to be read.
    filter: Vec<(usize, Condition)>,
    beside: Beside,
}

impl Frame {
    /// Of a table with such columns.
    pub(crate) fn open(table: &ArrowSchema, rows: &mut Drafter) -> Result<Self, ReadError> {
        let position = Position { file: rows.context.file.clone(), line: 0 };
        let mut told = kind::told(table);
        let names: Vec<String> = table.fields().iter().map(|field| field.name().clone()).collect();
        let wrong = |problem: String| ReadError::Header {
            position: position.clone(),
            problem,
            columns: names.clone(),
        };
        if rows.schema.columns_fixed && unnamed(&rows.schema) {
            let names = by_place(told.names.len(), rows).map_err(wrong)?;
            told = Told { names, named: false, ..told };
            let file = rows.context.file.clone();
            rows.schema.remark(format!(
                "{file}: the names of its columns are left out, because the model knows columns by their place"
            ));
            rows.touch();
        }
        let types: Vec<DataType> = table.fields().iter().map(|field| field.data_type().clone()).collect();
        let fixed = rows.schema.columns_fixed;
        let columns = understand(told, rows).map_err(wrong)?;
        for (column, kind) in columns.iter().zip(&types) {
            let list =
                kind::items(kind).is_some() && !matches!(column.role, Role::Feature(_) | Role::Ignored);
            if column.role != Role::Ignored && (kind::declared(kind).is_none() || list) {
                let name = &column.name;
                return Err(wrong(format!(
                    "the column {name:?} is of the type {kind}, which cannot be read as what it is for; --ignore {name} leaves it out"
                )));
            }
        }
        let filter = rows
            .schema
            .filter
            .as_ref()
            .map_or(Ok(Vec::new()), |filter| filter.places(&names))
            .map_err(wrong)?;
        let asked = |place: usize| filter.iter().any(|(asked, _)| *asked == place);
        if let Some(place) = (0..types.len()).find(|place| asked(*place) && !kind::is_scalar(&types[*place]))
        {
            return Err(wrong(format!(
                "--where cannot compare the column {:?} of the type {}",
                names[place], types[place]
            )));
        }
        let read = |place: &usize| columns[*place].role != Role::Ignored || asked(*place);
        let places: Vec<usize> = (0..columns.len()).filter(read).collect();
        let (held, lanes, beside) = (None, Vec::new(), Beside::default());
        let mut frame = Self { columns, types, places, held, lanes, prepared: None, filter, beside };
        if fixed {
            frame.ready(rows);
        } else {
            frame.held = Some(Vec::new());
            frame.remark_types(rows);
        }
        Ok(frame)
    }

    /// The places of the columns that batches must have, in this order, and no others.
    pub(crate) fn places(&self) -> &[usize] {
        &self.places
    }

    /// The conditions that rows must meet, as soon as the first rows have told what columns hold.
    pub(crate) fn conditions(&self) -> &[(usize, Condition)] {
        if self.held.is_some() { &[] } else { &self.filter }
    }

    /// Says what the types of columns give reason for.
    fn remark_types(&self, rows: &mut Drafter) {
        let chosen = |name: &String| {
            !rows.schema.ignore.contains(name)
                && (rows.schema.keep.is_empty() || rows.schema.keep.contains(name))
        };
        let columns = || self.columns.iter().zip(&self.types).filter(|(column, _)| chosen(&column.name));
        let unread = columns().filter(|(_, kind)| kind::declared(kind).is_none()).map(|(column, kind)| {
            format!("{}: columns of the type {kind} are not read; left out", column.name)
        });
        let zones = columns().filter_map(|(column, kind)| match kind {
            DataType::Timestamp(_, Some(zone)) if offset(zone).is_none() && column.role != Role::Ignored => {
                let name = &column.name;
                Some(format!(
                    "{name}: the zone {zone} is not known here; month, day and hour are those of UTC"
                ))
            }
            _ => None,
        });
        let remarks: Vec<String> = unread.chain(zones).collect();
        if !remarks.is_empty() {
            remarks.into_iter().for_each(|remark| rows.schema.remark(remark));
            rows.touch();
        }
    }

    /// Takes in rows that follow the row `before`, or with none the end; gives the batches that can be drafted now.
    pub(crate) fn take(
        &mut self,
        next: Option<(u64, RecordBatch)>,
        rows: &mut Drafter,
    ) -> Vec<(u64, RecordBatch)> {
        let last = next.is_none();
        let Some(held) = &mut self.held else { return next.into_iter().collect() };
        held.extend(next);
        let count: usize = held.iter().map(|(_, batch)| batch.num_rows()).sum();
        if count < ROWS && !last {
            return Vec::new();
        }
        let held = self.held.take().unwrap_or_default();
        self.settle(&held, rows);
        self.ready(rows);
        held
    }

    /// Decides what columns hold by the first rows, and tells the schema.
    fn settle(&mut self, held: &[(u64, RecordBatch)], rows: &mut Drafter) {
        let context = rows.context.clone();
        let mut sample = Sample::new(self.columns.len());
        let (mut record, mut text) = (Record::default(), Vec::new());
        let all = held.iter().flat_map(|(_, batch)| (0..batch.num_rows()).map(move |row| (batch, row)));
        for (batch, row) in all.take(ROWS) {
            record.clear();
            let mut arrays = self.places.iter().zip(batch.columns()).peekable();
            for place in 0..self.columns.len() {
                text.clear();
                if let Some((_, array)) = arrays.next_if(|(read, _)| **read == place) {
                    write(array, row, &mut text);
                }
                record.push(&text);
            }
            sample.records += 1;
            sample.add(&record, None, &context.rules);
        }
        let undecided = |column: &Column| matches!(column.role, Role::Undecided | Role::Dates);
        if sample.records == 0 && self.columns.iter().any(undecided) {
            // Columns without rows tell nothing, and fix nothing.
            return;
        }
        let was_undecided: Vec<bool> =
            self.columns.iter().map(|column| column.role == Role::Undecided).collect();
        decide(&mut self.columns, &sample, &rows.schema);
        let decided = was_undecided.clone();
        let mut numbers = Vec::new();
        for ((column, kind), _) in
            self.columns.iter_mut().zip(&self.types).zip(was_undecided).filter(|(_, undecided)| *undecided)
        {
            if kind::is_coded(kind)
                && column.role != Role::Feature(ColumnKind::Text)
                && !matches!(column.role, Role::Feature(ColumnKind::Date(_)))
            {
                column.role = Role::Feature(ColumnKind::Category);
            } else if kind::is_text(kind) && column.role == Role::Feature(ColumnKind::Numeric) {
                numbers.push(column.name.as_str());
            }
        }
        if let Some(names) = listed(numbers.into_iter()) {
            rows.schema.remark(format!(
                "{names}: texts that are all numbers, read as numbers; --categorical takes them as texts"
            ));
        }
        let open = rows.schema.labels.kind() == LabelKind::Open;
        for remark in remarks::all(&self.columns, &sample, None, &decided, open) {
            rows.schema.remark(remark);
        }
        fix(&self.columns, true, None, &sample, rows);
    }

    /// Makes the lanes of columns whose roles are final.
    fn ready(&mut self, rows: &Drafter) {
        let lane = |place: &usize| Lane::new(&self.columns[*place].name, self.columns[*place].role, rows);
        self.lanes = self.places.iter().map(lane).collect();
        let read: Vec<Column> = self.places.iter().map(|place| self.columns[*place].clone()).collect();
        self.prepared = Prepared::new(&read, &rows.context.rules, rows);
        if self.columns.iter().any(|column| column.role == Role::Label) {
            self.beside.label = Some(Vec::new());
        }
    }

    /// Drafts the rows of a batch that [`take`](Self::take) gave, or of a part of one.
    pub(crate) fn draft(&mut self, before: u64, batch: &RecordBatch, rows: &mut Drafter) {
        let context = rows.context.clone();
        let rules = &context.rules;
        for (lane, array) in self.lanes.iter_mut().zip(batch.columns()) {
            lane.turn(array, rules);
        }
        let among = |place: &usize| self.places.iter().position(|read| read == place);
        let conditions =
            self.filter.iter().filter_map(|(place, condition)| Some((among(place)?, condition.clone())));
        let conditions: Vec<_> = conditions.collect();
        let chosen = (!conditions.is_empty()).then(|| chosen::rows(&conditions, batch, rules));
        let mut prepared = self.prepared.as_mut().filter(|_| self.lanes.iter().all(Lane::is_plain));
        if let Some(columns) = &mut prepared {
            columns.refresh(rows);
        }
        for row in 0..batch.num_rows() {
            if chosen.as_ref().is_some_and(|chosen| !chosen[row]) {
                continue;
            }
            let line = before + 1 + row as u64;
            let (lanes, beside) = (&mut self.lanes, &mut self.beside);
            beside.clear();
            let put = prepared.as_deref_mut().is_some_and(|columns| {
                columns.begin();
                let mut all = lanes.iter_mut().enumerate();
                all.all(|(place, lane)| lane.put(row, rules, (place, &mut *columns), rows, beside))
                    && columns.commit(rows, |place, (of, _)| lanes[place].text(of as usize))
            });
            let mut added = Ok(());
            if !put {
                beside.clear();
                rows.begin();
                added = lanes.iter_mut().try_for_each(|lane| lane.add(row, rules, rows, beside));
            }
            let label = beside.label.as_deref();
            let finished =
                added.and_then(|()| rows.finish(line, label, beside.weight.unwrap_or(1.0), &beside.tag));
            if let Err(refusal) = finished {
                rows.refuse(line, refusal);
            }
        }
    }
}
