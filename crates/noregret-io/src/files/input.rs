//! Where bytes come from: files, or standard input.

use std::path::{Path, PathBuf};

/// A source of bytes, as the user names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file, a named pipe or a device.
    File(PathBuf),
}

impl Input {
    /// `-` and `/dev/stdin` mean standard input, anything else a file.
    pub fn from_path(path: impl AsRef<Path>) -> Self {
        let path = path.as_ref();
        if path == Path::new("-") || path == Path::new("/dev/stdin") {
            Self::Stdin
        } else {
            Self::File(path.to_owned())
        }
    }

    /// Its path, if it is a file that can be read from any place.
    pub(crate) fn whole(&self) -> Option<&Path> {
        match self {
            Self::File(path) if path.is_file() => Some(path),
            _ => None,
        }
    }

    /// The name shown in errors.
    pub fn name(&self) -> String {
        match self {
            Self::Stdin => "stdin".to_owned(),
            Self::File(path) => path.display().to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dash_is_standard_input() {
        assert_eq!(Input::from_path("-"), Input::Stdin);
        assert_eq!(Input::from_path("/dev/stdin").name(), "stdin");
        assert_eq!(Input::from_path("a.svm"), Input::File("a.svm".into()));
    }
}
