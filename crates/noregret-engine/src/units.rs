//! Columns of tables are in units of their own, years beside euros: a learner that nobody told otherwise divides each feature by the largest magnitude it has had.
//!
//! Not where a box, a penalty or groups were asked for, be it with the values that are usual: those are in the units of the data. `auto` has normalised lanes of its own and takes no such
//! parameter; `arow` keeps a variance for each feature, and so a scale. Whatever is no table (svmlight, VW text, JSON without a schema, rows of a matrix) is taken as it is: texts are scaled with care.

use noregret::Parameters;
use noregret::algorithms::Algorithm;
use noregret_io::Schema;

/// The parameters by which a learner takes the columns of this table; none where it takes them as they are.
pub fn scaled(algorithm: &Algorithm, given: &Parameters, schema: &Schema) -> Option<Parameters> {
    let parameters = algorithm.parameters_with(given).ok()?;
    let find = |name: &str| parameters.iter().find(|parameter| parameter.name == name);
    let usual = |name: &str| find(name).and_then(|parameter| parameter.default());
    let asked =
        |name: &&str| given.values.get(*name).is_some_and(|value| usual(name).as_ref() != Some(value));
    find("normalize")?;
    let held = !given.groups.is_empty() || TERMS.iter().any(asked);
    let inner = algorithm.base(given).ok()?.unwrap_or(algorithm);
    let free = schema.has_units() && !held && inner.name != "arow" && !given.values.contains_key("normalize");
    free.then(|| given.clone().word("normalize", "yes"))
}

/// Whether a box, a penalty or groups are named in what somebody gave, before what is usual was added to it.
pub fn holds(given: &Parameters) -> bool {
    !given.groups.is_empty() || TERMS.iter().any(|name| given.values.contains_key(*name))
}

/// What holds weights in the units of the data.
const TERMS: [&str; 5] = ["box", "radius", "l1", "l2", "set"];
