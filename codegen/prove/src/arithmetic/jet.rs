//! Truncated polynomials in directions that square to 0: derivatives without taking limits.

use std::ops::{Add, Mul, Neg, Sub};

use super::residue::Residue;

/// `sum over sets of directions of coefficient * product`, for any number of directions. D directions have N = 2^D
/// sets, and bit k of a set says whether direction k is in it. Each direction squares to 0, so coefficients are mixed
/// derivatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jet<const N: usize>(pub [Residue; N]);

/// Sets that have a single direction. `TIME | SECOND` is the set of both.
pub mod direction {
    /// Time: its coefficient is a velocity.
    pub const TIME: usize = 1;
    /// A direction of differentiation.
    pub const FIRST: usize = 2;
    /// A second direction of differentiation. In equations with accelerations, rates change along it by the accelerations.
    pub const SECOND: usize = 4;
}

impl<const N: usize> Jet<N> {
    /// 0
    pub const ZERO: Self = Self([Residue::ZERO; N]);

    /// The number of directions, and so the highest order of a derivative.
    pub const ORDER: usize = {
        assert!(N.is_power_of_two(), "as many coefficients as sets");
        N.trailing_zeros() as usize
    };

    /// A constant.
    #[must_use]
    pub fn constant(value: Residue) -> Self {
        Self::ZERO.with(0, value)
    }

    /// `value` times the product of a set of directions.
    #[must_use]
    pub fn along(directions: usize, value: Residue) -> Self {
        Self::ZERO.with(directions, value)
    }

    /// This jet with one coefficient replaced.
    #[must_use]
    pub fn with(mut self, directions: usize, value: Residue) -> Self {
        self.0[directions] = value;
        self
    }

    /// The constant part.
    #[must_use]
    pub fn value(&self) -> Residue {
        self.0[0]
    }

    /// The coefficient of the product of a set of directions, which is the derivative along all of them.
    #[must_use]
    pub fn coefficient(&self, directions: usize) -> Residue {
        self.0[directions]
    }

    /// The derivative along one direction, as a jet in the others.
    #[must_use]
    pub fn derivative(&self, direction: usize) -> Self {
        Self(std::array::from_fn(|k| {
            if k & direction == 0 { self.0[k | direction] } else { Residue::ZERO }
        }))
    }

    /// The jet without the coefficients of sets that contain the direction.
    #[must_use]
    pub fn without(&self, direction: usize) -> Self {
        Self(std::array::from_fn(|k| match k & direction {
            0 => self.0[k],
            _ => Residue::ZERO,
        }))
    }

    /// `factor * self`
    #[must_use]
    pub fn scaled(&self, factor: Residue) -> Self {
        Self(self.0.map(|x| x * factor))
    }

    /// `self / divisor`. None: the constant part of the divisor is 0.
    #[must_use]
    pub fn quotient(&self, divisor: &Self) -> Option<Self> {
        let inverse = divisor.0[0].inverse()?;
        // `quotient * divisor = self`, solved set by set: smaller sets come first. In the sum for a set, the quotient's own
        // coefficient of this set is still 0.
        let mut quotient = Self::ZERO;
        for set in 0..N {
            let products = subsets(set).fold(Residue::ZERO, |sum, subset| {
                sum + divisor.0[subset] * quotient.0[set ^ subset]
            });
            quotient.0[set] = (self.0[set] - products) * inverse;
        }
        Some(quotient)
    }

    /// f of this jet, from f and its derivatives at the constant part, up to [`Self::ORDER`].
    #[must_use]
    pub fn composed(&self, derivatives: &[Residue]) -> Self {
        // Of each derivative of f, only the coefficients that the lower derivatives need are computed.
        let mut results: Vec<Self> = derivatives.iter().map(|&f| Self::constant(f)).collect();
        for set in 1..N {
            // The chain rule along one direction of the set: f(x)' = x' f'(x).
            let direction = set & set.wrapping_neg();
            let others = set ^ direction;
            for order in 0..=Self::ORDER - set.count_ones() as usize {
                let slope = &results[order + 1];
                results[order].0[set] = subsets(others).fold(Residue::ZERO, |sum, subset| {
                    sum + self.0[direction | subset] * slope.0[others ^ subset]
                });
            }
        }
        results[0]
    }
}

/// All subsets of a set of directions; the empty one is last.
fn subsets(set: usize) -> impl Iterator<Item = usize> {
    let next = move |&subset: &usize| (subset > 0).then(|| (subset - 1) & set);
    std::iter::successors(Some(set), next)
}

impl<const N: usize> Add for Jet<N> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|k| self.0[k] + other.0[k]))
    }
}

impl<const N: usize> Sub for Jet<N> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|k| self.0[k] - other.0[k]))
    }
}

impl<const N: usize> Neg for Jet<N> {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.map(|x| -x))
    }
}

impl<const N: usize> Mul for Jet<N> {
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
    use crate::arithmetic::DrawResidues;
    use multibody_support::random::Random;

    fn jet<const N: usize>(random: &mut Random) -> Jet<N> {
        Jet(std::array::from_fn(|_| random.residue()))
    }

    #[test]
    fn products_follow_leibniz_in_every_direction() {
        let mut random = Random::new(3);
        let (x, y) = (jet::<8>(&mut random), jet::<8>(&mut random));
        for direction in [direction::TIME, direction::FIRST, direction::SECOND] {
            let left = (x * y).derivative(direction);
            // A derivative has no part along its own direction any more.
            let right = x.derivative(direction) * y.without(direction)
                + x.without(direction) * y.derivative(direction);
            assert_eq!(left, right);
        }
    }

    #[test]
    fn a_direction_squares_to_zero() {
        let t = Jet::<8>::along(direction::TIME, Residue::new(5));
        assert_eq!(t * t, Jet::ZERO);
        assert_ne!(t * Jet::along(direction::FIRST, Residue::ONE), Jet::ZERO);
    }

    /// Tests jets in no, one and four directions.
    #[test]
    fn a_quotient_undoes_a_product() {
        fn check<const N: usize>(random: &mut Random) {
            let (x, y) = (jet::<N>(random), jet::<N>(random));
            assert_eq!((x * y).quotient(&y), Some(x));
            assert_eq!(x.quotient(&y.with(0, Residue::ZERO)), None);
        }
        let mut random = Random::new(4);
        check::<1>(&mut random);
        check::<2>(&mut random);
        check::<16>(&mut random);
    }

    /// `x^3`, whose derivatives at c are `3 c^2`, `6 c`, 6 and 0.
    #[test]
    fn a_composed_cube_is_the_product_of_three_factors() {
        let x = jet::<16>(&mut Random::new(6));
        let c = x.0[0];
        let [three, six] = [3, 6].map(Residue::new);
        let derivatives = [c * c * c, three * c * c, six * c, six, Residue::ZERO];
        assert_eq!(x.composed(&derivatives), x * x * x);
    }
}
