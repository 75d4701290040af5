//! Texts as features: words, and runs of words that stand near one another.
//!
//! A word is what Unicode's rules of segmentation (UAX 29) call one, in lower case. With `ngram` n, runs of 2 to n words are
//! features too, named `not^good`; with `skips` k, up to k words in all may be left out within a run (`not^good` for "not so
//! good"): the generalised n-skip-k-grams of Vowpal Wabbit. A text's features are counted, and the counts scaled to length 1:
//! count_i / sqrt(sum_j count_j^2), so that a long text weighs no more than a short one.
//!
//! Reference: D. Guthrie et al., A closer look at skip-gram modelling, LREC 2006.

use std::collections::HashMap;

use unicode_segmentation::UnicodeSegmentation;

/// Which words make one feature.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grams {
    /// For each run of several words, how far each stands behind the first.
    runs: Vec<Vec<usize>>,
}

impl Grams {
    /// Runs of at most `ngram` words that leave out at most `skips`.
    pub(crate) fn new(ngram: u8, skips: u8) -> Self {
        let mut grams = Self::default();
        for words in 2..=usize::from(ngram) {
            grams.grow(&mut vec![0], words - 1, usize::from(skips));
        }
        grams
    }

    /// Adds every run that goes on from these places with so many more words.
    fn grow(&mut self, run: &mut Vec<usize>, more: usize, skips: usize) {
        if more == 0 {
            self.runs.push(run.clone());
            return;
        }
        let last = run[run.len() - 1];
        for skipped in 0..=skips {
            run.push(last + 1 + skipped);
            self.grow(run, more - 1, skips - skipped);
            run.pop();
        }
    }

    /// Whether there is no feature of several words.
    pub(crate) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Hands over the names of the features of several words.
    pub(crate) fn each(&self, words: &[&[u8]], mut hand_over: impl FnMut(&[u8])) {
        let mut name = Vec::new();
        for run in &self.runs {
            let reach = run[run.len() - 1];
            for first in 0..words.len().saturating_sub(reach) {
                name.clear();
                for (place, far) in run.iter().enumerate() {
                    if place > 0 {
                        name.push(b'^');
                    }
                    name.extend_from_slice(words[first + far]);
                }
                hand_over(&name);
            }
        }
    }

    /// Hands over the features of a text, each once, in the order in which they first come, with their scaled counts.
    pub(crate) fn text(&self, text: &[u8], mut hand_over: impl FnMut(&[u8], f64)) {
        let text = String::from_utf8_lossy(text);
        let lower = text.to_lowercase();
        let words: Vec<&[u8]> = lower.unicode_words().map(str::as_bytes).collect();
        let mut places: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut counts: Vec<(Vec<u8>, f64)> = Vec::new();
        let mut count = |name: &[u8]| match places.get(name) {
            Some(&place) => counts[place].1 += 1.0,
            None => {
                places.insert(name.to_vec(), counts.len());
                counts.push((name.to_vec(), 1.0));
            }
        };
        words.iter().for_each(|word| count(word));
        self.each(&words, count);
        let length = counts.iter().map(|(_, count)| count * count).sum::<f64>().sqrt();
        counts.iter().for_each(|(name, count)| hand_over(name, count / length));
    }
}

/// How many words a text has, as far as blanks tell.
pub(crate) fn count(text: &[u8]) -> usize {
    text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(text: &str, ngram: u8, skips: u8) -> Vec<(String, f64)> {
        let mut all = Vec::new();
        Grams::new(ngram, skips).text(text.as_bytes(), |name, value| {
            all.push((String::from_utf8_lossy(name).into_owned(), value))
        });
        all
    }

    fn names(text: &str, ngram: u8, skips: u8) -> Vec<String> {
        features(text, ngram, skips).into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn words_of_any_script_in_lower_case() {
        assert_eq!(names("Don't STOP, it's 3.14 (ÉTÉ)!", 1, 0), ["don't", "stop", "it's", "3.14", "été"]);
        assert_eq!(names("", 3, 1), Vec::<String>::new());
        assert_eq!(names("... !!", 1, 0), Vec::<String>::new());
    }

    #[test]
    fn counts_have_length_one() {
        assert_eq!(features("a b a b a b a", 1, 0), [("a".to_owned(), 0.8), ("b".to_owned(), 0.6)]);
        for text in ["one", "one two two three three three", "x y x y"] {
            let length: f64 = features(text, 3, 2).iter().map(|(_, value)| value * value).sum();
            assert!((length - 1.0).abs() < 1e-12, "{text}: {length}");
        }
    }

    #[test]
    fn runs_and_skips_by_hand() {
        assert_eq!(names("a b c", 2, 0), ["a", "b", "c", "a^b", "b^c"]);
        assert_eq!(names("a b c", 2, 1), ["a", "b", "c", "a^b", "b^c", "a^c"]);
        assert_eq!(names("a b c d", 3, 0)[4..], ["a^b", "b^c", "c^d", "a^b^c", "b^c^d"]);
        let mut three = names("a b c d", 3, 1)[4..].to_vec();
        three.sort();
        let mut wanted = ["a^b", "b^c", "c^d", "a^c", "b^d", "a^b^c", "b^c^d", "a^c^d", "a^b^d"]
            .map(str::to_owned)
            .to_vec();
        wanted.sort();
        assert_eq!(three, wanted);
    }

    /// Every choice of places, by brute force.
    #[test]
    fn runs_and_skips_by_all_subsets() {
        let words = ["a", "b", "c", "d", "e", "f"];
        for (ngram, skips) in [(2, 0), (2, 3), (3, 1), (4, 2), (5, 8)] {
            let mut wanted = Vec::new();
            for subset in 1u32..1 << words.len() {
                let places: Vec<usize> = (0..words.len()).filter(|place| subset >> place & 1 == 1).collect();
                let span = places[places.len() - 1] - places[0] + 1;
                if places.len() > 1 && places.len() <= ngram as usize && span - places.len() <= skips as usize
                {
                    wanted.push(places.iter().map(|&place| words[place]).collect::<Vec<_>>().join("^"));
                }
            }
            let mut found = names(&words.join(" "), ngram, skips)[words.len()..].to_vec();
            found.sort();
            wanted.sort();
            assert_eq!(found, wanted, "{ngram} {skips}");
        }
    }
}
