//! An axis as a ruler: where a value lies between its ends, and where the ticks are (1, 2 or 5 times a power of ten).

/// How an axis measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences are equally long.
    Linear,
    /// Equal ratios are.
    Log,
}

/// A measured axis.
pub struct Ruler {
    scale: Scale,
    low: f64,
    high: f64,
    /// Where the ticks are, and what stands there.
    pub ticks: Vec<(f64, String)>,
}

/// 1, 2 or 5 times a power of ten, so that there are five ticks or so.
pub fn step(range: f64) -> f64 {
    let rough = (range / 5.0).max(f64::MIN_POSITIVE);
    let power = power_of_ten(rough);
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|s| *s >= rough).unwrap_or(rough)
}

/// The largest power of ten not above a positive number.
fn power_of_ten(value: f64) -> f64 {
    let text = format!("{value:e}");
    let exponent = text.split_once('e').map_or("0", |(_, e)| e);
    format!("1e{exponent}").parse().unwrap_or(1.0)
}

/// A tick's label: as many decimals as the step has.
pub fn label(value: f64, step: f64) -> String {
    if value.abs() >= 1e7 || (step < 1e-4 && value != 0.0) {
        return format!("{value:e}");
    }
    let decimals =
        (0..5).find(|&d| (step * [1.0, 10.0, 100.0, 1e3, 1e4][d]).fract().abs() < 1e-6).unwrap_or(4);
    format!("{value:.decimals$}")
}

impl Ruler {
    /// For these values. `whole`: the ends are moved out to ticks.
    pub fn new(scale: Scale, values: impl Iterator<Item = f64>, whole: bool) -> Self {
        let drawn = |v: &f64| v.is_finite() && (scale == Scale::Linear || *v > 0.0);
        let (low, high) = values
            .filter(drawn)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        match scale {
            Scale::Linear if low > high => Self::linear(0.0, 1.0, whole),
            Scale::Linear => Self::linear(low, high, whole),
            Scale::Log if low > high => Self::log(1.0, 10.0, whole),
            Scale::Log => Self::log(low, high, whole),
        }
    }

    fn linear(low: f64, high: f64, whole: bool) -> Self {
        let high = if high > low { high } else { low + low.abs().max(1.0) };
        let tick = step(high - low);
        let (first, last) = ((low / tick).floor(), (high / tick).ceil());
        let (low, high) = if whole { (tick * first, tick * last) } else { (low, high) };
        let slack = 1e-6 * tick;
        let ticks = (0..=(last - first) as u32)
            .map(|k| tick * (first + f64::from(k)))
            .filter(|v| *v >= low - slack && *v <= high + slack)
            .map(|v| if v.abs() < slack { 0.0 } else { v })
            .map(|v| (v, label(v, tick)))
            .collect();
        Self { scale: Scale::Linear, low, high, ticks }
    }

    fn log(low: f64, high: f64, whole: bool) -> Self {
        let high = if high > low { high } else { 10.0 * low };
        let (bottom, top) = (power_of_ten(low), power_of_ten(high));
        let decades = libm::log10(high / low);
        // Few decades: 1-2-5; many: whole powers, some left out.
        let marks: &[f64] = if decades < 2.5 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let every = (decades / 7.0).ceil().max(1.0) as usize;
        let mut ticks = Vec::new();
        let (mut power, mut k) = (bottom, 0);
        while power <= top * 10.0 * 1.000_001 && k < 700 {
            if k % every == 0 {
                ticks.extend(marks.iter().map(|m| m * power));
            }
            (power, k) = (power * 10.0, k + 1);
        }
        let below = ticks.iter().copied().filter(|t| *t <= low * 1.000_001).fold(bottom, f64::max);
        let above = ticks.iter().copied().find(|t| *t >= high * 0.999_999).unwrap_or(high);
        let (low, high) = if whole { (below, above) } else { (low, high) };
        let inside = |t: &f64| *t >= low * 0.999_999 && *t <= high * 1.000_001;
        let shown =
            |t: f64| (t, if (1e-3..1e6).contains(&t) { label(t, t.min(1.0)) } else { format!("{t:e}") });
        Self { scale: Scale::Log, low, high, ticks: ticks.into_iter().filter(inside).map(shown).collect() }
    }

    /// Where a value lies, 0 at the lower end and 1 at the upper; none if it cannot be drawn.
    pub fn place(&self, value: f64) -> Option<f64> {
        let share = match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Log if value > 0.0 => libm::log(value / self.low) / libm::log(self.high / self.low),
            Scale::Log => return None,
        };
        share.is_finite().then(|| share.clamp(-0.02, 1.02))
    }
}
