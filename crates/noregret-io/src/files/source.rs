//! Bytes from a file or standard input, decompressed and turned into UTF-8 if their first bytes say so, counted as they
//! are read.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use liblzma::read::XzDecoder;

use crate::error::{Compression, ReadError};
use crate::files::input::Input;
use crate::files::magic::{Magic, Said};
use crate::files::utf16::{self, Mark, Utf16};

/// A readable input.
pub(crate) struct Source<'a> {
    pub(crate) name: Arc<str>,
    compression: Option<Compression>,
    reader: Box<dyn Read + 'a>,
    encoding: Encoding,
}

/// How the text is encoded.
enum Encoding {
    /// Not known yet; what was read may be half a mark.
    Unknown(Vec<u8>),
    /// As it is, after these bytes.
    Plain(Vec<u8>),
    Utf16(Box<Utf16>),
}

impl<'a> Source<'a> {
    /// Opens an input; `count` is told every byte read from it.
    pub(crate) fn open(input: &Input, count: Arc<AtomicU64>) -> Result<Source<'static>, ReadError> {
        let name: Arc<str> = input.name().into();
        match input {
            Input::Stdin => Source::new(name, Counted { reader: io::stdin(), count }),
            Input::File(path) => {
                let reader = open_file(path)?;
                Source::new(name, Counted { reader, count })
            }
        }
    }

    /// Looks at the first bytes and puts a decoder in front where needed.
    pub(crate) fn new(name: Arc<str>, mut reader: impl Read + 'a) -> Result<Self, ReadError> {
        let mut start = [0; LONGEST_MAGIC];
        let mut length = 0;
        // No further than needed: more may be long in coming, and what is read here comes as a block of its own.
        let compression = loop {
            match Compression::of(&start[..length]) {
                Start::Is(compression) => break Some(compression),
                Start::Plain => break None,
                Start::NeedMore => {}
            }
            match reader.read(&mut start[length..=length]) {
                Ok(0) => break None,
                Ok(read) => length += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(source) => return Err(ReadError::Io { file: name, source }),
            }
        };
        let whole = Cursor::new(start[..length].to_vec()).chain(reader);
        let buffered = |reader| BufReader::with_capacity(1 << 16, reader);
        let reader: Box<dyn Read + 'a> = match compression {
            None => Box::new(whole),
            Some(Compression::Gzip) => Box::new(MultiGzDecoder::new(buffered(whole))),
            Some(Compression::Zstd) => match zstd::Decoder::new(whole) {
                Ok(decoder) => Box::new(decoder),
                Err(source) => return Err(ReadError::Io { file: name, source }),
            },
            Some(Compression::Xz) => Box::new(XzDecoder::new_multi_decoder(buffered(whole))),
            Some(Compression::Bzip2) => Box::new(MultiBzDecoder::new(buffered(whole))),
        };
        Ok(Self { name, compression, reader, encoding: Encoding::Unknown(Vec::new()) })
    }

    /// What is read if it is no text, by its first bytes; they are read again. To be asked first.
    pub(crate) fn magic(&mut self) -> Result<Option<Magic>, ReadError> {
        let mut start = Vec::new();
        let magic = loop {
            match Magic::of(&start) {
                Said::Is(magic) => break Some(magic),
                Said::Text => break None,
                Said::NeedMore => {}
            }
            let mut next = [0];
            if self.bytes(&mut next)? == 0 {
                break None;
            }
            start.push(next[0]);
        };
        self.encoding = match magic {
            Some(_) => Encoding::Plain(start),
            None => Encoding::Unknown(start),
        };
        Ok(magic)
    }

    /// Whether its bytes are those of the file.
    pub(crate) fn is_raw(&self) -> bool {
        self.compression.is_none()
    }

    /// Reads once into a buffer; 0 is the end.
    pub(crate) fn read(&mut self, buffer: &mut [u8]) -> Result<usize, ReadError> {
        loop {
            match &mut self.encoding {
                Encoding::Plain(before) if before.is_empty() => return self.bytes(buffer),
                Encoding::Plain(before) => {
                    let count = buffer.len().min(before.len());
                    buffer[..count].copy_from_slice(&before[..count]);
                    before.drain(..count);
                    return Ok(count);
                }
                Encoding::Utf16(text) => {
                    let count = text.take(buffer);
                    if count > 0 || buffer.is_empty() {
                        return Ok(count);
                    }
                    let mut raw = [0; 1 << 14];
                    let read = self.bytes(&mut raw)?;
                    if let Encoding::Utf16(text) = &mut self.encoding {
                        text.feed(&raw[..read], read == 0);
                        if read == 0 {
                            return Ok(text.take(buffer));
                        }
                    }
                }
                Encoding::Unknown(before) => {
                    // A byte or two tell, and no more are read for it: a block is read to where it is wanted.
                    let (mut start, mut next) = (std::mem::take(before), [0]);
                    let open = start.is_empty() || utf16::mark(&start) == Mark::Half;
                    let read = if open { self.bytes(&mut next)? } else { 0 };
                    start.extend_from_slice(&next[..read]);
                    self.encoding = match utf16::mark(&start) {
                        Mark::Utf16 { big } => {
                            let mut text = Utf16::new(big);
                            text.feed(&start[2..], false);
                            Encoding::Utf16(Box::new(text))
                        }
                        Mark::Half if read > 0 => Encoding::Unknown(start),
                        _ => Encoding::Plain(start),
                    };
                }
            }
        }
    }

    /// Reads bytes as they are, once; 0 is the end.
    fn bytes(&mut self, buffer: &mut [u8]) -> Result<usize, ReadError> {
        loop {
            match self.reader.read(buffer) {
                Ok(read) => return Ok(read),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(source) => return Err(self.failure(source)),
            }
        }
    }

    fn failure(&self, source: io::Error) -> ReadError {
        use io::ErrorKind::{InvalidData, InvalidInput, Other, UnexpectedEof};
        let file = self.name.clone();
        match self.compression {
            Some(compression)
                if matches!(source.kind(), InvalidData | InvalidInput | Other | UnexpectedEof) =>
            {
                ReadError::Corrupt { file, compression, why: source.to_string() }
            }
            _ => ReadError::Io { file, source },
        }
    }
}

/// What the first bytes of an input say.
enum Start {
    Is(Compression),
    Plain,
    /// They may be the start of compressed data.
    NeedMore,
}

/// The most first bytes that are needed to tell.
const LONGEST_MAGIC: usize = 10;

impl Compression {
    /// The compression of data that starts so. After its level, a bzip2 stream has a block's magic number or the end's: a
    /// text may start with `BZh1` too.
    fn of(start: &[u8]) -> Start {
        const BLOCK: [u8; 6] = [0x31, 0x41, 0x59, 0x26, 0x53, 0x59];
        const END: [u8; 6] = [0x17, 0x72, 0x45, 0x38, 0x50, 0x90];
        let all = |byte: u8| byte..=byte;
        let after =
            |level: [_; 4], number: [u8; 6]| level.into_iter().chain(number.map(all)).collect::<Vec<_>>();
        let level = || [all(b'B'), all(b'Z'), all(b'h'), b'1'..=b'9'];
        let magics = [
            (Self::Gzip, [0x1f, 0x8b].map(all).to_vec()),
            (Self::Zstd, [0x28, 0xb5, 0x2f, 0xfd].map(all).to_vec()),
            (Self::Zstd, vec![0x50..=0x5f, all(0x2a), all(0x4d), all(0x18)]),
            (Self::Xz, [0xfd, b'7', b'z', b'X', b'Z', 0].map(all).to_vec()),
            (Self::Bzip2, after(level(), BLOCK)),
            (Self::Bzip2, after(level(), END)),
        ];
        let mut said = Start::Plain;
        for (compression, magic) in magics {
            if start.iter().zip(&magic).all(|(byte, range)| range.contains(byte)) {
                if start.len() >= magic.len() {
                    return Start::Is(compression);
                }
                said = Start::NeedMore;
            }
        }
        said
    }
}

/// Opens a file, refusing a directory by name rather than at the first read.
fn open_file(path: &Path) -> Result<File, ReadError> {
    let refuse = |why: String| ReadError::Open { file: path.display().to_string().into(), why };
    if path.is_dir() {
        return Err(refuse("it is a directory".to_owned()));
    }
    File::open(path).map_err(|error| refuse(error.to_string()))
}

/// Finds unreadable files before any work is done, and adds up the sizes; none where a size cannot be known.
pub(crate) fn survey(inputs: &[Input]) -> Result<Option<u64>, ReadError> {
    let mut total = Some(0);
    for input in inputs {
        let size = match input {
            Input::Stdin => None,
            // Opening a pipe would wait for its writer: look only at what is a file.
            Input::File(path) if path.exists() && !path.is_file() && !path.is_dir() => None,
            Input::File(path) => open_file(path)?.metadata().ok().map(|metadata| metadata.len()),
        };
        total = total.zip(size).map(|(total, size)| total + size);
    }
    Ok(total)
}

/// A failure comes out as an [`io::Error`] around the [`ReadError`].
impl Read for Source<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Source::read(self, buffer).map_err(io::Error::other)
    }
}

struct Counted<R> {
    reader: R,
    count: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.count.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn read_all(bytes: &[u8]) -> Result<Vec<u8>, ReadError> {
        let mut source = Source::new("f".into(), bytes)?;
        let (mut all, mut buffer) = (Vec::new(), [0; 1000]);
        loop {
            match source.read(&mut buffer)? {
                0 => return Ok(all),
                read => all.extend_from_slice(&buffer[..read]),
            }
        }
    }

    fn xz(bytes: &[u8]) -> Vec<u8> {
        let mut all = Vec::new();
        liblzma::read::XzEncoder::new(bytes, 6).read_to_end(&mut all).unwrap();
        all
    }

    fn bzip2(bytes: &[u8]) -> Vec<u8> {
        let mut all = Vec::new();
        bzip2::read::BzEncoder::new(bytes, bzip2::Compression::fast()).read_to_end(&mut all).unwrap();
        all
    }

    fn packed(text: &[u8]) -> [Vec<u8>; 4] {
        [gzip(text), zstd::encode_all(text, 1).unwrap(), xz(text), bzip2(text)]
    }

    #[test]
    fn members_and_frames_are_joined() {
        let text = b"1 1:2\n".repeat(1000);
        for bytes in packed(&text) {
            assert_eq!(read_all(&bytes).unwrap(), text);
            assert_eq!(read_all(&bytes.repeat(3)).unwrap(), text.repeat(3));
        }
        for bytes in packed(b"") {
            assert_eq!(read_all(&bytes).unwrap(), b"");
        }
        for plain in [&b""[..], b"1", b"abc", b"1 1:2", b"BZh9,label\n", b"BZ", b"P*M", b"\xfd7zXY"] {
            assert_eq!(read_all(plain).unwrap(), plain);
        }
    }

    #[test]
    fn utf16_is_read_as_utf8() {
        let text = "y\tname\r\n1\tZoë 😀\n".repeat(5000);
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [[&b"\xff\xfe"[..], &little].concat(), [&b"\xfe\xff"[..], &big].concat()] {
            assert_eq!(read_all(&bytes).unwrap(), text.as_bytes());
            for packed in packed(&bytes) {
                assert_eq!(read_all(&packed).unwrap(), text.as_bytes());
            }
        }
        for plain in [&b"\xff"[..], b"\xfe", b"\xffa", b"\xff\xff\xfe"] {
            assert_eq!(read_all(plain).unwrap(), plain);
        }
        assert_eq!(read_all(b"\xff\xfe").unwrap(), b"");
    }

    /// A pipe that brings a few bytes at a time.
    struct Drip<'a>(&'a [u8], usize);

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let most = buffer.len().min(self.1);
            self.0.read(&mut buffer[..most])
        }
    }

    #[test]
    fn marks_are_found_however_they_come() {
        let utf16: Vec<u8> = "\u{feff}y a\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
        let texts: [(&[u8], &[u8]); 9] = [
            (b"", b""),
            (b"1", b"1"),
            (b"\xff", b"\xff"),
            (b"\xfe\xff", b""),
            (b"\xff\xfe1\0", b"1"),
            (b"\xef\xbb\xbf1 1:2\n", b"\xef\xbb\xbf1 1:2\n"),
            (b"PAR", b"PAR"),
            (b"ARROW1\0\0", b"ARROW1\0\0"),
            (&utf16, b"y a\n"),
        ];
        for (bytes, wanted) in texts {
            for (most, size, asked) in
                [(1, 1000, true), (1, 1, true), (2, 1, false), (1000, 3, true), (1000, 1000, false)]
            {
                let mut source = Source::new("f".into(), Drip(bytes, most)).unwrap();
                if asked {
                    // Whatever it is, it is read again.
                    let magic = source.magic().unwrap();
                    assert_eq!(magic.is_some(), bytes.starts_with(b"ARROW1"), "{bytes:?}");
                }
                let (mut all, mut buffer) = (Vec::new(), vec![0; size]);
                while let read @ 1.. = source.read(&mut buffer).unwrap() {
                    all.extend_from_slice(&buffer[..read]);
                }
                assert_eq!(all, wanted, "{bytes:?} {most} {size} {asked}");
                assert_eq!(source.read(&mut buffer).unwrap(), 0);
            }
        }
    }

    #[test]
    fn damage_is_noticed() {
        let text: Vec<u8> =
            (0..50_000u32).flat_map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
        for bytes in packed(&text) {
            let named = match bytes[0] {
                0x1f => 2,
                0x28 => 4,
                0xfd => 6,
                _ => 10,
            };
            for cut in [named, named + 1, 12, bytes.len() / 2, bytes.len() - 1] {
                let result = read_all(&bytes[..cut]);
                assert!(matches!(result, Err(ReadError::Corrupt { .. })), "{:?} {cut}", &bytes[..2]);
            }
            let mut flipped = bytes.clone();
            let middle = flipped.len() / 2;
            flipped[middle] ^= 0x55;
            // zstd has a checksum only where it was asked for.
            let noticed = matches!(read_all(&flipped), Err(ReadError::Corrupt { .. }));
            assert!(noticed || bytes[0] == 0x28);
            let trailing = [bytes, b"garbage garbage".to_vec()].concat();
            assert!(matches!(read_all(&trailing), Err(ReadError::Corrupt { .. })), "{:?}", &trailing[..2]);
        }
    }

    #[test]
    fn missing_files_and_directories_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        let missing = survey(&[Input::File(directory.path().join("none.svm"))]).unwrap_err();
        assert!(missing.to_string().contains("none.svm"));
        let error = survey(&[Input::File(directory.path().to_owned())]).unwrap_err();
        assert!(error.to_string().contains("it is a directory"));
        let file = directory.path().join("a.svm");
        std::fs::write(&file, "1 1:2\n").unwrap();
        assert_eq!(survey(&[Input::File(file.clone())]).unwrap(), Some(6));
        assert_eq!(survey(&[Input::File(file), Input::Stdin]).unwrap(), None);
    }
}
