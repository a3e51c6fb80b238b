//! A number that identifies texts, by SHA-256: it is the same on every machine, and nobody can find
//! two lists of texts with the same number.

use std::fmt;

use hmac_sha256::Hash;

/// The fingerprint of several texts in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// Computes the fingerprint of several texts. The boundaries between texts matter, so each text
    /// is preceded by its length.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut hash = Hash::new();
        for text in texts {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        }
        Self(hash.finalize())
    }

    /// The bytes of the fingerprint.
    #[must_use]
    pub fn bytes(self) -> [u8; 32] {
        self.0
    }
}

/// The SHA-256 of a text.
#[must_use]
pub fn sha256(text: &str) -> [u8; 32] {
    Hash::hash(text.as_bytes())
}

/// 64 hexadecimal digits.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_and_every_boundary_matters() {
        let texts = [
            "",
            "a",
            "b",
            "ab",
            "robotarm",
            "robotarn",
            "robotarms",
            "sobotarm",
        ];
        let mut fingerprints: Vec<String> =
            texts.map(|t| Fingerprint::of([t]).to_string()).to_vec();
        fingerprints.push(Fingerprint::of(["a", "b"]).to_string());
        fingerprints.push(Fingerprint::of(["", "ab"]).to_string());
        fingerprints.push(Fingerprint::of([]).to_string());
        assert!(
            fingerprints.iter().all(|digits| digits.len() == 64),
            "{fingerprints:?}"
        );
        let count = fingerprints.len();
        fingerprints.sort();
        fingerprints.dedup();
        assert_eq!(fingerprints.len(), count);
    }

    /// Committed files contain these numbers, so they must stay the same from version to version.
    #[test]
    fn a_fingerprint_is_the_same_in_every_version() {
        let text = Fingerprint::of(["robot", "a text of more than eight bytes"]).to_string();
        assert_eq!(
            text,
            "0052394db4f32837e0ab37e80706c7dfd8bdb6e020246f916abc8b1003e419ba"
        );
    }
}
