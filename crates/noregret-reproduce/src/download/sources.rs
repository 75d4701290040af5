//! What can be fetched: where from, to which place of the folder, and the SHA-256 where somebody has published one.
//!
//! A sum is in the table only if a named source has it. LIBSVM publishes none, and neither does anybody else that could be found: those are recorded at the first download (`SHA256SUMS`).

/// A file that can be fetched.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The set it belongs to, as named on the command line.
    pub set: &'static str,
    /// Where it goes in the folder.
    pub path: &'static str,
    /// The folder it is in on its server.
    pub base: &'static str,
    /// Its name there.
    pub name: &'static str,
    /// Its SHA-256, if published.
    pub sha256: Option<&'static str>,
    /// Who published it.
    pub known: Option<&'static str>,
    /// About how many megabytes it has.
    pub megabytes: f64,
}

impl Source {
    /// A server may send so many bytes. Sizes in the table are rounded, so what has twice as many, and a megabyte for the smallest, is another file.
    pub fn most_bytes(&self) -> u64 {
        (2e6 * self.megabytes) as u64 + 1_000_000
    }

    /// Its address; under a mirror, by its place in the folder.
    pub fn url(&self, mirror: Option<&str>) -> String {
        match mirror {
            Some(mirror) => format!("{}/{}", mirror.trim_end_matches('/'), self.path),
            None => format!("{}/{}", self.base, self.name),
        }
    }
}

const LIBSVM: &str = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary";
const MNIST: &str = "https://storage.googleapis.com/cvdf-datasets/mnist";

macro_rules! uci {
    ($folder:literal) => {
        concat!("https://archive.ics.uci.edu/ml/machine-learning-databases/", $folder)
    };
}

const fn unsummed(
    set: &'static str,
    path: &'static str,
    base: &'static str,
    name: &'static str,
    megabytes: f64,
) -> Source {
    Source { set, path, base, name, sha256: None, known: None, megabytes }
}

const fn digits(path: &'static str, name: &'static str, sha256: &'static str, megabytes: f64) -> Source {
    let known = Some("TensorFlow Datasets, url_checksums/mnist");
    Source { set: "mnist", path, base: MNIST, name, sha256: Some(sha256), known, megabytes }
}

/// Every file that can be fetched.
pub const SOURCES: [Source; 20] = [
    unsummed(
        "sentiment",
        "sentiment/processed_acl.tar.gz",
        "https://www.cs.jhu.edu/~mdredze/datasets/sentiment",
        "processed_acl.tar.gz",
        19.0,
    ),
    unsummed("news20", "libsvm/news20.binary.bz2", LIBSVM, "news20.binary.bz2", 38.0),
    unsummed("rcv1", "libsvm/rcv1_train.binary.bz2", LIBSVM, "rcv1_train.binary.bz2", 13.0),
    unsummed("rcv1", "libsvm/rcv1_test.binary.bz2", LIBSVM, "rcv1_test.binary.bz2", 430.0),
    unsummed("gisette", "libsvm/gisette_scale.bz2", LIBSVM, "gisette_scale.bz2", 28.0),
    unsummed("gisette", "libsvm/gisette_scale.t.bz2", LIBSVM, "gisette_scale.t.bz2", 5.0),
    unsummed("epsilon", "libsvm/epsilon_normalized.bz2", LIBSVM, "epsilon_normalized.bz2", 4_700.0),
    unsummed("epsilon", "libsvm/epsilon_normalized.t.bz2", LIBSVM, "epsilon_normalized.t.bz2", 1_200.0),
    Source {
        set: "iris",
        path: "uci/iris.data",
        base: uci!("iris"),
        name: "iris.data",
        sha256: Some("6f608b71a7317216319b4d27b4d9bc84e6abd734eda7872b71a458569e2656c0"),
        known: Some("Flux.jl, Data.Iris"),
        megabytes: 0.01,
    },
    unsummed("balance-scale", "uci/balance-scale.data", uci!("balance-scale"), "balance-scale.data", 0.01),
    unsummed("soybean", "uci/soybean-large.data", uci!("soybean"), "soybean-large.data", 0.03),
    unsummed("soybean", "uci/soybean-large.test", uci!("soybean"), "soybean-large.test", 0.04),
    unsummed("car", "uci/car.data", uci!("car"), "car.data", 0.05),
    unsummed(
        "audiology",
        "uci/audiology.standardized.data",
        uci!("audiology"),
        "audiology.standardized.data",
        0.03,
    ),
    unsummed(
        "audiology",
        "uci/audiology.standardized.test",
        uci!("audiology"),
        "audiology.standardized.test",
        0.01,
    ),
    digits(
        "mnist/train-images-idx3-ubyte.gz",
        "train-images-idx3-ubyte.gz",
        "440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609",
        9.9,
    ),
    digits(
        "mnist/train-labels-idx1-ubyte.gz",
        "train-labels-idx1-ubyte.gz",
        "3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c",
        0.03,
    ),
    digits(
        "mnist/t10k-images-idx3-ubyte.gz",
        "t10k-images-idx3-ubyte.gz",
        "8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6",
        1.6,
    ),
    digits(
        "mnist/t10k-labels-idx1-ubyte.gz",
        "t10k-labels-idx1-ubyte.gz",
        "f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6",
        0.01,
    ),
    Source {
        set: "20news",
        path: "text/20newsgroups.tar.gz",
        base: "https://ndownloader.figshare.com/files",
        name: "5975967",
        sha256: Some("8f1b2514ca22a5ade8fbb9cfa5727df95fa587f4c87b786e15c759fa66d95610"),
        known: Some("scikit-learn, datasets/_twenty_newsgroups.py"),
        megabytes: 14.0,
    },
];

/// The files of a set.
pub fn find(set: &str) -> Vec<&'static Source> {
    SOURCES.iter().filter(|source| source.set == set).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole() {
        for (place, source) in SOURCES.iter().enumerate() {
            assert_eq!(source.sha256.is_some(), source.known.is_some(), "{source:?}");
            assert!(
                source.sha256.is_none_or(|sum| sum.len() == 64 && sum.bytes().all(|b| b.is_ascii_hexdigit()))
            );
            assert!(source.url(None).starts_with("https://"), "{source:?}");
            assert!(!source.path.starts_with('/') && !source.path.contains(".."));
            assert!(SOURCES[..place].iter().all(|other| other.path != source.path), "{source:?} twice");
        }
        assert_eq!(find("gisette").len(), 2);
        assert_eq!(
            find("gisette")[0].url(Some("http://near:8/x/")),
            "http://near:8/x/libsvm/gisette_scale.bz2"
        );
    }
}
