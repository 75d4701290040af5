//! A user's folder of data: files by the names their publishers gave them, compressed or not.

use super::Example;
use super::archive::{self, Entry};
use super::svmlight;
use crate::error::{Answer, ReproduceError};
use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use liblzma::read::XzDecoder;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// A folder with the papers' data, laid out as `docs/reproduce.md` says; or none.
#[derive(Clone, Debug, Default)]
pub struct Folder(Option<PathBuf>);

const PACKED: [&str; 4] = ["", ".gz", ".bz2", ".xz"];
const ARCHIVES: [&str; 3] = [".tar.xz", ".tar.gz", ".tar.bz2"];

impl Folder {
    /// The folder at a path.
    pub fn new(path: Option<PathBuf>) -> Self {
        Self(path)
    }

    /// Its path.
    pub fn path(&self) -> Option<&Path> {
        self.0.as_deref()
    }

    /// A file of it, packed or not; the name is without `.gz`, `.bz2`, `.xz`.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        let folder = self.0.as_ref()?;
        PACKED.iter().map(|end| folder.join(format!("{name}{end}"))).find(|path| path.is_file())
    }

    /// Whether it has a file of this name; `*` at its end stands for anything.
    pub fn has(&self, name: &str) -> bool {
        let Some(folder) = &self.0 else { return false };
        let (parent, start) = name.rsplit_once('/').unwrap_or(("", name));
        let (start, any) = start.strip_suffix('*').map_or((start, false), |start| (start, true));
        let fits = |found: &str| if any { found.starts_with(start) } else { found == start };
        let entries = std::fs::read_dir(folder.join(parent)).into_iter().flatten().flatten();
        entries.into_iter().any(|entry| fits(&entry.file_name().to_string_lossy()))
    }

    /// All of these, or none.
    pub(crate) fn find_all<const N: usize>(&self, names: [&str; N]) -> Option<[PathBuf; N]> {
        let found: Option<Vec<PathBuf>> = names.iter().map(|name| self.find(name)).collect();
        found?.try_into().ok()
    }

    /// Everything in an archive, or in the folder it unpacks to, whose path has `part` in it; in the order of paths.
    pub(crate) fn unpack(&self, name: &str, part: &str) -> Answer<Option<(PathBuf, Vec<Entry>)>> {
        let Some(folder) = &self.0 else { return Ok(None) };
        let plain = folder.join(name);
        if plain.is_dir() {
            return Ok(Some((plain.clone(), archive::walk(&plain, part)?)));
        }
        let packed = ARCHIVES.iter().map(|end| folder.join(format!("{name}{end}")));
        let Some(path) = packed.into_iter().find(|path| path.is_file()) else { return Ok(None) };
        let entries = archive::entries(open(&path)?, &path, part)?;
        Ok(Some((path, entries)))
    }

    /// The examples of an svmlight file, at most so many, if it is there.
    pub(crate) fn svmlight(&self, name: &str, most: usize) -> Answer<Option<Vec<Example>>> {
        self.find(name).map(|path| svmlight::read(&path, most)).transpose()
    }
}

/// Opens a file and unpacks it as its first bytes say.
pub(crate) fn open(path: &Path) -> Answer<Box<dyn BufRead>> {
    let fault = |source| ReproduceError::Read { path: path.to_owned(), source };
    let mut file = BufReader::with_capacity(1 << 16, File::open(path).map_err(fault)?);
    let first = file.fill_buf().map_err(fault)?;
    let unpacked: Box<dyn Read> = match first {
        [0x1f, 0x8b, ..] => Box::new(MultiGzDecoder::new(file)),
        [b'B', b'Z', b'h', ..] => Box::new(MultiBzDecoder::new(file)),
        [0xfd, b'7', b'z', b'X', b'Z', ..] => Box::new(XzDecoder::new_multi_decoder(file)),
        _ => return Ok(Box::new(file)),
    };
    Ok(Box::new(BufReader::with_capacity(1 << 16, unpacked)))
}

/// Every line of a file, unpacked, with its number from 1, until `f` has enough.
pub(crate) fn lines(path: &Path, mut f: impl FnMut(usize, &str) -> Answer<bool>) -> Answer<()> {
    let (mut file, mut line) = (open(path)?, Vec::new());
    for number in 1.. {
        line.clear();
        if file.read_until(b'\n', &mut line).map_err(ReproduceError::read(path))? == 0 {
            break;
        }
        if !f(number, String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']))? {
            break;
        }
    }
    Ok(())
}

/// All of a file, unpacked.
pub(crate) fn bytes(path: &Path) -> Answer<Vec<u8>> {
    let mut all = Vec::new();
    open(path)?.read_to_end(&mut all).map_err(ReproduceError::read(path))?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn packed_files_are_found_and_read() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
        let text = b"1 3:0.5 1:2\n-1 2:1 # a remark\n\n0 1:4\n";
        write("plain", text);
        let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gz.write_all(text).unwrap();
        write("one.gz", &gz.finish().unwrap());
        let mut bz = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        bz.write_all(text).unwrap();
        write("two.bz2", &bz.finish().unwrap());
        let mut xz = liblzma::write::XzEncoder::new(Vec::new(), 1);
        xz.write_all(text).unwrap();
        write("three.xz", &xz.finish().unwrap());
        let data = Folder::new(Some(folder.path().to_owned()));
        for name in ["plain", "one", "two", "three"] {
            let examples = data.svmlight(name, 10).unwrap().unwrap();
            assert_eq!(examples.len(), 3, "{name}");
            assert_eq!((examples[0].indices.clone(), examples[0].label), (vec![1, 3], 1.0));
            assert_eq!((examples[1].label, examples[2].label), (-1.0, -1.0));
        }
        assert_eq!(data.svmlight("plain", 1).unwrap().unwrap().len(), 1);
        assert!(data.svmlight("absent", 1).unwrap().is_none());
        assert!(Folder::default().find("plain").is_none());
        write("bad", b"1 3:0.5\n1 x:1\n");
        let error = data.svmlight("bad", 9).unwrap_err().to_string();
        assert!(error.contains("bad, line 2"), "{error}");
    }
}
