//! Constant angles.

use std::ops::{Add, Neg};

use super::{Rational, nearest_f64};

/// A constant angle, exact through its cosine and sine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Angle {
    /// Exact cosine.
    pub cos: Rational,
    /// Exact sine; `cos^2 + sin^2 = 1`.
    pub sin: Rational,
}

impl Angle {
    /// No turn at all.
    pub const ZERO: Self = Self {
        cos: Rational::ONE,
        sin: Rational::ZERO,
    };

    /// The angle in radians, in (-pi, pi]; the same bits on every machine.
    #[must_use]
    pub fn radians(&self) -> f64 {
        libm::atan2(nearest_f64(&self.sin), nearest_f64(&self.cos))
    }

    /// How many quarter turns it is, 0 to 3, if it is a whole number of them.
    #[must_use]
    pub fn quarter_turns(&self) -> Option<u8> {
        let is =
            |cos: i8, sin: i8| self.cos == Rational::from(cos) && self.sin == Rational::from(sin);
        let turns = [is(1, 0), is(0, 1), is(-1, 0), is(0, -1)];
        let found = turns.iter().position(|&is| is)?;
        u8::try_from(found).ok()
    }
}

impl Add for &Angle {
    type Output = Angle;

    fn add(self, other: Self) -> Angle {
        Angle {
            cos: &self.cos * &other.cos - &self.sin * &other.sin,
            sin: &self.sin * &other.cos + &self.cos * &other.sin,
        }
    }
}

impl Neg for Angle {
    type Output = Self;

    fn neg(self) -> Self {
        Self {
            sin: -self.sin,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::rotation;

    #[test]
    fn quarter_turns_are_counted() {
        for turns in 0..4 {
            let angle = rotation::quarter_turns(i64::from(turns));
            assert_eq!(angle.quarter_turns(), Some(turns));
        }
        assert_eq!(rotation::angle(1.0).quarter_turns(), None);
    }

    #[test]
    fn angles_add_as_turns_do() {
        let [a, b] = [0.4, -1.2].map(rotation::angle);
        assert!(((&a + &b).radians() + 0.8).abs() < 1e-15);
        assert_eq!(&a + &-a.clone(), Angle::ZERO);
    }
}
