//! The handful of measures a person decides by, each beside the best constant's.

use noregret_measure::{ClassReport, NumberReport, Report, TwoReport};

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
        let larger = labels[usize::from(rate > 0.5)];
        let text =
            format!("{}; always saying {larger} has {}", percent(accuracy), percent(rate.max(1.0 - rate)));
        let never = two.confusion.is_some_and(|c| c.true_positive + c.false_positive == 0.0);
        let always = two.confusion.is_some_and(|c| c.true_negative + c.false_negative == 0.0);
        let said = match (never, always) {
            (true, _) => format!(", which is what it does: {} is never predicted", labels[1]),
            (_, true) => format!(", which is what it does: {} is never predicted", labels[0]),
            _ => String::new(),
        };
        lines.push(("accuracy", text + &said));
    }
    lines
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

/// A share in percent.
pub fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
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
