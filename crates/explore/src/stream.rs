//! Streams of examples, from ordinary to hostile, and how they are written.

use crate::random::Random;
use noregret::Labels;
use serde::{Deserialize, Serialize};

/// The namespaces: the nameless one, and two that may be feature groups.
pub const SPACES: [&str; 3] = ["", "g1", "g2"];

/// The largest size of value, weight and label in an ordinary stream.
pub const ORDINARY: f64 = 1e3;

/// A feature and its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Feature {
    /// Its namespace.
    pub space: u8,
    /// Its number within the namespace.
    pub id: u32,
    /// Its value.
    pub value: f64,
}

impl Feature {
    /// Its coordinate; 0 is the constant feature's.
    pub fn index(&self) -> u32 {
        1 + self.id * SPACES.len() as u32 + u32::from(self.space)
    }

    /// What `inspect` calls it.
    pub fn name(&self, named: bool) -> String {
        match (named, SPACES[self.space as usize]) {
            (false, _) => self.id.to_string(),
            (true, "") => format!("f{}", self.id),
            (true, space) => format!("{space}^f{}", self.id),
        }
    }
}

/// One example.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Example {
    /// Its label as written.
    pub label: Option<f64>,
    /// Its importance, if one is written.
    pub weight: Option<f64>,
    /// Its features, in any order, repeated ones too.
    pub features: Vec<Feature>,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Line {
    /// An example.
    Example(Example),
    /// A text that is none.
    Broken(String),
}

/// A stream of examples.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stream {
    /// Whether it is written in VW's format, with names and weights, or in svmlight's.
    pub named: bool,
    /// The two labels of a binary stream, the negative one first.
    pub pair: Option<[f64; 2]>,
    /// Its lines.
    pub lines: Vec<Line>,
}

/// How sizes are drawn.
#[derive(Clone, Copy, PartialEq)]
enum Temper {
    /// Values from 0.001 to 1000.
    Ordinary,
    /// A size for every column, from 1e-12 to 1e12.
    Scaled,
    /// The same, and some columns far beyond.
    Far,
    /// Any size for any value, the ends of the floats included.
    Wild,
}

const EXTREMES: [f64; 10] = [0.0, -0.0, 1e-320, 5e-324, 1.7e308, -1.7e308, 1e154, 1e-160, 1e39, 3e38];

const BROKEN: [&str; 8] =
    ["1 | f1:nan", "1 | f1:1e999", "x | f1:1", "1 -3 | f1:1", "1 f1:1", "1 | f1:1:2", "1|f1:2", "1 | f2:"];

impl Example {
    /// Its line of text. Broken examples and numbered tags are for VW's format alone.
    fn text(&self, named: bool, tag: Option<usize>) -> String {
        let mut text = match (self.label, named) {
            (Some(label), _) => format!("{label:?}"),
            // Svmlight has no examples without labels.
            (None, false) => "0".to_owned(),
            (None, true) => String::new(),
        };
        if !named {
            for feature in &self.features {
                text += &format!(" {}:{:?}", feature.id, feature.value);
            }
            return text;
        }
        if let (Some(_), Some(weight)) = (self.label, self.weight) {
            text += &format!(" {weight:?}");
        }
        if let Some(tag) = tag {
            text += &format!(" 't{tag}");
        }
        text += " |";
        let mut space = 0;
        for feature in &self.features {
            if feature.space != space {
                space = feature.space;
                text += &format!(" |{}", SPACES[space as usize]);
            }
            text += &format!(" f{}:{:?}", feature.id, feature.value);
        }
        text
    }
}

impl Line {
    /// The example, if it is one.
    pub fn example(&self) -> Option<&Example> {
        match self {
            Line::Example(example) => Some(example),
            Line::Broken(_) => None,
        }
    }
}

impl Stream {
    /// The examples, broken lines left out.
    pub fn examples(&self) -> impl Iterator<Item = &Example> {
        self.lines.iter().filter_map(Line::example)
    }

    /// The name of its file.
    pub fn file(&self) -> &'static str {
        if self.named { "data.vw" } else { "data.svm" }
    }

    /// The text of some of its lines.
    pub fn text_of(&self, lines: &[Line]) -> String {
        lines.iter().fold(String::new(), |text, line| {
            text + &match line {
                Line::Example(example) => example.text(self.named, None),
                Line::Broken(broken) => broken.clone(),
            } + "\n"
        })
    }

    /// Its text.
    pub fn text(&self) -> String {
        self.text_of(&self.lines)
    }

    /// Its text in VW's format, every example tagged with its place.
    pub fn tagged(&self) -> String {
        self.lines.iter().enumerate().fold(String::new(), |text, (place, line)| {
            text + &match line {
                Line::Example(example) => example.text(true, Some(place)),
                Line::Broken(broken) => broken.clone(),
            } + "\n"
        })
    }

    /// The same with the features of every line in another order. Repeated ones keep theirs, for sums are rounded in order.
    pub fn permuted(&self, random: &mut Random) -> Self {
        let mut permuted = self.clone();
        for line in &mut permuted.lines {
            let Line::Example(example) = line else { continue };
            let mut ids: Vec<u32> = example.features.iter().map(Feature::index).collect();
            ids.sort_unstable();
            if ids.windows(2).all(|pair| pair[0] != pair[1]) {
                random.shuffle(&mut example.features);
            }
        }
        permuted
    }

    /// Whether nothing in it is out of the ordinary size, and no line is broken.
    pub fn is_ordinary(&self) -> bool {
        self.is_within(ORDINARY)
    }

    /// Whether values, weights and labels are 0 or of a size between 1/most and most, and no line is broken.
    pub fn is_within(&self, most: f64) -> bool {
        let fits = |value: f64| value == 0.0 || (1.0 / most..=most).contains(&value.abs());
        self.examples().count() == self.lines.len()
            && self.examples().all(|example| {
                example.label.is_none_or(fits)
                    && example.weight.is_none_or(fits)
                    && example.features.iter().all(|feature| fits(feature.value))
            })
    }

    /// A random stream with labels of a kind, mostly.
    pub fn draw(random: &mut Random, kind: Labels) -> Self {
        let named = random.chance(0.5);
        let temper =
            [Temper::Ordinary, Temper::Ordinary, Temper::Scaled, Temper::Scaled, Temper::Far, Temper::Wild];
        let temper = random.pick(&temper);
        let columns = Columns::draw(random, temper, named);
        let labels = LabelDraw::draw(random, kind, temper);
        let long = random.pick(&[3, 12, 12, 40, 40, 120]);
        let rounds = random.below(long + 1);
        let (blank, weighted) = (random.pick(&[0.0, 0.05, 0.5]), named && random.chance(0.4));
        let broken = if named && random.chance(0.1) { 0.1 } else { 0.0 };
        // Rounds that teach nothing, at the very start.
        let idle = if random.chance(0.2) { random.between(1, 3) } else { 0 };
        let lines = (0..rounds).map(|round| {
            if random.chance(broken) {
                return Line::Broken(random.pick(&BROKEN).to_owned());
            }
            let unlabelled = named && random.chance(blank * 0.3);
            let label = if unlabelled { None } else { Some(labels.next(random, round < idle)) };
            let weight = weighted.then(|| weight(random, temper));
            let features = if random.chance(blank) || (round < idle && random.chance(0.5)) {
                Vec::new()
            } else {
                columns.row(random)
            };
            Line::Example(Example { label, weight, features })
        });
        let lines = lines.collect();
        Self { named, pair: labels.pair, lines }
    }
}

fn weight(random: &mut Random, temper: Temper) -> f64 {
    match temper {
        _ if random.chance(0.1) => 0.0,
        Temper::Ordinary => random.sized(-3, 2),
        Temper::Scaled | Temper::Far => random.sized(-9, 9),
        Temper::Wild => random.pick(&[1e-320, 1e-200, 1e-9, 1.0, 3.0, 1e9, 1e155, 1.7e308]),
    }
}

/// The columns of a stream.
struct Columns {
    temper: Temper,
    /// Namespace, number, size.
    all: Vec<(u8, u32, f64)>,
    density: f64,
    repeats: f64,
}

impl Columns {
    fn draw(random: &mut Random, temper: Temper, named: bool) -> Self {
        let most = random.pick(&[1, 2, 5, 9, 14]);
        let spaces = if named && random.chance(0.5) { SPACES.len() } else { 1 };
        let first = random.pick(&[0, 1, 1, 500]);
        let all = (0..random.between(1, most)).map(|column| {
            let size = match temper {
                Temper::Ordinary => random.pick(&[0.1, 1.0, 1.0, 100.0]),
                Temper::Scaled => random.sized(-12, 11),
                Temper::Far if random.chance(0.3) => random.pick(&[1e40, 1e150, 1e-40, 1e-150]),
                Temper::Far => random.sized(-12, 11),
                Temper::Wild => random.sized(-3, 3),
            };
            (random.below(spaces) as u8, first + column as u32, size)
        });
        let all = all.collect();
        Self {
            temper,
            all,
            density: random.pick(&[0.2, 0.5, 0.9, 1.0]),
            repeats: random.pick(&[0.0, 0.0, 0.1]),
        }
    }

    fn value(&self, random: &mut Random, size: f64) -> f64 {
        if self.temper == Temper::Wild && random.chance(0.1) {
            return random.pick(&EXTREMES);
        }
        match random.below(8) {
            0 => size,
            1 => -size,
            2 if self.temper != Temper::Ordinary => 0.0,
            3 => size * random.between(1, 9) as f64,
            _ => {
                let value = size * (0.1 + 3.0 * random.uniform());
                random.signed(value)
            }
        }
    }

    fn row(&self, random: &mut Random) -> Vec<Feature> {
        let mut row = Vec::new();
        for &(space, id, size) in &self.all {
            if random.chance(self.density) {
                row.push(Feature { space, id, value: self.value(random, size) });
            }
            if random.chance(self.repeats) {
                row.push(Feature { space, id, value: self.value(random, size) });
            }
        }
        if random.chance(0.3) {
            random.shuffle(&mut row);
        }
        row
    }
}

/// Where labels come from.
struct LabelDraw {
    pair: Option<[f64; 2]>,
    constant: Option<f64>,
    whole: bool,
    negative: bool,
    size: f64,
    astray: f64,
    idle: f64,
}

impl LabelDraw {
    fn draw(random: &mut Random, kind: Labels, temper: Temper) -> Self {
        let pair = (kind == Labels::Binary)
            .then(|| random.pick(&[[-1.0, 1.0], [-1.0, 1.0], [0.0, 1.0], [1.0, 2.0]]));
        let size = match temper {
            Temper::Ordinary => random.pick(&[1.0, 1.0, 50.0]),
            Temper::Scaled | Temper::Far => random.pick(&[1.0, 1e-9, 1e9, 1e3]),
            Temper::Wild => random.pick(&[1.0, 1e39, 1e150, 1.7e308, 1e-300]),
        };
        let mut labels = Self {
            pair,
            constant: None,
            whole: kind == Labels::Count || random.chance(0.3),
            negative: kind != Labels::Count,
            size,
            astray: if temper != Temper::Ordinary && random.chance(0.1) { 0.05 } else { 0.0 },
            // Under a margin loss no label is free of charge; under the others 0 is, for weights of 0.
            idle: pair.map_or(0.0, |pair| pair[0]),
        };
        if random.chance(0.15) {
            labels.constant = Some(labels.next(random, false));
        }
        labels
    }

    fn next(&self, random: &mut Random, idle: bool) -> f64 {
        if random.chance(self.astray) {
            return random.pick(&[-1.0, 0.0, 0.5, 3.0, 1e200]);
        }
        if let Some(constant) = self.constant {
            return constant;
        }
        if let Some(pair) = self.pair {
            return random.pick(&pair);
        }
        if idle || random.chance(0.1) {
            return self.idle;
        }
        let value = (self.size * (0.01 + random.uniform())).min(f64::MAX);
        let value = if self.whole { value.ceil() } else { value };
        if self.negative { random.signed(value) } else { value }
    }
}
