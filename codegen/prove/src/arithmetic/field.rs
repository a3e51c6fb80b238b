//! Arithmetic of residues. A residue is a `u64` that stands for a number in one of three ways: it is the number itself, below a prime
//! of 61 bits; or the index of a stored number, which belongs to the field of a larger prime or is a float; or the index of a dual
//! number. `FIELD` says which. This file has the first way, and calls `stored.rs` for the second; `duals.rs` has the third.
//!
//! A fixed prime can be fooled: a description may have multiples of it among its numbers. So each state has a prime of its own.
//! It follows from a hash of the description's numbers or, in the verifier, from a key.

use std::cell::Cell;

use dashu_base::{Signed, UnsignedAbs};
use dashu_int::UBig;

use super::{floats, stored, wide};

use multibody_program::exact::Rational;
use multibody_program::exact::primes::{is_prime, prime_above};
use multibody_support::random::Random;

/// The integers modulo a prime p of 61 bits that is 3 modulo 4, so that -1 is not a square and a circle has p + 1
/// points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrimeField {
    prime: u64,
    /// `2^122 / prime`, rounded down.
    reciprocal: u64,
}

thread_local! {
    /// The field of all residues of this thread, or one of the marks [`STORED_NUMBERS`] and [`DUAL_NUMBERS`].
    static FIELD: Cell<PrimeField> = const { Cell::new(INITIAL_FIELD) };
}

/// The field outside of [`PrimeField::within`]: none, except in unit tests.
#[cfg(not(test))]
const INITIAL_FIELD: PrimeField = PrimeField {
    prime: 0,
    reciprocal: 0,
};
#[cfg(test)]
const INITIAL_FIELD: PrimeField = PrimeField::modulo((1 << 61) - 1);

impl PrimeField {
    /// The field of a prime that is 3 modulo 4: the first such prime above the sum of 2^60 and the lower 60 bits of `bits`.
    pub fn of_bits(bits: u64) -> Self {
        const LOWER: u64 = (1 << 60) - 1;
        Self::modulo(prime_above((1 << 60) + (bits & LOWER)))
    }

    /// The field of a prime between 2^60 and 2^61 that is 3 modulo 4; all of these are equally likely.
    pub fn random(random: &mut Random) -> Self {
        const LOWER: u64 = (1 << 60) - 1;
        loop {
            // The last two bits make it 3 modulo 4.
            let candidate = (1 << 60) | (random.bits() & LOWER) | 3;
            if is_prime(candidate) {
                return Self::modulo(candidate);
            }
        }
    }

    /// The field in force on this thread.
    pub fn in_force() -> Self {
        FIELD.get()
    }

    /// The field of this prime.
    const fn modulo(prime: u64) -> Self {
        let reciprocal = (1_u128 << 122) / prime as u128;
        Self {
            prime,
            reciprocal: reciprocal as u64,
        }
    }

    /// The prime of this field.
    pub fn prime(self) -> u64 {
        self.prime
    }

    /// Runs a function while all residues are of the field of a prime with more bits, and returns its result.
    pub fn within_wide<T>(prime: UBig, run: impl FnOnce() -> T) -> T {
        wide::within(prime, || STORED_NUMBERS.within(run))
    }

    /// Runs a function while all residues are of this field, and returns its result.
    pub fn within<T>(self, run: impl FnOnce() -> T) -> T {
        /// Restores the previous field, also when `run` panics.
        struct Restored(PrimeField);
        impl Drop for Restored {
            fn drop(&mut self) {
                FIELD.set(self.0);
            }
        }
        let _restored = Restored(FIELD.replace(self));
        run()
    }

    /// Runs a function while all residues are floats, and returns its result.
    pub fn within_floats<T>(run: impl FnOnce() -> T) -> T {
        floats::within(|| STORED_NUMBERS.within(run))
    }

    /// Runs a function while all residues are indices of dual numbers, which [`super::duals`] stores, and returns its result.
    pub(super) fn within_dual_field<T>(run: impl FnOnce() -> T) -> T {
        DUAL_NUMBERS.within(run)
    }

    /// The field in force; `None` if residues are indices.
    pub(super) fn plain_in_force() -> Option<Self> {
        let field = FIELD.get();
        (field.prime != u64::MAX).then_some(field)
    }

    /// The sum of two numbers below the prime.
    pub(super) fn sum(self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.prime { sum - self.prime } else { sum }
    }

    /// The difference of two numbers below the prime.
    pub(super) fn difference(self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.prime - b }
    }

    /// The product of two numbers below the prime.
    pub(super) fn product(self, a: u64, b: u64) -> u64 {
        self.reduce(u128::from(a) * u128::from(b))
    }

    /// Barrett's reduction of a product of two residues, which is below 2^122.
    fn reduce(self, product: u128) -> u64 {
        // Shifts and the reciprocal are rounded down: the quotient is at most 2 too small.
        let quotient = ((product >> 59) * u128::from(self.reciprocal)) >> 63;
        let mut remainder = (product - quotient * u128::from(self.prime)) as u64;
        while remainder >= self.prime {
            remainder -= self.prime;
        }
        remainder
    }
}

/// The mark in `FIELD` that residues are indices of stored numbers.
const STORED_NUMBERS: PrimeField = PrimeField {
    prime: u64::MAX,
    reciprocal: 0,
};

/// The mark in `FIELD` that residues are indices of dual numbers.
const DUAL_NUMBERS: PrimeField = PrimeField {
    prime: u64::MAX,
    reciprocal: 1,
};

fn prime() -> u64 {
    FIELD.get().prime
}

/// Whether residues are indices of stored numbers.
fn is_stored() -> bool {
    FIELD.get() == STORED_NUMBERS
}

/// Whether residues are floats.
pub fn residues_are_floats() -> bool {
    is_stored() && floats::are_in_force()
}

/// Whether residues are indices of dual numbers.
pub fn residues_are_duals() -> bool {
    FIELD.get() == DUAL_NUMBERS
}

/// The sum.
pub fn sum(a: u64, b: u64) -> u64 {
    match PrimeField::plain_in_force() {
        Some(field) => field.sum(a, b),
        None => stored::sum(a, b),
    }
}

/// The difference.
pub fn difference(a: u64, b: u64) -> u64 {
    match PrimeField::plain_in_force() {
        Some(field) => field.difference(a, b),
        None => stored::difference(a, b),
    }
}

/// The product.
pub fn product(a: u64, b: u64) -> u64 {
    match PrimeField::plain_in_force() {
        Some(field) => field.product(a, b),
        None => stored::product(a, b),
    }
}

/// The multiplicative inverse. None: the residue is 0, or a float that is 0 up to rounding errors.
pub fn inverse(a: u64) -> Option<u64> {
    match a {
        0 => None,
        _ if is_stored() => stored::inverse(a),
        _ => Some(inverse_below(a, prime())),
    }
}

/// A square root. None: the residue is not a square, like half of all residues; or the float is negative or no number.
pub fn root(a: u64) -> Option<u64> {
    if residues_are_floats() {
        let root = floats::value(a).sqrt();
        return (!root.is_nan()).then(|| floats::function_result(a, root, 0.5 / root));
    }
    // p is 3 modulo 4, so x^((p + 1) / 4) is a root if there is one.
    let root = if is_stored() { wide::root(a) } else { power(a, prime().div_ceil(4)) };
    (product(root, root) == a).then_some(root)
}

/// 1/2
pub fn half() -> u64 {
    if is_stored() { stored::half() } else { prime().div_ceil(2) }
}

/// The residue of a natural number.
pub fn of_u64(value: u64) -> u64 {
    if is_stored() { stored::of_u64(value) } else { value % prime() }
}

/// The residue of an exact number. None: its denominator is a multiple of the prime.
pub fn of_rational(value: &Rational) -> Option<u64> {
    if residues_are_floats() {
        return Some(stored::float(value));
    }
    let numerator = of_natural(&value.numerator().clone().unsigned_abs());
    let denominator = of_natural(value.denominator());
    let magnitude = product(numerator, inverse(denominator)?);
    Some(if value.numerator().is_negative() {
        difference(0, magnitude)
    } else {
        magnitude
    })
}

/// A factor for a residue that is to be added to others: for a float, the power of two that scales it to about 1, so that larger
/// terms do not hide it; else 1.
pub fn balance(a: u64) -> u64 {
    if residues_are_floats() { floats::balance(a) } else { 1 }
}

/// Whether two residues are equal; for floats, up to rounding errors.
pub fn agree(a: u64, b: u64) -> bool {
    if residues_are_floats() { floats::agree(a, b) } else { a == b }
}

/// A random residue.
pub fn draw(random: &mut Random) -> u64 {
    if is_stored() { stored::draw(random) } else { of_u64(random.bits()) }
}

/// A random number of 64 bits; in the field of a larger prime, of 64 bits more than this prime has. So no residue is drawn with more
/// than 9/8 of the probability `1 / prime`; `bounds` uses a weaker bound.
pub fn draw_number(random: &mut Random) -> UBig {
    if is_stored() { wide::draw_number(random) } else { UBig::from(random.bits()) }
}

/// `base^exponent`
fn power(mut base: u64, mut exponent: u64) -> u64 {
    let mut power = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = product(power, base);
        }
        base = product(base, base);
        exponent >>= 1;
    }
    power
}

/// The inverse of a number modulo a prime p below 2^61, by Euclid's algorithm, which takes a quarter of the time of
/// `x^(p - 2)`.
fn inverse_below(value: u64, prime: u64) -> u64 {
    // Pairs of a remainder and its factor: remainder = factor * value modulo the prime. No factor is larger than the prime.
    let (mut last, mut current) = ((prime as i64, 0_i64), (value as i64, 1_i64));
    while current.0 != 0 {
        let quotient = last.0 / current.0;
        let next = (last.0 - quotient * current.0, last.1 - quotient * current.1);
        (last, current) = (current, next);
    }
    debug_assert_eq!(last.0, 1, "a prime has no divisor");
    last.1.rem_euclid(prime as i64) as u64
}

/// The residue of a natural number of any length.
fn of_natural(value: &UBig) -> u64 {
    if is_stored() {
        return wide::of_natural(value);
    }
    let remainder = value % UBig::from(prime());
    u64::try_from(remainder).expect("below the prime")
}
