//! The report: one page with the leaderboard, the curves and the commands.

use super::board::Board;
use super::charts::{self, MOST, SHARE};
use super::sweep;
use crate::page::Page;
use crate::race::{Outcome, RaceFlags};

/// Windows drawn where none are asked for.
const WINDOWS: usize = 40;

/// The page.
pub fn page(title: &str, board: &Board, outcome: &Outcome, flags: &RaceFlags) -> Page {
    let inputs: Vec<String> = flags.input.inputs().iter().map(|input| input.name().to_string()).collect();
    let mut page = Page::new(&format!("{title}: {}", inputs.join(", ")));
    board.notes().iter().for_each(|note| page.paragraph(note));
    page.heading("Leaderboard");
    let (columns, rows) = board.cells();
    page.table(&columns, &rows);
    if let Some(chart) = charts::verdicts(board) {
        page.figure(
            &chart,
            "Each bar holds the true difference, all of them at once, with the confidence of the table. A bar above 0 is surely behind; one that holds 0 is not yet told apart.",
        );
    }
    if let Some(command) = &board.command {
        page.heading("The winner");
        page.code(command);
    }
    let sweeps = sweep::sweeps(outcome);
    if !sweeps.is_empty() {
        page.heading("Parameters");
    }
    for chart in &sweeps {
        page.figure(chart, "Each point is the best learner with that value, whatever its other parameters.");
    }
    page.heading("Over time");
    let shown = board.learners.iter().filter(|row| row.rank.is_some()).count();
    if shown > MOST {
        page.paragraph(&format!("The {MOST} best of {shown} are drawn."));
    }
    let mean = charts::mean(outcome);
    let shaded = match mean.series.iter().filter(|series| series.band.len() > 1).count() {
        0 => "",
        1 => " The band is a confidence sequence: it holds at all times at once, for the clipped loss.",
        _ => {
            " The bands of the first two are their confidence sequences: they hold at all times at once, for the clipped loss."
        }
    };
    let begin = if outcome.labelled < SHARE {
        ""
    } else {
        " The first tenth of the examples is left out of the picture."
    };
    page.figure(&mean, &format!("Each example was predicted before it was learned.{shaded}{begin}"));
    if let Some(chart) = charts::mistakes(outcome) {
        page.figure(
            &chart,
            &format!("An example is mistaken if the margin has the wrong sign, or none.{begin}"),
        );
    }
    let count = flags.drift.map_or(WINDOWS, usize::from);
    page.figure(
        &charts::windows(outcome, count),
        "Within each window alone: where the data drift, the learner that follows is lower here long before it is lower in the mean.",
    );
    if let Some(comparator) = outcome.best() {
        let wide =
            if comparator.tight { "" } else { " The comparator's loss is known less closely than wanted." };
        page.figure(
            &charts::regret(outcome, comparator),
            &format!("Its last value is the regret; earlier ones are not the regret of their prefix, whose own best weights would be other ones.{wide}"),
        );
    }
    if let Some(comparator) = outcome.best().filter(|best| !best.windows.is_empty()) {
        page.figure(
            &charts::window_regret(outcome, comparator),
            "The upper ends are drawn; each window has its own best fixed weights, so this is regret against weights that change once a window.",
        );
    }
    page.heading("Commands");
    page.paragraph("Each gives its learner alone exactly what it got here (add -m FILE for the model).");
    let commands: Vec<&str> = board.learners.iter().map(|row| row.command.as_str()).collect();
    page.code(&commands.join("\n"));
    page
}
