//! Raw tables made by a rule, and what a run says of them.

use super::Folder;

/// A congruential generator, the same numbers every time.
pub struct Dice(pub u64);

impl Dice {
    /// A number below n.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    /// One of a list.
    pub fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u64) as usize]
    }
}

/// Rows made by a rule.
pub fn rows(count: usize, mut row: impl FnMut(&mut Dice, usize) -> String) -> String {
    let mut dice = Dice(7);
    (0..count).map(|number| row(&mut dice, number) + "\n").collect()
}

/// The columns that a run tells of, and its remarks.
pub fn told(folder: &Folder, line: &str) -> (String, Vec<String>) {
    let said = folder.ok(line).stderr;
    let columns =
        said.lines().find_map(|line| line.strip_prefix("columns")).unwrap_or_else(|| panic!("{said}"));
    let remarks = said.lines().filter_map(|line| line.strip_prefix("remark: ")).map(str::to_owned).collect();
    (columns.trim().to_owned(), remarks)
}

/// Whether a remark begins so.
pub fn remarked(remarks: &[String], start: &str) -> bool {
    remarks.iter().any(|remark| remark.starts_with(start))
}
