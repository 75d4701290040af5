//! Figure 1 of "Implicit Online Learning" (Kulis and Bartlett 2010): cumulative squared loss of implicit and explicit steps.
//!
//! As in the paper: 20 true weights uniform in [0, 1], features uniform in [-1/2, 1/2], Gaussian noise of variance 0.1, eta = 1/sqrt t; the first three panels scale features and noise by 1, 2 and
//! 2.5. The fourth compares Itakura-Saito (implicit) with exponentiated gradient, explicit and implicit, when the true weights do not sum to 1.

use crate::error::Answer;
use crate::findings::{Cell, Figure, Findings, Series, Shape, Table};
use crate::random::SplitMix64;
use crate::setting::Setting;
use crate::statistics::even;
use noregret::{FeaturesBuf, Loss, Parameters, algorithms};

const ROUNDS: usize = 1000;
const SHOWN: [usize; 5] = [10, 50, 100, 300, ROUNDS];

/// Cumulative loss after every round, the mean of the runs.
fn curve(parameters: &Parameters, scale: f64, runs: u64) -> Answer<Vec<f64>> {
    let loss: Loss = "squared".parse()?;
    let mut mean = vec![0.0; ROUNDS];
    for seed in 0..runs {
        let parameters = parameters.clone().number("eta", 1.0);
        let mut learner = algorithms::find("mirror")?.spec(Some(loss), &parameters)?.check()?.build();
        let mut random = SplitMix64::new(seed);
        let truth: Vec<f64> = (0..20).map(|_| random.uniform()).collect();
        let (mut total, mut x) = (0.0, FeaturesBuf::new());
        for mean in &mut mean {
            x.clear();
            let mut y = 0.0;
            for (i, w) in truth.iter().enumerate() {
                let value = 0.5 * scale * random.signed();
                x.push(i as u32, value);
                y += w * value;
            }
            // Twelve uniforms less six: close to a standard normal.
            let normal = (0..12).map(|_| random.uniform()).sum::<f64>() - 6.0;
            y += scale * 0.1_f64.sqrt() * normal;
            total += loss.value(learner.learn(x.finish()?, y, 1.0)?, y);
            *mean += total / runs as f64;
        }
    }
    Ok(mean)
}

struct Panel {
    name: &'static str,
    title: String,
    scale: f64,
    curves: Vec<(&'static str, Parameters)>,
}

fn panels() -> Vec<Panel> {
    let euclidean =
        || ["explicit", "implicit"].map(|update| (update, Parameters::new().word("update", update))).to_vec();
    let names = ["implicit-fig1-scale-1", "implicit-fig1-scale-2", "implicit-fig1-scale-2-5"];
    let mut panels: Vec<Panel> = [1.0, 2.0, 2.5]
        .iter()
        .zip(names)
        .map(|(&scale, name)| Panel {
            name,
            title: format!("Data scaled by {scale}"),
            scale,
            curves: euclidean(),
        })
        .collect();
    let eg = Parameters::new().word("potential", "entropy").word("set", "simplex");
    let saito = Parameters::new().word("potential", "burg").number("start", 0.5);
    panels.push(Panel {
        name: "implicit-fig1-saito",
        title: "True weights that do not sum to 1".to_owned(),
        scale: 1.0,
        curves: vec![
            ("EG, explicit", eg.clone().word("update", "explicit")),
            ("EG, implicit", eg),
            ("Itakura-Saito, implicit", saito),
        ],
    });
    panels
}

/// Runs it.
pub(crate) fn run(setting: &Setting<'_>) -> Answer<Findings> {
    let runs = setting.either(10, 2);
    let mut findings = Findings::default();
    let columns: Vec<String> = SHOWN.iter().map(|t| format!("T = {t}")).collect();
    let columns: Vec<&str> = std::iter::once("").chain(columns.iter().map(String::as_str)).collect();
    for panel in panels() {
        let curves = setting.each(&panel.curves, |(_, parameters)| curve(parameters, panel.scale, runs))?;
        let mut table = Table::new(format!("{}: cumulative loss", panel.title), &columns);
        let mut series = Vec::new();
        for ((name, _), losses) in panel.curves.iter().zip(&curves) {
            let mut row = vec![Cell::text(*name)];
            row.extend(SHOWN.iter().map(|&t| Cell::number(losses[t - 1], 1)));
            table.rows.push(row);
            let points = even(ROUNDS, 100).into_iter().map(|t| (t as f64, losses[t - 1])).collect();
            series.push(Series { name: (*name).to_owned(), points });
        }
        if let [explicit, implicit] = &curves[..] {
            let ratio = explicit[ROUNDS - 1] / implicit[ROUNDS - 1];
            findings.remark(format!(
                "Scale {}: the explicit step loses {ratio:.2} times what the implicit one does.",
                panel.scale
            ));
        }
        // At scale 2.5 the explicit curve leaves all others on the floor.
        let shape = if panel.scale > 2.0 { Shape::LogUp } else { Shape::Lines };
        findings.tables.push(table);
        findings.figures.push(Figure {
            name: panel.name.to_owned(),
            title: panel.title,
            x: "rounds".to_owned(),
            y: "cumulative loss".to_owned(),
            shape,
            series,
        });
    }
    findings.remark(format!("Means of {runs} runs, eta = 1/sqrt t. The paper gives curves, no numbers: it says that the difference between the methods grows with the scale of the data, and that the loss of both exponentiated-gradient methods is significantly higher than Itakura-Saito's where weights do not sum to 1."));
    Ok(findings)
}
