//! A number that stands for texts: the same on every machine, another one for other texts. Against
//! accidents, not against people who look for two texts with one number.

use std::fmt;

/// Multiplier of the 128-bit generator of O'Neill 2014, "PCG", whose bits are well mixed.
const MULTIPLIER: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;

/// Of the texts that were added, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint(u128);

impl Fingerprint {
    /// Of several texts; what ends one and begins the next matters.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut fingerprint = Self(MULTIPLIER);
        texts.into_iter().for_each(|text| fingerprint.add(text));
        fingerprint
    }

    fn add(&mut self, text: &str) {
        let words = text.as_bytes().chunks_exact(8);
        let mut last = [0; 8];
        last[..words.remainder().len()].copy_from_slice(words.remainder());
        for word in words {
            self.mix(u64::from_le_bytes(word.try_into().expect("eight bytes")));
        }
        self.mix(u64::from_le_bytes(last));
        self.mix(text.len() as u64);
    }

    /// Invertible, so that a single difference never goes.
    fn mix(&mut self, word: u64) {
        let product = (self.0 ^ u128::from(word)).wrapping_mul(MULTIPLIER);
        self.0 = product ^ (product >> 64);
    }
}

/// 32 hexadecimal digits.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
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
        let mut found: Vec<String> = texts.map(|t| Fingerprint::of([t]).to_string()).to_vec();
        found.push(Fingerprint::of(["a", "b"]).to_string());
        found.push(Fingerprint::of(["", "ab"]).to_string());
        found.push(Fingerprint::of([]).to_string());
        assert!(found.iter().all(|digits| digits.len() == 32), "{found:?}");
        let all = found.len();
        found.sort();
        found.dedup();
        assert_eq!(found.len(), all);
    }

    /// Committed files hold these numbers: they stay, from version to version.
    #[test]
    fn it_is_the_same_everywhere() {
        let found = Fingerprint::of(["robot", "a text of more than eight bytes"]).to_string();
        assert_eq!(found, "172f93cd9ffcf388da9b18688d531f61");
    }
}
