//! The experiments, and whether a folder has their data.

use noregret_reproduce::{ALL, Experiment, Folder};
use serde_json::json;
use std::fmt::Write as _;

fn has(folder: &Folder, experiment: &Experiment) -> Vec<(&'static str, bool)> {
    experiment.needs.iter().map(|need| (*need, folder.has(need))).collect()
}

/// A line or an object for each.
pub fn list(folder: &Folder, as_json: bool) -> String {
    if as_json {
        let one = |e: &Experiment| {
            let needs: Vec<_> =
                has(folder, e).iter().map(|(name, there)| json!({"name": name, "found": there})).collect();
            json!({"name": e.name, "paper": e.paper.citation(), "shows": e.shows, "needs": needs})
        };
        return format!("{}\n", json!(ALL.iter().map(one).collect::<Vec<_>>()));
    }
    let mut text = String::new();
    let mut paper = None;
    for experiment in &ALL {
        if paper != Some(experiment.paper) {
            paper = Some(experiment.paper);
            let _ = writeln!(text, "{}", experiment.paper.citation());
        }
        let _ = writeln!(text, "  {:<14} {}", experiment.name, experiment.shows);
        for (name, there) in has(folder, experiment) {
            let found = if there { "found" } else { "not in the folder: a stand-in, or left out" };
            let _ = writeln!(text, "  {:<14}   {name}: {found}", "");
        }
    }
    text
}
