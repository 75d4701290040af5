//! The sums a folder remembers: `SHA256SUMS`, in the format of `sha256sum`.

use super::{DownloadError, unwritable};
use std::fmt::Write as _;
use std::io;
use std::path::Path;

/// The file of a folder's sums.
pub const SUMS: &str = "SHA256SUMS";

/// Bytes as text.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn text(folder: &Path) -> Result<String, DownloadError> {
    let path = folder.join(SUMS);
    match std::fs::read_to_string(&path) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(unwritable(&path)(error)),
    }
}

/// The sum recorded for a file, by its path in the folder.
pub(super) fn recorded(folder: &Path, name: &str) -> Result<Option<String>, DownloadError> {
    let mut found = None;
    for (place, line) in text(folder)?.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let fault = || DownloadError::Sums { path: folder.join(SUMS), line: place + 1 };
        let (sum, file) = line.split_once(char::is_whitespace).ok_or_else(fault)?;
        if sum.len() != 64 || !sum.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(fault());
        }
        if file.trim_start().trim_start_matches('*') == name {
            found = Some(sum.to_ascii_lowercase());
        }
    }
    Ok(found)
}

/// Records a sum.
pub(super) fn record(folder: &Path, name: &str, sum: &str) -> Result<(), DownloadError> {
    let path = folder.join(SUMS);
    let mut all = text(folder)?;
    if !all.is_empty() && !all.ends_with('\n') {
        all.push('\n');
    }
    let _ = writeln!(all, "{sum}  {name}");
    let mut out = noregret_io::Output::create(&path).map_err(unwritable(&path))?;
    io::Write::write_all(&mut out, all.as_bytes()).map_err(unwritable(&path))?;
    out.finish().map_err(unwritable(&path))
}
