//! Fields of primes with more bits than a machine word.
//!
//! A [`Residue`](super::Residue) is a number below 2^61. In a wide field it is the index of a number that this thread stores, each
//! number once, so that residues are equal if their indices are. The numbers 0 and 1 have the indices 0 and 1. The field is dropped
//! with all its numbers when the trial, the test of an equation at one state, ends. So jets, equations and evaluators are the same
//! for all primes.

use std::cell::RefCell;

use dashu_base::{BitTest, ExtendedGcd, Signed, UnsignedAbs};
use dashu_int::{IBig, UBig};
use multibody_support::random::Random;
use rustc_hash::FxHashMap;

/// The field and the numbers of a trial.
struct WideField {
    prime: UBig,
    numbers: Vec<UBig>,
    indices: FxHashMap<UBig, u64>,
}

thread_local! {
    static FIELD: RefCell<Option<WideField>> = const { RefCell::new(None) };
}

/// Rounds of the test of Miller and Rabin: a number that is not prime passes with a probability of at most 2^-256.
const ROUNDS: usize = 128;

/// A prime with this many bits that is 3 modulo 4; all of these are equally likely.
pub fn draw_prime(random: &mut Random, bits: usize) -> UBig {
    loop {
        let mut candidate = draw_bits(random, bits - 1);
        candidate.set_bit(bits - 1);
        // With the last two bits set, it is 3 modulo 4.
        candidate.set_bit(0);
        candidate.set_bit(1);
        if is_prime(&candidate, random) {
            return candidate;
        }
    }
}

fn draw_bits(random: &mut Random, bits: usize) -> UBig {
    let words = (0..bits.div_ceil(64)).map(|_| random.bits());
    let number = words.fold(UBig::ZERO, |number, word| (number << 64) + UBig::from(word));
    number & ((UBig::ONE << bits) - UBig::ONE)
}

/// Whether a number n that is 3 modulo 4 passes the test of Miller and Rabin: if n is prime, `x^((n - 1) / 2)` is 1 or
/// -1 for all x that n does not divide.
fn is_prime(number: &UBig, random: &mut Random) -> bool {
    const SMALL: [u8; 11] = [3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if SMALL
        .iter()
        .any(|&small| number % UBig::from(small) == UBig::ZERO)
    {
        return false;
    }
    let (exponent, minus_one) = ((number - UBig::ONE) >> 1, number - UBig::ONE);
    (0..ROUNDS).all(|_| {
        let base = draw_bits(random, number.bit_len() - 1) + UBig::from(2_u8);
        let power = power(&base, &exponent, number);
        power == UBig::ONE || power == minus_one
    })
}

/// `base^exponent` modulo a number.
fn power(base: &UBig, exponent: &UBig, modulus: &UBig) -> UBig {
    let (mut result, mut base) = (UBig::ONE, base % modulus);
    for bit in 0..exponent.bit_len() {
        if exponent.bit(bit) {
            result = result * &base % modulus;
        }
        base = &base * &base % modulus;
    }
    result
}

/// Runs a function while residues are those of a wide field.
pub fn within<T>(prime: UBig, run: impl FnOnce() -> T) -> T {
    /// Drops the field, also when `run` panics.
    struct Dropped;
    impl Drop for Dropped {
        fn drop(&mut self) {
            FIELD.with_borrow_mut(|field| *field = None);
        }
    }
    let numbers = vec![UBig::ZERO, UBig::ONE];
    let indices = numbers.iter().cloned().zip(0..).collect();
    let wide_field = WideField {
        prime,
        numbers,
        indices,
    };
    FIELD.with_borrow_mut(|field| *field = Some(wide_field));
    let _dropped = Dropped;
    run()
}

/// The index of the number that `make` computes. A number that has no index yet is stored.
fn index_of(make: impl FnOnce(&WideField) -> UBig) -> u64 {
    FIELD.with_borrow_mut(|field| {
        let field = field.as_mut().expect("a wide field is in force");
        let number = make(field);
        if let Some(&index) = field.indices.get(&number) {
            return index;
        }
        let index = field.numbers.len() as u64;
        field.numbers.push(number.clone());
        field.indices.insert(number, index);
        index
    })
}

/// The residue of a number.
pub fn of_natural(number: &UBig) -> u64 {
    index_of(|field| number % &field.prime)
}

/// A random number of 64 bits more than the prime has.
pub fn draw_number(random: &mut Random) -> UBig {
    let bits = FIELD.with_borrow(|field| {
        let field = field.as_ref().expect("a wide field is in force");
        field.prime.bit_len()
    });
    draw_bits(random, bits + 64)
}

/// The sum.
pub fn sum(a: u64, b: u64) -> u64 {
    index_of(|field| {
        let sum = field.number(a) + field.number(b);
        if sum >= field.prime { sum - &field.prime } else { sum }
    })
}

/// The difference.
pub fn difference(a: u64, b: u64) -> u64 {
    index_of(|field| {
        let (a, b) = (field.number(a), field.number(b));
        if a >= b { a - b } else { a + &field.prime - b }
    })
}

/// The product.
pub fn product(a: u64, b: u64) -> u64 {
    index_of(|field| field.number(a) * field.number(b) % &field.prime)
}

/// The inverse of a residue that is not 0.
pub fn inverse(a: u64) -> u64 {
    index_of(|field| {
        let (_, inverse, _) = field.number(a).gcd_ext(field.prime.clone());
        let prime = IBig::from(field.prime.clone());
        let remainder = inverse % &prime;
        let inverse = if remainder.is_negative() { remainder + prime } else { remainder };
        inverse.unsigned_abs()
    })
}

/// The square root of a residue that has one. Otherwise some other number: the caller squares it to decide.
pub fn root(a: u64) -> u64 {
    index_of(|field| {
        let exponent = (&field.prime + UBig::ONE) >> 2;
        power(field.number(a), &exponent, &field.prime)
    })
}

/// 1/2
pub fn half() -> u64 {
    index_of(|field| (&field.prime + UBig::ONE) >> 1)
}

impl WideField {
    fn number(&self, index: u64) -> &UBig {
        &self.numbers[index as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::super::{DrawResidues, PrimeField, Residue};
    use super::*;
    use multibody_program::exact::integer;

    #[test]
    fn primes_have_the_requested_number_of_bits() {
        let mut random = Random::new(1);
        for bits in [127, 255, 521] {
            let prime = draw_prime(&mut random, bits);
            assert_eq!(prime.bit_len(), bits);
            assert_eq!(&prime % 4_u8, 3);
        }
        let mersenne_prime = (UBig::ONE << 127) - UBig::ONE;
        assert!(is_prime(&mersenne_prime, &mut random));
        let square = &mersenne_prime * ((UBig::ONE << 61) - UBig::ONE);
        assert!(!is_prime(&square, &mut random));
    }

    #[test]
    fn wide_residues_are_a_field() {
        let mut random = Random::new(2);
        let outer_field = PrimeField::in_force();
        let prime = draw_prime(&mut random, 127);
        PrimeField::within_wide(prime, || {
            for _ in 0..50 {
                let (a, b, c) = (random.residue(), random.residue(), random.residue());
                assert_eq!(a * (b + c), a * b + a * c);
                assert_eq!((a - b) + b, a);
                assert_eq!(-a + a, Residue::ZERO);
                assert_eq!(a * a.inverse().unwrap(), Residue::ONE);
                let root = (a * a).square_root().unwrap();
                assert!(root == a || root == -a);
            }
            assert_eq!(Residue::half() + Residue::half(), Residue::ONE);
            let third = Residue::of(&(integer(-1) / integer(3))).unwrap();
            assert_eq!(third * Residue::new(3), -Residue::ONE);
            assert_eq!(Residue::ZERO.inverse(), None);
        });
        assert_eq!(PrimeField::in_force(), outer_field);
    }
}
