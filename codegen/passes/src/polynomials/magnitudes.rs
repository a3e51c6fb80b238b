//! Magnitudes of coefficients. Each distinct magnitude is stored once, and identified by its index.
//!
//! Constants of long robots have thousands of digits. All ratios of two magnitudes are compared, but the values of few are
//! needed. So a ratio is identified by its residues modulo two primes, and its value is computed only when it is
//! needed. The primes follow from a hash of the coefficients, so that nobody can choose different coefficients with equal
//! residues. (If two different magnitudes were confused, which happens to one pair in 2^119, the program would be wrong,
//! and its proof would fail, since the prover uses other primes.)

use rustc_hash::{FxHashMap, FxHasher};
use std::cell::OnceCell;
use std::hash::{Hash, Hasher};
use std::ops::Index;

use dashu_base::UnsignedAbs;
use dashu_int::UBig;

use multibody_program::exact::Rational;
use multibody_program::exact::primes::prime_above;
use multibody_support::random::Random;

/// The index of the magnitude 1.
pub const UNIT: usize = 0;

/// The residues of a number modulo the primes.
type Residues = [u64; 2];

/// The key that identifies a magnitude.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// Neither numerator nor denominator is a multiple of a prime.
    Residues(Residues),
    /// Numerator or denominator is a multiple of a prime.
    Exact(Rational),
}

/// A ratio of two magnitudes, by their indices.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct MagnitudeRatio {
    numerator: usize,
    denominator: usize,
}

/// The sign and the magnitude of a coefficient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignedMagnitude {
    /// Whether the coefficient is negative.
    pub is_negative: bool,
    /// The index of the magnitude.
    pub magnitude: usize,
}

/// A magnitude, whose value is computed when it is first needed.
struct Magnitude {
    key: Key,
    /// The inverses of the residues.
    inverse: OnceCell<Residues>,
    /// The ratio by which it was defined, if its value was not given.
    ratio: MagnitudeRatio,
    value: OnceCell<Rational>,
}

/// Magnitudes of coefficients.
pub struct Magnitudes {
    /// Both are between 2^60 and 2^61.
    primes: [u64; 2],
    values: Vec<Magnitude>,
    indices: FxHashMap<Key, usize>,
    ratios: FxHashMap<MagnitudeRatio, usize>,
}

impl Magnitudes {
    /// A list that has only the magnitude 1 so far. The primes follow from these coefficients.
    pub fn of<'a>(coefficients: impl Iterator<Item = &'a Rational>) -> Self {
        let mut hasher = FxHasher::default();
        coefficients.for_each(|coefficient| coefficient.hash(&mut hasher));
        let mut random = Random::new(hasher.finish());
        let primes = [0; 2].map(|_| prime_above((1 << 60) + (random.bits() >> 4)));
        Self::modulo(primes)
    }

    fn modulo(primes: [u64; 2]) -> Self {
        let mut magnitudes = Self {
            primes,
            values: Vec::new(),
            indices: FxHashMap::default(),
            ratios: FxHashMap::default(),
        };
        magnitudes.index_of(Rational::ONE);
        magnitudes
    }

    /// The sign and the magnitude of a coefficient.
    pub fn split(&mut self, coefficient: &Rational) -> SignedMagnitude {
        let is_negative = *coefficient < Rational::ZERO;
        let magnitude = if is_negative { -coefficient.clone() } else { coefficient.clone() };
        SignedMagnitude {
            is_negative,
            magnitude: self.index_of(magnitude),
        }
    }

    /// The index of a magnitude with a known value.
    fn index_of(&mut self, magnitude: Rational) -> usize {
        let key = residues(&magnitude, &self.primes)
            .map_or_else(|| Key::Exact(magnitude.clone()), Key::Residues);
        let ratio = MagnitudeRatio {
            numerator: UNIT,
            denominator: UNIT,
        };
        self.insert(key, ratio, OnceCell::from(magnitude))
    }

    /// The index of the magnitude with a key: an existing index, or the next.
    fn insert(&mut self, key: Key, ratio: MagnitudeRatio, value: OnceCell<Rational>) -> usize {
        let next = self.values.len();
        let index = *self.indices.entry(key.clone()).or_insert(next);
        if index == next {
            self.values.push(Magnitude {
                key,
                inverse: OnceCell::new(),
                ratio,
                value,
            });
        }
        index
    }

    /// `a / b`
    pub fn ratio(&mut self, a: usize, b: usize) -> usize {
        if b == UNIT {
            return a;
        }
        if a == b {
            return UNIT;
        }
        let ratio = MagnitudeRatio {
            numerator: a,
            denominator: b,
        };
        if let Some(&index) = self.ratios.get(&ratio) {
            return index;
        }
        let index = match (&self.values[a].key, &self.values[b].key) {
            (Key::Residues(numerator), Key::Residues(denominator)) => {
                let primes = &self.primes;
                let inverse = self.values[b]
                    .inverse
                    .get_or_init(|| inverse(denominator, primes));
                let key = Key::Residues(product(numerator, inverse, primes));
                self.insert(key, ratio, OnceCell::new())
            }
            _ => self.index_of(&self[a] / &self[b]),
        };
        self.ratios.insert(ratio, index);
        index
    }

    /// `a b`
    pub fn product(&mut self, a: usize, b: usize) -> usize {
        if a == UNIT {
            return b;
        }
        let inverse = self.ratio(UNIT, b);
        self.ratio(a, inverse)
    }
}

impl Index<usize> for Magnitudes {
    type Output = Rational;

    fn index(&self, position: usize) -> &Rational {
        let Magnitude { ratio, value, .. } = &self.values[position];
        value.get_or_init(|| &self[ratio.numerator] / &self[ratio.denominator])
    }
}

/// The residues of a magnitude. None: its numerator or denominator is a multiple of a prime.
fn residues(magnitude: &Rational, primes: &[u64; 2]) -> Option<Residues> {
    let numerator = magnitude.numerator().clone().unsigned_abs();
    let remainders = |number: &UBig| {
        primes.map(|prime| {
            let residue = number % UBig::from(prime);
            u64::try_from(residue).expect("below the prime")
        })
    };
    let (top, bottom) = (remainders(&numerator), remainders(magnitude.denominator()));
    let is_invertible = top.iter().chain(&bottom).all(|&residue| residue != 0);
    is_invertible.then(|| product(&top, &inverse(&bottom, primes), primes))
}

fn product(a: &Residues, b: &Residues, primes: &[u64; 2]) -> Residues {
    std::array::from_fn(|k| times(a[k], b[k], primes[k]))
}

fn inverse(residues: &Residues, primes: &[u64; 2]) -> Residues {
    std::array::from_fn(|k| inverse_modulo(residues[k], primes[k]))
}

/// The inverse, by Euclid's algorithm: in each step, `factor` times the residue is `remainder`, modulo the prime.
fn inverse_modulo(residue: u64, prime: u64) -> u64 {
    let modulus = prime.cast_signed();
    let (mut remainder, mut divisor) = (modulus, residue.cast_signed());
    let (mut factor, mut next) = (0, 1);
    while divisor != 0 {
        let quotient = remainder / divisor;
        (remainder, divisor) = (divisor, remainder - quotient * divisor);
        // The factors never exceed the prime in size.
        (factor, next) = (next, factor - quotient * next);
    }
    factor.rem_euclid(modulus).cast_unsigned()
}

fn times(a: u64, b: u64, prime: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(prime)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::exact::integer;

    /// The two largest primes below 2^63.
    const PRIMES: [u64; 2] = [(1 << 63) - 25, (1 << 63) - 165];

    #[test]
    fn ratios_are_exact_and_equal_ones_have_one_index() {
        let mut magnitudes = Magnitudes::modulo(PRIMES);
        let numbers = [3, 7, 6, 14].map(integer);
        let [three, seven, six, fourteen] =
            numbers.map(|number| magnitudes.split(&-number).magnitude);
        let ratio = magnitudes.ratio(three, seven);
        assert_eq!(magnitudes.ratio(six, fourteen), ratio);
        assert_ne!(magnitudes.ratio(seven, three), ratio);
        assert_eq!(magnitudes[ratio], integer(3) / integer(7));
        let product = magnitudes.product(ratio, fourteen);
        assert_eq!((product, &magnitudes[product]), (six, &integer(6)));
    }

    #[test]
    fn a_residue_times_its_inverse_is_one() {
        for index in [0, 1] {
            let last = PRIMES[index] - 1;
            for residue in [1, 2, 3, 1 << 62, 0x1234_5678_9abc_def0, last / 2, last] {
                let inverse = inverse_modulo(residue, PRIMES[index]);
                assert_eq!(times(residue, inverse, PRIMES[index]), 1);
            }
        }
    }

    /// A multiple of a prime has the residue 0 modulo that prime, which does not identify the number and has no inverse.
    #[test]
    fn multiples_of_the_primes_are_distinguished_exactly() {
        let mut magnitudes = Magnitudes::modulo(PRIMES);
        let prime = Rational::from(PRIMES[0]);
        let [p, double_p, three_over_p] = [prime.clone(), integer(2) * &prime, integer(3) / &prime]
            .map(|number| magnitudes.split(&number).magnitude);
        assert!(p != double_p && p != three_over_p && double_p != three_over_p);
        let two = magnitudes.ratio(double_p, p);
        let positive = |magnitude| SignedMagnitude {
            is_negative: false,
            magnitude,
        };
        assert_eq!(magnitudes.split(&integer(2)), positive(two));
        let three = magnitudes.product(p, three_over_p);
        assert_eq!(magnitudes.split(&integer(3)), positive(three));
    }
}
