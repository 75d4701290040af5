//! Many small files: in a tar archive, or in the folder it unpacks to.

use crate::error::{Answer, ReproduceError};
use std::io::Read;
use std::path::Path;

/// A file's path, with `/` between its parts, and its bytes.
pub(crate) type Entry = (String, Vec<u8>);

/// The files of an archive whose path has `part` in it, in the order of paths.
pub(super) fn entries(archive: impl Read, path: &Path, part: &str) -> Answer<Vec<Entry>> {
    let fault = |source| ReproduceError::Read { path: path.to_owned(), source };
    let mut found = Vec::new();
    for entry in tar::Archive::new(archive).entries().map_err(fault)? {
        let mut entry = entry.map_err(fault)?;
        let name = entry.path().map_err(fault)?.to_string_lossy().into_owned();
        if !entry.header().entry_type().is_file() || !name.contains(part) {
            continue;
        }
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).map_err(fault)?;
        found.push((name, bytes));
    }
    found.sort();
    Ok(found)
}

/// The same of a folder.
pub(super) fn walk(folder: &Path, part: &str) -> Answer<Vec<Entry>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).map_err(ReproduceError::read(&folder))? {
            let path = entry.map_err(ReproduceError::read(&folder))?.path();
            let name = path.to_string_lossy().replace('\\', "/");
            if path.is_dir() {
                folders.push(path);
            } else if name.contains(part) {
                let bytes = std::fs::read(&path).map_err(ReproduceError::read(&path))?;
                found.push((name, bytes));
            }
        }
    }
    found.sort();
    Ok(found)
}
