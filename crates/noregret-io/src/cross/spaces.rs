//! Numbers for the namespaces, columns and keys that one parser meets. Lines are alike, so the one that followed before is tried first.

use std::collections::HashMap;

/// Namespaces by number.
#[derive(Debug, Default)]
pub(crate) struct Spaces {
    names: Vec<Box<[u8]>>,
    numbers: HashMap<Box<[u8]>, u32>,
    /// Which one followed each of them last.
    next: Vec<u32>,
    last: u32,
}

impl Spaces {
    /// The number of a namespace.
    #[inline]
    pub(crate) fn number(&mut self, name: &[u8]) -> u32 {
        let guess = self.next.get(self.last as usize).copied().unwrap_or(0);
        if self.names.get(guess as usize).is_some_and(|known| **known == *name) {
            self.last = guess;
            return guess;
        }
        self.search(name)
    }

    #[inline(never)]
    fn search(&mut self, name: &[u8]) -> u32 {
        let number = match self.numbers.get(name) {
            Some(&number) => number,
            None => {
                let number = self.names.len() as u32;
                self.names.push(name.into());
                self.next.push(0);
                self.numbers.insert(name.into(), number);
                number
            }
        };
        if let Some(next) = self.next.get_mut(self.last as usize) {
            *next = number;
        }
        self.last = number;
        number
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    /// All names, in the order of their numbers.
    pub(crate) fn names(&self) -> impl Iterator<Item = &[u8]> {
        self.names.iter().map(|name| &**name)
    }

    /// The name with a number.
    pub(crate) fn name(&self, number: u32) -> &[u8] {
        &self.names[number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_number() {
        let mut spaces = Spaces::default();
        let line: [&[u8]; 5] = [b"", b"user", b"ad", b"user", b"\xff"];
        for line in [&line[..], &line[..3], &line[2..], &line[..]] {
            for name in line {
                let number = spaces.number(name);
                assert_eq!(spaces.name(number), *name);
            }
        }
        assert_eq!(spaces.names.len(), 4);
    }
}
