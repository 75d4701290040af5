//! Figures 2 and 3 of "Efficient Adaptive Online Learning via Frequent Directions" (Wan, Wei and Zhang 2018) in spirit: online classification of dense data.
//!
//! Run with `cargo run --release -p noregret --example adafd_real -- FOLDER [NAME ...]`, where FOLDER holds `mnist/*-ubyte.gz` (the four files), `libsvm/madelon_scaled.gz` and
//! `text/20newsgroups.tar.xz` (20news-bydate; unpacked with `tar`); what is not there is left out and said so. As in the paper: squared hinge, one pass, 5 permutations of the training data, online
//! mistakes and accuracy on the test data; eta and delta the best of 2e-4, 2e-3, ..., 20 each, by mistakes on the first permutation. The sets:
//!
//! * `mnist`: 4 against 9, 784 pixels.
//! * `products`: the same digits the way Gisette was made: 2,500 products of pairs of pixels drawn at random, and as many probes, which are such products of
//!   other images, so 5,000 features; 6,000 and 1,000 examples.
//! * `madelon`: 500 features, of which few say anything; 1,600 and 400 examples.
//! * `news`: 20 newsgroups, every second group against the others, words' counts projected on 2,000 dense dimensions; 6,000 and 3,000 examples.

use flate2::read::GzDecoder;
use noregret::{Features, Parameters, algorithms};
use oracle::streams::SplitMix64;
use std::collections::HashMap;
use std::io::Read;
use std::path::Path;
use std::time::Instant;

type Answer<T> = Result<T, Box<dyn std::error::Error>>;

const PERMUTATIONS: u64 = 5;
const TAU: f64 = 10.0;
/// Rounds of the first permutation that a search sees.
const SEARCHED: usize = 3000;

/// Indices, values and a label of -1 or 1.
struct Example {
    indices: Vec<u32>,
    values: Vec<f64>,
    label: f64,
}

impl Example {
    fn dense(row: &[f64], label: f64) -> Self {
        let kept = || row.iter().enumerate().filter(|(_, v)| **v != 0.0);
        Self {
            indices: kept().map(|(i, _)| i as u32).collect(),
            values: kept().map(|(_, v)| *v).collect(),
            label,
        }
    }

    fn features(&self) -> Answer<Features<'_>> {
        Ok(Features::new(&self.indices, &self.values)?)
    }
}

struct Data {
    train: Vec<Example>,
    test: Vec<Example>,
}

fn unzipped(path: &Path) -> Answer<Vec<u8>> {
    let file = std::fs::File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut bytes = Vec::new();
    GzDecoder::new(file).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn shuffled<T>(mut items: Vec<T>, seed: u64) -> Vec<T> {
    let mut random = SplitMix64::new(seed);
    for i in (1..items.len()).rev() {
        items.swap(i, (random.uniform() * (i + 1) as f64) as usize);
    }
    items
}

/// The digits 4 (+1) and 9 (-1): pixels in [0, 1].
fn digits(folder: &Path, part: &str) -> Answer<Vec<(Vec<f64>, f64)>> {
    let images = unzipped(&folder.join(format!("mnist/{part}-images-idx3-ubyte.gz")))?;
    let labels = unzipped(&folder.join(format!("mnist/{part}-labels-idx1-ubyte.gz")))?;
    let (images, labels) = (images.get(16..).ok_or("no images")?, labels.get(8..).ok_or("no labels")?);
    let pairs = images.chunks_exact(784).zip(labels).filter(|(_, digit)| [4, 9].contains(*digit));
    let numbers = |image: &[u8]| image.iter().map(|&v| f64::from(v) / 255.0).collect();
    Ok(pairs.map(|(image, &digit)| (numbers(image), if digit == 4 { 1.0 } else { -1.0 })).collect())
}

fn mnist(folder: &Path) -> Answer<Data> {
    let part = |name: &str| -> Answer<Vec<Example>> {
        Ok(digits(folder, name)?.iter().map(|(image, label)| Example::dense(image, *label)).collect())
    };
    Ok(Data { train: part("train")?, test: part("t10k")? })
}

fn products(folder: &Path) -> Answer<Data> {
    const HALF: usize = 2500;
    let train: Vec<_> = shuffled(digits(folder, "train")?, 1).into_iter().take(6000).collect();
    let test: Vec<_> = shuffled(digits(folder, "t10k")?, 2).into_iter().take(1000).collect();
    // Pixels that are ink often enough.
    let ink = |i: usize| train.iter().filter(|(image, _)| image[i] > 0.0).count() * 20 > train.len();
    let inked: Vec<usize> = (0..784).filter(|&i| ink(i)).collect();
    let mut random = SplitMix64::new(3);
    let mut pixel = || inked[(random.uniform() * inked.len() as f64) as usize];
    let pairs: Vec<(usize, usize)> = (0..2 * HALF).map(|_| (pixel(), pixel())).collect();
    let make = |part: &[(Vec<f64>, f64)], seed: u64| -> Vec<Example> {
        let others = shuffled((0..part.len()).collect(), seed);
        let product = |image: &[f64], k: usize| image[pairs[k].0] * image[pairs[k].1];
        let one = |(place, (image, label)): (usize, &(Vec<f64>, f64))| {
            let probe = &part[others[place]].0;
            let row: Vec<f64> =
                (0..2 * HALF).map(|k| product(if k < HALF { image } else { probe }, k)).collect();
            Example::dense(&row, *label)
        };
        part.iter().enumerate().map(one).collect()
    };
    Ok(Data { train: make(&train, 4), test: make(&test, 5) })
}

fn madelon(folder: &Path) -> Answer<Data> {
    let bytes = unzipped(&folder.join("libsvm/madelon_scaled.gz"))?;
    let mut examples = Vec::new();
    for line in String::from_utf8_lossy(&bytes).lines() {
        let mut words = line.split_ascii_whitespace();
        let label: f64 = words.next().ok_or("a line without a label")?.parse()?;
        let mut row = vec![0.0; 500];
        for word in words {
            let (index, value) = word.split_once(':').ok_or("an entry without a value")?;
            let place = index.parse::<usize>()?.checked_sub(1).ok_or("an index of 0")?;
            *row.get_mut(place).ok_or("an index beyond 500")? = value.parse()?;
        }
        examples.push(Example::dense(&row, label));
    }
    let mut train = shuffled(examples, 1);
    let test = train.split_off(train.len() * 4 / 5);
    Ok(Data { train, test })
}

fn news(folder: &Path) -> Answer<Data> {
    const DIM: usize = 2000;
    let archive = folder.join("text/20newsgroups.tar.xz");
    let scratch = tempfile::tempdir()?;
    let done =
        std::process::Command::new("tar").arg("-xf").arg(&archive).arg("-C").arg(scratch.path()).status()?;
    if !done.success() {
        return Err(format!("tar could not unpack {}", archive.display()).into());
    }
    let mut top = scratch.path().to_owned();
    if top.join("20newsgroups").is_dir() {
        top = top.join("20newsgroups");
    }
    // A word's 8 dimensions and signs come from a generator seeded by its number.
    let mut words: HashMap<String, u64> = HashMap::new();
    let mut part = |name: &str, count: usize, seed: u64| -> Answer<Vec<Example>> {
        let mut groups: Vec<_> = std::fs::read_dir(top.join(name))?.collect::<Result<_, _>>()?;
        groups.sort_by_key(|entry| entry.file_name());
        let mut posts = Vec::new();
        for (number, group) in groups.iter().enumerate() {
            let mut files: Vec<_> = std::fs::read_dir(group.path())?.collect::<Result<_, _>>()?;
            files.sort_by_key(|entry| entry.file_name());
            let label = if number % 2 == 0 { 1.0 } else { -1.0 };
            posts.extend(files.iter().map(|file| (file.path(), label)));
        }
        let mut examples = Vec::new();
        for (path, label) in shuffled(posts, seed).into_iter().take(count) {
            let text = String::from_utf8_lossy(&std::fs::read(path)?).to_lowercase();
            let mut counts: HashMap<u64, f64> = HashMap::new();
            for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 1) {
                let next = words.len() as u64;
                *counts.entry(*words.entry(word.to_owned()).or_insert(next)).or_insert(0.0) += 1.0;
            }
            let mut counts: Vec<(u64, f64)> = counts.into_iter().collect();
            counts.sort_by_key(|(word, _)| *word);
            let mut row = vec![0.0; DIM];
            for (word, count) in counts {
                let mut random = SplitMix64::new(word);
                let weight = 1.0 + libm::log(count);
                for _ in 0..8 {
                    let place = (random.uniform() * DIM as f64) as usize;
                    row[place] += if random.uniform() < 0.5 { weight } else { -weight };
                }
            }
            let length = row.iter().map(|v| v * v).sum::<f64>().sqrt().max(1e-9);
            row.iter_mut().for_each(|v| *v /= length);
            examples.push(Example::dense(&row, label));
        }
        Ok(examples)
    };
    Ok(Data { train: part("20news-bydate-train", 6000, 1)?, test: part("20news-bydate-test", 3000, 2)? })
}

struct Method {
    name: &'static str,
    delta: &'static str,
    method: Option<&'static str>,
}

const METHODS: [Method; 7] = [
    Method { name: "ada-fd", delta: "delta", method: Some("cmd") },
    Method { name: "ada-diag", delta: "delta", method: Some("cmd") },
    Method { name: "radagrad", delta: "delta", method: None },
    Method { name: "fd-son", delta: "alpha", method: Some("cmd") },
    Method { name: "ada-fd", delta: "delta", method: Some("pds") },
    Method { name: "ada-diag", delta: "delta", method: Some("pds") },
    Method { name: "fd-son", delta: "alpha", method: Some("pds") },
];

impl Method {
    fn title(&self) -> String {
        self.method.map_or(self.name.to_owned(), |method| format!("{} {method}", self.name))
    }
}

/// Mistakes online and accuracy on the test data; `None` if the mistakes pass `limit` or the arithmetic overflows.
fn run<'a>(
    method: &Method,
    (eta, delta): (f64, f64),
    train: impl Iterator<Item = &'a Example>,
    test: &[Example],
    limit: usize,
) -> Answer<Option<(usize, f64)>> {
    let mut parameters = Parameters::new().number("eta", eta).number(method.delta, delta);
    if let Some(word) = method.method {
        parameters = parameters.word("method", word);
    }
    if method.name != "ada-diag" {
        parameters = parameters.number("tau", TAU);
    }
    let spec = algorithms::find(method.name)?.spec(Some("squared-hinge".parse()?), &parameters)?;
    let mut learner = spec.check()?.build();
    let mut mistakes = 0;
    for example in train {
        let Ok(margin) = learner.learn(example.features()?, example.label, 1.0) else { return Ok(None) };
        mistakes += usize::from(margin * example.label <= 0.0);
        if mistakes > limit {
            return Ok(None);
        }
    }
    let mut right = 0;
    for example in test {
        right += usize::from(learner.margin(example.features()?) * example.label > 0.0);
    }
    Ok(Some((mistakes, right as f64 / test.len().max(1) as f64)))
}

fn mean(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    (mean, (values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / (n - 1.0)).sqrt())
}

fn compare(name: &str, data: &Data) -> Answer<()> {
    let grid = [2e-4, 2e-3, 2e-2, 2e-1, 2.0, 20.0];
    let orders: Vec<Vec<usize>> =
        (0..PERMUTATIONS).map(|seed| shuffled((0..data.train.len()).collect(), 100 + seed)).collect();
    println!(
        "{name}: {} training and {} test examples, {:.0} entries each",
        data.train.len(),
        data.test.len(),
        data.train.iter().map(|e| e.indices.len()).sum::<usize>() as f64 / data.train.len() as f64
    );
    println!(
        "  {:<14}{:>8}{:>8}{:>20}{:>20}{:>12}",
        "", "eta", "delta", "online mistakes %", "test accuracy %", "us a round"
    );
    let mut all = Vec::new();
    for method in &METHODS {
        let (mut best, mut least) = ((1.0, 1.0), usize::MAX);
        for eta in grid {
            for delta in grid {
                let stream = orders[0].iter().take(SEARCHED).map(|&i| &data.train[i]);
                // Ties go to the first, the smaller rate.
                if let Some((mistakes, _)) = run(method, (eta, delta), stream, &[], least.saturating_sub(1))?
                {
                    (best, least) = ((eta, delta), mistakes);
                }
            }
        }
        let (mut mistakes, mut accuracy, mut seconds) = (Vec::new(), Vec::new(), f64::INFINITY);
        for order in &orders {
            let stream = order.iter().map(|&i| &data.train[i]);
            let start = Instant::now();
            let (wrong, right) =
                run(method, best, stream, &data.test, usize::MAX)?.ok_or("the best overflows")?;
            seconds =
                seconds.min(start.elapsed().as_secs_f64() / (data.train.len() + data.test.len()) as f64);
            mistakes.push(100.0 * wrong as f64 / data.train.len() as f64);
            accuracy.push(100.0 * right);
        }
        let (wrong, right) = (mean(&mistakes), mean(&accuracy));
        let spread = |(mean, deviation): (f64, f64)| format!("{mean:.2} +- {deviation:.2}");
        println!(
            "  {:<14}{:>8}{:>8}{:>20}{:>20}{:>12.1}",
            method.title(),
            best.0,
            best.1,
            spread(wrong),
            spread(right),
            seconds * 1e6
        );
        all.push((method, wrong.0, right.0));
    }
    for method in ["cmd", "pds"] {
        let taking_part = || {
            all.iter().filter(|(m, ..)| {
                m.method.is_none_or(|own| own == method) && (m.method.is_some() || method == "cmd")
            })
        };
        let fewest = taking_part().min_by(|a, b| a.1.total_cmp(&b.1));
        let rightest = taking_part().max_by(|a, b| a.2.total_cmp(&b.2));
        if let (Some(fewest), Some(rightest)) = (fewest, rightest) {
            println!(
                "  {method}: fewest mistakes {}, best on the test data {}",
                fewest.0.title(),
                rightest.0.title()
            );
        }
    }
    Ok(())
}

fn main() -> Answer<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (folder, names) =
        words.split_first().ok_or("usage: adafd_real FOLDER [mnist products madelon news]")?;
    type Reader = fn(&Path) -> Answer<Data>;
    let sets: [(&str, Reader); 4] =
        [("mnist", mnist), ("products", products), ("madelon", madelon), ("news", news)];
    println!("squared hinge, one pass, tau = {TAU}, mean and deviation of {PERMUTATIONS} permutations");
    for (name, read) in sets {
        if !names.is_empty() && !names.iter().any(|wanted| wanted == name) {
            continue;
        }
        match read(Path::new(folder)) {
            Ok(data) => compare(name, &data)?,
            Err(error) => println!("{name}: left out: {error}"),
        }
    }
    Ok(())
}
