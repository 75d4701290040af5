//! Rows a second of each kind: made only, and made and written in the default layout.
//!
//! `cargo run --release -p noregret-generate --example speed`

use std::hint::black_box;
use std::io;
use std::time::Instant;

use noregret_generate::{Generator, Kind, Writer};

fn main() -> io::Result<()> {
    for kind in Kind::ALL {
        let rows = if kind == Kind::Text { 50_000 } else { 1_000_000 };
        let start = Instant::now();
        let mut generator = Generator::new(kind, 1);
        let opening = start.elapsed();
        let start = Instant::now();
        for _ in 0..rows {
            black_box(generator.next());
        }
        let made = start.elapsed();
        let mut generator = Generator::new(kind, 1);
        let mut writer = Writer::new(io::sink(), kind.default_layout(), kind);
        let start = Instant::now();
        for _ in 0..rows {
            writer.write(generator.next())?;
        }
        let written = start.elapsed();
        let per_second = |time: std::time::Duration| f64::from(rows) / time.as_secs_f64();
        println!(
            "{kind:<10} opens in {opening:>6.1?}, makes {:>9.0} rows/s, makes and writes {:>9.0} rows/s",
            per_second(made),
            per_second(written)
        );
    }
    Ok(())
}
