//! Truncated polynomials in three directions, each squaring to 0: derivatives without limits.

use std::ops::{Add, Mul, Neg, Sub};

use super::field::Residue;

/// `sum over subsets of {TIME, FIRST, SECOND} of coefficient * product`; each direction squares
/// to 0, so coefficients are mixed derivatives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Jet(pub [Residue; 8]);

/// The direction whose coefficient is a velocity.
pub const TIME: usize = 1;
/// A direction of differentiation.
pub const FIRST: usize = 2;
/// Another.
pub const SECOND: usize = 4;

impl Jet {
    /// 0
    pub const ZERO: Self = Self([Residue::ZERO; 8]);

    /// A constant.
    #[must_use]
    pub fn constant(value: Residue) -> Self {
        Self::ZERO.with(0, value)
    }

    /// `value` along a product of directions.
    #[must_use]
    pub fn along(direction: usize, value: Residue) -> Self {
        Self::ZERO.with(direction, value)
    }

    /// This jet with one coefficient replaced.
    #[must_use]
    pub fn with(mut self, directions: usize, value: Residue) -> Self {
        self.0[directions] = value;
        self
    }

    /// The derivative by one direction, as a jet in the others.
    #[must_use]
    pub fn derivative(&self, direction: usize) -> Self {
        Self(std::array::from_fn(|k| {
            if k & direction == 0 {
                self.0[k | direction]
            } else {
                Residue::ZERO
            }
        }))
    }

    /// `factor * self`
    #[must_use]
    pub fn scaled(&self, factor: Residue) -> Self {
        Self(self.0.map(|x| x * factor))
    }

    /// The inverse. None: the constant part has none.
    #[must_use]
    pub fn inverse(&self) -> Option<Self> {
        let constant = self.0[0].inverse()?;
        // 1 / (c + n) = (1 - x + x^2 - x^3) / c with x = n / c, since x^4 = 0.
        let x = self.with(0, Residue::ZERO).scaled(constant);
        let one = Self::constant(Residue::ONE);
        let sum = one - x + x * x - x * x * x;
        Some(sum.scaled(constant))
    }
}

impl Add for Jet {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|k| self.0[k] + other.0[k]))
    }
}

impl Sub for Jet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|k| self.0[k] - other.0[k]))
    }
}

impl Neg for Jet {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.map(|x| -x))
    }
}

impl Mul for Jet {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let mut product = Self::ZERO;
        for (i, &a) in self.0.iter().enumerate() {
            if a == Residue::ZERO {
                continue;
            }
            for (j, &b) in other.0.iter().enumerate() {
                if i & j == 0 {
                    product.0[i | j] = product.0[i | j] + a * b;
                }
            }
        }
        product
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn jet(random: &mut Random) -> Jet {
        Jet(std::array::from_fn(|_| random.residue()))
    }

    #[test]
    fn products_follow_leibniz_in_every_direction() {
        let mut random = Random::new(3);
        let (x, y) = (jet(&mut random), jet(&mut random));
        for direction in [TIME, FIRST, SECOND] {
            let left = (x * y).derivative(direction);
            // A derivative has no part along its own direction any more.
            let at_rest = |jet: Jet| {
                Jet(std::array::from_fn(|k| match k & direction {
                    0 => jet.0[k],
                    _ => Residue::ZERO,
                }))
            };
            let right = x.derivative(direction) * at_rest(y) + at_rest(x) * y.derivative(direction);
            assert_eq!(left, right);
        }
    }

    #[test]
    fn a_direction_squares_to_nothing() {
        let t = Jet::along(TIME, Residue::new(5));
        assert_eq!(t * t, Jet::ZERO);
        assert_ne!(t * Jet::along(FIRST, Residue::ONE), Jet::ZERO);
    }

    #[test]
    fn an_inverse_undoes() {
        let mut random = Random::new(4);
        let x = jet(&mut random);
        assert_eq!(x * x.inverse().unwrap(), Jet::constant(Residue::ONE));
        assert_eq!(x.with(0, Residue::ZERO).inverse(), None);
    }
}
