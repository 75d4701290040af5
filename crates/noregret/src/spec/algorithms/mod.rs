//! The table of named algorithms: each is a function from parameters to a [`Spec`](super::Spec), and its documentation.
//!
//! One file a family. A new algorithm is a row in one of them; every test that runs over [`ALL`] then tests it.

mod auto;
mod classify;
mod copies;
mod descent;
mod matrix;
mod names;
mod parameters;
mod players;
mod resolve;

pub use names::find;

use super::{Learner, Parameter, Parameters};
use crate::loss::Loss;

/// Which losses an algorithm learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Losses {
    /// Any.
    Any,
    /// The ones with labels -1 and +1.
    Binary,
    /// Hinge, or absolute for regression: the passive-aggressive pair.
    Margin,
}

/// A named algorithm.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub summary: &'static str,
    /// The update.
    pub formula: &'static str,
    /// What is proven about its regret.
    pub bound: &'static str,
    /// Where it disappoints.
    pub weakness: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// What a round costs in time, and a feature in memory.
    pub cost: &'static str,
    /// Its losses; hinge is the default of those made for it, logistic of the rest.
    pub losses: Losses,
    /// Whether it is also a player that takes gradients alone.
    pub player: bool,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    makes: Makes,
}

/// What a row of the table stands for.
#[derive(Clone, Copy, Debug)]
enum Makes {
    /// A learner, by its parameters and loss.
    Learner(fn(&Parameters, Loss) -> Learner),
    /// Copies of the algorithm that its parameter `base` names.
    Copies,
}

/// The families of learners, in the order they are listed.
const FAMILIES: &[&[Algorithm]] = &[auto::ROWS, descent::ROWS, matrix::ROWS, classify::ROWS, players::ROWS];

const LEARNERS: [Algorithm; count(FAMILIES)] = joined(FAMILIES);

/// What can be copied: every learner, the first of `descent` by default and `auto` last.
const BASES: &[&str] = &{
    let mut names = [""; LEARNERS.len()];
    let mut place = 0;
    while place < names.len() {
        names[place] = LEARNERS[(auto::ROWS.len() + place) % LEARNERS.len()].name;
        place += 1;
    }
    names
};

/// Every named algorithm.
pub static ALL: &[Algorithm] =
    &joined::<{ count(FAMILIES) + copies::ROWS.len() }>(&[&LEARNERS, copies::ROWS]);

const fn count(families: &[&[Algorithm]]) -> usize {
    let (mut rows, mut family) = (0, 0);
    while family < families.len() {
        rows += families[family].len();
        family += 1;
    }
    rows
}

/// The rows of all families, one after another.
const fn joined<const N: usize>(families: &[&[Algorithm]]) -> [Algorithm; N] {
    let mut all = [families[0][0]; N];
    let (mut filled, mut family) = (0, 0);
    while family < families.len() {
        let mut row = 0;
        while row < families[family].len() {
            all[filled] = families[family][row];
            filled += 1;
            row += 1;
        }
        family += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::interval::Interval;
    use crate::spec::learner::Sketched;
    use crate::spec::{Group, Matrix, Scale, SpecError};

    #[test]
    fn every_algorithm_builds_with_its_defaults_and_documents_itself() {
        for algorithm in ALL {
            algorithm.spec(None, &Parameters::new()).unwrap().check().unwrap();
            for text in [
                algorithm.summary,
                algorithm.formula,
                algorithm.bound,
                algorithm.weakness,
                algorithm.reference,
                algorithm.cost,
            ] {
                assert!(!text.is_empty(), "{}", algorithm.name);
            }
            assert_eq!(
                algorithm.name != "flh",
                BASES.contains(&algorithm.name),
                "flh copies every other algorithm"
            );
        }
    }

    #[test]
    fn a_rate_alone_means_the_published_algorithm() {
        let spec = |given: Parameters| find("ada-fd").unwrap().spec(None, &given).unwrap().learner;
        let parts = |learner: Learner| match learner {
            Learner::Sketched(Sketched { matrix: Matrix::Ada { eta, delta }, scale, .. }) => {
                (eta, delta, scale)
            }
            other => panic!("{other:?}"),
        };
        let nothing = Parameters::new;
        assert_eq!(parts(spec(nothing().number("tau", 5.0))), (4.0, 16.0, Scale::Diagonal));
        assert_eq!(parts(spec(nothing().number("eta", 2.0))), (2.0, 1.0, Scale::None));
        assert_eq!(parts(spec(nothing().number("l2", 0.5))), (1.0, 1.0, Scale::None));
        assert_eq!(parts(spec(nothing().word("precondition", "none"))), (1.0, 1.0, Scale::None));
        let both = nothing().word("precondition", "diag").number("eta", 2.0);
        assert_eq!(parts(spec(both)), (2.0, 16.0, Scale::Diagonal));
        let boxed = nothing().word("precondition", "diag").number("radius", 1.0);
        assert!(find("ada-fd").unwrap().spec(None, &boxed).unwrap().check().is_err());
    }

    #[test]
    fn refuses_what_an_algorithm_does_not_take() {
        let refused = |name: &str, given: Parameters| find(name).unwrap().spec(None, &given).unwrap_err();
        assert!(matches!(refused("pa", Parameters::new().number("eta", 1.0)), SpecError::NotTaken { .. }));
        assert!(matches!(
            refused("per-coord", Parameters::new().number("scale", -1.0)),
            SpecError::Range { .. }
        ));
        assert!(matches!(
            refused("per-coord", Parameters::new().number("scale", f64::NAN)),
            SpecError::Range { .. }
        ));
        assert!(matches!(
            refused("ada-diag", Parameters::new().word("method", "xyz")),
            SpecError::Range { .. }
        ));
        for n in [0.0, 2.5, 5e9] {
            assert!(matches!(
                refused("global", Parameters::new().number("features", n)),
                SpecError::Range { .. }
            ));
        }
        let mut grouped = Parameters::new().number("features", 9.0);
        let group = Group { name: "a".into(), set: Some(Interval::radius(2.0)), l1: None, l2: None };
        grouped.groups.push(group);
        assert!(matches!(
            find("global").unwrap().spec(None, &grouped).unwrap().check(),
            Err(SpecError::Illegal(_))
        ));
        let both = Parameters::new().number("radius", 1.0).interval("box", -1.0, 1.0);
        assert!(matches!(refused("per-coord", both), SpecError::Illegal(_)));
        assert!(matches!(refused("flh", Parameters::new().word("base", "flh")), SpecError::Range { .. }));
        assert!(matches!(
            refused("flh", Parameters::new().word("base", "pa").number("eta", 1.0)),
            SpecError::NotTaken { .. }
        ));
        assert!(find("pa").unwrap().spec(Some("logistic".parse().unwrap()), &Parameters::new()).is_err());
        for (typed, meant) in [("PA", "pa"), ("ftlr", "ftrl"), ("Global", "global"), ("ada_diag", "ada-diag")]
        {
            assert!(
                matches!(find(typed), Err(SpecError::Unknown { near: Some(near), .. }) if near == meant),
                "{typed}"
            );
        }
        assert!(matches!(find("xyzzy"), Err(SpecError::Unknown { near: None, .. })));
        assert!(matches!(find("percoord"), Err(SpecError::Unknown { near: Some("per-coord"), .. })));
    }
}
