//! The mean loss so far, now and then: what a summary draws. It is no part of the model, and starts anew with a loaded one.

use noregret_io::Counts;

/// Numbers of examples and mean losses, each about a tenth further than the last.
#[derive(Debug, Default)]
pub struct Curve {
    points: Vec<(u64, f64)>,
    next: u64,
}

impl Curve {
    /// Keeps how it stands, if it is time to.
    #[inline]
    pub fn note(&mut self, counts: &Counts) {
        if counts.examples >= self.next {
            self.keep(counts);
        }
    }

    fn keep(&mut self, counts: &Counts) {
        if let Some(mean) = counts.mean(counts.loss) {
            self.points.push((counts.examples, mean));
        }
        self.next = counts.examples + counts.examples / 10 + 1;
    }

    /// Forgets what is beyond: those examples were given back.
    pub fn cut(&mut self, counts: &Counts) {
        self.points.retain(|point| point.0 <= counts.examples);
        self.next = self.points.last().map_or(0, |point| point.0 + 1);
    }

    /// The points, in order.
    pub fn points(&self) -> &[(u64, f64)] {
        &self.points
    }
}
