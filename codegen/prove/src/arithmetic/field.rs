//! Arithmetic modulo a prime that is drawn for each state.
//!
//! A fixed prime can be fooled: a description may have multiples of it among its numbers. So the prime follows from a
//! hash of the description's numbers, and each state has its own.

use std::cell::Cell;
use std::ops::{Add, Mul, Neg, Sub};

use dashu_base::{Signed, UnsignedAbs};
use dashu_int::UBig;

use super::{duals, floats, stored, wide};
use duals::Moving;

use multibody_program::exact::Rational;
use multibody_program::exact::primes::{is_prime, prime_above};
use multibody_support::random::Random;

/// The integers modulo a prime of some 61 bits that is 3 modulo 4: -1 is not a square, and circles have p + 1 points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrimeField {
    prime: u64,
    /// `2^122 / prime`, rounded down.
    reciprocal: u64,
}

thread_local! {
    /// The field of all residues of this thread. Outside of [`PrimeField::within`] there is none, except in unit tests.
    static FIELD: Cell<PrimeField> = const { Cell::new(OUTSIDE) };
}

#[cfg(not(test))]
const OUTSIDE: PrimeField = PrimeField {
    prime: 0,
    reciprocal: 0,
};
#[cfg(test)]
const OUTSIDE: PrimeField = PrimeField::modulo((1 << 61) - 1);

impl PrimeField {
    /// The field of a prime that is 3 modulo 4: the first such prime above the sum of 2^60 and the lower 60 bits of `bits`.
    pub fn drawn(bits: u64) -> Self {
        const LOWER: u64 = (1 << 60) - 1;
        Self::modulo(prime_above((1 << 60) + (bits & LOWER)))
    }

    /// The field of a prime between 2^60 and 2^61 that is 3 modulo 4; all of these are equally likely.
    pub fn drawn_equally(random: &mut Random) -> Self {
        const LOWER: u64 = (1 << 60) - 1;
        loop {
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
        wide::within(prime, || STORED.within(run))
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
        floats::within(|| STORED.within(run))
    }

    /// Runs a function while all residues move: they are pairs of values and changes in this arithmetic. Returns its result.
    pub fn within_duals<T>(run: impl FnOnce() -> T) -> T {
        duals::within(FIELD.get(), || MOVING.within(run))
    }

    /// Barrett's reduction of a product of two residues, which is below 2^122.
    fn reduced(self, product: u128) -> u64 {
        let quotient = ((product >> 59) * u128::from(self.reciprocal)) >> 63;
        let mut rest = (product - quotient * u128::from(self.prime)) as u64;
        while rest >= self.prime {
            rest -= self.prime;
        }
        rest
    }
}

/// What stands in `FIELD` while residues are indices of stored numbers.
const STORED: PrimeField = PrimeField {
    prime: u64::MAX,
    reciprocal: 0,
};

/// What stands in `FIELD` while they are indices of pairs.
const MOVING: PrimeField = PrimeField {
    prime: u64::MAX,
    reciprocal: 1,
};

fn prime() -> u64 {
    FIELD.get().prime
}

/// Whether residues are indices of stored numbers.
fn is_stored() -> bool {
    prime() == u64::MAX
}

/// Whether residues are pairs of values and changes.
pub(super) fn are_moving() -> bool {
    FIELD.get() == MOVING
}

/// A residue modulo the prime of the field in force; in a wide field, among floats and where residues move, the index of a
/// number that is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Residue(u64);

impl Residue {
    /// 0
    pub const ZERO: Self = Self(0);
    /// 1
    pub const ONE: Self = Self(1);

    /// 1/2
    #[must_use]
    pub fn half() -> Self {
        if is_stored() {
            return Self(stored::half());
        }
        Self(prime().div_ceil(2))
    }

    /// The residue of a number.
    #[must_use]
    pub fn new(value: u64) -> Self {
        if is_stored() {
            return Self(stored::natural(value));
        }
        Self(value % prime())
    }

    /// The number below the prime.
    #[must_use]
    pub fn value(self) -> u64 {
        self.0
    }

    /// The residue of an exact number. None: its denominator is a multiple of the prime.
    #[must_use]
    pub fn of(value: &Rational) -> Option<Self> {
        if Self::are_floats() {
            return Some(Self(stored::float(value)));
        }
        if are_moving() {
            let at_rest = Self::at_rest(|| Self::of(value))?;
            return Some(Self::resting(|| at_rest));
        }
        let numerator = residue_of(&value.numerator().clone().unsigned_abs());
        let denominator = residue_of(value.denominator());
        let magnitude = numerator * denominator.inverse()?;
        Some(if value.numerator().is_negative() {
            -magnitude
        } else {
            magnitude
        })
    }

    /// The multiplicative inverse. None: the residue is 0; among floats, it is not known to be another number.
    #[must_use]
    pub fn inverse(self) -> Option<Self> {
        if self == Self::ZERO {
            return None;
        }
        if is_stored() {
            return stored::inverse(self.0).map(Self);
        }
        Some(Self(inverse(self.0, prime())))
    }

    /// A square root. None: the residue is not a square, like half of all residues.
    #[must_use]
    pub fn square_root(self) -> Option<Self> {
        // p is 3 modulo 4, so x^((p + 1) / 4) is a root if there is one.
        if Self::are_floats() {
            let root = floats::value(self.0).sqrt();
            return (!root.is_nan()).then(|| self.called(root, 0.5 / root));
        }
        if are_moving() {
            return duals::root(self.0).map(Self);
        }
        let root = match is_stored() {
            true => Self(wide::root(self.0)),
            false => self.power(prime().div_ceil(4)),
        };
        (root * root == self).then_some(root)
    }

    /// Whether residues are floats.
    #[must_use]
    pub fn are_floats() -> bool {
        FIELD.get() == STORED && floats::are_in_force()
    }

    /// A residue that moves, if residues do. Value and change are residues at rest.
    #[must_use]
    pub fn moving(value: Self, change: Self) -> Self {
        Self(duals::stored(Moving { value, change }))
    }

    /// A residue that stays, if residues move: the result of this function at rest.
    #[must_use]
    pub fn resting(value: impl FnOnce() -> Self) -> Self {
        Self(duals::constant(value))
    }

    /// Runs a function in the arithmetic of values and changes, if residues move.
    pub fn at_rest<T>(run: impl FnOnce() -> T) -> T {
        duals::at_rest(run)
    }

    /// Value and change, if residues move.
    #[must_use]
    pub fn value_and_change(self) -> [Self; 2] {
        let Moving { value, change } = duals::get(self.0);
        [value, change]
    }

    /// Whether residues move.
    #[must_use]
    pub fn are_moving() -> bool {
        are_moving()
    }

    /// A float.
    #[must_use]
    pub fn of_float(value: f64) -> Self {
        Self(floats::of(value))
    }

    /// The value, if residues are floats.
    #[must_use]
    pub fn float(self) -> Option<f64> {
        Self::are_floats().then(|| floats::value(self.0))
    }

    /// The size of the terms of a float; 0 if it is not finite.
    #[must_use]
    pub fn size(self) -> f64 {
        floats::size(self.0)
    }

    /// A function with this value and this slope at a float.
    #[must_use]
    pub fn called(self, value: f64, slope: f64) -> Self {
        Self(floats::called(self.0, value, slope))
    }

    /// A factor of a random one: 1, or among floats a power of two that makes the product large enough to be seen beside others.
    #[must_use]
    pub fn balance(self) -> Self {
        if are_moving() {
            let [_, change] = self.value_and_change();
            return Self::resting(|| change.balance());
        }
        match Self::are_floats() {
            true => Self(floats::balance(self.0)),
            false => Self::ONE,
        }
    }

    /// Whether both are equal; among floats, up to rounding errors. If residues move, whether their changes are equal.
    #[must_use]
    pub fn agrees(self, other: Self) -> bool {
        if are_moving() {
            return duals::agree(self.0, other.0);
        }
        match Self::are_floats() {
            true => floats::agree(self.0, other.0),
            false => self == other,
        }
    }

    fn power(self, mut exponent: u64) -> Self {
        let (mut power, mut base) = (Self::ONE, self);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = power * base;
            }
            base = base * base;
            exponent >>= 1;
        }
        power
    }
}

/// The inverse of a number below a prime, which is below 2^61, by Euclid's algorithm: a quarter of the time of x^(p - 2).
fn inverse(value: u64, prime: u64) -> u64 {
    // Each rest is the factor beside it times the value, modulo the prime. No factor is larger than the prime.
    let (mut last, mut rest) = ((prime as i64, 0_i64), (value as i64, 1_i64));
    while rest.0 != 0 {
        let quotient = last.0 / rest.0;
        let next = (last.0 - quotient * rest.0, last.1 - quotient * rest.1);
        (last, rest) = (rest, next);
    }
    debug_assert_eq!(last.0, 1, "a prime has no divisor");
    last.1.rem_euclid(prime as i64) as u64
}

fn residue_of(value: &UBig) -> Residue {
    if is_stored() {
        return Residue(wide::of(value));
    }
    let rest = value % UBig::from(prime());
    Residue(u64::try_from(rest).expect("below the prime"))
}

impl Add for Residue {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        if is_stored() {
            return Self(stored::sum(self.0, other.0));
        }
        let (sum, prime) = (self.0 + other.0, prime());
        Self(if sum >= prime { sum - prime } else { sum })
    }
}

impl Sub for Residue {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        if is_stored() {
            return Self(stored::difference(self.0, other.0));
        }
        Self(if self.0 >= other.0 {
            self.0 - other.0
        } else {
            self.0 + prime() - other.0
        })
    }
}

impl Mul for Residue {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        if is_stored() {
            return Self(stored::product(self.0, other.0));
        }
        let product = u128::from(self.0) * u128::from(other.0);
        Self(FIELD.get().reduced(product))
    }
}

impl Neg for Residue {
    type Output = Self;
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}

/// Draws residues that a seed determines.
pub trait DrawResidues {
    /// The next residue.
    fn residue(&mut self) -> Residue;

    /// The next random number, with so many bits that its residue is almost uniform.
    fn number_of_residue(&mut self) -> UBig;

    /// The next residues.
    fn residues(&mut self, count: usize) -> Vec<Residue> {
        (0..count).map(|_| self.residue()).collect()
    }
}

impl DrawResidues for Random {
    fn residue(&mut self) -> Residue {
        if is_stored() {
            return Residue(stored::drawn(self));
        }
        Residue::new(self.bits())
    }

    fn number_of_residue(&mut self) -> UBig {
        match is_stored() {
            true => wide::drawn_number(self),
            false => UBig::from(self.bits()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::exact::integer;

    #[test]
    fn field_axioms_are_satisfied_at_random_points() {
        let mut random = Random::new(1);
        for _ in 0..100 {
            let (a, b, c) = (random.residue(), random.residue(), random.residue());
            assert_eq!(a * (b + c), a * b + a * c);
            assert_eq!((a - b) + b, a);
            assert_eq!(a * a.inverse().unwrap(), Residue::ONE);
        }
    }

    #[test]
    fn products_are_reduced_in_every_field() {
        let mut random = Random::new(5);
        for bits in [0, 1, u64::MAX]
            .into_iter()
            .chain((0..50).map(|_| random.bits()))
            .collect::<Vec<_>>()
        {
            let field = PrimeField::drawn(bits);
            let range = 1 << 60..(1 << 61) + 1000;
            assert!(range.contains(&field.prime) && field.prime % 4 == 3);
            field.within(|| {
                let last = field.prime - 1;
                let numbers = [1, 2, last / 2, last - 1, last, random.bits() % last];
                for (a, b) in numbers.iter().flat_map(|a| numbers.map(|b| (*a, b))) {
                    let expected = u128::from(a) * u128::from(b) % u128::from(field.prime);
                    assert_eq!(u128::from((Residue(a) * Residue(b)).0), expected);
                }
                assert_eq!(Residue::half() + Residue::half(), Residue::ONE);
                for number in numbers {
                    let inverse = Residue(number).inverse().unwrap();
                    assert_eq!(inverse * Residue(number), Residue::ONE);
                    assert!(inverse.0 < field.prime);
                }
            });
        }
        assert_eq!(prime(), OUTSIDE.prime);
    }

    #[test]
    fn squares_have_roots_and_every_other_residue_has_none() {
        let mut random = Random::new(2);
        let roots = (0..200).filter(|_| {
            let x = random.residue();
            let root = (x * x).square_root().unwrap();
            assert!(root == x || root == -x);
            x.square_root().is_some()
        });
        assert!((60..140).contains(&roots.count()));
    }

    #[test]
    fn rationals_have_residues() {
        let third = Residue::of(&(integer(-1) / integer(3))).unwrap();
        assert_eq!(third * Residue::new(3), -Residue::ONE);
    }
}
