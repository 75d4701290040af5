//! The handful of measures a person decides by, each beside the best constant's.

use noregret_measure::{ClassReport, Confusion, NumberReport, Report, TwoReport};

/// A line of the summary: its name and what it says.
type Line = (&'static str, String);

/// The lines; `names` are what the data call -1 and +1, or the classes.
pub fn lines(report: &Report, names: &[&str]) -> Vec<Line> {
    match report {
        Report::Two(two) => of_two(two, names),
        Report::Numbers(numbers) => of_numbers(numbers),
        Report::Classes(classes) => of_classes(classes, names),
    }
}

/// The log loss, where predictions are probabilities.
pub fn log_loss(report: &Report) -> Option<f64> {
    match report {
        Report::Two(two) => two.log_loss,
        Report::Classes(classes) => classes.log_loss,
        Report::Numbers(_) => None,
    }
}

/// All of it in one line, for what stands beside others.
pub fn line(report: &Report) -> String {
    let mut parts = Vec::new();
    let mut tell = |name: &str, value: Option<f64>, constant: Option<f64>| {
        let than =
            constant.map_or_else(String::new, |constant| format!(" (best constant {})", brief(constant)));
        parts.extend(value.map(|value| format!("{name} {}{than}", brief(value))));
    };
    match report {
        Report::Two(two) => {
            tell("log loss", two.log_loss, two.baseline.log_loss);
            tell("AUC", two.auc, None);
            tell("accuracy", two.accuracy, two.baseline.accuracy);
        }
        Report::Numbers(numbers) => {
            tell("RMSE", numbers.rmse, numbers.baseline.rmse);
            tell("MAE", numbers.mae, numbers.baseline.mae);
            tell("R2", numbers.r2, None);
        }
        Report::Classes(classes) => {
            tell("log loss", classes.log_loss, classes.baseline.log_loss);
            tell("accuracy", classes.accuracy, classes.baseline.accuracy);
        }
    }
    parts.join(", ")
}

fn of_two(two: &TwoReport, names: &[&str]) -> Vec<Line> {
    let [negative, positive] = names else { return of_two(two, &["-1", "+1"]) };
    let (mut lines, labels) = (Vec::new(), [*negative, *positive]);
    if let Some((loss, share)) = two.baseline.log_loss.zip(two.explained.log_loss) {
        lines.push((
            "baseline",
            format!("{loss:.6} by the best constant; {} of it explained", percent(share)),
        ));
    }
    if let Some(auc) = two.auc {
        lines.push(("AUC", format!("{auc:.4}{}", within(two.auc_error))));
    } else if let Some(why) = two.undefined.of("auc").filter(|_| two.rows > 0) {
        lines.push(("AUC", format!("not defined: {why}")));
    }
    if let Some((accuracy, rate)) = two.accuracy.zip(two.positive_rate) {
        let larger = usize::from(rate > 0.5);
        let text = format!(
            "{}; always saying {} has {}",
            percent(accuracy),
            labels[larger],
            percent(rate.max(1.0 - rate))
        );
        let said = match two.confusion.and_then(|table| only_said(&table)) {
            Some(said) if said == larger => {
                format!(", which is what it does: {} is never predicted", labels[1 - said])
            }
            Some(said) => format!("; it always says {}", labels[said]),
            None => String::new(),
        };
        lines.push(("accuracy", text + &said));
    }
    lines
}

/// The one class that was ever predicted, if there is one alone: 0 for -1, 1 for +1.
fn only_said(table: &Confusion) -> Option<usize> {
    let said = [table.true_negative + table.false_negative, table.true_positive + table.false_positive];
    match said {
        [_, 0.0] => Some(0),
        [0.0, _] => Some(1),
        _ => None,
    }
}

fn of_numbers(numbers: &NumberReport) -> Vec<Line> {
    let mut lines = Vec::new();
    if let Some((rmse, baseline)) = numbers.rmse.zip(numbers.baseline.rmse) {
        let r2 = numbers.r2.map_or_else(String::new, |r2| format!("; R2 {r2:.4}"));
        lines.push((
            "RMSE",
            format!(
                "{} (root of the mean squared error); the mean label has {}{r2}",
                brief(rmse),
                brief(baseline)
            ),
        ));
    }
    if let Some((mae, baseline)) = numbers.mae.zip(numbers.baseline.mae) {
        lines.push(("MAE", format!("{}; the median label has {}", brief(mae), brief(baseline))));
    }
    lines
}

fn of_classes(classes: &ClassReport, names: &[&str]) -> Vec<Line> {
    let mut lines = Vec::new();
    if let Some((loss, share)) = classes.baseline.log_loss.zip(classes.explained) {
        lines.push((
            "baseline",
            format!("{loss:.6} by the best constant; {} of it explained", percent(share)),
        ));
    }
    if let Some((accuracy, largest)) = classes.accuracy.zip(classes.baseline.accuracy) {
        let place = classes.share_by_class.iter().position(|share| *share == largest);
        let name = place.and_then(|place| names.get(place)).copied().unwrap_or("the largest class");
        let text = format!("{}; always saying {name} has {}", percent(accuracy), percent(largest));
        lines.push(("accuracy", text));
    }
    if let Some(top) = classes.top_k.get(2).filter(|_| classes.top_k.len() > 3) {
        lines.push(("top 3", format!("{} have their class among the three likeliest", percent(*top))));
    }
    lines
}

/// ± an error that can be seen.
fn within(error: Option<f64>) -> String {
    error.filter(|error| *error > 0.0).map_or_else(String::new, |error| format!(" within {error:.1e}"))
}

/// A share in percent; nothing is less than 0 by less than is shown.
pub fn percent(share: f64) -> String {
    let text = format!("{:.2} %", 100.0 * share);
    if text == "-0.00 %" { "0.00 %".to_owned() } else { text }
}

/// Six digits or so, whatever the size.
pub fn brief(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if !(1e-3..1e7).contains(&size) => format!("{value:.4e}"),
        size if size >= 1000.0 => format!("{value:.2}"),
        _ => format!("{value:.6}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noregret_measure::Measures;

    #[test]
    fn a_share_of_nothing_has_no_sign() {
        assert_eq!(
            [-1e-9, -0.0, 0.0, -1e-4, 0.5].map(percent),
            ["0.00 %", "0.00 %", "0.00 %", "-0.01 %", "50.00 %"]
        );
    }

    #[test]
    fn what_a_model_always_says_is_told_for_what_it_is() {
        let told = |rows: &[(f64, f64)]| {
            let mut measures = Measures::of("logistic".parse().unwrap());
            rows.iter().for_each(|(margin, label)| measures.add(*margin, *label, 1.0));
            let lines = lines(&measures.report(), &["0", "1"]);
            lines.into_iter().find(|(name, _)| *name == "accuracy").unwrap().1
        };
        let (no, yes) = (-1.0, 1.0);
        let same = "66.67 %; always saying 0 has 66.67 %, which is what it does: 1 is never predicted";
        assert_eq!(told(&[(no, no), (no, no), (no, yes)]), same);
        let other = "33.33 %; always saying 0 has 66.67 %; it always says 1";
        assert_eq!(told(&[(yes, no), (yes, no), (yes, yes)]), other);
        let same = "66.67 %; always saying 1 has 66.67 %, which is what it does: 0 is never predicted";
        assert_eq!(told(&[(yes, no), (yes, yes), (yes, yes)]), same);
        // Of two classes that are as large the first is named.
        assert_eq!(told(&[(yes, no), (yes, yes)]), "50.00 %; always saying 0 has 50.00 %; it always says 1");
        let same = "50.00 %; always saying 0 has 50.00 %, which is what it does: 1 is never predicted";
        assert_eq!(told(&[(no, no), (no, yes)]), same);
        assert_eq!(told(&[(no, no), (yes, yes)]), "100.00 %; always saying 0 has 50.00 %");
    }
}
