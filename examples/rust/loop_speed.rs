//! How long the library's own loop takes over a matrix in memory: `loop_speed FOLDER ALGORITHM`.
//!
//! The folder holds a CSR matrix as bare little-endian numbers: `starts` (u64), `indices` (u32), `values` (f64), `labels` (f64);
//! `bench/python/speed.py` writes it. Printed are the seconds of one pass and the progressive log loss.

use noregret::{Features, Parameters, algorithms};
use std::error::Error;
use std::path::Path;
use std::time::Instant;

fn numbers<const N: usize, T>(path: &Path, of: fn([u8; N]) -> T) -> Result<Vec<T>, Box<dyn Error>> {
    let bytes = std::fs::read(path)?;
    bytes.chunks_exact(N).map(|chunk| Ok(of(chunk.try_into()?))).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, algorithm] = &arguments[..] else { return Err("loop_speed FOLDER ALGORITHM".into()) };
    let folder = Path::new(folder);
    let starts = numbers(&folder.join("starts"), u64::from_le_bytes)?;
    let given = numbers(&folder.join("indices"), u32::from_le_bytes)?;
    let values = numbers(&folder.join("values"), f64::from_le_bytes)?;
    let labels = numbers(&folder.join("labels"), f64::from_le_bytes)?;
    // Every row with the bias in front, as the engine gives it to a learner.
    let (mut ends, mut indices, mut all) = (vec![0], Vec::new(), Vec::new());
    for pair in starts.windows(2) {
        let row = pair[0] as usize..pair[1] as usize;
        indices.push(0);
        all.push(1.0);
        indices.extend(given[row.clone()].iter().map(|index| index + 1));
        all.extend_from_slice(&values[row]);
        ends.push(indices.len());
    }
    let spec = algorithms::find(algorithm)?.spec(Some("logistic".parse()?), &Parameters::new())?.check()?;
    let (mut learner, mut loss) = (spec.build(), 0.0);
    let start = Instant::now();
    for (row, &y) in ends.windows(2).zip(&labels) {
        let x = Features::new(&indices[row[0]..row[1]], &all[row[0]..row[1]])?;
        let margin = learner.learn(x, y, 1.0)?;
        loss += spec.spec().loss.value(margin, y);
    }
    println!("{} {}", start.elapsed().as_secs_f64(), loss / labels.len() as f64);
    Ok(())
}
