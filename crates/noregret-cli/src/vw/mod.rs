//! The flags of Vowpal Wabbit: each works here with its meaning, or ends with one line that says what to use.
//!
//! Before flags are parsed they are read as VW's: underscores become hyphens where that is a flag of ours, flags of another name
//! get ours ([`ALIASES`]), those whose value is said otherwise here are said so ([`valued`]), flags for what always holds here are dropped ([`ALWAYS`]), and flags of the [`table`] are refused. A
//! flag of ours is never refused, so a row of the table can go when its flag is built. The list of VW's flags is
//! `tests/vw-flags.txt`.

mod table;

use clap::Command;
use noregret_io::{Family, Interaction, Part, Schema};
use std::ffi::OsString;

/// VW's name, and what is written here. Names are spelled with underscores; both spellings are understood.
const ALIASES: &[(&str, &str)] = &[
    ("final_regressor", "--model"),
    ("initial_regressor", "--initial"),
    ("raw_predictions", "--predictions"),
    ("bit_precision", "--bits"),
    ("loss_function", "--loss"),
    ("noconstant", "--no-bias"),
    ("cache_file", "--cache"),
    ("driver_output_off", "--quiet"),
    ("strict_parse", "--on-error=stop"),
    ("ftrl", "--algorithm=ftrl"),
    ("ftrl_alpha", "--alpha"),
    ("ftrl_beta", "--beta"),
    ("probabilities", "--output=probabilities"),
    ("binary", "--output=class"),
];

/// Short flags, likewise.
const SHORT_ALIASES: &[(char, char)] = &[('r', 'p')];

/// Flags for what always holds here: models can go on learning, and the order of features never matters.
const ALWAYS: &[&str] = &["save_resume", "sort_features"];

/// Subcommands whose flags may be VW's.
const COMMANDS: &[&str] = &["train", "predict"];

/// The names of VW's links: here a margin has the link of its loss.
const LINKS: &[&str] = &["identity", "logistic", "glf1", "poisson"];

/// Flags that VW does not have here, with what they mean there and what to do here.
struct Row {
    /// With underscores, short ones as one letter.
    flags: &'static [&'static str],
    there: &'static str,
    here: &'static str,
}

fn row(flag: &str) -> Option<&'static Row> {
    table::ALL.iter().flat_map(|rows| rows.iter()).find(|row| row.flags.contains(&flag))
}

fn knows_long(command: &Command, name: &str) -> bool {
    command.get_arguments().any(|arg| {
        arg.get_long() == Some(name) || arg.get_all_aliases().is_some_and(|all| all.contains(&name))
    })
}

fn knows_short(command: &Command, letter: char) -> bool {
    letter == 'h'
        || command.get_arguments().any(|arg| {
            arg.get_short() == Some(letter)
                || arg.get_all_short_aliases().is_some_and(|all| all.contains(&letter))
        })
}

fn refusal(flag: &str, row: &Row) -> String {
    format!("{flag} is VW's, for {}; here: {}", row.there, row.here)
}

/// What a word of the command line becomes; nothing if it is dropped.
fn word(command: &Command, word: &str) -> Result<Option<String>, String> {
    if let Some(long) = word.strip_prefix("--").filter(|long| !long.is_empty()) {
        let (name, value) = long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value)));
        let with_value = |flag: &str| match value {
            Some(value) => format!("{flag}={value}"),
            None => flag.to_owned(),
        };
        let (vw, ours) = (name.replace('-', "_"), name.replace('_', "-"));
        if knows_long(command, name) {
            return Ok(Some(word.to_owned()));
        }
        if knows_long(command, &ours) {
            return Ok(Some(with_value(&format!("--{ours}"))));
        }
        if ALWAYS.contains(&vw.as_str()) {
            return Ok(None);
        }
        if let Some((_, ours)) = ALIASES.iter().find(|(theirs, _)| *theirs == vw) {
            return Ok(Some(with_value(ours)));
        }
        return row(&vw)
            .map_or_else(|| Ok(Some(word.to_owned())), |row| Err(refusal(&format!("--{name}"), row)));
    }
    let mut letters = word.strip_prefix('-').unwrap_or_default().chars();
    let Some(letter) = letters.next().filter(|&letter| !knows_short(command, letter)) else {
        return Ok(Some(word.to_owned()));
    };
    if let Some((_, ours)) = SHORT_ALIASES.iter().find(|(theirs, _)| *theirs == letter) {
        return Ok(Some(format!("-{ours}{}", letters.as_str())));
    }
    match row(letter.encode_utf8(&mut [0; 4])) {
        Some(row) => Err(refusal(&format!("-{letter}"), row)),
        None => Ok(Some(word.to_owned())),
    }
}

/// The name and the value of a long flag at the head of these words, and how many words those are.
fn long(words: &[OsString]) -> Option<(String, &str, usize)> {
    let first = words.first()?.to_str()?.strip_prefix("--")?;
    let (name, value, count) = match first.split_once('=') {
        Some((name, value)) => (name, value, 1),
        None => (first, words.get(1)?.to_str()?, 2),
    };
    Some((name.replace('-', "_"), value, count))
}

/// Flags of VW whose value is said otherwise here: what to write, and how many words that stands for.
///
/// `--oaa K` is `--classes`, since classes are counted as they come; `--link logistic` is `--output=probabilities`; the quantile is part of the loss's name.
fn valued(words: &[OsString], quantile: Option<&str>) -> Result<Option<(Option<String>, usize)>, String> {
    let Some((name, value, count)) = long(words) else { return Ok(None) };
    let said = |text: &str| Ok(Some((Some(text.to_owned()), count)));
    match (name.as_str(), value) {
        ("oaa", count) if count.parse::<u32>().is_ok() => said("--classes"),
        ("link", "logistic") => said("--output=probabilities"),
        ("link", "identity") => said("--output=margins"),
        ("link", name) if LINKS.contains(&name) || count == 1 => Err(format!(
            "--link {name} is VW's, for what predictions are turned into; here: --link takes no name, it is the loss's own (probabilities for logistic)"
        )),
        ("loss" | "loss_function", "quantile") => {
            said(&quantile.map_or("--loss=quantile".to_owned(), |tau| format!("--loss=quantile({tau})")))
        }
        ("ngram" | "skips", of) if of.starts_with(|first: char| first.is_ascii_alphabetic()) => Err(format!(
            "--{name} {of} is VW's, for the namespaces that begin with {}; here: --{name} {}, which goes for all namespaces",
            &of[..1],
            &of[1..]
        )),
        ("quantile_tau", _) if quantile.is_some() => Ok(Some((None, count))),
        _ => Ok(None),
    }
}

/// VW's `--quantile_tau`, where the loss is the quantile's.
fn quantile(words: &[OsString]) -> Option<&str> {
    let flags = || (0..words.len()).filter_map(|place| long(&words[place..]));
    flags()
        .find(|(name, value, _)| matches!(name.as_str(), "loss" | "loss_function") && *value == "quantile")?;
    flags().find(|(name, ..)| name == "quantile_tau").map(|(_, tau, _)| tau)
}

/// What to say of a letter to leave out, where VW would have left out more: all namespaces that begin with it.
pub fn ignored_letter(schema: &Schema) -> Option<String> {
    let letters: Vec<&String> = schema.ignore.iter().filter(|name| name.chars().count() == 1).collect();
    if letters.is_empty() {
        return None;
    }
    schema.names.iter().find_map(|(_, name)| {
        let (namespace, _) = name.split_once('^')?;
        let letter = letters.iter().find(|letter| namespace.starts_with(letter.as_str()))?;
        (namespace != letter.as_str()).then(|| {
            format!(
                "--ignore {letter} leaves out the namespace {letter:?} alone: {namespace:?} is read (in VW a letter stands for all that begin with it)"
            )
        })
    })
}

/// What to say of names to keep that no namespace or key has: all else is left out then. In VW a letter stands for all that begin with it.
pub fn kept_nothing(schema: &Schema) -> Vec<String> {
    let tables = schema.columns_fixed || schema.family != Some(Family::Named);
    if tables || !schema.keep_names || schema.collisions > 0 {
        return Vec::new();
    }
    let unmet = schema.keep.iter().filter(|name| !occurs(schema, name));
    let told = |name: &String| {
        let letter = name.chars().count() == 1;
        let vw = if letter { " (in VW a letter stands for all that begin with it)" } else { "" };
        format!("--keep {name} keeps the namespace or key {name:?} alone, and there is none{vw}")
    };
    unmet.map(told).collect()
}

/// What to say of interactions that made no product, because nothing is called so.
pub fn crossed_nothing(schema: &Schema) -> Vec<String> {
    let absent = |part: &Part| match part {
        Part::All => None,
        Part::Letter(letter) => (!schema.crosses.letters.contains_key(letter))
            .then(|| format!("no namespace, column or key begins with {letter}")),
        Part::Name(name) if schema.columns_fixed => {
            (!schema.columns.contains_key(name)).then(|| format!("no feature is of a column {name:?}"))
        }
        Part::Name(name) => {
            let known = schema.keep_names && schema.collisions == 0 && !name.is_empty();
            (known && !occurs(schema, name)).then(|| format!("there is no namespace or key {name:?}"))
        }
    };
    let told = |interaction: &Interaction| {
        let why = interaction.parts.iter().find_map(absent)?;
        Some(format!("{interaction} crossed nothing: {why}"))
    };
    schema.crosses.interactions.iter().filter_map(told).collect()
}

/// Whether a feature is of a namespace or key, as far as names are kept.
fn occurs(schema: &Schema, name: &str) -> bool {
    let of = |shown: &str| {
        shown.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['^', '=']))
    };
    schema.names.iter().any(|(_, shown)| of(&shown))
}

/// Flags that are VW's where nothing follows them that they could mean here: `-a` is its audit, `--binary` and `--probabilities` say what its progress shows.
fn alone(command: &str, words: &[OsString]) -> Result<(), String> {
    let texts: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let valued =
        |place: usize| texts.get(place + 1).is_some_and(|next| !next.starts_with('-') || *next == "-");
    let predictions = || {
        texts.iter().any(|text| {
            text.starts_with("-p")
                || text.starts_with("-r")
                || text.starts_with("--predictions")
                || text.starts_with("--raw")
        })
    };
    for (place, &text) in texts.iter().enumerate() {
        match text {
            "-a" if command == "train" && !valued(place) => {
                return row("audit").map_or(Ok(()), |row| Err(refusal("-a", row)));
            }
            "--cache" if command == "train" && !valued(place) => {
                return Err("--cache is VW's, for a cache beside the data; here: -c (--cache takes the name of a file)".to_owned());
            }
            "--binary" | "--probabilities" if command == "train" && !predictions() => {
                return Err(format!(
                    "{text} is VW's, for what predictions and progress are; here: -p FILE {text} writes them so, and the summary has accuracy and log loss without it"
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The words of a command line with VW's flags made ours; the line to end with if one has no place here.
pub fn understand(whole: impl FnOnce() -> Command, words: Vec<OsString>) -> Result<Vec<OsString>, String> {
    let name = words.get(1).and_then(|word| word.to_str()).unwrap_or_default();
    if !COMMANDS.contains(&name) {
        return Ok(words);
    }
    let whole = whole();
    let Some(command) = whole.find_subcommand(name) else { return Ok(words) };
    let flags = words.iter().position(|word| word == "--").unwrap_or(words.len());
    alone(name, &words[..flags])?;
    let mut ours = Vec::with_capacity(words.len());
    let (quantile, mut place) = (quantile(&words[..flags]), 0);
    while let Some(one) = words.get(place) {
        let mut taken = 1;
        match one.to_str().filter(|one| place > 1 && place < flags && one.starts_with('-')) {
            Some(text) => match valued(&words[place..flags], quantile)? {
                Some((said, count)) => {
                    ours.extend(said.map(OsString::from));
                    taken = count;
                }
                None => ours.extend(word(command, text)?.map(OsString::from)),
            },
            None => ours.push(one.clone()),
        }
        place += taken;
    }
    Ok(ours)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]

    use super::*;
    use clap::CommandFactory;

    /// One a line: the name, and the letter if it has one.
    const FLAGS: &str = include_str!("../../tests/vw-flags.txt");

    fn train() -> Command {
        crate::Cli::command().find_subcommand("train").cloned().unwrap_or_default()
    }

    fn is_alias(name: &str) -> bool {
        ALWAYS.contains(&name) || ALIASES.iter().any(|(theirs, _)| *theirs == name)
    }

    #[test]
    fn every_flag_of_vw_is_ours_or_says_what_to_use() {
        let command = train();
        let mut count = 0;
        for line in FLAGS.lines() {
            let mut parts = line.split_whitespace();
            let name = &*parts.next().unwrap_or_default().replace('-', "_");
            let ours = name == "help" || knows_long(&command, &name.replace('_', "-")) || is_alias(name);
            assert!(ours || row(name).is_some(), "--{name} is neither a flag nor in the table");
            for letter in parts.filter_map(|letter| letter.chars().next()) {
                let ours = knows_short(&command, letter) || SHORT_ALIASES.iter().any(|(l, _)| *l == letter);
                assert!(
                    ours || row(&letter.to_string()).is_some(),
                    "-{letter} is neither a flag nor in the table"
                );
            }
            count += 1;
        }
        assert!(count > 400);
    }

    #[test]
    fn the_table_has_every_flag_once_and_none_of_ours() {
        let command = train();
        let known: Vec<String> =
            FLAGS.lines().flat_map(str::split_whitespace).map(|flag| flag.replace('-', "_")).collect();
        let mut met = Vec::new();
        for row in table::ALL.iter().flat_map(|rows| rows.iter()) {
            assert!(!row.there.is_empty() && !row.here.is_empty() && !row.here.contains('\n'));
            for &flag in row.flags {
                assert!(known.iter().any(|known| known == flag), "{flag} is no flag of VW");
                assert!(!met.contains(&flag) && !is_alias(flag), "{flag} is there twice");
                let ours = match flag.len() {
                    1 => flag.chars().any(|letter| knows_short(&command, letter)),
                    _ => knows_long(&command, &flag.replace('_', "-")),
                };
                assert!(!ours, "{flag} is a flag of train now: its row can go");
                met.push(flag);
            }
        }
    }

    #[test]
    fn words_become_ours() {
        let of = |line: &str| {
            let words = line.split(' ').map(OsString::from).collect();
            understand(crate::Cli::command, words).map(|words| {
                words.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
            })
        };
        for (vw, ours) in [
            ("n train -d x -f m --loss_function logistic", "n train -d x -f m --loss logistic"),
            ("n train --loss-function=hinge --noconstant", "n train --loss=hinge --no-bias"),
            (
                "n train --holdout_off --kill_cache --on_error skip",
                "n train --holdout-off --kill-cache --on-error skip",
            ),
            ("n train -r raw.txt --save_resume x", "n train -p raw.txt x"),
            ("n train --ftrl --ftrl_alpha 0.1", "n train --algorithm=ftrl --alpha 0.1"),
            ("n predict m x --quiet -- --bfgs", "n predict m x --quiet -- --bfgs"),
            ("n inspect --bfgs", "n inspect --bfgs"),
            ("n train --nonsense -Z", "n train --nonsense -Z"),
            ("n predict m x --link", "n predict m x --link"),
            ("n predict m --link today.vw", "n predict m --link today.vw"),
            ("n predict m x --link logistic -p y", "n predict m x --output=probabilities -p y"),
            ("n train -t -i m --link=identity x", "n train -t -i m --output=margins x"),
            (
                "n train -d x --oaa 10 --probabilities -p y",
                "n train -d x --classes --output=probabilities -p y",
            ),
            ("n train --oaa=3 -f m", "n train --classes -f m"),
            ("n train --quantile_tau 0.9 -d x --loss_function quantile", "n train -d x --loss=quantile(0.9)"),
            ("n train --loss_function=quantile -p y --binary", "n train --loss=quantile -p y --output=class"),
            ("n train x -a ftrl --cache y", "n train x -a ftrl --cache y"),
        ] {
            assert_eq!(of(vw).as_deref(), Ok(ours));
        }
        for refused in [
            "n train --bfgs",
            "n train -l 0.5",
            "n train -l0.5",
            "n train --cb_adf x",
            "n train --cb-adf x",
            "n predict m x --link poisson",
            "n predict --link=glf1",
            "n train --quantile_tau 0.9",
            "n train --oaa",
            "n train --ngram a2",
            "n train x -a",
            "n train -a -d x",
            "n train --cache -d x",
            "n train -d x --binary",
            "n train -d x --oaa 3 --probabilities",
        ] {
            let line = of(refused).unwrap_err();
            assert!(line.contains("is VW's") && !line.contains('\n'), "{line}");
        }
    }
}
