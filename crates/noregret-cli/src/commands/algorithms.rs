//! `noregret algorithms`: what can be learned with, and what is known of it.

use crate::voice::answer;
use crate::voice::failure::usage;
use anyhow::Result;
use clap::Args;
use noregret::{Kind, algorithms as table};
use serde_json::json;
use std::fmt::Write as _;

/// List the algorithms, or tell all about one
#[derive(Args, Debug)]
pub struct Algorithms {
    /// One algorithm: its formula, bound, weakness, parameters
    #[arg(value_name = "NAME")]
    name: Option<String>,

    /// JSON: an array of objects, or one object for one algorithm
    #[arg(long)]
    json: bool,
}

fn object(algorithm: &table::Algorithm) -> serde_json::Value {
    let parameters: Vec<_> = algorithm
        .parameters
        .iter()
        .map(|p| {
            let choices = if let Kind::Choice(words) = p.kind { Some(words) } else { None };
            json!({"name": p.name, "default": p.default(), "about": p.about, "choices": choices})
        })
        .collect();
    json!({
        "name": algorithm.name,
        "summary": algorithm.summary,
        "parameters": parameters,
        "reference": algorithm.reference,
        "cost": algorithm.cost,
        "formula": algorithm.formula,
        "bound": algorithm.bound,
        "weakness": algorithm.weakness,
        "loss": algorithm.default_loss(),
        "player": algorithm.player,
    })
}

fn describe(algorithm: &table::Algorithm) -> String {
    let mut text = format!("{}: {}\n\n", algorithm.name, algorithm.summary);
    let parts = [
        ("formula", algorithm.formula),
        ("bound", algorithm.bound),
        ("weakness", algorithm.weakness),
        ("cost", algorithm.cost),
        ("reference", algorithm.reference),
    ];
    for (name, part) in parts {
        let _ = writeln!(text, "  {name:<10} {}", wrapped(part, 13, 100));
    }
    let _ = writeln!(text, "  {:<10} {}", "loss", algorithm.default_loss());
    if !algorithm.parameters.is_empty() {
        text.push_str("\nParameters:\n");
        for p in algorithm.parameters {
            let default = p.default().map_or_else(|| "none".to_owned(), |value| value.to_string());
            let choices = if let Kind::Choice(words) = p.kind {
                format!(": {}", words.join(", "))
            } else {
                String::new()
            };
            let about = format!("{}{choices} [default: {default}]", p.about);
            let _ = writeln!(text, "  --{:<10} {}", p.name, wrapped(&about, 15, 100));
        }
    }
    text
}

/// Breaks lines at spaces; those after the first are indented.
fn wrapped(text: &str, indent: usize, width: usize) -> String {
    let mut out = String::new();
    let mut column = indent;
    for word in text.split(' ') {
        if column > indent && column + 1 + word.len() > width {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = indent;
        } else if column > indent {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += word.len();
    }
    out
}

impl Algorithms {
    /// Runs it.
    pub fn run(&self) -> Result<()> {
        let text = match &self.name {
            Some(name) => {
                let algorithm = table::find(name).map_err(|e| usage(e.to_string()))?;
                if self.json { format!("{}\n", object(algorithm)) } else { describe(algorithm) }
            }
            None if self.json => {
                let all: Vec<_> = table::ALL.iter().map(object).collect();
                format!("{}\n", serde_json::Value::from(all))
            }
            None => {
                let mut text = String::new();
                for algorithm in table::ALL {
                    let _ = writeln!(text, "{:<16} {}", algorithm.name, algorithm.summary);
                }
                text.push_str("\nnoregret algorithms NAME tells the formula, the bound and the known weakness of one.\n");
                text
            }
        };
        answer::text(&text)
    }
}
