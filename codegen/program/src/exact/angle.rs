//! Constant angles.

use std::ops::{Add, Neg};

use dashu_base::Abs;

use super::{Rational, integer, nearest_f64, power_of_two, root};

/// A constant angle, exact through its cosine and sine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Angle {
    /// Exact cosine.
    pub cos: Rational,
    /// Exact sine; `cos^2 + sin^2 = 1`.
    pub sin: Rational,
}

impl Angle {
    /// The angle 0.
    pub const ZERO: Self = Self {
        cos: Rational::ONE,
        sin: Rational::ZERO,
    };

    /// The angle of `count` quarter turns.
    #[must_use]
    pub fn of_quarter_turns(count: i64) -> Self {
        let (cos, sin) = [(1, 0), (0, 1), (-1, 0), (0, -1)][count.rem_euclid(4) as usize];
        Self {
            cos: integer(cos),
            sin: integer(sin),
        }
    }

    /// An angle whose half has approximately this tangent: the simplest fraction whose error is at most 2^-60, and 2^-56
    /// relative to the tangent. So the angle has few digits (some 60 bits), an error of at most 2^-59, and a relative error
    /// of at most 2^-56.
    #[must_use]
    pub fn of_half_tangent(tangent: &Rational) -> Self {
        if *tangent == Rational::ZERO {
            return Self::ZERO;
        }
        let relative_tolerance = tangent.clone().abs() * power_of_two(-56);
        let tolerance = power_of_two(-60).min(relative_tolerance);
        let approximation = Rational::simplest_in(tangent - &tolerance, tangent + &tolerance);
        let square = &approximation * &approximation;
        let norm = integer(1) + &square;
        Self {
            cos: (integer(1) - square) / &norm,
            sin: integer(2) * approximation / norm,
        }
    }

    /// The angle that is approximately in the direction of (x, y), which is not zero.
    #[must_use]
    pub fn towards(x: &Rational, y: &Rational) -> Self {
        let (width, height) = (x.clone().abs(), y.clone().abs());
        let count = match (width >= height, x >= &Rational::ZERO, y >= &Rational::ZERO) {
            (true, true, _) => 0,
            (true, false, _) => 2,
            (false, _, true) => 1,
            (false, _, false) => 3,
        };
        let turns = Self::of_quarter_turns(count);
        // (u, v) is the direction turned back by these quarter turns, so its angle is at most an eighth of a turn. The tangent of
        // half of it is `v / (u + length)`.
        let v = &turns.cos * y - &turns.sin * x;
        let u = &turns.cos * x + &turns.sin * y;
        let length = root::approximate(&(x * x + y * y));
        &turns + &Self::of_half_tangent(&(v / (u + length)))
    }

    /// `count` times the angle.
    #[must_use]
    pub fn times(&self, count: i64) -> Self {
        let base = if count < 0 { -self.clone() } else { self.clone() };
        let size = count.unsigned_abs();
        // Doubles and adds, from the highest bit to the lowest.
        let mut multiple = Self::ZERO;
        for bit in (0..u64::BITS - size.leading_zeros()).rev() {
            multiple = &multiple + &multiple;
            if size >> bit & 1 == 1 {
                multiple = &multiple + &base;
            }
        }
        multiple
    }

    /// The angle in radians, in (-pi, pi]; the same bits on every machine.
    #[must_use]
    pub fn radians(&self) -> f64 {
        libm::atan2(nearest_f64(&self.sin), nearest_f64(&self.cos))
    }

    /// The number of quarter turns, 0 to 3, if the angle is a whole number of them.
    #[must_use]
    pub fn quarter_turns(&self) -> Option<u8> {
        let equals =
            |cos: i8, sin: i8| self.cos == Rational::from(cos) && self.sin == Rational::from(sin);
        let are_equal = [equals(1, 0), equals(0, 1), equals(-1, 0), equals(0, -1)];
        let turn = are_equal.iter().position(|&is_equal| is_equal)?;
        u8::try_from(turn).ok()
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
    use crate::exact::{decimal, quarter_turn};

    #[test]
    fn quarter_turns_are_counted() {
        for turns in 0..4 {
            let angle = Angle::of_quarter_turns(i64::from(turns));
            assert_eq!(angle.quarter_turns(), Some(turns));
        }
        assert_eq!(Angle::of_radians(&integer(1)).quarter_turns(), None);
    }

    #[test]
    fn radians_add_up_and_multiples_are_repeated_sums() {
        let [a, b] = [integer(2) / integer(5), integer(-6) / integer(5)];
        let [a, b] = [a, b].map(|radians| Angle::of_radians(&radians));
        assert!(((&a + &b).radians() + 0.8).abs() < 1e-15);
        assert_eq!(&a + &-a.clone(), Angle::ZERO);
        let thrice = &(&a + &a) + &a;
        assert_eq!(
            (a.times(3), a.times(-3), a.times(0)),
            (thrice.clone(), -thrice, Angle::ZERO)
        );
    }

    #[test]
    fn an_angle_has_few_digits() {
        for tenths in 1..60 {
            let angle = Angle::of_radians(&(integer(tenths) / integer(10)));
            for part in [&angle.cos, &angle.sin] {
                assert!(super::super::bits(part) <= 2 * 72, "{tenths}: {part}");
            }
        }
    }

    /// With an absolute error of up to 2^-60, a tangent of 10^-19 could become 0.
    #[test]
    fn small_angles_keep_all_digits_of_a_float() {
        for text in ["1e-6", "3e-9", "-1e-12", "2e-18", "5e-40", "1e-300"] {
            let radians = decimal(text).expect("a decimal");
            let expected = libm::sin(text.parse().expect("a float"));
            for quarters in 0..4 {
                let sum = &radians + quarter_turn() * integer(quarters);
                let angle = &Angle::of_radians(&sum) + &Angle::of_quarter_turns(-quarters);
                // `of_radians` counts quarter turns with a limited number of digits of pi, so beside a quarter turn an angle
                // below 1e-30 is lost.
                let is_kept = quarters == 0 || expected.abs() > 1e-30;
                let error = (nearest_f64(&angle.sin) - expected).abs();
                assert!(
                    !is_kept || error <= 3e-16 * expected.abs(),
                    "{text}: {error:e}"
                );
            }
            let direction = Angle::towards(&integer(3), &(integer(3) * &radians));
            let tangent = nearest_f64(&radians);
            let expected = tangent / (1.0 + tangent * tangent).sqrt();
            let error = (nearest_f64(&direction.sin) - expected).abs();
            assert!(error <= 3e-16 * expected.abs(), "{text}: {error:e}");
        }
    }

    #[test]
    fn directions_are_exact_all_around() {
        for (x, y) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            let angle = Angle::towards(&integer(7 * x), &integer(7 * y));
            assert_eq!([angle.cos, angle.sin], [x, y].map(integer));
        }
        // First a direction whose length is a whole number, then directions whose length may be irrational.
        let angle = Angle::towards(&integer(-3), &integer(4));
        assert_eq!(angle.cos, integer(-3) / integer(5));
        for (x, y) in [
            (5_i8, 3_i8),
            (3, 5),
            (-2, 9),
            (-9, 2),
            (-9, -2),
            (-2, -9),
            (2, -9),
            (1, 1),
        ] {
            let angle = Angle::towards(&integer(x.into()), &integer(y.into()));
            let float = f64::from(y).atan2(x.into());
            assert!((angle.radians() - float).abs() < 5e-16, "{x} {y}");
            assert_eq!(
                &angle.cos * &angle.cos + &angle.sin * &angle.sin,
                integer(1)
            );
        }
    }
}
