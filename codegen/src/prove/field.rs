//! Arithmetic modulo the prime 2^61 - 1.

use std::ops::{Add, Mul, Neg, Sub};

use dashu_base::{Signed, UnsignedAbs};
use dashu_int::UBig;

use crate::exact::Rational;
use crate::random::Random;

/// The prime. It is 3 modulo 4, so -1 is no square and circles have p + 1 = 2^61 points.
pub const PRIME: u64 = (1 << 61) - 1;

/// A residue modulo [`PRIME`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Residue(u64);

impl Residue {
    /// 0
    pub const ZERO: Self = Self(0);
    /// 1
    pub const ONE: Self = Self(1);
    /// 1/2
    pub const HALF: Self = Self(PRIME.div_ceil(2));

    /// The residue of a number.
    #[must_use]
    pub fn new(value: u64) -> Self {
        Self(value % PRIME)
    }

    /// The residue of an exact number. None: its denominator is a multiple of the prime.
    #[must_use]
    pub fn of(value: &Rational) -> Option<Self> {
        let numerator = residue_of(&value.numerator().clone().unsigned_abs());
        let denominator = residue_of(value.denominator());
        let magnitude = numerator * denominator.inverse()?;
        Some(if value.numerator().is_negative() {
            -magnitude
        } else {
            magnitude
        })
    }

    /// The multiplicative inverse. None: of 0.
    #[must_use]
    pub fn inverse(self) -> Option<Self> {
        if self == Self::ZERO {
            return None;
        }
        // Fermat: x^(p - 2)
        Some(self.power(PRIME - 2))
    }

    /// A square root. None: of what is no square, which is every other residue.
    #[must_use]
    pub fn square_root(self) -> Option<Self> {
        // p is 3 modulo 4, so x^((p + 1) / 4) is a root if there is one.
        let root = self.power(PRIME.div_ceil(4));
        (root * root == self).then_some(root)
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

fn residue_of(value: &UBig) -> Residue {
    let rest = value % UBig::from(PRIME);
    Residue(u64::try_from(rest).expect("below the prime"))
}

impl Add for Residue {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let sum = self.0 + other.0;
        Self(if sum >= PRIME { sum - PRIME } else { sum })
    }
}

impl Sub for Residue {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(if self.0 >= other.0 {
            self.0 - other.0
        } else {
            self.0 + PRIME - other.0
        })
    }
}

impl Mul for Residue {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let product = u128::from(self.0) * u128::from(other.0);
        // 2^61 = 1: the high bits come back at the bottom.
        Self((product & u128::from(PRIME)) as u64) + Self((product >> 61) as u64)
    }
}

impl Neg for Residue {
    type Output = Self;
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}

impl Random {
    /// The next residue.
    pub fn residue(&mut self) -> Residue {
        Residue::new(self.bits() >> 3)
    }

    /// The next residues.
    pub fn residues(&mut self, count: usize) -> Vec<Residue> {
        (0..count).map(|_| self.residue()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::integer;

    #[test]
    fn field_axioms_hold_at_random_points() {
        let mut random = Random::new(1);
        for _ in 0..100 {
            let (a, b, c) = (random.residue(), random.residue(), random.residue());
            assert_eq!(a * (b + c), a * b + a * c);
            assert_eq!((a - b) + b, a);
            assert_eq!(a * a.inverse().unwrap(), Residue::ONE);
        }
        assert_eq!(
            Residue::new(PRIME - 1) * Residue::new(PRIME - 1),
            Residue::ONE
        );
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
