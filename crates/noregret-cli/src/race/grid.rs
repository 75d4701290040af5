//! `--param NAME=V1,V2,...`: every learner that has the parameter, once with each value; several parameters make a product.

use super::entry::Entry;
use crate::voice::failure::usage;
use anyhow::Result;
use std::str::FromStr;

/// A parameter and the values it is tried with.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// Its name.
    pub name: String,
    /// The values, as text.
    pub values: Vec<String>,
}

impl FromStr for Grid {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is not NAME=V1,V2,..., such as eta=0.01,0.1,1");
        let (name, values) = text.split_once('=').ok_or_else(wrong)?;
        let name = name.trim().trim_start_matches('-').to_owned();
        if name == "box" {
            return Err(
                "a box holds a comma: grid over radius, or write it in -a \"NAME --box LO,HI\"".to_owned()
            );
        }
        let values: Vec<String> = values.split(',').map(|v| v.trim().to_owned()).collect();
        if name.is_empty() || values.iter().any(String::is_empty) {
            return Err(wrong());
        }
        Ok(Self { name, values })
    }
}

/// Every entry with every value; and what is to be said about those without the parameter.
pub fn product(entries: Vec<Entry>, grids: &[Grid]) -> Result<(Vec<Entry>, Vec<String>)> {
    let (mut all, mut remarks) = (entries, Vec::new());
    for grid in grids {
        let (mut next, mut taken, mut without) = (Vec::new(), false, Vec::new());
        for entry in all {
            if entry.flags.has(&grid.name) {
                taken = true;
                without.push(format!("{} has its own --{}", entry.name(), grid.name));
                next.push(entry);
            } else if entry.takes(&grid.name)? {
                taken = true;
                for value in &grid.values {
                    let mut with = entry.clone();
                    with.flags.set(&grid.name, value);
                    with.check()?;
                    next.push(with);
                }
            } else {
                without.push(format!("{} has no --{}", entry.name(), grid.name));
                next.push(entry);
            }
        }
        if !taken {
            let names: Vec<_> = next.iter().map(|entry| entry.algorithm.name).collect();
            return Err(usage(format!(
                "--param {}: none of the learners ({}) has that parameter; noregret algorithms NAME tells which they have",
                grid.name,
                names.join(", ")
            )));
        }
        if !without.is_empty() {
            remarks.push(format!("--param {} leaves out: {}", grid.name, without.join("; ")));
        }
        all = next;
    }
    let mut names = std::collections::BTreeSet::new();
    all.retain(|entry| names.insert(entry.name()));
    Ok((all, remarks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makes_products() {
        let entries = ["ada-diag", "pa", "ogd --eta 7"].map(|text| Entry::read(text).unwrap()).to_vec();
        let grids = ["eta=0.1,1".parse().unwrap(), "l2=0,0.5".parse().unwrap()];
        let (all, remarks) = product(entries, &grids).unwrap();
        let names: Vec<_> = all.iter().map(Entry::name).collect();
        assert_eq!(
            names,
            [
                "ada-diag --eta 0.1 --l2 0",
                "ada-diag --eta 0.1 --l2 0.5",
                "ada-diag --eta 1 --l2 0",
                "ada-diag --eta 1 --l2 0.5",
                "pa",
                "ogd --eta 7 --l2 0",
                "ogd --eta 7 --l2 0.5"
            ]
        );
        assert!(remarks[0].contains("pa has no --eta") && remarks[0].contains("its own --eta"));
        let pa = vec![Entry::read("pa").unwrap()];
        assert!(product(pa.clone(), &["eta=1".parse().unwrap()]).is_err());
        assert!(product(vec![Entry::read("ogd").unwrap()], &["eta=1,-1".parse().unwrap()]).is_err());
        for bad in ["eta", "eta=", "=1", "eta=1,,2", "box=0,1"] {
            assert!(bad.parse::<Grid>().is_err(), "{bad}");
        }
    }
}
