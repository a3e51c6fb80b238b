//! Pseudo-random numbers, the same in every run and on every machine: by splitmix64 (Steele, Lea and Flood 2014), or by
//! SHA-256 where nobody must be able to choose them.

use hmac_sha256::Hash;

/// A sequence of numbers that a seed determines.
#[derive(Clone, Debug)]
pub struct Random(Source);

#[derive(Clone, Debug)]
enum Source {
    /// The state of splitmix64.
    Fast(u64),
    /// Blocks of words: their key, how many have been hashed, and the unused words of the last one.
    Hashed {
        key: [u8; 32],
        blocks: u64,
        unused_words: Vec<u64>,
    },
}

impl Random {
    /// The sequence that starts from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Source::Fast(seed))
    }

    /// The sequence of blocks whose nth is the SHA-256 hash of a key and n.
    #[must_use]
    pub fn from_key(key: [u8; 32]) -> Self {
        let (blocks, words) = (0, Vec::new());
        Self(Source::Hashed {
            key,
            blocks,
            unused_words: words,
        })
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        let state = match &mut self.0 {
            Source::Fast(state) => state,
            Source::Hashed {
                key,
                blocks,
                unused_words,
            } => {
                if unused_words.is_empty() {
                    *unused_words = words(*key, *blocks).into();
                    *blocks += 1;
                }
                return unused_words.pop().unwrap_or_default();
            }
        };
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = *state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// The next whole number below a bound that is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound as u64) as usize
    }

    /// The next number from -1 to 1.
    pub fn number(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// The four words of a block.
fn words(key: [u8; 32], block: u64) -> [u64; 4] {
    let mut hash = Hash::new();
    hash.update(key);
    hash.update(block.to_le_bytes());
    let bytes = hash.finalize();
    std::array::from_fn(|word| {
        let bytes = bytes[8 * word..].iter().take(8);
        bytes.fold(0, |bits, &byte| bits << 8 | u64::from(byte))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashed_numbers_follow_from_the_key() {
        let first = |key: u8| {
            let mut random = Random::from_key([key; 32]);
            [(); 9].map(|()| random.bits())
        };
        assert_eq!(first(1), first(1));
        let mut numbers = [first(1), first(2)].concat();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 18);
    }
}
