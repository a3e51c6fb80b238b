//! Bounds of fractions of polynomials.

use std::collections::BTreeMap;

use multibody_program::ir::Input;

/// A factor of denominators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DenominatorFactor {
    /// `1 + t^2`, where t is the half-angle tangent of one of the equal parts into which the angle of an input is divided.
    Circle(Input),
    /// `1 + |x|^2` of the numbers x from which the quaternion with this index is drawn.
    Quaternion(usize),
    /// The common denominator of all constants.
    Scale,
    /// The numerator of the divisor with this index in `ValueBounds`.
    Divisor(usize),
}

/// Bounds of a polynomial's degree and of its height, the bits of the sum of its coefficients' absolute values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PolynomialBound {
    pub degree: f64,
    pub height: f64,
}

impl PolynomialBound {
    /// The bound of the product with a power of another polynomial, `self * other^power`.
    pub fn times(self, other: Self, power: f64) -> Self {
        Self {
            degree: self.degree + power * other.degree,
            height: self.height + power * other.height,
        }
    }

    /// The bound of either of two polynomials.
    pub fn or(self, other: Self) -> Self {
        Self {
            degree: self.degree.max(other.degree),
            height: self.height.max(other.height),
        }
    }

    /// The bound of the sum with another polynomial.
    pub fn plus(self, other: Self) -> Self {
        Self {
            degree: self.degree.max(other.degree),
            height: self.height.max(other.height) + 1.0,
        }
    }
}

/// Bounds of a fraction: its numerator, over powers of factors of its denominator.
#[derive(Clone, Debug, Default)]
pub struct FractionBound {
    pub numerator: PolynomialBound,
    pub powers: BTreeMap<DenominatorFactor, f64>,
}

impl FractionBound {
    /// The bound of a polynomial.
    pub fn of(degree: f64, height: f64) -> Self {
        Self {
            numerator: PolynomialBound { degree, height },
            powers: BTreeMap::new(),
        }
    }

    /// The bound of a product.
    pub fn times(&self, other: &Self) -> Self {
        let mut product = self.clone();
        product.numerator = product.numerator.times(other.numerator, 1.0);
        for (&factor, power) in &other.powers {
            *product.powers.entry(factor).or_default() += power;
        }
        product
    }

    /// The bound of a power of the fraction.
    pub fn power(&self, exponent: f64) -> Self {
        Self {
            numerator: PolynomialBound::default().times(self.numerator, exponent),
            powers: (self.powers.iter())
                .map(|(&factor, power)| (factor, power * exponent))
                .collect(),
        }
    }
}
