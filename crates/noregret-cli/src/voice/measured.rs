//! The handful of measures a person decides by, each beside the best constant's.

use noregret_measure::{ClassReport, NumberReport, Report, TwoReport};

/// A line of the summary: its name and what it says.
type Line = (&'static str, String);

/// The lines; `labels` are what the data call -1 and +1.
pub fn lines(report: &Report, labels: Option<[&str; 2]>) -> Vec<Line> {
    match report {
        Report::Two(two) => of_two(two, labels.unwrap_or(["-1", "+1"])),
        Report::Numbers(numbers) => of_numbers(numbers),
        Report::Classes(classes) => of_classes(classes),
    }
}

fn of_two(two: &TwoReport, labels: [&str; 2]) -> Vec<Line> {
    let mut lines = Vec::new();
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
        lines.push(("RMSE", format!("{}; the mean label has {}{r2}", brief(rmse), brief(baseline))));
    }
    if let Some((mae, baseline)) = numbers.mae.zip(numbers.baseline.mae) {
        lines.push(("MAE", format!("{}; the median label has {}", brief(mae), brief(baseline))));
    }
    lines
}

fn of_classes(classes: &ClassReport) -> Vec<Line> {
    let mut lines = Vec::new();
    if let Some((loss, share)) = classes.baseline.log_loss.zip(classes.explained) {
        lines.push((
            "baseline",
            format!("{loss:.6} by the best constant; {} of it explained", percent(share)),
        ));
    }
    if let Some((accuracy, largest)) = classes.accuracy.zip(classes.baseline.accuracy) {
        let text = format!("{}; always saying the largest class has {}", percent(accuracy), percent(largest));
        lines.push(("accuracy", text));
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
