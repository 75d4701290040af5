//! The command that gives one learner alone what it got in a race.

use crate::feed::input::InputFlags;
use noregret_io::{LabelKind, Labels};

/// A word as a shell wants it.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=.,/:+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// `noregret train` with the input's flags and the learner's words (its name, flags and loss).
pub fn train(input: &InputFlags, bias: bool, found: Option<&Labels>, learner: &[String]) -> String {
    let mut words = vec!["noregret".to_owned(), "train".to_owned()];
    words.extend(input.words());
    if !bias {
        words.push("--no-bias".to_owned());
    }
    // Labels that were found to be classes, and are none of the usual pairs, must be named where a loss is.
    if let Some(labels) = found.filter(|labels| labels.kind() == LabelKind::Binary)
        && let Some([negative, positive]) = labels.mapping()
    {
        let usual = matches!((negative.as_str(), positive.as_str()), ("-1" | "0", "1") | ("1", "2"));
        let numbers = negative.parse::<f64>().is_ok() && positive.parse::<f64>().is_ok();
        if numbers && !usual {
            words.extend(["--labels".to_owned(), format!("{negative},{positive}")]);
        }
    }
    if found.is_some_and(|labels| labels.kind() == LabelKind::Classes) {
        words.push("--classes".to_owned());
    }
    words.extend_from_slice(learner);
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shells_read_what_was_meant() {
        let cases = [
            ("a.svm", "a.svm"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
            ("", "''"),
            ("quantile(0.9)", "'quantile(0.9)'"),
        ];
        for (word, want) in cases {
            assert_eq!(quoted(word), want);
        }
    }
}
