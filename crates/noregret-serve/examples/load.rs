//! Load for a server of models, and what it makes of it.
//!
//! `load ADDRESS PATH CLIENTS SECONDS [RATE]`: so many clients over connections of their own send one example after the other to a path
//! (`/v1/models/m/learn`), all together RATE a second if that is given, else as fast as answers come. Prints requests a second and the times of answers; at a given
//! rate they count from when a request was due, so that a wait is not left out because it kept others from being sent.
//! `load sync FOLDER SECONDS` appends 400 bytes to a file and syncs it, again and again: what a disk's sync costs.
//! `bench/serve/run.py` uses it for this server and for its peers.

use std::env;
use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// An example of a click stream; the same ones for every server.
fn example(k: u64, label: bool) -> String {
    let mix = k.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
    let (user, ad, hour) = (mix % 1000, mix / 1000 % 200, mix / 200_000 % 24);
    let clicked = u64::from((user + ad) % 5 == 0);
    let head = if label { format!("\"label\":{clicked},") } else { String::new() };
    let (price, new) = (mix % 7, mix % 2);
    format!(
        "{{{head}\"user\":\"u{user}\",\"ad\":\"a{ad}\",\"hour\":{hour},\"price\":{price}.5,\"new\":{new}}}"
    )
}

/// Sends requests for a while; the time of each answer, and how many were not 200.
fn client(
    address: &str,
    path: &str,
    first: u64,
    time: Duration,
    every: Option<(Duration, Duration)>,
) -> Result<(Vec<f64>, u64), std::io::Error> {
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let (mut out, mut input) = (stream.try_clone()?, BufReader::new(stream));
    let (begun, mut times, mut failed, mut line) = (Instant::now(), Vec::new(), 0, String::new());
    let mut k = first;
    while begun.elapsed() < time {
        // An answer is late by when it was asked for, and by when it should have been.
        let mut due = None;
        if let Some((every, offset)) = every {
            let at = offset + every * times.len() as u32;
            thread::sleep(at.saturating_sub(begun.elapsed()));
            due = Some(begun + at);
        }
        let body = example(k, path.ends_with("learn"));
        k += 1;
        let head = format!("POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n");
        let request = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
        let asked = due.unwrap_or_else(Instant::now);
        out.write_all(request.as_bytes())?;
        let (mut length, mut good) = (0, false);
        loop {
            line.clear();
            if input.read_line(&mut line)? == 0 {
                return Ok((times, failed + 1));
            }
            let lower = line.to_ascii_lowercase();
            good |= lower.starts_with("http/1.1 200");
            if let Some(rest) = lower.strip_prefix("content-length:") {
                length = rest.trim().parse().unwrap_or(0);
            }
            if line == "\r\n" {
                break;
            }
        }
        input.by_ref().take(length).read_to_end(&mut Vec::new())?;
        times.push(asked.elapsed().as_secs_f64());
        failed += u64::from(!good);
    }
    Ok((times, failed))
}

/// Half, 9 of 10, 99 of 100 and all of them take no longer, in milliseconds.
fn quantiles(mut times: Vec<f64>) -> [f64; 4] {
    times.sort_by(f64::total_cmp);
    let last = times.last().copied().unwrap_or(0.0);
    let at = |share: f64| 1e3 * times.get((share * times.len() as f64) as usize).copied().unwrap_or(last);
    [0.5, 0.9, 0.99, 1.0].map(at)
}

/// Syncs a second of a file that grows, and how long they take.
fn syncs(folder: &Path, seconds: f64) -> Result<(f64, [f64; 4]), std::io::Error> {
    let path = folder.join("sync");
    let mut file = File::create(&path)?;
    let (begun, mut times) = (Instant::now(), Vec::new());
    while begun.elapsed().as_secs_f64() < seconds {
        let asked = Instant::now();
        file.write_all(&[7; 400])?;
        file.sync_data()?;
        times.push(asked.elapsed().as_secs_f64());
    }
    std::fs::remove_file(path)?;
    Ok((times.len() as f64 / begun.elapsed().as_secs_f64(), quantiles(times)))
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    if let [what, folder, seconds] = &words[..]
        && what == "sync"
    {
        let (rate, [half, most, nearly, all]) = syncs(Path::new(folder), seconds.parse()?)?;
        println!("{rate:.0} syncs/s; ms: p50 {half:.3}, p90 {most:.3}, p99 {nearly:.3}, most {all:.2}");
        return Ok(());
    }
    let [address, path, clients, seconds, rest @ ..] = &words[..] else {
        return Err("load ADDRESS PATH CLIENTS SECONDS [RATE]".into());
    };
    let (clients, seconds): (u64, f64) = (clients.parse()?, seconds.parse()?);
    let rate: Option<f64> = rest.first().map(|rate| rate.parse()).transpose()?;
    let every = rate.map(|rate| Duration::from_secs_f64(clients as f64 / rate));
    let time = Duration::from_secs_f64(seconds);
    let begun = Instant::now();
    let start = |c: u64| {
        let (address, path) = (address.clone(), path.clone());
        // Clients do not ask all at once.
        let every = every.map(|every| (every, every.mul_f64(c as f64 / clients as f64)));
        thread::spawn(move || client(&address, &path, c * 1_000_003, time, every))
    };
    let threads: Vec<_> = (0..clients).map(start).collect();
    let (mut times, mut failed) = (Vec::new(), 0);
    for thread in threads {
        let (some, bad) = thread.join().map_err(|_| "a client failed")??;
        times.extend(some);
        failed += bad;
    }
    let rate = times.len() as f64 / begun.elapsed().as_secs_f64();
    let [half, most, nearly, all] = quantiles(times);
    println!(
        "{path}: {clients} clients, {rate:.0} requests/s, {failed} failed; ms: p50 {half:.2}, p90 {most:.2}, p99 {nearly:.2}, most {all:.2}"
    );
    Ok(())
}
