//! Which products the features of a line make, once it is known which namespaces are there.
//!
//! Features are arranged by the names of their namespaces, so that the order of a line never matters. A chain stands for the products of some namespaces, the
//! last of which may be a run of neighbours: all pairs of a line of n namespaces are n chains. What several interactions ask for is made once.

use std::collections::HashSet;
use std::sync::Arc;

use crate::error::fault::LineFault;
use crate::schema::crosses::{Crosses, Interaction, Part};

/// What letters mean in a line.
pub(crate) type Letters = Arc<[(char, String)]>;

/// How the features of lines with the same namespaces are crossed.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The stretches of a line in the order of their namespaces, and whether each starts another namespace.
    pub(crate) order: Vec<(usize, bool)>,
    /// For each stretch of a line, whether its features count by themselves too; empty if all do.
    pub(crate) linear: Vec<bool>,
    pub(crate) chains: Vec<Chain>,
    pub(crate) letters: Letters,
}

/// Products of a feature of each of some namespaces, and one of any namespace of a run. Namespaces are counted in the order of their names. Where one comes
/// again, its features are combined, not permuted. A run has none of the namespaces before it, unless it begins with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chain {
    pub(crate) outer: Box<[usize]>,
    pub(crate) first: usize,
    pub(crate) end: usize,
}

impl Plan {
    /// For a line of stretches, each of a namespace that is called so. `fixed` if letters mean what is known and nothing else.
    pub(crate) fn new(stretches: &[&[u8]], crosses: &Crosses, fixed: bool) -> Result<Self, LineFault> {
        let mut order: Vec<usize> = (0..stretches.len()).collect();
        order.sort_by_key(|&stretch| (stretches[stretch], stretch));
        let mut names: Vec<&[u8]> = Vec::new();
        let mut arranged = Vec::new();
        for stretch in order {
            let another = names.last() != Some(&stretches[stretch]);
            if another {
                names.push(stretches[stretch]);
            }
            arranged.push((stretch, another));
        }
        let mut letters = Vec::new();
        let mut patterns = Vec::new();
        for interaction in &crosses.interactions {
            patterns.extend(Pattern::new(interaction, &names, crosses, fixed, &mut letters)?);
        }
        let crossed_only = |name: &[u8]| crosses.ignore_linear.iter().any(|other| other.as_bytes() == name);
        let mut linear: Vec<bool> = stretches.iter().map(|name| !crossed_only(name)).collect();
        if linear.iter().all(|&linear| linear) {
            linear.clear();
        }
        let chains = chains(&patterns, names.len(), crosses.most)?;
        Ok(Self { order: arranged, linear, chains, letters: letters.into() })
    }
}

/// An interaction in a line: the places of the namespaces that were named, and how many more there are of whatever namespace.
#[derive(Debug)]
struct Pattern {
    named: Vec<usize>,
    any: usize,
}

impl Pattern {
    /// None if a namespace is not there.
    fn new(
        interaction: &Interaction,
        names: &[&[u8]],
        crosses: &Crosses,
        fixed: bool,
        letters: &mut Vec<(char, String)>,
    ) -> Result<Option<Self>, LineFault> {
        let place = |name: &[u8]| names.binary_search(&name).ok();
        let (mut pattern, mut missing) = (Self { named: Vec::new(), any: 0 }, false);
        for part in &interaction.parts {
            let found = match part {
                Part::All => {
                    pattern.any += 1;
                    continue;
                }
                Part::Name(name) => place(name.as_bytes()),
                Part::Letter(letter) => match crosses.letters.get(letter).filter(|_| fixed) {
                    Some(name) => place(name.as_bytes()),
                    None => meant(*letter, names)?,
                },
            };
            if let (Part::Letter(letter), Some(place)) = (part, found)
                && letters.iter().all(|known| known.0 != *letter)
            {
                letters.push((*letter, String::from_utf8_lossy(names[place]).into_owned()));
            }
            pattern.named.extend(found);
            missing |= found.is_none();
        }
        Ok((!missing && !names.is_empty()).then_some(pattern))
    }

    fn arity(&self) -> usize {
        self.named.len() + self.any
    }

    /// Adds the chains of this pattern alone, among so many namespaces.
    fn chains(&self, count: usize, most: u64, all: &mut Vec<Chain>) -> Result<(), LineFault> {
        let mut outer = self.named.clone();
        if self.any == 0 {
            let last = outer.pop().unwrap_or(0);
            all.push(Chain { outer: outer.into(), first: last, end: last + 1 });
            return Ok(());
        }
        self.fill(&mut outer, 0, self.any, count, most, all)
    }

    /// Chains with so many more namespaces, from a place on.
    fn fill(
        &self,
        outer: &mut Vec<usize>,
        from: usize,
        more: usize,
        count: usize,
        most: u64,
        all: &mut Vec<Chain>,
    ) -> Result<(), LineFault> {
        if more > 1 {
            for place in from..count {
                outer.push(place);
                let filled = self.fill(outer, place, more - 1, count, most, all);
                outer.pop();
                filled?;
            }
            return Ok(());
        }
        let mut first = from;
        for place in from..count {
            if place > first && outer.contains(&place) {
                all.push(Chain { outer: outer.as_slice().into(), first, end: place });
                first = place;
            }
        }
        all.push(Chain { outer: outer.as_slice().into(), first, end: count });
        // Every namespace has a feature, so there are as many products at least.
        if all.len() as u64 > most { Err(LineFault::Products { most }) } else { Ok(()) }
    }
}

/// The one namespace that a letter can mean in a line: the one of that name, or the only one that begins so.
fn meant(letter: char, names: &[&[u8]]) -> Result<Option<usize>, LineFault> {
    let mut text = [0; 4];
    let start: &[u8] = letter.encode_utf8(&mut text).as_bytes();
    let mut begin = names.iter().enumerate().filter(|(_, name)| name.starts_with(start));
    let Some((place, first)) = begin.next() else { return Ok(None) };
    match begin.next() {
        Some((_, second)) if *first != start => Err(ambiguous(letter, first, second)),
        _ => Ok(Some(place)),
    }
}

/// A letter that can mean two namespaces.
pub(crate) fn ambiguous(letter: char, first: &[u8], second: &[u8]) -> LineFault {
    let told = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
    LineFault::AmbiguousLetter { letter, first: told(first), second: told(second) }
}

/// The chains of all patterns; no product is made by two of them.
fn chains(patterns: &[Pattern], count: usize, most: u64) -> Result<Vec<Chain>, LineFault> {
    let mut all = Vec::new();
    for (place, pattern) in patterns.iter().enumerate() {
        let alike = |other: &Pattern| other.arity() == pattern.arity();
        let overlap = patterns.iter().enumerate().any(|(other, that)| other != place && alike(that));
        if !overlap {
            pattern.chains(count, most, &mut all)?;
        } else if !patterns[..place].iter().any(alike) {
            together(patterns.iter().filter(|other| alike(other)), count, most, &mut all)?;
        }
    }
    Ok(all)
}

/// Adds the chains of patterns of as many parts, each of several namespaces only once.
fn together<'a>(
    patterns: impl Iterator<Item = &'a Pattern>,
    count: usize,
    most: u64,
    all: &mut Vec<Chain>,
) -> Result<(), LineFault> {
    let mut made: HashSet<Vec<usize>> = HashSet::new();
    for pattern in patterns {
        let mut own = Vec::new();
        pattern.chains(count, most, &mut own)?;
        for Chain { outer, first, end } in own {
            for last in first..end {
                let mut sorted = [&outer[..], &[last]].concat();
                sorted.sort_unstable();
                if !made.insert(sorted) {
                    continue;
                }
                if made.len() as u64 > most {
                    return Err(LineFault::Products { most });
                }
                match all.last_mut() {
                    Some(chain) if chain.outer == outer && chain.end == last && !outer.contains(&last) => {
                        chain.end += 1
                    }
                    _ => all.push(Chain { outer: outer.clone(), first: last, end: last + 1 }),
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(stretches: &[&str], list: &str) -> Result<Plan, LineFault> {
        let mut crosses = Crosses::default();
        crosses.add_list(list).unwrap();
        let stretches: Vec<&[u8]> = stretches.iter().map(|name| name.as_bytes()).collect();
        Plan::new(&stretches, &crosses, false)
    }

    fn told(stretches: &[&str], list: &str) -> Vec<String> {
        let chains = plan(stretches, list).unwrap().chains;
        chains.iter().map(|chain| format!("{:?} {}..{}", chain.outer, chain.first, chain.end)).collect()
    }

    #[test]
    fn chains_of_interactions() {
        assert_eq!(told(&["b", "a", "c"], "all*all"), ["[0] 0..3", "[1] 1..3", "[2] 2..3"]);
        assert_eq!(told(&["user", "ad"], "user*ad, ad*user"), ["[1] 0..1"]);
        assert_eq!(told(&["user", "ad"], "user*none"), [""; 0]);
        assert_eq!(told(&["a", "b", "c"], "b*all"), ["[1] 0..1", "[1] 1..3"]);
        assert_eq!(told(&["a", "b"], "all*all*all"), ["[0, 0] 0..2", "[0, 1] 1..2", "[1, 1] 1..2"]);
        assert_eq!(told(&["a", "b", "c"], "a*all, b*all"), ["[0] 0..3", "[1] 1..3"], "a*b once");
        assert_eq!(told(&["a", "b"], "a*b, all*all*all").len(), 4);
        assert_eq!(told(&[], "all*all"), [""; 0]);
    }

    #[test]
    fn letters_mean_one_namespace() {
        let both = plan(&["user", "ad"], "u*a").unwrap();
        assert_eq!(both.letters[..], [('u', "user".to_owned()), ('a', "ad".to_owned())]);
        let error = plan(&["user", "url", "ad"], "u*a").unwrap_err().to_string();
        assert!(error.contains("\"url\"") && error.contains("\"user\""), "{error}");
        assert_eq!(plan(&["u", "url", "ad"], "u*a").unwrap().letters[0].1, "u", "its whole name");
    }

    #[test]
    fn stretches_of_one_namespace_come_together() {
        let plan = plan(&["b", "a", "b"], "all*all").unwrap();
        assert_eq!(plan.order, [(1, true), (0, true), (2, false)]);
        assert!(plan.linear.is_empty());
    }

    #[test]
    fn too_many_namespaces_are_refused() {
        let names: Vec<String> = (0..400).map(|k| format!("n{k}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert!(matches!(plan(&names, "all*all*all*all"), Err(LineFault::Products { .. })));
    }
}
