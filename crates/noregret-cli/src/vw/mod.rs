//! The flags of Vowpal Wabbit: each works here with its meaning, or ends with one line that says what to use.
//!
//! Before flags are parsed they are read as VW's: underscores become hyphens where that is a flag of ours, flags of another name
//! get ours ([`ALIASES`]), flags for what always holds here are dropped ([`ALWAYS`]), and flags of the [`table`] are refused. A
//! flag of ours is never refused, so a row of the table can go when its flag is built. The list of VW's flags is
//! `tests/vw-flags.txt`.

mod table;

use clap::Command;
use noregret_io::Schema;
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

/// VW's `--link NAME`.
fn link(words: &[OsString]) -> Option<String> {
    let name = |word: &OsString| word.to_str().filter(|word| LINKS.contains(word)).map(str::to_owned);
    let first = words.first()?.to_str()?;
    let name = match first.strip_prefix("--link=") {
        Some(name) => Some(name.to_owned()),
        None => words.get(1).filter(|_| first == "--link").and_then(name),
    }?;
    Some(format!(
        "--link {name} is VW's, for what predictions are turned into; here: --link takes no name, it is the loss's own (probabilities for logistic)"
    ))
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

/// The words of a command line with VW's flags made ours; the line to end with if one has no place here.
pub fn understand(whole: impl FnOnce() -> Command, words: Vec<OsString>) -> Result<Vec<OsString>, String> {
    let name = words.get(1).and_then(|word| word.to_str()).unwrap_or_default();
    if !COMMANDS.contains(&name) {
        return Ok(words);
    }
    let whole = whole();
    let Some(command) = whole.find_subcommand(name) else { return Ok(words) };
    let flags = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let mut ours = Vec::with_capacity(words.len());
    for (place, one) in words.iter().enumerate() {
        match one.to_str().filter(|one| place > 1 && place < flags && one.starts_with('-')) {
            Some(text) => {
                if let Some(line) = link(&words[place..flags]) {
                    return Err(line);
                }
                ours.extend(word(command, text)?.map(OsString::from));
            }
            None => ours.push(one.clone()),
        }
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
        ] {
            assert_eq!(of(vw).as_deref(), Ok(ours));
        }
        for refused in [
            "n train --bfgs",
            "n train -l 0.5",
            "n train -l0.5",
            "n train --cb_adf x",
            "n train --cb-adf x",
            "n predict m x --link logistic",
            "n predict --link=glf1",
        ] {
            let line = of(refused).unwrap_err();
            assert!(line.contains("is VW's") && !line.contains('\n'), "{line}");
        }
    }
}
