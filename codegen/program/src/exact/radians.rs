//! Angles in radians.

use std::sync::LazyLock;

use dashu_base::UnsignedAbs;
use dashu_int::IBig;

use super::rational::exponent;
use super::{Angle, Rational, decimal, integer};

/// A quarter turn in radians, with as many digits as are needed to count the turns of the largest float.
const QUARTER_TURN: &str = "\
    1.57079632679489661923132169163975144209858469968755291048747229615390820314310449931401\
    7412671058533991074043256641153323546922304775291115862679704064240558725142051350969260\
    5527798223114744774651909822144054878329667230642378241168933915826356009545728242834617\
    3017430522716332410669680363012457063686229350330315779408744076046048141462704585768218";
/// The number of leading characters of `QUARTER_TURN` that [`quarter_turn`] has: more than people write out. An angle of a
/// description counts as whole quarter turns only if it is a multiple of [`quarter_turn`], for example if it is computed from pi or
/// from degrees.
const SHORT_LENGTH: usize = 54;

/// A quarter turn in radians, half of pi.
#[must_use]
pub fn quarter_turn() -> &'static Rational {
    static SHORT_TURN: LazyLock<Rational> = LazyLock::new(|| parse(&QUARTER_TURN[..SHORT_LENGTH]));
    &SHORT_TURN
}

/// The radians of an angle in degrees, to 50 digits; whole quarter turns are multiples of [`quarter_turn`].
#[must_use]
pub fn radians(degrees: &Rational) -> Rational {
    quarter_turn() * degrees / integer(90)
}

fn parse(text: &str) -> Rational {
    decimal(text).expect("a decimal")
}

impl Angle {
    /// The angle of exact radians. Whole quarter turns are exact; any other angle is replaced by a rational angle very
    /// close to it.
    #[must_use]
    pub fn of_radians(radians: &Rational) -> Self {
        static LONG_TURN: LazyLock<Rational> = LazyLock::new(|| parse(QUARTER_TURN));
        let ratio = radians / quarter_turn();
        let is_whole = ratio.is_int();
        let quotient = if is_whole { ratio } else { radians / &*LONG_TURN };
        let quarters = Rational::from(quotient.round());
        let count = i64::try_from((&quarters % integer(4)).round()).expect("less than four");
        let turns = Self::of_quarter_turns(count);
        if is_whole {
            return turns;
        }
        let remainder = radians - quarters * &*LONG_TURN;
        &turns + &Self::of_half_tangent(&tangent(&(remainder / integer(2))))
    }

    /// The angle of exact degrees. Multiples of 90 are exact; any other angle is replaced as in [`Angle::of_radians`].
    #[must_use]
    pub fn of_degrees(degrees: &Rational) -> Self {
        Self::of_radians(&radians(degrees))
    }
}

/// The tangent of at most an eighth of a turn, with a relative error below 2^-100:
/// `tan x = x / (1 - x^2 / (3 - x^2 / (5 - ..)))` (Lambert). It is computed in multiples of 2^-128 or, for small x, of
/// a smaller unit, so that small x have as many bits as others.
fn tangent(x: &Rational) -> Rational {
    const TERMS: u8 = 14;
    if *x == Rational::ZERO {
        return Rational::ZERO;
    }
    let bits = 128 + (-exponent(x)).max(0) as usize;
    let x = (x * Rational::from(IBig::ONE << bits)).round();
    let square = &x * &x;
    let odd_number = |k: u8| IBig::from(2 * k + 1) << bits;
    let denominator = (0..TERMS).rev().fold(odd_number(TERMS), |denominator, k| {
        odd_number(k) - &square / denominator
    });
    Rational::from_parts(x, denominator.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_quarter_turns_are_exact() {
        for turns in [-5, -1, 0, 1, 2, 7, 400_001] {
            let radians = quarter_turn() * integer(turns);
            let exact = Angle::of_quarter_turns(turns);
            assert_eq!(Angle::of_radians(&radians), exact, "{turns}");
        }
        // The float nearest to half of pi is not a whole quarter turn.
        let nearest_float = Rational::try_from(std::f64::consts::FRAC_PI_2).unwrap();
        assert_ne!(
            Angle::of_radians(&nearest_float),
            Angle::of_quarter_turns(1)
        );
    }

    #[test]
    fn degrees_are_exact_at_quarter_turns() {
        for turns in [-4, -1, 0, 1, 3, 40] {
            let angle = Angle::of_degrees(&integer(90 * turns));
            assert_eq!(angle, Angle::of_quarter_turns(turns));
        }
        let third = Angle::of_degrees(&integer(60));
        assert!((crate::exact::nearest_f64(&third.cos) - 0.5).abs() < 1e-16);
    }

    /// Sines and cosines of small and of huge arguments are compared with those of another program with many digits.
    #[test]
    fn an_angle_is_on_the_unit_circle_and_close_to_its_radians() {
        for (radians, sin, cos) in [
            ("0.3", 0.2955202066613396, 0.955336489125606),
            ("-2.9", -0.23924932921398231, -0.9709581651495905),
            ("1.55", 0.999783764189357, 0.020794827803092473),
            ("3", 0.1411200080598672, -0.9899924966004454),
            ("0.001", 9.999998333333417e-4, 0.9999995000000417),
            ("1e22", -0.8522008497671888, 0.523214785395139),
            ("1e300", -0.985750425160377, -0.16821444437424507),
        ] {
            let angle = Angle::of_radians(&decimal(radians).unwrap());
            assert_eq!(
                &angle.cos * &angle.cos + &angle.sin * &angle.sin,
                integer(1)
            );
            let error =
                |exact: &Rational, float: f64| (crate::exact::nearest_f64(exact) - float).abs();
            assert!(error(&angle.sin, sin) < 2e-16, "{radians}");
            assert!(error(&angle.cos, cos) < 2e-16, "{radians}");
        }
    }
}
