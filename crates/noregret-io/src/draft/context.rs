//! What every line of a file is read by: the file's name and format, and how its features become indices.
//!
//! Parsing threads share it; nothing in it depends on the lines read so far, but for the fingerprints, which
//! answer only what earlier lines have settled.

use std::sync::Arc;

use crate::cross;
use crate::draft::fingerprints::Fingerprints;
use crate::draft::indexer::known_fingerprints;
use crate::error::ReadError;
use crate::format::Format;
use crate::pipeline::batch::Shelf;
use crate::schema::names::Names;
use crate::schema::products::Products;
use crate::schema::rules::Rules;
use crate::schema::selectors::Selectors;
use crate::schema::{Family, Schema};

/// A file as its lines are read.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) file: Arc<str>,
    pub(crate) format: Format,
    /// Everything but the names, as it is when the file starts.
    pub(crate) schema: Schema,
    /// Whether this file fixed something in the schema.
    pub(crate) fixed: bool,
    pub(crate) groups: Selectors,
    pub(crate) ignore: Selectors,
    /// How cells of tables are understood.
    pub(crate) rules: Rules,
    pub(crate) keep: Selectors,
    pub(crate) prints: Option<Arc<Fingerprints>>,
    /// As the fingerprints of names, of products.
    pub(crate) products: Option<Arc<Fingerprints>>,
    /// Whether lines are wanted as they are written: every name in order, nothing sorted or summed.
    pub(crate) verbatim: bool,
    /// Whether features are kept with their namespaces too, for a cache.
    pub(crate) spaced: bool,
    /// Whether labels may be texts.
    pub(crate) texts: bool,
    /// Where arenas come from.
    pub(crate) shelf: Arc<Shelf>,
}

impl Context {
    /// Whether numbered features are their numbers: not hashed, in no group, and all of them wanted.
    pub(crate) fn plain(&self) -> bool {
        let schema = &self.schema;
        schema.bits.is_none()
            && schema.groups.is_empty()
            && schema.ignore.is_empty()
            && schema.keep.is_empty()
            && !self.verbatim
    }

    /// Whether named features are their names: in no group, all of them wanted, and nothing made of them.
    pub(crate) fn named(&self) -> bool {
        let schema = &self.schema;
        schema.family == Some(Family::Named)
            && schema.groups.is_empty()
            && schema.ignore.is_empty()
            && schema.keep.is_empty()
            && schema.crosses.is_empty()
            && !self.verbatim
    }

    /// Whether a namespace, column or key is left out.
    #[inline]
    pub(crate) fn leaves_out(&self, selector: &[u8]) -> bool {
        self.ignore.name(selector) != 0 || (!self.schema.keep.is_empty() && self.keep.name(selector) == 0)
    }

    /// Whether a numbered feature is left out.
    #[inline]
    pub(crate) fn leaves_out_number(&self, number: u64) -> bool {
        self.ignore.number(number) != 0 || (!self.schema.keep.is_empty() && self.keep.number(number) == 0)
    }
}

/// The schema from file to file: the first one fixes the family and the width of the hash.
#[derive(Debug)]
pub(crate) struct Contexts {
    /// Everything but the names.
    pub(crate) schema: Schema,
    prints: Option<Arc<Fingerprints>>,
    products: Option<Arc<Fingerprints>>,
    /// As [`Context::verbatim`].
    pub(crate) verbatim: bool,
    /// As [`Context::spaced`].
    pub(crate) spaced: bool,
    /// Whether labels may be texts in formats that have none, too.
    pub(crate) texts: bool,
    shelf: Arc<Shelf>,
}

impl Contexts {
    /// Continues from a schema.
    pub(crate) fn new(schema: &Schema) -> Result<Self, ReadError> {
        schema.check()?;
        // What can be wrong with selectors is said before any file is opened.
        let family = schema.family.unwrap_or(Family::Named);
        Selectors::new(&schema.groups, family)?;
        Selectors::new(&schema.ignore, family)?;
        Selectors::new(&schema.keep, family)?;
        crossable(schema, family)?;
        let prints = schema.family.and_then(|_| known_fingerprints(schema, &schema.names));
        let products = schema.family.and_then(|_| cross::known_fingerprints(schema, &schema.products));
        let (schema, shelf) = (schema.without_names(), Arc::default());
        Ok(Self { schema, prints, products, verbatim: false, spaced: false, texts: false, shelf })
    }

    /// Starts a file whose format is known.
    pub(crate) fn start(&mut self, file: &Arc<str>, format: Format) -> Result<Context, ReadError> {
        let found = format.family();
        if self.schema.filter.is_some() && !format.is_table() {
            let why = format!("{file}: --where chooses rows of tables, by their columns; {format} has none");
            return Err(ReadError::Schema(why));
        }
        let mut fixed = false;
        match self.schema.family {
            Some(trained) if trained != found => {
                return Err(ReadError::Family { file: file.clone(), trained, found });
            }
            Some(_) => {}
            None => {
                self.schema.family = Some(found);
                crossable(&self.schema, found)?;
                let hashed = found == Family::Named || !self.schema.crosses.is_empty();
                if hashed && self.schema.bits.is_none() {
                    self.schema.bits = Some(Schema::DEFAULT_BITS);
                }
                self.prints = known_fingerprints(&self.schema, &Names::default());
                self.products = cross::known_fingerprints(&self.schema, &Products::default());
                fixed = true;
            }
        }
        Ok(Context {
            file: file.clone(),
            format,
            schema: self.schema.clone(),
            fixed,
            groups: Selectors::new(&self.schema.groups, found)?,
            ignore: Selectors::new(&self.schema.ignore, found)?,
            rules: Rules::of(&self.schema),
            keep: Selectors::new(&self.schema.keep, found)?,
            prints: self.prints.clone(),
            products: self.products.clone(),
            verbatim: self.verbatim,
            spaced: self.spaced,
            texts: self.texts || !matches!(format, Format::Svmlight | Format::Vw),
            shelf: self.shelf.clone(),
        })
    }
}

/// Refuses interactions of names where features have none.
fn crossable(schema: &Schema, family: Family) -> Result<(), ReadError> {
    if family == Family::Named || schema.crosses.nameless() {
        return Ok(());
    }
    let why = "svmlight features are numbers without namespaces: all*all (or -q ::) can be crossed, and nothing else; VW text, tables and JSON have names";
    Err(ReadError::Schema(why.to_owned()))
}
