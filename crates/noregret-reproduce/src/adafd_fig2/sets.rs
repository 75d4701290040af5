//! The data of Figures 2 and 3, and what stands in for it.
//!
//! * `gisette`: LIBSVM's gisette_scale, 6,000 and 1,000 rows of 5,000 features.
//! * `epsilon`: LIBSVM's epsilon_normalized, 2,000 features; the first 40,000 of its 400,000 rows and 10,000 of its 100,000.
//! * `mnist`: 4 against 9, 784 pixels.
//! * `products`: the same digits the way Gisette was made: 2,500 products of pairs of pixels drawn at random, and as many probes, which are such products of
//!   other images, so 5,000 features; 6,000 and 1,000 examples.
//! * `isolet`: spoken letters, A to M against N to Z, 617 features; 1,247 and 313 examples.
//! * `madelon`: 500 features, of which few say anything; 1,600 and 400 examples.
//! * `news`: 20 newsgroups, every second group against the others, words' counts projected on 2,000 dense dimensions; 6,000 and 3,000 examples.
//! * `generated`: normal features of falling variance in 200 dimensions, 5 % of the labels flipped.
//!
//! What stands in for Gisette is run scaled to [-1, 1], as gisette_scale is, and centred; the digits also with pixels in [0, 1], as they come ([`Scaling`]).

use super::scaling::Scaling;
use crate::data::{Example, Folder, bytes, lines, news as posts};
use crate::error::{Answer, ReproduceError};
use crate::random::{SplitMix64, order};
use crate::setting::Setting;

#[derive(Clone)]
pub(super) struct Data {
    pub train: Vec<Example>,
    pub test: Vec<Example>,
}

impl Data {
    /// A small part of it, in the quick version.
    fn cut(mut self, setting: &Setting<'_>) -> Self {
        if setting.quick {
            self.train.truncate(150);
            self.test.truncate(60);
        }
        self
    }
}

/// A set: its name, its sketch's size, its data.
pub(super) struct Set {
    pub name: String,
    pub tau: f64,
    pub data: Data,
}

type Reader = fn(&Folder) -> Answer<Option<Data>>;

/// A set of the paper, and those that stand in for it.
struct Wanted {
    name: &'static str,
    tau: f64,
    reader: Reader,
    others: &'static [(&'static str, Reader, &'static [Scaling])],
}

const AS_IS: &[Scaling] = &[Scaling::AsIs];
const SCALED: &[Scaling] = &[Scaling::Range, Scaling::Centred];
const ALL: &[Scaling] = &[Scaling::AsIs, Scaling::Range, Scaling::Centred];

const WANTED: [Wanted; 2] = [
    Wanted {
        name: "gisette",
        tau: 10.0,
        reader: gisette,
        others: &[
            ("mnist", mnist, AS_IS),
            ("products", products, ALL),
            ("isolet", isolet, SCALED),
            ("madelon", madelon, AS_IS),
        ],
    },
    Wanted { name: "epsilon", tau: 40.0, reader: epsilon, others: &[("news", news, AS_IS)] },
];

/// A picture's pixels, and its label.
type Digit = (Vec<f64>, f64);

/// What there is, and what is said about it.
pub(super) fn read(setting: &Setting<'_>, say: &mut dyn FnMut(String)) -> Answer<Vec<Set>> {
    let mut sets: Vec<Set> = Vec::new();
    for Wanted { name, tau, reader, others } in WANTED {
        if let Some(data) = reader(&setting.data)? {
            sets.push(Set { name: name.to_owned(), tau, data: data.cut(setting) });
            continue;
        }
        let mut found = Vec::new();
        for (other, reader, scalings) in others {
            let Some(data) = reader(&setting.data)? else { continue };
            let data = data.cut(setting);
            found.push(*other);
            for scaling in *scalings {
                let name = format!("{other}{}", scaling.name());
                sets.push(Set { name, tau: 10.0, data: scaling.apply(data.clone()) });
            }
        }
        if found.is_empty() {
            say(format!("{name}: not in the folder, nor anything that could stand in for it."));
        } else {
            say(format!("{name}: {}.", found.join(", ")));
        }
    }
    if sets.is_empty() {
        say("generated dense data in 200 dimensions for both.".to_owned());
        sets.push(Set { name: "generated".to_owned(), tau: 10.0, data: generated(2000, 500).cut(setting) });
    }
    Ok(sets)
}

fn shuffled<T>(items: Vec<T>, seed: u64) -> Vec<T> {
    SplitMix64::new(seed).shuffled(items)
}

fn pair(folder: &Folder, train: (&str, usize), test: (&str, usize)) -> Answer<Option<Data>> {
    let train = folder.svmlight(train.0, train.1)?;
    let test = folder.svmlight(test.0, test.1)?;
    Ok(train.zip(test).map(|(train, test)| Data { train, test }))
}

fn gisette(folder: &Folder) -> Answer<Option<Data>> {
    pair(folder, ("libsvm/gisette_scale", usize::MAX), ("libsvm/gisette_scale.t", usize::MAX))
}

fn epsilon(folder: &Folder) -> Answer<Option<Data>> {
    pair(folder, ("libsvm/epsilon_normalized", 40_000), ("libsvm/epsilon_normalized.t", 10_000))
}

/// The digits 4 (+1) and 9 (-1): pixels in [0, 1].
fn digits(folder: &Folder, part: &str) -> Answer<Option<Vec<Digit>>> {
    let names = [format!("mnist/{part}-images-idx3-ubyte"), format!("mnist/{part}-labels-idx1-ubyte")];
    let Some([images, labels]) = folder.find_all([&names[0], &names[1]]) else { return Ok(None) };
    let (all, of) = (bytes(&images)?, bytes(&labels)?);
    let short = |path| ReproduceError::content(path, "it is too short to be an idx file");
    let (all, of) =
        (all.get(16..).ok_or_else(|| short(&images))?, of.get(8..).ok_or_else(|| short(&labels))?);
    let pairs = all.chunks_exact(784).zip(of).filter(|(_, digit)| [4, 9].contains(*digit));
    let numbers = |image: &[u8]| image.iter().map(|&v| f64::from(v) / 255.0).collect();
    Ok(Some(pairs.map(|(image, &digit)| (numbers(image), if digit == 4 { 1.0 } else { -1.0 })).collect()))
}

fn both_digits(folder: &Folder) -> Answer<Option<[Vec<Digit>; 2]>> {
    let parts = digits(folder, "train")?.zip(digits(folder, "t10k")?);
    Ok(parts.map(|(train, test)| [train, test]))
}

fn mnist(folder: &Folder) -> Answer<Option<Data>> {
    let rows = |part: Vec<Digit>| part.iter().map(|(x, y)| Example::dense(x, *y)).collect();
    Ok(both_digits(folder)?.map(|[train, test]| Data { train: rows(train), test: rows(test) }))
}

fn products(folder: &Folder) -> Answer<Option<Data>> {
    const HALF: usize = 2500;
    let Some([train, test]) = both_digits(folder)? else { return Ok(None) };
    let train: Vec<_> = shuffled(train, 1).into_iter().take(6000).collect();
    let test: Vec<_> = shuffled(test, 2).into_iter().take(1000).collect();
    // Pixels that are ink often enough.
    let ink = |i: usize| train.iter().filter(|(image, _)| image[i] > 0.0).count() * 20 > train.len();
    let inked: Vec<usize> = (0..784).filter(|&i| ink(i)).collect();
    let mut random = SplitMix64::new(3);
    let mut pixel = || inked[random.below(inked.len())];
    let pairs: Vec<(usize, usize)> = (0..2 * HALF).map(|_| (pixel(), pixel())).collect();
    let make = |part: &[Digit], seed: u64| -> Vec<Example> {
        let others = order(part.len(), seed);
        let product = |image: &[f64], k: usize| image[pairs[k].0] * image[pairs[k].1];
        let one = |(place, (image, label)): (usize, &Digit)| {
            let probe = &part[others[place]].0;
            let row: Vec<f64> =
                (0..2 * HALF).map(|k| product(if k < HALF { image } else { probe }, k)).collect();
            Example::dense(&row, *label)
        };
        part.iter().enumerate().map(one).collect()
    };
    Ok(Some(Data { train: make(&train, 4), test: make(&test, 5) }))
}

/// Spoken letters: numbers, and the letter's number last. A to M are +1.
fn isolet(folder: &Folder) -> Answer<Option<Data>> {
    let Some(path) = folder.find("isolet/isolet.csv") else { return Ok(None) };
    let mut rows = Vec::new();
    lines(&path, |number, line| {
        let fields: Option<Vec<f64>> = line.split(',').map(|field| field.trim().parse().ok()).collect();
        let wrong = || ReproduceError::content(&path, format!("line {number} is not a row of numbers"));
        let fields = fields.ok_or_else(wrong)?;
        let (letter, row) = fields.split_last().ok_or_else(wrong)?;
        rows.push(Example::dense(row, if *letter <= 13.0 { 1.0 } else { -1.0 }));
        Ok(true)
    })?;
    let mut train = shuffled(rows, 1);
    let test = train.split_off(train.len() * 4 / 5);
    Ok(Some(Data { train, test }))
}

fn madelon(folder: &Folder) -> Answer<Option<Data>> {
    let Some(examples) = folder.svmlight("libsvm/madelon_scaled", usize::MAX)? else { return Ok(None) };
    let mut train = shuffled(examples, 1);
    let test = train.split_off(train.len() * 4 / 5);
    Ok(Some(Data { train, test }))
}

fn news(folder: &Folder) -> Answer<Option<Data>> {
    const DIM: usize = 2000;
    let Some((train, test)) = posts(folder, (6000, 3000))? else { return Ok(None) };
    // A word's 8 dimensions and signs come from a generator seeded by its number.
    let project = |post: &Example| {
        let mut row = vec![0.0; DIM];
        for (word, count) in post.features().iter() {
            let mut random = SplitMix64::new(u64::from(word));
            let weight = 1.0 + libm::log(count);
            for _ in 0..8 {
                let place = random.below(DIM);
                row[place] += if random.uniform() < 0.5 { weight } else { -weight };
            }
        }
        Example::dense(&row, post.label).unit()
    };
    let all = |part: &[Example]| part.iter().map(project).collect();
    Ok(Some(Data { train: all(&train), test: all(&test) }))
}

fn generated(train: usize, test: usize) -> Data {
    const DIM: usize = 200;
    let mut random = SplitMix64::new(11);
    let truth: Vec<f64> = (0..DIM).map(|_| random.normal()).collect();
    let mut one = || {
        let row: Vec<f64> = (0..DIM).map(|j| random.normal() / libm::sqrt((j + 1) as f64)).collect();
        let margin: f64 = row.iter().zip(&truth).map(|(x, w)| x * w).sum();
        let label = if (margin > 0.0) != (random.uniform() < 0.05) { 1.0 } else { -1.0 };
        Example::dense(&row, label)
    };
    let train = (0..train).map(|_| one()).collect();
    Data { train, test: (0..test).map(|_| one()).collect() }
}
