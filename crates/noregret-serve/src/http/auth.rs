//! Who may do what: bearer tokens, some of which only read.
//!
//! A file has one token a line; `read TOKEN` is one that may look and predict and change nothing. Tokens are kept as their SHA-256 and compared in
//! constant time, all of them, so that how long it takes says nothing about any.

use sha2::{Digest, Sha256};
use std::path::Path;
use subtle::{Choice, ConstantTimeEq};

/// What a request may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// Look and predict.
    Read,
    /// Everything.
    Write,
}

/// The tokens that open this server; without any, whoever reaches it may do everything.
pub struct Tokens(Option<Vec<([u8; 32], Access)>>);

/// The shortest token that is taken.
const SHORTEST: usize = 16;

impl Tokens {
    /// No tokens are needed.
    pub fn open() -> Self {
        Self(None)
    }

    /// Reads a file of tokens.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Self::parse(&text).map_err(|why| format!("{}: {why}", path.display()))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut tokens = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (access, token) = match line.split_once(char::is_whitespace) {
                Some(("read", token)) => (Access::Read, token.trim()),
                Some(_) => return Err(format!("line {}: a token, or `read` and a token", number + 1)),
                None => (Access::Write, line),
            };
            if token.len() < SHORTEST || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
                return Err(format!(
                    "line {}: a token has at least {SHORTEST} printable characters",
                    number + 1
                ));
            }
            tokens.push((digest(token), access));
        }
        if tokens.is_empty() {
            return Err("it has no token".to_owned());
        }
        Ok(Self(Some(tokens)))
    }

    /// Whether tokens are needed.
    pub fn needed(&self) -> bool {
        self.0.is_some()
    }

    /// What the bearer of this header may do; nothing, if it opens nothing.
    pub fn access(&self, header: Option<&str>) -> Option<Access> {
        let Some(tokens) = &self.0 else { return Some(Access::Write) };
        let (scheme, token) = header?.split_once(' ')?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return None;
        }
        let given = digest(token.trim());
        let (mut read, mut write) = (Choice::from(0), Choice::from(0));
        for (known, access) in tokens {
            let same = known.ct_eq(&given);
            match access {
                Access::Read => read |= same,
                Access::Write => write |= same,
            }
        }
        if bool::from(write) {
            return Some(Access::Write);
        }
        bool::from(read).then_some(Access::Read)
    }
}

fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_open_what_they_should() {
        let tokens = Tokens::parse("# mine\nabcdefghijklmnop\n\nread 0123456789abcdef\n").unwrap();
        let access = |header: &str| tokens.access(Some(header));
        assert_eq!(access("Bearer abcdefghijklmnop"), Some(Access::Write));
        assert_eq!(access("bearer 0123456789abcdef"), Some(Access::Read));
        for wrong in
            ["", "Bearer", "Bearer ", "Bearer abcdefghijklmnoq", "Basic abcdefghijklmnop", "abcdefghijklmnop"]
        {
            assert_eq!(access(wrong), None, "{wrong}");
        }
        assert_eq!(tokens.access(None), None);
        assert_eq!(Tokens::open().access(None), Some(Access::Write));
        for wrong in ["", "# only", "short", "write abcdefghijklmnop"] {
            assert!(Tokens::parse(wrong).is_err(), "{wrong}");
        }
    }
}
