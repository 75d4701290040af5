//! Images with labels, read from the files their publishers gave them.

mod cifar;
mod idx;
mod mat;
mod svhn;

use anyhow::{Context, Result, bail};
use flate2::read::MultiGzDecoder;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Images of one size, their pixels one after another: channel, row, column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Images {
    /// Channels, rows, columns.
    pub shape: [usize; 3],
    /// All pixels.
    pub pixels: Vec<u8>,
    /// A class for each image, from 0.
    pub labels: Vec<u8>,
}

impl Images {
    /// Images whose pixels and labels fit each other.
    pub fn new(shape: [usize; 3], pixels: Vec<u8>, labels: Vec<u8>) -> Result<Self> {
        if pixels.len() != labels.len() * shape.iter().product::<usize>() {
            bail!("{} pixels are not {} images of {shape:?}", pixels.len(), labels.len());
        }
        if let Some(label) = labels.iter().find(|&&label| label > 9) {
            bail!("label {label}: there are ten classes, 0 to 9");
        }
        Ok(Self { shape, pixels, labels })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Pixels of one image.
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }

    /// The images from one place to another.
    pub fn part(&self, from: usize, to: usize) -> Self {
        let (from, to) = (from.min(self.len()), to.min(self.len()));
        Self {
            shape: self.shape,
            pixels: self.pixels[from * self.size()..to * self.size()].to_vec(),
            labels: self.labels[from..to].to_vec(),
        }
    }
}

/// Images to train on, and to test with.
pub struct Split {
    /// To train on.
    pub train: Images,
    /// To test with.
    pub test: Images,
}

/// Reads a set from a folder of data: `mnist/`, `cifar10/` or `svhn/` in it.
pub fn read(set: &str, folder: &Path) -> Result<Split> {
    let folder = folder.join(set);
    let (train, test) = match set {
        "mnist" => (idx::read(&folder, "train"), idx::read(&folder, "t10k")),
        "cifar10" => (cifar::read(&folder, &cifar::TRAIN), cifar::read(&folder, &cifar::TEST)),
        "svhn" => (svhn::read(&folder, "train_32x32.mat"), svhn::read(&folder, "test_32x32.mat")),
        _ => bail!("unknown set {set:?}: there are mnist, cifar10 and svhn"),
    };
    Ok(Split { train: train?, test: test? })
}

/// The file of a name, packed by gzip or not.
fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    ["", ".gz"].iter().map(|end| folder.join(format!("{name}{end}"))).find(|path| path.is_file())
}

/// All bytes of a file that must be there, unpacked.
fn bytes(folder: &Path, name: &str) -> Result<Vec<u8>> {
    let path = find(folder, name).with_context(|| format!("there is no {}", folder.join(name).display()))?;
    let packed = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    if !packed.starts_with(&[0x1f, 0x8b]) {
        return Ok(packed);
    }
    let mut all = Vec::new();
    MultiGzDecoder::new(packed.as_slice())
        .read_to_end(&mut all)
        .with_context(|| format!("cannot unpack {}", path.display()))?;
    Ok(all)
}
